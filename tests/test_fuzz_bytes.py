"""Damaged bytes are refused, or give a position that can be played: they never become a read or write past an array's end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DAMAGED = 1500


def fuzz(environment: dict[str, str], number: int, seed: int) -> list[str]:
    program = [sys.executable, "-m", "tests.fuzz_bytes", str(number), str(seed)]
    done = subprocess.run(program, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_damaged_positions_in_checked_machine_code(tmp_path: Path) -> None:
    """A cache of its own, or Numba would take the unchecked code that is there."""
    lines = fuzz({"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}, DAMAGED, 1)
    assert lines[0] == "checking True"
    _, refused, _, played = lines[1].split()
    assert int(refused) + int(played) == DAMAGED
    assert min(int(refused), int(played)) > DAMAGED // 10


def test_damaged_positions_interpreted() -> None:
    """Python itself checks every access, and integers that do not fit."""
    assert fuzz({"NUMBA_DISABLE_JIT": "1"}, 300, 2)[0] == "checking True"
