"""The decisions of a game, one after the other: who is asked, and what the kernel gets when all have answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.tables import clocks
from doublecross.tables import events as e
from doublecross.tables.adapters import adapter
from doublecross.tables.devices import lower_curtains
from doublecross.tables.refusals import DamagedTable
from doublecross.tables.state import Decision, Part, Result, State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def open_decision(state: State, at: float) -> None:
    """Ask whoever has to choose next; the game may be over instead."""
    position = _position(state)
    if position.is_over:
        _end_game(state, position)
        return
    state.decisions += 1
    number = f"{state.game_number}-{state.decisions}"
    declarer, asked = adapter(position).declarer(position), sorted(position.to_act)
    if declarer is not None:
        parts = {seat: Part(inside=seat == declarer) for seat in sorted([declarer, *asked])}
        # A bot is asked for its cards when all are ready; it has nothing to change before.
        parts[declarer] = Part(inside=True, ready=bool(state.seats[declarer].bot))
        state.decision = Decision(number, "robbery", parts, declarer)
    else:
        state.decision = Decision(number, "choose" if len(asked) == 1 else "draft", {seat: Part() for seat in asked})
    for seat in state.decision.parts:
        state.set_part(seat, ends=clocks.new_end(state, seat, at))


def _position(state: State) -> Position:
    if state.position is None:
        raise DamagedTable(Phrase("No game has begun."))
    return state.position


def _end_game(state: State, position: Position) -> None:
    """The game is over: nothing is asked any more."""
    state.phase, state.decision = "over", None
    state.requests.clear()
    winners = tuple(state.seats[seat].name for seat, share in enumerate(position.returns()) if share)
    state.results.append(Result(state.game_number, state.settings.game, winners))


def settle(hearing: Hearing) -> None:
    """While every seat is ready: give the kernel what was laid down."""
    state = hearing.state
    while (decision := state.decision) is not None and decision.kind != "choose" and not decision.waits_for:
        parts = sorted(decision.parts.items())
        if decision.kind == "robbery":
            choices = tuple((seat, "in" if part.inside else "out") for seat, part in parts if seat != decision.declarer)
        else:
            choices = tuple((seat, part.draft or "") for seat, part in parts)
        hearing.happen(e.Chosen(decision=decision.id, choices=choices))


def fold_chosen(state: State, fact: e.Chosen, at: float) -> None:
    """The kernel takes the choices; the next decision opens. Cards laid down for a robbery wait for those of the bots."""
    decision, position = state.decision, _position(state)
    if decision is None or decision.id != fact.decision:
        raise DamagedTable(Phrase("A choice answers a decision that is not open."))
    for seat, choice in fact.choices:
        if decision.kind == "choose":
            clocks.spend(state, seat, at)
        _apply(state, position, seat, choice)
        state.set_seat(seat, timed_out=decision.parts[seat].timed)
    open_decision(state, at)
    _carry_over(state, decision, fact)
    lower_curtains(state)


def _apply(state: State, position: Position, seat: int, choice: str) -> None:
    try:
        for token in choice.split():
            state.steps.append(position.apply(seat, position.action_from_text(token)))
    except (BadInput, IllegalAction) as error:
        raise DamagedTable(Phrase("A stored choice is not legal: {error}", error=error.args[0])) from error
    state.choices.append((seat, choice))


def _carry_over(state: State, before: Decision, fact: e.Chosen) -> None:
    """Into the decision that has just opened: the cards a declarer has placed with the declaration, or those of a robbery in which
    all people are ready."""
    now = state.decision
    if now is None:
        return
    if fact.cards is not None:
        seat = fact.choices[0][0]
        state.decision = Decision(now.id, "draft" if now.kind == "choose" else now.kind, now.parts, now.declarer)
        state.set_part(seat, draft=fact.cards, ready=True)
    elif before.kind == "robbery":
        state.decision = Decision(now.id, "draft", now.parts, before.declarer)
        for seat in now.parts:
            laid = before.parts[seat].draft
            if laid is not None:
                state.set_part(seat, draft=laid, ready=True, fixed=True, timed=before.parts[seat].timed)
