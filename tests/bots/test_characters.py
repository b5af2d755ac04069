"""The characters: rows within bounds, odds that are exact, temperaments that show in figures, and nothing hidden."""

from __future__ import annotations

import functools
import importlib
import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.bots.batch import play_games
from doublecross.bots.bot import Decision, whole_choice
from doublecross.bots.cast import CAST, seated_name
from doublecross.bots.most_wanted.contests import chance_against_all
from doublecross.bots.most_wanted.odds import chance_against, chance_of_suit, chance_to_beat
from doublecross.bots.outlawed.rivals import chance, imagine, weigh_plays
from doublecross.bots.outlawed.rounds import CLAIMED, LIED, PLAYED, ROUNDS, SCENE, UNKNOWN, apprehended, at
from doublecross.bots.policies import NUMBERS, PLAYERS
from doublecross.bots.registry import bot_names, make_bot, policy_number
from doublecross.bots.rows import Column, table
from doublecross.bots.trials import Trials
from doublecross.games.most_wanted.cards import ACES, SIXES, card_kind, multiset
from doublecross.games.most_wanted.hands import all_of, best_hand, hand_key
from doublecross.games.most_wanted.record import IN, LABOR, OUT, PONY, TRAIN
from doublecross.games.outlawed.judging import holds, sent_back
from doublecross.games.outlawed.marks import mark, placed
from doublecross.kernel.bits import NONE
from doublecross.kernel.machine import policy_rng
from doublecross.kernel.options import check_options
from doublecross.kernel.position import Position, as_record, make_rules
from doublecross.kernel.registry import load_game

GAMES = ("most-wanted", "outlawed")
CHARACTERS = [name for name in NUMBERS if name != "heuristic"]
HONEST, LIAR, CAREFUL, GREEDY, BOLD = "abigail", "silas", "clem", "gus", "rosa"
Numbers = np.ndarray[Any, Any]


def characters_of(game: str) -> Any:
    return importlib.import_module(f"{PLAYERS[game].module}.characters")


# Rows


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_those_of_the_names(game: str) -> None:
    """The table's rows stand in the order of the policy numbers, each number within what its column documents."""
    data = characters_of(game)
    assert {name: number for number, name in enumerate((*data.CHARACTERS, *data.BEGINNERS), start=1)} == PLAYERS[game].numbers
    assert data.CARELESS.tolist() == [0.0] * (len(data.CHARACTERS) + 1) + list(data.BEGINNERS.values())
    low, high = (np.array([getattr(column, side) for column in data.COLUMNS]) for side in ("low", "high"))
    assert (data.ROWS[1:] >= low).all()
    assert (data.ROWS[1:] <= high).all()
    assert len({column.name for column in data.COLUMNS}) == len(data.COLUMNS)
    for number, column in enumerate(data.COLUMNS):
        assert getattr(data, column.name.upper()) == number
        assert column.about


