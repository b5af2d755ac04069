"""The actions on the tiles and what comes of them (MW-10 to MW-15, MW-60 to MW-66, MW-70 to MW-74)."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.contests import UNDECIDED, ask_for_cards, settle_contest
from doublecross.games.most_wanted.deck import NO_CARD, discard_from_hand, draw_card, draw_to, lay_open, next_seat, refill, take_off_table
from doublecross.games.most_wanted.hands import same_suit
from doublecross.games.most_wanted.money import give_bags, pay_bail, pay_for_saloon, score, take_from_supply
from doublecross.games.most_wanted.record import (
    CHALLENGE,
    FIGHT,
    JOIN,
    NOBODY,
    OPENING,
    PONY,
    SHERIFF,
    TRAIN,
    Kind,
)
from doublecross.games.most_wanted.turns import GOAL_REACHED, begin_turn, clear_action, end_action, end_game
from doublecross.kernel.bits import NONE, bit, has, lowest, popcount, size, without_lowest
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, emit

_DECLARE, _SHERIFF_DRAWS, _SHERIFF_OUT, _JOINED = (int(kind) for kind in (Kind.DECLARE, Kind.SHERIFF_DRAWS, Kind.SHERIFF_OUT, Kind.JOINED))
_SHERIFF_STOPS, _FIRST, _DRAW, _LABOR = int(Kind.SHERIFF_STOPS), int(Kind.FIRST), int(Kind.DRAW), int(Kind.LABOR)
_CLAIM, _CLAIM_SHOWN, _CHALLENGED, _REMAINDER, _LOSES_TURN = (
    int(kind) for kind in (Kind.CLAIM, Kind.CLAIM_SHOWN, Kind.CHALLENGED, Kind.REMAINDER, Kind.LOSES_TURN)
)
KEPT, SHARE = 0, 1
NAMED, DRAWN, WON_DUEL = 0, 1, 2


@compiled
def robbery_points(state: Any, rules: Any, robbery: Any) -> Any:
    """What a robbery is worth now (MW-14): shuffle number n + 1 flips robbery n."""
    return rules.flipped_points[robbery] if state.shuffles > robbery else rules.points[robbery]


@compiled
def declare_robbery(state: Any, rules: Any, log: Any, seat: Any, tile: Any) -> None:
    """The active player declares a robbery (MW-10); with two players the Sheriff draws (MW-70); the others are asked (MW-15)."""
    state.tile = tile
    state.inside = bit(seat)
    count = rules.robbery_cards[tile - PONY]
    emit(log, _DECLARE, seat, EVERYONE, tile, count, 0, NONE, NONE)
    if rules.players == 2:
        sheriff_draws(state, rules, log, rules.sheriff_cards[tile - PONY], count)
    state.hand_size = count
    asked = NONE
    for other in range(rules.players):
        if other != seat and state.held[other] >= count:
            asked |= bit(other)
    state.phase = JOIN
    state.pending = asked
    state.deciders = asked
    if asked == NONE:
        close_joining(state, rules, log)


@compiled
def sheriff_draws(state: Any, rules: Any, log: Any, wanted: Any, count: Any) -> None:
    """The Sheriff draws face down; with fewer cards than the robbery needs he takes no part (MW-70, MW-74)."""
    while state.sheriff_size < wanted:
        kind = draw_card(state, rules, log)
        if kind == NO_CARD:
            break
        state.sheriff2 |= state.sheriff1 & bit(kind)
        state.sheriff1 |= bit(kind)
        state.sheriff_size += 1
    emit(log, _SHERIFF_DRAWS, NOBODY, EVERYONE, 0, state.sheriff_size, wanted, NONE, NONE)
    if state.sheriff_size >= count:
        state.inside |= bit(SHERIFF)
    else:
        emit(log, _SHERIFF_OUT, NOBODY, EVERYONE, 0, 0, 0, NONE, NONE)


@compiled
def close_joining(state: Any, rules: Any, log: Any) -> None:
    """Everyone has answered: those who joined are shown together, and all in it place their cards (MW-12, MW-15)."""
    emit(log, _JOINED, NOBODY, EVERYONE, state.sealed_in, state.deciders, 0, NONE, NONE)
    state.inside |= state.sealed_in
    state.sealed_in = NONE
    ask_for_cards(state, state.inside & rules.seats, state.hand_size)


@compiled
def declare_fight(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """A Duel or a Shootout with the chosen targets begins (MW-64, MW-65); they must take part."""
    emit(log, _DECLARE, seat, EVERYONE, FIGHT, state.hand_size, state.targets, NONE, NONE)
    state.inside = bit(seat) | state.targets
    ask_for_cards(state, state.inside, state.hand_size)


@compiled
def go_on_with_contest(state: Any, rules: Any, log: Any) -> None:
    """All cards of this step are in: reveal them, and pay out if that decides the contest."""
    winner = settle_contest(state, rules, log)
    if winner == UNDECIDED:
        return
    if state.tile == OPENING:
        end_opening(state, rules, log, winner)
        return
    took_part = state.inside & rules.seats
    if winner == SHERIFF:
        emit(log, _SHERIFF_STOPS, NOBODY, EVERYONE, state.tile, 0, 0, NONE, NONE)
    elif score(state, rules, log, winner, contest_points(state, rules, winner)):
        end_game(state, rules, log, GOAL_REACHED)
        return
    losers_pay(state, rules, log, winner)
    end_action(state, rules, log, took_part)


@compiled
def contest_points(state: Any, rules: Any, winner: Any) -> Any:
    """What the winner scores: the robbery's value, the Shootout's points, or the Bail of the Duel's loser (MW-14, MW-64, MW-65)."""
    if state.tile <= TRAIN:
        return np.int64(robbery_points(state, rules, state.tile - PONY))
    if rules.shootout:
        return np.int64(rules.shootout_points)
    return np.int64(rules.bail[state.pos[lowest(state.inside & ~bit(winner))]])


