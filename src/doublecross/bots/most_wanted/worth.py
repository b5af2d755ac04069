"""What things are worth to a character, measured in spaces of the track."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from doublecross.bots.most_wanted.characters import BAGS, CAUTION, FEW, GREED, HEAT, SPITE, WIN
from doublecross.kernel.jit import compiled
from doublecross.kernel.rng import next_policy_word

_11 = np.uint64(11)
PLAIN_POINTS = 2
"""What the smallest robbery gives; the greedy are drawn by more."""


@compiled
def whim(row: Any, rng: Any) -> Any:
    """Gumbel noise, so that of two choices the better is only likelier: by e for each `HEAT` between them."""
    if row[HEAT] == 0.0:
        return 0.0
    return -row[HEAT] * math.log(-math.log(((next_policy_word(rng) >> _11) + 0.5) / 9007199254740992.0))


@compiled
def worth_of_points(row: Any, seen: Any, rules: Any, seat: Any, points: Any) -> Any:
    """What scoring is worth to a seat."""
    ahead = rules.goal - seen.pos[seat]
    if points >= ahead:
        return ahead + row[WIN]
    return points + row[GREED] * (points - PLAIN_POINTS)


@compiled
def _worth_of_holding(row: Any, bags: Any) -> Any:
    return bags / (bags + row[FEW])


@compiled
def worth_of_bags(row: Any, seen: Any, rules: Any, seat: Any, bags: Any) -> Any:
    """What so many more bags are worth: more to the poor, and more where Bail is high."""
    threat = rules.bail[min(seen.pos[seat] + 3, rules.goal - 1)] + 0.5
    return row[BAGS] * threat * (_worth_of_holding(row, seen.bags[seat] + bags) - _worth_of_holding(row, seen.bags[seat]))


@compiled
def cost_of_losing(row: Any, seen: Any, rules: Any, seat: Any) -> Any:
    """What Bail costs a seat that loses: spaces for the bags it lacks, and the worth of those it pays (MW-50, MW-51)."""
    due = min(rules.bail[seen.pos[seat]], seen.pos[seat] + seen.bags[seat])
    paid = min(due, seen.bags[seat])
    return row[CAUTION] * ((due - paid) - worth_of_bags(row, seen, rules, seat, -paid))


@compiled
def weight_of_others(row: Any, rules: Any) -> Any:
    """How much a space of another seat hurts: as much as one's own with two players, less the more there are."""
    return row[SPITE] / (rules.players - 1)
