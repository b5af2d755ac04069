"""Train a network by PPO on the vector environment, against bots or against itself, and measure it with intervals. Needs only a CPU.

    pip install 'doublecross[envs,train]'
    python examples/train_ppo.py --game most-wanted --players 2 --opponents random --minutes 10

Everything is in this file. Proximal Policy Optimization: Schulman et al. 2017; generalized advantage estimation: Schulman et al. 2016.
With `--opponents self` the network plays all seats; its advantages are then estimated for each seat of each game on its own, because a
seat's next decision is not the next decision of the game. The weights (float32) are saved as .npz; `examples/net_bot.py` plays from them
without JAX. The same seed on the same machine gives the same run, as far as XLA's arithmetic does; a limit in minutes does not, as it
ends where the clock says.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from doublecross.envs import vector

Params = dict[str, jax.Array]

DISCOUNT, LAMBDA, CLIP, VALUE_COST, ENTROPY_BONUS = 1.0, 0.97, 0.2, 0.5, 0.01
CURVE_POINTS = 24
"""How often the network is measured on the way."""


def make_params(key: jax.Array, length: int, actions: int, hidden: int) -> Params:
    """A network with two hidden layers, which the policy and the value share; both begin near 0."""
    keys = jax.random.split(key, 4)

    def layer(key: jax.Array, rows: int, columns: int, scale: float) -> jax.Array:
        return jax.random.normal(key, (rows, columns)) * scale / math.sqrt(rows)

    params = {"w1": layer(keys[0], length, hidden, 1.4), "b1": jnp.zeros(hidden)}
    params |= {"w2": layer(keys[1], hidden, hidden, 1.4), "b2": jnp.zeros(hidden)}
    return params | {
        "wp": layer(keys[2], hidden, actions, 0.01),
        "bp": jnp.zeros(actions),
        "wv": layer(keys[3], hidden, 1, 0.1),
        "bv": jnp.zeros(1),
    }


def network(params: Params, observations: jax.Array, masks: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Log probabilities of the actions, those that are not legal near minus infinity, and the value: shapes (batch, actions), (batch,)."""
    numbers = observations.astype(jnp.float32)
    x = jnp.sign(numbers) * jnp.log1p(jnp.abs(numbers))
    x = jax.nn.relu(x @ params["w1"] + params["b1"])
    x = jax.nn.relu(x @ params["w2"] + params["b2"])
    logits = jnp.where(masks > 0, x @ params["wp"] + params["bp"], -1e9)
    return jax.nn.log_softmax(logits), (x @ params["wv"] + params["bv"])[:, 0]


