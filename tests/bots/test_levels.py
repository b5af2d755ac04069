"""The five levels: each stronger than the one before, legal and blind everywhere, and a fair match for a newcomer."""

from __future__ import annotations

import importlib
import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.bots.bot import Decision
from doublecross.bots.cast import CAST
from doublecross.bots.levels import LEVELS
from doublecross.bots.policies import PLAYERS
from doublecross.bots.registry import bot_names, default_bot, is_policy, make_bot, policy_number, registered_bot, spends, usual_opponent
from doublecross.bots.search import Search
from doublecross.bots.trials import Trials
from doublecross.games.most_wanted.record import CARDS, NO_TILE, TURN
from doublecross.kernel.game import Game
from doublecross.kernel.position import as_record
from doublecross.kernel.registry import load_game
from doublecross.kernel.words import words
from doublecross.lab.arena import arena
from tests.bots.test_characters import VARIANTS, interval, other_truth

GAMES = ("most-wanted", "outlawed")
NAMES = [f"level-{level}" for level in range(1, 6)]
POLICIES = [(game, name) for game in GAMES for name, kind in zip(NAMES, LEVELS[game], strict=True) if isinstance(kind, str)]


def number(game: str, name: str) -> int:
    found = policy_number(name, load_game(game))
    assert found is not None
    return found


# Names


@pytest.mark.parametrize("game", GAMES)
def test_five_names_with_a_sentence_each(game: str) -> None:
    known = load_game(game)
    assert [name for name in bot_names(known) if name.startswith("level-")] == NAMES
    sentences = [words(language).say(CAST[name].about) for name in NAMES for language in ("en", "es")]
    assert len(set(sentences)) == 10


@pytest.mark.parametrize("game", GAMES)
def test_policies_first_then_search(game: str) -> None:
    """Policies play in compiled batches; whoever searches says how long that may take, and spends more from level to level."""
    known, kinds = load_game(game), LEVELS[game]
    assert [is_policy(name, known) for name in NAMES] == [isinstance(kind, str) for kind in kinds]
    playouts = [kind for kind in kinds if isinstance(kind, int)]
    assert playouts == sorted(playouts)
    assert [spends(name) is None for name in NAMES] == [True, True, True, False, False]
    assert isinstance(make_bot("level-5:seconds=0.01:threads=1", known, 1), Search)


def test_who_sits_down_with_a_person_and_who_stands_in_for_one() -> None:
    for game in map(load_game, GAMES):
        assert usual_opponent(game) == "level-2"
        assert default_bot(game) == "heuristic"


def test_where_there_are_no_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doublecross.bots.registry.bot_names", lambda game: ["random"])
    assert usual_opponent(load_game("outlawed")) == "random"


# Strength


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_each_policy_beats_the_one_before(game: str, players: int) -> None:
    """One among players of the level below wins more than its share, by more than the interval of 400 games."""
    trials = Trials(load_game(game), players)
    names = [name for known, name in POLICIES if known == game]
    for weaker, stronger in itertools.pairwise(names):
        won = trials.wins([number(game, stronger), *[number(game, weaker)] * (players - 1)], 400, 31)[:, 0]
        assert interval(won)[1] > 1 / players, stronger


@pytest.mark.parametrize(
    ("game", "stronger", "weaker", "games"), [("most-wanted", "level-4", "level-3", 40), ("outlawed", "level-5", "level-4", 12)]
)
def test_who_searches_beats_the_best_policy(game: str, stronger: str, weaker: str, games: int) -> None:
    assert arena(game, [stronger, weaker], games, seed=5).win_rate[stronger].value > 0.5


NEWCOMERS: dict[str, dict[str, float]] = {
    # Chooses freely, takes a robber's hand for any other, fears everyone will join, overrates points, never lies, minds nobody else.
    "most-wanted": {"heat": 1.0, "fold": 0.0, "keen": 0.0, "win": 0.0, "spite": 0.0, "lies": 0.0, "greed": 0.5},
    # Reads the own conditions, but remembers no claim, expects anything of others, looks at rewards alone.
    "outlawed": {"heat": 0.3, "tempo": 0.0, "spite": 0.0, "greed": 0.5, "guile": 0.0, "cunning": 0.0, "doubt": 30.0},
}
"""What sets somebody who plays for the first time apart from the heuristic, as columns of the characters' tables."""


