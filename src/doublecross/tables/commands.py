"""What people, and the server itself, can ask of a table.

Every command has a `key` that its sender makes up: the same key from the same sender counts once, however often it arrives. A command that
answers a decision names it, and is valid as long as that decision is open, whatever others did meanwhile. Where a person holds several
seats, `seat` says which one is meant; None means the one that shows on their device.

Commands come as JSON objects: ``do`` names the command, the rest are its fields; `Command` is the type to decode what people send.
`ServerCommand` holds those that only the server may give, never a client.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

REACTIONS = ("howdy", "nice", "laugh", "gasp", "doubt", "hurry", "sorry", "well-played")
"""Quick reactions; every table has them, also one whose chat is off."""
RUN_OUT = ("wait", "more", "stand-in", "neutral")
"""What happens when a seat's time is up: nothing, the same time once more, a bot stands in, or the clock makes a neutral choice."""
FACTORS = (1, 2, 4, 0)
"""Time that a seat can be granted: as it is, twice, four times, or (0) without limit."""

RunOut = Literal["wait", "more", "stand-in", "neutral"]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Seat = int | None


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a seat has.

    Attributes:
        kind: "none", "decision" (`seconds` for each, and a bank for the whole game), "days" (`days` for each decision), or "usual": as
            here by default, and none as long as one person is alone with bots.
        seconds: for each decision.
        bank: seconds beyond that, for the whole game.
        days: days for each decision.
        run_out: what happens when time is up.
    """

    kind: Literal["none", "decision", "days", "usual"] = "decision"
    seconds: int = 60
    bank: int = 120
    days: int = 2
    run_out: RunOut = "stand-in"


class _Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, forbid_unknown_fields=True):
    """Any command."""

    key: Key


class Sit(_Command, frozen=True, tag="sit"):
    """Take a seat: the one named, else the first free one. During and after a game: come back to a seat one left, or queue for the next.

    Attributes:
        look: the portrait, one of `doublecross.tables.naming.LOOKS`; empty for a free one.
        seat: which seat, None for the first that is free.
        another: take a further seat on the same device.
        program: the seat is played by a program elsewhere and is shown as a bot.
    """

    name: str
    look: str = ""
    seat: Seat = None
    another: bool = False
    program: bool = False


class Leave(_Command, frozen=True, tag="leave"):
    """Get up: in a game a bot goes on, and the seat can be had back. `seat` None means all of one's seats, and the queue."""

    seat: Seat = None


class Rename(_Command, frozen=True, tag="rename"):
    """Another name or look for one's seat."""

    name: str
    look: str = ""
    seat: Seat = None


class Move(_Command, frozen=True, tag="move"):
    """Move to a free seat before the game."""

    to: int
    seat: Seat = None


class AddBot(_Command, frozen=True, tag="add-bot"):
    """Host: a bot on a free seat. `bot` is a bot's name ("heuristic")."""

    bot: str = "heuristic"
    seat: Seat = None


class RemoveBot(_Command, frozen=True, tag="remove-bot"):
    """Host: send a bot away before the game."""

    seat: int


class SetOptions(_Command, frozen=True, tag="set-options"):
    """Host: change the table before a game, `chat` and `listed` at any time; what is None stays as it is. Another game begins with its
    default options.

    Attributes:
        game: name of the game.
        options: the game's options by name, values or their text form; those not named have their defaults.
        players: number of seats.
        clock: how long seats have.
        chat: whether people can write; reactions stay.
        listed: whether the table stands in the list of open tables.
        hints: whether seats may ask what their choices are worth.
    """

    game: str | None = None
    options: dict[str, Any] | None = None
    players: int | None = None
    clock: Clock | None = None
    chat: bool | None = None
    listed: bool | None = None
    hints: bool | None = None


class Start(_Command, frozen=True, tag="start"):
    """Host: deal. After a game: the next one at once, with those who sit and those who queue."""


class Rematch(_Command, frozen=True, tag="rematch"):
    """After a game: back to the seats, with the same link and code; who queues gets a free seat or a bot's."""


