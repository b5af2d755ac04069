"""The deck: drawing, shuffling, flipping tiles, refilling hands (MW-07, MW-55 to MW-57)."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.record import NOBODY, PONY, SEATS, SHERIFF, Kind
from doublecross.kernel.bits import NONE, bit, less, size
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, draw, emit

FLIPS = 3
"""So many shuffles turn a robbery tile (MW-56)."""

_SHUFFLE, _FLIP, _DRAW, _DISCARD = int(Kind.SHUFFLE), int(Kind.FLIP), int(Kind.DRAW), int(Kind.DISCARD)
NO_CARD = -1


@compiled
def shuffle_discards(state: Any, rules: Any, log: Any) -> None:
    """Turn the discard pile into the deck (MW-55); the first three times a robbery tile flips (MW-56)."""
    state.deck1, state.deck2 = state.discard1, state.discard2
    state.deck_size = state.discard_size
    state.shuffled1, state.shuffled2 = state.discard1, state.discard2
    state.discard1 = NONE
    state.discard2 = NONE
    state.discard_size = 0
    for seat in range(SEATS):
        state.stale[seat] = state.held[seat]
        state.drawn1[seat] = NONE
        state.drawn2[seat] = NONE
    state.stale[SHERIFF] = state.sheriff_size
    state.shuffles += 1
    emit(log, _SHUFFLE, NOBODY, EVERYONE, state.deck_size, state.shuffles, 0, NONE, NONE)
    if state.shuffles <= FLIPS:
        robbery = state.shuffles - 1
        emit(log, _FLIP, NOBODY, EVERYONE, PONY + robbery, rules.flipped_points[robbery], 0, NONE, NONE)


@compiled
def draw_card(state: Any, rules: Any, log: Any) -> Any:
    """Take the top card of the deck; `NO_CARD` when deck and discard pile are both empty (MW-57)."""
    if state.deck_size == 0:
        if state.discard_size == 0:
            return NO_CARD
        shuffle_discards(state, rules, log)
    kind = draw(state, log, state.deck1, state.deck2)
    card, twice = bit(kind), state.deck2
    state.deck1 &= ~card | twice  # without a branch: the second copy goes first
    state.deck2 = twice & ~card
    state.deck_size -= 1
    return kind


@compiled
def see_leave_deck(state: Any, once: Any, twice: Any) -> None:
    """Everyone sees cards that came out of the deck since the last shuffle: they are in it no more (MW-58)."""
    state.shuffled1, state.shuffled2 = less(state.shuffled1, state.shuffled2, once, twice)


@compiled
def draw_to(state: Any, rules: Any, log: Any, seat: Any, goal: Any, kind_of_event: Any) -> None:
    """Draw until the seat holds `goal` cards or nothing is left; one event tells what came."""
    wanted = goal - state.held[seat]
    if wanted <= 0:
        return
    once, twice = NONE, NONE
    drawn = 0
    while drawn < wanted:
        kind = draw_card(state, rules, log)
        if kind == NO_CARD:
            break
        drawn += 1
        twice |= once & bit(kind)
        once |= bit(kind)
        state.hand2[seat] |= state.hand1[seat] & bit(kind)
        state.hand1[seat] |= bit(kind)
        state.drawn2[seat] |= state.drawn1[seat] & bit(kind)
        state.drawn1[seat] |= bit(kind)
        state.held[seat] += 1
    emit(log, kind_of_event, seat, bit(seat), 0, drawn, wanted, once, twice)


@compiled
def refill(state: Any, rules: Any, log: Any, takers: Any, first: Any) -> None:
    """Everyone in `takers` draws up to a full hand, `first` before the others, then in seat order (MW-07)."""
    seat = first
    for _ in range(rules.players):
        if (takers & bit(seat)) != NONE:
            draw_to(state, rules, log, seat, rules.hand, _DRAW)
        seat = next_seat(rules, seat)


@compiled
def next_seat(rules: Any, seat: Any) -> Any:
    """The next seat in seat order (clockwise)."""
    return seat + 1 if seat + 1 < rules.players else 0


@compiled
def discard_cards(state: Any, once: Any, twice: Any) -> None:
    """Put cards face up on the discard pile."""
    state.discard_size += size(once, twice)
    both = state.discard1 & once
    state.discard2 |= twice | both
    state.discard1 |= once


@compiled
def lay_open(state: Any, once: Any, twice: Any) -> None:
    """Keep cards face up on the table until the action ends; a shuffle before that leaves them out (MW-55)."""
    both = state.laid1 & once
    state.laid2 |= twice | both
    state.laid1 |= once


@compiled
def discard_laid(state: Any) -> None:
    """All cards played in this action go to the discard pile (MW-07)."""
    discard_cards(state, state.laid1, state.laid2)
    state.laid1 = NONE
    state.laid2 = NONE


@compiled
def discard_from_hand(state: Any, log: Any, seat: Any) -> None:
    """The seat's chosen cards go to the discard pile face up (MW-60)."""
    once, twice = state.table1[seat], state.table2[seat]
    count = size(once, twice)
    discard_cards(state, once, twice)
    take_off_table(state, seat, count)
    emit(log, _DISCARD, seat, EVERYONE, 0, count, 0, once, twice)


@compiled
def take_off_table(state: Any, seat: Any, count: Any) -> None:
    """The seat no longer owns the `count` cards it had placed."""
    state.table1[seat] = NONE
    state.table2[seat] = NONE
    state.held[seat] -= count
    state.stale[seat] = min(np.int64(state.stale[seat]), np.int64(state.held[seat]))
