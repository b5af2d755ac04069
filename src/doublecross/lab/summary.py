"""A study's results in a terminal: where players disagree, what they agree on, and the main measures with small pictures."""

from __future__ import annotations

import math

from rich.console import Console
from rich.table import Table
from rich.text import Text

from doublecross.kernel.words import Words, mark
from doublecross.lab.analysis import Analysis, Repeated
from doublecross.lab.measures import GROUPS, Measure
from doublecross.lab.report import baseline_name, interval_text, number_text, signed_text, verdict

WIDTH = 20
"""Columns of a picture."""
MOST = 8
"""Lines of a list of findings."""
SHOWN = {
    "wins": ("win_place_1",),
    "length": ("turns", "rounds", "decisions"),
    "bail": ("bankruptcies", "bail_paid"),
    "contests": ("ties", "double_crosses"),
    "truth": ("truth",),
    "lead": ("lead_changes", "close"),
    "drama": ("low_turns", "clear_choices", "winner_inactive"),
}
"""The measures shown of each group; the report has all."""


def picture(value: float, low: float, high: float, least: float, most: float) -> str:
    """A value on a line from `least` to `most`, with its interval.

    >>> picture(5, 4, 6, 0, 10)
    '········──●─········'
    """
    span = most - least or 1.0

    def place(number: float) -> int:
        return min(WIDTH - 1, max(0, round((number - least) / span * (WIDTH - 1))))

    line = ["·"] * WIDTH
    for column in range(place(low), place(high) + 1):
        line[column] = "─"
    line[place(value)] = "●"
    return "".join(line)


def print_summary(found: Analysis, speaker: Words, plain: bool) -> None:
    """Print it."""
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=plain)
    console.print(Text(found.study.title, style="" if plain else "bold yellow"))
    sure = [each for each in found.disagreements if each.sure]
    heading = speaker.say("Where the players disagree") if sure else speaker.say("The players disagree on nothing that is sure.")
    _list(console, heading, [sentence(found, each, speaker) for each in sure], speaker, plain)
    if found.findings:
        _list(console, speaker.say("What they agree on"), [sentence(found, each, speaker) for each in found.findings], speaker, plain)
    for group, measures in found.groups().items():
        for measure in measures:
            if measure.name in SHOWN.get(group, ()):
                _measure(console, found, measure, speaker, plain)


def _list(console: Console, heading: str, lines: list[str], speaker: Words, plain: bool) -> None:
    console.print(Text(heading, style="" if plain else "bold"))
    for line in lines[:MOST]:
        console.print(Text("  " + line))
    if len(lines) > MOST:
        console.print(Text("  " + speaker.say("and {count} more in the report", count=len(lines) - MOST), style="" if plain else "dim"))


def sentence(found: Analysis, each: Repeated, speaker: Words) -> str:
    """A finding in one line."""
    measure, kinds = each.one.measure, found.study.kinds
    one, other = (
        f"{kinds[answer.kind]} {signed_text(answer.difference.value, measure.share)} "
        f"({signed_text(answer.difference.low, measure.share)} … {signed_text(answer.difference.high, measure.share)})"
        for answer in (each.one, each.other)
    )
    text = mark("{measure}, {cell} against {baseline}: {one}; {other}: {verdict}")
    return speaker.say(
        text,
        measure=found.title_of(each.one, speaker),
        cell=found.study.cells[each.one.cell].name,
        baseline=baseline_name(found, each.one, speaker),
        one=one,
        other=other,
        verdict=verdict(found, each, speaker),
    )


def _measure(console: Console, found: Analysis, measure: Measure, speaker: Words, plain: bool) -> None:
    """A measure in all cells by all kinds of players, on one scale."""
    rows = [
        (cell.name, kind, found.estimates.get((measure.name, number, place)))
        for number, cell in enumerate(found.study.cells)
        for place, kind in enumerate(found.study.kinds)
    ]
    known = [(cell, kind, each) for cell, kind, each in rows if each is not None and not math.isnan(each.value)]
    if not known:
        return
    title = f"{speaker.say(GROUPS[measure.group])}: {found.title(measure.name, speaker)}"
    if plain:
        console.print(Text(title))
        for cell, kind, each in known:
            console.print(
                Text(f"  {cell}, {kind}: {number_text(each.value, measure.share)} ({interval_text(each.low, each.high, measure.share)})")
            )
        return
    least, most = min(each.low for *_, each in known), max(each.high for *_, each in known)
    table = Table(box=None, padding=(0, 2, 0, 0), title=title, title_justify="left", title_style="bold", show_header=False)
    for justify in ("left", "left", "right", "right", "left"):
        table.add_column(justify=justify)
    for cell, kind, each in known:
        line = Text(picture(each.value, each.low, each.high, least, most), style="green")
        table.add_row(cell, kind, number_text(each.value, measure.share), interval_text(each.low, each.high, measure.share), line)
    console.print(table)
