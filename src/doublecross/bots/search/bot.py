"""Search as a bot with a name."""

from __future__ import annotations

from dataclasses import dataclass

from doublecross.bots.bot import Bot
from doublecross.bots.search.search import Search
from doublecross.kernel.game import Game


@dataclass(frozen=True)
class SearchBot:
    """Makes bots that search; it plays every game there is.

    Objects like this one, called with a game and a seed, are what the entry points of the group ``doublecross.bots`` name.

    Attributes:
        playouts: iterations for one whole choice; None for the default.
    """

    playouts: int | None = None

    def plays(self, game: Game) -> bool:
        """Whether it plays a game."""
        return True

    def __call__(self, game: Game, seed: int) -> Bot:
        """A bot for one seat of one game."""
        return Search(game, seed, playouts=self.playouts)


SEARCH_BOT = SearchBot()
