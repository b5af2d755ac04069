"""Running a study: parts on all cores or on a cluster, each stored as soon as it is played; a run that was killed goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from doublecross.lab.folder import Folder
from doublecross.lab.playing import Columns, Part, parts_of, play_part
from doublecross.lab.study import Study

Backend = Callable[[Study, Sequence[Part]], Iterator[tuple[Part, Columns]]]
"""Plays parts and gives each as it is done, in any order."""
Progress = Callable[[int, int], None]
"""Is told how many games are stored, and how many there will be."""
AHEAD = 3
"""Parts for each worker that are given out before the first comes back."""


def local(workers: int | None = None) -> Backend:
    """Threads of this process, by default one for each core: compiled games hold no lock."""
    count = workers or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else workers or os.cpu_count() or 1

    def play(study: Study, parts: Sequence[Part]) -> Iterator[tuple[Part, Columns]]:
        left = iter(parts)
        with ThreadPoolExecutor(count) as pool:
            under_way: dict[Future[Columns], Part] = {}
            try:
                while True:
                    while len(under_way) < AHEAD * count and (part := next(left, None)) is not None:
                        under_way[pool.submit(play_part, study, part)] = part
                    if not under_way:
                        return
                    done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield under_way.pop(future), future.result()
            finally:
                for future in under_way:
                    future.cancel()

    return play


def run_study(study: Study, out: str | Path, backend: Backend | None = None, progress: Progress | None = None) -> Folder:
    """Play what is not stored yet, and put all of it together.

    The numbers depend on study and version alone: not on the backend, the number of workers, or how often the run was killed.

    Args:
        study: what to play.
        out: the folder, new or with an earlier run of the same study.
        backend: who plays; by default `local`.
        progress: is told after each part.

    Raises:
        BadInput: if the folder holds something else, another run is in it, or a part that it holds is damaged.
    """
    folder = Folder(out)
    folder.begin(study)
    with folder.held():
        _play_missing(study, folder, backend or local(), progress)
    return folder


def _play_missing(study: Study, folder: Folder, backend: Backend, progress: Progress | None) -> None:
    parts = list(parts_of(study))
    missing = [part for part in parts if not folder.has(part)]
    total = sum(part.count for part in parts)
    done = total - sum(part.count for part in missing)
    if progress:
        progress(done, total)
    for part, columns in backend(study, missing):
        folder.put(part, columns)
        done += part.count
        if progress:
            progress(done, total)
    folder.merge(parts)
