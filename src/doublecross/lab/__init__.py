"""Studies: many games over all cores, their measures with intervals, and reports that can be shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

    from doublecross.lab.study import Study


@dataclass(frozen=True)
class Results:
    """What a study found, as Polars frames; docs/lab.md lists their columns.

    Attributes:
        study: the study itself.
        games: one row for each game; ``cell`` and ``bots`` name where it belongs.
        drama: one row for each turn of the games whose winning chances were followed; empty if there were none.
        estimates: one row for each measure, cell and kind of players, with its interval.
        comparisons: one row for each comparison with a baseline, with its interval, effect size and p values.
    """

    study: Study
    games: pl.DataFrame
    drama: pl.DataFrame
    estimates: pl.DataFrame
    comparisons: pl.DataFrame


def load(folder: str | Path) -> Results:
    """The results of a study from the folder that ``doublecross lab run`` wrote; raises `BadInput` if it holds none."""
    from doublecross.lab.extras import needed

    needed("polars", "lab")
    from doublecross.lab.analysis import analyse
    from doublecross.lab.folder import Folder
    from doublecross.lab.frames import named
    from doublecross.lab.playing import DRAMA, GAMES

    stored = Folder(folder)
    found = analyse(stored)
    games, drama = (named(stored.frame(what), found.study) for what in (GAMES, DRAMA))
    return Results(found.study, games, drama, found.estimates_frame(), found.comparisons_frame())
