"""How search plays OutLawed!: playouts at random to the end of the round, judged by what is jailed."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.search.outlawed.plausible import act, revise
from doublecross.bots.search.outlawed.value import judge
from doublecross.bots.search.outlawed.weights import WEIGHTS
from doublecross.bots.search.plain import candidates, sees

__all__ = ["EXPLORATION", "act", "candidates", "judge", "prepare", "revise", "sees"]

EXPLORATION = 0.06
"""Weight of the confidence term of UCB1."""


def prepare(rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The weights for the number of players of a rules record (array of length 1)."""
    players = int(rules["players"][0])
    return np.array(WEIGHTS[min(WEIGHTS, key=lambda known: abs(known - players))])
