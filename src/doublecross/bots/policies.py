"""Which games have policies that play better than chance, and the bots made of them."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from doublecross.bots.bot import Bot, Policy, PolicyBot
from doublecross.kernel.game import Game
from doublecross.kernel.machine import RANDOM, no_policy


@dataclass(frozen=True)
class Players:
    """The policy of one game.

    Attributes:
        module: where its compiled `policy` is defined; imported only when it is needed.
        numbers: its policy number for each character's name.
    """

    module: str
    numbers: Mapping[str, int]


NUMBERS = {"heuristic": 1, "clem": 2, "gus": 3, "silas": 4, "abigail": 5, "rosa": 6}
"""The characters are the same people in both games, row by row of the games' tables."""
BEGINNERS = {"level-1": 7, "level-2": 8, "level-3": 9}
"""The lower levels come after them; see `doublecross.bots.levels`."""
PLAYERS: Mapping[str, Players] = {
    "most-wanted": Players("doublecross.bots.most_wanted", NUMBERS | BEGINNERS),
    "outlawed": Players("doublecross.bots.outlawed", NUMBERS | BEGINNERS),
}
"""A game that is not here has the bot `random`, and bots of its own if it registers some."""


def policy_of(game: Game) -> Policy:
    """The game's compiled policy, for all of its numbers."""
    players = PLAYERS.get(game.name)
    if players is None:
        return no_policy
    policy: Policy = importlib.import_module(players.module).policy
    return policy


@dataclass(frozen=True)
class Character:
    """A bot that is a policy, in every game that has a number for it; `random` has one in all.

    Objects like this one, called with a game and a seed, are what the entry points of the group ``doublecross.bots`` name.
    """

    name: str

    def number(self, game: Game) -> int | None:
        """Its policy number in a game, or None if it does not play it."""
        if self.name == "random":
            return RANDOM
        players = PLAYERS.get(game.name)
        return players.numbers.get(self.name) if players else None

    def plays(self, game: Game) -> bool:
        """Whether it plays a game."""
        return self.number(game) is not None

    def __call__(self, game: Game, seed: int) -> Bot:
        """A bot of this kind, for one seat of one game that it plays."""
        number = self.number(game)
        assert number is not None, f"{self.name} does not play {game.name}"
        return PolicyBot(game, policy_of(game), number, seed)


RANDOM_BOT = Character("random")
HEURISTIC_BOT = Character("heuristic")
CLEM, GUS, SILAS, ABIGAIL, ROSA = (Character(name) for name in ("clem", "gus", "silas", "abigail", "rosa"))
