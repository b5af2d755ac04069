"""The bot that searches: what it thinks about, for how long, and what it plays."""

from __future__ import annotations

import functools
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from doublecross.bots.bot import Decision
from doublecross.bots.search.evaluation import Choice, Evaluation
from doublecross.bots.search.guides import FUNCTIONS, guide_of
from doublecross.bots.search.tree import Statistics, Tree
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.machine import instantiate, machine, policy_rng, scratch_log
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import members

TREES = 2
"""Trees that grow independently, however many threads work on them, and are read as one: the result does not depend on the threads."""
PLAYOUTS = 40_000
"""The budget of a bot that is given none."""
CHUNK = 64
"""Iterations of one tree between two looks at the clock."""
MOST_SUPPOSITIONS, PLAYOUTS_EACH, SUPPOSITIONS_A_SECOND = 1024, 16, 6000
"""So often, at most, it is tried for each rival what it is likely to have done: once for so many playouts, and so often in each second of a
time: that takes about a quarter of the budget."""
LOOKS = 16
"""How often a search with a fixed number of playouts asks whether the rest of them can still change anything."""
ENOUGH = 8
"""A later part of the same choice is read from the tree if it was visited so many times for each of its actions, else searched again."""


@functools.cache
def loops_of(game: Game, guide: ModuleType) -> Any:
    """The compiled search of a game by a guide."""
    path = Path(__file__).with_name("loops.py")
    functions = {name.upper(): getattr(guide, name) for name in FUNCTIONS}
    return instantiate(path, "doublecross.bots.search.loops", game, **functions)


@functools.cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="search")


