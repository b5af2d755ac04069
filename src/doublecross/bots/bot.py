"""What a bot is, what it gets, and bots made of compiled policies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
import numpy as np

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Event, Game
from doublecross.kernel.log import EVENT
from doublecross.kernel.machine import machine, policy_rng
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, as_record, complete, restore

FORMAT = 1
MAGIC = "doublecross decision"
_WHERE = "decision"

Policy = Callable[..., Any]
"""A compiled function (number, seen, rules, seat, rng) -> action; see `doublecross.kernel.machine.machine`."""


class Decision:
    """One seat's decision, with everything that the seat may know and nothing else: it keeps no hold of the true position.

    Attributes:
        game: the game that is played.
        options: all its options, checked.
        players: how many seats there are.
        seat: who decides.
        rules: the rules record (array of length 1).
        seen: the seat's `know` record (array of length 1). Determinizations are made in copies of it (`determinize`).
        legal: its legal actions, ascending.
        log: the history as raw events (`doublecross.kernel.log.EVENT`), hidden cards blank.
    """

    __slots__ = ("game", "legal", "log", "options", "players", "rules", "seat", "seen")

    def __init__(self, position: Position, seat: int) -> None:
        self.game: Game = position.game
        self.options: Mapping[str, Any] = position.options
        self.players: int = position.players
        self.seat = seat
        self.rules = position.rules_array
        self.seen: np.ndarray[Any, Any] = position.know(seat)
        self.legal: list[int] = position.legal(seat)
        self.log: bytes = position.known_log(seat)

    @property
    def view(self) -> Any:
        """The game's View: the present and the whole history as the seat may know them."""
        return self.game.view(as_record(self.seen), as_record(self.rules), self.seat, self.events)

    @property
    def events(self) -> list[Event]:
        """The whole history as the seat may know it, oldest first."""
        rules = as_record(self.rules)
        found = (self.game.read_event(raw, rules, self.seat) for raw in np.frombuffer(self.log, dtype=EVENT))
        return [event for event in found if event is not None]

    def text(self, action: int) -> str:
        """An action as a token, as people type it."""
        return self.game.action_text(as_record(self.rules), action)

    def determinize(self, rng: np.random.Generator | int) -> Position:
        """A position drawn uniformly from those that the seat cannot tell from the true one; `rng` is a NumPy generator or a number.

        What the seat may know of it is this decision again.
        """
        return complete(self.game, self.options, self.rules, self.seen, self.seat, rng, self.log)

    def to_bytes(self) -> bytes:
        """The decision as bytes for `from_bytes`, in another process too: a determinization, so that nothing hidden goes along."""
        return msgspec.msgpack.encode(_Packed(MAGIC, FORMAT, self.seat, self.determinize(0).to_bytes()))

    @staticmethod
    def from_bytes(data: bytes) -> Decision:
        """The decision that `to_bytes` wrote; raises `BadInput` unless the position in it holds every invariant and waits for the seat."""
        try:
            packed = msgspec.msgpack.decode(data, type=_Packed)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadInput(_WHERE, str(error), Phrase("what to_bytes wrote")) from None
        if (packed.magic, packed.format) != (MAGIC, FORMAT):
            raise BadInput(_WHERE, f"{packed.magic[:30]!r} {packed.format}", f"{MAGIC!r} {FORMAT}")
        position = restore(packed.position)
        if packed.seat not in position.to_act:
            raise BadInput(_WHERE, Phrase("seat {seat}", seat=packed.seat), Phrase("a seat that has to choose"))
        return Decision(position, packed.seat)


class _Packed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is written, as MessagePack."""

    magic: str
    format: int
    seat: int
    position: bytes


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


def complete_choice(bot: Bot, decision: Decision) -> list[int]:
    """The bot's actions up to the end of one whole choice, such as all cards of a set.

    They are tried on a position that the seat cannot tell from the true one, so that nothing hidden can have a say in them.
    """
    trial, seat = decision.determinize(0), decision.seat
    actions: list[int] = []
    while True:
        action = bot.choose(Decision(trial, seat) if actions else decision)
        actions.append(action)
        trial.apply(seat, action)
        if not (seat in trial.to_act and trial.mid_choice(seat)):
            return actions


def whole_choice(bot: Bot, position: Position, seat: int) -> list[int]:
    """The whole choice of the bot at a seat that has to choose; the position stays as it is."""
    return complete_choice(bot, Decision(position, seat))
