"""Play from the weights that train_ppo.py saved, in plain NumPy: how strong is the network, without any learning framework?

pip install 'doublecross[envs]'
python examples/net_bot.py weights.npz --game most-wanted --players 2 --against random --games 1000
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.envs import vector

Array = np.ndarray[Any, Any]
SHAPES = {"w1": 2, "b1": 1, "w2": 2, "b2": 1, "wp": 2, "bp": 1, "wv": 2, "bv": 1}
"""The parts of a network, and how many dimensions each has."""


def load(path: Path) -> dict[str, Array]:
    """The weights of a network; raises `ValueError` with what is wrong with the file."""
    with np.load(path, allow_pickle=False) as stored:
        weights = {name: stored[name] for name in stored.files}
    found = {name: part.ndim for name, part in weights.items()}
    if found != SHAPES:
        raise ValueError(f"{path}: found arrays with dimensions {found}; allowed: {SHAPES}")
    return weights


def probabilities(weights: Mapping[str, Array], observations: Array, masks: Array) -> tuple[Array, Array]:
    """The policy over the legal actions and the value, for a batch of int8 observations and masks."""
    numbers = observations.astype(np.float32)
    x = np.sign(numbers) * np.log1p(np.abs(numbers))
    x = np.maximum(x @ weights["w1"] + weights["b1"], 0)
    x = np.maximum(x @ weights["w2"] + weights["b2"], 0)
    logits = np.where(masks > 0, x @ weights["wp"] + weights["bp"], -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True), (x @ weights["wv"] + weights["bv"])[:, 0]


def choose(weights: Mapping[str, Array], observations: Array, masks: Array, rng: np.random.Generator) -> Array:
    """One action for each row, drawn from the policy."""
    below = np.cumsum(probabilities(weights, observations, masks)[0], axis=1)
    drawn = (below < rng.random((len(below), 1)) * below[:, -1:]).sum(axis=1)
    chosen: Array = np.minimum(drawn, masks.shape[1] - 1 - np.argmax(masks[:, ::-1] > 0, axis=1))
    return chosen


def win_share(weights: Mapping[str, Array], envs: vector.GamesVectorEnv, games: int, seed: int) -> float:
    """The share of wins at seat 0, in the same number of whole games from every environment."""
    observations, info = envs.reset(seed=seed)
    if weights["w1"].shape[0] != observations.shape[1] or weights["bp"].shape[0] != info["action_mask"].shape[1]:
        found = f"{weights['w1'].shape[0]} inputs and {weights['bp'].shape[0]} actions"
        raise ValueError(f"weights: found {found}; this game has {observations.shape[1]} and {info['action_mask'].shape[1]}")
    rng, left, won = np.random.default_rng(seed), np.full(envs.num_envs, games), 0.0
    while left.any():
        observations, rewards, terminated, truncated, info = envs.step(choose(weights, observations, info["action_mask"], rng))
        won += float(rewards[left > 0].sum())
        left -= (terminated | truncated) & (left > 0)
    return won / (games * envs.num_envs)


def main(line: Sequence[str] | None = None) -> int:
    """Measure a network against a bot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--game", default="most-wanted")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="random", help="bots in the other seats (names, commas)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(line)
    count = min(chosen.games, 100)
    each = math.ceil(chosen.games / count)
    options = dict(option.split("=", 1) for option in chosen.option)
    envs = vector.make(chosen.game, count, chosen.players, chosen.against, **options)
    share = win_share(load(chosen.weights), envs, each, chosen.seed)
    half = 1.96 * math.sqrt(share * (1 - share) / (count * each))
    print(f"against {chosen.against}: {share:.1%} of {count * each} games, +- {half:.1%}; {1 / chosen.players:.1%} would be even")
    return 0


if __name__ == "__main__":
    sys.exit(main())
