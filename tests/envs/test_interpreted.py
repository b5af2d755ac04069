"""The environments' compiled loops do what the same functions do as plain Python."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

TABLES: list[tuple[str, dict[str, Any]]] = [("most-wanted", {"track": "12", "goal": 3}), ("outlawed", {"round_limit": 2})]


def played() -> str:
    """A hash of everything that the environments show in some random games."""
    from doublecross.envs import pettingzoo, vector

    digest = hashlib.sha256()
    for game, options in TABLES:
        for opponents in (None, "random"):
            envs = vector.make(game, 3, 3, opponents, reward="score_margin", max_steps=90, **options)
            envs.reset(seed=1)
            for _ in range(40):
                *arrays, info = envs.step(envs.random_actions())
                for array in (*arrays, info["action_mask"], info["seat"], info["returns"]):
                    digest.update(np.ascontiguousarray(array).tobytes())
        env, rng = pettingzoo.env(game, players=3, history=5, reward="zero_sum", **options), random.Random(1)
        env.reset(seed=2)
        for _ in env.agent_iter(90):
            observation, reward, terminated, truncated, _ = env.last()
            digest.update(repr(reward).encode() + b"".join(observation[name].tobytes() for name in sorted(observation)))
            env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return digest.hexdigest()


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="this run is interpreted itself")
def test_compiled_and_interpreted_games_are_the_same() -> None:
    command = [sys.executable, "-c", "from tests.envs.test_interpreted import played; print(played())"]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert done.stdout.split() == [played()], done.stderr
