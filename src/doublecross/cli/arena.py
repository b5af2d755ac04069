"""``doublecross arena``: bots against each other, duplicate style."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from doublecross.bots.registry import read_bot, split_bots
from doublecross.cli.compiling import compile_game
from doublecross.cli.opening import open_game
from doublecross.kernel.registry import load_game
from doublecross.kernel.words import Words, mark, words
from doublecross.lab.arena import Arena, WinRate, arena
from doublecross.lab.arena_plot import check_plot, plot

COLUMNS = 40
"""Of the plot in the terminal, from 0% to 100%."""


def run(args: argparse.Namespace) -> int:
    """Play the games, then print the results as text or as one JSON object."""
    speaker = words(args.language)
    bots = split_bots(args.bots)
    if args.players is None:
        numbers = load_game(args.game).players
        args.players = min(max(len(bots), numbers[0]), numbers[-1])
    opening = open_game(args)
    path = None if args.plot is None else check_plot(args.plot)
    for bot in bots:  # before anything is compiled
        read_bot(bot, opening.game)
    compile_game(opening.game, speaker, args.plain)
    with _watched(speaker, args.plain) as progress:
        result = arena(
            opening.game,
            bots,
            args.games,
            players=opening.players,
            options=opening.options,
            seed=args.seed,
            seconds=args.time,
            playouts=args.playouts,
            threads=args.threads,
            progress=progress,
        )
    title = speaker.say("{game}, {players} players", game=opening.game.title, players=result.players)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        print_arena(result, title, speaker, args.plain)
    if path is not None:  # last: whatever becomes of the picture, the games were not in vain
        plot(result, path, title, speaker)
    return 0


@contextlib.contextmanager
def _watched(speaker: Words, plain: bool) -> Iterator[Callable[[int, int], None] | None]:
    """What is to be told about the progress; a bar on the error stream where that is a terminal."""
    if plain or not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task(speaker.say("Games"), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def print_arena(result: Arena, title: str, speaker: Words, plain: bool) -> None:
    """Print the share of wins with a plot, the ratings, and who beat whom."""
    counted = speaker.say("{games} games in {blocks} deals.", games=f"{result.games:,}", blocks=f"{result.blocks:,}")
    names = sorted(result.bots, key=lambda name: -result.win_rate[name].value)
    if plain:
        print("\n".join([title, counted, *_sentences(result, names, speaker)]))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(title, style="bold yellow"))
    console.print(counted)
    console.print(_rates(result, names, speaker))
    console.print(_plot(result, names))
    if len(names) > 1:
        console.print(_cross(result, names, speaker))
    if result.ratings is None:
        console.print(Text(_no_ratings(speaker), style="dim"))


def _no_ratings(speaker: Words) -> str:
    return speaker.say("There are no ratings, because openskill is missing: pip install 'doublecross[lab]'")


def _rates(result: Arena, names: list[str], speaker: Words) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate((speaker.say("Bot"), speaker.say("Wins"), "95%", speaker.say("Rating"), speaker.say("Games"))):
        table.add_column(column, justify="left" if number == 0 else "right")
    for name in names:
        rate = result.win_rate[name]
        rating = "" if result.ratings is None else f"{result.ratings[name].mu:.1f} ± {2 * result.ratings[name].sigma:.1f}"
        interval = f"{_percent(rate.low)} – {_percent(rate.high)}"
        table.add_row(name, _percent(rate.value), interval, rating, f"{rate.games:,}")
    return table


def _plot(result: Arena, names: list[str]) -> Table:
    """The shares of wins and their intervals, over a scale that marks what all would win if they were equal."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(overflow="ellipsis", no_wrap=True, max_width=28)
    table.add_column(_scale(result.fair), no_wrap=True)
    for name in names:
        table.add_row(name, Text(line(result.win_rate[name]), style="green"))
    return table


def _scale(fair: float) -> str:
    """The heading of the plot: 0%, what all would win if they were equal, and 100%."""
    place, middle = round(fair * (COLUMNS - 1)), f"▾{_percent(fair)}"
    return "0%".ljust(place) + middle + "100%".rjust(COLUMNS - place - len(middle))


def line(rate: WinRate) -> str:
    """One line of the plot: the value, and its interval.

    >>> line(WinRate(0.5, 0.25, 0.75, 100)).rstrip()
    '          ├─────────●────────┤'
    """
    low, at, high = (round(share * (COLUMNS - 1)) for share in (rate.low, rate.value, rate.high))
    cells = [" "] * COLUMNS
    cells[low : high + 1] = ["─"] * (high - low + 1)
    cells[low], cells[high] = "├", "┤"
    cells[at] = "●"
    return "".join(cells)


def _cross(result: Arena, names: list[str], speaker: Words) -> Table:
    """Who beat whom: each row's part of the wins of both."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", title=speaker.say("Wins of the row against the column"))
    table.title_justify = "left"
    table.add_column()
    for name in names:
        table.add_column(name, justify="right")
    for name in names:
        table.add_row(name, *("·" if name == other else _of_both(result.cross[name][other]) for other in names))
    return table


def _of_both(share: float | None) -> str:
    return "–" if share is None else _percent(share)


def _sentences(result: Arena, names: list[str], speaker: Words) -> list[str]:
    sentence = mark("{bot} wins {rate} of {games} (95%: {low} to {high})")
    lines = []
    for name in names:
        rate = result.win_rate[name]
        places = {"rate": _percent(rate.value), "low": _percent(rate.low), "high": _percent(rate.high)}
        lines.append(speaker.say(sentence, bot=name, games=f"{rate.games:,}", **places))
    for name in names if result.ratings else ():
        rating = result.ratings[name] if result.ratings else None
        assert rating is not None
        lines.append(speaker.say("{bot}: rating {mu} ± {sigma}", bot=name, mu=f"{rating.mu:.1f}", sigma=f"{2 * rating.sigma:.1f}"))
    if result.ratings is None:
        lines.append(_no_ratings(speaker))
    for name in names:
        for other, share in result.cross[name].items():
            if share is not None:
                lines.append(speaker.say("{bot} against {other}: {rate}", bot=name, other=other, rate=_percent(share)))
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
