"""Builds the compiled loops of a game and runs batches of games on them, over all cores."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import types

from doublecross.kernel.errors import RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.jit import INTERPRETED, cache_room, compiled, source_of, sources_name
from doublecross.kernel.log import LOG, SILENT
from doublecross.kernel.rng import POLICY_RNG, WORDS

CHUNK = 256
"""Games in one compiled call of a batch; the GIL is free meanwhile."""
LOOPS = Path(__file__).with_name("loops.py")
"""The template of every game's loops."""
RANDOM = 0
"""The policy number of uniformly random legal play, in every game."""


def array_of(dtype: np.dtype[Any]) -> Any:
    """Numba's type of an array of such records."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


LOGS, RNGS, VECTOR, NUMBER = array_of(LOG), array_of(POLICY_RNG), types.Array(types.int8, 1, "C"), types.int64


class Door:
    """A compiled function that Python calls by the entry point of its machine code, a quarter of the cost of Numba's dispatcher.

    The entry point takes arrays of the right item size for granted: it is called with this package's own arrays only.
    """

    def __init__(self, function: Callable[..., Any], signature: tuple[Any, ...]) -> None:
        self._function, self._signature = compiled(function), signature

    def open(self) -> Callable[..., Any]:
        """The entry point; compiled now, or loaded from the cache."""
        entry: Callable[..., Any] = self._function.compile(self._signature)  # type: ignore[attr-defined]  # a dispatcher
        return entry


def door(*signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """Make a function of the template `loops` a `Door`, opened when it is first asked for; interpreted, it stays a function."""

    def made(function: Callable[..., Any]) -> Any:
        return function if INTERPRETED else Door(function, signature)

    return made


def _hang_doors(module: ModuleType) -> None:
    """Open a module's doors only when their names are looked up, since each takes some milliseconds to load."""
    doors = {name: value for name, value in vars(module).items() if isinstance(value, Door)}
    for name in doors:
        delattr(module, name)

    def find(name: str) -> Any:
        if name not in doors:
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        entry = doors[name].open()
        setattr(module, name, entry)
        return entry

    module.__dict__["__getattr__"] = find


@compiled
def no_policy(policy: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The policy of a machine that only plays at random; it is never asked."""
    return 0


def records(dtype: np.dtype[Any], count: int = 1) -> np.ndarray[Any, Any]:
    """Zeroed records; interpreted rules need ``np.record`` elements, which have attributes."""
    wanted = np.dtype((np.record, dtype)) if INTERPRETED else dtype
    return np.zeros(count, dtype=wanted)


@functools.cache
def machine(game: Game, policy: Callable[..., Any] = no_policy) -> Any:
    """The module `doublecross.kernel.loops` made for one game and policy: compiled (number, seen, rules, seat, rng) -> action."""
    return instantiate(LOOPS, "doublecross.kernel.loops", game, policy)


def instantiate(path: Path, name: str, game: Game, policy: Callable[..., Any] = no_policy, **given: Any) -> Any:
    """Execute a template (a source file like `loops.py`) for one game and policy; callers keep the module they get.

    The template finds ``GAME``, ``POLICY`` and whatever else is given as globals, so that its calls of the game's functions are static
    and compile into one piece of machine code. Every template, game and policy has a room of its own in the cache.

    Args:
        path: the template.
        name: the module's name, to which game and policy are added.
        game, policy: set as ``GAME`` and ``POLICY``.
        given: more globals; compiled functions and constants that depend on game and policy alone.
    """
    room = room_of(path, game, policy, given.values())
    full = f"{name}.{room}"
    spec = importlib.util.spec_from_file_location(full, path)
    if spec is None or spec.loader is None:
        raise RuleError(f"cannot load {path}")
    module: ModuleType = importlib.util.module_from_spec(spec)
    module.__dict__.update(given, GAME=game, POLICY=policy)
    sys.modules[full] = module
    with cache_room(room):
        spec.loader.exec_module(module)
    _hang_doors(module)
    return module


def room_of(path: Path, game: Game, policy: Callable[..., Any], given: Iterable[Any] = ()) -> str:
    """The room in the cache for a template made for a game and policy; a change in the sources of any of them gives it another."""
    kind = "random" if policy is no_policy else f"{policy.__module__}.{policy.__name__}"
    files = [path, *(source_of(value) for value in (policy, *given) if callable(value))]
    room = f"{path.stem}_{game.name}_{kind}_{'_'.join(filter(None, map(sources_name, files)))}"
    return re.sub(r"\W", "_", room)


def key_words(seed: int) -> np.ndarray[Any, Any]:
    """A seed below 2^256 as the eight words of a ChaCha key."""
    return np.frombuffer(seed.to_bytes(32, "little"), dtype="<u4")


def blank_state(game: Game, seed: int) -> np.ndarray[Any, Any]:
    """A state before its setup: all zero, but for the generator."""
    state = records(game.state_dtype)
    state["key"] = key_words(seed)
    state["spent"] = WORDS
    return state


def policy_rng(seed: int) -> np.ndarray[Any, Any]:
    """A generator for policies and determinizations."""
    rng = records(POLICY_RNG)
    rng["word"] = np.uint64(seed % 2**64)
    return rng


@dataclass(frozen=True)
class Batch:
    """Games of a batch that are over.

    Attributes:
        first: number of the first of them.
        states: their final positions.
        counts: how often each seat took each action, shape (games, players, actions).
        winners: mask of winning seats per game.
    """

    first: int
    states: np.ndarray[Any, Any]
    counts: np.ndarray[Any, Any]
    winners: np.ndarray[Any, Any]


def play_batch(
    game: Game,
    rules: np.ndarray[Any, Any],
    policies: Sequence[int],
    games: int,
    seed: int,
    policy: Callable[..., Any] = no_policy,
    threads: int | None = None,
) -> Iterator[Batch]:
    """Play `games` games in chunks over a pool of threads, and yield each chunk as it is done, in order.

    The result depends on rules, policies and seed alone, never on the number of threads: game n has its own random streams.
    """
    loops = machine(game, policy)
    blank, players = blank_state(game, seed), int(rules["players"][0])

    def run(first: int) -> Batch:
        count = min(CHUNK, games - first)
        states = records(game.state_dtype, count)
        counts = np.zeros((count, players, game.actions), dtype=np.int32)
        seens, nothing = records(game.state_dtype), records(game.state_dtype)
        numbers = np.array(policies, dtype=np.int64)
        winners = np.zeros(count, dtype=np.uint64)
        silent, rng = records(SILENT), records(POLICY_RNG)
        loops.run_policies(states, blank, nothing, rules, silent, rng, seens, numbers, first, counts, winners)
        return Batch(first, states, counts, winners)

    workers = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        ahead: deque[Future[Batch]] = deque()
        # Only so many chunks are begun before they are fetched: memory does not grow with the number of games.
        for first in range(0, games, CHUNK):
            ahead.append(pool.submit(run, first))
            if len(ahead) > 4 * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def scratch_log() -> np.ndarray[Any, Any]:
    """A log that keeps events and can be fed with chance outcomes."""
    return records(LOG)
