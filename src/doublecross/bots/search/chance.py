"""Chance of the search."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.jit import compiled
from doublecross.kernel.rng import next_policy_word

_11 = np.uint64(11)


@compiled
def chance(rng: Any) -> Any:
    """A number from 0 up to, but not including, 1; `rng` is a `doublecross.kernel.rng.POLICY_RNG` record."""
    return (next_policy_word(rng) >> _11) / 9007199254740992.0
