"""``doublecross review``: what every choice of a saved game was worth, who lied and how well, and how the chances went."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from doublecross.advice.chart import draw
from doublecross.advice.review import Review, review
from doublecross.advice.said import Said, SaidClaim, SaidShow, say
from doublecross.cli.compiling import compile_game
from doublecross.cli.opening import read_names
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.kernel.savefile import read
from doublecross.kernel.words import Words, mark, words

_LEVELS = " ▁▂▃▄▅▆▇█"
HEADS = (mark("Choices"), mark("Mistakes"), mark("Blunders"), mark("Cost of a choice"), mark("Claims"), mark("Lies"))
COLUMNS = 48
"""Columns of a chart in the terminal."""


def run(args: argparse.Namespace) -> int:
    """Review the game with progress on the error stream; then print the review, as text or as one JSON object."""
    speaker = words(args.language)
    position = read(args.file)
    names = read_names(args.names, position.players, position.seat_names(args.language))
    if not position.choices():
        raise BadInput(args.file, Phrase("a game without a choice"), Phrase("a game in which somebody chose"))
    if args.chart:
        check_chart(Path(args.chart))
    compile_game(position.game, speaker, args.plain, batches=False)
    found = _with_progress(position, args, speaker)
    said = say(found, position, names, args.language)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode({"review": found, "words": said}), indent=2).decode())
    elif args.plain:
        print("\n".join(plain_lines(said, names, speaker)))
    else:
        _print(said, names, speaker, found.over)
    if args.chart:
        title = speaker.say("Chances to win")
        Path(args.chart).write_text(draw(said.points, names, title, said.method), encoding="utf-8")
    return 0


def check_chart(path: Path) -> None:
    """Raise `BadInput` unless a file can be made there; asked before minutes of reviewing."""
    if path.exists():
        raise BadInput("--chart", str(path), Phrase("a file that does not exist yet"))
    folder = path.absolute().parent
    if not folder.is_dir():
        raise BadInput("--chart", str(path), Phrase("a file in a folder that is there"))
    if not os.access(folder, os.W_OK):
        raise BadInput("--chart", str(path), Phrase("a file that can be written"))


def _with_progress(position: Position, args: argparse.Namespace, speaker: Words) -> Review:
    """The review; parts that are done are counted on the error stream, where it is a terminal as a bar."""
    console = Console(file=sys.stderr)
    if args.plain or not console.is_terminal:
        return review(position, args.seed, _count_lines if args.plain else None, args.worlds)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(speaker.say("Reviewing"), total=None)
        return review(position, args.seed, lambda done, total: bar.update(task, completed=done, total=total), args.worlds)


def _count_lines(done: int, total: int) -> None:
    """A line for every tenth, for those who read lines and for programs."""
    if done == total or done * 10 // total != (done - 1) * 10 // total:
        print(f"{done}/{total}", file=sys.stderr, flush=True)


def sparkline(chances: Sequence[float]) -> str:
    """Chances from 0 to 1 as blocks, at most `COLUMNS` of them.

    >>> sparkline([0.0, 0.5, 1.0])
    ' ▄█'
    """
    count = min(COLUMNS, len(chances))
    picked = [chances[index * (len(chances) - 1) // max(count - 1, 1)] for index in range(count)]
    return "".join(_LEVELS[round(8 * min(max(chance, 0.0), 1.0))] for chance in picked)


def plain_lines(said: Said, names: Sequence[str], speaker: Words) -> list[str]:
    """The review as lines."""
    lines = [said.method]
    sentence = mark(
        "{name}: choices weighed {choices}, mistakes {mistakes}, blunders {blunders}; a choice cost {mean_loss} of a win on average; "
        "claims {claims}, lies {lies}."
    )
    lines += [speaker.say(sentence, **msgspec.structs.asdict(seat)) for seat in said.seats]
    lines.append(speaker.say("Choices that cost most:") if said.worst else speaker.say("No choice cost much."))
    lines += [f"{choice.part} {choice.sentence}" for choice in said.worst]
    if said.claims:
        lines.append(speaker.say("Claims:"))
        lines += [f"{claim.part} {claim.name}: {claim.text}, {claim.verdict}. {' '.join(claim.rivals)}" for claim in said.claims]
    if said.shows:
        lines.append(speaker.say("Bluffs and good hands:"))
        lines += [f"{show.part} {show.name}: {show.text}, {show.verdict}. {' '.join(show.rivals)}" for show in said.shows]
    lines.append(speaker.say("Chances to win:"))
    lines += [f"{point.part} {'; '.join(chances(point.chances, names))}" for point in said.points]
    return lines


def chances(shares: Sequence[float], names: Sequence[str]) -> list[str]:
    """Each seat's chance, by name."""
    return [f"{name} {100 * share:.0f}%" for name, share in zip(names, shares, strict=True)]


def _print(said: Said, names: Sequence[str], speaker: Words, over: bool) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(Text(speaker.say("Chances to win"), style="bold yellow"))
    chart = _table("", "", speaker.say("At the end") if over else speaker.say("So far"))
    for seat, name in enumerate(names):
        line = [point.chances[seat] for point in said.points]
        chart.add_row(name, Text(sparkline(line), style="green"), f"{100 * line[-1]:.0f}%")
    console.print(chart)
    seats = _table("", *(speaker.say(head) for head in HEADS))
    for seat_row in said.seats:
        seats.add_row(*map(str, msgspec.structs.astuple(seat_row)[1:]))
    console.print(seats)
    console.print(Text(speaker.say("Choices that cost most:") if said.worst else speaker.say("No choice cost much."), style="bold yellow"))
    for choice in said.worst:
        console.print(Text.assemble((f"{choice.part} ", "dim"), choice.sentence))
    _tell(console, speaker.say("Claims:"), [(claim, claim.lie) for claim in said.claims])
    _tell(console, speaker.say("Bluffs and good hands:"), [(show, show.bluff) for show in said.shows])
    console.print(Text(said.method, style="dim"))


def _table(*heads: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right")
    return table


def _tell(console: Console, head: str, said: Sequence[tuple[SaidClaim | SaidShow, bool]]) -> None:
    """What somebody made others believe: each with its verdict, red if it was not so."""
    if said:
        console.print(Text(head, style="bold yellow"))
    for what, false in said:
        verdict = (what.verdict, "bold red" if false else "green")
        console.print(Text.assemble((f"{what.part} ", "dim"), f"{what.name}: {what.text}, ", verdict, ". ", " ".join(what.rivals)))
