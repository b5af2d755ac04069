"""What a table is, at one moment: the fold of its events. Its parts never change; the table replaces them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from doublecross.kernel.game import Game
from doublecross.kernel.happened import Events
from doublecross.kernel.position import Position
from doublecross.kernel.registry import load_game
from doublecross.tables.commands import Clock
from doublecross.tables.events import Settings

CHAT_KEPT = 100
"""Lines of chat a table keeps."""
BEFORE_GAME = -1
KEYS_KEPT = 256
"""Keys of commands remembered for each sender."""


class Seat(msgspec.Struct, frozen=True):
    """A seat; free if it has neither owner nor bot.

    Attributes:
        owner: the person it belongs to, empty for none.
        bot: name of the bot that plays it now: one of its own, or a stand-in for the owner.
        program: its owner is a program elsewhere.
        left: its owner got up during the game.
        bank, factor: what is left of the time bank, and the time granted.
        timed_out: its last choice was made by the clock.
    """

    owner: str = ""
    bot: str = ""
    name: str = ""
    look: str = ""
    program: bool = False
    left: bool = False
    bank: float = 0.0
    factor: int = 1
    timed_out: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody has it."""
        return not self.owner and not self.bot


class Person(msgspec.Struct, frozen=True):
    """Someone the table knows.

    Attributes:
        shown: on a device with several seats, the one whose cards may show; None behind the curtain.
        shares: their device had several seats when the game was dealt, so it goes from hand to hand, also if some got up since.
    """

    name: str
    away: bool = False
    kicked: bool = False
    muted: frozenset[str] = frozenset()
    shown: int | None = None
    shares: bool = False


class Waiting(msgspec.Struct, frozen=True):
    """A place in the queue for the next game."""

    person: str
    name: str
    look: str
    program: bool


class Request(msgspec.Struct, frozen=True):
    """A seat in the game that someone asks for."""

    person: str
    name: str
    seat: int
    agreed: tuple[str, ...] = ()
    program: bool = False


class Part(msgspec.Struct, frozen=True):
    """What a seat has done so far about the open decision.

    Attributes:
        draft: its choice, in text form; in a robbery the cards of a seat that is in.
        ready: for the reveal.
        inside: in a robbery, whether the seat is in.
        changes: how often it has changed between in and out.
        fixed: it may not change any more.
        ends: when its time is up, the bank not counted; None for no limit.
        extended: it has had its time once more.
        overdue: its time is up, and the table waits on.
        timed: its choice was made by the clock.
    """

    draft: str | None = None
    ready: bool = False
    inside: bool = False
    changes: int = 0
    fixed: bool = False
    ends: float | None = None
    extended: bool = False
    overdue: bool = False
    timed: bool = False


@dataclass(frozen=True)
class Decision:
    """What the table decides now.

    Attributes:
        id: new for every decision at this table.
        kind: "choose" (one seat, final at once), "draft" (several, face down) or "robbery" (who is in, and with which cards).
        declarer: in a robbery, who declared it; also while bots still place their cards for it.
        parts: one for each seat that takes part in the decision.
    """

    id: str
    kind: Literal["choose", "draft", "robbery"]
    parts: Mapping[int, Part]
    declarer: int | None = None

    def with_part(self, seat: int, **changes: Any) -> Decision:
        """The decision with one part changed."""
        return replace(self, parts={**self.parts, seat: msgspec.structs.replace(self.parts[seat], **changes)})

    @property
    def changes(self) -> int:
        """How often someone has joined or withdrawn."""
        return sum(part.changes for part in self.parts.values())

    @property
    def waits_for(self) -> list[int]:
        """The seats that are not ready."""
        return [seat for seat, part in self.parts.items() if not part.ready]


class Chat(msgspec.Struct, frozen=True):
    """A line of chat, or a reaction."""

    number: int
    person: str
    text: str
    reaction: str
    at: float


class Notice(msgspec.Struct, frozen=True):
    """A line of the log that is the table's own: after so many steps of the game (`BEFORE_GAME` for the lobby before it)."""

    kind: str
    seat: int | None
    facts: Mapping[str, Any]
    game: int
    steps: int


