"""The training example learns, on a game small enough for a test, by the same code that trains on the full one."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from doublecross.envs import vector

EXAMPLES = Path(__file__).parents[2] / "examples"
MINI = {"ranks": "6QA", "suits": "2", "copies": "1", "hand": "2", "track": "12", "goal": "3", "turn_limit": "12"}
TINY = [part for name, value in MINI.items() for part in ("-o", f"{name}={value}")]
TINY += ["--steps", "40960", "--num-envs", "64", "--horizon", "32", "--hidden", "32", "--minibatches", "2", "--rate", "2e-3"]
TINY += ["--games", "64", "--last-games", "512"]
MARGIN = 0.6
"""The least that the network must win against random, which wins half of its games."""


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ppo, net_bot = load("train_ppo"), load("net_bot")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    assert ppo.main([*TINY, "--weights", str(folder / "weights.npz"), "--curve", str(folder / "curve.svg")]) == 0
    return folder


def mini(opponents: str | None, games: int = 64) -> vector.GamesVectorEnv:
    return vector.make("most-wanted", games, 2, opponents, **MINI)


def test_it_learns_to_beat_random(trained: Path) -> None:
    weights = net_bot.load(trained / "weights.npz")
    assert net_bot.win_share(weights, mini("random"), 10, seed=5) > MARGIN
    untrained = {name: np.zeros_like(part) for name, part in weights.items()}
    assert net_bot.win_share(untrained, mini("random"), 10, seed=5) < MARGIN


def test_it_learns_from_itself() -> None:
    chosen = ppo.arguments([*TINY, "--opponents", "self", "--seed", "3"])
    params, curve = ppo.train(chosen)
    share, low, _ = ppo.measure(params, chosen, "random", 512, seed=9)
    assert low > 0.5
    assert share > MARGIN
    assert curve[0][0] == 0
    assert curve[-1][0] == 40960


def test_the_curve_is_a_picture_with_a_point_for_each_measurement(trained: Path) -> None:
    picture = ET.parse(trained / "curve.svg").getroot()
    line = next(part for part in picture if part.tag.endswith("polyline"))
    assert len(line.attrib["points"].split()) > 10


def test_the_same_seed_gives_the_same_weights() -> None:
    short = [*TINY, "--steps", "2048"]
    runs = [ppo.train(ppo.arguments([*short, "--seed", seed]))[0] for seed in ("1", "1", "2")]
    assert all(np.array_equal(runs[0][name], runs[1][name]) for name in runs[0])
    assert not np.array_equal(runs[0]["w1"], runs[2]["w1"])


def test_plain_numpy_computes_the_same_network(trained: Path) -> None:
    weights = net_bot.load(trained / "weights.npz")
    envs = mini(None)
    observations, info = envs.reset(seed=1)
    odds, values = net_bot.probabilities(weights, observations, info["action_mask"])
    log_odds, expected = ppo.network(weights, observations, info["action_mask"])
    np.testing.assert_allclose(odds, np.exp(log_odds), atol=1e-5)
    np.testing.assert_allclose(values, expected, atol=1e-5)
    assert not odds[info["action_mask"] == 0].any()


def test_a_choice_is_always_legal() -> None:
    rng = np.random.default_rng(1)
    weights = {"w1": np.ones((3, 2)), "b1": np.ones(2), "w2": np.ones((2, 2)), "b2": np.ones(2)}
    weights |= {"wp": rng.normal(size=(2, 9)) * 50, "bp": np.zeros(9), "wv": np.ones((2, 1)), "bv": np.ones(1)}
    masks = (rng.random((4000, 9)) < 0.2).astype(np.int8)
    masks[masks.sum(axis=1) == 0, 4] = 1
    actions = net_bot.choose(weights, np.zeros((4000, 3), np.int8), masks, rng)
    assert masks[np.arange(4000), actions].all()


def test_advantages_follow_each_seats_own_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game of two seats by hand: seat 0, 1, 1, the end (seat 1 wins), then seat 0 and seat 1 again."""
    monkeypatch.setattr(ppo, "LAMBDA", 0.5)
    rollout = ppo.Rollout(mini(None, 1), 5)
    rollout.seats[:, 0], rollout.values[:, 0] = [0, 1, 1, 0, 1], [0.5, 0.4, 0.8, 0.3, 0.6]
    rollout.ended[2, 0], rollout.returns[2, 0] = True, [0, 1]
    advantages, weights = rollout._advantages(np.array([0]), np.array([0.7], np.float32))
    # Seat 1's last decision has no known sequel: seat 0 is next. Seat 0's has: 0.7.
    last = 1 - 0.8
    expected = [0 - 0.5, 0.8 - 0.4 + 0.5 * last, last, 0.7 - 0.3, 0]
    np.testing.assert_allclose(advantages[:, 0], expected, atol=1e-6)
    assert weights[:, 0].tolist() == [1, 1, 1, 1, 0]


def test_wilson() -> None:
    np.testing.assert_allclose(ppo.wilson(0, 10), (0, 0, 0.2775), atol=1e-4)
    np.testing.assert_allclose(ppo.wilson(81, 263), (0.3080, 0.2553, 0.3662), atol=1e-4)  # Newcombe 1998, table I


@pytest.mark.parametrize("fault", ["missing", "shape", "game"])
def test_wrong_weights_are_named(trained: Path, tmp_path: Path, fault: str) -> None:
    weights: dict[str, Any] = net_bot.load(trained / "weights.npz")
    if fault == "missing":
        del weights["bv"]
    elif fault == "shape":
        weights["w1"] = weights["w1"][0]
    np.savez(tmp_path / "wrong.npz", **weights)
    with pytest.raises(ValueError, match=r"found .*; (allowed|this game has)"):
        net_bot.main([str(tmp_path / "wrong.npz"), "--game", "outlawed", "--games", "2"])
