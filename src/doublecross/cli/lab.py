"""``doublecross lab``: studies of balance, run, reported, compared."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from doublecross.bots.registry import bot_names, read_bots
from doublecross.cli.compiling import compile_game
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.kernel.words import Words, words
from doublecross.lab.extras import needed
from doublecross.lab.folder import Folder
from doublecross.lab.run import Backend, local, run_study
from doublecross.lab.study import shipped_studies
from doublecross.lab.study_file import read_study


def run(args: argparse.Namespace) -> int:
    """Do what the action says."""
    speaker = words(args.language)
    action: Callable[[argparse.Namespace, Words], int] = {"run": _run, "report": _report, "list": _list, "compare": _compare}[args.action]
    return action(args, speaker)


def _list(args: argparse.Namespace, speaker: Words) -> int:
    """The shipped studies."""
    for path in shipped_studies():
        study = read_study(path)
        print(f"{path.stem}: {study.title}" if args.plain else f"{path.stem:20}{study.title}")
    return 0


def _run(args: argparse.Namespace, speaker: Words) -> int:
    needed("polars", "lab")
    needed("matplotlib", "lab")
    study = read_study(args.study)
    out = Path(args.out or f"{study.name}-results")
    backend = _backend(args)
    Folder(out).begin(study)  # so that a folder with something else is refused at once
    compile_game(study.game, speaker, args.plain)
    with _watched(speaker, args.plain) as progress:
        folder = run_study(study, out, backend, progress)
    return _show(folder.path, speaker, args.plain)


def _backend(args: argparse.Namespace) -> Backend:
    if args.backend == "ray":
        needed("ray", "cluster")
        from doublecross.lab.cluster import on_ray

        if args.workers:
            raise BadInput("--workers", str(args.workers), Phrase("a number of workers with --backend local; a cluster uses all its cores"))
        return on_ray(args.address)
    if args.address:
        raise BadInput("--address", repr(args.address), Phrase("an address with --backend ray only"))
    return local(args.workers)


def _report(args: argparse.Namespace, speaker: Words) -> int:
    needed("polars", "lab")
    needed("matplotlib", "lab")
    return _show(Path(args.folder), speaker, args.plain)


def _show(path: Path, speaker: Words, plain: bool) -> int:
    """Analyse a folder's results, write report and tables, and print the summary."""
    from doublecross.lab.analysis import analyse
    from doublecross.lab.folder import REPORT, write_whole
    from doublecross.lab.report import write_report
    from doublecross.lab.summary import print_summary

    folder = Folder(path)
    found = analyse(folder)
    for name, frame in (("estimates", found.estimates_frame()), ("comparisons", found.comparisons_frame())):
        frame.write_parquet(path / f"{name}.parquet")
    write_whole(path / REPORT, write_report(found, folder, speaker).encode())
    print_summary(found, speaker, plain)
    print(speaker.say("Report: {path}", path=path / REPORT))
    return 0


def _compare(args: argparse.Namespace, speaker: Words) -> int:
    needed("polars", "lab")
    from doublecross.cli.lab_compare import print_comparison
    from doublecross.lab.compare import compare, comparison

    game = load_game(args.game)
    players = args.players or game.players[0]
    seed = secrets.randbelow(2**63) if args.seed is None else args.seed
    variants = [dict(args.options) | dict(own) for own in (args.a, args.b)]
    study = comparison(game, players, variants, _kinds(args.bots, game, players), args.games, seed)
    compile_game(game, speaker, args.plain)
    with _watched(speaker, args.plain) as progress:
        found = compare(study, local(args.workers), progress)
    print_comparison(found, speaker, args.plain, args.json)
    return 0


def _kinds(names: list[str] | None, game: Game, players: int) -> dict[str, tuple[str, ...]]:
    """The kinds of players by the names of their bots; the best character and another if nobody says which."""
    known = [name for name in ("heuristic", "rosa", "random") if name in bot_names(game)]
    kinds = {text: tuple(read_bots(text, game, players)) for text in names or known[:2]}
    if names and len(kinds) < 2:
        allowed = Phrase(
            "2 or more kinds of players: every finding is repeated with another one (--bots {one} --bots {other})",
            one="heuristic",
            other="rosa",
        )
        raise BadInput("--bots", ", ".join(names), allowed)
    return kinds


@contextmanager
def _watched(speaker: Words, plain: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on the error stream where that is a terminal."""
    if plain or not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task(speaker.say("Games"), total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
