"""The PettingZoo environments against PettingZoo's own tests, and against the game itself."""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import doublecross
from doublecross.envs import pettingzoo
from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.position import Position
from doublecross.kernel.registry import load_game

# PettingZoo's tests know the names of its own environments with observations in a dictionary, and warn of all others.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be:UserWarning"
)

SHORT: dict[str, dict[str, Any]] = {
    "most-wanted": {"church": "saloon", "labor": "dishonest", "duel": "shootout", "track": "12", "goal": 3},
    "outlawed": {"round_limit": 4},
}
TABLES = [(name, players) for name in SHORT for players in load_game(name).players]
MINI = {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "turn_limit": 12}


def choose(mask: np.ndarray[Any, Any], rng: random.Random) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


# PettingZoo's own tests, at every player count of both games.


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_api(game: str, players: int) -> None:
    api_test(pettingzoo.env(game, players=players, **SHORT[game]), num_cycles=100)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_parallel_api(game: str, players: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(game, players=players, **SHORT[game]), num_cycles=200)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_seeds(game: str, players: int) -> None:
    seed_test(lambda: pettingzoo.env(game, players=players), num_cycles=60)


@pytest.mark.parametrize("game", SHORT)
def test_api_with_every_option(game: str) -> None:
    options = {"reward": "score_margin", "history": 20, "render_mode": "ansi", "max_steps": 90}
    api_test(pettingzoo.env(game, players=3, **options), num_cycles=100)
    parallel_api_test(pettingzoo.parallel_env(game, players=3, **options), num_cycles=100)


# The same game as `Position` plays.


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_an_aec_game_is_the_game(game: str, players: int) -> None:
    made = pettingzoo.env(game, players=players, **SHORT[game])
    made.reset(seed=11)
    position, rng = doublecross.new(game, players=players, seed=11, **SHORT[game]), random.Random(3)
    while not position.is_over:
        seat = min(position.to_act)
        assert made.agent_selection == f"player_{seat}"
        for each in range(players):
            same(made.observe(f"player_{each}"), position, each)
        observation, reward, terminated, truncated, info = made.last()
        assert (reward, terminated, truncated, info) == (0, False, False, {})
        action = choose(observation["action_mask"], rng)
        made.step(action)
        position.apply(seat, action)
    assert list(made.rewards.values()) == position.returns()
    assert made.terminations == dict.fromkeys(made.possible_agents, True)
    for each in range(players):
        same(made.observe(f"player_{each}"), position, each)
    assert [agent for agent in made.agent_iter() if made.step(None) is None] == made.possible_agents
    assert made.agents == []


def same(observation: dict[str, Any], position: Position, seat: int) -> None:
    np.testing.assert_array_equal(observation["observation"], position.observation(seat))
    np.testing.assert_array_equal(np.flatnonzero(observation["action_mask"]), position.legal(seat))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_parallel_game_is_the_game(game: str, players: int) -> None:
    made = pettingzoo.parallel_env(game, players=players, **SHORT[game])
    seen, _ = made.reset(seed=12)
    position, rng = doublecross.new(game, players=players, seed=12, **SHORT[game]), random.Random(4)
    while not position.is_over:
        actions = {agent: choose(each["action_mask"], rng) for agent, each in seen.items()}
        waiting = {agent for agent, action in actions.items() if action == made.wait}
        assert waiting == {f"player_{seat}" for seat in range(players) if seat not in position.to_act}
        seen, rewards, terminated, truncated, _ = made.step(actions)
        for seat in sorted(position.to_act):
            position.apply(seat, actions[f"player_{seat}"])
        for seat in range(players):
            mask = seen[f"player_{seat}"]["action_mask"]
            assert mask[made.wait] == (seat not in position.to_act)
            same({**seen[f"player_{seat}"], "action_mask": mask[:-1]}, position, seat)
        assert set(terminated.values()) == {position.is_over}
        assert set(truncated.values()) == {False}
        assert list(rewards.values()) == position.returns()
    assert made.agents == []


