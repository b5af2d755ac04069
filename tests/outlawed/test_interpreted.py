"""Compiled and interpreted rules are the same: bytes after every step, events, knowledge and determinizations."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import doublecross

ROOT = Path(__file__).parent.parent.parent
VARIANTS: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3, "beginner": True},
    {"players": 4, "casual": True, "round_limit": 6},
    {"players": 5, "first_player": 2},
]


def fingerprint() -> str:
    """One digest over whole games of every variant."""
    digest = hashlib.sha256()
    for number, options in enumerate(VARIANTS):
        position, rng = doublecross.new("outlawed", seed=number, **options), random.Random(number)  # type: ignore[arg-type]
        while not position.is_over:
            (seat,) = position.to_act
            viewer = rng.randrange(position.players)
            digest.update(position.know(viewer).tobytes() + position.observation(viewer).tobytes())
            digest.update(position.determinize(viewer, rng.randrange(2**32)).state_bytes())
            position.apply(seat, rng.choice(position.legal(seat)))
            digest.update(position.state_bytes())
        digest.update(position.to_bytes() + repr(position.returns()).encode())
    return digest.hexdigest()


def test_compiled_and_interpreted_runs_agree() -> None:
    code = "import sys; sys.path.insert(0, '.'); from tests.outlawed.test_interpreted import fingerprint; print(fingerprint())"
    other = "0" if os.environ.get("NUMBA_DISABLE_JIT") == "1" else "1"
    environment = os.environ | {"NUMBA_DISABLE_JIT": other}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == fingerprint()
