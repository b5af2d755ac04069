"""Turns: whose it is, what ends an action, what ends the game (MW-05 to MW-09, MW-67, MW-68)."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.deck import discard_laid, next_seat, refill
from doublecross.games.most_wanted.record import NO_TILE, NOBODY, OVER, TURN, Kind
from doublecross.kernel.bits import NONE, bit, has
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, emit

_TURN, _PASS, _OVER, _HAND = int(Kind.TURN), int(Kind.PASS), int(Kind.OVER), int(Kind.HAND)
LOST_TURN, NOTHING_POSSIBLE = 0, 1
GOAL_REACHED, TURN_LIMIT = 0, 1


@compiled
def begin_turn(state: Any, rules: Any, log: Any, first: Any) -> None:
    """Give the turn to `first`, or to the next seat that has not lost its turn (MW-09); end the game at the turn limit (MW-68)."""
    seat = np.int64(first)
    while True:
        if state.turns >= rules.turn_limit:
            end_at_limit(state, rules, log)
            return
        state.turns += 1
        emit(log, _TURN, seat, EVERYONE, state.turns, 0, 0, NONE, NONE)
        if not has(state.lose_turn, seat):
            break
        state.lose_turn &= ~bit(seat)
        emit(log, _PASS, seat, EVERYONE, LOST_TURN, 0, 0, NONE, NONE)
        seat = next_seat(rules, seat)
    state.active = seat
    state.phase = TURN
    state.tile = NO_TILE
    state.hand_size = 0
    state.pending = bit(seat)
    state.deciders = bit(seat)


@compiled
def pass_turn(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """Nothing can be completed: the turn passes (MW-67)."""
    emit(log, _PASS, seat, EVERYONE, NOTHING_POSSIBLE, 0, 0, NONE, NONE)
    begin_turn(state, rules, log, next_seat(rules, seat))


@compiled
def clear_action(state: Any) -> None:
    """Forget the action that has ended; what it used goes to the discard pile."""
    discard_laid(state)
    state.inside = NONE
    state.tied = NONE
    state.targets = NONE
    state.sealed_in = NONE
    state.tie_round = 0
    state.stake = 0
    state.hand_size = 0
    state.tile = NO_TILE


@compiled
def end_action(state: Any, rules: Any, log: Any, took_part: Any) -> None:
    """Discard, refill everyone who took part, and pass the turn on (MW-07)."""
    active = np.int64(state.active)
    clear_action(state)
    refill(state, rules, log, took_part, active)
    begin_turn(state, rules, log, next_seat(rules, active))


@compiled
def end_game(state: Any, rules: Any, log: Any, why: Any) -> None:
    """The game is over for the winners in ``state.won``; hands are shown."""
    state.phase = OVER
    state.pending = NONE
    state.deciders = NONE
    emit(log, _OVER, NOBODY, EVERYONE, state.won, why, 0, NONE, NONE)
    for seat in range(rules.players):
        emit(log, _HAND, seat, EVERYONE, 0, state.held[seat], 0, state.hand1[seat], state.hand2[seat])


@compiled
def end_at_limit(state: Any, rules: Any, log: Any) -> None:
    """The turn limit: the farthest token wins, then the most bags, then the win is shared (MW-68)."""
    best = np.int64(-1)
    for seat in range(rules.players):
        standing = (np.int64(state.pos[seat]) << 32) + np.int64(state.bags[seat])
        if standing > best:
            best = standing
            state.won = bit(seat)
        elif standing == best:
            state.won |= bit(seat)
    end_game(state, rules, log, TURN_LIMIT)