@pytest.mark.parametrize(("values", "said"), [((1.0,), "1 numbers for 2"), ((1.0, 3.0), "column wide: 3.0 is not from 0 to 2")])
def test_wrong_rows(values: tuple[float, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        table((Column("narrow", 0, 1, ""), Column("wide", 0, 2, "")), {"ann": values})


@pytest.mark.parametrize("game", GAMES)
def test_every_character_plays_both_games(game: str) -> None:
    known = load_game(game)
    assert set(NUMBERS) <= set(bot_names(known))
    for name, number in NUMBERS.items():
        assert policy_number(name, known) == number
        assert CAST[name].about
    assert len({seated_name(name) for name in CHARACTERS}) == len(CHARACTERS) >= 4


# Most Wanted: odds


def masks(kinds: list[int]) -> tuple[np.uint64, np.uint64]:
    once, twice = multiset(sorted(kinds))
    return np.uint64(once), np.uint64(twice)


def points(mine: tuple[Any, Any], theirs: tuple[Any, Any]) -> int:
    """2, 1 or 0 for a win, a tie, a loss (MW-20 to MW-31), when both play their best ordinary hands."""
    if all_of(mine[0], SIXES) and all_of(theirs[0], ACES):
        return 2
    if all_of(mine[0], ACES) and all_of(theirs[0], SIXES):
        return 0
    keys = hand_key(*mine), hand_key(*theirs)
    return 2 * (keys[0] > keys[1]) + (keys[0] == keys[1])


@pytest.mark.parametrize("ranks", [range(9), (0, 3, 4, 8), (0, 8)], ids=["all", "four", "two"])
def test_odds_are_those_of_all_deals(ranks: Any) -> None:
    """Against every hand that a rival can hold out of a few unseen cards, for all sizes of hands and contests."""
    draw = random.Random(str(ranks))
    for _ in range(40):
        deck = [kind for kind in range(36) if kind // 4 in ranks for _ in range(2)]
        draw.shuffle(deck)
        unseen, rest = deck[: min(10, len(deck) - 6)], deck[-6:]
        size = draw.randint(1, 4)
        held = draw.randint(size, 8)
        mine = best_hand(*masks(rest), size)
        got = [points(mine, best_hand(*masks(list(cards)), size)) for cards in itertools.combinations(unseen, held)]
        left = np.bincount([kind // 4 for kind in unseen], minlength=9).astype(np.int64)
        assert chance_to_beat(left, *mine, held) == pytest.approx(sum(got) / 2 / len(got), abs=1e-12)


@pytest.mark.parametrize(("rivals", "least", "most"), [(1, -0.03, 0.03), (3, -0.03, 0.04), (5, -0.03, 0.06)])
def test_odds_against_several_are_close_to_those_of_deals(rivals: int, least: float, most: float) -> None:
    """All who join hold cards of one deck; the chances against each of them, multiplied, are nearly the same, and if anything too high."""
    position, draw = doublecross.new("most-wanted", players=6, seed=4), random.Random(rivals)
    seen, rules, row = as_record(position.know(0)), as_record(position.rules_array), characters_of("most-wanted").ROWS[1].copy()
    row[characters_of("most-wanted").FOLD] = 0.0
    unseen = [kind for kind in range(36) for _ in range(2)]
    for text in position.view(0).hand:
        unseen.remove(card_kind(text) or 0)
    for size in (2, 3, 4):
        mine = best_hand(seen.hand1[0], seen.hand2[0], size)
        won = 0.0
        for _ in range(1500):
            cards = draw.sample(unseen, 5 * rivals)
            worst = min(points(mine, best_hand(*masks(cards[5 * rival : 5 * rival + 5]), size)) for rival in range(rivals))
            won += worst / 2
        found = chance_against_all(row, seen, rules, 0, np.uint64((2 << rivals) - 2), *mine)
        assert least < found - won / 1500 < most
        # A rival that folds the worse half of its hands is out of the way at least as often.
        one = chance_against(seen, rules, *mine, 5)
        row[characters_of("most-wanted").FOLD] = 0.5
        assert chance_against_all(row, seen, rules, 0, np.uint64((2 << rivals) - 2), *mine) == pytest.approx(max(one, 0.5) ** rivals)
        row[characters_of("most-wanted").FOLD] = 0.0


def test_odds_of_one_suit() -> None:
    """From a fresh deal: no five cards out of 67 that hold three of a suit, counted suit by suit."""
    position = doublecross.new("most-wanted", players=2, seed=4, labor="dishonest")
    seen, rules = position.know(0), position.rules_array
    hand = [card_kind(text) for text in position.view(0).hand]
    left = [18 - sum(kind % 4 == suit for kind in hand if kind is not None) for suit in range(4)]
    few = sum(math.prod(map(math.comb, left, counts)) for counts in itertools.product(range(3), repeat=4) if sum(counts) == 5)
    assert chance_of_suit(as_record(seen), as_record(rules), 3, 5) == pytest.approx(1 - few / math.comb(67, 5))


# OutLawed!: imagined rounds


@pytest.mark.parametrize("players", [2, 3, 5])
def test_sixty_four_rounds_are_judged_as_one_by_one(players: int) -> None:
    """Every outlaw under every claim, in scenes drawn at random, against the functions that judge the game."""
    draw = np.random.default_rng(players)
    game = load_game("outlawed")
    rules = as_record(make_rules(game, players, check_options(game.options, {}, "")))
    used = [outlaw for outlaw in range(int(rules.outlaws)) if int(rules.used) >> outlaw & 1]
    for _ in range(3):
        plays, claims = (draw.choice(used, (ROUNDS, players)) for _ in range(2))
        claims = np.where(draw.random(claims.shape) < 0.5, plays, claims)
        seat = int(draw.integers(players))
        for outlaw, claim in itertools.product(used, [*used[:4], UNKNOWN]):
            plays[:, seat] = outlaw
            if claim != UNKNOWN:
                claims[:, seat] = claim
            found = int(apprehended(scene_of(plays, claims), rules, seat, outlaw, claim))
            assert [found >> number & 1 for number in range(ROUNDS)] == [
                jailed(rules, plays[number], claims[number], seat) for number in range(ROUNDS)
            ]


def scene_of(plays: Numbers, claims: Numbers) -> Numbers:
    scene = np.zeros(SCENE, dtype=np.uint64)
    for number, seat in itertools.product(range(ROUNDS), range(plays.shape[1])):
        there = np.uint64(1 << number)
        scene[PLAYED + at(seat, int(plays[number, seat]))] |= there
        scene[CLAIMED + at(seat, int(claims[number, seat]))] |= there
        if plays[number, seat] != claims[number, seat]:
            scene[LIED + seat] |= there
    return scene


def jailed(rules: Any, plays: Numbers, claims: Numbers, seat: int) -> bool:
    lineups = [NONE, NONE]
    for place, outlaws in enumerate((plays, claims)):
        for each, outlaw in enumerate(outlaws):
            lineups[place] |= placed(int(outlaw), each)
    return not (sent_back(rules, *lineups) & mark(seat)) and bool(holds(rules, *lineups, seat)[0])


def test_rivals_are_imagined_as_often_as_they_are_likely() -> None:
    """The rounds hold a rival's plays in proportion to their weights, to within one round; a heard claim is in all of them."""
    position = doublecross.new("outlawed", players=3, seed=6)
    seat = min(position.to_act)
    position.apply(seat, position.legal(seat)[0])
    position.apply(seat, 16 + 4)
    viewer = min(position.to_act)
    seen, rules, rng = as_record(position.know(viewer)), as_record(position.rules_array), policy_rng(3)[0]
    row, weights, scene = characters_of("outlawed").ROWS[1], np.empty((2, 16)), np.zeros(SCENE, dtype=np.uint64)
    weigh_plays(row, seen, rules, seat, np.ones((2, 16)), weights)
    imagine(seen, rules, seat, weights, scene, rng)
    assert weights[0].nonzero()[0].tolist() == [4]
    assert weights[1, 4] == 0
    counts = np.array([int(scene[PLAYED + at(seat, outlaw)]).bit_count() for outlaw in range(16)])
    assert np.abs(counts - weights.sum(axis=0) / weights.sum() * ROUNDS).max() < 2
    assert int(scene[CLAIMED + at(seat, 4)]) == 2**64 - 1
    assert int(scene[LIED + seat]) == 2**64 - 1 ^ int(scene[PLAYED + at(seat, 4)])
    assert 0 < chance(rng) < 1


# Temperaments


@functools.cache
def self_play(game: str, name: str, players: int = 4, **options: Any) -> tuple[Numbers, Numbers, Numbers]:
    """Final positions, counts of actions (games, seats, actions) and rewards of games among equals."""
    known = load_game(game)
    checked = check_options(known.options, options, game)
    rules = make_rules(known, players, checked)
    batches = list(play_games(known, rules, checked, [name] * players, 300, 9, threads=1))
    rewards = rules["rewards"][0] if game == "outlawed" else np.zeros(0)
    return np.concatenate([batch.states for batch in batches]), np.concatenate([batch.counts for batch in batches]), rewards


def surely_more(first: Numbers, second: Numbers) -> bool:
    """Whether the mean of a figure of games is higher by more than a 95% interval of the difference."""
    width = 1.96 * math.sqrt(first.var() / len(first) + second.var() / len(second))
    return bool(first.mean() - second.mean() > width)


def truth(name: str) -> Numbers:
    states, _, _ = self_play("outlawed", name)
    truths, lies = (states[field][:, :4].sum(axis=1) for field in ("truths", "lies"))
    return np.asarray(truths / (truths + lies))


def test_the_liar_lies_and_the_honest_does_not() -> None:
    assert surely_more(truth(HONEST), truth("heuristic"))
    assert surely_more(truth("heuristic"), truth(LIAR))
    assert truth(LIAR).mean() > 0.1  # in proportion: nobody could turn a sure lie into a sure truth
    assert truth(HONEST).mean() < 0.9


def successes(name: str) -> Numbers:
    states, counts, _ = self_play("outlawed", name)
    jails = np.array([sum(int(jail).bit_count() for jail in jails[:4]) for jails in states["jails"]])
    return np.asarray(jails / counts[:, :, :16].sum(axis=(1, 2)))


def aims(name: str) -> Numbers:
    """The mean reward of the outlaws played in the first rounds' worth of choices: what a game's plays aim at, failures included."""
    _, counts, rewards = self_play("outlawed", name)
    plays = counts[:, :, :16].sum(axis=1)
    return np.asarray((plays * rewards).sum(axis=1) / plays.sum(axis=1))


def test_the_greedy_aim_higher_and_the_careful_fail_less() -> None:
    assert surely_more(aims(GREEDY), aims("heuristic"))
    assert surely_more(aims(GREEDY), aims(CAREFUL))
    assert surely_more(successes(CAREFUL), successes(GREEDY))


def test_the_bold_grudge_what_others_win() -> None:
    """Two rivals who count the other's gain double leave each other less than liars or the honest do: fewer outlaws jailed a round."""

    def a_round(name: str) -> Numbers:
        states, _, _ = self_play("outlawed", name, players=2)
        jails = np.array([sum(int(jail).bit_count() for jail in jails[:2]) for jails in states["jails"]])
        return np.asarray(jails / states["round_number"])

    assert surely_more(a_round(LIAR), a_round(BOLD))
    assert surely_more(a_round(HONEST), a_round(BOLD))


def robberies(name: str) -> tuple[Numbers, Numbers]:
    """Of each game: the share of questions answered with joining, and the mean size of the robberies declared (0 Pony to 2 Train)."""
    _, counts, _ = self_play("most-wanted", name)
    total = counts.sum(axis=1)
    joined = total[:, IN] / np.maximum(total[:, IN] + total[:, OUT], 1)
    tiles = total[:, PONY : TRAIN + 1]
    return joined, (tiles @ np.arange(3)) / np.maximum(tiles.sum(axis=1), 1)


def test_who_joins_and_who_robs_the_train() -> None:
    joins = {name: robberies(name)[0] for name in (CAREFUL, BOLD, "heuristic")}
    assert surely_more(joins["heuristic"], joins[CAREFUL])
    assert surely_more(joins[BOLD], joins["heuristic"])
    assert surely_more(robberies(GREEDY)[1], robberies("heuristic")[1])


def false_claims(name: str) -> Numbers:
    """Of dishonest labors from many dealt hands: 1 if the cards are of several suits."""
    found = []
    for seed in range(150):
        position = doublecross.new("most-wanted", players=4, seed=seed, labor="dishonest")
        seat = min(position.to_act)
        position.apply(seat, LABOR)
        cards = [action for action in whole_choice(make_bot(name, position.game, seed), position, seat) if action < 36]
        found.append(len({card % 4 for card in cards}) > 1)
    return np.array(found, dtype=float)


def test_lies_at_work() -> None:
    liar, honest, careful = false_claims(LIAR), false_claims(HONEST), false_claims(CAREFUL)
    assert honest.sum() == 0
    assert surely_more(liar, careful)
    assert 0.1 < liar.mean() < 0.9


def test_the_honest_work_more() -> None:
    def labors(name: str) -> Numbers:
        _, counts, _ = self_play("most-wanted", name)
        return np.asarray(counts[:, :, LABOR].sum(axis=1) / counts[:, :, PONY : TRAIN + 1].sum(axis=(1, 2)))

    assert surely_more(labors(HONEST), labors("heuristic"))


# Legality, knowledge, strength

SIDES = {"church": "saloon", "labor": "dishonest", "duel": "shootout"}
MINI = {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "turn_limit": 60}
VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    *(("most-wanted", players, {} if players % 2 else SIDES) for players in range(2, 9)),
    ("most-wanted", 3, {"first_player": "duel", "labor": "dishonest", "split": "everyone"}),
    ("most-wanted", 2, MINI),
    ("most-wanted", 2, {**MINI, **SIDES}),
    *(("outlawed", players, {"beginner": beginner}) for players in range(2, 6) for beginner in (False, True)),
    ("outlawed", 3, {"casual": True, "round_limit": 5}),
]


def other_truth(position: Position, seat: int, chance: np.random.Generator) -> Position:
    """A position that differs in all that a seat cannot know."""
    array = np.frombuffer(position.state_bytes(), dtype=position.game.state_dtype).copy()
    record = array.view(np.dtype((np.record, array.dtype)))[0]
    changed = position.game.secrets(record, position.rules, seat, chance).view(position.game.state_dtype)
    return Position(position.game, position.options, position.rules_array, changed, None)


@pytest.mark.parametrize(("game", "players", "options"), VARIANTS)
def test_legal_and_blind_in_any_position(game: str, players: int, options: dict[str, Any]) -> None:
    """In positions from random play each character takes a legal action, and the same one whatever it cannot know."""
    draw, chance = random.Random(f"{game}{players}{options}"), np.random.default_rng(1)
    position = doublecross.new(game, players=players, seed=draw.randrange(2**64), **options)
    while not position.is_over and len(position.choices()) < 120:
        seat = draw.choice(sorted(position.to_act))
        other = other_truth(position, seat, chance)
        for name in CHARACTERS:
            first, second = (make_bot(name, position.game, 5).choose(Decision(each, seat)) for each in (position, other))
            assert first in position.legal(seat)
            assert first == second
        position.apply(seat, draw.choice(position.legal(seat)))


def interval(shares: Numbers) -> tuple[float, float, float]:
    width = 1.96 * float(shares.std()) / math.sqrt(len(shares))
    return float(shares.mean()), float(shares.mean()) - width, float(shares.mean()) + width


@pytest.mark.parametrize("game", GAMES)
def test_the_heuristic_beats_chance_in_eight_games_of_ten(game: str) -> None:
    trials = Trials(load_game(game), 2)
    assert interval(trials.wins([1, 0], 1000, 21)[:, 0])[1] > 0.9
    for name in CHARACTERS:
        assert interval(trials.wins([NUMBERS[name], 0], 300, 22)[:, 0])[1] > 0.7, name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_no_character_is_stronger_than_the_heuristic(game: str, players: int) -> None:
    """One of them among heuristics wins no more than its share, as far as 400 games can tell."""
    trials = Trials(load_game(game), players)
    for name in CHARACTERS:
        won = trials.wins([NUMBERS[name], *[1] * (players - 1)], 400, 23)[:, 0]
        assert interval(won)[1] <= 1 / players, name


def test_rows_play_as_their_numbers_do() -> None:
    """What is tuned and exploited is what plays: a row handed over makes the same choices as the policy of its number."""
    for game in GAMES:
        trials, rows = Trials(load_game(game), 3), characters_of(game).ROWS
        assert (trials.wins([1, 4, 0], 60, 5) == trials.wins([rows[1], rows[4], 0], 60, 5)).all()
        assert trials.wins([1, 4, 0], 60, 5).sum() == pytest.approx(60)
