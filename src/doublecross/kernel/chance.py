"""Explicit chance: one step with the random outcomes given, or every outcome it can have, each with its probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from doublecross.kernel.errors import RuleError
from doublecross.kernel.log import MAX_CHANCE
from doublecross.kernel.position import Position, members, scratch


@dataclass(frozen=True)
class Need:
    """A random outcome that a step asks for: each of `outcomes` with its weight (the number of equal cards, say)."""

    outcomes: tuple[int, ...]
    weights: tuple[int, ...]


def step_with(position: Position, seat: int, action: int, outcomes: Sequence[int]) -> tuple[Position | None, Need | None, int]:
    """Take an action on a copy, with these random outcomes in the order in which the rules draw.

    Returns:
        (the new position, None, how many outcomes it used); or (None, what the first draw without an outcome could give, all of them).

    Raises:
        IllegalAction: as `Position.apply` does.
        RuleError: more than `MAX_CHANCE` outcomes.
    """
    if len(outcomes) > MAX_CHANCE:
        raise RuleError(f"{len(outcomes)} outcomes for one step, at most {MAX_CHANCE} can be queued")
    log = scratch.log
    log["explicit"], log["queued"], log["used"], log["need"] = 1, len(outcomes), 0, 0
    log["queue"][0, : len(outcomes)] = outcomes
    after = position.clone()
    try:
        after.apply(seat, action)
    finally:
        log["explicit"] = 0
    if log["need"][0]:
        once, twice = int(log["need_once"][0]), int(log["need_twice"][0])
        could = members(once)
        return None, Need(tuple(could), tuple(1 + (twice >> outcome & 1) for outcome in could)), len(outcomes)
    return after, None, int(log["used"][0])


def branches(position: Position, seat: int, action: int) -> Iterator[tuple[tuple[int, ...], Fraction, Position]]:
    """Every way an action can turn out: (outcomes, probability, position); outcomes in ascending order."""
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        outcomes, probability = waiting.pop()
        after, need, _ = step_with(position, seat, action, outcomes)
        if after is not None:
            yield outcomes, probability, after
        elif need is not None:
            total = sum(need.weights)
            ways = zip(need.outcomes, need.weights, strict=True)
            waiting += [((*outcomes, outcome), probability * Fraction(weight, total)) for outcome, weight in ways][::-1]
