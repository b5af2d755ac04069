"""The results of a simulation as text: with bars in a terminal, as sentences in plain mode."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from doublecross.cli.tally import Results
from doublecross.kernel.words import Words, mark

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
    summary, actions = _summary(results, speaker), _actions(results, speaker)
    if plain:
        print("\n".join([title, *summary, *_seats(results, speaker), *_outlaws(results, speaker), actions]))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(title, style="bold yellow"))
    console.print("\n".join(summary))
    console.print(_seat_table(results, speaker))
    if results.outlaws:
        console.print(_outlaw_table(results, speaker))
    console.print(Text(actions, style="dim"))


def _seat_table(results: Results, speaker: Words) -> Table:
    table = _table(speaker.say("Seat"), speaker.say("Bot"), speaker.say("Wins"), "95%")
    for s in results.seats:
        interval = f"{_percent(s.low)} – {_percent(s.high)}"
        table.add_row(str(s.seat), s.bot, _percent(s.rate), interval, Text(bar(s.rate), style="green"))
    return table


def _outlaw_table(results: Results, speaker: Words) -> Table:
    table = _table(speaker.say("Outlaw"), speaker.say("Plays"), speaker.say("Apprehended"), speaker.say("Jailed"))
    for o in results.outlaws:
        table.add_row(o.id, _number(o.plays), _percent(o.apprehended), _percent(o.jailed), Text(bar(o.jailed), style="green"))
    return table


def _table(*columns: str) -> Table:
    """A table whose last column, without a heading, holds bars."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number == 0 else "right")
    table.add_column()
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
        sentence = mark("{unit}: {mean} on average, {least} to {most}.")
        lines.append(speaker.say(sentence, unit=units[unit], mean=_number(length.mean), least=length.least, most=length.most))
    if results.shared:
        lines.append(speaker.say("Games whose win was shared: {count}.", count=results.shared))
    return lines


def _seats(results: Results, speaker: Words) -> list[str]:
    sentence = mark("Seat {seat} ({bot}) wins {rate} (95%: {low} to {high})")
    return [
        speaker.say(sentence, seat=s.seat, bot=s.bot, rate=_percent(s.rate), low=_percent(s.low), high=_percent(s.high))
        for s in results.seats
    ]


def _outlaws(results: Results, speaker: Words) -> list[str]:
    sentence = mark(
        "{outlaw}: played {plays} times a game, {apprehended} of the times apprehended, in jail at the end of {jailed} of the games"
    )
    return [
        speaker.say(sentence, outlaw=o.id, jailed=_percent(o.jailed), plays=_number(o.plays), apprehended=_percent(o.apprehended))
        for o in results.outlaws
    ]


def _actions(results: Results, speaker: Words) -> str:
    often = sorted(results.actions.items(), key=lambda item: -item[1])
    return speaker.say("How often in a game: {actions}.", actions=", ".join(f"{token} {_number(rate)}" for token, rate in often))
