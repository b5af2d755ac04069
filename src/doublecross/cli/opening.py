"""From the arguments of the command line to a game that can start."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np

from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.position import make_rules
from doublecross.kernel.registry import load_game
from doublecross.kernel.variants import read_variant_file


@dataclass(frozen=True)
class Opening:
    """What is going to be played.

    Attributes:
        game: the game.
        players: how many seats.
        options: all options, checked, also together.
        rules: the rules record (array of length 1).
    """

    game: Game
    players: int
    options: dict[str, Any]
    rules: np.ndarray[Any, Any]


def open_game(args: argparse.Namespace, fewest: int = 1) -> Opening:
    """The game that the arguments name, for `fewest` players or more where they do not say how many.

    A variant file counts least, then ``--deck``, then ``-o``. Nothing is compiled yet.

    Raises:
        BadInput: for anything that the game does not know or allow.
    """
    game = load_game(args.game)
    given: dict[str, Any] = {}
    if args.variant is not None:
        given |= read_variant_file(args.variant, {option.name: option.kind for option in game.options})
    if args.deck is not None:
        given["deck"] = args.deck
    given |= dict(args.options)
    options = check_options(game.options, given, game.name)
    players = args.players or max(game.players[0], fewest)
    return Opening(game, players, options, make_rules(game, players, options))
