"""Bags, Bail and the track (MW-08, MW-50, MW-51, MW-66)."""

from __future__ import annotations

from typing import Any

from doublecross.games.most_wanted.record import Kind
from doublecross.kernel.bits import NONE, bit
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, emit

_POINTS, _MOVE, _BAIL, _BACK, _PAY, _BAGS = (int(kind) for kind in (Kind.POINTS, Kind.MOVE, Kind.BAIL, Kind.BACK, Kind.PAY, Kind.BAGS))


@compiled
def pay(state: Any, log: Any, kind: Any, seat: Any, due: Any) -> None:
    """Pay bags to the supply; for each one missing the token goes back a space, never below 0 (MW-51)."""
    paid = min(due, state.bags[seat])
    state.bags[seat] -= paid
    state.supply += paid
    emit(log, kind, seat, EVERYONE, due, paid, 0, NONE, NONE)
    missing = due - paid
    if missing > 0:
        before = state.pos[seat]
        state.pos[seat] = max(before - missing, 0)
        emit(log, _BACK, seat, EVERYONE, before, state.pos[seat], missing, NONE, NONE)


@compiled
def pay_bail(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """Pay the Bail of one's own space; off the board, nothing (MW-50)."""
    due = rules.bail[state.pos[seat]]
    if due > 0:
        pay(state, log, _BAIL, seat, due)


@compiled
def pay_for_saloon(state: Any, log: Any, seat: Any, price: Any) -> None:
    """Pay the Saloon (MW-61)."""
    pay(state, log, _PAY, seat, price)


@compiled
def take_from_supply(state: Any, wanted: Any) -> Any:
    """Take bags out of the supply, or what is left (MW-66); returns how many."""
    taken = min(wanted, state.supply)
    state.supply -= taken
    return taken


@compiled
def give_bags(state: Any, log: Any, seat: Any, count: Any, why: Any) -> None:
    """The seat gets bags that were taken out of the supply before."""
    state.bags[seat] += count
    emit(log, _BAGS, seat, EVERYONE, count, why, 0, NONE, NONE)


@compiled
def score(state: Any, rules: Any, log: Any, seat: Any, points: Any) -> Any:
    """Move the token forward, never past the goal (MW-08); True if that wins the game at once."""
    emit(log, _POINTS, seat, EVERYONE, points, 0, 0, NONE, NONE)
    before = state.pos[seat]
    state.pos[seat] = min(before + points, rules.goal)
    if state.pos[seat] != before:
        emit(log, _MOVE, seat, EVERYONE, before, state.pos[seat], 0, NONE, NONE)
    if state.pos[seat] == rules.goal:
        state.won = bit(seat)
        return True
    return False
