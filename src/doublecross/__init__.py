"""Most Wanted and OutLawed!, two games of bluff in the Wild West, by the book.

>>> import doublecross
>>> position = doublecross.new("most-wanted", players=4, seed=7)  # doctest: +SKIP

The names below are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from doublecross.games.most_wanted.judge import judge_most_wanted
    from doublecross.games.outlawed.judge import judge_outlawed
    from doublecross.kernel.conformance import check_game
    from doublecross.kernel.errors import BadInput, IllegalAction
    from doublecross.kernel.position import Position, from_bytes, new

__version__ = "0.1.0"
__all__ = ["BadInput", "IllegalAction", "Position", "check_game", "from_bytes", "judge_most_wanted", "judge_outlawed", "new"]

_HOMES = {
    "BadInput": "doublecross.kernel.errors",
    "IllegalAction": "doublecross.kernel.errors",
    "Position": "doublecross.kernel.position",
    "check_game": "doublecross.kernel.conformance",
    "from_bytes": "doublecross.kernel.position",
    "judge_most_wanted": "doublecross.games.most_wanted.judge",
    "judge_outlawed": "doublecross.games.outlawed.judge",
    "new": "doublecross.kernel.position",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
