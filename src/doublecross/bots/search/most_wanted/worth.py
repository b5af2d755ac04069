"""What things are worth in a playout, in spaces of the track."""

from __future__ import annotations

from typing import Any

from doublecross.kernel.jit import compiled

WIN = 6.0
"""Reaching Most Wanted, on top of its spaces."""
BAGS_FEW, BAGS_ALL = 3.0, 1.1
"""So many bags are worth half of all bags; and all of them, for each bag of Bail that threatens, are worth so much."""


@compiled
def of_points(state: Any, rules: Any, seat: Any, points: Any) -> Any:
    """Scoring so many points."""
    ahead = rules.goal - state.pos[seat]
    return ahead + WIN if points >= ahead else points * 1.0


@compiled
def of_bags(state: Any, rules: Any, seat: Any, more: Any) -> Any:
    """So many more bags: the fewer one has and the higher Bail is, the more."""
    threat = rules.bail[min(state.pos[seat] + 3, rules.goal - 1)] + 0.5
    before, after = state.bags[seat], state.bags[seat] + more
    return BAGS_ALL * threat * (after / (after + BAGS_FEW) - before / (before + BAGS_FEW))


@compiled
def of_losing(state: Any, rules: Any, seat: Any) -> Any:
    """What Bail costs a seat that loses a contest (MW-50, MW-51)."""
    due = min(rules.bail[state.pos[seat]], state.pos[seat] + state.bags[seat])
    paid = min(due, state.bags[seat])
    return (due - paid) - of_bags(state, rules, seat, -paid)
