"""Machine code on disk: the loops of each game and policy lie apart."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from doublecross.kernel import jit
from doublecross.kernel.jit import CACHE_DIR
from doublecross.kernel.machine import machine
from doublecross.kernel.registry import all_games


def always_first(policy: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    return 0


def always_second(policy: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    return 1


def started(cache: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own whose machine code shall lie below `cache`; judging compiles little."""
    command = [sys.executable, "-m", "doublecross", *(arguments or ("judge", "most-wanted", "AA", "66"))]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"NUMBA_CACHE_DIR": cache, "NUMBA_DISABLE_JIT": "0"})


@pytest.mark.parametrize(("language", "warning"), [("en", "the rules are compiled anew at each start"), ("es", "se compilan de nuevo")])
def test_with_nothing_writable_it_runs_and_warns_once(language: str, warning: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = started(str(tmp_path / "file" / "cache"), "judge", "most-wanted", "AA", "66", "--lang", language)
    assert done.returncode == 0
    assert "66" in done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert warning in done.stderr


def test_numba_cache_dir_is_honoured(tmp_path: Path) -> None:
    """Machine code goes there, and a read-only install keeps nothing beside its own files."""
    done = started(str(tmp_path / "new"))
    assert (done.returncode, done.stderr) == (0, "")
    (folder,) = (tmp_path / "new").iterdir()
    assert list(folder.rglob("*.nbi"))
    package = Path(jit.__file__).parent.parent
    assert not list(package.rglob("*.nbi"))


@pytest.mark.skipif(CACHE_DIR is None, reason="nothing is kept on disk")
def test_no_two_machines_share_a_cache_file() -> None:
    """Numba looks machine code up by file, name and line, which are the same for all of them."""
    machines = [machine(game, policy) for game in all_games() for policy in (always_first, always_second)]
    machines += [machine(game) for game in all_games()]
    files = {Path(loops.run_policies._cache._cache_file._index_path) for loops in machines}
    assert len(files) == len(machines)
    assert all(CACHE_DIR in path.parents for path in files if CACHE_DIR)


@pytest.mark.skipif(CACHE_DIR is None, reason="nothing is kept on disk")
def test_threads_keep_their_rooms_apart() -> None:
    """Each thread decorates functions in a room of its own, all at the same time; every one must lie in the room of its thread."""
    gate = threading.Barrier(4)

    def decorate(name: str) -> list[Path]:
        found = []
        gate.wait()
        for _ in range(30):
            with jit.cache_room(name):
                found.append(Path(jit.compiled(always_first)._cache._cache_file._index_path))
        return found

    with ThreadPoolExecutor(4) as pool:
        for name, paths in zip("abcd", pool.map(decorate, "abcd"), strict=True):
            assert CACHE_DIR is not None
            assert all(path.is_relative_to(CACHE_DIR / name) for path in paths)


def test_every_import_counts(tmp_path: Path) -> None:
    """Machine code depends on all that a source imports, line after line, in brackets or not."""
    package = tmp_path / "doublecross"
    package.mkdir()
    for name in ("one", "two", "three", "four", "five"):
        (package / f"{name}.py").touch()
    source = b"""
import doublecross.one
from doublecross.two import A, B
from doublecross.three import (
    C,  # why
)
from doublecross import four
import numpy as np
"""
    assert {path.stem for path in jit._imports(package, source)} == {"one", "two", "three", "four"}
