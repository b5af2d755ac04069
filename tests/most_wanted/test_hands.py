"""Hands against a ranking written anew from the rules' own words, over every hand there is (MW-20 to MW-32, MW-70 to MW-72)."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from doublecross.games.most_wanted.cards import RANKS, card_kind, card_text, cards_in, multiset
from doublecross.games.most_wanted.contests import choose_sheriff_hand
from doublecross.games.most_wanted.hands import (
    CATEGORIES,
    best_hand,
    best_places,
    falls_to_double_cross,
    hand_key,
    is_double_cross,
    next_best_key,
    same_suit,
)
from doublecross.games.most_wanted.record import PLACES, SHERIFF, STATE
from doublecross.kernel.machine import records

Ranks = tuple[str, ...]
LOW_TO_HIGH = "6789TJQKA"


def masks(kinds: Iterable[int]) -> tuple[np.uint64, np.uint64]:
    once, twice = multiset(kinds)
    return np.uint64(once), np.uint64(twice)


def kinds_of(ranks: Iterable[str], suits: Sequence[int] = range(8)) -> list[int]:
    """Cards of these ranks; `suits` is the order in which the eight cards of a rank are taken."""
    counts = Counter(ranks)
    return [LOW_TO_HIGH.index(rank) * 4 + suits[copy] % 4 for rank in counts for copy in range(counts[rank])]


@functools.cache
def key_of(ranks: Ranks | str) -> int:
    return int(hand_key(*masks(kinds_of(ranks))))


@functools.cache
def category(ranks: Ranks) -> str:
    """MW-20, read off how often each rank comes."""
    times = sorted(Counter(ranks).values(), reverse=True)
    if times[0] == 4:
        return "four_of_a_kind"
    if times[0] == 3:
        return "three_of_a_kind"
    if times[:2] == [2, 2]:
        return "two_pair"
    return "pair" if times[0] == 2 else "high_card"


def beats(one: Ranks, other: Ranks) -> bool | None:
    """Whether one hand beats another by MW-20 and MW-21; None if they tie."""
    best_first = ["four_of_a_kind", "three_of_a_kind", "two_pair", "pair", "high_card"]
    if category(one) != category(other):
        return best_first.index(category(one)) < best_first.index(category(other))

    def together(hand: Ranks) -> list[int]:
        return sorted({LOW_TO_HIGH.index(rank) for rank in hand if hand.count(rank) > 1}, reverse=True)

    def remaining(hand: Ranks) -> list[int]:
        return sorted((LOW_TO_HIGH.index(rank) for rank in hand if hand.count(rank) == 1), reverse=True)

    for mine, theirs in zip(together(one) + remaining(one), together(other) + remaining(other), strict=True):
        if mine != theirs:
            return mine > theirs
    return None


def _order(one: Ranks, other: Ranks) -> int:
    return {True: 1, False: -1, None: 0}[beats(one, other)]


def rank_hands(size: int) -> list[Ranks]:
    return list(itertools.combinations_with_replacement(LOW_TO_HIGH, size))


@functools.cache
def place_in_order(size: int) -> dict[Ranks, int]:
    """Every hand of a size, numbered from the lowest by the ranking above (no two different hands tie)."""
    ordered = sorted(rank_hands(size), key=functools.cmp_to_key(_order))
    return {hand: number for number, hand in enumerate(ordered)}


def in_order(ranks: Iterable[str]) -> Ranks:
    return tuple(sorted(ranks, key=LOW_TO_HIGH.index))


def test_cards_read_back_mw_01() -> None:
    texts = [card_text(kind) for kind in range(36)]
    assert len(set(texts)) == 36
    assert [card_kind(text) for text in texts] == list(range(36))
    assert [card_kind(text) for text in ("", "1s", "Qx", "Qws", "qw")] == [None] * 5
    assert cards_in(*multiset([3, 3, 7])) == [3, 3, 7]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_pair_of_hands_compares_by_mw_20_and_mw_21(size: int) -> None:
    keys = {hand: key_of(hand) for hand in rank_hands(size)}
    for one, other in itertools.combinations_with_replacement(keys, 2):
        verdict = beats(one, other)
        assert (keys[one] > keys[other], keys[one] == keys[other]) == (verdict is True, verdict is None), (one, other)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_suits_never_matter_mw_20(size: int) -> None:
    """Every hand by card, all 90,000 of them: its key is that of its ranks, and its category the one counted by hand."""
    seen = 0
    for kinds in itertools.combinations_with_replacement(range(36), size):
        if max(Counter(kinds).values()) > 2:
            continue
        ranks = tuple(RANKS[kind // 4] for kind in kinds)
        key = int(hand_key(*masks(kinds)))
        assert key == key_of(ranks)
        assert CATEGORIES[key >> 16] == category(ranks)
        seen += 1
    assert seen == {1: 36, 2: 666, 3: 8400, 4: 80955}[size]


def test_a_category_always_beats_a_lower_one_mw_20() -> None:
    best_first = ["6666", "666A", "6677", "66AK", "AKQJ"]
    keys = [key_of(hand) for hand in best_first]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)


def test_remaining_cards_decide_from_the_highest_down_mw_21() -> None:
    assert key_of("888A") > key_of("8886")
    assert key_of("QQ66") > key_of("JJTT")
    assert key_of("QQ77") > key_of("QQ66")
    assert key_of("99A6") > key_of("99KQ")
    assert key_of("AKQJ") > key_of("AKQT")
    assert key_of("AK") == key_of("KA")


# The Sheriff's choice.


def best_subset(draw: Ranks, size: int) -> Ranks:
    places = place_in_order(size)
    return max({in_order(hand) for hand in itertools.combinations(draw, size)}, key=places.__getitem__)


@pytest.mark.parametrize(("drawn", "size"), [(4, 2), (6, 3), (8, 4), (3, 2), (5, 3), (7, 4), (5, 4), (5, 2), (4, 4), (2, 1), (3, 1)])
def test_the_sheriff_chooses_the_best_of_all_subsets_mw_70(drawn: int, size: int) -> None:
    """Every draw by rank, the suits at random; also the short draws of MW-74."""
    chance = random.Random(drawn * 10 + size)
    for draw in rank_hands(drawn):
        if max(Counter(draw).values()) > 8:
            continue
        kinds = kinds_of(draw, chance.sample(range(8), 8))
        got = cards_in(*best_hand(*masks(kinds), size))
        assert in_order(RANKS[kind // 4] for kind in got) == best_subset(in_order(draw), size), draw
        assert not Counter(got) - Counter(kinds), "he plays only what he drew"


def test_the_sheriff_never_chooses_sixes_to_answer_aces_mw_70() -> None:
    drawn = masks(kinds_of("66QQ"))
    assert [RANKS[kind // 4] for kind in cards_in(*best_hand(*drawn, 2))] == ["Q", "Q"]


def test_what_the_sheriff_does_not_play_stays_with_him_mw_72() -> None:
    chance = random.Random(72)
    for _ in range(500):
        kinds = chance.sample([kind for kind in range(36) for _ in range(2)], 8)
        state = records(STATE)[0]
        state["sheriff1"], state["sheriff2"] = masks(kinds)
        choose_sheriff_hand(state, 4)
        played = cards_in(state["table1"][SHERIFF], state["table2"][SHERIFF])
        left = cards_in(state["sheriff1"], state["sheriff2"])
        assert len(played) == 4
        assert sorted(played + left) == sorted(kinds)


# Contests.


def laid(hands: dict[int, str]) -> tuple[Any, np.uint64]:
    """A record with these hands on the table, and the mask of their places."""
    state = records(STATE)[0]
    for place, ranks in hands.items():
        state["table1"][place], state["table2"][place] = masks(kinds_of(ranks))
    return state, np.uint64(sum(1 << place for place in hands))


def contest(hands: dict[int, str]) -> tuple[list[int], list[int]]:
    """The best places and those with a Double Cross, by the compiled rules."""
    state, places = laid(hands)
    best = int(best_places(state, places))
    return (
        [place for place in range(PLACES) if best >> place & 1],
        [place for place in hands if is_double_cross(state, places, place)],
    )


def contest_by_hand(hands: dict[int, str]) -> tuple[list[int], list[int]]:
    """The same from the words of MW-20 to MW-31."""
    all_sixes = [place for place, hand in hands.items() if set(hand) == {"6"}]
    if all_sixes and any(set(hand) == {"A"} for hand in hands.values()):
        return all_sixes, all_sixes
    plain = {place: tuple(hand) for place, hand in hands.items()}
    return [place for place in plain if not any(beats(other, plain[place]) for other in plain.values())], []


@pytest.mark.parametrize(("size", "count"), [(1, 2), (1, 3), (1, 4), (2, 2)])
def test_small_contests_one_and_all_mw_22_mw_30(size: int, count: int) -> None:
    for chosen in itertools.product(["".join(hand) for hand in rank_hands(size)], repeat=count):
        hands = dict(enumerate(chosen))
        assert contest(hands) == contest_by_hand(hands), hands


def test_large_contests_mw_22_mw_30_mw_31_mw_32() -> None:
    """Two to nine places, the Sheriff's among them, few ranks so that ties and Double Crosses are frequent."""
    chance = random.Random(30)
    crossed = tied = 0
    for _ in range(6000):
        size = chance.randint(1, 4)
        places = sorted(chance.sample(range(PLACES), chance.randint(2, PLACES)))
        ranks = chance.choice(["6A", "6KA", LOW_TO_HIGH])
        hands = {place: "".join(chance.choice([chance.choices(ranks, k=size), [chance.choice("6A")] * size])) for place in places}
        found = contest(hands)
        assert found == contest_by_hand(hands), hands
        crossed += bool(found[1])
        tied += len(found[0]) > 1
    assert crossed > 1000
    assert tied > 1000


