"""From the features of every seat to what a position is worth to it."""

from __future__ import annotations

import math
from typing import Any

from doublecross.kernel.jit import compiled


@compiled
def weighed(features: Any, count: Any, weights: Any, first: Any) -> Any:
    """The sum of `count` features, each times its weight; their weights begin at `first`."""
    score = 0.0
    for number in range(count):
        score += features[number] * weights[first + number]
    return score


@compiled
def softmax(values: Any, players: Any) -> None:
    """Turn the scores of the seats into shares of one win."""
    most = -1e9
    for seat in range(players):
        most = max(most, values[seat])
    total = 0.0
    for seat in range(players):
        values[seat] = math.exp(values[seat] - most)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total
