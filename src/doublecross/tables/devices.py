"""Several seats on one device: between them a curtain, which shows only whom to hand over to until that person taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.phrases import Phrase
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def show(hearing: Hearing, command: c.Show) -> None:
    """The person of this seat has the device in hand."""
    state, seat = hearing.state, hearing.own_seat(command.seat)
    if not _has_curtain(state, hearing.person):
        raise Refusal(Phrase("There is no curtain: you have one seat."))
    if state.people[hearing.person].shown != seat:
        hearing.happen(e.Shown(person=hearing.person, seat=seat))


def fold_shown(state: State, fact: e.Shown, at: float) -> None:
    """The curtain is up for this seat."""
    state.set_person(fact.person, shown=fact.seat)


def shown_seat(state: State, person: str | None) -> int | None:
    """The seat whose cards the person's device may show now; None for nobody's, as behind the curtain."""
    own = state.own_seats(person)
    if person is None or not _has_curtain(state, person):
        return own[0] if own else None
    shown = state.people[person].shown
    return shown if shown in own else None


def _has_curtain(state: State, person: str) -> bool:
    """Whether several people share the device, those who have got up during the game not left out: they may hold it still."""
    return len(state.own_seats(person)) > 1 or (person in state.people and state.people[person].shares)


def next_hands(state: State, person: str) -> int:
    """Whom to hand the device to: the next of its seats the table waits for."""
    own = state.own_seats(person)
    return next(iter([*_waited(state, person), *own]))


def _waited(state: State, person: str) -> list[int]:
    """The person's seats the table waits for, those that bots play not counted."""
    waits = state.decision.waits_for if state.decision is not None else []
    return [seat for seat in state.own_seats(person) if seat in waits and not state.seats[seat].bot]


def lower_curtain(state: State, person: str) -> None:
    """Lower the curtain if it is another seat's turn at this device."""
    if person in state.people and _has_curtain(state, person):
        waited = _waited(state, person)
        if waited and state.people[person].shown not in waited:
            state.set_person(person, shown=None)


def lower_curtains(state: State) -> None:
    """The same for all devices, as a new decision is open."""
    for person in state.seated:
        lower_curtain(state, person)
