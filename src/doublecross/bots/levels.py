"""Five levels of play in each game, from beginners to the strongest there is: the bots ``level-1`` to ``level-5``.

That each is stronger than the one before was measured; the figures stand in ``docs/levels.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from doublecross.bots.bot import Bot
from doublecross.bots.parameters import SECONDS, THREADS
from doublecross.bots.policies import Character
from doublecross.bots.search.bot import SLOW
from doublecross.bots.search.search import TREES, Search
from doublecross.kernel.game import Game

LEVELS: Mapping[str, tuple[str | int, ...]] = {
    "most-wanted": ("level-1", "level-2", "level-3", 3_000, 30_000),
    "outlawed": ("level-1", "level-2", "level-3", "heuristic", 20_000),
}
"""What each level is, the weakest first: the name of a policy, or how many playouts it searches for one whole choice.

The first ones choose without a thought now and then: `BEGINNERS`, beside the characters of a game, says how often.
"""
USUAL = "level-2"
"""Who sits down with a person when nobody says who."""


@dataclass(frozen=True)
class Level(Character):
    """A level that searches in some games and is a policy in others.

    Where it searches, seed and playouts decide what it plays, unless the time that it is given is too short for them.

    Attributes:
        name: its own.
        level: 1 for the weakest.
    """

    level: int
    parameters = (SECONDS, THREADS)

    @property
    def spends(self) -> float:
        """Seconds for a choice on a slow core, at the most."""
        kinds = [kinds[self.level - 1] for kinds in LEVELS.values()]
        return max(kind for kind in kinds if isinstance(kind, int)) / SLOW

    def number(self, game: Game) -> int | None:
        """Its policy number in a game; None where it searches."""
        kind = self._kind(game)
        return Character(kind).number(game) if isinstance(kind, str) else None

    def plays(self, game: Game) -> bool:
        """Whether the game has levels."""
        return game.name in LEVELS

    def __call__(self, game: Game, seed: int, *, seconds: float | None = None, threads: int = TREES) -> Bot:
        """A bot for one seat of one game; `seconds` is the most that it may take for a choice."""
        kind = self._kind(game)
        if isinstance(kind, str):
            return Character(kind)(game, seed)
        return Search(game, seed, playouts=kind, seconds=seconds, threads=threads)

    def _kind(self, game: Game) -> str | int:
        return LEVELS[game.name][self.level - 1]


LEVEL_1, LEVEL_2, LEVEL_3 = (Character(f"level-{level}") for level in (1, 2, 3))
LEVEL_4, LEVEL_5 = (Level(f"level-{level}", level) for level in (4, 5))
