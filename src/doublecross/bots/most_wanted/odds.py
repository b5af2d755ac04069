"""How likely a hand wins, exactly: a rival holds cards drawn at random from those that the seat has not seen.

Only ranks count (MW-20), so a rival's cards are nine numbers of cards, one for each rank. Under limits on these numbers, the ways to hold h
cards are the coefficient of x^h in a product of nine short polynomials; "the best hand of these cards is lower than mine" is a sum of
such products, one for each group of equal ranks in my hand at which theirs may fall behind.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from doublecross.bots.most_wanted.holding import suit_mask
from doublecross.games.most_wanted.cards import ACE, ACES, KINDS, RANKS, SIX, SIXES, SUITS
from doublecross.games.most_wanted.hands import all_of, best_rank, copies, rank_nibble
from doublecross.games.most_wanted.know import unseen_cards
from doublecross.kernel.bits import size
from doublecross.kernel.jit import compiled, compiled_apart

_RANKS = len(RANKS)
NO_LIMIT = 2 * len(SUITS)
"""No rank has more cards."""
CHOOSE = np.array([[float(math.comb(n, k)) for k in range(2 * KINDS + 1)] for n in range(2 * KINDS + 1)])
"""Binomials: the ways to take k of n cards; with the options of MW-80 a hand can be half the deck."""


@compiled_apart
def ways(left: Any, low: Any, high: Any, held: Any) -> Any:
    """In how many ways `held` cards can be drawn: from group g, of `left[g]` cards, at least `low[g]` and at most `high[g]`."""
    counts = np.zeros(held + 1)
    counts[0], free = 1.0, 0
    for group in range(left.shape[0]):
        least, most = low[group], min(high[group], left[group])
        if least == 0 and most == left[group]:
            free += left[group]  # no limit: all such groups are as good as one
        elif least > 0 or most > 0:
            # From the top down, so that one array holds both the old numbers and the new.
            for total in range(held, -1, -1):
                found = 0.0
                for count in range(least, min(most, total) + 1):
                    found += counts[total - count] * CHOOSE[left[group], count]
                counts[total] = found
    found = 0.0
    for total in range(held + 1):
        found += counts[total] * CHOOSE[free, held - total]
    return found


@compiled_apart
def single_pair(left: Any, first: Any, last: Any, held: Any) -> Any:
    """In how many ways the cards have one pair, of a rank from `first` to `last`, and no rank twice beside it."""
    none, one = np.zeros(held + 1), np.zeros(held + 1)
    none[0] = 1.0
    for rank in range(_RANKS):
        for total in range(held, 0, -1):
            one[total] += one[total - 1] * left[rank]
            if first <= rank <= last and total > 1:
                one[total] += none[total - 2] * CHOOSE[left[rank], 2]
            none[total] += none[total - 1] * left[rank]
    return one[held]


@compiled
def fewer_pairs(left: Any, low: Any, high: Any, held: Any, rank: Any, mine1: Any, mine2: Any) -> Any:
    """The ways to hold four cards that are lower than my two pair or pair already by their first pair, or by how many pairs they are.

    Two pair beats a higher pair: only here does the number of groups decide before their ranks do.
    """
    rest1, rest2 = mine1 & ~rank_nibble(rank), mine2 & ~rank_nibble(rank)
    if best_rank(rest1, rest2, 2) >= 0:
        return ways(left, low, high, held) + single_pair(left, rank + 1, _RANKS, held)
    single = np.ones(_RANKS, dtype=np.int64)
    return ways(left, low, single, held) + single_pair(left, 0, rank - 1, held)


@compiled_apart
def chance_to_beat(left: Any, mine1: Any, mine2: Any, held: Any) -> Any:
    """The chance that a hand beats the best hand of `held` cards, a tie counting half; of rank r, `left[r]` cards are unseen."""
    count = size(mine1, mine2)
    low, high, taken = np.zeros(_RANKS, dtype=np.int64), np.empty(_RANKS, dtype=np.int64), np.zeros(_RANKS, dtype=np.int64)
    high[:] = NO_LIMIT
    less, missing, wanted, rest1, rest2 = 0.0, count, count, mine1, mine2
    while missing > 0:
        wanted = min(wanted, missing)
        same, rank = wanted, best_rank(rest1, rest2, wanted)
        while rank < 0:
            same -= 1
            rank = best_rank(rest1, rest2, same)
        # Lower here: nothing as good from my rank up, nothing better below. The same here: my rank as often, or oftener if that is no use.
        before = high[rank]
        for other in range(_RANKS):
            if taken[other] == 0:
                if other >= rank:
                    high[other] = min(high[other], same - 1)
                elif same < wanted:
                    high[other] = min(high[other], same)
        if count == 4 and missing == 4 and same == 2:
            less += fewer_pairs(left, low, high, held, rank, rest1, rest2)
        else:
            less += ways(left, low, high, held)
        taken[rank], low[rank], high[rank] = 1, same, min(before, same) if same < wanted else before
        missing -= same
        wanted = same
        rest1 &= ~rank_nibble(rank)
        rest2 &= ~rank_nibble(rank)
    tie = ways(left, low, high, held)
    less += double_cross_ways(left, mine1, count, low, high, held)
    return (less + 0.5 * tie) / CHOOSE[left.sum(), held]


@compiled
def double_cross_ways(left: Any, mine1: Any, count: Any, low: Any, high: Any, held: Any) -> Any:
    """The ways to hold all aces against my sixes, which beat them; less those to hold nothing better than all sixes against my aces."""
    low[:] = 0
    if all_of(mine1, SIXES):
        low[ACE] = count
        high[:] = NO_LIMIT
        return ways(left, low, high, held)
    if all_of(mine1, ACES):
        low[SIX] = count
        high[:] = count - 1
        high[SIX] = NO_LIMIT
        return -ways(left, low, high, held)
    return 0.0


@compiled_apart
def chance_against(seen: Any, rules: Any, mine1: Any, mine2: Any, held: Any) -> Any:
    """The chance that a hand beats the best hand of one rival who holds `held` cards, a tie counting half; 1 if they are too few."""
    unseen1, unseen2 = unseen_cards(seen, rules)
    held = min(held, size(unseen1, unseen2))
    if held < size(mine1, mine2):
        return 1.0
    left = np.empty(_RANKS, dtype=np.int64)
    for rank in range(_RANKS):
        left[rank] = copies(unseen1, unseen2, rank)
    return chance_to_beat(left, mine1, mine2, held)


@compiled_apart
def chance_of_suit(seen: Any, rules: Any, count: Any, held: Any) -> Any:
    """The chance that `held` unseen cards hold `count` of one suit."""
    unseen1, unseen2 = unseen_cards(seen, rules)
    held = min(held, size(unseen1, unseen2))
    left, low, high = np.empty(len(SUITS), dtype=np.int64), np.zeros(len(SUITS), dtype=np.int64), np.empty(len(SUITS), dtype=np.int64)
    for suit in range(len(SUITS)):
        left[suit] = size(unseen1 & suit_mask(suit), unseen2 & suit_mask(suit))
        high[suit] = count - 1
    return 1.0 - ways(left, low, high, held) / CHOOSE[left.sum(), held]
