"""What the pages of every game share: who is called, the clock, the lines of the log, and the buttons of the dock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from doublecross.kernel.words import Words
from doublecross.tables.views import AskView, Line, SeatClock, SeatView, TableView

LAST_LINES = 40
"""Lines of the log that a page shows."""
LAST_SAID = 12
"""Lines of chat that a page shows."""
NOTHING: dict[str, Any] = {
    "version": 0,
    "options": (),
    "may_start": False,
    "wanting": "",
    "decision": None,
    "ask": None,
    "game_view": None,
    "everything": None,
    "log": (),
    "chat_lines": (),
    "muted": (),
    "people": (),
    "requests": (),
    "results": (),
}
"""A view without all that changes."""
MOST_NAMES = 3
"""Names in one heading; the portraits beside it show who else is meant."""


class Face(msgspec.Struct, frozen=True, cache_hash=True):
    """A portrait with a name."""

    seat: int
    name: str
    look: str
    bot: bool = False


class Call(msgspec.Struct, frozen=True, cache_hash=True):
    """Whose decision it is, for the head of the page.

    Attributes:
        yours: the viewer has to decide.
        title, hint: what, and how.
        label, faces: for whom else the table waits.
    """

    yours: bool
    title: str
    hint: str = ""
    label: str = ""
    faces: tuple[Face, ...] = ()


class Press(msgspec.Struct, frozen=True, cache_hash=True):
    """A button of the dock.

    Attributes:
        act: further fields of the form, as a query string; ``{card}`` stands for the values of the fields ``x.card``.
        text, then: what it says, and what happens next.
        main: the one that most will want.
    """

    act: str
    text: str
    then: str = ""
    main: bool = False


class Timer(msgspec.Struct, frozen=True, cache_hash=True):
    """A running clock: `seconds` left when the page was made; `ends` and `bank` for the page to count on."""

    seconds: int
    ends: float
    bank: float
    whose: str


def name_of(view: TableView, person: str) -> str:
    """What a person is called at a table."""
    seats = [seat.name for seat in view.seats if seat.person == person]
    return next(iter([*seats, *(one.name for one in view.people if one.person == person)]), "?")


def lasting(view: TableView) -> TableView:
    """The view without the game: what the sheet of the table is drawn from. It changes seldom."""
    seats = tuple(_lasting(seat) for seat in view.seats)
    return msgspec.structs.replace(view, **{**NOTHING, "seats": seats, "people": view.people, "requests": view.requests})


def talking(view: TableView) -> TableView:
    """The view with nothing but what is said at the table, by whom and to whom."""
    names = tuple(SeatView(seat.seat, seat.name, person=seat.person) for seat in view.seats)
    return msgspec.structs.replace(
        view, **{**NOTHING, "seats": names, "chat_lines": view.chat_lines[-LAST_SAID:], "muted": view.muted, "people": view.people}
    )


def _lasting(seat: SeatView) -> SeatView:
    clock = SeatClock(None, 0.0, seat.clock.factor) if seat.clock is not None else None
    return msgspec.structs.replace(seat, waited=False, ready=None, inside=None, face_down=0, timed_out=False, clock=clock)


def face(view: TableView, number: int, words: Words, you: bool = True) -> Face:
    """The portrait of a seat. The viewer's own is called "You"; where one device holds several, only the one that shows."""
    seat = view.seats[number]
    mine = number == view.shown or (seat.yours and len(view.own) == 1)
    name = words.say("You") if you and mine else seat.name or words.say("Seat {seat}", seat=number + 1)
    return Face(number, name, seat.look, seat.kind == "bot" or bool(seat.bot))


def waiting_call(view: TableView, words: Words) -> Call:
    """The call of one who has nothing to decide now."""
    if view.decision is None:
        return Call(False, words.say("The game is over."))
    others = [seat for seat in view.decision.waits_for if seat != view.shown]
    faces = tuple(face(view, seat, words) for seat in others)
    many = words.plural("Waiting for {number} seat.", "Waiting for {number} seats.", len(others)) if len(others) > MOST_NAMES else ""
    title = many or view.decision.waiting or words.say("One moment…")
    hint = words.say("You are watching.") if not view.own else ""
    return Call(False, title, hint, "", faces)


def over_call(view: TableView, winners: Sequence[int], words: Words) -> Call:
    """The call once the game is over."""
    if view.shown in winners:
        title = words.say("You win!") if len(winners) == 1 else words.say("You share the win.")
    else:
        names = words.both(view.seats[seat].name for seat in winners)
        title = words.plural("The game goes to {names}.", "The game is shared by {names}.", len(winners), names=names)
    return Call(False, title, words.say("The game is over."), "", tuple(face(view, seat, words) for seat in winners))


def also_deciding(view: TableView, words: Words) -> tuple[str, tuple[Face, ...]]:
    """For whom the table waits beside the viewer."""
    waits = view.decision.waits_for if view.decision else ()
    faces = tuple(face(view, seat, words) for seat in waits if seat != view.shown)
    return (words.say("Also deciding") if faces else "", faces)


def timer(view: TableView, now: float, words: Words) -> Timer | None:
    """The clock that concerns the viewer most: one's own, else the first that runs."""
    running = [seat for seat in view.seats if seat.clock is not None and seat.clock.ends is not None]
    if not running:
        return None
    seat = next((seat for seat in running if seat.seat == view.shown), running[0])
    if seat.clock is None or seat.clock.ends is None:
        return None
    left = max(0, round(seat.clock.ends + seat.clock.bank - now))
    return Timer(left, seat.clock.ends, seat.clock.bank, face(view, seat.seat, words).name)


def clock_text(seconds: int) -> str:
    """Minutes and seconds, or hours and minutes with an h.

    >>> clock_text(75), clock_text(7260)
    ('1:15', '2 h 01')
    """
    if seconds >= 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60:02}"
    return f"{seconds // 60}:{seconds % 60:02}"


def told(lines: Sequence[Line]) -> list[Line]:
    """The lines that say something, newest first."""
    return [line for line in reversed(lines) if line.text][:LAST_LINES]


def own_ask(view: TableView) -> AskView | None:
    """What the seat that shows is asked."""
    return view.ask if view.ask is not None and view.ask.seat == view.shown else None


def drafted(ask: AskView | None) -> list[str]:
    """The tokens the viewer has laid down."""
    return ask.draft.split() if ask is not None and ask.draft else []


def state_of(seat: SeatView, words: Words) -> tuple[str, bool]:
    """One line about a seat, and whether it is good news: ready, out, thinking, away."""
    if seat.left or (seat.bot and seat.kind == "person"):
        return words.say("Away, a bot plays"), False
    if seat.overdue:
        return words.say("Out of time"), False
    if seat.ready:
        return (words.say("Out"), False) if seat.inside is False else (words.say("Ready"), True)
    if seat.waited:
        return (words.say("Away"), False) if seat.away else (words.say("Not ready") if seat.inside else words.say("Thinking…"), False)
    if seat.timed_out:
        return words.say("The clock chose"), False
    return (words.say("Away"), False) if seat.away else ("", False)
