"""Mini variants: games so small that they can be solved, each a file here, named by it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game

MINIS = (
    "mw-tiny",
    "mw-robbery",
    "mw-labor",
    "mw-duel",
    "mw-three",
    "ol-tiny",
    "ol-three",
    "ol-four",
    "ol-five",
    "ol-table",
)
"""Their names: `mw` for Most Wanted, `ol` for OutLawed!."""


@dataclass(frozen=True)
class Mini:
    """A mini variant.

    Attributes:
        name: its name in `MINIS`.
        about: what it is about, in a sentence.
        game: the game it is a variant of.
        players: how many seats.
        options: all options of the game, checked.
        recall: more events than one seat is told of in a game.
    """

    name: str
    about: str
    game: Game
    players: int
    options: Mapping[str, Any]
    recall: int


def mini(name: str) -> Mini:
    """The mini variant of this name; raises `BadInput`."""
    if name not in MINIS:
        raise BadInput(Phrase("mini variant"), repr(name), ", ".join(MINIS))
    where = f"{name}.toml"
    given = tomllib.loads(resources.files(__name__).joinpath(where).read_text("utf-8"))
    game = load_game(given["game"])
    return Mini(name, given["about"], game, given["players"], check_options(game.options, given["options"], where), given["recall"])
