"""Most Wanted as the kernel plays it: setup, whose turn it is, one step, the winners. Each rule's own module does the work."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.actions import (
    DRAWN,
    NAMED,
    claim,
    close_joining,
    declare_fight,
    declare_robbery,
    go_on_with_contest,
    labor_honestly,
    rest,
    settle_claim,
)
from doublecross.games.most_wanted.contests import ask_for_cards, place_card, put_on_table
from doublecross.games.most_wanted.deck import draw_to
from doublecross.games.most_wanted.record import (
    CARDS,
    DONE,
    DUEL_FIRST,
    FIGHT,
    IN,
    JOIN,
    LABOR,
    NO_TILE,
    NOBODY,
    OPENING,
    PASS,
    REST,
    SEAT_0,
    SIZE_0,
    TILE_0,
    TRAIN,
    TURN,
    Kind,
)
from doublecross.games.most_wanted.turns import begin_turn, pass_turn
from doublecross.kernel.bits import NONE, bit, has, size
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, SEALED, draw_number, emit

_CHOSE, _DEAL, _FIRST, _OPENING = int(Kind.CHOSE), int(Kind.DEAL), int(Kind.FIRST), int(Kind.OPENING)


@compiled
def setup(state: Any, rules: Any, log: Any) -> None:
    """Deal, hand out the starting bags, and find the first player (MW-01 to MW-05)."""
    state.deck1 = rules.cards1
    state.deck2 = rules.cards2
    state.deck_size = size(rules.cards1, rules.cards2)
    state.shuffled1 = rules.cards1
    state.shuffled2 = rules.cards2
    state.supply = rules.supply - rules.players * rules.start_bags
    state.tile = NO_TILE
    for seat in range(rules.players):
        state.bags[seat] = rules.start_bags
        draw_to(state, rules, log, seat, rules.hand, _DEAL)
    if rules.first_player == DUEL_FIRST:
        state.tile = OPENING
        state.inside = rules.seats
        emit(log, _OPENING, NOBODY, EVERYONE, 0, 0, 0, NONE, NONE)
        ask_for_cards(state, rules.seats, 1)
    elif rules.first_player >= 0:
        emit(log, _FIRST, rules.first_player, EVERYONE, NAMED, 0, 0, NONE, NONE)
        begin_turn(state, rules, log, rules.first_player)
    else:
        first = draw_number(state, log, rules.players)
        emit(log, _FIRST, first, EVERYONE, DRAWN, 0, 0, NONE, NONE)
        begin_turn(state, rules, log, first)


@compiled
def to_act(state: Any, rules: Any) -> Any:
    """The mask of the seats that still have to choose in this step; empty when the game is over."""
    return state.pending


@compiled
def winners(state: Any, rules: Any) -> Any:
    """The mask of the winners, once the game is over (MW-08, MW-68)."""
    return state.won


@compiled
def mid_choice(state: Any, rules: Any, seat: Any) -> Any:
    """Whether the seat is between the actions of one whole choice."""
    if not has(state.pending, seat):
        return False
    if state.phase == TURN:
        return state.tile != NO_TILE
    return state.phase == CARDS and state.table1[seat] != NONE


@compiled
def step(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """Carry out one legal action."""
    emit(log, _CHOSE, seat, bit(seat) | np.uint64(SEALED), action, state.phase, 0, NONE, NONE)
    if state.phase == CARDS:
        place_card(state, log, seat, action)
        if state.pending == NONE:
            go_on_with_contest(state, rules, log)
    elif state.phase == TURN:
        take_turn(state, rules, log, seat, action)
    else:
        answer(state, rules, log, seat, action)


@compiled
def answer(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """In or out of a robbery, challenge or let it go; sealed until all have answered (MW-12, MW-63)."""
    state.pending &= ~bit(seat)
    if action == IN:
        state.sealed_in |= bit(seat)
    if state.pending != NONE:
        return
    if state.phase == JOIN:
        close_joining(state, rules, log)
    else:
        settle_claim(state, rules, log)


@compiled
def take_turn(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """The active player's action, or the next part of it (MW-06)."""
    if action < DONE:
        put_on_table(state, seat, action)
    elif action == DONE:
        finish_choice(state, rules, log, seat)
    elif action <= TRAIN and action >= TILE_0:
        declare_robbery(state, rules, log, seat, action)
    elif action <= FIGHT:
        state.tile = action
    elif action == PASS:
        pass_turn(state, rules, log, seat)
    elif action >= SEAT_0:
        state.targets |= bit(action - SEAT_0)
        if not rules.shootout:
            declare_fight(state, rules, log, seat)
    else:
        state.hand_size = action - SIZE_0


@compiled
def finish_choice(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """The set of cards or targets is complete."""
    if state.tile == REST:
        rest(state, rules, log, seat)
    elif state.tile == FIGHT:
        declare_fight(state, rules, log, seat)
    elif state.tile == LABOR and rules.dishonest:
        claim(state, rules, log, seat)
    else:
        labor_honestly(state, rules, log, seat)
