"""The compiled search of one game: multiple-observer information-set Monte Carlo tree search.

This file is a template that `doublecross.kernel.machine.instantiate` executes once per game, with ``GAME`` and the functions of
the game's guide set.

Every seat has a tree of its own: a node is what one seat knows (the hash of its `know` record), so that a choice depends on nothing that
its seat cannot see (Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012). All of them lie in one table. Because
a record shows nothing of what others choose in a sealed step, seats that choose at the same time do so independently: decoupled UCT
(Lanctot, Lisy, Winands, "Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel", 2013). Different ways to the
same knowledge meet in one node, and what was learnt for one decision serves the next.

Of the actions of a node only some are considered, the more the more often it was visited (progressive widening: Chaslot et al.,
"Progressive Strategies for Monte-Carlo Tree Search", 2008). A set of cards is chosen card by card: this widens the search over sets too.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from doublecross.bots.search.chance import chance
from doublecross.bots.search.records import MAX_STEPS
from doublecross.kernel.bits import NONE, below, bit, has, lowest, mul64, nth, popcount
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled, compiled_apart

GAME: Game
CANDIDATES: Any
REVISE: Any
SEES: Any
ACT: Any
JUDGE: Any
REPLY: Any
BLUR: Any
SUPPOSE: Any

_to_act, _legal, _step, _know = GAME.to_act, GAME.legal, GAME.step, GAME.know
_winners, _determinize = GAME.winners, GAME.determinize
_candidates, _revise, _sees, _act, _judge = CANDIDATES, REVISE, SEES, ACT, JUDGE
_reply, _blur, _suppose = REPLY, BLUR, SUPPOSE

WIDTH, WIDENING, GROWTH = 4, 1.0, 0.5
"""A node visited n times considers WIDTH + WIDENING n^GROWTH actions."""
REPLIES = 64
"""A remembered rival that was met n times has been asked about √(REPLIES n) times what it does; else one of its answers is taken."""
MEMORY = 8
"""Added to a seat's number, it stands for what a model of the seat answered there."""
PROBES = 16
"""So many slots of the table are looked at for one key."""
_MIX = np.uint64(0x9FB2_1C65_1E98_DF25)
_29, _32 = np.uint64(29), np.uint64(32)
_GENERATOR_WORDS = 15
"""The generator's fields, at the front of every record, tell a seat nothing."""


@compiled_apart
def hash_of(words: Any, seat: Any) -> Any:
    """The key of what a seat knows, from the `know` record's 64-bit words; never 0."""
    h = mul64(np.uint64(seat + 1), _MIX)
    for number in range(_GENERATOR_WORDS, words.shape[0]):
        h = mul64(h ^ words[number], _MIX)
        h ^= h >> _29
    h = mul64(h, _MIX)
    h ^= h >> _32
    return h | np.uint64(1)


@compiled_apart
def slot_of(slots: Any, nodes: Any, key: Any) -> Any:
    """The slot of a key, or the empty slot where it would go; -1 if neither is near."""
    last = slots.shape[0] - 1
    at = np.int64(key >> _32) & last
    for _ in range(PROBES):
        node = slots[at]
        if node == 0 or nodes[node - 1].key == key:
            return at
        at = (at + 1) & last
    return -1


@compiled_apart
def find(slots: Any, nodes: Any, key: Any) -> Any:
    """The node of a key, or -1."""
    at = slot_of(slots, nodes, key)
    return np.int64(-1) if at < 0 else np.int64(slots[at]) - 1


@compiled_apart
def create(tree: Any, slots: Any, nodes: Any, edges: Any, key: Any, mask: Any, favourite: Any) -> Any:
    """A new node, its favourite action first and the others in an order of its own; -1 if there is no room."""
    degree = popcount(mask)
    at = slot_of(slots, nodes, key)
    if at < 0 or tree.nodes >= nodes.shape[0] or tree.edges + degree > edges.shape[0]:
        return np.int64(-1)
    number, first = tree.nodes, tree.edges
    tree.nodes += 1
    tree.edges += degree
    slots[at] = number + 1
    node = nodes[number]
    node.key, node.first, node.degree, node.visits, node.generation = key, first, degree, 0, tree.generation
    node.asked = 0
    rest = mask & ~bit(favourite)
    turn = np.int64(key >> _32) % max(degree - 1, 1)
    for place in range(degree):
        edge = edges[first + place]
        edge.action = favourite if place == 0 else nth(rest, (place - 1 + turn) % (degree - 1))
        edge.visits, edge.total = 0, 0.0
    return number


