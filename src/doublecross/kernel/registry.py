"""Which games there are: everything registered under the entry point group ``doublecross.games``, here or in another package."""

from __future__ import annotations

import functools
from importlib.metadata import EntryPoint, entry_points

from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.jit import GAMES_GROUP


@functools.cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GAMES_GROUP), key=lambda entry: entry.name)}


def game_names() -> list[str]:
    """The names of all registered games, sorted; none of them is imported."""
    return list(_entries())


@functools.cache
def load_game(name: str) -> Game:
    """The game of this name; raises `BadInput` if none is registered under it."""
    entry = _entries().get(name)
    if entry is None:
        raise BadInput("game", repr(name), ", ".join(game_names()))
    game = entry.load()
    if not isinstance(game, Game) or game.name != name:
        raise RuleError(f"entry point {entry.value} is registered as {name!r} but is no game of that name")
    return game


def all_games() -> list[Game]:
    """Every registered game, loaded."""
    return [load_game(name) for name in game_names()]
