"""Explicit chance: one step with the random outcomes given, or every outcome it can have, each with its probability."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from doublecross.kernel.errors import RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.happened import Events
from doublecross.kernel.log import MAX_CHANCE
from doublecross.kernel.position import Position, members, scratch, start


@dataclass(frozen=True)
class Need:
    """A random outcome that a step asks for: each of `outcomes` with its weight (the number of equal cards, say)."""

    outcomes: tuple[int, ...]
    weights: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """What a step came to.

    Attributes:
        need: the first random outcome that was not given, or None.
        position, events: the position after the step and what happened; meaningless while `need` is not None.
        used: how many of the given outcomes were drawn.
    """

    need: Need | None
    position: Position
    events: Events
    used: int


def step_with(position: Position, seat: int, action: int, outcomes: Sequence[int]) -> Step:
    """Take an action on a copy, with these random outcomes in the order in which the rules draw.

    Raises:
        IllegalAction: as `Position.apply` does.
        RuleError: more than `MAX_CHANCE` outcomes.
    """
    after = position.clone()
    with _given(outcomes) as log:
        events = after.apply(seat, action)
    return Step(_need(log) if log["need"][0] else None, after, events, int(log["used"][0]))


def begin_with(game: Game, players: int, options: Mapping[str, Any], outcomes: Sequence[int]) -> Step:
    """Set up a game (with checked options) and deal these random outcomes in the order in which the rules draw; raises like `step_with`."""
    with _given(outcomes) as log:
        position = start(game, players, 0, options)
    events = Events(game, position.rules, b"".join(position._chunks()))
    return Step(_need(log) if log["need"][0] else None, position, events, int(log["used"][0]))


@contextlib.contextmanager
def _given(outcomes: Sequence[int]) -> Iterator[np.ndarray[Any, Any]]:
    """This thread's log, with the outcomes of the next step queued in it."""
    if len(outcomes) > MAX_CHANCE:
        raise RuleError(f"{len(outcomes)} outcomes for one step, at most {MAX_CHANCE} can be queued")
    log = scratch.log
    log["explicit"], log["queued"], log["used"], log["need"] = 1, len(outcomes), 0, 0
    log["queue"][0, : len(outcomes)] = outcomes
    try:
        yield log
    finally:
        log["explicit"] = 0


def _need(log: np.ndarray[Any, Any]) -> Need:
    twice = int(log["need_twice"][0])
    could = tuple(members(int(log["need_once"][0])))
    return Need(could, tuple(1 + (twice >> outcome & 1) for outcome in could))


def branches(position: Position, seat: int, action: int) -> Iterator[tuple[tuple[int, ...], Fraction, Position]]:
    """Every way an action can turn out: (outcomes, probability, position), outcomes in ascending order."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        outcomes, probability = waiting.pop()
        step = step_with(position, seat, action, outcomes)
        if step.need is None:
            yield outcomes, probability, step.position
        else:
            total = sum(step.need.weights)
            ways = zip(step.need.outcomes, step.need.weights, strict=True)
            waiting += [((*outcomes, outcome), probability * Fraction(weight, total)) for outcome, weight in ways][::-1]
