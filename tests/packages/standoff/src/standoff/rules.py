"""The compiled rules of Standoff."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from doublecross.kernel.bits import NONE, bit, has, lowest, nth, popcount, without_lowest
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import CHOSE, EVERYONE, SEALED, draw, emit
from doublecross.kernel.rng import RNG_FIELDS, WORDS, next_policy_word, policy_uniform

SEATS = 4
CARDS = 9
STAND, FOLD = 0, 1
ACTIONS = 2
NOBODY = -1


class Kind(enum.IntEnum):
    """What an event says."""

    CHOSE = CHOSE  # sealed: the seat took action a
    DEAL = 2  # the seat got a card (known to the seat); a: the round
    SHOWN = 3  # the seat's card, once; a: 1 if it stood
    WON = 4  # the seat wins; a: 0 the highest card that stood, 1 the lowest card of all


_CHOSE, _DEAL, _SHOWN, _WON = (int(kind) for kind in Kind)

STATE = np.dtype(
    [
        *RNG_FIELDS,
        ("card", "u8", (SEATS,)),  # each seat's card, as a mask of one
        ("deck", "u8"),
        ("pending", "u8"),
        ("standing", "u8"),  # seats that chose to stand, sealed until all have chosen
        ("won", "u8"),
        ("deal", "i4"),  # the round, from 1
    ]
)
RULES = np.dtype([("seats", "u8"), ("players", "i4"), ("rounds", "i4")])


@compiled
def setup(state: Any, rules: Any, log: Any) -> None:
    """Deal the first round."""
    deal_round(state, rules, log)


@compiled
def deal_round(state: Any, rules: Any, log: Any) -> None:
    """Shuffle all cards, give everyone one, and ask everyone."""
    state.deal += 1
    state.deck = np.uint64((1 << CARDS) - 1)
    for seat in range(rules.players):
        state.card[seat] = bit(draw(state, log, state.deck, NONE))
        state.deck &= ~state.card[seat]
        emit(log, _DEAL, seat, bit(seat), state.deal, 0, 0, state.card[seat], NONE)
    state.pending = rules.seats
    state.standing = NONE


@compiled
def to_act(state: Any, rules: Any) -> Any:
    """Everyone who has not chosen yet in this round."""
    return state.pending


@compiled
def legal(state: Any, rules: Any, seat: Any) -> Any:
    """Stand or fold."""
    return np.uint64(1 << STAND | 1 << FOLD) if has(state.pending, seat) else NONE


@compiled
def winners(state: Any, rules: Any) -> Any:
    """The mask of the winner."""
    return state.won


@compiled
def mid_choice(state: Any, rules: Any, seat: Any) -> Any:
    """A choice is one action."""
    return False


@compiled
def step(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """Choose; when all have, show the cards."""
    emit(log, _CHOSE, seat, bit(seat) | np.uint64(SEALED), action, 0, 0, NONE, NONE)
    state.pending &= ~bit(seat)
    if action == STAND:
        state.standing |= bit(seat)
    if state.pending == NONE:
        showdown(state, rules, log)


@compiled
def showdown(state: Any, rules: Any, log: Any) -> None:
    """The highest card that stands wins; if nobody stands a new round is dealt, and after the last the lowest card wins."""
    for seat in range(rules.players):
        emit(log, _SHOWN, seat, EVERYONE, 1 if has(state.standing, seat) else 0, 0, 0, state.card[seat], NONE)
    if state.standing != NONE:
        finish(state, log, holder(state, state.standing, True), 0)
    elif state.deal < rules.rounds:
        deal_round(state, rules, log)
    else:
        finish(state, log, holder(state, rules.seats, False), 1)


@compiled
def holder(state: Any, seats: Any, highest: Any) -> Any:
    """Who of these seats holds the highest, or the lowest, card."""
    best, rest = lowest(seats), without_lowest(seats)
    while rest != NONE:
        if (state.card[lowest(rest)] > state.card[best]) == highest:
            best = lowest(rest)
        rest = without_lowest(rest)
    return best


@compiled
def finish(state: Any, log: Any, seat: Any, why: Any) -> None:
    """The game is over."""
    state.won = bit(seat)
    emit(log, _WON, seat, EVERYONE, why, 0, 0, NONE, NONE)


@compiled
def know(state: Any, rules: Any, seat: Any, seen: Any) -> None:
    """One's own card and choice; at the end, every card."""
    own = bit(seat) if seat >= 0 else NONE
    over = state.pending == NONE
    seen.deal = state.deal
    seen.won = state.won
    seen.standing = state.standing if over else state.standing & own
    if not over:
        seen.pending = (rules.seats & ~own) | (state.pending & own)
    for other in range(rules.players):
        if over or other == seat:
            seen.card[other] = state.card[other]


@compiled
def determinize(seen: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Any cards may lie elsewhere; the others have not chosen yet."""
    for word in range(8):
        seen.key[word] = np.uint32(next_policy_word(rng) >> np.uint64(32))
    seen.spent = WORDS
    left = np.uint64((1 << CARDS) - 1)
    for other in range(rules.players):
        left &= ~seen.card[other]
    for other in range(rules.players):
        if seen.card[other] == NONE:
            seen.card[other] = bit(nth(left, policy_uniform(rng, popcount(left))))
            left &= ~seen.card[other]
    seen.deck = left


@compiled
def observe(seen: Any, rules: Any, seat: Any, out: Any) -> None:
    """The seat's own card, the round, whether it stands."""
    for card in range(CARDS):
        out[card] = 1 if seat >= 0 and has(seen.card[seat], card) else 0
    out[CARDS] = seen.deal
    out[CARDS + 1] = 1 if seat >= 0 and has(seen.standing, seat) else 0
