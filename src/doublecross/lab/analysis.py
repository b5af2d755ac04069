"""From the games of a study to estimates, comparisons, findings, and where two kinds of players disagree about them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from doublecross.kernel.words import Words
from doublecross.lab.drama import by_game
from doublecross.lab.folder import Folder
from doublecross.lab.frames import option_columns
from doublecross.lab.measures import Measure, Setting, measures_of
from doublecross.lab.playing import DRAMA, GAMES
from doublecross.lab.statistics import LEVEL, Difference, Estimate, against, between, estimate, holm, paired
from doublecross.lab.study import Study

if TYPE_CHECKING:
    import polars as pl

NOTABLE = 0.1
"""Effects (Cohen's h or d) below this are not called findings, however sure: half of what Cohen (1988) calls small."""
UNFAIR = 0.02
"""Against the fair share smaller effects count too: whether it helps to begin is a question of fairness."""
FEWEST_GAMES = 8
"""With fewer games a measure is shown, but not compared."""
FAIR = -1
"""Instead of the number of a baseline cell: what it would be if nothing mattered."""
_COLUMNS = frozenset(
    {"cell", "players", "bots", "measure", "group", "title", "share", "value", "low", "high", "error", "games"}
    | {"baseline", "difference", "effect", "p", "p_adjusted", "finding"}
)
"""The columns of estimates and comparisons beside the varied options."""


@dataclass(frozen=True)
class Comparison:
    """One measure of one cell against its baseline, by one kind of players.

    Attributes:
        measure: what is compared.
        cell, baseline: the numbers of the cells; the latter may be `FAIR`.
        kind: the number of the kind of players.
        difference: what it came to.
        p: the p value that accounts for all comparisons of this kind of players.
    """

    measure: Measure
    cell: int
    baseline: int
    kind: int
    difference: Difference
    p: float

    @property
    def notable(self) -> bool:
        """Whether it is a finding: sure, and not tiny."""
        return self.p < LEVEL and abs(self.difference.effect) >= (UNFAIR if self.baseline == FAIR else NOTABLE)

    @property
    def key(self) -> tuple[str, int, int]:
        """The same for all kinds of players."""
        return self.measure.name, self.cell, self.baseline


@dataclass(frozen=True)
class Repeated:
    """A finding of at least one of two kinds of players, and what both say.

    Attributes:
        one, other: the same comparison by the first kind and by another one.
        apart: the difference of the two.
        p: the p value of that, accounting for all findings that are repeated.
    """

    one: Comparison
    other: Comparison
    apart: Difference
    p: float

    @property
    def agrees(self) -> bool:
        """Whether both find it, in the same direction."""
        return self.one.notable and self.other.notable and self.one.difference.value * self.other.difference.value > 0

    @property
    def opposite(self) -> bool:
        """Whether both find it, in opposite directions."""
        return self.one.notable and self.other.notable and not self.agrees

    @property
    def sure(self) -> bool:
        """Whether the two differ by more than chance."""
        return self.p < LEVEL

    @property
    def size(self) -> float:
        """How far apart their effects are."""
        return abs(self.one.difference.effect - self.other.difference.effect)


class Analysis:
    """All that a study's games say.

    Attributes:
        study: the study.
        settings: what the measures of each cell depend on.
        measures: the measures of each cell that are reported, in the order of the report.
        estimates: by name of the measure, cell and kind.
    """

    def __init__(self, study: Study, games: pl.DataFrame, drama: pl.DataFrame) -> None:
        self.study = study
        self.settings = [Setting(cell.players, study.rules(number)[0]) for number, cell in enumerate(study.cells)]
        self.measures: list[list[Measure]] = []
        self.estimates: dict[tuple[str, int, int], Estimate] = {}
        for cell, setting in enumerate(self.settings):
            listed = [measure for measure in measures_of(study.game, setting) if measure.group in study.measures]
            self.measures.append([measure for measure in listed if measure.source != DRAMA or study.drama])
            for kind in range(len(study.kinds)):
                self._estimate(cell, kind, {GAMES: _table(games, cell, kind), DRAMA: _drama(drama, cell, kind, setting.players)})

    def _estimate(self, cell: int, kind: int, tables: Mapping[str, Mapping[str, np.ndarray[Any, Any]]]) -> None:
        for measure in self.measures[cell]:
            table = tables[measure.source]
            if table:
                bottom = measure.bottom(table) if measure.bottom else None
                self.estimates[measure.name, cell, kind] = estimate(measure.top(table), bottom, measure.share)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every measure of every cell against its baseline, and against the fair share where there is one."""
        found = []
        for kind in range(len(self.study.kinds)):
            drawn = list(self._drawn(kind))
            adjusted = holm([difference.p for *_, difference in drawn])
            for (measure, cell, baseline, difference), p in zip(drawn, adjusted, strict=True):
                found.append(Comparison(measure, cell, baseline, kind, difference, p))
        return tuple(found)

    def _drawn(self, kind: int) -> Iterator[tuple[Measure, int, int, Difference]]:
        for cell, listed in enumerate(self.measures):
            baseline = self.study.baselines[cell]
            for measure in listed:
                one = self.estimates.get((measure.name, cell, kind))
                other = self.estimates.get((measure.name, baseline, kind))
                if one is None or math.isnan(one.value) or one.games < FEWEST_GAMES:
                    continue
                if measure.fair is not None:
                    yield measure, cell, FAIR, against(one, measure.fair, measure.share)
                if other is not None and cell != baseline and not math.isnan(other.value):
                    yield measure, cell, baseline, paired(one, other, measure.share)

    @cached_property
    def repeated(self) -> tuple[Repeated, ...]:
        """Every finding, of either kind, with what the other kind says; the farthest apart come first."""
        by_kind = {(each.kind, each.key): each for each in self.comparisons}
        pairs = []
        for (kind, key), one in by_kind.items():
            for other_kind in range(1, len(self.study.kinds)):
                other = by_kind.get((other_kind, key))
                if kind == 0 and other is not None and (one.notable or other.notable):
                    pairs.append((one, other, between(one.difference, other.difference, self._apart(one, other))))
        adjusted = holm([apart.p for *_, apart in pairs])
        found = [Repeated(one, other, apart, p) for (one, other, apart), p in zip(pairs, adjusted, strict=True)]
        return tuple(sorted(found, key=lambda each: -each.size))

    def _apart(self, one: Comparison, other: Comparison) -> np.ndarray[Any, np.dtype[np.float64]]:
        """What each game adds to the deviation of one kind's difference less the other's."""
        name, cell, baseline = one.key
        parts = []
        for kind in (one.kind, other.kind):
            own = self.estimates[name, cell, kind].parts
            parts.append(own if baseline == FAIR else own - self.estimates[name, baseline, kind].parts)
        return parts[0] - parts[1]

    @property
    def disagreements(self) -> list[Repeated]:
        """Where the kinds of players disagree."""
        return [each for each in self.repeated if not each.agrees]

    @property
    def findings(self) -> list[Repeated]:
        """What all kinds of players confirm, the greatest effects first."""
        agreed = [each for each in self.repeated if each.agrees]
        return sorted(agreed, key=lambda each: -min(abs(each.one.difference.effect), abs(each.other.difference.effect)))

    def groups(self) -> dict[str, list[Measure]]:
        """The measures of each group, those of all cells together, in the order of the report and of the cells that have most of them."""
        found: dict[str, dict[str, Measure]] = {}
        for listed in sorted(self.measures, key=len, reverse=True):
            for measure in listed:
                found.setdefault(measure.group, {}).setdefault(measure.name, measure)
        return {group: list(measures.values()) for group, measures in found.items()}

    def title(self, name: str, speaker: Words, *cells: int) -> str:
        """What a measure is called in some cells, by default in all; where they differ in a word (Church, Saloon), with both."""
        listed = [self.measures[cell] for cell in cells] or self.measures
        titles = [each.title for own in listed for each in own if each.name == name]
        words = {place: dict.fromkeys(speaker.repeat(title.places[place]) for title in titles) for place in titles[0].places}
        return speaker.say(titles[0].sentence, **{place: " / ".join(map(str, found)) for place, found in words.items()})

    def title_of(self, each: Comparison, speaker: Words) -> str:
        """What the measure of a comparison is called in its two cells."""
        return self.title(each.measure.name, speaker, each.cell, *(() if each.baseline == FAIR else (each.baseline,)))

    def estimates_frame(self) -> pl.DataFrame:
        """The estimates, a row for each measure, cell and kind."""
        import polars as pl

        titles = [{measure.name: measure for measure in listed} for listed in self.measures]
        rows = [
            self._where(cell, kind)
            | {"measure": name, "group": titles[cell][name].group}
            | {"title": str(titles[cell][name].title), "share": titles[cell][name].share}
            | {"value": e.value, "low": e.low, "high": e.high, "error": e.error, "games": e.games}
            for (name, cell, kind), e in self.estimates.items()
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def comparisons_frame(self) -> pl.DataFrame:
        """The comparisons, a row for each measure, cell and kind; the baseline of those with the fair share is "fair"."""
        import polars as pl

        rows = [
            self._where(each.cell, each.kind)
            | {"measure": each.measure.name, "baseline": "fair" if each.baseline == FAIR else self.study.cells[each.baseline].name}
            | {"difference": each.difference.value, "low": each.difference.low, "high": each.difference.high}
            | {"effect": each.difference.effect, "p": each.difference.p, "p_adjusted": each.p, "finding": each.notable}
            for each in self.comparisons
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def _where(self, cell: int, kind: int) -> dict[str, Any]:
        own = self.study.cells[cell]
        return {"cell": own.name, "players": own.players, **option_columns(own.varied, _COLUMNS), "bots": self.study.kinds[kind]}


def _table(frame: pl.DataFrame, cell: int, kind: int) -> dict[str, np.ndarray[Any, Any]]:
    """The columns of one cell by one kind of players, games in order; empty if it has none."""
    import polars as pl

    if frame.is_empty():
        return {}
    rows = frame.filter((pl.col("cell") == cell) & (pl.col("kind") == kind)).sort([n for n in ("game", "turn") if n in frame.columns])
    return {name: rows[name].to_numpy() for name in rows.columns if rows[name].null_count() == 0} if len(rows) else {}


def _drama(frame: pl.DataFrame, cell: int, kind: int, players: int) -> dict[str, np.ndarray[Any, Any]]:
    turns = _table(frame, cell, kind)
    return by_game(turns, players) if turns else {}


def analyse(folder: Folder) -> Analysis:
    """The analysis of a folder's results; raises `BadInput` if it has none, or not all."""
    study = folder.study()
    folder.require_all(study)
    return Analysis(study, folder.frame(GAMES), folder.frame(DRAMA))
