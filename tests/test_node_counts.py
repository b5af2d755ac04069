"""How many lines of play small variants have, chance included, and whether chance in the open is the chance that is drawn."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from doublecross.kernel.chance import branches
from doublecross.kernel.position import Position
from doublecross.kernel.rng import RNG_FIELDS, WORDS
from tests.node_counts import FILE, VARIANTS, breakdown, count, moves, root

EXPECTED: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", VARIANTS)
def test_lines_of_play(name: str) -> None:
    """Where the counts differ, the breakdown by first action says under which one."""
    expected, deepest = EXPECTED[name], VARIANTS[name][1]
    position = root(name)
    assert [count(position, depth) for depth in range(1, deepest)] == expected["counts"]
    assert breakdown(position, deepest) == expected["deepest"]


def test_two_of_the_counts_by_hand() -> None:
    """One card each of 6KA in two suits, four cards in the deck (MW-80).

    The first player can go to church, labor or duel: 3. At church, keeping the card draws one of the four in the deck.
    """
    position = root("one card each, ties from the deck")
    assert count(position, 1) == 3
    church = next(after for _, action, after in moves(position) if position.action_text(action) == "church")
    done = [after for _, action, after in moves(church) if church.action_text(action) == "done"]
    assert len(done) == 4


@pytest.mark.parametrize("name", VARIANTS)
def test_the_probabilities_of_all_ways_add_up(name: str) -> None:
    position = root(name)
    for _ in range(6):
        if position.is_over:
            break
        seat = min(position.to_act)
        for action in position.legal(seat):
            ways = list(branches(position, seat, action))
            assert sum(probability for _, probability, _ in ways) == Fraction(1)
            assert len({after.state_bytes() for _, _, after in ways}) <= len(ways)
        position = ways[-1][2]


def without_generator(position: Position) -> bytes:
    state = position._state.copy()
    for field in RNG_FIELDS:
        state[field[0]] = 0
    return state.tobytes()


def test_what_is_drawn_is_one_of_the_ways_each_as_often_as_it_says() -> None:
    """Church: a draw of two from four cards, 3000 times with other keys."""
    position = root("one card each, ties from the deck")
    card = position.view(0).hand[0]
    for token in ("church", card):
        position.apply(0, position.action_from_text(token))
    done = position.action_from_text("done")
    expected: Counter[bytes] = Counter()
    for _, probability, after in branches(position, 0, done):
        expected[without_generator(after)] += probability  # type: ignore[assignment]
    found: Counter[bytes] = Counter()
    for key in range(3000):
        drawn = position.clone()
        drawn._state["key"][0, 0], drawn._state["spent"] = key, WORDS
        drawn.apply(0, done)
        found[without_generator(drawn)] += 1
    assert set(found) == set(expected)
    surprise = sum((found[end] - 3000 * float(chance)) ** 2 / (3000 * float(chance)) for end, chance in expected.items())
    assert surprise < len(expected) + 5 * (2 * len(expected)) ** 0.5
