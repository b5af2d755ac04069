"""The vector environment against the games that it plays, replayed one by one."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import doublecross
from doublecross.envs import vector
from doublecross.kernel.errors import BadInput
from doublecross.kernel.position import Position
from doublecross.kernel.registry import load_game

SHORT: dict[str, dict[str, Any]] = {
    "most-wanted": {"church": "saloon", "labor": "dishonest", "duel": "shootout", "track": "12", "goal": 3},
    "outlawed": {"round_limit": 4},
}
MINI: dict[str, Any] = {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "turn_limit": 12}
TABLES = [(name, players) for name in SHORT for players in load_game(name).players]
BOTS = [("most-wanted", 2, "heuristic"), ("most-wanted", 4, ["random", "heuristic"]), ("outlawed", 5, "random")]

Array = np.ndarray[Any, Any]


def same(envs: vector.GamesVectorEnv, game: int, position: Position, observations: Array, info: dict[str, Any]) -> None:
    seat = int(info["seat"][game])
    np.testing.assert_array_equal(observations[game], position.observation(seat))
    np.testing.assert_array_equal(np.flatnonzero(info["action_mask"][game]), position.legal(seat))


def replays(envs: vector.GamesVectorEnv) -> list[Position]:
    """Every game from its deal."""
    setting = envs.setting
    options = dict(setting.options)
    return [
        doublecross.new(setting.game, players=setting.players, seed=envs.position(game).seed, **options) for game in range(envs.num_envs)
    ]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_game_is_the_game(game: str, players: int) -> None:
    envs = vector.make(game, 6, players, **SHORT[game])
    observations, info = envs.reset(seed=players)
    assert envs.observation_space.contains(observations)
    positions, ended = replays(envs), 0
    for _ in range(250):
        seats, actions = info["seat"], envs.random_actions()
        observations, rewards, terminated, truncated, info = envs.step(actions)
        assert not truncated.any()
        for number, position in enumerate(positions):
            assert seats[number] == min(position.to_act)
            position.apply(int(seats[number]), int(actions[number]))
            assert terminated[number] == position.is_over
            assert info["returns"][number].tolist() == position.returns()
            assert rewards[number] == position.returns()[seats[number]]
            if position.is_over:
                ended += 1
                np.testing.assert_array_equal(info["final_obs"][number], position.observation(int(seats[number])))
                positions[number] = replays(envs)[number]
                assert positions[number].seed != position.seed
            same(envs, number, positions[number], observations, info)
        assert ("final_obs" in info) == terminated.any()
        if terminated.any():
            for name in ("_final_obs", "_final_info"):
                np.testing.assert_array_equal(info[name], terminated)
            assert [each is not None for each in info["final_obs"]] == terminated.tolist()
    assert ended > 6


@pytest.mark.parametrize(("game", "players", "opponents"), BOTS)
def test_against_opponents_every_decision_is_seat_0s(game: str, players: int, opponents: Any) -> None:
    envs = vector.make(game, 5, players, opponents, **SHORT[game])
    observations, info = envs.reset(seed=3)
    won = ended = 0
    for _ in range(300):
        assert (info["seat"] == 0).all()
        for number in range(5):
            position = envs.position(number)
            assert min(position.to_act) == 0
            same(envs, number, position, observations, info)
        observations, rewards, terminated, _, info = envs.step(envs.random_actions())
        np.testing.assert_array_equal(rewards, info["returns"][:, 0])
        np.testing.assert_array_equal(info["returns"].sum(axis=1) == 1, terminated)
        ended, won = ended + int(terminated.sum()), won + rewards.sum()
    assert 0 < won < ended


def test_opponents_play_as_their_policies_do() -> None:
    """The heuristic, in the seat that it was named for, wins far more often than the two that play at random."""
    envs = vector.make("most-wanted", 200, 3, ["random", "heuristic"], track="12", goal=3)
    envs.reset(seed=1)
    returns = np.zeros(3)
    for _ in range(150):
        returns += envs.step(envs.random_actions())[4]["returns"].sum(axis=0)
    assert returns[2] > 5 * returns[:2].max() > 0


def played(envs: vector.GamesVectorEnv, steps: int) -> list[bytes]:
    out = []
    for _ in range(steps):
        observations, rewards, terminated, truncated, info = envs.step(envs.random_actions())
        out.append(b"".join(part.tobytes() for part in (observations, rewards, terminated, truncated, info["action_mask"], info["seat"])))
    return out


@pytest.mark.parametrize("opponents", [None, "heuristic"])
def test_a_seed_decides_everything(opponents: str | None) -> None:
    runs = []
    for seed in (5, 5, 6):
        envs = vector.make("most-wanted", 4, 3, opponents, **SHORT["most-wanted"])
        envs.reset(seed=seed)
        runs.append(played(envs, 60))
    assert runs[0] == runs[1] != runs[2]
    envs.reset(seed=5)
    assert played(envs, 60) == runs[0]
    assert envs.np_random_seed == 5
    envs.reset()
    assert played(envs, 60) != runs[0]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("opponents", [None, "heuristic"])
def test_a_copy_goes_on_from_there_by_itself(opponents: str | None, copied: Any) -> None:
    envs = vector.make("most-wanted", 4, 3, opponents, max_steps=50, **SHORT["most-wanted"])
    envs.reset(seed=5)
    played(envs, 30)
    other = copied(envs)
    assert other.setting.options == envs.setting.options
    assert played(other, 60) == played(envs, 60)


def test_what_opponents_do_does_not_change_what_is_dealt() -> None:
    seeds = []
    for opponents in (None, "random", "heuristic"):
        envs = vector.make("most-wanted", 3, 2, opponents, first_player=0)
        envs.reset(seed=9)
        seeds.append([envs.position(game).seed for game in range(3)])
    assert seeds[0] == seeds[1] == seeds[2]


# Autoreset.


def test_next_step_shows_the_end_and_then_starts_anew() -> None:
    envs = vector.make("most-wanted", 3, 2, autoreset_mode=AutoresetMode.NEXT_STEP, **MINI)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observations, info = envs.reset(seed=2)
    over, ends = np.zeros(3, dtype=bool), 0
    for _ in range(150):
        seats, actions = info["seat"], envs.random_actions()
        observations, rewards, terminated, _, info = envs.step(actions)
        for game in range(3):
            position = envs.position(game)
            if over[game]:
                assert (rewards[game], terminated[game], info["returns"][game].sum()) == (0, False, 0)
                assert replays(envs)[game].state_bytes() == position.state_bytes()
            if terminated[game]:
                ends += 1
                assert position.is_over
                assert info["seat"][game] == seats[game]
                assert info["action_mask"][game].all()
                np.testing.assert_array_equal(observations[game], position.observation(int(seats[game])))
            else:
                same(envs, game, position, observations, info)
        assert "final_obs" not in info
        over = terminated
    assert ends > 10


def test_disabled_waits_for_reset() -> None:
    envs = vector.make("most-wanted", 2, 2, autoreset_mode="Disabled", **MINI)
    _, info = envs.reset(seed=4)
    while True:
        _, _, terminated, _, info = envs.step(envs.random_actions())
        if terminated.any():
            break
    assert terminated.sum() == 1, "this seed ends one game before the other"
    ended = int(np.flatnonzero(terminated)[0])
    assert not info["action_mask"][ended].any()
    other = envs.position(1 - ended).state_bytes()
    with pytest.raises(BadInput, match="this game has ended"):
        envs.step(np.array([int(np.flatnonzero(row)[0]) if row.any() else 0 for row in info["action_mask"]]))
    observations, info = envs.reset(options={"reset_mask": terminated})
    assert envs.position(1 - ended).state_bytes() == other
    assert not info["returns"].any()
    assert replays(envs)[ended].state_bytes() == envs.position(ended).state_bytes()
    same(envs, ended, envs.position(ended), observations, info)
    with pytest.raises(BadInput, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(2, dtype=bool)})


@pytest.mark.parametrize("opponents", [None, "random"])
def test_max_steps_truncates_and_pays_nothing(opponents: str | None) -> None:
    envs = vector.make("outlawed", 2, 2, opponents, max_steps=10, reward="zero_sum")
    envs.reset(seed=1)
    lengths = [0]
    for _ in range(60):
        _, rewards, terminated, truncated, info = envs.step(envs.random_actions())
        assert not terminated.any()
        assert not rewards.any()
        assert not info["returns"].any()
        lengths[-1] += 1
        if truncated[0]:
            assert info["final_obs"][0] is not None
            lengths.append(0)
    assert set(lengths[:-1]) == ({10} if opponents is None else {4, 6})


# Rewards and arrays.


def test_rewards() -> None:
    totals = {}
    for kind in ("win_share", "zero_sum", "score_margin"):
        envs = vector.make("outlawed", 20, 3, reward=kind, round_limit=2)
        envs.reset(seed=8)
        totals[kind] = np.concatenate([envs.step(envs.random_actions())[4]["returns"] for _ in range(12)])
    share, zero_sum, margin = totals.values()
    ended = share.sum(axis=1) == 1
    assert ended.sum() == 20
    np.testing.assert_array_equal(zero_sum[ended], (3 * share[ended] - 1) / 2)
    assert (margin[ended][share[ended] == 1] >= 0).all()
    assert (margin[ended][share[ended] == 0] <= 0).all()
    assert not zero_sum[~ended].any()
    assert not margin[~ended].any()


def test_a_shared_win_is_shared() -> None:
    envs = vector.make("most-wanted", 40, 2, turn_limit=1, reward="zero_sum")
    envs.reset(seed=1)
    found: set[tuple[float, ...]] = set()
    for _ in range(30):
        _, _, terminated, _, info = envs.step(envs.random_actions())
        found |= {tuple(row) for row in info["returns"][terminated].tolist()}
    assert found == {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_copies_stay_and_own_arrays_do_not() -> None:
    for own in (False, True):
        envs = vector.make("outlawed", 3, 2, copy=not own)
        observations, info = envs.reset(seed=1)
        before = [array.copy() for array in (observations, info["action_mask"])]
        after, _, _, _, again = envs.step(envs.random_actions())
        assert (observations is after) == own
        for array, was in zip((observations, info["action_mask"]), before, strict=True):
            assert np.array_equal(array, was) != own
        assert after.dtype == again["action_mask"].dtype == np.int8


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_gymnasiums_wrappers_fit(mode: AutoresetMode) -> None:
    envs = vector.make("outlawed", 3, 2, "random", round_limit=2, autoreset_mode=mode)
    counted = RecordEpisodeStatistics(envs)
    counted.reset(seed=1)
    lengths: list[int] = []
    for _ in range(12):
        info = counted.step(envs.random_actions())[4]
        lengths += info["episode"]["l"].tolist() if "episode" in info else []
    assert set(lengths) == {4}, "two rounds, in each an outlaw and a claim"
    assert len(lengths) >= 6


# Errors.


def test_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    envs = vector.make("most-wanted", 3, 2)
    _, info = envs.reset(seed=1)
    before = [envs.position(game).state_bytes() for game in range(3)]
    actions = envs.random_actions()
    for wrong in (int(np.flatnonzero(info["action_mask"][1] == 0)[0]), -1, 58, 2**40):
        actions[1] = wrong
        with pytest.raises(BadInput, match=rf"actions, game 1, seat {info['seat'][1]}: found {wrong}; allowed: \d"):
            envs.step(actions)
    for shape in (np.zeros(2, dtype=int), np.zeros(3), np.zeros((3, 1), dtype=int)):
        with pytest.raises(BadInput, match=r"actions: found .* of shape .*; allowed: whole numbers of shape \(3,\)"):
            envs.step(shape)
    assert before == [envs.position(game).state_bytes() for game in range(3)]


def test_step_before_reset_is_refused() -> None:
    with pytest.raises(AssertionError, match="reset"):
        vector.make("outlawed", 1, 2).step(np.zeros(1, dtype=int))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"num_envs": 0}, "num_envs: found 0; allowed: a whole number of at least 1"),
        ({"opponents": "nobody"}, "bots of Most Wanted: found 'nobody'"),
        ({"opponents": ["random", "random"]}, "found 2 names; allowed: at most 1"),
        ({"autoreset_mode": "Never"}, "autoreset_mode: found 'Never'; allowed: NextStep, SameStep, Disabled"),
        ({"reward": None}, "reward: found None"),
        ({"goal": 7}, "goal"),
    ],
)
def test_bad_arguments_are_named(given: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"num_envs": 2, "players": 2, **given}
    with pytest.raises(BadInput) as caught:
        vector.make("most-wanted", **arguments)
    assert message in str(caught.value)


def test_a_learner_who_never_decides_anything_is_told() -> None:
    envs = vector.make("outlawed", 1, 2, "random", max_steps=1, first_player=1)
    with pytest.raises(RuntimeError, match="seat 0 had nothing to decide"):
        envs.reset(seed=1)
