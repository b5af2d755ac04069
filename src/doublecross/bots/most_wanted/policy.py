"""One action of a character: what it does with its turn, and whom it answers how."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.most_wanted.characters import CARELESS, FRESH, ROWS
from doublecross.bots.most_wanted.contests import (
    NEVER,
    answer_robbery,
    best_fight,
    choose_size,
    place_cards,
    robbery_value,
)
from doublecross.bots.most_wanted.holding import next_to_discard, owned
from doublecross.bots.most_wanted.labor import answer_claim, labor_value, next_to_work
from doublecross.bots.most_wanted.odds import chance_against
from doublecross.bots.most_wanted.worth import whim, worth_of_bags
from doublecross.games.most_wanted.hands import best_hand
from doublecross.games.most_wanted.legal import legal
from doublecross.games.most_wanted.record import CARDS, DONE, FIGHT, JOIN, LABOR, NO_TILE, PONY, REST, SEAT_0, TURN
from doublecross.kernel.bits import NONE, has, lowest, nth, popcount
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import next_policy_word, policy_uniform

_11 = np.uint64(11)


@compiled
def policy(number: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The action of a seat, from what it may know; always legal.

    Args:
        number: the character, a row of `doublecross.bots.most_wanted.characters.ROWS`.
        seen: the seat's `know` record.
        rules: the rules record.
        seat: who acts.
        rng: a `doublecross.kernel.rng.POLICY_RNG` record, the only source of chance.
    """
    if CARELESS[number] > 0.0 and is_thoughtless(CARELESS[number], seen, rng):
        mask = legal(seen, rules, seat)
        return np.int64(nth(mask, policy_uniform(rng, popcount(mask))))
    return play(ROWS[number], seen, rules, seat, rng)


@compiled
def is_thoughtless(careless: Any, seen: Any, rng: Any) -> Any:
    """Whether a beginner takes any action now, or answers anything. Cards are always laid down as well as can be: that is seen at once."""
    if seen.phase == CARDS or (seen.phase == TURN and seen.tile != NO_TILE):
        return False
    return (next_policy_word(rng) >> _11) < careless * 9007199254740992.0


@compiled_apart
def play(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """What a character of this row does."""
    mask = legal(seen, rules, seat)
    if popcount(mask) == 1:
        return np.int64(lowest(mask))
    action = np.int64(propose(row, seen, rules, seat, mask, rng))
    return action if action >= 0 and has(mask, action) else np.int64(lowest(mask))


@compiled
def propose(row: Any, seen: Any, rules: Any, seat: Any, mask: Any, rng: Any) -> Any:
    """What a character would do; not legal if someone else began its choice."""
    if seen.phase == CARDS:
        return place_cards(seen, rules, seat)
    if seen.phase == JOIN:
        return answer_robbery(row, seen, rules, seat, rng)
    if seen.phase != TURN:
        return answer_claim(row, seen, rules, seat, rng)
    if seen.tile == NO_TILE:
        return choose_tile(row, seen, rules, seat, mask, rng)
    if seen.tile == REST:
        return next_to_discard(seen, seat)
    if seen.tile == LABOR:
        return next_to_work(row, seen, rules, seat, rng)
    if seen.hand_size == 0:
        return choose_size(row, seen, rules, seat)
    if seen.targets != NONE:
        return DONE
    _, _, target = best_fight(row, seen, rules, seat, seen.hand_size)
    return SEAT_0 + target


@compiled_apart
def choose_tile(row: Any, seen: Any, rules: Any, seat: Any, mask: Any, rng: Any) -> Any:
    """The action that is worth most (MW-06)."""
    best, tile = NEVER, -1
    for robbery in range(3):
        if has(mask, PONY + robbery):
            value = robbery_value(row, seen, rules, seat, robbery) + whim(row, rng)
            if value > best:
                best, tile = value, PONY + robbery
    if has(mask, FIGHT):
        value, _, _ = best_fight(row, seen, rules, seat, 0)
        value += whim(row, rng)
        if value > best:
            best, tile = value, FIGHT
    if has(mask, LABOR):
        value = labor_value(row, seen, rules, seat) + whim(row, rng)
        if value > best:
            best, tile = value, LABOR
    if has(mask, REST) and rest_value(row, seen, rules, seat) + whim(row, rng) > best:
        tile = REST
    return tile


@compiled_apart
def rest_value(row: Any, seen: Any, rules: Any, seat: Any) -> Any:
    """What new cards are worth: the worse the hand and the more of them, the more; the Saloon has its price (MW-60, MW-61)."""
    more = rules.rest_draw - seen.held[seat]
    if more <= 0:
        return NEVER
    all1, all2 = owned(seen, seat)
    count = min(rules.robbery_cards[0], seen.held[seat])
    weak = 1.0
    if count > 0:
        mine1, mine2 = best_hand(all1, all2, count)
        weak = 1.0 - chance_against(seen, rules, mine1, mine2, rules.hand)
    price = 0.0
    if rules.saloon:
        paid = min(rules.saloon_price, seen.bags[seat])
        price = (rules.saloon_price - paid) - worth_of_bags(row, seen, rules, seat, -paid)
    return row[FRESH] * weak - price
