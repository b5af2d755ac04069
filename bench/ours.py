"""What of ours is timed: compiled playouts by games and seats, the Python interface, clones, and one thread against two."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from itertools import count

from bench.measure import Contestant, Sample, in_blocks, on_cores

GAMES = ("most-wanted", "outlawed")
PLAYOUTS = ("most-wanted-2p", "most-wanted-4p", "most-wanted-8p", "outlawed-2p", "outlawed-4p")
"""Uniformly random legal play by the full rules, from the deal to the end, on one core."""
API = tuple(f"python_api-{game}" for game in GAMES)
PLAYERS = 4
"""Seats in what is not named by its seats."""
CLONES = 1000
"""Clones between two looks at the clock."""
OPENING = 12
"""Choices made before a position is cloned, so that its log of events is not empty."""


def _playouts(game: str, players: int, threads: int) -> Callable[[float], Sample]:
    """Random games by the compiled loop, dealing included."""
    from doublecross.kernel import loops, registry

    found = registry.find(game)
    rules = found.make_rules(players, {})
    seeds = count(1)

    def block(games: int) -> float:
        return loops.random_games(found, rules, games, seed=next(seeds), threads=threads).decisions

    return in_blocks(block)


def _two_threads(game: str, cores: Sequence[int]) -> Callable[[float], Sample]:
    """The same games shared out between two threads, which may use two cores meanwhile."""
    run = _playouts(game, PLAYERS, 2)

    def on_both(seconds: float) -> Sample:
        with on_cores(cores[-2:]):
            return run(seconds)

    return on_both


def _interface(game: str) -> Callable[[float], Sample]:
    """Random games through `Position`: whose turn it is, what is legal, apply; events stay as they are until someone reads them."""
    import doublecross

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
    import doublecross

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


def make(name: str, cores: Sequence[int]) -> Contestant | None:
    """The contestant of this name, or None with the reason on stderr where there is no second core. `cores` are those usable."""
    kind, _, game = name.partition("-")
    if kind == "two_threads" and len(cores) < 2:
        print(f"{name}: not measured (this process may use one core only)", file=sys.stderr)
        return None
    if kind == "two_threads":
        return Contestant(name, _two_threads(game, cores))
    if kind == "one_thread":
        return Contestant(name, _playouts(game, PLAYERS, 1))
    if kind == "python_api":
        return Contestant(name, _interface(game))
    if kind == "clone":
        return Contestant(name, _clones(game))
    game, _, seats = name.rpartition("-")
    return Contestant(name, _playouts(game, int(seats.removesuffix("p")), 1))
