"""Answers to decisions: final where one seat decides alone; else laid face down, changed, taken back, until all are ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.tables import clocks, robbery
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.choices import read_choice
from doublecross.tables.devices import lower_curtain
from doublecross.tables.refusals import DamagedTable, Refusal
from doublecross.tables.state import Decision, State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def choose(hearing: Hearing, command: c.Choose) -> None:
    """A whole choice by whoever owns the seat."""
    decision = hearing.open_decision(command.decision)
    seat = hearing.seat_in(decision, command.seat)
    if decision.kind == "robbery" and not command.cards and _is_stale(decision, command.changes):
        before = len(hearing.events)
        lay(hearing, seat, command.choice)
        if len(hearing.events) == before:
            raise _stale()
        return
    answer(hearing, seat, command.choice, command.cards)


def bot_chose(hearing: Hearing, command: c.BotChose) -> None:
    """Server: a bot's answer. If the seat's owner came back meanwhile, it comes too late."""
    state = hearing.state
    decision = hearing.open_decision(command.decision)
    part = decision.parts.get(command.seat)
    if part is None or part.ready or not state.seats[command.seat].bot:
        raise Refusal(Phrase("No bot is asked there."))
    answer(hearing, command.seat, command.choice)


def answer(hearing: Hearing, seat: int, choice: str, cards: str = "") -> None:
    """A seat's whole choice: final where it decides alone, else laid down with readiness."""
    decision, position = _open(hearing.state)
    if cards and decision.kind != "choose":
        raise Refusal(Phrase("Cards go with the declaration of a robbery only."))
    if decision.kind == "choose":
        text = read_choice(position, seat, choice)
        placed = robbery.read_declared(position, seat, text, cards) if cards else None
        hearing.happen(e.Chosen(decision=decision.id, choices=((seat, text),), cards=placed))
        return
    lay(hearing, seat, choice)
    _set_ready(hearing, seat, True)


def draft(hearing: Hearing, command: c.Draft) -> None:
    """Lay a choice face down, change it, or take it back."""
    decision = hearing.open_decision(command.decision)
    seat = hearing.seat_in(decision, command.seat)
    if decision.kind == "choose":
        raise Refusal(Phrase("You decide alone: choose, and it is done."))
    lay(hearing, seat, command.choice)


def lay(hearing: Hearing, seat: int, choice: str | None) -> None:
    """What the seat has laid down from now on."""
    decision, position = _open(hearing.state)
    if decision.parts[seat].fixed:
        raise Refusal(Phrase("All were ready: your cards stay as they are."))
    if decision.kind == "robbery":
        robbery.lay(hearing, decision, position, seat, choice)
        return
    text = None if choice is None else read_choice(position, seat, choice)
    if text != decision.parts[seat].draft:
        hearing.happen(e.Laid(decision=decision.id, seat=seat, draft=text))
        if text is None:
            _set_ready(hearing, seat, False)


def ready(hearing: Hearing, command: c.Ready) -> None:
    """Ready for the reveal, or not yet."""
    decision = hearing.open_decision(command.decision)
    seat = hearing.seat_in(decision, command.seat)
    if decision.kind == "choose":
        raise Refusal(Phrase("You decide alone: choose, and it is done."))
    if decision.parts[seat].fixed:
        raise Refusal(Phrase("All were ready: your cards stay as they are."))
    if command.ready and _is_stale(decision, command.changes):
        raise _stale()
    _set_ready(hearing, seat, command.ready)


def _is_stale(decision: Decision, changes: int | None) -> bool:
    """Whether who is in has changed since the person looked."""
    return changes is not None and changes != decision.changes


def _stale() -> Refusal:
    return Refusal(Phrase("Who is in has changed: look again, then be ready."))


def _set_ready(hearing: Hearing, seat: int, is_ready: bool) -> None:
    decision, _ = _open(hearing.state)
    part = decision.parts[seat]
    asked_later = decision.kind == "robbery" and bool(hearing.state.seats[seat].bot)
    needed = decision.kind == "draft" or (part.inside and not asked_later)
    if is_ready and needed and part.draft is None:
        raise Refusal(Phrase("Choose first what you lay down, then be ready."))
    if part.ready != is_ready:
        hearing.happen(e.Readied(decision=decision.id, seat=seat, ready=is_ready))


def _open(state: State) -> tuple[Decision, Position]:
    if state.decision is None or state.position is None:
        raise Refusal(Phrase("No game is being played."))
    return state.decision, state.position


def fold_laid(state: State, fact: e.Laid, at: float) -> None:
    """A change in who is in clears the others' readiness, and one's own; a mere swap clears nothing. Bots answer once and for all."""
    decision = state.decision
    if decision is None or fact.seat not in decision.parts:
        raise DamagedTable(Phrase("A choice answers a decision that is not open."))
    part = decision.parts[fact.seat]
    state.set_part(fact.seat, draft=fact.draft)
    if fact.inside is None or fact.inside == part.inside:
        return
    state.set_part(fact.seat, inside=fact.inside, changes=part.changes + 1)
    for seat, other in decision.parts.items():
        if other.ready and not state.seats[seat].bot:
            ends = None if other.ends is None else max(other.ends, at + clocks.GRACE)
            state.set_part(seat, ready=False, timed=False, ends=ends)


def fold_readied(state: State, fact: e.Readied, at: float) -> None:
    """A seat that is ready has used up its time."""
    if fact.ready:
        clocks.spend(state, fact.seat, at)
    state.set_part(fact.seat, ready=fact.ready, overdue=False)
    if fact.ready:
        lower_curtain(state, state.seats[fact.seat].owner)
