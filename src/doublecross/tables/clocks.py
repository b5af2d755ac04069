"""Time: how long a seat has, and more of it for whoever asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.phrases import Phrase
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing

GRACE = 20.0
"""Seconds that a seat has at least when others have cleared its readiness."""
DAY = 86_400.0


def new_end(state: State, seat: int, at: float) -> float | None:
    """When the seat's time is up, the bank not counted, if it begins now; None for no limit. Bots have no clock."""
    clock, factor = state.clock, state.seats[seat].factor
    if clock.kind == "none" or factor == 0 or state.seats[seat].bot:
        return None
    return at + factor * (clock.seconds if clock.kind == "decision" else DAY * clock.days)


def begin_anew(state: State, at: float) -> None:
    """The usual clock stops as only one person is left among bots, and runs again as another joins: with the whole time for a decision."""
    for seat in state.decision.parts if state.decision is not None else ():
        state.set_part(seat, ends=new_end(state, seat, at), overdue=False)


def spend(state: State, seat: int, at: float) -> None:
    """What the seat used beyond its time for the decision comes from its bank."""
    part = state.decision.parts[seat] if state.decision is not None else None
    if part is None or part.ends is None or at <= part.ends:
        return
    state.set_seat(seat, bank=max(0.0, state.seats[seat].bank - (at - part.ends)))
    state.set_part(seat, ends=at)


def deadline(state: State, seat: int) -> float | None:
    """When a seat the table waits for is out of time; None for never."""
    decision = state.decision
    part = decision.parts.get(seat) if decision is not None else None
    if part is None or part.ready or part.overdue or part.ends is None:
        return None
    return part.ends + state.seats[seat].bank


def deadlines(state: State) -> list[tuple[float, str, int]]:
    """(when, decision, seat) of every clock that runs, the next first."""
    decision = state.decision
    if decision is None:
        return []
    running = [(deadline(state, seat), seat) for seat in decision.parts]
    return sorted((when, decision.id, seat) for when, seat in running if when is not None)


def grant_time(hearing: Hearing, command: c.GrantTime) -> None:
    """Anyone seated: more time for a seat."""
    state = hearing.state
    hearing.need_game()
    hearing.need_seat()
    if not 0 <= command.seat < len(state.seats):
        raise Refusal(Phrase("There is no such seat."))
    if command.factor not in c.FACTORS:
        raise Refusal(Phrase("Time can be granted as usual, twice, four times, or without limit."))
    if command.factor != state.seats[command.seat].factor or state.overdue(command.seat):
        hearing.happen(e.Granted(seat=command.seat, factor=command.factor))


def fold_granted(state: State, fact: e.Granted, at: float) -> None:
    """The time for the open decision begins anew."""
    state.set_seat(fact.seat, factor=fact.factor)
    state.note("granted", fact.seat, factor=fact.factor)
    if state.decision is not None and fact.seat in state.decision.parts:
        state.set_part(fact.seat, ends=new_end(state, fact.seat, at), overdue=False)


def outage(hearing: Hearing, command: c.Outage) -> None:
    """Server: it was away, which costs nobody time."""
    decision = hearing.state.decision
    running = decision is not None and any(part.ends is not None for part in decision.parts.values())
    if command.seconds > 0 and running:
        hearing.happen(e.OutOfService(seconds=command.seconds))


def fold_outage(state: State, fact: e.OutOfService, at: float) -> None:
    """Every clock moves on."""
    decision = state.decision
    for seat, part in decision.parts.items() if decision is not None else ():
        if part.ends is not None:
            state.set_part(seat, ends=part.ends + fact.seconds)
