"""The whole tree of a small game as flat arrays, and the checks that make it a game of perfect recall."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.kernel.chance import begin_with, step_with
from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.log import LOG, MAX_CHANCE
from doublecross.kernel.machine import blank_state, instantiate, records
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, make_rules, members
from doublecross.lab.solve.sweeps import carry_down

CHANCE, END = -1, -2
"""Who moves at a node where no seat does."""
MOST_NODES = 20_000_000
"""Nodes a tree may have; about 60 bytes each while it is solved."""
MOST_FRAMES = 1024
"""Choices, those of chance included, that one game may have."""
_FIRST_ROOM = 1 << 17
_COMPLETE, _TOO_MANY_NODES = 0, 1

NODE = np.dtype([("parent", "i4"), ("mover", "i1"), ("move", "u1"), ("info", "i4"), ("probability", "f8")])
"""A node: the one before it (-1 for the root), who moves (a seat, `CHANCE`, `END`), the move that led to it, its information set
(at an end: the row of payoffs), and the probability of that move where chance made it."""
SET = np.dtype([("ways", "u8"), ("node", "i4"), ("seat", "i4")])
"""An information set: the mask of legal actions, its first node, whose it is."""
FRAME = np.dtype(
    [
        ("node", "i8"),
        ("mover", "i8"),  # who moves here
        ("seat", "i8"),  # the step that chance belongs to: a seat and its action, or the setup
        ("action", "i8"),
        ("queued", "i8"),  # outcomes of that step so far
        ("left", "u8"),  # ways not taken yet
        ("ways", "u8"),
        ("twice", "u8"),  # outcomes that are twice as likely
    ]
)
"""A frame of the enumeration's stack."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A game's whole tree, in preorder.

    Attributes:
        game, players, options: what it is the tree of; the options are checked and complete.
        parent: the node before each node; -1 for the root.
        mover: who moves at it: a seat, `CHANCE`, `END`.
        move: the action or outcome that led to it.
        info: the information set of a node where a seat moves; at an end, the row of `payoffs`.
        chance: the probability of the move that led to it, where chance made it.
        slot: the place of the move that led to it, where a seat made it; else -1.
        payoffs: each seat's share of the win at each end, shape (ends, players).
        ways: mask of the legal actions of each information set.
        node, seat: its first node, and whose it is.
        first: where its actions begin among all places; one entry more than there are sets.
        actions: the action of each place, ascending within a set.
    """

    game: Game
    players: int
    options: Mapping[str, Any]
    parent: np.ndarray[Any, Any]
    mover: np.ndarray[Any, Any]
    move: np.ndarray[Any, Any]
    info: np.ndarray[Any, Any]
    chance: np.ndarray[Any, Any]
    slot: np.ndarray[Any, Any]
    payoffs: np.ndarray[Any, Any]
    ways: np.ndarray[Any, Any]
    node: np.ndarray[Any, Any]
    seat: np.ndarray[Any, Any]
    first: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]

    def uniform(self) -> np.ndarray[Any, Any]:
        """The strategy of uniformly random play: a probability for each place."""
        counts = np.diff(self.first)
        return np.repeat(1.0 / counts, counts)

    def position(self, node: int) -> Position:
        """The game at a node where a seat moves, or at an end."""
        moves: list[int] = []
        while node >= 0:
            moves.append(int(self.move[node]))
            node = int(self.parent[node])
        return _replay(self, moves[::-1][1:])


def _replay(tree: Tree, moves: list[int]) -> Position:
    """Follow moves from the root, taking the steps with one way only that the tree leaves out."""
    position: Position | None = None
    pending, outcomes, left = (-1, -1), list[int](), iter(moves)
    while True:
        if position is None:
            step = begin_with(tree.game, tree.players, tree.options, outcomes)
        else:
            step = step_with(position, *pending, outcomes)
        if step.need is not None:
            ways = step.need.outcomes
            taken = ways[0] if len(ways) == 1 else next(left, None)
            if taken is None:
                raise RuleError(f"{tree.game.name}: the path ends at a node of chance")
            outcomes = [*outcomes, taken]
            continue
        position, outcomes = step.position, []
        if position.is_over:
            return position
        seat = min(position.to_act)
        legal = position.legal(seat)
        action = legal[0] if len(legal) == 1 else next(left, None)
        if action is None:
            return position
        pending = (seat, action)


@functools.cache
def _loops(game: Game) -> Any:
    return instantiate(Path(__file__).with_name("loops.py"), "doublecross.lab.solve.loops", game)


def build(game: Game, players: int, options: Mapping[str, Any], most: int = MOST_NODES) -> Tree:
    """Enumerate a game's whole tree.

    Args:
        game: the game.
        players: how many seats.
        options: its options, values or text forms; the others are at their defaults.
        most: nodes the tree may have.

    Raises:
        BadInput: wrong options, or a tree of more nodes.
        RuleError: the game forgets: a seat could tell two nodes of one information set apart by its own earlier moves.
    """
    checked = check_options(game.options, options, game.name)
    rules, room = make_rules(game, players, checked), min(most, _FIRST_ROOM)
    while True:
        why, found = _enumerate(game, players, rules, room)
        if why == _TOO_MANY_NODES and room < most:
            room = min(most, room * 8)
            continue
        if why == _COMPLETE:
            return _finished(game, players, checked, *found)
        more = Phrase("more") if why == _TOO_MANY_NODES else Phrase("games with more than {choices} choices", choices=MOST_FRAMES)
        raise BadInput(Phrase("the tree of {game}", game=game.title), more, Phrase("at most {most} nodes", most=most))


def _enumerate(game: Game, players: int, rules: np.ndarray[Any, Any], room: int) -> tuple[int, tuple[np.ndarray[Any, Any], ...]]:
    """Enumerate into tables for so many nodes: how it ended, and the nodes, payoffs and information sets."""
    nodes, sets, payoffs, counts = records(NODE, room), records(SET, room), np.zeros((room, players)), np.zeros(3, np.int64)
    states, frames = records(game.state_dtype, MOST_FRAMES + 2), records(FRAME, MOST_FRAMES)
    states[0] = blank_state(game, 0)[0]
    told, queues = np.zeros((MOST_FRAMES, players, 2), np.uint64), np.zeros((MOST_FRAMES, MAX_CHANCE), np.int64)
    places = 1 << (2 * room).bit_length()
    keys, numbers = np.zeros((places, 2), np.uint64), np.zeros(places, np.int32)
    log = records(LOG)
    why = _loops(game).enumerate_tree(states, rules, log, told, frames, queues, keys, numbers, nodes, payoffs, sets, counts)
    size, ends, known = (int(count) for count in counts)
    return int(why), (nodes[:size], payoffs[:ends].copy(), sets[:known])


def _finished(
    game: Game,
    players: int,
    options: Mapping[str, Any],
    nodes: np.ndarray[Any, Any],
    payoffs: np.ndarray[Any, Any],
    sets: np.ndarray[Any, Any],
) -> Tree:
    """Give every action of every information set a place, and check the tree."""
    parent, mover, move, info, chance = (np.ascontiguousarray(nodes[name]) for name in ("parent", "mover", "move", "info", "probability"))
    ways, node, seat = (np.ascontiguousarray(sets[name]) for name in ("ways", "node", "seat"))
    first = np.concatenate([[0], np.cumsum(np.bitwise_count(ways), dtype=np.int32)]).astype(np.int32)
    actions = np.array([action for mask in ways for action in members(int(mask))], np.uint8)
    slot = np.full(len(parent), -1, np.int32)
    chosen = np.flatnonzero((parent >= 0) & (mover[parent] >= 0))
    at, bit = info[parent[chosen]], np.uint64(1) << move[chosen].astype(np.uint64)
    slot[chosen] = first[at] + np.bitwise_count(ways[at] & (bit - np.uint64(1))).astype(np.int32)
    tree = Tree(game, players, options, parent, mover, move, info, chance, slot, payoffs, ways, node, seat, first, actions)
    _check_choices(tree, chosen)
    _check_recall(tree)
    return tree


def _check_choices(tree: Tree, chosen: np.ndarray[Any, Any]) -> None:
    """The same actions are legal at all nodes of an information set; raises `RuleError`."""
    parents = tree.parent[chosen]
    right = np.array_equal(tree.actions[tree.slot[chosen]], tree.move[chosen])
    counts = np.bincount(parents, minlength=len(tree.parent))
    deciding = np.flatnonzero(tree.mover >= 0)
    if not right or not np.array_equal(counts[deciding], np.diff(tree.first)[tree.info[deciding]]):
        raise RuleError(f"{tree.game.name}: an information set with different legal actions")


def _carried(tree: Tree, seat: int) -> np.ndarray[Any, Any]:
    """For each node the place of the seat's last own move before it, -1 where it made none."""
    last, depth = (np.zeros(len(tree.parent), np.int32) for _ in range(2))
    last[0] = -1
    carry_down(tree.parent, tree.mover, tree.slot, seat, last, depth)
    return last


def own_moves(tree: Tree) -> np.ndarray[Any, Any]:
    """For each information set the place of its seat's last move before it, -1 where it made none."""
    return np.choose(tree.seat, [_carried(tree, seat)[tree.node] for seat in range(tree.players)])


def _check_recall(tree: Tree) -> None:
    """Perfect recall: at all nodes of an information set its seat has made the same moves before (Kuhn 1953); raises `RuleError`."""
    for seat in range(tree.players):
        last, nodes = _carried(tree, seat), np.flatnonzero(tree.mover == seat)
        if not np.array_equal(last[tree.node[tree.info[nodes]]], last[nodes]):
            raise RuleError(f"{tree.game.name}: seat {seat} has an information set with different moves of its own before it")
