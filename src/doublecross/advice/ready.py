"""Making advice ready, so that the first person who wants some does not wait for the compiler."""

from __future__ import annotations

from doublecross.advice.hints import hints
from doublecross.advice.weighing import Scales
from doublecross.bots.bot import Decision
from doublecross.kernel.game import Game
from doublecross.kernel.position import new


def make_hints_ready(game: Game) -> None:
    """Ask for one hint."""
    position = new(game, players=game.players[0], seed=0)
    hints(Decision(position, min(position.to_act)), 0, "en", position.seat_names("en"), worlds=1)


def make_reviews_ready(game: Game) -> None:
    """Weigh one position."""
    Scales(game, 0).warm(new(game, players=game.players[0], seed=0))
