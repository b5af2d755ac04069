"""Robberies and fights as a character weighs them, and the cards it places in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.most_wanted.characters import BOLD, FOLD, KEEN
from doublecross.bots.most_wanted.holding import owned
from doublecross.bots.most_wanted.odds import chance_against
from doublecross.bots.most_wanted.worth import cost_of_losing, weight_of_others, whim, worth_of_points
from doublecross.games.most_wanted.actions import robbery_points
from doublecross.games.most_wanted.cards import SIX, SIXES
from doublecross.games.most_wanted.hands import all_of, best_hand, copies, take_of_rank
from doublecross.games.most_wanted.legal import fight_sizes
from doublecross.games.most_wanted.record import IN, OUT, PONY, SHERIFF, SIZE_0
from doublecross.kernel.bits import NONE, below, bit, has, less, lowest
from doublecross.kernel.jit import compiled, compiled_apart

NEVER = -1e9
FEWEST_SIXES = 0.02
"""Sixes are played when they win this much more often than the best hand."""


@compiled_apart
def chance_against_all(row: Any, seen: Any, rules: Any, seat: Any, rivals: Any, mine1: Any, mine2: Any) -> Any:
    """The chance to have the best hand if these rivals are free to join: each joins with the better part of its possible hands only."""
    win, last_held, last = 1.0, np.int64(-1), 1.0
    for rival in range(rules.players):
        if rival != seat and has(rivals, rival):
            if seen.held[rival] != last_held:  # most hold the same number
                last_held = np.int64(seen.held[rival])
                last = max(chance_against(seen, rules, mine1, mine2, last_held), row[FOLD])
            win *= last
    return win


@compiled_apart
def robbery_value(row: Any, seen: Any, rules: Any, seat: Any, robbery: Any) -> Any:
    """What declaring a robbery is worth: chance of the best hand, of others staying out, and Bail."""
    count = rules.robbery_cards[robbery]
    all1, all2 = owned(seen, seat)
    mine1, mine2 = best_hand(all1, all2, count)
    win = chance_against_all(row, seen, rules, seat, below(rules.players), mine1, mine2)
    lost_to_others = 1.0 - win
    if rules.players == 2:
        win *= chance_against(seen, rules, mine1, mine2, rules.sheriff_cards[robbery])
        lost_to_others *= 0.5
    points = robbery_points(seen, rules, robbery)
    others = lost_to_others * points * weight_of_others(row, rules)
    return win * worth_of_points(row, seen, rules, seat, points) - (1.0 - win) * cost_of_losing(row, seen, rules, seat) - others


@compiled_apart
def answer_robbery(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """Join if that is worth more than watching someone else win."""
    count = seen.hand_size
    all1, all2 = owned(seen, seat)
    mine1, mine2 = best_hand(all1, all2, count)
    against_robber = chance_of_robber(row, seen, rules, mine1, mine2)
    win = against_robber
    stopped = 0.0
    if rules.players == 2:
        if has(seen.inside, SHERIFF):
            win *= chance_against(seen, rules, mine1, mine2, seen.sheriff_size)
            stopped = 0.5
    else:
        win *= chance_against_all(row, seen, rules, seat, seen.deciders, mine1, mine2)
    points = robbery_points(seen, rules, seen.tile - PONY)
    others = worth_of_points(row, seen, rules, seen.active, points) * (1.0 - stopped) * weight_of_others(row, rules)
    joined = win * worth_of_points(row, seen, rules, seat, points) - (1.0 - win) * cost_of_losing(row, seen, rules, seat)
    joined += row[BOLD] + others * against_robber
    return IN if joined + whim(row, rng) > whim(row, rng) else OUT


@compiled
def chance_of_robber(row: Any, seen: Any, rules: Any, mine1: Any, mine2: Any) -> Any:
    """The chance to beat whoever robs, who has a reason for it: as good a hand as with `KEEN` more cards, whole or in part."""
    held, more = np.int64(seen.held[seen.active]), np.int64(row[KEEN])
    chance = chance_against(seen, rules, mine1, mine2, held + more)
    part = row[KEEN] - more
    if part > 0.0:
        chance += part * (chance_against(seen, rules, mine1, mine2, held + more + 1) - chance)
    return chance


@compiled
def fight_value(row: Any, seen: Any, rules: Any, seat: Any, target: Any, chance: Any) -> Any:
    """What a Duel or Shootout with one seat is worth, at a chance of winning it (MW-64, MW-65)."""
    if rules.shootout:
        mine = worth_of_points(row, seen, rules, seat, rules.shootout_points)
        theirs = worth_of_points(row, seen, rules, target, rules.shootout_points)
    else:
        mine = worth_of_points(row, seen, rules, seat, rules.bail[seen.pos[target]])
        theirs = worth_of_points(row, seen, rules, target, rules.bail[seen.pos[seat]])
    weight = weight_of_others(row, rules)
    won = mine + weight * cost_of_losing(row, seen, rules, target)
    lost = cost_of_losing(row, seen, rules, seat) + weight * theirs
    return chance * won - (1.0 - chance) * lost


@compiled_apart
def best_fight(row: Any, seen: Any, rules: Any, seat: Any, wanted: Any) -> Any:
    """The best fight: its worth, its size and whom to challenge; of one size only if `wanted` is not 0."""
    sizes = fight_sizes(seen, rules, seat)
    all1, all2 = owned(seen, seat)
    best, best_size, best_target = NEVER, 0, -1
    for count in range(1, 5):
        if not has(sizes, count) or (wanted != 0 and wanted != count):
            continue
        mine1, mine2 = best_hand(all1, all2, count)
        chance, last_held = 0.0, np.int64(-1)
        for target in range(rules.players):
            if target == seat or seen.held[target] < count:
                continue
            if seen.held[target] != last_held:
                last_held = np.int64(seen.held[target])
                chance = chance_against(seen, rules, mine1, mine2, last_held)
            value = fight_value(row, seen, rules, seat, target, chance)
            if value > best:
                best, best_size, best_target = value, count, target
    return best, best_size, best_target


@compiled_apart
def sixes_instead(seen: Any, rules: Any, seat: Any, mine1: Any, mine2: Any, sixes1: Any, sixes2: Any) -> Any:
    """Whether all sixes are likelier to win than the best hand: aces must be feared, or hoped for."""
    plain, crossed = 1.0, 0.0
    rest = (seen.inside if seen.tied == NONE else seen.tied) & ~bit(seat)
    while rest != NONE:
        place = lowest(rest)
        rest &= ~bit(place)
        held = np.int64(seen.held[place]) if place != SHERIFF else np.int64(seen.sheriff_size) if seen.tied == NONE else np.int64(1)
        plain *= chance_against(seen, rules, mine1, mine2, held)
        crossed = max(crossed, chance_against(seen, rules, sixes1, sixes2, held))
    return crossed > plain + FEWEST_SIXES


@compiled
def is_part(part1: Any, part2: Any, whole1: Any, whole2: Any) -> Any:
    """Whether one multiset lies in another."""
    return (part1 & ~whole1) == NONE and (part2 & ~whole2) == NONE


@compiled_apart
def place_cards(seen: Any, rules: Any, seat: Any) -> Any:
    """The next card of the best hand, or of sixes that may double-cross; -1 if others have placed something else before."""
    all1, all2 = owned(seen, seat)
    count = seen.hand_size
    plan1, plan2 = best_hand(all1, all2, count)
    table1, table2 = seen.table1[seat], seen.table2[seat]
    if copies(all1, all2, SIX) >= count and not all_of(plan1, SIXES):
        sixes1, sixes2 = take_of_rank(all1, all2, SIX, count)
        begun = table1 != NONE and not is_part(table1, table2, plan1, plan2)
        if begun or (table1 == NONE and sixes_instead(seen, rules, seat, plan1, plan2, sixes1, sixes2)):
            plan1, plan2 = sixes1, sixes2
    if not is_part(table1, table2, plan1, plan2):
        return -1
    left1, _ = less(plan1, plan2, table1, table2)
    return lowest(left1)


@compiled
def choose_size(row: Any, seen: Any, rules: Any, seat: Any) -> Any:
    """With how many cards to fight."""
    _, count, _ = best_fight(row, seen, rules, seat, 0)
    return SIZE_0 + count
