"""The compiled loops of a game with the lab's watcher in them, and what their rows are as columns."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from doublecross.bots.policies import policy_of
from doublecross.kernel.game import Game
from doublecross.kernel.jit import source_of, sources_name
from doublecross.kernel.machine import instantiate, machine

WATCHERS: Mapping[str, str] = {"most-wanted": "doublecross.lab.most_wanted", "outlawed": "doublecross.lab.outlawed"}
"""The module of each game's watcher; other games are watched by `doublecross.lab.any_game`."""
LOOPS = Path(__file__).with_name("loops.py")
SEATS = 8
TURN = np.dtype(
    [
        ("game", "i4"),
        ("turn", "i4"),  # from 0
        ("seat", "i4"),  # who is about to choose
        ("won", "i4"),  # mask of those who won in the end
        ("actions", "i4"),  # how many actions were possible
        ("best", "i4"),  # the best of them, -1 if there was only one
        ("lead", "f4"),  # by how much it led the next best, in winning chance, when both were played out anew
        ("chance", "f4", (SEATS,)),  # every seat's winning chance
    ]
)
"""The beginning of one turn of a game whose winning chances are followed."""


def watcher(game: Game) -> ModuleType:
    """The game's watcher: ``ROW``, ``names``, and the compiled ``begin``, ``watch``, ``finish``, ``begins_turn``."""
    return importlib.import_module(WATCHERS.get(game.name, "doublecross.lab.any_game"))


@functools.cache
def watched(game: Game) -> Any:
    """The module `doublecross.lab.loops` for a game, with its bots' policy."""
    policy, known = policy_of(game), watcher(game)
    loops = machine(game, policy)
    given: dict[str, Callable[..., Any]] = {
        "BEGIN": known.begin,
        "WATCH": known.watch,
        "FINISH": known.finish,
        "BEGINS_TURN": known.begins_turn,
        "START_GAME": loops.start_game,
        "CHOOSE": loops.choose,
    }
    return instantiate(LOOPS, "doublecross.lab.loops", game, policy, **given)


def code_name(game: Game) -> str:
    """A name for the sources that decide what a study of the game finds.

    They are its policy, its watcher, these loops, how a part is played, and all they stand on: bots that are programs of their own too.
    """
    files = (source_of(policy_of(game)), source_of(watcher(game).begin), LOOPS, LOOPS.with_name("playing.py"))
    return "-".join(filter(None, map(sources_name, files)))


def columns(rows: np.ndarray[Any, Any], names: Mapping[str, tuple[str, ...]]) -> dict[str, np.ndarray[Any, Any]]:
    """A batch of rows as columns: a field with several numbers becomes one column for each that has a name."""
    found: dict[str, np.ndarray[Any, Any]] = {}
    for name in rows.dtype.names or ():
        if name.startswith("_"):
            continue
        if rows[name].ndim == 1:
            found[name] = np.ascontiguousarray(rows[name])
            continue
        for place, key in enumerate(names[name]):
            found[f"{name}_{key}"] = np.ascontiguousarray(rows[name][:, place])
    return found