@compiled_apart
def select(tree: Any, nodes: Any, edges: Any, number: Any) -> Any:
    """The edge to try at a node: the first one not tried yet among those considered, else the one with the highest upper bound (UCB1)."""
    node = nodes[number]
    visits, first = node.visits, node.first
    width = min(np.int64(node.degree), np.int64(WIDTH + WIDENING * visits**GROWTH))
    spread = tree.exploration * tree.exploration * math.log(visits + 1.0)
    best, choice = -1e9, first
    for place in range(first, first + width):
        tried = edges[place].visits
        if tried == 0:
            return np.int64(place)
        bound = edges[place].total / tried + math.sqrt(spread / tried)
        if bound > best:
            best, choice = bound, place
    return np.int64(choice)


@compiled
def imagine(work: Any, root: Any, rules: Any, seat: Any, modelled: Any, table: Any, rng: Any) -> None:
    """Draw a position in ``work[0]`` that fits what the seat knows, plausible ones more often."""
    total = 0.0
    for _ in range(_candidates(root[0], rules, seat)):
        work[1] = root[0]
        _determinize(work[1], rules, seat, rng)
        weight = _revise(work[1], rules, seat, modelled, table, rng)
        total += weight
        if total == weight or chance(rng) * total < weight:
            work[0] = work[1]


@compiled_apart
def answer(
    tree: Any, slots: Any, nodes: Any, edges: Any, work: Any, blank: Any, seens: Any, words: Any, rules: Any, seat: Any, mask: Any, rng: Any
) -> Any:
    """What the model of a rival does in ``work[0]``: it is asked, or one of the answers that it gave before is taken."""
    seens[0] = blank[0]
    _know(work[0], rules, seat, seens[0])
    _blur(seens[0], rules, seat)
    key = hash_of(words, seat + MEMORY)
    number = find(slots, nodes, key)
    if number < 0:
        every = _legal(seens[0], rules, seat)
        number = create(tree, slots, nodes, edges, key, every, np.int64(lowest(every)))
    if number < 0:
        return ask(work, blank, rules, seat, rng)
    node = nodes[number]
    node.visits += 1
    node.generation = tree.generation
    first, asked = node.first, node.asked
    if asked * asked < REPLIES * node.visits:
        action = ask(work, blank, rules, seat, rng)
        for place in range(first, first + node.degree):
            if edges[place].action == action:
                edges[place].visits += 1
                node.asked += 1
        return action
    target, drawn = np.int64(chance(rng) * asked), np.int64(first)
    while target >= edges[drawn].visits:
        target -= edges[drawn].visits
        drawn += 1
    action = np.int64(edges[drawn].action)
    # What is remembered for several hands need not be possible with this one.
    return action if has(mask, action) else ask(work, blank, rules, seat, rng)


