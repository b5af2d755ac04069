"""Contests: placing cards face down, the reveal, tie-breaks, who wins (MW-12, MW-40 to MW-42)."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.deck import draw_card, lay_open, next_seat, see_leave_deck, take_off_table
from doublecross.games.most_wanted.hands import best_hand, best_places, falls_to_double_cross, hand_key, is_double_cross, next_best_key
from doublecross.games.most_wanted.record import CARDS, NOBODY, SHERIFF, Kind
from doublecross.kernel.bits import NONE, bit, has, lowest, popcount, size, without_lowest
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, SEALED, emit, telling

_PLACED, _REVEAL, _SHERIFF_REVEAL, _SPARES = int(Kind.PLACED), int(Kind.REVEAL), int(Kind.SHERIFF_REVEAL), int(Kind.SHERIFF_SPARES)
_TIE, _TIE_DRAW, _DROPPED, _BEST = int(Kind.TIE), int(Kind.TIE_DRAW), int(Kind.DROPPED), int(Kind.BEST)

BEST_HAND, NO_CONTEST, OTHERS_CANNOT, NEAREST = range(4)
"""Why a place wins (the `a` of a BEST event)."""
UNDECIDED = -1


@compiled
def ask_for_cards(state: Any, seats: Any, count: Any) -> None:
    """Open a sealed step in which each of these seats places `count` cards (MW-11, MW-15)."""
    state.phase = CARDS
    state.hand_size = count
    state.pending = seats
    state.deciders = seats


@compiled
def place_card(state: Any, log: Any, seat: Any, kind: Any) -> None:
    """Move one card from the hand to the table, face down; the seat is done when it placed all."""
    put_on_table(state, seat, kind)
    if size(state.table1[seat], state.table2[seat]) == state.hand_size:
        state.pending &= ~bit(seat)
        tell_placed(state, log, seat)


@compiled
def tell_placed(state: Any, log: Any, seat: Any) -> None:
    """Tell the seat alone which cards it has placed."""
    once, twice = state.table1[seat], state.table2[seat]
    emit(log, _PLACED, seat, bit(seat) | np.uint64(SEALED), 0, size(once, twice), 0, once, twice)


@compiled
def put_on_table(state: Any, seat: Any, kind: Any) -> None:
    """Move one card from the seat's hand to its place on the table."""
    card, once, twice = bit(kind), state.table1[seat], state.hand2[seat]
    state.hand1[seat] &= ~card | twice  # without a branch: the second copy goes first
    state.hand2[seat] = twice & ~card
    state.table2[seat] |= once & card
    state.table1[seat] = once | card


@compiled
def choose_sheriff_hand(state: Any, count: Any) -> None:
    """The Sheriff plays the best ordinary hand in what he drew (MW-70); the rest stays with him until it is discarded."""
    got1, got2 = best_hand(state.sheriff1, state.sheriff2, count)
    state.table1[SHERIFF] = got1
    state.table2[SHERIFF] = got2
    # A kind played twice is gone; played once, of two, one is left.
    left = (state.sheriff1 & ~got1) | (state.sheriff2 & got1 & ~got2)
    state.sheriff2 &= ~got1
    state.sheriff1 = left


@compiled
def contestants(state: Any) -> Any:
    """The places that play in this round of the contest: all inside, or those still tied."""
    return state.inside if state.tied == NONE else state.tied


@compiled
def reveal(state: Any, log: Any, places: Any) -> None:
    """Turn up the hands of these places, in seat order, the Sheriff last."""
    rest = places
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        once, twice = state.table1[place], state.table2[place]
        key, count = hand_key(once, twice), size(once, twice)
        crossed = 1 if is_double_cross(state, places, place) else 2 if falls_to_double_cross(state, places, place) else 0
        if place == SHERIFF:
            emit(log, _SHERIFF_REVEAL, NOBODY, EVERYONE, key, count, crossed, once, twice)
        else:
            emit(log, _REVEAL, place, EVERYONE, key, count, crossed, once, twice)


@compiled
def open_sheriff(state: Any, log: Any) -> None:
    """The Sheriff turns up all he drew, chooses his hand if he takes part, and lays the rest open (MW-70, MW-72, MW-74)."""
    if state.stale[SHERIFF] == 0:
        see_leave_deck(state, state.sheriff1, state.sheriff2)
    if has(state.inside, SHERIFF):
        choose_sheriff_hand(state, state.hand_size)
    spare1, spare2 = state.sheriff1, state.sheriff2
    if spare1 != NONE:
        emit(log, _SPARES, NOBODY, EVERYONE, 0, size(spare1, spare2), 0, spare1, spare2)
        lay_open(state, spare1, spare2)
    state.sheriff1 = NONE
    state.sheriff2 = NONE


