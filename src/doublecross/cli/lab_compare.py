"""What ``doublecross lab compare`` prints: paired differences with their intervals, as tables, sentences or JSON."""

from __future__ import annotations

import math

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from doublecross.kernel.words import Words, mark
from doublecross.lab.analysis import FAIR, Analysis, Comparison
from doublecross.lab.report import number_text, signed_text
from doublecross.lab.summary import sentence


def print_comparison(found: Analysis, speaker: Words, plain: bool, as_json: bool) -> None:
    """Print where the players disagree, then every measure of both variants and their difference, for each kind of players."""
    paired = [each for each in found.comparisons if each.baseline != FAIR]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(_plain(found, paired)), indent=2).decode())
        return
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=plain)
    console.print(Text(found.study.title, style="" if plain else "bold yellow"))
    apart = [each for each in found.disagreements if each.sure and each.one.baseline != FAIR]
    heading = speaker.say("Where the players disagree") if apart else speaker.say("The players disagree on nothing that is sure.")
    console.print(Text(heading, style="" if plain else "bold"))
    for each in apart:
        console.print(Text("  " + sentence(found, each, speaker)))
    for number, kind in enumerate(found.study.kinds):
        own = [each for each in paired if each.kind == number]
        if plain:
            _lines(console, found, own, kind, speaker)
        else:
            console.print(_table(found, own, kind, speaker))
    note = mark("Differences are B less A, of games from the same seeds, with 95% intervals; * a finding after Holm's correction.")
    console.print(Text(speaker.say(note), style="" if plain else "dim"))


def _values(found: Analysis, each: Comparison) -> tuple[str, str, str, str]:
    share = each.measure.share
    a, b = (found.estimates[each.measure.name, cell, each.kind].value for cell in (each.baseline, each.cell))
    difference = each.difference
    interval = f"{signed_text(difference.low, share)} … {signed_text(difference.high, share)}"
    return number_text(a, share), number_text(b, share), signed_text(difference.value, share), interval


def _table(found: Analysis, own: list[Comparison], kind: str, speaker: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", title=kind, title_justify="left", title_style="bold yellow")
    table.add_column(speaker.say("Measure"))
    for heading in ("A", "B", speaker.say("Difference"), "95%", speaker.say("Effect")):
        table.add_column(heading, justify="right")
    for each in own:
        effect = "" if math.isnan(each.difference.effect) else f"{each.difference.effect:+.2f}{'*' if each.notable else ' '}"
        table.add_row(found.title_of(each, speaker), *_values(found, each), effect, style="bold" if each.notable else "")
    return table


def _lines(console: Console, found: Analysis, own: list[Comparison], kind: str, speaker: Words) -> None:
    console.print(Text(kind))
    for each in own:
        a, b, difference, interval = _values(found, each)
        text = mark("{measure}: A {a}, B {b}, difference {difference} ({interval}){star}")
        star = "*" if each.notable else ""
        line = speaker.say(text, measure=found.title_of(each, speaker), a=a, b=b, difference=difference, interval=interval, star=star)
        console.print(Text("  " + line))


def _plain(found: Analysis, paired: list[Comparison]) -> dict[str, object]:
    rows = [
        {
            "bots": found.study.kinds[each.kind],
            "measure": each.measure.name,
            "a": found.estimates[each.measure.name, each.baseline, each.kind].value,
            "b": found.estimates[each.measure.name, each.cell, each.kind].value,
            "difference": each.difference.value,
            "low": each.difference.low,
            "high": each.difference.high,
            "effect": each.difference.effect,
            "p_adjusted": each.p,
            "finding": each.notable,
        }
        for each in paired
    ]
    study = found.study
    head = {"game": study.game.name, "players": study.cells[0].players, "games": study.games, "seed": study.seed}
    return {**head, "variants": {cell.name: dict(cell.varied) for cell in study.cells}, "measures": rows}
