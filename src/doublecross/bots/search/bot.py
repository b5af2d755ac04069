"""Search as a bot with a name."""

from __future__ import annotations

from dataclasses import dataclass

from doublecross.bots.bot import Bot
from doublecross.bots.parameters import BUDGET, THREADS
from doublecross.bots.search.search import TREES, Search
from doublecross.kernel.game import Game

SLOW = 5000
"""Playouts a second on a slow core."""


@dataclass(frozen=True)
class SearchBot:
    """Makes bots that search; it plays every game there is.

    Objects like this one, called with a game and a seed, are what the entry points of the group ``doublecross.bots`` name.

    Attributes:
        playouts: iterations for one whole choice; None for the default. Whoever asks for a bot may set another number, or a time.
    """

    playouts: int | None = None
    parameters = (*BUDGET, THREADS)

    @property
    def spends(self) -> float | None:
        """Seconds for a choice with its own number of playouts, at the most: a server that has so much time lets it use just these."""
        return None if self.playouts is None else self.playouts / SLOW

    def plays(self, game: Game) -> bool:
        """Whether it plays a game."""
        return True

    def __call__(self, game: Game, seed: int, *, playouts: int | None = None, seconds: float | None = None, threads: int = TREES) -> Bot:
        """A bot for one seat of one game."""
        if playouts is None and seconds is None:
            playouts = self.playouts
        return Search(game, seed, playouts=playouts, seconds=seconds, threads=threads)


SEARCH_BOT = SearchBot()
