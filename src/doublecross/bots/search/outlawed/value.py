"""What a position between two rounds of OutLawed! is worth: features of every seat, weighed, and a softmax over the seats."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from doublecross.bots.search.softmax import softmax, weighed
from doublecross.games.outlawed.record import PLAY
from doublecross.games.outlawed.rules import dollars
from doublecross.kernel.bits import popcount
from doublecross.kernel.jit import compiled, compiled_apart

FEATURES = 8
HORIZON = 1
"""Playouts end at the beginning of a round, so many rounds after the one in which they started."""


@compiled
def worth(rules: Any, outlaws: Any) -> Any:
    """What some outlaws count: dollars, or one each with casual scoring."""
    return np.int64(popcount(outlaws)) if rules.casual != 0 else dollars(rules, outlaws)


@compiled
def rounds_left(state: Any, rules: Any) -> Any:
    """At least so many rounds are still played, if nothing stops the fullest jail."""
    most = 0
    for seat in range(rules.players):
        most = max(most, popcount(state.jails[seat]))
    return min(rules.target - most, rules.round_limit - state.round_number + 1)


@compiled_apart
def features(state: Any, rules: Any, seat: Any, table: Any, out: Any) -> None:
    """Write the features (FEATURES numbers) of one seat at the beginning of a round: what it has jailed, by how near the end is.

    Worth is counted in outlaws of average reward.
    """
    mean = worth(rules, rules.used) / popcount(rules.used)
    left = max(rounds_left(state, rules), 1) * 1.0
    jailed, count = worth(rules, state.jails[seat]) / mean, popcount(state.jails[seat]) * 1.0
    hand = worth(rules, state.hands[seat]) / mean
    out[0] = jailed
    out[1] = jailed / left
    out[2] = jailed / math.sqrt(left)
    out[3] = count / rules.target
    out[4] = count / left
    out[5] = hand / popcount(rules.used)
    out[6] = 1.0 if state.badge == seat else 0.0
    out[7] = -worth(rules, state.removed[seat]) / mean / left


@compiled_apart
def evaluate(state: Any, rules: Any, table: Any, values: Any) -> None:
    """Write in `values` the expected win share of every seat at the beginning of a round, by the fitted weights in `table`."""
    found = np.empty(FEATURES)
    for seat in range(rules.players):
        features(state, rules, seat, table, found)
        values[seat] = weighed(found, FEATURES, table, 0)
    softmax(values, rules.players)


@compiled
def judge(state: Any, root: Any, rules: Any, table: Any, values: Any) -> Any:
    """Whether the playout from `root` ends here; then `values` gets the expected win share of every seat."""
    if state.phase != PLAY or state.left != rules.players or state.round_number < root.round_number + HORIZON:
        return False
    evaluate(state, rules, table, values)
    return True
