"""What a seat holds, and which of it it can spare: what the characters and the search have in common. It imports only the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import ACES, SUITS
from doublecross.games.most_wanted.hands import copies, rank_nibble
from doublecross.games.most_wanted.record import DONE
from doublecross.kernel.bits import NONE, from_, highest, less, lowest, popcount, size
from doublecross.kernel.jit import compiled, compiled_apart

LONGEST_LIE = 4
"""So many cards are never exceeded by a lie."""
_ONE_SUIT = np.uint64(0x1_1111_1111)


@compiled
def owned(state: Any, seat: Any) -> Any:
    """The masks (once, twice) of the seat's cards, those it has placed included: what it plans with does not change while it places."""
    hand1, hand2 = state.hand1[seat], state.hand2[seat]
    table1, table2 = state.table1[seat], state.table2[seat]
    return hand1 | table1, hand2 | table2 | (hand1 & table1)


@compiled
def others_held(state: Any, rules: Any, seat: Any) -> Any:
    """How many cards the others hold on average, rounded."""
    total = -np.int64(state.held[seat])
    for other in range(rules.players):
        total += state.held[other]
    others = rules.players - 1
    return (2 * total + others) // (2 * others)


@compiled
def suit_mask(suit: Any) -> Any:
    """The mask of all kinds of one suit."""
    return _ONE_SUIT << np.uint64(suit)


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
    """The mask of the suit to labor with: many cards, few of them needed for robberies."""
    useful = in_pairs(once, twice) | ACES
    best, chosen = -1, suit_mask(0)
    for suit in range(len(SUITS)):
        mask = suit_mask(suit)
        score = 3 * size(once & mask, twice & mask) - popcount(once & mask & useful)
        if (once & mask) != NONE and score > best:
            best, chosen = score, mask
    return chosen


@compiled_apart
def next_to_discard(state: Any, seat: Any) -> Any:
    """At Church or Saloon: all that is neither paired nor an ace goes."""
    once, twice = owned(state, seat)
    keep = in_pairs(once, twice) | ACES
    left1, _ = less(once & ~keep, twice & ~keep, state.table1[seat] & ~keep, state.table2[seat] & ~keep)
    if state.table1[seat] != NONE:
        left1 &= from_(highest(state.table1[seat]))
    return lowest(left1) if left1 != NONE else DONE
