"""What a seat may do: the mask of legal actions (MW-06, MW-10, MW-60 to MW-67). Depends on what that seat may know, nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import ALL_KINDS
from doublecross.games.most_wanted.record import (
    CARDS,
    DONE,
    FIGHT,
    IN,
    LABOR,
    NO_TILE,
    OUT,
    PASS,
    PONY,
    REST,
    SEAT_0,
    SIZE_0,
    TURN,
)
from doublecross.kernel.bits import NONE, below, bit, from_, has, highest, lowest, nth, popcount, size
from doublecross.kernel.jit import compiled

_DONE, _PASS = np.uint64(1 << DONE), np.uint64(1 << PASS)
_IN_OR_OUT = np.uint64(1 << IN | 1 << OUT)
_EVERY_FOURTH = np.uint64(0x1_1111_1111)


@compiled
def legal(state: Any, rules: Any, seat: Any) -> Any:
    """The mask of actions the seat may take now; empty if it need not act."""
    if not has(state.pending, seat):
        return NONE
    if state.phase == TURN:
        return legal_turn(state, rules, seat)
    if state.phase == CARDS:
        return legal_placements(state, seat)
    return _IN_OR_OUT


@compiled
def legal_turn(state: Any, rules: Any, seat: Any) -> Any:
    """The active player's choices: an action, or the next part of one."""
    if state.tile == NO_TILE:
        return legal_tiles(state, rules, seat)
    if state.tile == REST:
        return next_cards(state, seat) | _DONE
    if state.tile == LABOR:
        return legal_labor(state, rules, seat)
    if state.hand_size == 0:
        return fight_sizes(state, rules, seat) << np.uint64(SIZE_0)
    return legal_targets(state, rules, seat)


@compiled
def legal_tiles(state: Any, rules: Any, seat: Any) -> Any:
    """The actions the seat is able to complete (MW-06, MW-67); if there is none, it passes."""
    held = state.held[seat]
    mask = NONE
    for robbery in range(3):
        if held >= rules.robbery_cards[robbery]:
            mask |= bit(PONY + robbery)
    if not rules.saloon or state.pos[seat] > 0 or state.bags[seat] >= rules.saloon_price:
        mask |= bit(REST)
    if held > 0:
        mask |= bit(LABOR)
    if fight_sizes(state, rules, seat) != NONE:
        mask |= bit(FIGHT)
    return mask if mask != NONE else _PASS


@compiled
def fight_sizes(state: Any, rules: Any, seat: Any) -> Any:
    """The mask of sizes that the seat and at least one other can play in a Duel or Shootout (MW-64, MW-65)."""
    sizes = rules.shootout_sizes if rules.shootout else rules.duel_sizes
    most = np.int64(0)
    for other in range(rules.players):
        if other != seat:
            most = max(most, np.int64(state.held[other]))
    return sizes & below(min(most, np.int64(state.held[seat])) + 1)


@compiled
def legal_targets(state: Any, rules: Any, seat: Any) -> Any:
    """Whom the seat may challenge with the chosen size; in a Shootout several, in ascending order."""
    first = 0 if state.targets == NONE else highest(state.targets) + 1
    mask = NONE
    for other in range(first, rules.players):
        if other != seat and state.held[other] >= state.hand_size:
            mask |= bit(SEAT_0 + other)
    return mask if state.targets == NONE else mask | _DONE


@compiled
def next_cards(state: Any, seat: Any) -> Any:
    """The cards that may follow those already chosen: a set is spelled in ascending order."""
    chosen = state.table1[seat]
    hand = state.hand1[seat]
    return hand if chosen == NONE else hand & from_(highest(chosen))


@compiled
def legal_labor(state: Any, rules: Any, seat: Any) -> Any:
    """One or more cards, of one suit if the labor is honest (MW-62, MW-63)."""
    chosen = state.table1[seat]
    if chosen == NONE:
        return state.hand1[seat]
    cards = next_cards(state, seat)
    if not rules.dishonest:
        cards &= _EVERY_FOURTH << np.uint64(lowest(chosen) & 3)
    return cards | _DONE


@compiled
def legal_placements(state: Any, seat: Any) -> Any:
    """Cards that may follow those placed and leave enough higher ones to complete the hand (MW-10, MW-11)."""
    missing = state.hand_size - size(state.table1[seat], state.table2[seat])
    return next_cards(state, seat) & below(nth_highest(state.hand1[seat], state.hand2[seat], missing) + 1)


@compiled
def nth_highest(once: Any, twice: Any, count: Any) -> Any:
    """The kind of the count-th highest card (1 is the highest) of a multiset that holds as many."""
    if twice == NONE:
        return nth(once, popcount(once) - count)
    rest = once & ALL_KINDS
    left = count
    while True:
        kind = highest(rest)
        left -= 2 if has(twice, kind) else 1
        if left <= 0:
            return kind
        rest &= ~bit(kind)
