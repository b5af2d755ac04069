"""Compiled sweeps over a whole tree in preorder: reach, values, regrets, best responses. They know no game.

Arguments that all of them share: `parent`, `mover`, `info`, `chance`, `slot` as in `doublecross.lab.solve.tree.Tree`; `strategy` holds a
probability for each place of an action; `seat` is the seat that learns or responds.
"""

from __future__ import annotations

from typing import Any

from doublecross.kernel.jit import compiled_apart

_END = -2


@compiled_apart
def carry_down(parent: Any, mover: Any, slot: Any, seat: Any, last: Any, depth: Any) -> None:
    """For each node the place of the seat's last own move before it (-1: none), and how many own moves there were."""
    for node in range(1, len(parent)):
        above = parent[node]
        last[node], depth[node] = last[above], depth[above]
        if mover[above] == seat:
            last[node] = slot[node]
            depth[node] += 1


@compiled_apart
def subtrees(parent: Any, after: Any) -> None:
    """For each node the first one behind its subtree."""
    for node in range(len(parent)):
        after[node] = node + 1
    for node in range(len(parent) - 1, 0, -1):
        after[parent[node]] = max(after[parent[node]], after[node])


@compiled_apart
def reach_down(parent: Any, mover: Any, chance: Any, slot: Any, strategy: Any, seat: Any, own: Any, others: Any) -> None:
    """How likely each node is as far as the seat's own moves go, and as far as everyone else's and chance go."""
    own[0] = others[0] = 1.0
    for node in range(1, len(parent)):
        above, place = parent[node], slot[node]
        own[node], others[node] = own[above], others[above]
        if place < 0:
            others[node] *= chance[node]
        elif mover[above] == seat:
            own[node] *= strategy[place]
        else:
            others[node] *= strategy[place]


@compiled_apart
def values_up(parent: Any, mover: Any, info: Any, chance: Any, slot: Any, strategy: Any, payoffs: Any, seat: Any, value: Any) -> None:
    """What each node is worth to the seat if everyone plays the strategy."""
    value[:] = 0.0
    for node in range(len(parent) - 1, -1, -1):
        if mover[node] == _END:
            value[node] = payoffs[info[node], seat]
        if node > 0:
            place = slot[node]
            value[parent[node]] += value[node] * (chance[node] if place < 0 else strategy[place])


@compiled_apart
def add_regrets(parent: Any, mover: Any, slot: Any, seat: Any, others: Any, value: Any, regret: Any) -> None:
    """Add to each of the seat's actions its counterfactual regret: how much better it would have been than the strategy."""
    for node in range(1, len(parent)):
        above, place = parent[node], slot[node]
        if place >= 0 and mover[above] == seat:
            regret[place] += others[above] * (value[node] - value[above])


@compiled_apart
def match_regrets(first: Any, seats: Any, seat: Any, regret: Any, strategy: Any) -> None:
    """Play each of the seat's actions in proportion to its positive regret (regret matching); all alike where there is none."""
    for number in range(len(seats)):
        if seats[number] != seat:
            continue
        total = 0.0
        for place in range(first[number], first[number + 1]):
            total += max(regret[place], 0.0)
        for place in range(first[number], first[number + 1]):
            strategy[place] = max(regret[place], 0.0) / total if total > 0.0 else 1.0 / (first[number + 1] - first[number])


@compiled_apart
def add_average(first: Any, nodes: Any, seats: Any, seat: Any, own: Any, strategy: Any, weight: Any, total: Any) -> None:
    """Add the strategy to the running total, weighted with the seat's own reach; `nodes` holds a node of each information set."""
    for number in range(len(seats)):
        if seats[number] == seat:
            for place in range(first[number], first[number + 1]):
                total[place] += weight * own[nodes[number]] * strategy[place]


@compiled_apart
def best_of(first: Any, gains: Any, number: Any) -> Any:
    """The index of an information set's best action; the lowest of equals."""
    best = first[number]
    for place in range(first[number] + 1, first[number + 1]):
        if gains[place] > gains[best]:
            best = place
    return best - first[number]


@compiled_apart
def child_of(after: Any, node: Any, index: Any) -> Any:
    """A node's child with `index` others before it."""
    child = node + 1
    for _ in range(index):
        child = after[child]
    return child


@compiled_apart
def respond(
    parent: Any,
    mover: Any,
    info: Any,
    chance: Any,
    slot: Any,
    after: Any,
    order: Any,
    first: Any,
    strategy: Any,
    payoffs: Any,
    seat: Any,
    others: Any,
    value: Any,
    gains: Any,
) -> Any:
    """The value of the seat's best response to the strategy of the others.

    With perfect recall, the best action of an information set depends on the seat's later choices only: `order` holds the nodes with the
    most own moves before them first, and each before its parent. `value` and `gains` are scratch, all zero.
    """
    for node in order:
        if mover[node] == _END:
            value[node] = payoffs[info[node], seat]
        elif mover[node] == seat:
            value[node] = value[child_of(after, node, best_of(first, gains, info[node]))]
        if node > 0:
            above, place = parent[node], slot[node]
            if place < 0:
                value[above] += value[node] * chance[node]
            elif mover[above] == seat:
                gains[place] += others[above] * value[node]
            else:
                value[above] += value[node] * strategy[place]
    return value[0]
