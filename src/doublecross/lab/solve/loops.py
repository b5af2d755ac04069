"""Compiled enumeration of one game's whole tree, chance included: a template like `doublecross.kernel.loops`.

The tree is written in preorder, a row for each node that offers two or more ways on, and for each end; steps with one way only are taken
at once. A seat's information set is named by a hash of 128 bits over everything the seat has been told so far, its own actions included:
perfect recall by construction, and `doublecross.lab.solve.tree` checks it on the tree that comes out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.bits import NONE, add64, bit, has, lowest, mul64, popcount
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.log import SEALED

GAME: Game

_setup, _to_act, _legal, _step, _winners = GAME.setup, GAME.to_act, GAME.legal, GAME.step, GAME.winners

CHANCE, END = -1, -2
"""Who moves at a node where no seat does."""
COMPLETE, TOO_MANY_NODES, TOO_DEEP = 0, 1, 2
"""How an enumeration ends."""
NODES, ENDS, SETS = 0, 1, 2
"""What is counted."""
SETUP = -1
"""The seat of a frame whose step is the setup of the game."""

_SEALED = np.uint64(SEALED)
_LOW_16, _HEAD = np.uint64(0xFFFF), np.uint64(0xFFFF_FFFF_0000_FFFF)
_16 = np.uint64(16)
_MIX_1, _MIX_2, _ODD = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB), np.uint64(0x9E3779B97F4A7C15)


@compiled_apart
def mixed(word: Any) -> Any:
    """A word stirred so that every bit depends on all others (the finalizer of SplitMix64, Steele, Lea and Flood 2014)."""
    word = mul64(word ^ (word >> np.uint64(30)), _MIX_1)
    word = mul64(word ^ (word >> np.uint64(27)), _MIX_2)
    return word ^ (word >> np.uint64(31))


@compiled
def _absorb(told: Any, seat: Any, word: Any) -> None:
    """Add a word to what a seat has been told: two hashes that do not depend on one another."""
    told[seat, 0] = mixed(add64(mul64(told[seat, 0], _ODD), word))
    told[seat, 1] = mixed(add64(mul64(told[seat, 1] ^ word, _MIX_1), _ODD))


@compiled_apart
def hear(log: Any, players: Any, told: Any) -> None:
    """Add the events of a step to what each seat has been told, the cards it may not see left out."""
    for row in range(log.count):
        head = log.events[row, 0]
        knows = (head >> _16) & _LOW_16
        for seat in range(players):
            knowing = has(knows, seat)
            if not knowing and (knows & _SEALED) != NONE:
                continue
            _absorb(told, seat, head & _HEAD)
            _absorb(told, seat, log.events[row, 1])
            _absorb(told, seat, log.events[row, 2] if knowing else NONE)
            _absorb(told, seat, log.events[row, 3] if knowing else NONE)


@compiled_apart
def advance(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """Take an action, or set the game up, with the chance outcomes that are queued."""
    log.count = 0
    log.used = 0
    log.need = 0
    if seat == SETUP:
        _setup(state, rules, log)
    else:
        _step(state, rules, log, seat, action)


@compiled_apart
def find(keys: Any, numbers: Any, seat: Any, told: Any, known: Any) -> Any:
    """The number of an information set; `known`, the next free number, if it is new."""
    first, second = add64(told[seat, 0], np.uint64(seat)), told[seat, 1]
    last = np.uint64(len(numbers) - 1)
    at = mixed(first ^ second) & last
    while numbers[at] > 0:
        if keys[at, 0] == first and keys[at, 1] == second:
            return np.int64(numbers[at] - 1)
        at = (at + np.uint64(1)) & last
    keys[at, 0], keys[at, 1] = first, second
    numbers[at] = known + 1
    return np.int64(known)


@compiled_apart
def to_move(state: Any, rules: Any) -> Any:
    """The seat that moves: the lowest of those that have to choose, or `END`."""
    seats = _to_act(state, rules)
    return np.int64(lowest(seats)) if seats != NONE else np.int64(END)


@compiled_apart
def choices(state: Any, rules: Any, seat: Any) -> Any:
    """The mask of what a seat may do."""
    return _legal(state, rules, seat)


@compiled_apart
def pay(state: Any, rules: Any, row: Any) -> None:
    """Write each seat's share of the win."""
    won = _winners(state, rules)
    for seat in range(rules.players):
        row[seat] = 1.0 / popcount(won) if has(won, seat) else 0.0


@compiled
def begin_step(frame: Any, log: Any, queue: Any, move: Any, below: Any) -> None:
    """Put the step that a move at a frame stands for into the frame below: a seat's action, or the step that chance belongs to."""
    if frame.mover == CHANCE:
        below.seat, below.action, below.queued = frame.seat, frame.action, frame.queued
        for at in range(frame.queued):
            log.queue[at] = queue[at]
        if frame.ways != NONE:
            log.queue[frame.queued] = move
            below.queued += 1
    else:
        below.seat, below.action, below.queued = frame.mover, move, 0


