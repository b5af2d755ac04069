"""The Python interface: its names, types and refusals. What the games do with it is tested elsewhere."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import doublecross

GAMES = ("most-wanted", "outlawed")


@pytest.mark.parametrize("seed", [-1, 2**256, 1.0, "7", True])
def test_a_seed_is_a_whole_number_below_2_to_the_256(seed: Any) -> None:
    with pytest.raises(doublecross.BadInput, match=r"seed: found .* allowed: a whole number from 0 to"):
        doublecross.new("most-wanted", players=2, seed=seed)


def test_the_highest_seed_is_kept() -> None:
    assert doublecross.new("outlawed", players=2, seed=2**256 - 1).seed == 2**256 - 1


def test_without_a_seed_one_is_drawn_whatever_the_global_generators_do() -> None:
    seeds = set()
    for _ in range(3):
        random.seed(1)
        np.random.seed(1)
        seeds.add(doublecross.new("most-wanted", players=2).seed)
    assert len(seeds) == 3
    assert all(seed > 2**128 for seed in seeds)


@pytest.mark.parametrize("players", [0, 1, 9, "3", 2.0, True])
def test_players_are_counted(players: Any) -> None:
    with pytest.raises(doublecross.BadInput, match=r"players: found .* allowed: 2 to 8"):
        doublecross.new("most-wanted", players=players)


@pytest.mark.parametrize("game", GAMES)
def test_types(game: str) -> None:
    position = doublecross.new(game, players=3, seed=5)
    assert type(position.to_act) is frozenset
    seat = min(position.to_act)
    assert all(type(action) is int for action in position.legal(seat))
    assert all(position.legal(other) == [] for other in range(3) if other not in position.to_act)
    assert position.describe(seat, position.legal(seat)[0], "es") != position.describe(seat, position.legal(seat)[0])
    assert not position.is_over
    assert position.returns() == [0.0] * 3
    assert len(position.observation(seat)) == len(position.observation_spec())
    assert position.observation(seat).dtype == np.int8


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_action_changes_nothing_and_has_a_reason(game: str) -> None:
    position = doublecross.new(game, players=3, seed=5)
    seat, before = min(position.to_act), position.to_bytes()
    wrong = next(action for action in range(64) if action not in position.legal(seat))
    for who, action in ((seat, wrong), ((seat + 1) % 3, position.legal(seat)[0]), (7, 0), (seat, -1), (seat, 64)):
        with pytest.raises(doublecross.IllegalAction) as refused:
            position.apply(who, action)
        assert str(refused.value.reason.value).endswith(".")
        assert position.to_bytes() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_goes_its_own_way_and_bytes_come_back(game: str) -> None:
    position = doublecross.new(game, players=2, seed=5)
    copy, before = position.clone(), position.to_bytes()
    seat = min(copy.to_act)
    copy.apply(seat, copy.legal(seat)[0])
    assert position.to_bytes() == before != copy.to_bytes()
    assert doublecross.from_bytes(copy.to_bytes()) == copy
    assert pickle.loads(pickle.dumps(copy)) == copy


@pytest.mark.parametrize("data", [b"", b"\x00", b"x" * 1000, bytes(5000), None, "text"])
def test_garbage_is_no_position(data: Any) -> None:
    with pytest.raises(doublecross.BadInput, match="bytes: found "):
        doublecross.from_bytes(data)


@pytest.mark.parametrize("game", GAMES)
def test_no_determinization_has_the_true_key(game: str) -> None:
    position = doublecross.new(game, players=3, seed=5)
    keys = {position.determinize(0, number).seed for number in range(5)}
    assert len(keys) == 5
    assert position.seed not in keys