@compiled
def ask(work: Any, blank: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """What the model of a rival does in ``work[0]``."""
    work[1] = blank[0]
    _know(work[0], rules, seat, work[1])
    return np.int64(_reply(work[1], rules, seat, rng))


@compiled
def share_out(state: Any, rules: Any, values: Any) -> None:
    """The win share of every seat in a game that is over."""
    winners = _winners(state, rules)
    count = popcount(winners)
    for seat in range(rules.players):
        values[seat] = 1.0 / count if has(winners, seat) else 0.0


@compiled
def descend(
    tree: Any,
    slots: Any,
    nodes: Any,
    edges: Any,
    path: Any,
    work: Any,
    root: Any,
    blank: Any,
    seens: Any,
    words: Any,
    rules: Any,
    silent: Any,
    table: Any,
    rng: Any,
    modelled: Any,
    values: Any,
) -> Any:
    """Play from ``work[0]`` to the end, or to where the guide judges it: each seat in its tree as far as that goes. Length of `path`."""
    inside, steps = below(rules.players), np.int64(0)
    while True:
        seats = _to_act(work[0], rules)
        if seats == NONE:
            share_out(work[0], rules, values)
            return steps
        if _judge(work[0], root[0], rules, table, values):
            return steps
        seat = lowest(seats)
        mask = _legal(work[0], rules, seat)
        action = np.int64(-1)
        if (mask & (mask - np.uint64(1))) == NONE:
            action = np.int64(lowest(mask))
        elif modelled and seat != tree.root:
            action = answer(tree, slots, nodes, edges, work, blank, seens, words, rules, seat, mask, rng)
        elif has(inside, seat) and steps < MAX_STEPS:
            seens[0] = blank[0]
            _know(work[0], rules, seat, seens[0])
            if seat == tree.root or _sees(seens[0], rules, seat):
                key = hash_of(words, seat)
                number = find(slots, nodes, key)
                if number < 0:
                    inside &= ~bit(seat)
                    favourite = np.int64(_act(work[0], rules, seat, mask, table, rng))
                    number = create(tree, slots, nodes, edges, key, mask, favourite)
                if number >= 0:
                    edge = select(tree, nodes, edges, number)
                    path[steps].node, path[steps].edge, path[steps].seat = number, edge, seat
                    steps += 1
                    action = np.int64(edges[edge].action)
        if action < 0:
            action = np.int64(_act(work[0], rules, seat, mask, table, rng))
        _step(work[0], rules, silent, seat, action)


@compiled_apart
def back_up(tree: Any, nodes: Any, edges: Any, path: Any, steps: Any, values: Any) -> None:
    """Add what an iteration brought every seat to the choices it came through."""
    for number in range(steps):
        node, edge = nodes[path[number].node], edges[path[number].edge]
        node.visits += 1
        node.generation = tree.generation
        edge.visits += 1
        edge.total += values[path[number].seat]
    for seat in range(values.shape[0]):
        tree.totals[seat] += values[seat]
    tree.iterations += 1


@compiled_apart
def think(
    trees: Any,
    slots: Any,
    nodes: Any,
    edges: Any,
    path: Any,
    work: Any,
    root: Any,
    blank: Any,
    seens: Any,
    words: Any,
    rules: Any,
    silent: Any,
    table: Any,
    rngs: Any,
    values: Any,
    iterations: Any,
) -> None:
    """Go through the tree so many times from the `know` record in ``root[0]`` of the seat ``trees[0].root``."""
    for _ in range(iterations):
        values[:] = 0.0
        modelled = trees[0].modelled > 0.0 and chance(rngs[0]) < trees[0].modelled
        imagine(work, root, rules[0], trees[0].root, modelled, table, rngs[0])
        steps = descend(
            trees[0], slots, nodes, edges, path, work, root, blank, seens, words, rules[0], silent[0], table, rngs[0], modelled, values
        )
        back_up(trees[0], nodes, edges, path, steps, values)


@compiled_apart
def sweep(trees: Any, slots: Any, nodes: Any, edges: Any, oldest: Any) -> None:
    """Forget all nodes that no search since generation `oldest` has used; the others move together, in their order."""
    slots[:] = 0
    kept, free = np.int64(0), np.int64(0)
    for number in range(trees[0].nodes):
        if nodes[number].generation < oldest:
            continue
        at = slot_of(slots, nodes, nodes[number].key)
        if at < 0:
            continue
        first = np.int64(nodes[number].first)
        nodes[kept] = nodes[number]
        for place in range(nodes[number].degree):
            edges[free + place] = edges[first + place]
        nodes[kept].first = free
        slots[at] = kept + 1
        free += np.int64(nodes[kept].degree)
        kept += 1
    trees[0].nodes = kept
    trees[0].edges = free


@compiled_apart
def suppose(root: Any, work: Any, blank: Any, rules: Any, silent: Any, seat: Any, table: Any, rngs: Any, count: Any) -> None:
    """Let the guide find out what the rivals are likely to have done, by trying it so many times; it writes that in its table."""
    _suppose(root[0], work, blank[0], rules[0], silent[0], seat, table, rngs[0], count)
