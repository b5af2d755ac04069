"""Studies made in a test, without a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from doublecross.kernel.options import check_options
from doublecross.kernel.registry import load_game
from doublecross.lab.measures import groups_of
from doublecross.lab.study import Cell, Study, baselines_of

KINDS = {"heuristic": ("heuristic",), "random": ("random",)}


def study(
    name: str,
    cells: Sequence[tuple[int, Mapping[str, Any]]],
    games: int,
    drama: int = 0,
    bots: Mapping[str, tuple[str, ...]] = KINDS,
    seed: int = 11,
) -> Study:
    """A study of some cells, each a number of players and options."""
    game = load_game(name)
    made = []
    for players, options in cells:
        varied = {key: str(value) for key, value in options.items()}
        text = ", ".join(f"{key}={value}" for key, value in {**varied, "players": players}.items())
        made.append(Cell(text, players, check_options(game.options, options, name), varied))
    return Study("made", "Made", "", game, tuple(made), baselines_of(made, {}), bots, games, seed, drama, groups_of(game))
