"""The report of a study: one HTML file that needs nothing else, no script and no network, readable by eye and by screen reader."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jinja2
import markupsafe

import doublecross
from doublecross.kernel.words import Words
from doublecross.lab.analysis import FAIR, NOTABLE, UNFAIR, Analysis, Comparison, Repeated
from doublecross.lab.folder import Folder
from doublecross.lab.measures import GROUPS, Measure
from doublecross.lab.playing import DRAMA, GAMES, PLAYOUTS
from doublecross.lab.plots import COLOURS, as_svg, disagreement_figure, drama_figure, group_figure, lengths_figure
from doublecross.lab.statistics import Estimate

HERE = Path(__file__).parent
MOST_ROWS = 60
"""Rows of a list of findings; the file comparisons.parquet has all."""


def write_report(found: Analysis, folder: Folder, speaker: Words) -> str:
    """The whole page as text."""
    games, drama = folder.frame(GAMES), folder.frame(DRAMA)
    apart = [each for each in found.disagreements if each.sure]
    template = _templates().get_template("report.html")
    return template.render(
        language=speaker.language,
        version=doublecross.__version__,
        study=found.study,
        digest=folder.manifest()["digest"],
        say=speaker.say,
        plural=speaker.plural,
        style=markupsafe.Markup((HERE / "report.css").read_text("utf-8")),
        disagreements=[_repeated_row(found, each, speaker) for each in apart[:MOST_ROWS]],
        more_disagreements=max(0, len(apart) - MOST_ROWS),
        nothing=not found.repeated,
        unsure=sum(not each.sure for each in found.disagreements),
        findings=[_repeated_row(found, each, speaker) for each in found.findings[:MOST_ROWS]],
        more_findings=max(0, len(found.findings) - MOST_ROWS),
        count=len(found.comparisons),
        notable=f"{NOTABLE:g}",
        unfair=f"{UNFAIR:g}",
        playouts=PLAYOUTS,
        effects=_svg(disagreement_figure(found, speaker), "effects"),
        groups=[_group(found, group, measures, speaker) for group, measures in found.groups().items()],
        lengths=_lengths(found, games, speaker),
        drawn=len(COLOURS),
        curves=_svg(drama_figure(found, drama, speaker), "curves") if len(drama) else "",
        seated=[(kind, ", ".join(names)) for kind, names in found.study.bots.items()],
    )


@functools.cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def _svg(figure: Any, prefix: str) -> markupsafe.Markup:
    return markupsafe.Markup(as_svg(figure, prefix) if figure is not None else "")


def _lengths(found: Analysis, games: Any, speaker: Words) -> markupsafe.Markup:
    column = next((name for name in ("turns", "rounds") if name in games.columns), None)
    return (
        _svg(lengths_figure(found, games, column, speaker), "lengths")
        if column and "length" in found.study.measures
        else markupsafe.Markup("")
    )


def number_text(value: float, share: bool) -> str:
    """A value as people read it: a share in percent, anything else with three digits or so."""
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if share:
        return f"{100 * value:.1f}%"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 100 else f"{value:.2f}"


def signed_text(value: float, share: bool) -> str:
    """A difference with its sign; that of two shares in points."""
    text = f"{100 * value:+.1f}" if share else f"{value:+.2f}" if abs(value) < 100 else f"{value:+,.0f}"
    return text.replace("-", "−")


def interval_text(low: float, high: float, share: bool) -> str:
    """An interval."""
    return f"{number_text(low, share)} – {number_text(high, share)}"


def baseline_name(found: Analysis, each: Comparison, speaker: Words) -> str:
    """What a comparison is with."""
    return speaker.say("the fair share") if each.baseline == FAIR else found.study.cells[each.baseline].name


def _said(each: Comparison) -> dict[str, str]:
    """One kind's answer: the difference with its interval, and its effect."""
    share, difference = each.measure.share, each.difference
    return {
        "difference": signed_text(difference.value, share),
        "interval": f"{signed_text(difference.low, share)} … {signed_text(difference.high, share)}",
        "effect": f"{difference.effect:+.2f}".replace("-", "−"),
        "p": "< 0.001" if each.p < 0.001 else f"{each.p:.3f}",
        "notable": "yes" if each.notable else "",
    }


def _repeated_row(found: Analysis, each: Repeated, speaker: Words) -> dict[str, Any]:
    return {
        "title": found.title_of(each.one, speaker),
        "cell": found.study.cells[each.one.cell].name,
        "baseline": baseline_name(found, each.one, speaker),
        "unit": speaker.say("points") if each.one.measure.share else "",
        "answers": [{"kind": found.study.kinds[answer.kind], **_said(answer)} for answer in (each.one, each.other)],
        "verdict": verdict(found, each, speaker),
    }


def verdict(found: Analysis, each: Repeated, speaker: Words) -> str:
    """How two kinds of players stand to a finding, in words."""
    if each.agrees:
        return speaker.say("both find it")
    if each.opposite:
        return speaker.say("opposite")
    finder = each.one if each.one.notable else each.other
    return speaker.say("only {players}", players=found.study.kinds[finder.kind])


def _group(found: Analysis, group: str, measures: Sequence[Measure], speaker: Words) -> dict[str, Any]:
    figure = group_figure(found, measures, speaker)
    return {
        "id": group,
        "title": speaker.say(GROUPS[group]),
        "figure": _svg(figure, group),
        "tables": [(kind, _rows(found, measures, number, speaker)) for number, kind in enumerate(found.study.kinds)],
    }


def _rows(found: Analysis, measures: Sequence[Measure], kind: int, speaker: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """For each measure its name, and value and interval in each cell."""
    rows = []
    for measure in measures:
        estimates = [found.estimates.get((measure.name, cell, kind)) for cell in range(len(found.study.cells))]
        if any(estimates):
            rows.append((found.title(measure.name, speaker), [_cell(each, measure.share) for each in estimates]))
    return rows


def _cell(each: Estimate | None, share: bool) -> tuple[str, str]:
    if each is None or math.isnan(each.value):
        return "–", ""
    return number_text(each.value, share), interval_text(each.low, each.high, share)
