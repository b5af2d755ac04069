"""Everything one viewer may see of a table, and nothing else. Pages, JSON and frames are made of a `TableView` alone.

People are named by *handles*: the ids under which the server gives commands in their name. A handle tells people apart and grants nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from doublecross.tables.commands import Clock


class SeatView(msgspec.Struct, frozen=True):
    """One seat, as everyone sees it.

    Attributes:
        seat: its number, from 0, clockwise.
        name, look: of whoever has it; empty if it is free.
        person: handle of its owner, empty for a bot or a free seat.
        yours: whether it is the viewer's.
        host: whether its owner is the host.
        kind: "person", "bot" (a program elsewhere too) or "free".
        bot: name of the bot that plays it now (a stand-in too), empty if a person does.
        away: its owner has no connection.
        left: its owner got up during the game; a bot plays on.
        waited: the table waits for this seat.
        ready: ready for the reveal; None where nothing is to be revealed, or the seat does not take part.
        inside: who is in a robbery that still forms; None if there is none.
        face_down: its cards on the table in a robbery that still forms.
        timed_out: its last choice was made by the clock.
        overdue: its time is up and the table waits on.
        clock: what the seat still has, None without a clock.
    """

    seat: int
    name: str = ""
    look: str = ""
    person: str = ""
    yours: bool = False
    host: bool = False
    kind: Literal["person", "bot", "free"] = "free"
    bot: str = ""
    away: bool = False
    left: bool = False
    waited: bool = False
    ready: bool | None = None
    inside: bool | None = None
    face_down: int = 0
    timed_out: bool = False
    overdue: bool = False
    clock: SeatClock | None = None


class SeatClock(msgspec.Struct, frozen=True):
    """A seat's time.

    Attributes:
        ends: when its time for this decision is up, as a Unix time, the bank not counted; None if the seat is not waited for.
        bank: seconds it has beyond that for the rest of the game; the time out comes at `ends` + `bank`.
        factor: time granted: 1, 2, 4, or 0 for no limit.
    """

    ends: float | None
    bank: float
    factor: int


class ChoiceView(msgspec.Struct, frozen=True):
    """One thing the viewer can choose.

    Attributes:
        token: its text form; the tokens from here to the end, with spaces between them, make the choice.
        text: what it means, in the viewer's language.
        then: what has to follow it; empty if it completes the choice.
        many: any number of `then` (at least one, unless ``done`` is among them) may be taken together, in any order.
        copies: how often it may be taken, where several are taken together: 2 for a card of which the seat holds two.
    """

    token: str
    text: str
    then: tuple[ChoiceView, ...] = ()
    many: bool = False
    copies: int = 1


class AskView(msgspec.Struct, frozen=True):
    """What the viewer's seat is asked, or may still change.

    Attributes:
        decision: id to answer with.
        seat: which of the viewer's seats.
        kind: "choose" (final at once), "draft" (face down until all are ready) or "robbery" (also: who is in).
        prompt: the question, in the viewer's language.
        choices: the legal choices, each explained. In a robbery: the viewer's cards.
        many: how many of `choices` are taken together, in any order, each as often as its `copies` say; 1 for a single one.
        draft: what the viewer has laid down so far, in text form; None for nothing. Nobody else sees it.
        ready: whether the viewer is ready.
        inside: in a robbery, whether the viewer is in.
        may_stay_out: in a robbery, whether the viewer may stay out or withdraw (all but the one who declared it).
        changes_left: in a robbery, how often the viewer may still change between in and out.
    """

    decision: str
    seat: int
    kind: Literal["choose", "draft", "robbery"]
    prompt: str
    choices: tuple[ChoiceView, ...]
    many: int = 1
    draft: str | None = None
    ready: bool = False
    inside: bool = False
    may_stay_out: bool = False
    changes_left: int = 0


class DecisionView(msgspec.Struct, frozen=True):
    """The decision the table is at.

    Attributes:
        id: its name; new with every decision.
        kind: as in `AskView`.
        waits_for: the seats the table waits for.
        waiting: that, as a sentence in the viewer's language; empty if it waits for nobody but the viewer.
        changes: how often someone has joined or withdrawn in the robbery that forms; goes with `doublecross.tables.commands.Ready`.
    """

    id: str
    kind: Literal["choose", "draft", "robbery"]
    waits_for: tuple[int, ...]
    waiting: str
    changes: int = 0


class OptionView(msgspec.Struct, frozen=True):
    """One option of the game.

    Attributes:
        name, value: its name, and its value in text form.
        default: whether that is the default.
        about, allowed: a sentence about it, and what is allowed.
        values: all it can be, each in text form and as people call it; empty where that is too much to pick from.
        bounds: the least and the most of a whole number.
    """

    name: str
    value: str
    default: bool
    about: str
    allowed: str
    values: tuple[tuple[str, str], ...] = ()
    bounds: tuple[int, int] | None = None


class Line(msgspec.Struct, frozen=True):
    """One line of the log.

    Attributes:
        number: counts up in this viewer's log of this game, so that a client can tell which lines are new.
        text: one or more whole sentences in the viewer's language; empty for an event that is not told.
        kind: the game's name for the event; the table's own begin with "table-".
        seat: whom it concerns, or None.
        facts: named numbers, names and card lists for the page.
        game: number of the game at this table it belongs to; the lobby's lines belong to the game that follows.
    """

    number: int
    text: str
    kind: str
    seat: int | None
    facts: Mapping[str, Any]
    game: int


class ChatLine(msgspec.Struct, frozen=True):
    """Something said: `text`, or a `reaction` (one of `doublecross.tables.commands.REACTIONS`); `at` is a Unix time."""

    number: int
    person: str
    name: str
    seat: int | None
    yours: bool
    text: str
    reaction: str
    at: float


class PersonView(msgspec.Struct, frozen=True):
    """Someone at the table without a seat: watching, or queueing for the next game (`place` from 1, 0 for not queueing)."""

    person: str
    name: str
    yours: bool
    away: bool
    place: int


class RequestView(msgspec.Struct, frozen=True):
    """A person who watches asks for a seat in the game; it passes when all seated agree.

    Attributes:
        agreed: handles of those who have agreed.
        wanted: handles of those who still have to.
        yours: whether the viewer is one of these.
    """

    person: str
    name: str
    seat: int
    agreed: tuple[str, ...]
    wanted: tuple[str, ...]
    yours: bool


class ResultView(msgspec.Struct, frozen=True):
    """A game that was finished at this table: its number, the game's name, and the names of who won."""

    number: int
    game: str
    winners: tuple[str, ...]


