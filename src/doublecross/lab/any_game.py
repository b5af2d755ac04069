"""What is noted of a game that the lab knows nothing special about."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.jit import compiled
from doublecross.kernel.log import CHOSE
from doublecross.lab.events import kept, kind_of

ROW = np.dtype([("won", "i4"), ("decisions", "i4")])
"""One game: the mask of the winning seats, and how many actions were taken."""


def names(rules: Any) -> dict[str, tuple[str, ...]]:
    """No field has several numbers."""
    return {}


@compiled
def begin(row: Any, state: Any, rules: Any, log: Any) -> None:
    """A game has been set up."""


@compiled
def watch(row: Any, state: Any, rules: Any, log: Any) -> None:
    """A step has been taken; the log holds its events."""
    for number in range(kept(log)):
        row.decisions += 1 if kind_of(log, number) == CHOSE else 0


@compiled
def finish(row: Any, state: Any, rules: Any, won: Any) -> None:
    """The game is over."""
    row.won = np.int64(won)


@compiled
def begins_turn(state: Any) -> Any:
    """Every decision may be one."""
    return True
