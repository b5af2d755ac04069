"""``doublecross simulate``: bots play many games on all cores, and everything is counted."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterator

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from doublecross.bots.batch import play_games
from doublecross.bots.registry import default_bot, read_bots
from doublecross.cli.compiling import compile_game
from doublecross.cli.opening import Opening, open_game
from doublecross.cli.report import print_report
from doublecross.cli.tally import Tally
from doublecross.kernel.machine import Batch
from doublecross.kernel.position import SEEDS
from doublecross.kernel.words import Words, words


def run(args: argparse.Namespace) -> int:
    """Play the games, then print the results as text or as one JSON object."""
    speaker = words(args.language)
    opening = open_game(args)
    bots = read_bots(args.bots or default_bot(opening.game), opening.game, opening.players)
    compile_game(opening.game, speaker, args.plain)
    seed = secrets.randbelow(SEEDS) if args.seed is None else args.seed
    tally = Tally(opening.game, opening.rules, bots, seed)
    batches = play_games(opening.game, opening.rules, opening.options, bots, args.games, seed, args.threads)
    for batch in _watched(batches, args.games, speaker, args.plain):
        tally.add(batch)
    results = tally.results()
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(results), indent=2).decode())
    else:
        print_report(results, _title(opening, speaker), speaker, args.plain)
    return 0


def _title(opening: Opening, speaker: Words) -> str:
    return speaker.say("{game}, {players} players", game=opening.game.title, players=opening.players)


def _watched(batches: Iterator[Batch], games: int, speaker: Words, plain: bool) -> Iterator[Batch]:
    """The same batches, with a progress bar on the error stream where that is a terminal."""
    if plain or not sys.stderr.isatty():
        yield from batches
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task(speaker.say("Games"), total=games)
        for batch in batches:
            progress.advance(task, len(batch.states))
            yield batch
