"""One search tree with its memory and its generator, for one seat of one game."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.search.records import EDGE, MAX_STEPS, NODE, STEP, TREE
from doublecross.kernel.game import Game
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import policy_rng, records

NODES = 1 << 16
"""Nodes a tree holds at most."""
EDGES_PER_NODE = 10
SLOTS_PER_NODE = 2
SEATS = 8
Statistics = dict[int, tuple[int, float]]
"""For each action at a node: its visits, and the seat's win share summed over them."""


class Tree:
    """One tree. Its memory, about 14 MiB, is allocated once."""

    def __init__(self, game: Game, loops: Any, seed: int, exploration: float, modelled: float = 0.0) -> None:
        self._loops = loops
        self._tree, self._path = records(TREE), records(STEP, MAX_STEPS)
        self._tree["exploration"], self._tree["modelled"] = exploration, modelled
        self._nodes, self._edges = records(NODE, NODES), records(EDGE, NODES * EDGES_PER_NODE)
        self._slots = np.zeros(NODES * SLOTS_PER_NODE, dtype=np.int32)
        self._work, self._blank, self._silent = records(game.state_dtype, 2), records(game.state_dtype), records(SILENT)
        memory = np.zeros(-(-game.state_dtype.itemsize // 8) * 8, dtype=np.uint8)
        self._words = memory.view(np.uint64)
        self._seens = memory[: game.state_dtype.itemsize].view(self._blank.dtype)
        self._rng, self._values = policy_rng(seed), np.zeros(SEATS)

    @property
    def iterations(self) -> int:
        """Iterations since `begin`."""
        return int(self._tree["iterations"][0])

    @property
    def totals(self) -> np.ndarray[Any, Any]:
        """The win shares of all seats, summed over the iterations since `begin`."""
        totals: np.ndarray[Any, Any] = self._tree["totals"][0]
        return totals

    def begin(self, seat: int) -> None:
        """A new search of this seat: what the last one did not come through is forgotten when memory gets short."""
        generation = int(self._tree["generation"][0])
        for oldest in (generation, generation + 1):
            if 2 * int(self._tree["nodes"][0]) > NODES or 2 * int(self._tree["edges"][0]) > len(self._edges):
                self._loops.sweep(self._tree, self._slots, self._nodes, self._edges, oldest)
        self._tree["generation"], self._tree["root"] = generation + 1, seat
        self._tree["iterations"], self._tree["totals"] = 0, 0.0

    def forget(self) -> None:
        """Empty the tree."""
        self._loops.sweep(self._tree, self._slots, self._nodes, self._edges, int(self._tree["generation"][0]) + 1)

    def think(self, root: np.ndarray[Any, Any], rules: np.ndarray[Any, Any], table: np.ndarray[Any, Any], iterations: int) -> None:
        """So many iterations from a `know` record."""
        self._loops.think(
            self._tree,
            self._slots,
            self._nodes,
            self._edges,
            self._path,
            self._work,
            root,
            self._blank,
            self._seens,
            self._words,
            rules,
            self._silent,
            table,
            self._rng,
            self._values,
            iterations,
        )

    def suppose(self, root: np.ndarray[Any, Any], rules: np.ndarray[Any, Any], table: np.ndarray[Any, Any], count: int) -> None:
        """Have the guide write in its table what the rivals are likely to have done."""
        seat = int(self._tree["root"][0])
        self._loops.suppose(root, self._work, self._blank, rules, self._silent, seat, table, self._rng, count)

    def statistics(self, seen: np.ndarray[Any, Any], seat: int) -> Statistics:
        """What is known of each action at the node of a `know` record that has been tried."""
        self._seens[:] = seen
        key = np.uint64(self._loops.hash_of(self._words, seat))
        number = self._loops.find(self._slots, self._nodes, key)
        if number < 0:
            return {}
        first, degree = int(self._nodes["first"][number]), int(self._nodes["degree"][number])
        edges = self._edges[first : first + degree]
        return {int(edge["action"]): (int(edge["visits"]), float(edge["total"])) for edge in edges if edge["visits"]}