def newcomer(game: str) -> np.ndarray[Any, Any]:
    data = importlib.import_module(f"{PLAYERS[game].module}.characters")
    row: np.ndarray[Any, Any] = data.ROWS[data.HEURISTIC].copy()
    for name, value in NEWCOMERS[game].items():
        row[getattr(data, name.upper())] = value
    return row


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fair_evening_for_a_newcomer(game: str, players: int) -> None:
    """Among usual opponents they win at least two thirds of a fair share, and at most four thirds; the next level is too strong."""
    known = load_game(game)
    trials, row = Trials(known, players), newcomer(game)
    usual, next_one = (number(game, name) for name in (usual_opponent(known), "level-3"))
    assert 2 / 3 < players * trials.wins([row, *[usual] * (players - 1)], 600, 41)[:, 0].mean() < 4 / 3
    assert players * trials.wins([row, *[next_one] * (players - 1)], 600, 41)[:, 0].mean() < 3 / 4


# What they do


def choose(name: str, game: Game, seed: int, decision: Decision) -> int:
    return registered_bot(name, game, seed).choose(decision)


@pytest.mark.parametrize(("name", "careless"), [("level-1", 0.8), ("level-2", 0.4), ("level-3", 0.0)])
def test_slips_are_as_frequent_as_their_table_says(name: str, careless: float) -> None:
    """In Most Wanted, where the heuristic leaves nothing to chance: so often any action is taken; cards are never laid down badly."""
    draw, slips, expected, spread = random.Random(1), 0, 0.0, 0.0
    for seed in range(12):
        position = doublecross.new("most-wanted", players=3, seed=seed)
        for step in range(60):
            seat = min(position.to_act)
            decision = Decision(position, seat)
            seen = as_record(decision.seen)
            best, found = (choose(each, position.game, 1000 * seed + step, decision) for each in ("heuristic", name))
            if seen.phase == CARDS or (seen.phase == TURN and seen.tile != NO_TILE):
                assert found == best
            else:
                likely = careless * (1 - 1 / len(decision.legal))
                slips, expected, spread = slips + (found != best), expected + likely, spread + likely * (1 - likely)
            position.apply(seat, draw.choice(decision.legal))
            if position.is_over:
                break
    assert expected == 0 or expected > 20
    assert abs(slips - expected) <= 3 * math.sqrt(spread)


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_legal_and_blind_in_any_position(game: str, players: int, options: dict[str, Any]) -> None:
    """In positions from random play each level takes a legal action; policies the same one whatever they cannot know."""
    draw, chance = random.Random(f"{game}{players}{options}"), np.random.default_rng(2)
    position = doublecross.new(game, players=players, seed=draw.randrange(2**64), **options)
    policies = [name for known, name in POLICIES if known == game]
    searchers = [make_bot(f"{name}:seconds=0.002:threads=1", position.game, 3) for name in NAMES if name not in policies]
    while not position.is_over and len(position.choices()) < 60:
        seat = draw.choice(sorted(position.to_act))
        other = other_truth(position, seat, chance)
        for name in policies:
            first, second = (choose(name, position.game, 5, Decision(each, seat)) for each in (position, other))
            assert first in position.legal(seat)
            assert first == second
        if len(position.choices()) % 6 == 0:
            assert all(bot.choose(Decision(position, seat)) in position.legal(seat) for bot in searchers)
        position.apply(seat, draw.choice(position.legal(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_a_time_cuts_playouts_short_and_more_of_it_changes_nothing(game: str) -> None:
    position = doublecross.new(game, players=2, seed=1)
    decision = Decision(position, min(position.to_act))
    assert 0 < Search(position.game, 1, playouts=10**9, seconds=0.02).evaluate(decision).playouts < 10**7
    found = [Search(position.game, 1, playouts=600, seconds=seconds).evaluate(decision) for seconds in (None, 60.0)]
    assert found[0] == found[1]
