"""Robberies and fights as the heuristic weighs them, and the cards it places in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.most_wanted.odds import average_held, chance_against, owned
from doublecross.bots.most_wanted.worth import cost_of_losing, weight_of_others, worth_of_points
from doublecross.games.most_wanted.actions import robbery_points
from doublecross.games.most_wanted.cards import SIX, SIXES
from doublecross.games.most_wanted.hands import all_of, best_hand, copies, take_of_rank
from doublecross.games.most_wanted.legal import fight_sizes
from doublecross.games.most_wanted.record import IN, OUT, PONY, SHERIFF, SIZE_0
from doublecross.kernel.bits import NONE, bit, has, less, lowest, popcount
from doublecross.kernel.jit import compiled, compiled_apart

FOLD = 0.5
"""How often a rival is expected to stay out of a robbery, weak hands first."""
KEEN = 1
"""Whoever robs or joins has a good hand: as good as one drawn from so many more cards."""
NEVER = -1e9
FEWEST_SIXES = 0.02
"""Sixes are played when they win this much more often than the best hand."""


@compiled_apart
def robbery_value(seen: Any, rules: Any, seat: Any, robbery: Any, rng: Any) -> Any:
    """What declaring a robbery is worth: chance of the best hand, of others staying out, and Bail."""
    count = rules.robbery_cards[robbery]
    all1, all2 = owned(seen, seat)
    mine1, mine2 = best_hand(all1, all2, count)
    each = max(chance_against(seen, rules, mine1, mine2, average_held(seen, rules, seat), rng), FOLD)
    win = each ** (rules.players - 1)
    lost_to_others = 1.0 - win
    if rules.players == 2:
        win *= chance_against(seen, rules, mine1, mine2, rules.sheriff_cards[robbery], rng)
        lost_to_others *= 0.5
    points = robbery_points(seen, rules, robbery)
    others = lost_to_others * points * weight_of_others(rules)
    return win * worth_of_points(seen, rules, seat, points) - (1.0 - win) * cost_of_losing(seen, rules, seat) - others


@compiled_apart
def answer_robbery(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """Join if that is worth more than watching someone else win."""
    count = seen.hand_size
    all1, all2 = owned(seen, seat)
    mine1, mine2 = best_hand(all1, all2, count)
    held = seen.held[seen.active] + KEEN
    against_robber = chance_against(seen, rules, mine1, mine2, held, rng)
    win = against_robber
    stopped = 0.0
    if rules.players == 2:
        if has(seen.inside, SHERIFF):
            win *= chance_against(seen, rules, mine1, mine2, seen.sheriff_size, rng)
            stopped = 0.5
    elif popcount(seen.deciders) > 1:
        each = chance_against(seen, rules, mine1, mine2, average_held(seen, rules, seat), rng)
        win *= max(each, FOLD) ** (popcount(seen.deciders) - 1)
    points = robbery_points(seen, rules, seen.tile - PONY)
    others = worth_of_points(seen, rules, seen.active, points) * (1.0 - stopped) * weight_of_others(rules)
    joined = win * worth_of_points(seen, rules, seat, points) - (1.0 - win) * cost_of_losing(seen, rules, seat)
    joined -= others * (1.0 - against_robber)
    return IN if joined > -others else OUT


@compiled
def fight_value(seen: Any, rules: Any, seat: Any, target: Any, chance: Any) -> Any:
    """What a Duel or Shootout with one seat is worth, at a chance of winning it (MW-64, MW-65)."""
    if rules.shootout:
        mine = worth_of_points(seen, rules, seat, rules.shootout_points)
        theirs = worth_of_points(seen, rules, target, rules.shootout_points)
    else:
        mine = worth_of_points(seen, rules, seat, rules.bail[seen.pos[target]])
        theirs = worth_of_points(seen, rules, target, rules.bail[seen.pos[seat]])
    weight = weight_of_others(rules)
    won = mine + weight * cost_of_losing(seen, rules, target)
    lost = cost_of_losing(seen, rules, seat) + weight * theirs
    return chance * won - (1.0 - chance) * lost


@compiled_apart
def best_fight(seen: Any, rules: Any, seat: Any, wanted: Any, rng: Any) -> Any:
    """The best fight: its worth, its size and whom to challenge; of one size only if `wanted` is not 0."""
    sizes = fight_sizes(seen, rules, seat)
    all1, all2 = owned(seen, seat)
    best, best_size, best_target = NEVER, 0, -1
    for count in range(1, 5):
        if not has(sizes, count) or (wanted != 0 and wanted != count):
            continue
        mine1, mine2 = best_hand(all1, all2, count)
        held = average_held(seen, rules, seat)
        chance = chance_against(seen, rules, mine1, mine2, held, rng)
        for target in range(rules.players):
            if target == seat or seen.held[target] < count:
                continue
            # Whoever holds more cards than most is the stronger for it.
            value = fight_value(seen, rules, seat, target, chance * min(1.0, held / seen.held[target]))
            if value > best:
                best, best_size, best_target = value, count, target
    return best, best_size, best_target


@compiled_apart
def sixes_instead(seen: Any, rules: Any, seat: Any, mine1: Any, mine2: Any, sixes1: Any, sixes2: Any, rng: Any) -> Any:
    """Whether all sixes are likelier to win than the best hand: aces must be feared, or hoped for."""
    plain, crossed = 1.0, 0.0
    rest = (seen.inside if seen.tied == NONE else seen.tied) & ~bit(seat)
    while rest != NONE:
        place = lowest(rest)
        rest &= ~bit(place)
        held = np.int64(seen.held[place]) if place != SHERIFF else np.int64(seen.sheriff_size) if seen.tied == NONE else np.int64(1)
        plain *= chance_against(seen, rules, mine1, mine2, held, rng)
        crossed = max(crossed, chance_against(seen, rules, sixes1, sixes2, held, rng))
    return crossed > plain + FEWEST_SIXES


@compiled
def is_part(part1: Any, part2: Any, whole1: Any, whole2: Any) -> Any:
    """Whether one multiset lies in another."""
    return (part1 & ~whole1) == NONE and (part2 & ~whole2) == NONE


@compiled_apart
def place_cards(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The next card of the best hand, or of sixes that may double-cross; -1 if others have placed something else before."""
    all1, all2 = owned(seen, seat)
    count = seen.hand_size
    plan1, plan2 = best_hand(all1, all2, count)
    table1, table2 = seen.table1[seat], seen.table2[seat]
    if copies(all1, all2, SIX) >= count and not all_of(plan1, SIXES):
        sixes1, sixes2 = take_of_rank(all1, all2, SIX, count)
        begun = table1 != NONE and not is_part(table1, table2, plan1, plan2)
        if begun or (table1 == NONE and sixes_instead(seen, rules, seat, plan1, plan2, sixes1, sixes2, rng)):
            plan1, plan2 = sixes1, sixes2
    if not is_part(table1, table2, plan1, plan2):
        return -1
    left1, _ = less(plan1, plan2, table1, table2)
    return lowest(left1)


@compiled
def choose_size(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """With how many cards to fight."""
    _, count, _ = best_fight(seen, rules, seat, 0, rng)
    return SIZE_0 + count