def test_the_hands_that_fall_to_a_double_cross_mw_30() -> None:
    for size, ranks in ((1, "A"), (2, "AA"), (4, "AAAA")):
        state, places = laid({0: ranks, 2: "6" * size, 5: "K" * size, 8: ranks})
        assert [place for place in (0, 2, 5, 8) if falls_to_double_cross(state, places, place)] == [0, 8]
        assert not falls_to_double_cross(*laid({0: ranks, 5: "K" * size}), 0)


def test_the_next_best_hand_of_a_contest_mw_21() -> None:
    chance = random.Random(21)
    for _ in range(1000):
        size = chance.randint(1, 4)
        hands = {place: "".join(chance.choices("6KA", k=size)) for place in chance.sample(range(PLACES), chance.randint(2, 5))}
        winner = chance.choice(list(hands))
        others = [key_of(hand) for place, hand in hands.items() if place != winner]
        assert int(next_best_key(*laid(hands), winner)) == max(others)
    assert int(next_best_key(*laid({3: "AK"}), 3)) == -1


def test_all_sixes_beat_everything_if_a_hand_is_all_aces_mw_30() -> None:
    assert contest({0: "AA", 1: "66", 2: "KK"}) == ([1], [1])
    assert contest({0: "A", 1: "6"}) == ([1], [1])
    assert contest({3: "AAAA", 8: "6666"}) == ([8], [8])
    assert contest({0: "AAK", 1: "666"}) == ([1], []), "three sixes beat a pair anyway, but there is no Double Cross"
    assert contest({0: "AAA", 1: "66A"}) == ([0], [])


def test_without_aces_sixes_are_the_lowest_of_their_category_mw_31() -> None:
    assert contest({0: "66", 1: "77"}) == ([1], [])
    assert contest({0: "66", 1: "AK"}) == ([0], [])
    assert contest({0: "6", 1: "7"}) == ([1], [])


def test_several_double_crosses_tie_mw_31() -> None:
    assert contest({0: "66", 1: "AA", 2: "66"}) == ([0, 2], [0, 2])


def test_the_sheriff_crosses_and_is_crossed_mw_32_mw_71() -> None:
    assert contest({0: "AA", SHERIFF: "66"}) == ([SHERIFF], [SHERIFF])
    assert contest({0: "66", SHERIFF: "AA"}) == ([0], [0])


def test_same_suit_mw_62_mw_63() -> None:
    chance = random.Random(62)
    for _ in range(3000):
        suits = chance.choice([range(4), [chance.randrange(4)]])
        kinds = [chance.randrange(9) * 4 + chance.choice(suits) for _ in range(chance.randint(1, 8))]
        assert bool(same_suit(masks(set(kinds))[0])) == (len({kind % 4 for kind in kinds}) == 1), kinds