@jax.jit
def act(params: Params, observations: jax.Array, masks: jax.Array, key: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Sampled actions, their log probabilities, and values."""
    log_probabilities, values = network(params, observations, masks)
    actions = jax.random.categorical(key, log_probabilities)
    return actions, jnp.take_along_axis(log_probabilities, actions[:, None], 1)[:, 0], values


class Batch(NamedTuple):
    """Decisions to learn from, one a row; `weights` is 0 for those whose outcome is not known yet."""

    observations: Any
    masks: Any
    actions: Any
    log_probabilities: Any
    advantages: Any
    targets: Any
    weights: Any


def loss(params: Params, batch: Batch) -> jax.Array:
    """PPO's clipped objective, the value's squared error, and the bonus for entropy."""
    log_probabilities, values = network(params, batch.observations, batch.masks)
    ratio = jnp.exp(jnp.take_along_axis(log_probabilities, batch.actions[:, None], 1)[:, 0] - batch.log_probabilities)
    gain = jnp.minimum(ratio * batch.advantages, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * batch.advantages)
    entropy = -jnp.sum(jnp.where(batch.masks > 0, jnp.exp(log_probabilities) * log_probabilities, 0.0), axis=1)
    cost = -gain + VALUE_COST * (values - batch.targets) ** 2 - ENTROPY_BONUS * entropy
    return jnp.sum(cost * batch.weights) / jnp.maximum(jnp.sum(batch.weights), 1.0)


class Rollout:
    """The decisions of the last `horizon` steps of all games, in arrays of shape (horizon, num_envs, ...)."""

    def __init__(self, envs: vector.GamesVectorEnv, horizon: int) -> None:
        shape, setting = (horizon, envs.num_envs), envs.setting
        self.observations = np.zeros((*shape, setting.length), np.int8)
        self.masks = np.zeros((*shape, setting.game.actions), np.int8)
        self.actions, self.seats = np.zeros(shape, np.int32), np.zeros(shape, np.int64)
        self.log_probabilities, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.ended, self.returns = np.zeros(shape, np.bool_), np.zeros((*shape, setting.players), np.float32)

    def batch(self, seats: np.ndarray[Any, Any], values: np.ndarray[Any, Any]) -> Batch:
        """All decisions with their advantages; `seats` and `values` are those of the decisions that come next."""
        advantages, weights = self._advantages(seats, values)
        targets, known = advantages + self.values, weights > 0
        spread = advantages[known].std() + 1e-8 if known.any() else 1.0
        scaled = (advantages - (advantages[known].mean() if known.any() else 0.0)) / spread
        parts = (self.observations, self.masks, self.actions, self.log_probabilities, scaled, targets, weights)
        return Batch(*(part.reshape(-1, *part.shape[2:]) for part in parts))

    def _advantages(self, seats: np.ndarray[Any, Any], values: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Generalized advantages along each seat's own decisions, and 1 for those whose next decision or end is known."""
        horizon, count = self.actions.shape
        rows = np.arange(count)
        reward, value, advantage = (np.zeros(self.returns.shape[1:], np.float32) for _ in range(3))
        known = np.zeros(reward.shape, np.bool_)
        value[rows, seats], known[rows, seats] = values, True
        out, weights = np.zeros((horizon, count), np.float32), np.zeros((horizon, count), np.float32)
        for step in reversed(range(horizon)):
            over = self.ended[step]
            value[over], advantage[over], known[over], reward[over] = 0.0, 0.0, True, self.returns[step][over]
            mine = (rows, self.seats[step])
            delta = reward[mine] + DISCOUNT * value[mine] - self.values[step]
            out[step] = delta + DISCOUNT * LAMBDA * advantage[mine]
            weights[step] = known[mine]
            out[step] *= weights[step]
            reward[mine], value[mine], advantage[mine], known[mine] = 0.0, self.values[step], out[step], True
        return out, weights


class Trainer:
    """The network, its optimizer, and the games it learns from."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        opponents = None if chosen.opponents == "self" else chosen.opponents
        # Games that random play drags on for thousands of decisions teach little: they are cut short, and pay nothing.
        kind = {"reward": chosen.reward, "max_steps": chosen.max_steps}
        self.envs = vector.make(chosen.game, chosen.num_envs, chosen.players, opponents, **kind, **chosen.options)
        self.observations, self.info = self.envs.reset(seed=chosen.seed)
        self.key = jax.random.key(chosen.seed)
        setting = self.envs.setting
        self.params = make_params(self._next_key(), setting.length, setting.game.actions, chosen.hidden)
        updates = max(1, chosen.steps // (chosen.num_envs * chosen.horizon))
        self.updates = updates
        rate = optax.linear_schedule(chosen.rate, chosen.rate / 10, updates * chosen.epochs * chosen.minibatches)
        self.optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))
        self.moments = self.optimizer.init(self.params)
        self.rollout = Rollout(self.envs, chosen.horizon)
        self.shuffle = np.random.default_rng(chosen.seed)
        self.learn = jax.jit(self._learn)

    def _next_key(self) -> jax.Array:
        key: jax.Array
        self.key, key = jax.random.split(self.key)
        return key

    def _learn(self, params: Params, moments: Any, batch: Batch) -> tuple[Params, Any]:
        gradients = jax.grad(loss)(params, batch)
        change, moments = self.optimizer.update(gradients, moments, params)
        return optax.apply_updates(params, change), moments

    def collect(self) -> Batch:
        """Play `horizon` steps of all games."""
        rollout = self.rollout
        for step in range(self.chosen.horizon):
            masks, seats = self.info["action_mask"], self.info["seat"]
            actions, log_probabilities, values = map(np.asarray, act(self.params, self.observations, masks, self._next_key()))
            rollout.observations[step], rollout.masks[step], rollout.actions[step], rollout.seats[step] = (
                self.observations,
                masks,
                actions,
                seats,
            )
            rollout.log_probabilities[step], rollout.values[step] = log_probabilities, values
            self.observations, _, terminated, truncated, self.info = self.envs.step(actions)
            rollout.ended[step], rollout.returns[step] = terminated | truncated, self.info["returns"] / self.chosen.scale
        values = np.asarray(act(self.params, self.observations, self.info["action_mask"], self._next_key())[2])
        return rollout.batch(self.info["seat"], values)

    def update(self) -> None:
        """Collect decisions and learn from them."""
        batch = self.collect()
        rows = len(batch.actions)
        for _ in range(self.chosen.epochs):
            for part in np.array_split(self.shuffle.permutation(rows), self.chosen.minibatches):
                self.params, self.moments = self.learn(self.params, self.moments, Batch(*(column[part] for column in batch)))


def measure(params: Params, chosen: argparse.Namespace, opponent: str, games: int, seed: int) -> tuple[float, float, float]:
    """The network's win share at seat 0 against a bot in all other seats, with its 95% interval (Wilson).

    Every environment plays the same number of games to its end, so that long games count as much as short ones.
    """
    count = min(games, 256)
    each = math.ceil(games / count)
    envs = vector.make(chosen.game, count, chosen.players, opponent, **chosen.options)
    observations, info = envs.reset(seed=seed)
    key, left, won = jax.random.key(seed), np.full(count, each), 0.0
    while left.any():
        key, drawn = jax.random.split(key)
        actions = np.asarray(act(params, observations, info["action_mask"], drawn)[0])
        observations, rewards, terminated, truncated, info = envs.step(actions)
        won += float(rewards[left > 0].sum())
        left -= (terminated | truncated) & (left > 0)
    return wilson(won, count * each)


def wilson(won: float, games: int) -> tuple[float, float, float]:
    """A share of wins with its 95% interval (Wilson 1927)."""
    z, share = 1.959964, won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return share, middle - half, middle + half


Curve = list[tuple[int, float, float, float]]
"""Decisions so far, win share against random, and its interval."""


def draw_curve(curve: Curve, fair: float, title: str) -> str:
    """The curve as SVG, with the interval as a band and a line where an equal player would be."""
    width, height, left, top = 720, 360, 60, 40
    last = max(point[0] for point in curve) or 1

    def at(decisions: float, share: float) -> str:
        return f"{left + (width - left - 20) * decisions / last:.1f},{top + (height - top - 50) * (1 - share):.1f}"

    band = [at(point[0], point[3]) for point in curve] + [at(point[0], point[2]) for point in reversed(curve)]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="24" font-size="15">{title}</text>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = at(0, share).split(",")
        lines.append(f'<text x="{left - 8}" y="{float(y) + 4}" text-anchor="end">{share:.0%}</text>')
        lines.append(f'<path d="M{x},{y} L{at(last, share)}" stroke="#ddd"/>')
    lines += [
        f'<path d="M{at(0, fair)} L{at(last, fair)}" stroke="#888" stroke-dasharray="5 4"/>',
        f'<polygon points="{" ".join(band)}" fill="#b5541c" opacity="0.2"/>',
        f'<polyline points="{" ".join(at(point[0], point[1]) for point in curve)}" fill="none" stroke="#b5541c" stroke-width="2"/>',
        f'<text x="{left}" y="{height - 16}">0</text>',
        f'<text x="{width - 20}" y="{height - 16}" text-anchor="end">{last / 1e6:.2g} million decisions</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def say_point(curve: Curve, started: float) -> None:
    """One line of the curve in the terminal."""
    decisions, share, low, high = curve[-1]
    bar = "█" * round(share * 40)
    print(f"{decisions:>10,} decisions {time.monotonic() - started:>5.0f} s  {share:6.1%} [{low:.1%}, {high:.1%}] {bar}", flush=True)


def train(chosen: argparse.Namespace) -> tuple[Params, Curve]:
    """Train until the decisions or the minutes are used up."""
    trainer, curve, started = Trainer(chosen), Curve(), time.monotonic()
    every = max(1, trainer.updates // CURVE_POINTS)
    print(f"{chosen.game}, {chosen.players} players; win share against random, {1 / chosen.players:.0%} for an equal player", flush=True)
    for number in range(trainer.updates + 1):
        late = chosen.minutes is not None and time.monotonic() - started > 60 * chosen.minutes
        if number % every == 0 or number == trainer.updates or late:
            share = measure(trainer.params, chosen, "random", chosen.games, seed=chosen.seed + 1)
            curve.append((number * chosen.num_envs * chosen.horizon, *share))
            say_point(curve, started)
        if number == trainer.updates or late:
            break
        trainer.update()
    return trainer.params, curve


def arguments(line: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="most-wanted")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--opponents", default="random", help="bots in the other seats (names, commas), or self")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--reward", default="win_share", help="what is learned from: win_share, zero_sum or score_margin")
    parser.add_argument("--scale", type=float, default=1.0, help="rewards are divided by this, so that they are about 1")
    parser.add_argument("--steps", type=int, default=5_000_000, help="decisions to learn from")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes at the latest")
    parser.add_argument("--num-envs", type=int, default=512)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--max-steps", type=int, default=1000, help="longer games are truncated")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--minibatches", type=int, default=8)
    parser.add_argument("--rate", type=float, default=7e-4)
    parser.add_argument("--games", type=int, default=512, help="games for each point of the curve")
    parser.add_argument("--last-games", type=int, default=4096, help="games for the result at the end")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weights", type=Path, default=Path("weights.npz"))
    parser.add_argument("--curve", type=Path, help="an SVG file for the curve")
    chosen = parser.parse_args(line)
    chosen.options = dict(option.split("=", 1) for option in chosen.option)
    return chosen


def main(line: Sequence[str] | None = None) -> int:
    """Train, measure, save."""
    chosen = arguments(line)
    params, curve = train(chosen)
    arrays: dict[str, Any] = {name: np.asarray(part) for name, part in params.items()}
    np.savez(chosen.weights, **arrays)
    if chosen.curve:
        title = f"{chosen.game}, {chosen.players} players, trained against {chosen.opponents}: win share against random"
        chosen.curve.write_text(draw_curve(curve, 1 / chosen.players, title), encoding="utf-8")
    for opponent in ("random", "heuristic"):
        share, low, high = measure(params, chosen, opponent, chosen.last_games, seed=chosen.seed + 2)
        print(f"against {opponent}: {share:.1%} of {chosen.last_games} games, 95% interval {low:.1%} to {high:.1%}", flush=True)
    print(f"weights: {chosen.weights}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
