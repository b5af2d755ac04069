"""How search plays OutLawed!: playouts at random to the end of the round, judged by what is jailed."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.search.outlawed.model import blur, reply, suppose
from doublecross.bots.search.outlawed.plausible import BELIEF, BELIEFS, act, revise
from doublecross.bots.search.outlawed.value import judge
from doublecross.bots.search.outlawed.weights import WEIGHTS
from doublecross.bots.search.plain import candidates, sees

__all__ = ["EXPLORATION", "MODELLED", "act", "blur", "candidates", "judge", "prepare", "reply", "revise", "sees", "suppose"]

EXPLORATION = 0.06
"""Weight of the confidence term of UCB1."""
MODELLED = 0.8
"""The share of iterations in which rivals do what the heuristic does."""


def prepare(rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The weights for the number of players of a rules record (array of length 1)."""
    players = int(rules["players"][0])
    table = np.zeros(BELIEF + BELIEFS)
    table[:BELIEF] = WEIGHTS[min(WEIGHTS, key=lambda known: abs(known - players))]
    return table
