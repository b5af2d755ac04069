"""Counterfactual regret minimization on a whole tree, and how far any strategy is from equilibrium.

CFR (Zinkevich et al. 2007), CFR+ (Tammelin 2014) and discounted CFR (Brown and Sandholm 2019), with alternating updates. The average
strategy approaches an equilibrium where two seats share one win; with more seats it is a strategy whose `nash_conv` says how good it is.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.lab.solve import sweeps
from doublecross.lab.solve.tree import Tree

Array = np.ndarray[Any, Any]

METHODS = ("dcfr", "cfr+", "cfr")
"""The methods, the fastest here first."""


@dataclass(frozen=True)
class Point:
    """A point of the exploitability curve.

    Attributes:
        iteration: after how many iterations.
        seconds: process time of the iterations so far; measuring them does not count.
        nash_conv: what all seats together could gain by answering the average strategy as well as possible.
        values: each seat's share of the win under the average strategy.
    """

    iteration: int
    seconds: float
    nash_conv: float
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Solution:
    """A strategy near equilibrium.

    Attributes:
        tree: the game's tree.
        method: how it was found.
        strategy: a probability for each place of `Tree.actions`.
        curve: exploitability on the way, the last point last.
    """

    tree: Tree
    method: str
    strategy: Array
    curve: tuple[Point, ...]

    @property
    def nash_conv(self) -> float:
        """What all seats together could gain by deviating."""
        return self.curve[-1].nash_conv

    @property
    def values(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        return self.curve[-1].values


class Sweeper:
    """The sweeps over one tree, with their scratch memory."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        size = len(tree.parent)
        self.own, self.others, self.value = (np.zeros(size) for _ in range(3))
        self._shape = (tree.parent, tree.mover, tree.chance, tree.slot)

    def reach(self, strategy: Array, seat: int) -> None:
        """Fill `own` and `others`: how likely each node is by the seat's own moves, and by everything else."""
        sweeps.reach_down(*self._shape, strategy, seat, self.own, self.others)

    def worth(self, strategy: Array, seat: int) -> float:
        """Fill `value`: what each node is worth to the seat; returns that of the root."""
        tree = self.tree
        sweeps.values_up(tree.parent, tree.mover, tree.info, tree.chance, tree.slot, strategy, tree.payoffs, seat, self.value)
        return float(self.value[0])

    @functools.cached_property
    def _after(self) -> Array:
        after = np.zeros(len(self.tree.parent), np.int32)
        sweeps.subtrees(self.tree.parent, after)
        return after

    @functools.cache  # noqa: B019  # one sweeper for each tree, and they end together
    def _order(self, seat: int) -> Array:
        """The nodes, those with the most own moves of the seat before them first, each before its parent."""
        tree, size = self.tree, len(self.tree.parent)
        last, depth = np.zeros(size, np.int32), np.zeros(size, np.int32)
        sweeps.carry_down(tree.parent, tree.mover, tree.slot, seat, last, depth)
        return (size - 1 - np.argsort(-depth[::-1], kind="stable")).astype(np.int32)

    def best_response(self, strategy: Array, seat: int) -> float:
        """What the seat's best response to the others' strategy is worth to it."""
        tree = self.tree
        self.reach(strategy, seat)
        self.value[:] = 0.0
        shape = (tree.parent, tree.mover, tree.info, tree.chance, tree.slot, self._after, self._order(seat), tree.first)
        return float(sweeps.respond(*shape, strategy, tree.payoffs, seat, self.others, self.value, np.zeros(len(tree.actions))))

    def point(self, strategy: Array, iteration: int = 0, seconds: float = 0.0) -> Point:
        """How far a strategy is from equilibrium."""
        seats = range(self.tree.players)
        values = tuple(self.worth(strategy, seat) for seat in seats)
        gains = [self.best_response(strategy, seat) - value for seat, value in zip(seats, values, strict=True)]
        return Point(iteration, seconds, sum(gains), values)


def nash_conv(tree: Tree, strategy: Array) -> float:
    """What all seats together could gain by answering a strategy as well as possible; 0 in equilibrium (Lanctot et al. 2017)."""
    return Sweeper(tree).point(strategy).nash_conv


class Regrets:
    """One run of a method: regrets, and the average strategy."""

    def __init__(self, tree: Tree, method: str) -> None:
        if method not in METHODS:
            raise BadInput(Phrase("method"), repr(method), ", ".join(METHODS))
        self.sweeper, self.method = Sweeper(tree), method
        self._strategy, self._regret = tree.uniform(), np.zeros(len(tree.actions))
        self._total, self.iteration = np.zeros(len(tree.actions)), 0

    def step(self) -> None:
        """One iteration: every seat in turn improves."""
        self.iteration += 1
        tree = self.sweeper.tree
        for seat in range(tree.players):
            self.sweeper.reach(self._strategy, seat)
            self.sweeper.worth(self._strategy, seat)
            sweeps.add_regrets(tree.parent, tree.mover, tree.slot, seat, self.sweeper.others, self.sweeper.value, self._regret)
            own = (tree.first, tree.node, tree.seat, seat, self.sweeper.own)
            sweeps.add_average(*own, self._strategy, self._weight(), self._total)
            self._discount(np.repeat(tree.seat, np.diff(tree.first)) == seat)
            sweeps.match_regrets(tree.first, tree.seat, seat, self._regret, self._strategy)

    def _weight(self) -> float:
        """What this iteration's strategy counts in the average."""
        return float(self.iteration ** {"cfr": 0, "cfr+": 1, "dcfr": 2}[self.method])

    def _discount(self, mine: Array) -> None:
        """Forget what the method forgets: CFR+ all negative regret; DCFR (1.5, 0, 2) half of it, and old positive regret slowly."""
        if self.method == "cfr+":
            np.maximum(self._regret, 0.0, out=self._regret, where=mine)
        elif self.method == "dcfr":
            kept = self.iteration**1.5 / (self.iteration**1.5 + 1.0)
            self._regret[mine] *= np.where(self._regret[mine] > 0.0, kept, 0.5)

    def average(self) -> Array:
        """The average strategy; uniform where a seat never comes by its own choice."""
        tree = self.sweeper.tree
        counts = np.diff(tree.first)
        sums = np.repeat(np.add.reduceat(self._total, tree.first[:-1]), counts)
        average: Array = np.divide(self._total, sums, out=tree.uniform(), where=sums > 0.0)
        return average


def solve(
    tree: Tree,
    iterations: int = 1000,
    method: str = METHODS[0],
    target: float = 0.0,
    watch: Callable[[Point], None] | None = None,
) -> Solution:
    """Solve a game; the same tree and numbers give the same strategy, bit by bit.

    Args:
        tree: the game's tree.
        iterations: how many at most.
        method: one of `METHODS`.
        target: stop at a point of the curve with no more `nash_conv` than this.
        watch: called with every point of the curve, which is measured after 1, 2, 4, 8, ... iterations and at the end.

    Raises:
        BadInput: an unknown method, or no iterations.
    """
    if iterations < 1:
        raise BadInput(Phrase("iterations"), str(iterations), Phrase("one or more"))
    run, curve, seconds = Regrets(tree, method), list[Point](), 0.0
    for count in range(1, iterations + 1):
        started = time.process_time()
        run.step()
        seconds += time.process_time() - started
        if count & (count - 1) == 0 or count == iterations:
            curve.append(run.sweeper.point(run.average(), count, seconds))
            if watch is not None:
                watch(curve[-1])
            if curve[-1].nash_conv <= target:
                break
    return Solution(tree, method, run.average(), tuple(curve))
