"""Studies of the lab: games noted, stored as Parquet part by part, by one worker, by two, and by two of a Ray cluster on this machine."""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from bench.measure import Contestant, Sample, in_blocks, on_cores

PLAYERS = 4
FAR = 1_000_000
"""Games that the study would have: so many parts never run out."""
WORKERS = {"study-one_worker": 1, "study-two_workers": 2, "study-two_on_ray": 2}
AT_ONCE = 6
"""Parts of one thousand games in the smallest block: enough for both workers, and for the second helping of each."""


def make(name: str, cores: Sequence[int]) -> Contestant | None:
    """The contestant of this name, or None with the reason on stderr where it cannot be measured."""
    wanted, reason = WORKERS[name], None
    if len(cores) < wanted:
        reason = "this process may use one core only"
    missing = [package for package in ("polars", *(("ray",) if name.endswith("ray") else ())) if importlib.util.find_spec(package) is None]
    if missing:
        reason = f"{missing[0]} is not installed"
    if reason:
        print(f"{name}: not measured ({reason})", file=sys.stderr)
        return None
    return Contestant(name, _study(wanted, name.endswith("ray"), cores[-wanted:]))


def _study(workers: int, ray: bool, cores: Sequence[int]) -> Callable[[float], Sample]:
    """Most Wanted by the best characters; the folder is thrown away at the end."""
    from doublecross.bots.registry import default_bot
    from doublecross.kernel.options import check_options
    from doublecross.kernel.registry import load_game
    from doublecross.lab.folder import Folder
    from doublecross.lab.playing import GAMES, GAMES_EACH, Part
    from doublecross.lab.run import local
    from doublecross.lab.study import Cell, Study

    game = load_game("most-wanted")
    cell = Cell("default", PLAYERS, check_options(game.options, {}, game.name), {})
    best = (default_bot(game),)
    study = Study("bench", "Bench", "", game, (cell,), (0,), {"best": best, "again": best}, FAR, 1, 0, ("wins",))
    place = Path(tempfile.mkdtemp(prefix="doublecross-bench-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    folder, numbers = Folder(place / "study"), count()
    folder.begin(study)
    backend = _on_ray(workers, cores) if ray else local(workers)

    def block(size: int) -> float:
        parts = [Part(GAMES, 0, 0, next(numbers) * GAMES_EACH, GAMES_EACH) for _ in range(size * AT_ONCE)]
        decisions = 0.0
        for part, columns in backend(study, parts):
            folder.put(part, columns)
            decisions += float(columns["decisions"].sum())
        return decisions

    run = in_blocks(block, AT_ONCE * GAMES_EACH, time.perf_counter)

    def on_them(seconds: float) -> Sample:
        with on_cores(cores):
            return run(seconds)

    return on_them


def _on_ray(workers: int, cores: Sequence[int]) -> Any:
    """A cluster of this machine that stays until the benchmark ends, as it would for a long study."""
    import logging

    import ray

    from doublecross.lab.cluster import on_ray

    # Workers of Ray give way to all other processes unless they are told not to; those of this process do not either.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112  # its very name
    with on_cores(cores):  # its processes inherit them
        ray.init(num_cpus=workers, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    atexit.register(ray.shutdown)
    return on_ray()
