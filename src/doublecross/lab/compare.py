"""Two variants from the same seeds: what changes, game by game, by two kinds of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import make_rules
from doublecross.lab.analysis import Analysis
from doublecross.lab.frames import part_frame
from doublecross.lab.measures import groups_of
from doublecross.lab.playing import parts_of
from doublecross.lab.run import Backend, Progress
from doublecross.lab.study import Cell, Study


def comparison(
    game: Game, players: int, variants: Sequence[Mapping[str, Any]], bots: Mapping[str, tuple[str, ...]], games: int, seed: int
) -> Study:
    """The study of two variants: the second is compared with the first.

    Args:
        game: the game.
        players: how many seats.
        variants: the options of the two, unchecked; those not given are at their defaults.
        bots: for every kind of players a bot's name for each seat.
        games: how many of each variant, by each kind.
        seed: the seed from which both variants are played.

    Raises:
        BadInput: for options that are unknown, not allowed, or cannot be played together.
    """
    kinds = {option.name: option.kind for option in game.options}
    both = [
        check_options(game.options, given, Phrase("variant {letter}", letter=letter)) for letter, given in zip("AB", variants, strict=True)
    ]
    names = sorted({*variants[0], *variants[1]})
    cells = []
    for letter, options in zip("AB", both, strict=True):
        make_rules(game, players, options)
        cells.append(Cell(letter, players, options, {name: str(kinds[name].text(options[name])) for name in names}))
    title = f"{game.title}: " + " / ".join(
        letter + (": " + ", ".join(f"{name}={value}" for name, value in cell.varied.items()) if cell.varied else "")
        for letter, cell in zip("AB", cells, strict=True)
    )
    return Study("compare", title, "", game, tuple(cells), (0, 0), bots, games, seed, 0, groups_of(game))


def compare(study: Study, backend: Backend, progress: Progress | None = None) -> Analysis:
    """Play a comparison and analyse it; nothing is stored."""
    parts = list(parts_of(study))
    total, done, frames = sum(part.count for part in parts), 0, {}
    for part, columns in backend(study, parts):
        frames[part] = part_frame(part, columns)
        if progress:
            done += part.count
            progress(done, total)
    return Analysis(study, pl.concat([frames[part] for part in parts], how="diagonal"), pl.DataFrame())
