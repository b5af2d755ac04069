"""A seat in play passes to another person only if everyone still seated agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from doublecross.kernel.phrases import Phrase
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables import standins
from doublecross.tables.naming import check_room, free_name
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import Person, Request, State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def ask_for_seat(hearing: Hearing, command: c.AskForSeat) -> None:
    """Someone without a seat asks for one in the game."""
    state, person = hearing.state, hearing.person
    hearing.need_game()
    if any(seat.owner == person for seat in state.seats):
        raise Refusal(Phrase("You already have a seat at this table."))
    if not 0 <= command.seat < len(state.seats):
        raise Refusal(Phrase("There is no such seat."))
    if person in state.requests:
        raise Refusal(Phrase("You have already asked for a seat."))
    check_room(state, person)
    name = free_name(state, command.name, person, but=command.seat)
    hearing.happen(e.Asked(person=person, name=name, seat=command.seat, program=command.program))
    settle_requests(hearing)


def agree(hearing: Hearing, command: c.Agree) -> None:
    """Someone seated agrees, or ends the request; so can whoever asked."""
    state = hearing.state
    request = state.requests.get(command.person)
    if request is None:
        raise Refusal(Phrase("Nobody asks for a seat there."))
    if command.person == hearing.person and not command.agree:
        hearing.happen(e.Declined(person=command.person))
        return
    hearing.need_seat()
    if not command.agree:
        hearing.happen(e.Declined(person=command.person))
    elif hearing.person not in request.agreed:
        hearing.happen(e.Agreed(person=command.person, by=hearing.person))
        settle_requests(hearing)


def settle_requests(hearing: Hearing) -> None:
    """Pass on the seats that everyone still seated has agreed to."""
    state = hearing.state
    for person, request in list(state.requests.items()):
        if person in state.requests and not wanted(state, request):
            hearing.happen(e.Passed(seat=request.seat, person=person))
            hearing.pass_host()


def wanted(state: State, request: Request) -> list[str]:
    """Whose agreement is still missing."""
    return [person for person in state.seated if person not in request.agreed]


def fold_asked(state: State, fact: e.Asked, at: float) -> None:
    """A request is open."""
    state.requests[fact.person] = Request(fact.person, fact.name, fact.seat, program=fact.program)
    if fact.person not in state.people:
        state.people[fact.person] = Person(fact.name)


def fold_agreed(state: State, fact: e.Agreed, at: float) -> None:
    """One more agrees."""
    request = state.requests[fact.person]
    state.requests[fact.person] = msgspec.structs.replace(request, agreed=(*request.agreed, fact.by))


def fold_declined(state: State, fact: e.Declined, at: float) -> None:
    """The request is over."""
    state.requests.pop(fact.person, None)


def fold_passed(state: State, fact: e.Passed, at: float) -> None:
    """The seat has a new owner, who plays it from now on; other requests for it are void."""
    request = state.requests[fact.person]
    state.note("passed", fact.seat, before=state.seats[fact.seat].name, after=request.name)
    state.requests = {person: other for person, other in state.requests.items() if other.seat != fact.seat}
    state.queue = [waiting for waiting in state.queue if waiting.person != fact.person]
    state.set_seat(fact.seat, owner=fact.person, name=request.name, left=False, program=request.program)
    state.set_person(fact.person, name=request.name)
    standins.end(state, fact.seat, at)