@compiled
def run_on(states: Any, rules: Any, log: Any, told: Any, depth: Any, frame: Any) -> None:
    """Take the step of a frame and all after it that have one way only; the frame then says who has a choice, and which."""
    frame.twice = NONE
    while True:
        log.queued = frame.queued
        states[depth + 1] = states[depth]
        advance(states[depth + 1], rules, log, frame.seat, frame.action)
        if log.need != 0:
            frame.mover, frame.ways, frame.twice = CHANCE, log.need_once, log.need_twice
            if popcount(frame.ways) > 1:
                return
            log.queue[frame.queued] = lowest(frame.ways)
            frame.queued += 1
            continue
        states[depth] = states[depth + 1]
        hear(log, np.int64(rules.players), told)
        frame.queued = 0
        frame.mover = to_move(states[depth], rules)
        frame.ways, frame.twice = NONE, NONE
        if frame.mover == END:
            return
        frame.ways = choices(states[depth], rules, frame.mover)
        if popcount(frame.ways) > 1:
            return
        frame.seat, frame.action = frame.mover, lowest(frame.ways)


@compiled
def chance_of(frame: Any, move: Any) -> Any:
    """The probability of an outcome at a frame where chance moves; 0 where a seat does."""
    if frame.mover != CHANCE or frame.ways == NONE:
        return 0.0
    return (2.0 if has(frame.twice, move) else 1.0) / (popcount(frame.ways) + popcount(frame.twice))


@compiled
def write_node(nodes: Any, counts: Any, above: Any, move: Any, frame: Any) -> None:
    """Write the row of a frame that has just been reached."""
    frame.node = counts[NODES]
    row = nodes[counts[NODES]]
    row.parent, row.mover, row.move, row.info = above.node, frame.mover, move, -1
    row.probability = chance_of(above, move)
    counts[NODES] += 1


@compiled
def write_set(keys: Any, numbers: Any, told: Any, nodes: Any, sets: Any, counts: Any, frame: Any) -> None:
    """Name the information set of a node where a seat moves; write its row if it is new."""
    info = find(keys, numbers, frame.mover, told, counts[SETS])
    nodes[frame.node].info = info
    if info == counts[SETS]:
        sets[info].ways, sets[info].node, sets[info].seat = frame.ways, frame.node, frame.mover
        counts[SETS] += 1


@compiled
def enumerate_tree(
    states: Any,
    rules: Any,
    logs: Any,
    told: Any,
    frames: Any,
    queues: Any,
    keys: Any,
    numbers: Any,
    nodes: Any,
    payoffs: Any,
    sets: Any,
    counts: Any,
) -> Any:
    """Write the whole tree.

    Args:
        states: a record for each frame of the stack, and two more; the first is a blank state.
        rules, logs: arrays of length 1.
        told: hashes of what each seat has been told, shape (frames, players, 2).
        frames: records of `doublecross.lab.solve.tree.FRAME`.
        queues: outcomes queued at each frame, shape (frames, MAX_CHANCE).
        keys, numbers: the table of information sets, of a power of two of places; `numbers` is 0 where one is free, else one more than
            the number of the set.
        nodes: the tree, records of `doublecross.lab.solve.tree.NODE`.
        payoffs: each seat's share of the win, shape (ends, players).
        sets: the information sets, records of `doublecross.lab.solve.tree.SET`.
        counts: gets the numbers of nodes, ends and sets.

    Returns:
        `COMPLETE`, or why it could not be finished.
    """
    depth, frame = np.int64(0), frames[0]
    frame.node, frame.mover, frame.seat, frame.left, frame.ways = -1, CHANCE, SETUP, bit(0), NONE
    logs[0].explicit = 1
    while depth >= 0:
        frame = frames[depth]
        if frame.left == NONE:
            depth -= 1
            continue
        if counts[NODES] >= len(nodes) or counts[ENDS] >= len(payoffs) or counts[SETS] >= len(sets):
            return TOO_MANY_NODES
        if depth + 1 >= len(frames):
            return TOO_DEEP
        move = np.int64(lowest(frame.left))
        frame.left &= ~bit(move)
        states[depth + 1] = states[depth]
        told[depth + 1] = told[depth]
        reached = frames[depth + 1]
        begin_step(frame, logs[0], queues[depth], move, reached)
        run_on(states, rules[0], logs[0], told[depth + 1], depth + 1, reached)
        write_node(nodes, counts, frame, move, reached)
        if reached.mover == END:
            nodes[reached.node].info = counts[ENDS]
            pay(states[depth + 1], rules[0], payoffs[counts[ENDS]])
            counts[ENDS] += 1
            continue
        if reached.mover == CHANCE:
            for at in range(reached.queued):
                queues[depth + 1, at] = logs[0].queue[at]
        else:
            write_set(keys, numbers, told[depth + 1], nodes, sets, counts, reached)
        reached.left = reached.ways
        depth += 1
    return COMPLETE
