"""Search beside bare random playouts from the same position, on one core: how much of their rate is left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import doublecross
from bench.measure import Contestant, in_blocks
from doublecross.bots.bot import Decision
from doublecross.bots.search import plain
from doublecross.bots.search.guides import guide_of
from doublecross.bots.search.search import loops_of
from doublecross.bots.search.tree import Tree
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import instantiate, machine, policy_rng, records

PLAYERS = 4
OPENING = 12
"""Choices made before the position that is searched."""
KINDS = ("bare", "search_random", "search")
"""Playouts alone; the same within a search that knows nothing of the game; and search as it plays."""
GAMES = ("most-wanted", "outlawed")
NAMES = tuple(f"{kind}-{game}" for game in GAMES for kind in KINDS)
EACH = 64
"""Playouts in the smallest block."""


def _decision(game: str) -> Decision:
    """A decision a few choices into a game."""
    position = doublecross.new(game, players=PLAYERS, seed=1)
    for number in range(OPENING):
        seat = min(position.to_act)
        position.apply(seat, position.legal(seat)[number % len(position.legal(seat))])
    return Decision(position, min(position.to_act))


def _bare(decision: Decision) -> Callable[[int], float]:
    game = decision.game
    loops = instantiate(Path(__file__).with_name("loops.py"), "bench.loops", game, PLAYOUT=machine(game).playout)
    start, state, silent, rng = decision.seen.copy(), records(game.state_dtype), records(SILENT), policy_rng(1)
    machine(game).enter_determinize(start, decision.rules, decision.seat, rng)

    def block(size: int) -> float:
        loops.play_out(state, start, decision.rules, silent, rng, size * EACH)
        return float(size * EACH)

    return block


def _search(decision: Decision, guide: Any) -> Callable[[int], float]:
    """Every block begins a new search: its tree does not serve the next one."""
    tree = Tree(decision.game, loops_of(decision.game, guide), 1, guide.EXPLORATION, guide.MODELLED)
    table = guide.prepare(decision.rules)

    def block(size: int) -> float:
        tree.forget()
        tree.begin(decision.seat)
        tree.think(decision.seen, decision.rules, table, size * EACH)
        return float(size * EACH)

    return block


def make(name: str) -> Contestant:
    """The contestant of this name; its decisions, and its games, are playouts."""
    kind, _, game = name.partition("-")
    decision = _decision(game)
    if kind == "bare":
        block = _bare(decision)
    else:
        block = _search(decision, plain if kind == "search_random" else guide_of(decision.game))
    return Contestant(name, in_blocks(block, EACH))
