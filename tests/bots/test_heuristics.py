"""The heuristics play legally everywhere, end every game, see nothing hidden, and beat chance."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.bots.batch import play_games
from doublecross.bots.bot import Decision, bot_seed, whole_choice
from doublecross.bots.registry import make_bot
from doublecross.games.outlawed.shipped import shipped_deck
from doublecross.kernel.options import check_options
from doublecross.kernel.position import Position, make_rules
from doublecross.kernel.registry import load_game

SIDES = [
    dict(zip(("church", "labor", "duel"), sides, strict=True))
    for sides in itertools.product(("church", "saloon"), ("honest", "dishonest"), ("duel", "shootout"))
]
MINI = {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "turn_limit": 60}
VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    *(("most-wanted", 2 + number % 7, sides) for number, sides in enumerate(SIDES)),
    ("most-wanted", 3, {"first_player": "duel", "labor": "dishonest", "split": "everyone"}),
    ("most-wanted", 2, MINI),
    ("most-wanted", 2, {**MINI, "labor": "dishonest", "duel": "shootout", "church": "saloon"}),
    *(("outlawed", players, {"beginner": beginner}) for players in range(2, 6) for beginner in (False, True)),
    ("outlawed", 3, {"casual": True, "round_limit": 5}),
]


def wins(game: str, bots: list[str], games: int, seed: int, options: Mapping[str, Any]) -> list[int]:
    known = load_game(game)
    checked = check_options(known.options, options, game)
    batches = list(play_games(known, make_rules(known, len(bots), checked), checked, bots, games, seed, threads=2))
    masks = np.concatenate([batch.winners for batch in batches])
    return [int(((masks >> np.uint64(seat)) & np.uint64(1)).sum()) for seat in range(len(bots))]


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_legal_in_any_position(game: str, players: int, options: dict[str, Any]) -> None:
    """Positions come from random play, so that the bot also finds choices which others began; after each one it plays to the end."""
    chance = random.Random(f"{game}{players}{options}")
    position = doublecross.new(game, players=players, seed=chance.randrange(2**64), **options)
    bots = [make_bot("heuristic", position.game, seat) for seat in range(players)]
    while not position.is_over and len(position.choices()) < 400:
        for seat in position.to_act:
            assert bots[seat].choose(Decision(position, seat)) in position.legal(seat)
        seat = chance.choice(sorted(position.to_act))
        position.apply(seat, chance.choice(position.legal(seat)))


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_games_end(game: str, players: int, options: dict[str, Any]) -> None:
    position = doublecross.new(game, players=players, seed=5, **options)
    bots = [make_bot("heuristic", position.game, bot_seed(5, seat)) for seat in range(players)]
    for _ in range(4000):
        if position.is_over:
            break
        seat = min(position.to_act)
        for action in whole_choice(bots[seat], position, seat):
            position.apply(seat, action)
        assert position.is_over or seat not in position.to_act or not position.mid_choice(seat)
    assert position.is_over


def test_whole_choice_changes_nothing() -> None:
    position = doublecross.new("most-wanted", players=3, seed=1)
    seat = min(position.to_act)
    before = position.to_bytes()
    bot = make_bot("heuristic", position.game, 0)
    actions = whole_choice(bot, position, seat)
    assert position.to_bytes() == before
    for action in actions:
        position.apply(seat, action)


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_nothing_hidden_matters(game: str) -> None:
    """The same choice, with the same generator, in a position that differs in all that the seat cannot know."""
    position, chance = doublecross.new(game, players=3, seed=8), np.random.default_rng(8)
    for step in range(60):
        seat = min(position.to_act)
        array = position.game.secrets(_record(position), position.rules, seat, chance).view(position.game.state_dtype)
        other = Position(position.game, position.options, position.rules_array, array, None)
        chosen = [make_bot("heuristic", position.game, step).choose(Decision(each, seat)) for each in (position, other)]
        assert chosen[0] == chosen[1]
        position.apply(seat, chosen[0])
        if position.is_over:
            break


def _record(position: Position) -> Any:
    array = np.frombuffer(position.state_bytes(), dtype=position.game.state_dtype).copy()
    return array.view(np.dtype((np.record, array.dtype)))[0]


@pytest.mark.parametrize("sides", SIDES)
def test_most_wanted_heuristic_beats_chance(sides: dict[str, str]) -> None:
    """Nineteen games in twenty with two players, and eight in ten against three at once."""
    assert wins("most-wanted", ["heuristic", "random"], 400, 1, sides)[0] >= 380
    assert wins("most-wanted", ["random", "heuristic", "random", "random"], 400, 2, sides)[1] >= 320


@pytest.mark.parametrize(("players", "least"), [(2, 370), (3, 330), (4, 350), (5, 340)])
def test_outlawed_heuristic_beats_chance(players: int, least: int) -> None:
    assert wins("outlawed", ["heuristic", *["random"] * (players - 1)], 400, 1, {})[0] >= least


def test_both_sides_of_a_table_are_alike() -> None:
    """No seat is better for the heuristic by much: what it knows of the game is not tied to a seat."""
    won = wins("most-wanted", ["heuristic"] * 4, 1000, 3, {})
    assert sum(won) == 1000
    assert min(won) > 180


def outlaws(players: int, games: int, **options: Any) -> tuple[dict[str, float], float]:
    """How often each outlaw in use is jailed where it is held, and the share of true claims."""
    game = load_game("outlawed")
    checked = check_options(game.options, options, "outlawed")
    rules = make_rules(game, players, checked)
    states = np.concatenate([b.states for b in play_games(game, rules, checked, ["heuristic"] * players, games, 4)])
    rates = {}
    for outlaw in range(int(rules["outlaws"][0])):
        if int(rules["used"][0]) >> outlaw & 1:
            lost, jailed = (int((states[field][:, :players] >> np.uint64(outlaw) & np.uint64(1)).sum()) for field in ("removed", "jails"))
            rates[game.action_text(rules[0], outlaw)] = jailed / (games * players - lost)
    truths, lies = states["truths"].sum(), states["lies"].sum()
    return rates, truths / (truths + lies)


SHORT_OF_A_TENTH = {5: {"lionel"}}
"""By number of players, the outlaws of the house set that heuristic players jail too seldom; docs/house-deck.md names them too."""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ol_40_every_outlaw_is_worth_holding(players: int) -> None:
    """OL-40: by heuristic players, each outlaw in use is jailed in a tenth of the games in which it is held, but for the one known case."""
    rates, truth = outlaws(players, 1000)
    assert {name for name, rate in rates.items() if rate < 1 / 10} <= SHORT_OF_A_TENTH.get(players, set()), rates
    assert 0.2 < truth < 0.6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ol_40_no_outlaw_of_the_tuned_set_is_out_of_play(players: int) -> None:
    """Each is jailed in a tenth of the games in which it is held, and with four and five players in no more than nine tenths."""
    rates, truth = outlaws(players, 1000, deck=shipped_deck("tuned"))
    assert len(rates) == (10 if players == 2 else 11)
    assert min(rates.values()) >= 1 / 10, rates
    assert players < 4 or max(rates.values()) <= 9 / 10, rates
    assert 0.2 < truth < 0.6


def test_no_pattern_in_the_lies() -> None:
    """From one position, with generators of different seeds, the heuristic tells the truth and lies, about different outlaws."""
    position = doublecross.new("outlawed", players=3, seed=2)
    seat = min(position.to_act)
    choices = [tuple(whole_choice(make_bot("heuristic", position.game, seed), position, seat)) for seed in range(200)]
    true = sum(play == claim - 16 for play, claim in choices)
    assert 40 < true < 160
    assert len(set(choices)) > 20
