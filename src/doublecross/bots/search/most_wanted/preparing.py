"""What playouts look up, made once for a set of rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.search.most_wanted.odds import WEIGHTS_0, fill
from doublecross.bots.search.most_wanted.weights import WEIGHTS
from doublecross.kernel.machine import policy_rng


def prepare(rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The table for a rules record (array of length 1): odds, always dealt from the same seed, and the weights for so many players."""
    players = int(rules["players"][0])
    weights = WEIGHTS[min(WEIGHTS, key=lambda known: abs(known - players))]
    table = np.zeros(WEIGHTS_0 + len(weights))
    fill(table, rules, policy_rng(0))
    table[WEIGHTS_0:] = weights
    return table
