"""What a strategy does, in words: how often each information set comes up, and what is done there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from doublecross.kernel.position import Position
from doublecross.lab.solve import sweeps
from doublecross.lab.solve.tree import Tree

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Row:
    """One information set under a strategy.

    Attributes:
        number: its number in the tree.
        seat: who decides.
        reached: in what share of games it comes up if everyone plays the strategy.
        position: the game at its first node; show `Position.trace` and `Position.view` of this seat only.
        choice: each legal action and its probability, the likeliest first.
    """

    number: int
    seat: int
    reached: float
    position: Position
    choice: tuple[tuple[int, float], ...]


def reached(tree: Tree, strategy: Array) -> Array:
    """In what share of games each information set comes up."""
    own, others = np.zeros(len(tree.parent)), np.zeros(len(tree.parent))
    sweeps.reach_down(tree.parent, tree.mover, tree.chance, tree.slot, strategy, 0, own, others)
    deciding = tree.mover >= 0
    return np.bincount(tree.info[deciding], weights=(own * others)[deciding], minlength=len(tree.ways))


def table(tree: Tree, strategy: Array, most: int, seat: int | None = None) -> list[Row]:
    """The information sets that come up most often, of all seats or of one."""
    often = reached(tree, strategy)
    chosen = [int(number) for number in np.argsort(-often, kind="stable") if seat is None or tree.seat[number] == seat]
    return [row(tree, strategy, number, float(often[number])) for number in chosen[:most]]


def row(tree: Tree, strategy: Array, number: int, often: float) -> Row:
    """One information set as a row."""
    places = range(tree.first[number], tree.first[number + 1])
    choice = sorted(((int(tree.actions[place]), float(strategy[place])) for place in places), key=lambda pair: -pair[1])
    return Row(number, int(tree.seat[number]), often, tree.position(int(tree.node[number])), tuple(choice))
