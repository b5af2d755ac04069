"""Odds of hands, dealt once for a set of rules and looked up in playouts."""

from __future__ import annotations

from typing import Any

from doublecross.bots.most_wanted.holding import suit_mask
from doublecross.games.most_wanted.hands import best_hand, hand_key
from doublecross.games.most_wanted.know import pick_card, without
from doublecross.kernel.bits import NONE, bit, size
from doublecross.kernel.jit import compiled, compiled_apart

SIZES, MOST_HELD, BUCKETS = 4, 12, 48
"""Hands of 1 to 4 cards out of 0 to 12 (more count as 12) in classes by category and highest rank."""
SUITED_0 = SIZES * (MOST_HELD + 1) * BUCKETS
"""Behind the odds of hands: those that so many cards hold so many of one suit."""
WEIGHTS_0 = SUITED_0 + (MOST_HELD + 1) ** 2
"""Behind those: the weights of the evaluation."""
DEALS = 3000
_RANKS, _SUITS = 9, 4


@compiled
def bucket(once: Any, twice: Any, count: Any) -> Any:
    """The class of a hand of `count` cards: its category and its first rank."""
    key = hand_key(once, twice)
    category = key >> 16
    # Ranks in the key: each card has one, less those that pairs, threes and fours share.
    ranks = count - category if category < 3 else count - category + 1
    return category * _RANKS + ((key >> (4 * (ranks - 1))) & 15)


@compiled
def place(count: Any, held: Any) -> Any:
    """Where the odds of hands of `count` cards against `held` cards begin."""
    return ((count - 1) * (MOST_HELD + 1) + min(held, MOST_HELD)) * BUCKETS


@compiled_apart
def strength(table: Any, once: Any, twice: Any, count: Any, held: Any) -> Any:
    """The chance that the best `count` cards of a multiset beat the best ones of a rival with `held` cards; a tie counts half."""
    if held < count:
        return 1.0
    got1, got2 = best_hand(once, twice, count)
    return table[place(count, held) + bucket(got1, got2, count)]


@compiled
def most_of_a_suit(once: Any, twice: Any) -> Any:
    """How many cards of one suit a multiset holds at most."""
    most = 0
    for suit in range(_SUITS):
        mask = suit_mask(suit)
        most = max(most, size(once & mask, twice & mask))
    return most


@compiled_apart
def deal_out(table: Any, rules: Any, rng: Any) -> None:
    """Deal hands from the whole deck and count their classes."""
    for _ in range(DEALS):
        left1, left2 = rules.cards1, rules.cards2
        got1, got2 = NONE, NONE
        for held in range(1, min(MOST_HELD, size(left1, left2)) + 1):
            kind = pick_card(left1, left2, rng)
            left1, left2 = without(left1, left2, kind)
            got2 |= got1 & bit(kind)
            got1 |= bit(kind)
            for count in range(1, min(SIZES, held) + 1):
                best1, best2 = best_hand(got1, got2, count)
                table[place(count, held) + bucket(best1, best2, count)] += 1.0
            for count in range(most_of_a_suit(got1, got2) + 1):
                table[SUITED_0 + held * (MOST_HELD + 1) + count] += 1.0 / DEALS


@compiled_apart
def fill(table: Any, rules: Any, rngs: Any) -> None:
    """Fill the table; ``rules`` and ``rngs`` are arrays of length 1."""
    deal_out(table, rules[0], rngs[0])
    for count in range(1, SIZES + 1):
        for held in range(MOST_HELD + 1):
            first, below, total = place(count, held), 0.0, 0.0
            for number in range(BUCKETS):
                total += table[first + number]
            for number in range(BUCKETS):
                times = table[first + number]
                # Never quite 0 or 1, and a half where nothing was ever dealt.
                table[first + number] = (below + 0.5 * times + 1.0) / (total + 2.0)
                below += times