@compiled
def losers_pay(state: Any, rules: Any, log: Any, winner: Any) -> None:
    """Everyone who took part and did not win pays Bail, in seat order from the active player (MW-12, MW-41, MW-72)."""
    seat = np.int64(state.active)
    for _ in range(rules.players):
        if seat != winner and has(state.inside, seat):
            pay_bail(state, rules, log, seat)
        seat = next_seat(rules, seat)


@compiled
def end_opening(state: Any, rules: Any, log: Any, winner: Any) -> None:
    """The opening duel's winner refills first and begins (MW-05)."""
    clear_action(state)
    refill(state, rules, log, rules.seats, winner)
    emit(log, _FIRST, winner, EVERYONE, WON_DUEL, 0, 0, NONE, NONE)
    begin_turn(state, rules, log, winner)


@compiled
def rest(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """Church: discard any number, draw up (MW-60). Saloon: pay first, draw to more (MW-61)."""
    if rules.saloon:
        pay_for_saloon(state, log, seat, rules.saloon_price)
    discard_from_hand(state, log, seat)
    draw_to(state, rules, log, seat, rules.rest_draw, _DRAW)
    end_action(state, rules, log, bit(seat))


@compiled
def labor_honestly(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """Cards of one suit, face up, for bags (MW-62)."""
    once, twice = state.table1[seat], state.table2[seat]
    count = size(once, twice)
    earned = take_from_supply(state, rules.labor_bags * count)
    state.bags[seat] += earned
    emit(log, _LABOR, seat, EVERYONE, earned, count, 0, once, twice)
    lay_open(state, once, twice)
    take_off_table(state, seat, count)
    end_action(state, rules, log, bit(seat))


@compiled
def claim(state: Any, rules: Any, log: Any, seat: Any) -> None:
    """Cards face down with bags on them, said to be of one suit; the others decide whether to challenge (MW-63)."""
    count = size(state.table1[seat], state.table2[seat])
    state.hand_size = count
    state.stake = take_from_supply(state, rules.labor_bags * count)
    emit(log, _CLAIM, seat, EVERYONE, state.stake, count, 0, NONE, NONE)
    state.phase = CHALLENGE
    state.pending = rules.seats & ~bit(seat)
    state.deciders = state.pending


@compiled
def settle_claim(state: Any, rules: Any, log: Any) -> None:
    """All have decided: show challengers and cards, and share out the bags (MW-63)."""
    seat = np.int64(state.active)
    challengers = state.sealed_in
    once, twice = state.table1[seat], state.table2[seat]
    true = same_suit(once)
    emit(log, _CHALLENGED, NOBODY, EVERYONE, challengers, 0, 0, NONE, NONE)
    emit(log, _CLAIM_SHOWN, seat, EVERYONE, 1 if true else 0, state.hand_size, 0, once, twice)
    lay_open(state, once, twice)
    take_off_table(state, seat, state.hand_size)
    if true or challengers == NONE:
        give_bags(state, log, seat, state.stake, KEPT)
        state.lose_turn |= challengers
        tell_lost_turns(log, challengers)
    else:
        share_stake(state, rules, log, challengers | bit(seat) if rules.split_everyone else challengers)
    end_action(state, rules, log, bit(seat))


@compiled
def tell_lost_turns(log: Any, challengers: Any) -> None:
    """Report who loses a turn."""
    rest_of = challengers
    while rest_of != NONE:
        emit(log, _LOSES_TURN, lowest(rest_of), EVERYONE, 0, 0, 0, NONE, NONE)
        rest_of = without_lowest(rest_of)


@compiled
def share_stake(state: Any, rules: Any, log: Any, takers: Any) -> None:
    """Split the bags of a false claim evenly; what cannot be split goes back to the supply."""
    share = state.stake // popcount(takers)
    remainder = state.stake - share * popcount(takers)
    rest_of = takers
    while rest_of != NONE:
        give_bags(state, log, lowest(rest_of), share, SHARE)
        rest_of = without_lowest(rest_of)
    state.supply += remainder
    if remainder > 0:
        emit(log, _REMAINDER, NOBODY, EVERYONE, remainder, 0, 0, NONE, NONE)
