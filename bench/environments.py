"""The environments for researchers, ours and others': random legal play, with every observation and mask."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Any

from bench.measure import Sample, in_blocks

BATCH = 4096
"""Games at once in a vector environment."""
PLAYERS = 4
STEPS = 20
"""Steps of all games between two looks at the clock."""


def play_aec(env: Any) -> Callable[[float], Sample]:
    """Games of an AEC environment as its documentation plays them; the mask's bytes are searched, the fastest way to choose."""
    chance = random.Random(1).random

    def block(games: int) -> float:
        steps = 0
        for _ in range(games):
            env.reset()
            for _agent in env.agent_iter():
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                mask, action = observation["action_mask"].tobytes(), -1
                for _ in range(1 + int(chance() * mask.count(1))):
                    action = mask.find(1, action + 1)
                env.step(action)
                steps += 1
        return float(steps)

    return in_blocks(block)


def aec(game: str) -> Callable[[float], Sample]:
    """Our AEC environment."""
    from doublecross.envs import pettingzoo

    env = pettingzoo.env(game, players=PLAYERS)
    env.reset(seed=1)
    return play_aec(env)


def vector(game: str) -> Callable[[float], Sample]:
    """Our vector environment, in its own arrays; drawing the actions is timed with it, as it is for the peers."""
    from doublecross.envs import vector as environment

    envs = environment.make(game, BATCH, PLAYERS, copy=False)
    envs.reset(seed=1)

    def block(count: int) -> float:
        for _ in range(count * STEPS):
            envs.step(envs.random_actions())
        return float(count * STEPS * BATCH)

    return in_blocks(block, 0)


def pettingzoo_leduc() -> Callable[[float], Sample]:
    """PettingZoo's Leduc hold'em, with the wrappers that its `env` has."""
    env = importlib.import_module("pettingzoo.classic.leduc_holdem_v4").env()
    env.reset(seed=1)
    return play_aec(env)


def pgx(name: str) -> Callable[[float], Sample]:
    """A game of pgx: choosing, stepping and restarting compiled into one program, which is its fastest way."""
    jax = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    again = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)
    step = jax.vmap(again)

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choosing, logits, axis=-1)
        return (step(state, action, jax.random.split(chance, BATCH)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=STEPS)[0])
    key = jax.random.key(1)
    held = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH)), key)]

    def block(count: int) -> float:
        for _ in range(count):
            held[0] = run(held[0])
        jax.block_until_ready(held[0])
        return float(count * STEPS * BATCH)

    return in_blocks(block, 0)
