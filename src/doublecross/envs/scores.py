"""How far a seat has come, in each game's own measure: what the reward `score_margin` compares. Compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from doublecross.kernel.bits import NONE, lowest, popcount, without_lowest
from doublecross.kernel.jit import compiled

Score = Callable[..., Any]
"""A compiled function (state, rules, seat) -> whole number."""


@compiled
def no_score(state: Any, rules: Any, seat: Any) -> Any:
    """The score in a game that has none; it is never asked."""
    return 0


@compiled
def spaces(state: Any, rules: Any, seat: Any) -> Any:
    """Most Wanted: the space of the track on which the seat's token stands (MW-08)."""
    return state.pos[seat]


@compiled
def worth(state: Any, rules: Any, seat: Any) -> Any:
    """OutLawed!: dollars in the seat's jail (OL-31), or outlaws with casual scoring (OL-32)."""
    if rules.casual != 0:
        return popcount(state.jails[seat])
    total, rest = 0, state.jails[seat]
    while rest != NONE:
        total += rules.rewards[lowest(rest)]
        rest = without_lowest(rest)
    return total


SCORES: Mapping[str, Score] = {"most-wanted": spaces, "outlawed": worth}
"""The games that have a score."""
