"""Bots as strategies on a tree: how exploitable is a compiled policy?"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.policies import PLAYERS, policy_of
from doublecross.kernel.machine import RANDOM, machine, policy_rng
from doublecross.lab.solve.tree import Tree, own_moves

SAMPLES = 200
"""How often a policy is asked in each information set; what it does by chance is known to about 1 / sqrt(SAMPLES)."""


def numbers_of(tree: Tree) -> dict[str, int]:
    """The names of the bots that are policies of the tree's game, and their numbers."""
    players = PLAYERS.get(tree.game.name)
    return {"random": RANDOM} | (dict(players.numbers) if players else {})


def strategy_of(tree: Tree, number: int, samples: int = SAMPLES, seed: int = 0) -> np.ndarray[Any, Any]:
    """What a policy does in each information set: the share of `samples` askings in which it took each action.

    A policy sees the `know` record, which is the same at all nodes of an information set, so the first node stands for all. It is not asked
    where it never comes by its own choices, whatever the others do: there the strategy is uniform, and plays no part in any value.
    """
    strategy = tree.uniform()
    if number == RANDOM:
        return strategy
    loops, before = machine(tree.game, policy_of(tree.game)), own_moves(tree)
    for info, seat in enumerate(tree.seat.tolist()):  # a seat's earlier choice has a smaller number
        if before[info] >= 0 and strategy[before[info]] == 0.0:
            strategy[tree.first[info] : tree.first[info + 1]] = 0.0
            continue
        position = tree.position(int(tree.node[info]))
        seen, rng = position.know(seat), policy_rng(seed + info)
        counts = np.zeros(tree.game.actions)
        for _ in range(samples):
            counts[loops.enter_policy(number, seen, position.rules_array, seat, rng)] += 1
        places = slice(tree.first[info], tree.first[info + 1])
        strategy[places] = counts[tree.actions[places]] / samples
    unasked = np.repeat(np.add.reduceat(strategy, tree.first[:-1]) == 0.0, np.diff(tree.first))
    return np.where(unasked, tree.uniform(), strategy)
