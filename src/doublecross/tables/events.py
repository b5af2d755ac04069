"""What is stored of a table: one `Stored` for each thing that happened, in the order in which it happened.

Choices are in the text form of save files. Everything that chance or the time had a say in is written down, so that folding the events
leads to the same table always.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from doublecross.tables.commands import Clock

FOLD_VERSION = 2
"""Raised with every change that would fold stored events differently."""


SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=64)]


class _Fact(msgspec.Struct, frozen=True, tag_field="is", kw_only=True, forbid_unknown_fields=True):
    """Anything that happened."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played, and how.

    Attributes:
        game: name of the game.
        options: all its options, as JSON holds them.
        players: number of seats.
        clock: None for the usual one: 60 seconds and a bank of 120, none for a person alone with bots.
        chat: whether people can write.
        listed: whether the table stands in the list of open tables.
        hints: whether seats may ask what their choices are worth.
    """

    game: str
    options: dict[str, Any]
    players: int
    clock: Clock | None = None
    chat: bool = True
    listed: bool = False
    hints: bool = False


class Opened(_Fact, frozen=True, tag="opened"):
    """The table is there."""

    fold_version: int
    table: str
    code: str
    settings: Settings


class Seated(_Fact, frozen=True, tag="seated"):
    """A person has a seat."""

    seat: SeatNumber
    person: str
    name: str
    look: str
    program: bool = False


class GotUp(_Fact, frozen=True, tag="got-up"):
    """Before a game the seat is free; in a game a bot plays it and its owner can come back."""

    seat: SeatNumber
    bot: str = ""


class Renamed(_Fact, frozen=True, tag="renamed"):
    """A seat goes by another name or look."""

    seat: SeatNumber
    name: str
    look: str


class Moved(_Fact, frozen=True, tag="moved"):
    """Whoever has a seat now has another, free one."""

    seat: SeatNumber
    to: SeatNumber


class BotSeated(_Fact, frozen=True, tag="bot-seated"):
    """A bot has a seat of its own."""

    seat: SeatNumber
    bot: str
    name: str
    look: str


class BotGone(_Fact, frozen=True, tag="bot-gone"):
    """A bot's seat is free."""

    seat: SeatNumber


class SettingsChanged(_Fact, frozen=True, tag="settings-changed"):
    """The settings, all of them; whoever sat beyond the last seat moved to the free ones before."""

    settings: Settings


class Watching(_Fact, frozen=True, tag="watching"):
    """A person is at the table under a name."""

    person: str
    name: str


class Queued(_Fact, frozen=True, tag="queued"):
    """A person wants a seat in the next game."""

    person: str
    name: str
    look: str
    program: bool = False


class Unqueued(_Fact, frozen=True, tag="unqueued"):
    """A person no longer waits for a seat."""

    person: str


class Hosted(_Fact, frozen=True, tag="hosted"):
    """A person, or nobody, is the host."""

    person: str


class KickedOut(_Fact, frozen=True, tag="kicked-out"):
    """The host sent a person away."""

    person: str


class Started(_Fact, frozen=True, tag="started"):
    """A game begins. `seed` (hex) is secret until it is over."""

    rules_version: int
    seed: str


class Reopened(_Fact, frozen=True, tag="reopened"):
    """After a game: back to the seats."""


class Laid(_Fact, frozen=True, tag="laid"):
    """A seat has laid down its choice, changed it or taken it back; sealed. In a robbery `inside` says whether it is in, for all to see."""

    decision: str
    seat: SeatNumber
    draft: str | None
    inside: bool | None = None


class Readied(_Fact, frozen=True, tag="readied"):
    """A seat is ready for the reveal, or no longer."""

    decision: str
    seat: SeatNumber
    ready: bool


class Chosen(_Fact, frozen=True, tag="chosen"):
    """The kernel gets these whole choices, in this order.

    Attributes:
        decision: the one they decide.
        choices: (seat, choice) each.
        cards: the cards that the declarer of a robbery has placed; sealed.
    """

    decision: str
    choices: tuple[tuple[SeatNumber, str], ...]
    cards: str | None = None


class TimedOut(_Fact, frozen=True, tag="timed-out"):
    """A seat's time is up.

    Attributes:
        outcome: as in `doublecross.tables.commands.RUN_OUT`.
        bot: who stands in.
        seed: from which a neutral choice was drawn (hex).
        choice: that choice; None for staying out, or if the seat's own draft stands.
    """

    decision: str
    seat: SeatNumber
    outcome: str
    bot: str = ""
    seed: str = ""
    choice: str | None = None


class Granted(_Fact, frozen=True, tag="granted"):
    """A seat gets more time for the rest of the game."""

    seat: SeatNumber
    factor: int


class StoodIn(_Fact, frozen=True, tag="stood-in"):
    """A bot plays a seat until its owner is back."""

    seat: SeatNumber
    bot: str


class CameBack(_Fact, frozen=True, tag="came-back"):
    """A person's seats are theirs again."""

    person: str
    seats: tuple[SeatNumber, ...]


class Asked(_Fact, frozen=True, tag="asked"):
    """Someone who watches asks for a seat in the game."""

    person: str
    name: str
    seat: SeatNumber
    program: bool = False


class Agreed(_Fact, frozen=True, tag="agreed"):
    """A person agrees to that."""

    person: str
    by: str


class Declined(_Fact, frozen=True, tag="declined"):
    """The request is over without a seat."""

    person: str


class Passed(_Fact, frozen=True, tag="passed"):
    """All agreed: the seat has another owner."""

    seat: SeatNumber
    person: str


class Said(_Fact, frozen=True, tag="said"):
    """A person writes."""

    person: str
    text: str


class Reacted(_Fact, frozen=True, tag="reacted"):
    """A person reacts."""

    person: str
    reaction: str


class Muted(_Fact, frozen=True, tag="muted"):
    """A person no longer reads another, or reads them again; known to the first alone."""

    by: str
    person: str
    muted: bool


class Shown(_Fact, frozen=True, tag="shown"):
    """On a device with several seats, the curtain is lifted for one of them."""

    person: str
    seat: SeatNumber


class OutOfService(_Fact, frozen=True, tag="out-of-service"):
    """The server was away; every clock moves on."""

    seconds: float


class Gone(_Fact, frozen=True, tag="gone"):
    """A person has no connection any more."""

    person: str


class Back(_Fact, frozen=True, tag="back"):
    """A person is connected again."""

    person: str


Fact = (
    Opened
    | Seated
    | GotUp
    | Renamed
    | Moved
    | BotSeated
    | BotGone
    | SettingsChanged
    | Watching
    | Queued
    | Unqueued
    | Hosted
    | KickedOut
    | Started
    | Reopened
    | Laid
    | Readied
    | Chosen
    | TimedOut
    | Granted
    | StoodIn
    | CameBack
    | Asked
    | Agreed
    | Declined
    | Passed
    | Said
    | Reacted
    | Muted
    | Shown
    | OutOfService
    | Gone
    | Back
)
"""What can happen at a table."""


class Stored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stored event. Secret: it may hold seeds and sealed choices.

    Attributes:
        number: counts up from 1 at this table.
        at: Unix time.
        by: whose command it comes from; None for the server.
        key: that command's key. Several events can come from one command.
        fact: what happened.
    """

    number: int
    at: float
    by: str | None
    key: str
    fact: Fact


def encode(event: Stored) -> bytes:
    """An event as JSON."""
    return msgspec.json.encode(event)


def decode(data: bytes) -> Stored:
    """The event that `encode` wrote; raises `msgspec.DecodeError`."""
    return msgspec.json.decode(data, type=Stored)