def test_spaces_hold_what_is_seen() -> None:
    made = pettingzoo.env("most-wanted", players=3, history=8)
    made.reset(seed=1)
    for agent in made.possible_agents:
        space, seen = made.observation_space(agent), made.observe(agent)
        assert space.contains(seen)
        assert {name: (part.dtype, part.shape) for name, part in space.spaces.items()} == {
            name: (part.dtype, part.shape) for name, part in seen.items()
        }
    assert made.action_space("player_0").n == load_game("most-wanted").actions
    assert made.state_space.contains(made.state())


def test_an_observation_is_the_callers_own() -> None:
    made = pettingzoo.env("outlawed", players=2)
    made.reset(seed=1)
    seen = made.observe(made.agent_selection)
    before = {name: part.copy() for name, part in seen.items()}
    made.step(choose(seen["action_mask"], random.Random(1)))
    for name, part in before.items():
        np.testing.assert_array_equal(seen[name], part)


# Sealed choices.


def sealed_step(made: pettingzoo.GameEnv, rng: random.Random) -> None:
    """Play until several seats choose face down."""
    while sum(made.observe(agent)["action_mask"].any() for agent in made.agents) < 2:
        made.step(choose(made.observe(made.agent_selection)["action_mask"], rng))


@pytest.mark.parametrize("history", [0, 12])
def test_sealed_choices_come_in_seat_order_and_change_no_other_observation(history: int) -> None:
    made, rng = pettingzoo.env("most-wanted", players=5, history=history), random.Random(5)
    looked = 0
    for seed in range(12):
        made.reset(seed=seed)
        sealed_step(made, rng)
        asked = [agent for agent in made.agents if made.observe(agent)["action_mask"].any()]
        before = {agent: made.observe(agent) for agent in made.agents}
        for agent in asked[:-1]:
            assert made.agent_selection == agent
            made.step(choose(before[agent]["action_mask"], rng))
            if made.agent_selection == agent:
                break  # a set of cards goes on
            del before[agent]
            for other, seen in before.items():
                looked += 1
                for name, part in made.observe(other).items():
                    np.testing.assert_array_equal(part, seen[name])
    assert looked > 20


# Copies.


def through_bytes(made: Any) -> Any:
    return pickle.loads(pickle.dumps(made))


