"""What things are worth to the heuristic, measured in spaces of the track."""

from __future__ import annotations

from typing import Any

from doublecross.kernel.jit import compiled

WIN = 6.0
"""Reaching Most Wanted, on top of its spaces."""
BAGS_FEW = 3.0
"""The first bags are worth most: so many bags are worth half of all the bags in the world."""
BAGS_ALL = 1.1
"""All the bags in the world, for each bag of Bail that threatens."""


@compiled
def worth_of_points(seen: Any, rules: Any, seat: Any, points: Any) -> Any:
    """What scoring is worth to a seat."""
    ahead = rules.goal - seen.pos[seat]
    if points >= ahead:
        return ahead + WIN
    return points * 1.0


@compiled
def _worth_of_holding(bags: Any) -> Any:
    return bags / (bags + BAGS_FEW)


@compiled
def worth_of_bags(seen: Any, rules: Any, seat: Any, bags: Any) -> Any:
    """What so many more bags are worth: more to the poor, and more where Bail is high."""
    threat = rules.bail[min(seen.pos[seat] + 3, rules.goal - 1)] + 0.5
    return BAGS_ALL * threat * (_worth_of_holding(seen.bags[seat] + bags) - _worth_of_holding(seen.bags[seat]))


@compiled
def cost_of_losing(seen: Any, rules: Any, seat: Any) -> Any:
    """What Bail costs a seat that loses: spaces for the bags it lacks, and the worth of those it pays (MW-50, MW-51)."""
    due = min(rules.bail[seen.pos[seat]], seen.pos[seat] + seen.bags[seat])
    paid = min(due, seen.bags[seat])
    return (due - paid) - worth_of_bags(seen, rules, seat, -paid)


@compiled
def weight_of_others(rules: Any) -> Any:
    """How much a space of another seat hurts: as much as one's own with two players, less the more there are."""
    return 1.0 / (rules.players - 1)