class Choose(_Command, frozen=True, tag="choose"):
    """A whole choice. Final where one seat decides alone; where several decide at once it is a draft with readiness.

    Attributes:
        decision: the decision it answers.
        choice: tokens with spaces between them, cards of a set in any order: ``pony``, ``labor Qw 6w``, ``duel x2 p3``, ``croc as:lionel``.
        cards: with the declaration of a robbery, the cards placed at once: ``Qw Qs``.
        changes: as in `Ready`; if someone has joined or withdrawn since, the choice is laid down, but not yet ready.
    """

    decision: str
    choice: str
    cards: str = ""
    seat: Seat = None
    changes: int | None = None


class Draft(_Command, frozen=True, tag="draft"):
    """Lay a choice face down where several decide at once, or change it, until all are ready.

    Attributes:
        choice: as in `Choose`. In a robbery: the cards of one who is in, ``out`` or None to stay out or withdraw.
    """

    decision: str
    choice: str | None = None
    seat: Seat = None


class Ready(_Command, frozen=True, tag="ready"):
    """Ready for the reveal, or not yet after all.

    Attributes:
        changes: `doublecross.tables.views.DecisionView.changes` as the person saw it: readiness for a robbery in which someone has joined
            or withdrawn since is refused. None to be ready whoever is in.
    """

    decision: str
    ready: bool = True
    seat: Seat = None
    changes: int | None = None


class Say(_Command, frozen=True, tag="say"):
    """Write to the table."""

    text: str


class React(_Command, frozen=True, tag="react"):
    """One of `REACTIONS`."""

    reaction: str


class Mute(_Command, frozen=True, tag="mute"):
    """Hide what a person writes and how they react, for oneself alone. `person` is the handle that the view gives."""

    person: str
    muted: bool = True


class Kick(_Command, frozen=True, tag="kick"):
    """Host: send a person away from this table for good; in a game a bot takes their seats."""

    person: str


class GrantTime(_Command, frozen=True, tag="grant-time"):
    """Anyone seated: give a seat more time for the rest of the game, without a reason. `factor` is one of `FACTORS`."""

    seat: int
    factor: int


class StandIn(_Command, frozen=True, tag="stand-in"):
    """A bot plays a seat until its owner is back: one's own seat at any time, another's when its owner is away or out of time."""

    seat: int
    bot: str = "heuristic"


class TakeBack(_Command, frozen=True, tag="take-back"):
    """I am back: my seats are mine again at once. Any answer to a decision says the same."""


class AskForSeat(_Command, frozen=True, tag="ask-for-seat"):
    """Someone who watches asks for a seat in the game, under this name; everyone still seated has to agree. The portrait stays.

    Attributes:
        program: as in `Sit`.
    """

    name: str
    seat: int
    program: bool = False


class Agree(_Command, frozen=True, tag="agree"):
    """Seated: agree, or not, that the person gets the seat they asked for. One who does not agree ends the request."""

    person: str
    agree: bool = True


class Watch(_Command, frozen=True, tag="watch"):
    """Be at the table without a seat, under a name; needed before writing or reacting, not for looking on."""

    name: str


class Show(_Command, frozen=True, tag="show"):
    """Lift the curtain on a device that holds several seats: the person of this seat has it in hand."""

    seat: int


class TimeOut(_Command, frozen=True, tag="time-out"):
    """A seat's time is up."""

    decision: str
    seat: int


class BotChose(_Command, frozen=True, tag="bot-chose"):
    """A bot's answer, as `Table.asked_bots` wanted it."""

    decision: str
    seat: int
    choice: str


class Outage(_Command, frozen=True, tag="outage"):
    """The server was away: every clock moves on by so many seconds."""

    seconds: float


class PersonGone(_Command, frozen=True, tag="person-gone"):
    """The last connection of a person is gone."""

    person: str


class PersonBack(_Command, frozen=True, tag="person-back"):
    """A person is connected again; their seats are theirs at once."""

    person: str


Command = (
    Sit
    | Leave
    | Rename
    | Move
    | AddBot
    | RemoveBot
    | SetOptions
    | Start
    | Rematch
    | Choose
    | Draft
    | Ready
    | Say
    | React
    | Mute
    | Kick
    | GrantTime
    | StandIn
    | TakeBack
    | AskForSeat
    | Agree
    | Watch
    | Show
)
"""What a person may send."""
ServerCommand = TimeOut | BotChose | Outage | PersonGone | PersonBack
"""What only the server gives."""