class Result(msgspec.Struct, frozen=True):
    """A finished game: what was played, and the names of who won."""

    number: int
    game: str
    winners: tuple[str, ...]


@dataclass(slots=True)
class State:
    """A table. Copies share everything but the containers and the position.

    Attributes:
        number: of the last event.
        game_number: games begun so far.
        decisions: decisions opened so far in this game.
        position: the game; None before the first.
        steps: the kernel's events of this game, one entry for each action.
        choices: the whole choices of this game, in order, as a save file has them.
        public: events that everyone could see the effect of; `private`: further ones that only one person could.
        keys: keys of commands that were accepted, by sender.
    """

    table: str
    code: str
    settings: Settings
    number: int = 0
    seats: list[Seat] = field(default_factory=list)
    people: dict[str, Person] = field(default_factory=dict)
    queue: list[Waiting] = field(default_factory=list)
    host: str = ""
    phase: Literal["lobby", "playing", "over"] = "lobby"
    game_number: int = 0
    decisions: int = 0
    position: Position | None = None
    steps: list[Events] = field(default_factory=list)
    choices: list[tuple[int, str]] = field(default_factory=list)
    decision: Decision | None = None
    chat: list[Chat] = field(default_factory=list)
    said: int = 0
    notices: list[Notice] = field(default_factory=list)
    requests: dict[str, Request] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    public: int = 0
    private: dict[str, int] = field(default_factory=dict)
    keys: dict[str, dict[str, None]] = field(default_factory=dict)

    def copy(self) -> State:
        """A copy that goes on independently."""
        copies: dict[str, Any] = {name: value.copy() for name in self.__slots__ if isinstance(value := getattr(self, name), (list, dict))}
        copies["keys"] = {sender: keys.copy() for sender, keys in self.keys.items()}
        return replace(self, **copies, position=None if self.position is None else self.position.clone())

    @property
    def game(self) -> Game:
        """What is played, or will be."""
        return load_game(self.settings.game)

    def own_seats(self, person: str | None) -> list[int]:
        """The seats a person owns, those they have left not counted."""
        return [number for number, seat in enumerate(self.seats) if person and seat.owner == person and not seat.left]

    @property
    def seated(self) -> list[str]:
        """The people who have seats and have not left them, in seat order."""
        return list(dict.fromkeys(seat.owner for seat in self.seats if seat.owner and not seat.left))

    def acts_as_host(self, person: str | None) -> bool:
        """The host; while the host is away or there is none, anyone seated."""
        host = self.people.get(self.host)
        if host is not None and not host.away:
            return person == self.host
        return person == self.host or person in self.seated

    @property
    def clock(self) -> Clock:
        """The clock that runs: without a setting the usual one, and none for a person alone with bots."""
        if self.settings.clock is not None:
            return self.settings.clock
        return Clock() if len(self.seated) > 1 else Clock(kind="none")

    def overdue(self, seat: int) -> bool:
        """Whether the seat's time is up and the table waits on."""
        return self.decision is not None and seat in self.decision.parts and self.decision.parts[seat].overdue

    def names(self) -> list[str]:
        """The name of each seat."""
        return [seat.name for seat in self.seats]

    def set_seat(self, number: int, **changes: Any) -> None:
        """Change a seat."""
        self.seats[number] = msgspec.structs.replace(self.seats[number], **changes)

    def set_person(self, person: str, **changes: Any) -> None:
        """Change a person."""
        self.people[person] = msgspec.structs.replace(self.people[person], **changes)

    def set_part(self, seat: int, **changes: Any) -> None:
        """Change a seat's part of the open decision."""
        if self.decision is not None:
            self.decision = self.decision.with_part(seat, **changes)

    def note(self, kind: str, seat: int | None = None, **facts: Any) -> None:
        """Add a line to the log, with the name that the seat goes by at the time."""
        if seat is not None:
            facts.setdefault("name", self.seats[seat].name)
        before_game = self.position is None
        steps = BEFORE_GAME if before_game else len(self.steps)
        self.notices.append(Notice(kind, seat, facts, self.game_number + before_game, steps))
