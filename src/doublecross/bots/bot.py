"""What a bot is, what it gets, and bots made of compiled policies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from doublecross.kernel.game import Event, Game
from doublecross.kernel.machine import machine, policy_rng
from doublecross.kernel.position import Position

Policy = Callable[..., Any]
"""A compiled function (number, seen, rules, seat, rng) -> action; see `doublecross.kernel.machine.machine`."""


class Decision:
    """One seat's decision, with everything that the seat may know and nothing else.

    Attributes:
        game: the game that is played.
        seat: who decides.
        rules: the rules record (array of length 1).
        seen: the seat's `know` record (array of length 1).
        legal: its legal actions, ascending.
    """

    def __init__(self, position: Position, seat: int) -> None:
        self.game: Game = position.game
        self.seat = seat
        self.rules = position.rules_array
        self.seen: np.ndarray[Any, Any] = position.know(seat)
        self.legal: list[int] = position.legal(seat)
        self._position = position

    @cached_property
    def view(self) -> Any:
        """The game's View: the present and the whole history as the seat may know them."""
        return self._position.view(self.seat)

    @property
    def events(self) -> list[Event]:
        """The whole history as the seat may know it, oldest first."""
        return self._position.events(self.seat)

    def text(self, action: int) -> str:
        """An action as a token, as people type it."""
        return self.game.action_text(self._position.rules, action)


class Bot(Protocol):
    """A player that is a program. It needs no memory: a decision holds the whole history, so it can take a seat in mid-game."""

    def choose(self, decision: Decision) -> int:
        """One of ``decision.legal``."""
        ...


class PolicyBot:
    """A bot that asks a compiled policy."""

    def __init__(self, game: Game, policy: Policy, number: int, seed: int) -> None:
        self._loops = machine(game, policy)
        self._number, self._rng = number, policy_rng(seed)

    def choose(self, decision: Decision) -> int:
        """The policy's action; chance comes from this bot's own generator."""
        return int(self._loops.enter_policy(self._number, decision.seen, decision.rules, decision.seat, self._rng))


def bot_seed(seed: int, seat: int) -> int:
    """The seed of the bot at a seat in the game of this seed: a game that is started again is played the same way."""
    text = f"bot {seed} {seat}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def whole_choice(bot: Bot, position: Position, seat: int) -> list[int]:
    """The bot's actions up to the end of one whole choice, such as all cards of a set; the position stays as it is.

    They are tried on a position that the seat cannot tell from the true one, so that nothing hidden can have a say in them.
    """
    trial = position.determinize(seat, 0)
    actions: list[int] = []
    while True:
        action = bot.choose(Decision(trial, seat))
        actions.append(action)
        trial.apply(seat, action)
        if not (seat in trial.to_act and trial.mid_choice(seat)):
            return actions
