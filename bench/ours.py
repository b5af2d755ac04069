"""What of ours is timed: compiled playouts by games and seats, the Python interface, clones, and one thread against two."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import numpy as np

import doublecross
from bench import environments
from bench.measure import Contestant, Sample, in_blocks, on_cores
from doublecross.kernel.game import Game
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import CHUNK, RANDOM, blank_state, machine, play_batch, records
from doublecross.kernel.options import check_options
from doublecross.kernel.position import make_rules
from doublecross.kernel.registry import load_game
from doublecross.kernel.rng import POLICY_RNG

GAMES = ("most-wanted", "outlawed")
PLAYOUTS = ("most-wanted-2p", "most-wanted-4p", "most-wanted-8p", "outlawed-2p", "outlawed-4p")
"""Uniformly random legal play by the full rules, from the deal to the end, on one core."""
API = tuple(f"python_api-{game}" for game in GAMES)
ENVIRONMENTS = {"aec": environments.aec, "vector": environments.vector}
"""PettingZoo's interface to one game, and Gymnasium's to many."""
PLAYERS = 4
"""Seats in what is not named by its seats."""
THREADS = {"one_thread": 1, "two_threads": 2}
CLONES = 1000
"""Clones between two looks at the clock."""
OPENING = 12
"""Choices made before a position is cloned, so that its log of events is not empty."""


def _default(name: str, players: int) -> tuple[Game, np.ndarray[Any, Any]]:
    """A game and its rules record with the default options."""
    game = load_game(name)
    return game, make_rules(game, players, check_options(game.options, {}, game.name))


def _playouts(name: str, players: int) -> Callable[[float], Sample]:
    """Random games by the compiled loop, dealing included."""
    game, rules = _default(name, players)
    loops, blank = machine(game), blank_state(game, seed=1)
    states, log, rng = records(game.state_dtype, CHUNK), records(SILENT), records(POLICY_RNG)
    decisions = np.zeros(CHUNK, dtype=np.int64)
    firsts = count(step=CHUNK)

    def block(chunks: int) -> float:
        total = 0
        for _ in range(chunks):
            loops.run_random(states, blank, rules, log, rng, next(firsts), decisions)
            total += int(decisions.sum())
        return total

    return in_blocks(block, CHUNK)


def _batches(name: str, threads: int, cores: Sequence[int]) -> Callable[[float], Sample]:
    """The same games played as a batch, shared out between threads, which may use these cores meanwhile."""
    game, rules = _default(name, PLAYERS)
    seeds = count(1)

    def block(chunks: int) -> float:
        batches = play_batch(game, rules, [RANDOM] * PLAYERS, chunks * CHUNK, next(seeds), threads=threads)
        return float(sum(int(batch.counts.sum()) for batch in batches))

    run = in_blocks(block, CHUNK, time.perf_counter)

    def on_them(seconds: float) -> Sample:
        with on_cores(cores):
            return run(seconds)

    return on_them


def _interface(game: str) -> Callable[[float], Sample]:
    """Random games through `Position`: whose turn it is, what is legal, apply; events stay as they are until someone reads them."""
    choice = random.Random(1).choice
    seeds = count(1)

    def block(games: int) -> float:
        steps = 0
        for _ in range(games):
            position = doublecross.new(game, players=PLAYERS, seed=next(seeds))
            while seats := position.to_act:
                seat = min(seats)
                position.apply(seat, choice(position.legal(seat)))
                steps += 1
        return steps

    return in_blocks(block)


def _clones(game: str) -> Callable[[float], Sample]:
    """Copies of a position a few choices after the deal."""
    position = doublecross.new(game, players=PLAYERS, seed=1)
    for _ in range(OPENING):
        seat = min(position.to_act)
        position.apply(seat, position.legal(seat)[0])

    def block(thousands: int) -> float:
        clone = position.clone
        for _ in range(thousands * CLONES):
            clone()
        return thousands * CLONES

    return in_blocks(block)


def _environment(name: str, kind: str, game: str) -> Contestant | None:
    """An environment for researchers, or None with the reason on stderr where its library is missing."""
    try:
        return Contestant(name, ENVIRONMENTS[kind](game))
    except ImportError as missing:
        print(f"{name}: not measured ({missing})", file=sys.stderr)
        return None


def make(name: str, cores: Sequence[int]) -> Contestant | None:
    """The contestant of this name, or None with the reason on stderr where there is no second core. `cores` are those usable."""
    kind, _, game = name.partition("-")
    if kind == "two_threads" and len(cores) < 2:
        print(f"{name}: not measured (this process may use one core only)", file=sys.stderr)
        return None
    if kind in THREADS:
        return Contestant(name, _batches(game, THREADS[kind], cores[-THREADS[kind] :]))
    if kind == "python_api":
        return Contestant(name, _interface(game))
    if kind == "clone":
        return Contestant(name, _clones(game))
    if kind in ENVIRONMENTS:
        return _environment(name, kind, game)
    game, _, seats = name.rpartition("-")
    return Contestant(name, _playouts(game, int(seats.removesuffix("p"))))
