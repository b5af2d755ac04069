"""From the arguments of the command line to a game that can start."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
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


def read_names(given: str | None, players: int, others: Sequence[str]) -> list[str]:
    """A name for each seat: first those that were given, separated by commas, then others.

    Raises:
        BadInput: for too many names, and for names that are alike, too long or not printable.
    """
    named = [name.strip() for name in given.split(",")] if given else []
    if len(named) > players:
        raise BadInput("--names", Phrase("{count} names", count=len(named)), Phrase("at most {most}", most=players))
    names = [*named, *[name for name in others if name not in named][: players - len(named)]]
    if not all(name.isprintable() and 0 < len(name) <= 30 for name in names) or len(set(names)) < len(names):
        raise BadInput("--names", repr(given), Phrase("different names of 1 to {most} characters", most=30))
    return names
