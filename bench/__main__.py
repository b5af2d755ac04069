"""Measures our speed beside other engines. A table goes to stdout, its last line is one JSON object, progress goes to stderr."""

from __future__ import annotations

import argparse
import fnmatch
import json
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bench import bots, ours, peers, report, searching, server, start, studies
from bench.measure import Contestant, Samples, alternate, on_cores, usable_cores

ORDER = (
    "most-wanted-2p",
    "most-wanted-8p",
    "most-wanted-4p",
    "open_spiel_cpp_leduc",
    "outlawed-4p",
    "open_spiel_cpp_gin_rummy",
    "outlawed-2p",
    "python_api-most-wanted",
    "open_spiel_python_leduc",
    "python_api-outlawed",
    "rlcard_leduc",
    "aec-most-wanted",
    "pettingzoo_leduc",
    "aec-outlawed",
    "pgx_leduc_holdem",
    "vector-most-wanted",
    "pgx_kuhn_poker",
    "vector-outlawed",
    *(f"{kind}-{game}" for game in ours.GAMES for kind in ("clone", "one_thread", "two_threads")),
    *studies.WORKERS,
    *searching.NAMES,
)
"""Who is on in each round: what is divided stands side by side."""
NAMES = (*ORDER, "start", "server", "bots")


def _arguments(line: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two rounds of 0.05 seconds, no start costs, no server: a look")
    parser.add_argument("--rounds", type=int, default=9, metavar="N", help="rounds that count (default 9)")
    parser.add_argument("--seconds", type=float, default=0.7, metavar="S", help="seconds for each in a round (default 0.7)")
    parser.add_argument("--only", action="append", metavar="PATTERN", help=f"measure only these; names: {', '.join(NAMES)}")
    parser.add_argument("--core", type=int, metavar="N", help="the core to be pinned to (default: the last one usable)")
    chosen = parser.parse_args(line)
    if chosen.quick:
        chosen.rounds, chosen.seconds = 2, 0.05
    if chosen.rounds < 1 or not chosen.seconds > 0:
        parser.error("--rounds must be at least 1 and --seconds above 0")
    if chosen.core is not None and chosen.core not in usable_cores():
        parser.error(f"--core: found {chosen.core}; allowed: {usable_cores()}")
    return chosen


def _wanted(name: str, chosen: argparse.Namespace) -> bool:
    return chosen.only is None or any(fnmatch.fnmatchcase(name, pattern) for pattern in chosen.only)


def _contestants(chosen: argparse.Namespace, cores: Sequence[int]) -> list[Contestant]:
    """Everyone who takes part, in the order of each round."""
    made, left_out = [], []
    for name in ORDER:
        if not _wanted(name, chosen):
            left_out.append(name)
            continue
        contestant = _contestant(name, cores)
        made += [contestant] if contestant else []
    if left_out:
        print(f"not measured, because of --only: {', '.join(left_out)}", file=sys.stderr)
    return made


def _contestant(name: str, cores: Sequence[int]) -> Contestant | None:
    if name in studies.WORKERS:
        return studies.make(name, cores)
    if name in searching.NAMES:
        return searching.make(name)
    return peers.make(name) if name in peers.PACKAGES else ours.make(name, cores)


def _method(chosen: argparse.Namespace, core: int) -> dict[str, Any]:
    """How this run was made, so that a figure can be judged later."""
    packages = {name: version(name) for name in ("doublecross", "numba", "numpy")}
    return {
        "processor": report.processor(),
        "core": core,
        "rounds": chosen.rounds,
        "seconds": chosen.seconds,
        "python": platform.python_version(),
        "versions": packages | peers.versions,
    }


def _measure(contestants: Sequence[Contestant], chosen: argparse.Namespace) -> tuple[Samples, dict[str, Any] | None]:
    """The samples of all, and what a start costs unless it is left out; progress is shown."""
    columns = (TextColumn("{task.description:24}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task("", total=len(contestants) * (chosen.rounds + 1))
        samples = alternate(contestants, chosen.rounds, chosen.seconds, lambda name: bars.update(task, description=name, advance=1))
        if not chosen.quick and _wanted("start", chosen):
            return samples, start.costs(lambda name: bars.update(task, description=name))
    print("start: not measured, because of --quick or --only", file=sys.stderr)
    return samples, None


def _live_tables(name: str, figures: Callable[[], Any], chosen: argparse.Namespace) -> Any:
    """A server's figures, on all cores, as its players need one too; None if they are not wanted or cannot be had here."""
    if chosen.quick or not _wanted(name, chosen):
        print(f"{name}: not measured, because of --quick or --only", file=sys.stderr)
        return None
    if not sys.platform.startswith("linux"):
        print(f"{name}: not measured (its processor time is read from /proc)", file=sys.stderr)
        return None
    return figures()


def main(line: Sequence[str] | None = None) -> int:
    """Measure, show, and print the JSON object."""
    chosen = _arguments(line)
    cores = usable_cores()
    core = cores[-1] if chosen.core is None else chosen.core
    with on_cores([core]):
        contestants = _contestants(chosen, cores)
        samples, costs = _measure(contestants, chosen)
    result = report.figures(samples, costs, _method(chosen, core))
    result |= {"server": _live_tables("server", server.figures, chosen), "bots": _live_tables("bots", bots.figures, chosen)}
    screen = Console()
    report.show(samples, result, screen if screen.is_terminal else Console(width=120))
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
