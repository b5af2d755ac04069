"""Which games have policies that play better than chance, and the numbers of their characters."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

from doublecross.bots.bot import Policy
from doublecross.kernel.game import Game
from doublecross.kernel.loops import RANDOM
from doublecross.kernel.machine import no_policy

RANDOM_NAME = "random"


@dataclass(frozen=True)
class Players:
    """The policy of one game.

    Attributes:
        module: where its compiled `policy` is defined; imported only when it is needed.
        numbers: its policy number for each bot's name.
    """

    module: str
    numbers: Mapping[str, int]


PLAYERS: Mapping[str, Players] = {
    "most-wanted": Players("doublecross.bots.most_wanted", {"heuristic": 1}),
    "outlawed": Players("doublecross.bots.outlawed", {"heuristic": 1}),
}
"""Any other game has the bot `random`, and those that register under the entry point group `doublecross.bots`."""


def policy_of(game: Game) -> Policy:
    """The game's compiled policy, for all of its numbers."""
    players = PLAYERS.get(game.name)
    if players is None:
        return no_policy
    policy: Policy = importlib.import_module(players.module).policy
    return policy


def policy_numbers(game: Game) -> dict[str, int]:
    """The policy number of each bot that is a policy of this game."""
    players = PLAYERS.get(game.name)
    return {RANDOM_NAME: RANDOM, **(players.numbers if players else {})}
