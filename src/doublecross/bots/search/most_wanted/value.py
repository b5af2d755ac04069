"""What a position between two turns is worth: features of every seat, weighed, and a softmax over the seats."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.search.most_wanted.odds import WEIGHTS_0, strength
from doublecross.bots.search.softmax import softmax, weighed
from doublecross.games.most_wanted.actions import robbery_points
from doublecross.games.most_wanted.record import NO_TILE, TURN
from doublecross.kernel.bits import has
from doublecross.kernel.jit import compiled, compiled_apart

FEATURES = 16
HORIZON = 2
"""Playouts end at the beginning of a turn, so many turns after the one in which they started."""


@compiled_apart
def features(state: Any, rules: Any, seat: Any, table: Any, out: Any) -> None:
    """Write the features (FEATURES numbers) of one seat at the beginning of a turn.

    Of its progress, bags, Bail, cards and turn: cards count by the odds that their best hands win against a full hand.
    """
    goal, bags = rules.goal, state.bags[seat] * 1.0
    progress, ahead = state.pos[seat] / goal, goal - state.pos[seat]
    best, sure, gain, total = 0.0, 0.0, 0.0, 0.0
    for robbery in range(3):
        count = rules.robbery_cards[robbery]
        if state.held[seat] < count:
            continue
        wins = strength(table, state.hand1[seat], state.hand2[seat], count, rules.hand)
        points = min(robbery_points(state, rules, robbery), ahead)
        total += wins / 3.0
        best = max(best, wins)
        gain = max(gain, wins * points / goal)
        if points == ahead:
            sure = max(sure, wins)
    turn = (seat - state.active + rules.players) % rules.players
    active = 1.0 if turn == 0 else 0.0
    out[0] = progress
    out[1] = progress**2
    out[2] = progress**4
    out[3] = bags / (bags + 3.0)
    out[4] = bags / (bags + 3.0) * rules.bail[min(state.pos[seat] + 2, goal - 1)] / goal
    out[5] = max(rules.bail[state.pos[seat]] - bags, 0.0) / goal
    out[6] = active
    out[7] = turn / rules.players
    out[8] = total
    out[9] = best
    out[10] = gain
    out[11] = sure
    out[12] = active * gain
    out[13] = active * sure
    out[14] = 1.0 if has(state.lose_turn, seat) else 0.0
    out[15] = state.held[seat] / rules.hand


@compiled_apart
def evaluate(state: Any, rules: Any, table: Any, values: Any) -> None:
    """Write in `values` the expected win share of every seat at the beginning of a turn, by the fitted weights."""
    found = np.empty(FEATURES)
    for seat in range(rules.players):
        features(state, rules, seat, table, found)
        values[seat] = weighed(found, FEATURES, table, WEIGHTS_0)
    softmax(values, rules.players)


@compiled
def judge(state: Any, root: Any, rules: Any, table: Any, values: Any) -> Any:
    """Whether the playout from `root` ends here; then `values` gets the expected win share of every seat."""
    if state.phase != TURN or state.tile != NO_TILE or state.turns < root.turns + HORIZON:
        return False
    evaluate(state, rules, table, values)
    return True
