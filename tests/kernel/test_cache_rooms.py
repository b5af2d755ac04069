"""Machine code on disk: the loops of each game and policy lie apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from doublecross.kernel.jit import CACHE_DIR
from doublecross.kernel.machine import machine
from doublecross.kernel.registry import all_games


def always_first(policy: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    return 0


def always_second(policy: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    return 1


@pytest.mark.skipif(CACHE_DIR is None, reason="nothing is kept on disk")
def test_no_two_machines_share_a_cache_file() -> None:
    """Numba looks machine code up by file, name and line, which are the same for all of them."""
    machines = [machine(game, policy) for game in all_games() for policy in (always_first, always_second)]
    machines += [machine(game) for game in all_games()]
    files = {Path(loops.run_policies._cache._cache_file._index_path) for loops in machines}
    assert len(files) == len(machines)
    assert all(CACHE_DIR in path.parents for path in files if CACHE_DIR)
