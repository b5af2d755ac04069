"""A table for tests: commands in short, every event through its stored form, and what each viewer receives."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from doublecross.bots.registry import make_bot
from doublecross.tables import commands as c
from doublecross.tables.adapters import Adapter, adapter
from doublecross.tables.events import Stored, decode, encode
from doublecross.tables.refusals import Refusal
from doublecross.tables.robbery import MOST_CHANGES
from doublecross.tables.table import Table
from doublecross.tables.views import TableView

_PLAIN = Adapter()


class Desk:
    """A table and everything stored of it. Time passes only where a test says so.

    Attributes:
        table: the table.
        log: its events.
        now: the time.
    """

    def __init__(self, game: str = "most-wanted", players: int = 3, options: Mapping[str, Any] | None = None, **settings: Any) -> None:
        self.now = 1000.0
        self.log = Table.open("table", "QK7", game=game, players=players, now=self.now, options=options, **settings)
        self.table = Table.from_events(self.log)
        self._keys = itertools.count()

    def give(self, command: Any, by: str | None, seed: int = 0) -> list[Stored]:
        """A command, heard and folded in."""
        events = [decode(encode(event)) for event in self.table.decide(command, by, self.now, seed)]
        for event in events:
            self.table.fold(event)
        self.log += events
        return events

    def do(self, by: str | None, kind: type[Any], *, seed: int = 0, key: str | None = None, **fields: Any) -> list[Stored]:
        """A command of this kind with a key of its own."""
        return self.give(kind(key=key or f"k{next(self._keys)}", **fields), by, seed)

    def refused(self, by: str | None, kind: type[Any], **fields: Any) -> str:
        """Why a command is refused; nothing may change."""
        before = self.fingerprint()
        with pytest.raises(Refusal) as refusal:
            self.do(by, kind, **fields)
        assert self.fingerprint() == before
        return str(refusal.value.reason)

    def seat(self, *people: str, bots: int = 0, bot: str = "random") -> Desk:
        """People sit down, then bots; a person is called as their handle, with a capital."""
        for person in people:
            self.do(person, c.Sit, name=person.capitalize())
        for _ in range(bots):
            self.do(people[0], c.AddBot, bot=bot)
        return self

    def start(self, seed: int = 7) -> Desk:
        """The host starts."""
        self.do(self.table.state.host, c.Start, seed=seed)
        return self

    def fingerprint(self) -> bytes:
        """Everything the table is, for comparisons."""
        state = self.table.state
        plain = {name: getattr(state, name) for name in state.__slots__ if name not in ("position", "steps", "decision")}
        decision = state.decision
        asked = decision and (decision.id, decision.kind, decision.declarer, sorted(decision.parts.items()))
        position = state.position.to_bytes() if state.position else b""
        return msgspec.msgpack.encode([plain, asked, position, len(state.steps)], enc_hook=list)

    def again(self) -> Desk:
        """The same table, folded anew from what was stored."""
        desk = Desk.__new__(Desk)
        desk.now, desk.log, desk._keys = self.now, list(self.log), itertools.count(10**6)
        desk.table = Table.from_events(decode(encode(event)) for event in self.log)
        return desk

    @property
    def decision(self) -> str:
        """The id of the open decision."""
        assert self.table.state.decision is not None
        return self.table.state.decision.id

    def part(self, seat: int) -> Any:
        """A seat's part of the open decision."""
        assert self.table.state.decision is not None
        return self.table.state.decision.parts[seat]

    @property
    def waits(self) -> list[int]:
        """Whom the table waits for."""
        return self.table.state.decision.waits_for if self.table.state.decision else []

    def view(self, viewer: str | None = None, language: str = "en") -> TableView:
        """What a viewer sees."""
        return self.table.view(viewer, language)

    def received(self, viewer: str | None) -> tuple[int, bytes, bytes]:
        """Version and bytes of what a viewer receives, in both languages."""
        return (self.table.version(viewer), *(msgspec.json.encode(self.view(viewer, language)) for language in ("en", "es")))

    def owner(self, seat: int) -> str:
        """Whose seat it is."""
        return self.table.state.seats[seat].owner

    def seat_of(self, person: str) -> int:
        """The first seat of a person."""
        return self.table.state.own_seats(person)[0]

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat."""
        assert self.table.state.position is not None
        return list(self.table.state.position.view(seat).hand)

    def lines(self, viewer: str | None = None) -> list[str]:
        """The log as a viewer reads it."""
        return [line.text for line in self.view(viewer).log]

    def answer_bots(self) -> None:
        """Every bot the table waits for answers, until it waits for people alone."""
        while asked := self.table.asked_bots:
            bot = make_bot(asked[0].bot, asked[0].position.game, 1)
            self.do(None, c.BotChose, decision=asked[0].decision, seat=asked[0].seat, choice=asked[0].choose(bot))

    def any_choice(self, seat: int, rng: random.Random) -> str:
        """A whole choice that the seat can make now; in a robbery, cards or staying out."""
        state = self.table.state
        assert state.position is not None
        assert state.decision is not None
        position = state.position
        if state.decision.kind == "robbery":
            part = state.decision.parts[seat]
            inside = part.inside if part.changes >= MOST_CHANGES else rng.random() < 0.5
            if seat != state.decision.declarer and not inside:
                return "out"
            position = adapter(position).placing(position, seat)
        return _PLAIN.neutral(position, seat, rng)

    def play_on(self, seed: int = 1, most: int = 10_000) -> Desk:
        """Everyone answers at random until the game is over, or so many answers were given."""
        rng = random.Random(seed)
        for _ in range(most):
            self.answer_bots()
            if self.table.state.phase != "playing":
                break
            seat = rng.choice(self.waits)
            self.do(self.owner(seat), c.Choose, decision=self.decision, choice=self.any_choice(seat, rng), seat=seat)
        return self


def to_robbery(desk: Desk, cards: bool = True, tile: str = "pony") -> int:
    """The active seat declares a robbery; returns that seat."""
    seat = desk.waits[0]
    placed = " ".join(desk.hand(seat)[:2]) if cards else ""
    desk.do(desk.owner(seat), c.Choose, decision=desk.decision, choice=tile, cards=placed)
    return seat
