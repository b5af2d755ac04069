"""What a start costs: a fresh process plays a few choices of each game, with nothing compiled yet, then with everything cached."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

FIRST_CHOICES = """
import doublecross
for name in ("most-wanted", "outlawed"):
    position = doublecross.new(name, players=4, seed=1)
    for _ in range(8):
        seat = min(position.to_act)
        position.apply(seat, position.legal(seat)[0])
"""
MIB = 1024


def _start(cache: str) -> dict[str, float]:
    """Seconds and peak memory (MiB) of one process that makes the first choices of each game."""
    begun = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", FIRST_CHOICES], env=os.environ | {"NUMBA_CACHE_DIR": cache})
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"the starting process failed with exit status {process.returncode}")
    return {"seconds": time.perf_counter() - begun, "peak_mib": usage.ru_maxrss / MIB}


def costs(started: Callable[[str], None]) -> dict[str, dict[str, float]]:
    """The cold and the warm start, on the core this process is pinned to (Linux; the child inherits it)."""
    with tempfile.TemporaryDirectory() as cache:
        started("cold start")
        cold = _start(cache)
        started("warm start")
        warm = min((_start(cache) for _ in range(3)), key=lambda start: start["seconds"])
    return {"cold": cold, "warm": warm}
