"""Which games search knows something about: what is plausible, how playouts are played, what a position is worth."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType

from doublecross.kernel.game import Game

GUIDES: Mapping[str, str] = {
    "most-wanted": "doublecross.bots.search.most_wanted",
    "outlawed": "doublecross.bots.search.outlawed",
}
"""The guide's module for each game; any other game is searched by `doublecross.bots.search.plain`."""

FUNCTIONS = ("candidates", "revise", "sees", "act", "judge", "reply", "blur", "suppose")
"""The compiled functions of a guide."""


def guide_of(game: Game) -> ModuleType:
    """The game's guide; its functions are described in `doublecross.bots.search.plain`."""
    return importlib.import_module(GUIDES.get(game.name, "doublecross.bots.search.plain"))