@pytest.mark.parametrize("copied", [copy.deepcopy, through_bytes])
def test_a_copy_of_an_environment_goes_on_from_there_by_itself(copied: Any) -> None:
    made, rng = pettingzoo.env("outlawed", players=3, history=9, render_mode="ansi", reward="score_margin"), random.Random(1)
    copied(made).reset(seed=1)
    made.reset(seed=7)
    for _ in range(11):
        made.step(choose(made.observe(made.agent_selection)["action_mask"], rng))
    other, before = copied(made), made.state()
    told, story = [], made.render()
    for each in (other, made):
        assert each.render() == story
        np.testing.assert_array_equal(each.state(), before)
        actions = random.Random(2)
        for agent in each.agent_iter():
            seen, reward, terminated, truncated, _ = each.last()
            told.append((agent, reward, {name: part.tobytes() for name, part in seen.items()}))
            each.step(None if terminated or truncated else choose(seen["action_mask"], actions))
        each.reset()
        told.append(each.state().tobytes())
    assert told[: len(told) // 2] == told[len(told) // 2 :]


def test_a_copy_of_a_parallel_environment() -> None:
    made, rng = pettingzoo.parallel_env("most-wanted", players=2), random.Random(1)
    seen, _ = made.reset(seed=3)
    actions = {agent: choose(each["action_mask"], rng) for agent, each in seen.items()}
    other = through_bytes(made)
    one, two = (each.step(actions)[0] for each in (made, other))
    for agent in one:
        np.testing.assert_array_equal(one[agent]["observation"], two[agent]["observation"])


# Endings and rewards.


def last_step(made: pettingzoo.GameEnv, seed: int) -> int:
    """Play a game to its end; returns how many actions that took."""
    made.reset(seed=seed)
    rng, steps = random.Random(seed), 0
    while not any(made.terminations.values()) and not any(made.truncations.values()):
        made.step(choose(made.observe(made.agent_selection)["action_mask"], rng))
        steps += 1
    return steps


@pytest.mark.parametrize(("game", "options"), [("most-wanted", {**MINI, "turn_limit": 3}), ("outlawed", {"round_limit": 1})])
def test_the_limits_of_the_rules_score_the_game_so_they_terminate(game: str, options: dict[str, Any]) -> None:
    made = pettingzoo.env(game, players=2, **options)
    for seed in range(5):
        last_step(made, seed)
        assert set(made.terminations.values()) == {True}
        assert set(made.truncations.values()) == {False}
        assert sum(made.rewards.values()) == 1


def test_max_steps_truncates_and_pays_nothing() -> None:
    made = pettingzoo.env("most-wanted", players=4, max_steps=7, reward="zero_sum")
    assert last_step(made, 1) == 7
    assert set(made.truncations.values()) == {True}
    assert set(made.terminations.values()) == {False}
    assert set(made.rewards.values()) == {0}
    parallel, rng = pettingzoo.parallel_env("outlawed", players=2, max_steps=3), random.Random(1)
    seen, _ = parallel.reset(seed=1)
    for step in range(3):
        seen, rewards, terminated, truncated, _ = parallel.step({agent: choose(each["action_mask"], rng) for agent, each in seen.items()})
        assert set(truncated.values()) == {step == 2}
    assert set(rewards.values()) == {0}
    assert set(terminated.values()) == {False}
    assert parallel.agents == []


def shares(game: str, reward: str, seed: int) -> list[float]:
    made = pettingzoo.env(game, players=3, reward=reward, **SHORT[game])
    last_step(made, seed)
    return list(made.rewards.values())


@pytest.mark.parametrize("game", SHORT)
def test_rewards(game: str) -> None:
    for seed in range(6):
        share, zero_sum, margin = (shares(game, kind, seed) for kind in ("win_share", "zero_sum", "score_margin"))
        assert sorted(share) == [0, 0, 1]
        assert sorted(zero_sum) == [-0.5, -0.5, 1]
        assert [value == 1 for value in zero_sum] == [value == 1 for value in share]
        winner = share.index(1)
        assert margin[winner] == max(margin) >= 0
        assert all(value <= 0 for seat, value in enumerate(margin) if seat != winner)


def test_the_score_margin_is_in_the_games_own_measure() -> None:
    made = pettingzoo.env("outlawed", players=2, reward="score_margin", round_limit=4)
    last_step(made, 3)
    game = doublecross.new("outlawed", players=2, seed=3, round_limit=4)
    rng = random.Random(3)
    while not game.is_over:
        seat = min(game.to_act)
        game.apply(seat, rng.choice(game.legal(seat)))
    dollars = [event.facts["dollars"] for event in game.events(SPECTATOR) if event.kind == "score"]
    assert list(made.rewards.values()) == [dollars[0] - dollars[1], dollars[1] - dollars[0]]


# Perfect recall.


@pytest.mark.parametrize("game", SHORT)
def test_a_long_history_holds_every_event_that_the_seat_may_know(game: str) -> None:
    made = pettingzoo.env(game, players=3, history=400, **SHORT[game])
    made.reset(seed=21)
    position, rng = doublecross.new(game, players=3, seed=21, **SHORT[game]), random.Random(21)
    for _ in range(40):
        seat = min(position.to_act)
        action = choose(made.observe(f"player_{seat}")["action_mask"], rng)
        made.step(action)
        position.apply(seat, action)
        if position.is_over:
            break
    kinds = set(load_game(game).event_kinds)
    for seat in range(3):
        events = made.observe(f"player_{seat}")["events"]
        told = events[events[:, 0] != 0]
        assert set(told[:, 0]) <= kinds
        assert len(told) >= len(position.events(seat)) > 10
        mine = [(int(row[1]), int(row[2])) for row in told if row[0] == 1]
        assert mine == [choice for choice in position.choices() if choice[0] == seat]


def test_a_history_holds_no_card_of_others() -> None:
    made, rng = pettingzoo.env("most-wanted", players=4, history=60), random.Random(2)
    made.reset(seed=2)
    draw, deal = 23, 2
    own = others = 0
    for _ in range(80):
        for seat, agent in enumerate(made.agents):
            seen = made.observe(agent)
            for event, pieces in zip(seen["events"], seen["pieces"], strict=True):
                if event[0] in (draw, deal) and event[3] > 0:
                    assert pieces.any() == (event[1] == seat)
                    own, others = own + (event[1] == seat), others + (event[1] != seat)
        made.step(choose(made.observe(made.agent_selection)["action_mask"], rng))
        if any(made.terminations.values()):
            break
    assert own > 100
    assert others > 300


def test_a_short_history_is_the_end_of_a_long_one() -> None:
    short, long = (pettingzoo.env("outlawed", players=3, history=count) for count in (5, 300))
    rng = random.Random(9)
    short.reset(seed=9)
    long.reset(seed=9)
    for _ in range(50):
        agent = short.agent_selection
        one, two = short.observe(agent), long.observe(agent)
        np.testing.assert_array_equal(one["events"], two["events"][-5:])
        np.testing.assert_array_equal(one["pieces"], two["pieces"][-5:])
        action = choose(one["action_mask"], rng)
        short.step(action)
        long.step(action)


# Names and versions.

PINNED = {
    ("most-wanted", 1): "25d9df6ee155388fd4638e24",
    ("outlawed", 1): "282bbe0b8f435692a94d35f1",
}
"""For each version of a game's rules, a hash of some games: every observation, mask and reward."""


def trajectory(game: str) -> str:
    digest = hashlib.sha256()
    for players, options in ((2, {}), (load_game(game).players[-1], SHORT[game]), (3, {**SHORT[game], "first_player": 1})):
        made = pettingzoo.env(game, players=players, reward="score_margin", max_steps=600, **options)
        made.reset(seed=players)
        for number, agent in enumerate(made.agent_iter()):
            observation, reward, terminated, truncated, _ = made.last()
            digest.update(f"{agent} {reward} {terminated} {truncated} ".encode())
            digest.update(observation["observation"].tobytes() + observation["action_mask"].tobytes())
            legal = np.flatnonzero(observation["action_mask"])
            made.step(None if terminated or truncated else int(legal[number * 7919 % len(legal)]))
    return digest.hexdigest()[:24]


@pytest.mark.parametrize("game", SHORT)
def test_a_change_in_trajectories_raises_the_rules_version(game: str) -> None:
    version = load_game(game).rules_version
    found = trajectory(game)
    assert PINNED.get((game, version)) == found, (
        f"games of {game} go another way than version {version} of its rules had them: raise `rules_version` where its GAME is made, "
        f"and add ({game!r}, {version + 1}): {found!r} here. (If it was raised already: add ({game!r}, {version}): {found!r}.)"
    )


def test_the_name_carries_the_version_of_the_rules() -> None:
    for game, name in (("most-wanted", "most_wanted"), ("outlawed", "outlawed")):
        made = pettingzoo.env(game, players=2)
        assert str(made) == made.metadata["name"] == f"{name}_v{load_game(game).rules_version - 1}"
        assert str(pettingzoo.parallel_env(game, players=2)) == str(made)


# Seeds, errors, rendering.


def test_without_a_seed_a_series_goes_on_and_its_seed_gives_it_again() -> None:
    made = pettingzoo.env("most-wanted", players=2)
    first: list[bytes] = []
    for _ in range(2):
        series = []
        for number in range(3):
            made.reset(seed=5 if number == 0 else None)
            series.append(b"".join(made.observe(agent)["observation"].tobytes() for agent in made.agents))
        assert len(set(series)) == 3
        assert first in ([], series)
        first = series
    made.reset()
    assert b"".join(made.observe(agent)["observation"].tobytes() for agent in made.agents) not in first


@pytest.mark.parametrize("action", [-1, 58, 64, 2**70, 1.0, True, "0", None, 36])
def test_an_illegal_action_is_refused_with_a_reason_and_changes_nothing(action: Any) -> None:
    made = pettingzoo.env("most-wanted", players=2)
    made.reset(seed=1)
    agent, before = made.agent_selection, made.state()
    with pytest.raises(IllegalAction, match=r"seat \d, action .*: \w.*\."):
        made.step(action)
    assert made.agent_selection == agent
    np.testing.assert_array_equal(made.state(), before)


def test_numpy_numbers_are_actions() -> None:
    made = pettingzoo.env("outlawed", players=2)
    made.reset(seed=1)
    action = np.flatnonzero(made.observe(made.agent_selection)["action_mask"])[0]
    made.step(action)
    made.step(np.int32(16 + action))


def test_parallel_actions_are_checked_before_any_is_taken() -> None:
    made = pettingzoo.parallel_env("outlawed", players=2)
    seen, _ = made.reset(seed=1)
    turn = next(agent for agent, each in seen.items() if not each["action_mask"][made.wait])
    other = next(agent for agent in seen if agent != turn)
    good = int(np.flatnonzero(seen[turn]["action_mask"])[0])
    before = made.state()
    with pytest.raises(BadInput, match=r"found .*allowed: player_0, player_1"):
        made.step({turn: good})
    with pytest.raises(BadInput, match=rf"{other}: found 3; allowed: 32 \(wait\)"):
        made.step({turn: good, other: 3})
    with pytest.raises(IllegalAction):
        made.step({turn: made.wait, other: made.wait})
    np.testing.assert_array_equal(made.state(), before)
    made.step({turn: good, other: made.wait})


def test_order_is_enforced() -> None:
    made = pettingzoo.env("outlawed", players=2)
    for name in ("agents", "rewards", "agent_selection", "infos"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(made, name)
    with pytest.raises(AssertionError, match="reset"):
        made.step(0)
    with pytest.raises(AssertionError, match="reset"):
        made.observe("player_0")
    with pytest.raises(AssertionError, match="reset"):
        pettingzoo.parallel_env("outlawed", players=2).step({})
    last_step(made, 1)
    with pytest.raises(ValueError, match="None"):
        made.step(0)
    for _ in range(2):
        made.step(None)
    with pytest.raises(AssertionError, match="reset"):
        made.step(None)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 9}, "found 9; allowed: 2 to 8"),
        ({"reward": "points"}, "reward: found 'points'; allowed: win_share, zero_sum, score_margin"),
        ({"history": -1}, "history: found -1; allowed: a whole number of at least 0"),
        ({"max_steps": 0}, "max_steps: found 0; allowed: a whole number of at least 1"),
        ({"render_mode": "rgb_array"}, "render_mode: found 'rgb_array'; allowed: human or ansi"),
        ({"render_mode": "ansi", "render_seat": 2}, "render_seat: found 2; allowed: a seat from 0 to 1"),
        ({"church": "chapel"}, "option church: found 'chapel'; allowed: church or saloon"),
        ({"chapel": 1}, "option 'chapel'"),
    ],
)
def test_bad_arguments_are_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as caught:
        pettingzoo.env("most-wanted", **{"players": 2, **given})
    assert message in str(caught.value)


def test_render_tells_the_trace(capsys: pytest.CaptureFixture[str]) -> None:
    told, live = (pettingzoo.env("outlawed", players=2, render_mode=mode, render_seat=0, round_limit=2) for mode in ("ansi", "human"))
    last_step(told, 4)
    last_step(live, 4)
    story = told.render()
    assert capsys.readouterr().out.strip() == story
    game, rng = doublecross.new("outlawed", players=2, seed=4, round_limit=2), random.Random(4)
    while not game.is_over:
        seat = min(game.to_act)
        game.apply(seat, rng.choice(game.legal(seat)))
    assert story == "\n".join(game.trace(0))
    assert live.render() is None


def test_render_without_a_mode_warns() -> None:
    made = pettingzoo.env("outlawed", players=2)
    made.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert made.render() is None
