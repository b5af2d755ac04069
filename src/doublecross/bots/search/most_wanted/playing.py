"""How seats play in a playout: the best hand, the odds looked up; every seat from its own cards and what lies open."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.most_wanted.holding import LONGEST_LIE, next_to_discard, others_held, owned, suit_mask, suit_to_work
from doublecross.bots.search.chance import chance
from doublecross.bots.search.most_wanted.odds import MOST_HELD, SUITED_0, strength
from doublecross.bots.search.most_wanted.worth import of_bags, of_losing, of_points
from doublecross.games.most_wanted.actions import robbery_points
from doublecross.games.most_wanted.cards import ACES
from doublecross.games.most_wanted.hands import best_hand, same_suit
from doublecross.games.most_wanted.legal import fight_sizes
from doublecross.games.most_wanted.record import (
    CARDS,
    DONE,
    FIGHT,
    IN,
    JOIN,
    LABOR,
    NO_TILE,
    OUT,
    PONY,
    REST,
    SEAT_0,
    SHERIFF,
    SIZE_0,
    TURN,
)
from doublecross.kernel.bits import NONE, from_, has, highest, less, lowest, nth, popcount, size
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import policy_uniform

FOLD = 0.5
"""How often a rival is expected to stay out of a robbery."""
LOST_TURN = 1.6
"""What a lost turn costs, in spaces."""
LIARS = 0.3
"""How often a rival who could not claim the truth is expected to lie."""
FRESH_CARDS = 2.2
"""What a hand full of new cards is worth to whoever holds the worst."""
NOISE = 0.3
"""So much, in spaces, is left to chance between two actions."""
LIE = 12
"""Per cent: how often a card of another suit slips into a claim."""


@compiled_apart
def act(state: Any, rules: Any, seat: Any, mask: Any, table: Any, rng: Any) -> Any:
    """What a seat does in a playout: one action of the mask."""
    if state.phase == CARDS:
        action = next_of_hand(state, seat)
    elif state.phase == JOIN:
        action = IN if join_value(state, rules, seat, table) > NOISE * (chance(rng) - 0.5) else OUT
    elif state.phase != TURN:
        action = IN if doubt(state, rules, seat, table) > NOISE * (chance(rng) - 0.5) else OUT
    elif state.tile == NO_TILE:
        action = choose_tile(state, rules, seat, mask, table, rng)
    elif state.tile == REST:
        action = next_to_discard(state, seat)
    elif state.tile == LABOR:
        action = next_to_work(state, rules, seat, rng)
    elif state.hand_size == 0:
        action = SIZE_0 + best_fight(state, rules, seat, 0, table)[1]
    elif state.targets != NONE:
        action = DONE
    else:
        action = SEAT_0 + best_fight(state, rules, seat, state.hand_size, table)[2]
    if action >= 0 and has(mask, action):
        return np.int64(action)
    return nth(mask, policy_uniform(rng, popcount(mask)))


@compiled_apart
def next_of_hand(state: Any, seat: Any) -> Any:
    """The next card of the best hand; -1 if the seat has placed others."""
    all1, all2 = owned(state, seat)
    plan1, plan2 = best_hand(all1, all2, state.hand_size)
    table1, table2 = state.table1[seat], state.table2[seat]
    if (table1 & ~plan1) != NONE or (table2 & ~plan2) != NONE:
        return -1
    left1, _ = less(plan1, plan2, table1, table2)
    return lowest(left1)


@compiled_apart
def join_value(state: Any, rules: Any, seat: Any, table: Any) -> Any:
    """What joining a robbery is worth, against staying out."""
    count, once, twice = state.hand_size, state.hand1[seat], state.hand2[seat]
    robber = strength(table, once, twice, count, state.held[state.active] + 1)
    win, stopped = robber, 0.0
    if rules.players == 2:
        if has(state.inside, SHERIFF):
            win *= strength(table, once, twice, count, state.sheriff_size)
            stopped = 0.5
    elif popcount(state.deciders) > 1:
        each = strength(table, once, twice, count, others_held(state, rules, seat))
        win *= max(each, FOLD) ** (popcount(state.deciders) - 1)
    points = robbery_points(state, rules, state.tile - PONY)
    others = of_points(state, rules, state.active, points) * (1.0 - stopped) / (rules.players - 1)
    return win * of_points(state, rules, seat, points) - (1.0 - win) * of_losing(state, rules, seat) + others * robber


@compiled_apart
def doubt(state: Any, rules: Any, seat: Any, table: Any) -> Any:
    """What challenging a claim is worth (MW-63)."""
    held, count = min(state.held[state.active], MOST_HELD), min(state.hand_size, MOST_HELD)
    possible = table[SUITED_0 + held * (MOST_HELD + 1) + count]
    true = possible / (possible + (1.0 - possible) * LIARS)
    takers = 1 + (popcount(state.deciders) - 1) // 2 + (1 if rules.split_everyone else 0)
    return (1.0 - true) * of_bags(state, rules, seat, np.int64(state.stake) // takers) - true * LOST_TURN


@compiled_apart
def choose_tile(state: Any, rules: Any, seat: Any, mask: Any, table: Any, rng: Any) -> Any:
    """The action that is worth most (MW-06)."""
    best, tile = -1e9, -1
    for robbery in range(3):
        if has(mask, PONY + robbery):
            value = robbery_value(state, rules, seat, robbery, table) + NOISE * chance(rng)
            if value > best:
                best, tile = value, PONY + robbery
    if has(mask, FIGHT):
        value = best_fight(state, rules, seat, 0, table)[0] + NOISE * chance(rng)
        if value > best:
            best, tile = value, FIGHT
    if has(mask, LABOR):
        value = labor_value(state, rules, seat) + NOISE * chance(rng)
        if value > best:
            best, tile = value, LABOR
    if has(mask, REST) and rest_value(state, rules, seat, table) + NOISE * chance(rng) > best:
        tile = REST
    return tile


@compiled_apart
def robbery_value(state: Any, rules: Any, seat: Any, robbery: Any, table: Any) -> Any:
    """What declaring a robbery is worth."""
    count, once, twice = rules.robbery_cards[robbery], state.hand1[seat], state.hand2[seat]
    each = max(strength(table, once, twice, count, others_held(state, rules, seat)), FOLD)
    win = each ** (rules.players - 1)
    to_others = 1.0 - win
    if rules.players == 2:
        win *= strength(table, once, twice, count, rules.sheriff_cards[robbery])
        to_others *= 0.5
    points = robbery_points(state, rules, robbery)
    others = to_others * points / (rules.players - 1)
    return win * of_points(state, rules, seat, points) - (1.0 - win) * of_losing(state, rules, seat) - others


@compiled
def fight_value(state: Any, rules: Any, seat: Any, target: Any, win: Any) -> Any:
    """What a Duel or Shootout with one seat is worth, at a chance of winning it (MW-64, MW-65)."""
    mine = of_points(state, rules, seat, rules.shootout_points if rules.shootout else rules.bail[state.pos[target]])
    theirs = of_points(state, rules, target, rules.shootout_points if rules.shootout else rules.bail[state.pos[seat]])
    weight = 1.0 / (rules.players - 1)
    won, lost = mine + weight * of_losing(state, rules, target), of_losing(state, rules, seat) + weight * theirs
    return win * won - (1.0 - win) * lost


@compiled_apart
def best_fight(state: Any, rules: Any, seat: Any, wanted: Any, table: Any) -> Any:
    """The best fight: its worth, its size and whom to challenge; of one size only if `wanted` is not 0."""
    sizes = fight_sizes(state, rules, seat)
    best, best_size, best_target = -1e9, 0, -1
    for count in range(1, 5):
        if not has(sizes, count) or (wanted != 0 and wanted != count):
            continue
        for target in range(rules.players):
            if target == seat or state.held[target] < count:
                continue
            win = strength(table, state.hand1[seat], state.hand2[seat], count, state.held[target])
            value = fight_value(state, rules, seat, target, win)
            if value > best:
                best, best_size, best_target = value, count, target
    return best, best_size, best_target


@compiled_apart
def labor_value(state: Any, rules: Any, seat: Any) -> Any:
    """What the bags of a labor are worth."""
    mask = suit_to_work(state.hand1[seat], state.hand2[seat])
    cards = size(state.hand1[seat] & mask, state.hand2[seat] & mask)
    return of_bags(state, rules, seat, min(rules.labor_bags * cards, state.supply))


@compiled_apart
def next_to_work(state: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The next card of a labor, or the end of it; where nobody checks, sometimes a card of another suit."""
    once, twice = owned(state, seat)
    table1, table2 = state.table1[seat], state.table2[seat]
    placed = size(table1, table2)
    left1, _ = less(once, twice, table1, table2)
    if table1 != NONE:
        left1 &= from_(highest(table1))
    if not same_suit(table1):
        low = left1 & ~ACES
        return lowest(low) if placed < LONGEST_LIE - 1 and low != NONE else DONE
    suit = suit_mask(lowest(table1) & 3) if table1 != NONE else suit_to_work(once, twice)
    other = left1 & ~suit & ~ACES
    if rules.dishonest and placed < LONGEST_LIE and other != NONE and policy_uniform(rng, 100) < LIE:
        return lowest(other)
    left1 &= suit
    return lowest(left1) if left1 != NONE else DONE


@compiled_apart
def rest_value(state: Any, rules: Any, seat: Any, table: Any) -> Any:
    """What new cards are worth: the worse the hand and the more of them, the more; the Saloon has its price (MW-60, MW-61)."""
    if rules.rest_draw <= state.held[seat]:
        return -1e9
    count, weak = min(rules.robbery_cards[0], state.held[seat]), 1.0
    if count > 0:
        weak = 1.0 - strength(table, state.hand1[seat], state.hand2[seat], count, rules.hand)
    price = 0.0
    if rules.saloon:
        paid = min(rules.saloon_price, state.bags[seat])
        price = (rules.saloon_price - paid) - of_bags(state, rules, seat, -paid)
    return FRESH_CARDS * weak - price
