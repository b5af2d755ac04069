"""Compiled and interpreted, the rules do the same, byte for byte after every step: record, log, knowledge, observation, determinization."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.playing_in_steps import GAMES


def steps(name: str, interpreted: bool) -> list[str]:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if interpreted else "0"}
    program = [sys.executable, "-m", "tests.playing_in_steps", name]
    done = subprocess.run(program, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_interpreted_runs_agree_step_by_step(name: str) -> None:
    compiled, interpreted = steps(name, interpreted=False), steps(name, interpreted=True)
    for one, other in zip(compiled, interpreted, strict=True):
        assert one == other
    assert len(compiled) > 20
