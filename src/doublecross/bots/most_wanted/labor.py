"""Labor, claims and rest as the heuristic does them."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.most_wanted.odds import DEALS, deal, owned
from doublecross.bots.most_wanted.worth import worth_of_bags
from doublecross.games.most_wanted.cards import ACES
from doublecross.games.most_wanted.hands import copies, rank_nibble, same_suit
from doublecross.games.most_wanted.know import unseen_cards
from doublecross.games.most_wanted.record import DONE, IN, OUT
from doublecross.kernel.bits import NONE, from_, highest, less, lowest, popcount, size
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import policy_uniform

_ONE_SUIT = np.uint64(0x1_1111_1111)
SUITS = 4
LIE = 12
"""Per cent: how often a card of another suit slips into a claim, at each card."""
LONGEST_LIE = 4
"""So many cards are never exceeded by a lie."""
LOST_TURN = 1.6
"""What losing a turn costs, in spaces."""
LIARS = 0.3
"""How often a rival who could not claim the truth is expected to lie."""


@compiled
def suit_mask(suit: Any) -> Any:
    """The mask of all kinds of one suit."""
    return _ONE_SUIT << np.uint64(suit)


@compiled
def most_of_a_suit(once: Any, twice: Any) -> Any:
    """How many cards of one suit a multiset holds at most."""
    most = 0
    for suit in range(SUITS):
        most = max(most, size(once & suit_mask(suit), twice & suit_mask(suit)))
    return most


@compiled
def in_pairs(once: Any, twice: Any) -> Any:
    """The mask of kinds whose rank a multiset holds more than once."""
    found, rest = NONE, once
    while rest != NONE:
        rank = highest(rest) >> 2
        if copies(once, twice, rank) > 1:
            found |= rank_nibble(rank)
        rest &= ~rank_nibble(rank)
    return found


@compiled_apart
def suit_to_work(once: Any, twice: Any) -> Any:
    """The suit to labor with: many cards, few of them needed for robberies."""
    pairs = in_pairs(once, twice) | ACES
    best, suit = -1, 0
    for each in range(SUITS):
        mask = suit_mask(each)
        score = 3 * size(once & mask, twice & mask) - popcount(once & mask & pairs)
        if once & mask != NONE and score > best:
            best, suit = score, each
    return suit


@compiled
def labor_value(seen: Any, rules: Any, seat: Any) -> Any:
    """What the bags of an honest labor are worth."""
    once, twice = owned(seen, seat)
    mask = suit_mask(suit_to_work(once, twice))
    earned = min(rules.labor_bags * size(once & mask, twice & mask), seen.supply)
    return worth_of_bags(seen, rules, seat, earned)


@compiled_apart
def next_to_work(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The next card of a labor, or the end of it; where nobody checks, sometimes a card of another suit."""
    once, twice = owned(seen, seat)
    table1, table2 = seen.table1[seat], seen.table2[seat]
    placed = size(table1, table2)
    after = from_(highest(table1)) if table1 != NONE else from_(0)
    left1, _ = less(once, twice, table1, table2)
    left1 &= after
    if not same_suit(table1):
        low = left1 & ~ACES
        return lowest(low) if placed < LONGEST_LIE - 1 and low != NONE else DONE
    suit = lowest(table1) & 3 if table1 != NONE else suit_to_work(once, twice)
    other = left1 & ~suit_mask(suit) & ~ACES
    if rules.dishonest and placed < LONGEST_LIE and other != NONE and policy_uniform(rng, 100) < LIE:
        return lowest(other)
    left1 &= suit_mask(suit)
    return lowest(left1) if left1 != NONE else DONE


@compiled
def chance_of_suit(seen: Any, rules: Any, count: Any, held: Any, rng: Any) -> Any:
    """The chance that `held` unseen cards hold `count` of one suit."""
    once, twice = unseen_cards(seen, rules)
    found = 0
    for _ in range(DEALS):
        got1, got2 = deal(once, twice, held, rng)
        if most_of_a_suit(got1, got2) >= count:
            found += 1
    return (found + 0.5) / (DEALS + 1.0)


@compiled_apart
def answer_claim(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """Challenge if the claim is so unlikely that a share of the bags is worth the risk of a lost turn (MW-63)."""
    possible = chance_of_suit(seen, rules, seen.hand_size, seen.held[seen.active], rng)
    true = possible / (possible + (1.0 - possible) * LIARS)
    takers = 1 + (popcount(seen.deciders) - 1) // 2 + (1 if rules.split_everyone else 0)
    won = worth_of_bags(seen, rules, seat, np.int64(seen.stake) // takers)
    return IN if (1.0 - true) * won > true * LOST_TURN else OUT


@compiled_apart
def next_to_discard(seen: Any, seat: Any) -> Any:
    """At Church or Saloon: all that is neither paired nor an ace goes."""
    once, twice = owned(seen, seat)
    keep = in_pairs(once, twice) | ACES
    left1, _ = less(once & ~keep, twice & ~keep, seen.table1[seat] & ~keep, seen.table2[seat] & ~keep)
    if seen.table1[seat] != NONE:
        left1 &= from_(highest(seen.table1[seat]))
    return lowest(left1) if left1 != NONE else DONE
