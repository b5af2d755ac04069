"""The results of a simulation as text: with bars in a terminal, as sentences in plain mode."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from doublecross.cli.tally import Results
from doublecross.kernel.words import Words

BAR = 24
"""Columns of a full bar."""
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float) -> str:
    """A share from 0 to 1 as a bar, to an eighth of a column.

    >>> bar(0.5)
    '████████████'
    """
    eighths = round(max(0.0, min(1.0, share)) * BAR * 8)
    return _EIGHTHS[8] * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def print_report(results: Results, title: str, speaker: Words, plain: bool) -> None:
    """Print all of it."""
    lines = [title, *_summary(results, speaker)]
    if plain:
        print("\n".join([*lines, *_seats(results, speaker), *_outlaws(results, speaker), _actions(results, speaker)]))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(title, style="bold yellow"))
    console.print("\n".join(lines[1:]))
    console.print(
        _bars(speaker.say("Wins"), [(text, seat.rate) for text, seat in zip(_seats(results, speaker), results.seats, strict=True)])
    )
    if results.outlaws:
        rows = zip(_outlaws(results, speaker), results.outlaws, strict=True)
        console.print(_bars(speaker.say("Outlaws"), [(text, outlaw.jailed) for text, outlaw in rows]))
    console.print(_actions(results, speaker), style="dim")


def _bars(title: str, rows: Sequence[tuple[str, float]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row(Text(title, style="bold"))
    for text, share in rows:
        table.add_row(text, Text(bar(share), style="green"))
    return table


def _number(value: float) -> str:
    return f"{value:,.2f}" if value < 100 else f"{value:,.0f}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _summary(results: Results, speaker: Words) -> list[str]:
    lines = [speaker.say("{games} games, {decisions} actions.", games=f"{results.games:,}", decisions=f"{results.decisions:,}")]
    units = {
        "actions": speaker.say("Actions in a game"),
        "turns": speaker.say("Turns in a game"),
        "rounds": speaker.say("Rounds in a game"),
    }
    for unit, length in results.length.items():
        sentence = "{unit}: {mean} on average, {least} to {most}."
        lines.append(speaker.say(sentence, unit=units[unit], mean=_number(length.mean), least=length.least, most=length.most))
    if results.shared:
        lines.append(speaker.say("Games whose win was shared: {count}.", count=results.shared))
    return lines


def _seats(results: Results, speaker: Words) -> list[str]:
    sentence = "Seat {seat} ({bot}) wins {rate} (95%: {low} to {high})"
    return [
        speaker.say(sentence, seat=s.seat, bot=s.bot, rate=_percent(s.rate), low=_percent(s.low), high=_percent(s.high))
        for s in results.seats
    ]


def _outlaws(results: Results, speaker: Words) -> list[str]:
    sentence = "{outlaw}: in jail in {jailed} of the games in which it is held, {plays} plays in each, {apprehended} of them apprehended"
    return [
        speaker.say(sentence, outlaw=o.id, jailed=_percent(o.jailed), plays=_number(o.plays), apprehended=_percent(o.apprehended))
        for o in results.outlaws
    ]


def _actions(results: Results, speaker: Words) -> str:
    often = sorted(results.actions.items(), key=lambda item: -item[1])
    return speaker.say("How often in a game: {actions}.", actions=", ".join(f"{token} {_number(rate)}" for token, rate in often))