class Search:
    """Information-set Monte Carlo tree search for one seat of one game; see `doublecross.bots.search.loops`.

    With a number of playouts, seed and playouts decide every choice, on however many threads; with a time, as much is done as fits. With
    both, the playouts are done as far as they fit in the time.
    The trees are kept between decisions: what was learnt for one serves the next.

    Args:
        game: the game.
        seed: all chance of the bot comes from it.
        playouts: iterations for one whole choice, over all trees.
        seconds: the time for one whole choice.
        threads: how many threads work on the trees.

    Raises:
        BadInput: for a budget that allows no iteration.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        playouts: int | None = None,
        seconds: float | None = None,
        threads: int = TREES,
    ) -> None:
        _check_budget(playouts, seconds, threads)
        self._game, self._seed = game, seed
        self._playouts = PLAYOUTS if playouts is None and seconds is None else playouts
        self._seconds, self._threads = seconds, threads
        self._guide = guide_of(game)
        self._loops = loops_of(game, self._guide)
        self._trees: list[Tree] = []
        self._rules: np.ndarray[Any, Any] | None = None
        self._table = np.zeros(1)

    def choose(self, decision: Decision) -> int:
        """The action that was tried most often; a choice that is forced, or the rest of one that was thought out already, costs nothing."""
        if len(decision.legal) == 1:
            return decision.legal[0]
        self._attend(decision)
        found = self._statistics(decision.seen, decision.seat)
        rest = bool(machine(self._game).enter_mid_choice(decision.seen, decision.rules, decision.seat))
        if not rest or _visits(found) < ENOUGH * len(decision.legal):
            self._think(decision)
            found = self._statistics(decision.seen, decision.seat)
        return _most_visited(found)

    def evaluate(self, decision: Decision) -> Evaluation:
        """What every whole choice is worth, after a search that ends early only if the rest of its budget cannot change the choice."""
        self._attend(decision)
        self._think(decision)
        choices = sorted(self._whole_choices(decision), key=lambda choice: (-choice.visits, -choice.value, choice.actions))
        iterations = sum(tree.iterations for tree in self._trees)
        totals = np.sum([tree.totals for tree in self._trees], axis=0)[: int(decision.rules["players"][0])]
        return Evaluation(decision.seat, tuple(choices), tuple(float(total) / max(iterations, 1) for total in totals), iterations)

    def _attend(self, decision: Decision) -> None:
        """Have trees, and the guide's numbers for these rules; what was learnt under other rules is forgotten."""
        if not self._trees:
            seeds = np.random.SeedSequence(self._seed).generate_state(TREES, np.uint64)
            self._trees = [Tree(self._game, self._loops, int(seed), self._guide.EXPLORATION, self._guide.MODELLED) for seed in seeds]
        if self._rules is None or self._rules.tobytes() != decision.rules.tobytes():
            for tree in self._trees:
                tree.forget()
            self._rules, self._table = decision.rules.copy(), self._guide.prepare(decision.rules)

    def _think(self, decision: Decision) -> None:
        """Spend the budget on this decision."""
        start = time.perf_counter()
        for tree in self._trees:
            tree.begin(decision.seat)
        self._trees[0].suppose(decision.seen, decision.rules, self._table, self._suppositions(decision.players))
        if self._playouts is None:
            assert self._seconds is not None
            self._think_seconds(decision, start, self._seconds)
        else:
            self._think_playouts(decision, self._playouts, None if self._seconds is None else start + self._seconds)

    def _suppositions(self, players: int) -> int:
        """How often it is tried, for each rival, what the rivals are likely to have done."""
        count = MOST_SUPPOSITIONS
        if self._playouts is not None:
            count = min(count, self._playouts // PLAYOUTS_EACH)
        if self._seconds is not None:
            count = min(count, int(self._seconds * SUPPOSITIONS_A_SECOND / (players - 1)))
        return max(count, 1)

    def _grow(self, decision: Decision, iterations: int, deadline: float | None = None) -> None:
        """Let every tree grow by so many iterations, or until the deadline if that comes first, but not by none."""

        def grow(tree: Tree) -> None:
            left = iterations
            while left > 0:
                step = left if deadline is None else min(left, CHUNK)
                tree.think(decision.seen, decision.rules, self._table, step)
                left = 0 if _is_over(deadline) else left - step

        if self._threads > 1:
            list(_workers().map(grow, self._trees))
        else:
            for tree in self._trees:
                grow(tree)

    def _think_playouts(self, decision: Decision, playouts: int, deadline: float | None) -> None:
        each = -(-playouts // TREES)
        done = 0
        while done < each:
            step = min(-(-each // LOOKS), each - done)
            self._grow(decision, step, deadline)
            done += step
            if _is_over(deadline) or self._is_decided(decision, TREES * (each - done)):
                return

    def _think_seconds(self, decision: Decision, start: float, seconds: float) -> None:
        end = start + seconds
        iterations = CHUNK
        while True:
            self._grow(decision, iterations, end)
            now = time.perf_counter()
            done = sum(tree.iterations for tree in self._trees)
            rate = done / (now - start)
            if now >= end or self._is_decided(decision, int(rate * (end - now)) + 1):
                return
            iterations = max(CHUNK, int(rate * seconds / LOOKS / TREES))

    def _is_decided(self, decision: Decision, left: int) -> bool:
        """Whether so many iterations more cannot change which action is tried most."""
        visits = sorted(count for count, _ in self._statistics(decision.seen, decision.seat).values())
        return len(visits) > 1 and visits[-1] - visits[-2] > left

    def _statistics(self, seen: np.ndarray[Any, Any], seat: int) -> Statistics:
        """The statistics of a node in all trees together."""
        merged: Statistics = {}
        for tree in self._trees:
            for action, (visits, total) in tree.statistics(seen, seat).items():
                before = merged.get(action, (0, 0.0))
                merged[action] = (before[0] + visits, before[1] + total)
        return merged

    def _whole_choices(self, decision: Decision) -> list[Choice]:
        """All whole choices in the trees, by following each beginning that was visited; an action without alternative has no node."""
        loops, rules, seat = machine(self._game), decision.rules, decision.seat
        start = decision.seen.copy()
        loops.enter_determinize(start, rules, seat, policy_rng(0))
        log, found = scratch_log(), []
        everything = (sum(tree.iterations for tree in self._trees), float(sum(tree.totals[seat] for tree in self._trees)))
        open_ends: list[tuple[np.ndarray[Any, Any], tuple[int, ...], tuple[int, float]]] = [(start, (), everything)]
        while open_ends:
            state, actions, sums = open_ends.pop()
            seen = np.zeros_like(start)
            loops.enter_know(state, rules, seat, seen)
            legal = members(loops.enter_legal(state, rules, seat))
            statistics = self._statistics(seen, seat) if len(legal) > 1 else {legal[0]: sums}
            for action, (visits, total) in statistics.items():
                after = state.copy()
                loops.enter_step(after, rules, log, seat, action)
                if loops.enter_mid_choice(after, rules, seat) and loops.enter_to_act(after, rules) >> seat & 1:
                    open_ends.append((after, (*actions, action), (visits, total)))
                else:
                    found.append(Choice((*actions, action), visits, total / visits))
        return found


def _is_over(deadline: float | None) -> bool:
    return deadline is not None and time.perf_counter() >= deadline


def _visits(found: Statistics) -> int:
    return sum(visits for visits, _ in found.values())


def _most_visited(found: Statistics) -> int:
    return max(found, key=lambda action: (found[action], -action))


def _check_budget(playouts: int | None, seconds: float | None, threads: int) -> None:
    for name, value in (("playouts", playouts), ("seconds", seconds), ("threads", threads)):
        if value is not None and not value > 0:
            raise BadInput(f"search: {name}", str(value), Phrase("more than 0"))
