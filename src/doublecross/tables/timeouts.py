"""What happens when a seat's time has run out. A choice made by the clock does not look at the hand's worth, and proves nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from doublecross.bots.registry import default_bot
from doublecross.kernel.phrases import Phrase
from doublecross.tables import clocks, standins
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.adapters import adapter
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import Part, State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def time_out(hearing: Hearing, command: c.TimeOut) -> None:
    """Server: a seat's time is up; what comes of it, the table's clock says."""
    state = hearing.state
    decision = hearing.open_decision(command.decision)
    when = clocks.deadline(state, command.seat)
    if when is None or hearing.at < when:
        raise Refusal(Phrase("No time has run out there."))
    part, outcome = decision.parts[command.seat], state.clock.run_out
    if outcome == "more" and part.extended:
        outcome = "wait"
    bot = default_bot(state.game) if outcome == "stand-in" else ""
    if outcome != "neutral":
        hearing.happen(e.TimedOut(decision=decision.id, seat=command.seat, outcome=outcome, bot=bot))
        return
    seed, choice = f"{hearing.seed:064x}", _neutral(hearing, command.seat, part)
    hearing.happen(e.TimedOut(decision=decision.id, seat=command.seat, outcome=outcome, seed=seed if choice else "", choice=choice))
    if decision.kind == "choose":
        hearing.happen(e.Chosen(decision=decision.id, choices=((command.seat, choice or ""),)))


def _neutral(hearing: Hearing, seat: int, part: Part) -> str | None:
    """A choice that proves nothing. What the seat has laid down itself stands; who has not joined a robbery stays out."""
    state = hearing.state
    decision, position = state.decision, state.position
    if decision is None or position is None or part.draft is not None:
        return None
    if decision.kind == "robbery":
        if not part.inside:
            return None
        position = adapter(position).placing(position, seat)
    return adapter(position).neutral(position, seat, random.Random(hearing.seed))


def fold_timed_out(state: State, fact: e.TimedOut, at: float) -> None:
    """The bank is empty. The table waits on, gives the same time once more, has a bot stand in, or takes the clock's choice."""
    state.note("timed-out", fact.seat, outcome=fact.outcome)
    state.set_seat(fact.seat, bank=0.0)
    if fact.outcome == "more":
        state.set_part(fact.seat, extended=True, ends=clocks.new_end(state, fact.seat, at))
    elif fact.outcome == "wait":
        state.set_part(fact.seat, overdue=True)
    elif fact.outcome == "stand-in":
        standins.begin(state, fact.seat, fact.bot)
    else:
        state.set_part(fact.seat, ready=True, timed=True)
        if fact.choice is not None:
            state.set_part(fact.seat, draft=fact.choice)
