"""Hands: categories, comparison, the Sheriff's choice, the Double Cross (MW-20 to MW-32, MW-70).

A hand's *key* is an integer that orders hands: category << 16, then up to four ranks, a hexadecimal digit each, in the order in which MW-21
compares them (the ranks held most often first, then from high to low).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import ACES, NIBBLE, SIXES
from doublecross.kernel.bits import NONE, bit, highest, lowest, popcount, without_lowest
from doublecross.kernel.jit import compiled

CATEGORIES = ("high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind", "double_cross")
HIGH_CARD, PAIR, TWO_PAIR, THREE, FOUR, DOUBLE_CROSS = range(6)


@compiled
def copies(once: Any, twice: Any, rank: Any) -> Any:
    """How many cards of a rank a multiset holds."""
    shift = np.uint64(rank * 4)
    return popcount((once >> shift) & NIBBLE) + popcount((twice >> shift) & NIBBLE)


@compiled
def rank_nibble(rank: Any) -> Any:
    """The mask of all kinds of one rank."""
    return NIBBLE << np.uint64(rank * 4)


@compiled
def category_of(most: Any, second: Any) -> Any:
    """The category of a hand whose two most frequent ranks come `most` and `second` times (MW-20)."""
    if most >= 4:
        return FOUR
    if most == 3:
        return THREE
    if most == 2:
        return TWO_PAIR if second == 2 else PAIR
    return HIGH_CARD


@compiled
def hand_key(once: Any, twice: Any) -> Any:
    """The key of a hand of 1 to 4 cards, by its ordinary category (MW-20, MW-21)."""
    many, single = np.int64(0), np.int64(0)  # digits of the ranks held more than once, and once
    most, second, singles = 0, 0, 0
    rest = once
    while rest != NONE:
        rank = highest(rest) >> 2
        count = copies(once, twice, rank)
        rest &= ~rank_nibble(rank)
        if count == 1:
            single = (single << 4) | rank
            singles += 1
        elif most == 0:
            many, most = rank, count
        else:  # the lower pair of two: four cards leave room for no other second rank
            many, second = (many << 4) | rank, count
    digits = (many << (4 * singles)) | single
    return (np.int64(category_of(most, second)) << 16) | digits


@compiled
def best_rank(once: Any, twice: Any, wanted: Any) -> Any:
    """The highest rank of which a multiset holds at least `wanted` cards, or -1."""
    rest = once
    while rest != NONE:
        rank = highest(rest) >> 2
        if copies(once, twice, rank) >= wanted:
            return rank
        rest &= ~rank_nibble(rank)
    return -1


@compiled
def take_of_rank(once: Any, twice: Any, rank: Any, wanted: Any) -> Any:
    """The masks (once, twice) of `wanted` cards of a rank, out of a multiset that holds them."""
    got1, got2 = once & rank_nibble(rank), NONE
    if popcount(got1) >= wanted:
        while popcount(got1) > wanted:
            got1 = without_lowest(got1)
        return got1, got2
    missing = wanted - popcount(got1)
    doubles = twice & rank_nibble(rank)
    while missing > 0:
        got2 |= bit(lowest(doubles))
        doubles = without_lowest(doubles)
        missing -= 1
    return got1, got2


@compiled
def best_hand(once: Any, twice: Any, size: Any) -> Any:
    """The masks (once, twice) of the best ordinary hand of `size` cards in a multiset that holds at least as many (MW-70).

    Taking the highest rank with the most useful count, then filling up the same way, is optimal because a category always beats a lower
    one: four, three, two pair and pair are tried in that order, then the highest cards left. A test compares it with all subsets.
    """
    got1, got2 = NONE, NONE
    left1, left2 = once, twice
    missing = size
    wanted = min(size, 4)
    while missing > 0:
        wanted = min(wanted, missing)
        rank = best_rank(left1, left2, wanted)
        if rank < 0:
            wanted -= 1
            continue
        new1, new2 = take_of_rank(left1, left2, rank, wanted)
        got1 |= new1
        got2 |= new2
        missing -= wanted
        left1 &= ~rank_nibble(rank)  # no more of this rank: a better count was not there, or the hand would be of a higher category
        left2 &= ~rank_nibble(rank)
    return got1, got2


@compiled
def all_of(once: Any, ranks: Any) -> Any:
    """Whether a hand has cards and all of them lie in the mask `ranks`."""
    return once != NONE and (once & ~ranks) == NONE


@compiled
def is_double_cross(state: Any, places: Any, place: Any) -> Any:
    """Whether the hand at `place` is all sixes while a hand of the contest is all aces (MW-30)."""
    if not all_of(state.table1[place], SIXES):
        return False
    rest = places
    while rest != NONE:
        if all_of(state.table1[lowest(rest)], ACES):
            return True
        rest = without_lowest(rest)
    return False


@compiled
def falls_to_double_cross(state: Any, places: Any, place: Any) -> Any:
    """Whether the hand at `place` is all aces while a hand of the contest is all sixes (MW-30)."""
    if not all_of(state.table1[place], ACES):
        return False
    rest = places
    while rest != NONE:
        if all_of(state.table1[lowest(rest)], SIXES):
            return True
        rest = without_lowest(rest)
    return False


@compiled
def next_best_key(state: Any, places: Any, winner: Any) -> Any:
    """The highest key among the other hands of a contest, -1 if there is none; above the winner's own only after a Double Cross."""
    best = np.int64(-1)
    rest = places & ~bit(winner)
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        best = max(best, hand_key(state.table1[place], state.table2[place]))
    return best


@compiled
def best_places(state: Any, places: Any) -> Any:
    """The mask of the places whose hand on the table is best among `places` (MW-20 to MW-32)."""
    best, winners = np.int64(-1), NONE
    aces, sixes = NONE, NONE
    rest = places
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        once = state.table1[place]
        if all_of(once, ACES):
            aces |= bit(place)
        elif all_of(once, SIXES):
            sixes |= bit(place)
        key = hand_key(once, state.table2[place])
        if key > best:
            best, winners = key, bit(place)
        elif key == best:
            winners |= bit(place)
    if aces != NONE and sixes != NONE:
        return sixes
    return winners


@compiled
def same_suit(once: Any) -> Any:
    """Whether all cards of a multiset share one suit (MW-62, MW-63)."""
    suits = once | (once >> np.uint64(32))
    suits |= suits >> np.uint64(16)
    suits |= suits >> np.uint64(8)
    suits |= suits >> np.uint64(4)
    return popcount(suits & NIBBLE) <= 1
