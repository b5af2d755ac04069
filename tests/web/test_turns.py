"""Whose turn it is to think and for how long: budgets that shrink, promises that hold, suspects. No clock runs here."""

from __future__ import annotations

import asyncio
import heapq
import random
from typing import Any, cast

import pytest

from doublecross.web.suspects import REST, STRIKES, Suspects
from doublecross.web.turns import LEAST, OVERHEAD, WITHIN, Asked, Turns

HERE, THERE = ("outlawed", "search"), ("most-wanted", "search")
NOBODY = cast("asyncio.Future[list[int]]", None)


def asked(at: float, full: float = 0.8, until: float = 60.0, pair: Any = HERE) -> Asked:
    return Asked(pair, 0, b"", full, False, at + WITHIN, at + until, NOBODY)


def played(turns: Turns, slots: int, arrivals: list[tuple[float, Asked]], part: float = 1.0) -> list[tuple[Asked, float, float]]:
    """Who thought, for how long and until when, if all come at their times and take this part of their budgets; the rest found no room."""
    free, found = [0.0] * slots, []
    coming = sorted(arrivals, key=lambda arrival: arrival[0])
    while coming or len(turns):
        now = free[0] if len(turns) else max(free[0], coming[0][0])
        while coming and coming[0][0] <= now:
            turns.join(coming.pop(0)[1])
        first = turns.first()
        if first is None:
            continue
        budget = turns.budget(first, now)
        turns.leave(first)
        if budget:
            end = now + budget * part + OVERHEAD
            heapq.heapreplace(free, end)
            found.append((first, budget, end))
    return found


def test_whoever_comes_alone_gets_all_of_its_budget() -> None:
    turns = Turns(2)
    turns.ready(HERE)
    alone = [(10.0 * number, asked(10.0 * number)) for number in range(3)]
    assert [budget for _, budget, _ in played(turns, 2, alone)] == [0.8] * 3
    assert turns.promise(50.0, 0.8) == pytest.approx(0.8 + OVERHEAD)


def test_a_crowd_shares_what_time_there_is() -> None:
    """A hundred at once, two at a time: each gets as much, and all are done in time."""
    turns = Turns(2)
    turns.ready(HERE)
    found = played(turns, 2, [(0.0, asked(0.0)) for _ in range(100)])
    budgets = [budget for _, budget, _ in found]
    assert len(found) == 100
    assert max(end for _, _, end in found) <= WITHIN + 1e-9
    assert min(budgets) == pytest.approx(max(budgets)) == pytest.approx(WITHIN / 50 - OVERHEAD)


def test_who_finds_no_room_does_not_think_and_keeps_nobody() -> None:
    """A thousand at once: as many as fit think the least time there is, and none of them for nothing."""
    turns = Turns(2)
    turns.ready(HERE)
    found = played(turns, 2, [(0.0, asked(0.0, until=3.01)) for _ in range(1000)])
    assert len(found) == int(3.01 / (LEAST + OVERHEAD)) * 2
    assert {budget for _, budget, _ in found} == {LEAST}
    assert max(end for _, _, end in found) <= 3.01


@pytest.mark.parametrize("slots", [1, 2, 4])
@pytest.mark.parametrize("part", [0.1, 1.0])
def test_promises_hold_and_depend_on_the_questions_alone(slots: int, part: float) -> None:
    """Questions by chance, rare and in crowds: everybody has thought when that was promised, however long the others took."""
    rng, turns, at, arrivals, promised = random.Random(slots), Turns(slots), 0.0, [], {}
    turns.ready(HERE)
    for _ in range(400):
        at += rng.choice([0.0, 0.0, 0.01, 0.1, 1.5])
        new = asked(at, rng.choice([0.05, 0.3, 0.8]))
        promised[new] = at + turns.promise(at, new.full)
        arrivals.append((at, new))
    found = played(turns, slots, arrivals, part)
    assert len(found) == 400
    assert all(end <= promised[who] + 1e-9 for who, _, end in found)
    assert all(promised[who] <= who.deadline + 1e-9 for who in promised)


def test_bots_that_are_not_ready_shorten_nobodys_time() -> None:
    turns = Turns(1)
    turns.ready(HERE)
    held, free = [asked(0.0, pair=THERE) for _ in range(50)], asked(1.0)
    for each in (*held, free):
        turns.join(each)
    assert turns.first() is free
    assert turns.budget(free, 1.0) == 0.8
    assert (turns.held, len(turns)) == ([THERE], 51)
    turns.ready(THERE)
    assert turns.first() is held[0]  # it gets the place that it would have had
    assert turns.first({THERE}) is free
    turns.nobody_ready()
    assert turns.first() is None
    assert [turns.leave(each) for each in (*held, free)] == [True] * 51
    assert (turns.leave(free), turns.held, len(turns)) == (False, [], 0)


def test_a_bot_that_ends_the_process_again_and_again_is_left_alone_for_a_while() -> None:
    suspects = Suspects()
    for _ in range(STRIKES - 1):
        assert suspects.blame([HERE, HERE], 5.0) == []
    assert HERE in suspects
    assert not suspects.rests(HERE, 5.0)
    assert suspects.blame([HERE, THERE], 5.0) == [HERE]
    assert [suspects.rests(pair, 5.0 + REST / 2) for pair in (HERE, THERE)] == [True, False]
    assert not suspects.rests(HERE, 5.0 + REST)
    assert suspects.blame([HERE], 700.0) == [HERE]  # one more try, and no second one
    suspects.clear(THERE)
    suspects.clear(HERE)
    assert HERE not in suspects
    assert THERE not in suspects
    assert suspects.blame([THERE], 0.0, STRIKES) == [THERE]
