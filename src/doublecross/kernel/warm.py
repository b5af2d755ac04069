"""Compiling a game's rules ahead of time: every compiled function that Python calls is called once, so that its machine code is cached."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.kernel.game import Game
from doublecross.kernel.jit import CACHE_DIR, INTERPRETED, PACKAGE, source_of
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import LOOPS, RANDOM, blank_state, machine, no_policy, play_batch, policy_rng, records, room_of
from doublecross.kernel.options import check_options
from doublecross.kernel.position import Position, make_rules, new
from doublecross.kernel.rng import POLICY_RNG


def _stamp(folders: Iterable[Path]) -> str:
    """A name for where sources lie and when they were written: Numba takes machine code only for files as they were then, and there."""
    files = sorted({path for folder in folders for path in folder.rglob("*.py")})
    return hashlib.sha256(repr([(str(path), path.stat().st_mtime_ns) for path in files]).encode()).hexdigest()[:12]


def _mark(game: Game, policy: Callable[..., Any], batches: bool) -> Path | None:
    """The file that says what is compiled; it lies beside the machine code, in a folder for these very sources."""
    if CACHE_DIR is None:
        return None
    stamp = _stamp([PACKAGE / "kernel", *(source_of(rule).parent for rule in (game.setup, policy))])
    return CACHE_DIR / room_of(LOOPS, game, policy) / f"{'batches' if batches else 'table'}-{stamp}"


def is_warm(game: Game, policy: Callable[..., Any] = no_policy, batches: bool = False) -> bool:
    """Whether the machine code of `warm` is on disk already."""
    mark = _mark(game, policy, batches)
    return INTERPRETED or (mark is not None and mark.exists())


def warm(game: Game, policy: Callable[..., Any] = no_policy, batches: bool = True) -> None:
    """Compile a game's rules and policy, for play at a table and, unless that is not wanted, for batches of games.

    Args:
        game: the game.
        policy: its bots' compiled policy.
        batches: whether playouts and batches are compiled too.
    """
    position = new(game, players=game.players[0], seed=0)
    seat = min(position.to_act)
    _warm_position(position, seat)
    number = RANDOM if policy is no_policy else 1
    position.apply(seat, machine(game, policy).enter_policy(number, position.know(seat), position.rules_array, seat, policy_rng(0)))
    if batches:
        _warm_batches(game, policy, number)
    mark = _mark(game, policy, batches)
    if mark is not None:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def _warm_position(position: Position, seat: int) -> None:
    """Call what a `Position` calls."""
    position.mid_choice(seat)
    position.observation(seat)
    position.determinize(seat, 0)
    position.view(seat)
    machine(position.game).enter_winners(position.know(seat), position.rules_array)
    position.clone().apply(seat, position.legal(seat)[0])


def _warm_batches(game: Game, policy: Callable[..., Any], number: int) -> None:
    """Play one game at random, and one by the policy."""
    players = game.players[0]
    rules = make_rules(game, players, check_options(game.options, {}, game.name))
    silent, rng, counts = records(SILENT), records(POLICY_RNG), np.zeros(1, dtype=np.int64)
    machine(game).run_random(records(game.state_dtype), blank_state(game, 0), rules, silent, rng, 0, counts)
    for _ in play_batch(game, rules, [number] * players, 1, 0, policy, threads=1):
        pass
