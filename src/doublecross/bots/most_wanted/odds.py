"""How likely a hand wins: rivals' hands are dealt a few times from the cards that the seat has not seen, and compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import ACES, SIXES
from doublecross.games.most_wanted.hands import all_of, best_hand, hand_key
from doublecross.games.most_wanted.know import pick_card, unseen_cards, without
from doublecross.kernel.bits import NONE, bit, size
from doublecross.kernel.jit import compiled, compiled_apart

DEALS = 16
"""So many hands are dealt to a rival for one estimate."""


@compiled_apart
def deal(once: Any, twice: Any, count: Any, rng: Any) -> Any:
    """The masks (once, twice) of `count` cards taken out of a multiset at random; all of it if it holds fewer."""
    got1, got2 = NONE, NONE
    left1, left2 = once, twice
    for _ in range(min(count, size(once, twice))):
        kind = pick_card(left1, left2, rng)
        left1, left2 = without(left1, left2, kind)
        got2 |= got1 & bit(kind)
        got1 |= bit(kind)
    return got1, got2


@compiled
def compare(mine1: Any, mine2: Any, theirs1: Any, theirs2: Any) -> Any:
    """2 if my hand beats theirs, 1 if they tie, 0 if it loses (MW-20 to MW-31)."""
    if all_of(mine1, SIXES) and all_of(theirs1, ACES):
        return 2
    if all_of(mine1, ACES) and all_of(theirs1, SIXES):
        return 0
    mine, theirs = hand_key(mine1, mine2), hand_key(theirs1, theirs2)
    if mine == theirs:
        return 1
    return 2 if mine > theirs else 0


@compiled_apart
def chance_against(seen: Any, rules: Any, mine1: Any, mine2: Any, held: Any, rng: Any) -> Any:
    """The chance that a hand beats the best hand of one rival who holds `held` cards, a tie counting half; never quite 0 or 1."""
    count = size(mine1, mine2)
    unseen1, unseen2 = unseen_cards(seen, rules)
    if min(held, size(unseen1, unseen2)) < count:
        return 1.0
    points = 0
    for _ in range(DEALS):
        cards1, cards2 = deal(unseen1, unseen2, held, rng)
        theirs1, theirs2 = best_hand(cards1, cards2, count)
        points += compare(mine1, mine2, theirs1, theirs2)
    return (points + 1.0) / (2.0 * DEALS + 2.0)


@compiled
def average_held(seen: Any, rules: Any, seat: Any) -> Any:
    """How many cards the other seats hold on average, rounded."""
    total = np.int64(0)
    for other in range(rules.players):
        if other != seat:
            total += seen.held[other]
    others = rules.players - 1
    return (2 * total + others) // (2 * others)


@compiled
def owned(seen: Any, seat: Any) -> Any:
    """The masks (once, twice) of the seat's cards, those it has placed included: what it plans with does not change while it places."""
    hand1, hand2 = seen.hand1[seat], seen.hand2[seat]
    table1, table2 = seen.table1[seat], seen.table2[seat]
    return hand1 | table1, hand2 | table2 | (hand1 & table1)