@compiled
def clear_table(state: Any, places: Any) -> None:
    """After the comparison the revealed cards belong to nobody and lie open until the action ends."""
    rest = places
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        once, twice = state.table1[place], state.table2[place]
        lay_open(state, once, twice)
        if place == SHERIFF:
            state.table1[SHERIFF] = NONE
            state.table2[SHERIFF] = NONE
        else:
            take_off_table(state, place, size(once, twice))
    state.sheriff_size = 0
    state.stale[SHERIFF] = 0


@compiled
def drop_unable(state: Any, rules: Any, log: Any, tied: Any) -> Any:
    """The tied places that can play a card, now or by drawing one; the others drop out (MW-42).

    Those without a card would draw in seat order from the active player, the Sheriff last, so the first of them get what is left.
    """
    left = state.deck_size + state.discard_size
    able = NONE
    seat = np.int64(state.active)
    for _ in range(rules.players):
        if has(tied, seat):
            if state.held[seat] > 0:
                able |= bit(seat)
            elif left > 0:
                left -= 1
                able |= bit(seat)
            else:
                emit(log, _DROPPED, seat, EVERYONE, 0, 0, 0, NONE, NONE)
        seat = next_seat(rules, seat)
    if has(tied, SHERIFF):
        if left > 0:
            able |= bit(SHERIFF)
        else:
            emit(log, _DROPPED, NOBODY, EVERYONE, 0, 0, 0, NONE, NONE)
    return able


@compiled
def nearest(state: Any, rules: Any, tied: Any) -> Any:
    """The tied player nearest in seat order from the active player, who comes first (MW-42)."""
    seat = np.int64(state.active)
    while not has(tied, seat):
        seat = next_seat(rules, seat)
    return seat


@compiled
def begin_tie(state: Any, rules: Any, log: Any, tied: Any) -> Any:
    """Start a round of the tie-break (MW-40). Returns the winner if it needs no cards, else `UNDECIDED`."""
    state.tie_round += 1
    emit(log, _TIE, NOBODY, EVERYONE, tied, state.tie_round, 0, NONE, NONE)
    able = drop_unable(state, rules, log, tied)
    if able == NONE:
        return win(state, log, nearest(state, rules, tied), NEAREST)
    if popcount(able) == 1:
        return win(state, log, lowest(able), OTHERS_CANNOT)
    state.tied = able
    seats = NONE
    rest = able & rules.seats
    while rest != NONE:
        if state.held[lowest(rest)] > 0:
            seats |= bit(lowest(rest))
        rest = without_lowest(rest)
    ask_for_cards(state, seats, 1)
    return UNDECIDED


@compiled
def draw_tie_cards(state: Any, rules: Any, log: Any) -> None:
    """Tied places without a card draw the top card at the reveal, in seat order from the active player, the Sheriff last (MW-40, MW-73)."""
    seat = np.int64(state.active)
    for _ in range(rules.players):
        if has(state.tied, seat) and state.table1[seat] == NONE:
            state.table1[seat] = bit(draw_card(state, rules, log))
            see_leave_deck(state, state.table1[seat], NONE)
            state.held[seat] += 1
            emit(log, _TIE_DRAW, seat, EVERYONE, 0, 1, 0, state.table1[seat], NONE)
        seat = next_seat(rules, seat)
    if has(state.tied, SHERIFF):
        state.table1[SHERIFF] = bit(draw_card(state, rules, log))
        see_leave_deck(state, state.table1[SHERIFF], NONE)
        emit(log, _TIE_DRAW, NOBODY, EVERYONE, 0, 1, 0, state.table1[SHERIFF], NONE)


@compiled
def win(state: Any, log: Any, place: Any, why: Any) -> Any:
    """Report a winner whom no hand decided and return the place."""
    emit(log, _BEST, NOBODY if place == SHERIFF else place, EVERYONE, why, state.tie_round, -1, NONE, NONE)
    return np.int64(place)


@compiled
def tell_best(state: Any, log: Any, places: Any, place: Any) -> None:
    """Report the winner with what explains it: the hand, and the key of the best other one."""
    why = NO_CONTEST if popcount(places) == 1 else BEST_HAND
    key = next_best_key(state, places, place)
    once, twice = state.table1[place], state.table2[place]
    emit(log, _BEST, NOBODY if place == SHERIFF else place, EVERYONE, why, state.tie_round, key, once, twice)


@compiled
def settle_contest(state: Any, rules: Any, log: Any) -> Any:
    """All cards are in: reveal, compare, and go on to tie-breaks. The winning place, or `UNDECIDED` while cards are awaited."""
    while True:
        if state.tied == NONE:
            open_sheriff(state, log)
        else:
            draw_tie_cards(state, rules, log)
        places = contestants(state)
        best = best_places(state, places)
        if telling(log):
            reveal(state, log, places)
            if popcount(best) == 1:
                tell_best(state, log, places, lowest(best))
        clear_table(state, places)
        if popcount(best) == 1:
            return np.int64(lowest(best))
        winner = begin_tie(state, rules, log, best)
        if winner != UNDECIDED or state.pending != NONE:
            return winner