class Listing(msgspec.Struct, frozen=True):
    """What lists of tables say of one; everyone may know it.

    Attributes:
        game, phase, listed: as in `TableView`.
        names: of those who sit there, in the order of their seats.
    """

    game: str
    phase: Literal["lobby", "playing", "over"]
    listed: bool
    names: tuple[str, ...]


class CurtainView(msgspec.Struct, frozen=True):
    """The curtain between seats on one device: whom to hand it to. Nothing else of any of these seats shows."""

    seat: int
    name: str


class TableView(msgspec.Struct, frozen=True):
    """Everything one viewer may see of a table.

    Attributes:
        table: the table's id.
        code: the code that others join with.
        version: goes up whenever something changes that this viewer may see, and only then; with the language it is the ETag.
        phase: "lobby" (before a game), "playing" or "over".
        game, title: the game's name and what people call it.
        number: which game at this table, from 1; 0 before the first.
        players: number of seats.
        options: in words, in the order shown.
        clock, chat, listed, hints: the table's settings; `clock` is the one that runs.
        usual_clock: whether that is so because the table has the usual one, which depends on who plays.
        seats: every seat.
        you: the viewer's handle, empty for someone the table does not know.
        your_name: under which the table knows the viewer.
        own: the viewer's seats.
        shown: the one of them that the view is made for; None for a spectator, or behind a curtain.
        curtain: whom to hand the device to; then `shown` is None and everything is as a spectator sees it.
        host: the viewer may do what the host does (also any one seated while the host is away).
        may_start: nothing stands in the way of a start; else `wanting` says what does.
        decision: the open decision, None outside a game.
        ask: what the viewer's seat is asked.
        game_view: the game's own View for this viewer, None before the first game.
        everything: the game's View with nothing hidden, its history included, once the game is over; for those who had a seat in it.
        log: the last lines of this game, oldest first, those of the lobby before it included.
        chat_lines: the last ones, without those of people the viewer has muted.
        muted: handles of people the viewer has muted.
        people: those without a seat whom the table knows.
        requests: for seats in the game.
        results: of the games finished here.
        refusal: set by whoever answers a refused command: why, in the viewer's language.
    """

    table: str
    code: str
    version: int
    phase: Literal["lobby", "playing", "over"]
    game: str
    title: str
    number: int
    players: int
    options: tuple[OptionView, ...]
    clock: Clock
    usual_clock: bool
    chat: bool
    listed: bool
    hints: bool
    seats: tuple[SeatView, ...]
    you: str = ""
    your_name: str = ""
    own: tuple[int, ...] = ()
    shown: int | None = None
    curtain: CurtainView | None = None
    host: bool = False
    may_start: bool = False
    wanting: str = ""
    decision: DecisionView | None = None
    ask: AskView | None = None
    game_view: Any = None
    everything: Any = None
    log: tuple[Line, ...] = ()
    chat_lines: tuple[ChatLine, ...] = ()
    muted: tuple[str, ...] = ()
    people: tuple[PersonView, ...] = ()
    requests: tuple[RequestView, ...] = ()
    results: tuple[ResultView, ...] = ()
    refusal: str = ""
