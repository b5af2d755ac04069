"""What a choice is worth: the estimates against plain Python, their secrets, and the choices that are weighed."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.advice.weighing import LAST, Scales, candidates, imagine, likely, weigh_all, whole_choices
from doublecross.bots.bot import Decision, whole_choice
from doublecross.bots.registry import make_bot
from doublecross.games.most_wanted.cards import cards_in
from doublecross.games.most_wanted.hands import TWO_PAIR, best_hand, hand_key
from doublecross.kernel.position import Position
from tests.test_noninterference import another

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("most-wanted", 3, {"labor": "dishonest", "duel": "shootout"}),
    ("outlawed", 3, {}),
]


def played(game: str, players: int, options: dict[str, Any], seed: int, choices: int) -> Position:
    """A game between heuristics after some whole choices."""
    position = doublecross.new(game, players=players, seed=seed, **options)
    bots = [make_bot("heuristic", position.game, seat) for seat in range(players)]
    for _ in range(choices):
        seat = min(position.to_act)
        for action in whole_choice(bots[seat], position, seat):
            position.apply(seat, action)
        assert not position.is_over
    return position


def decision_of(position: Position) -> Decision:
    return Decision(position, min(position.to_act))


@pytest.mark.parametrize("kind", TABLES)
def test_shares_of_a_win_add_up_to_one_win(kind: tuple[str, int, dict[str, Any]]) -> None:
    decision = decision_of(played(*kind, seed=1, choices=5))
    choices = candidates(decision, 0)[:5]
    shares = Scales(decision.game, 1).weigh(decision, choices, 20)
    assert shares.shape == (20, len(choices), kind[1])
    assert np.allclose(shares.sum(axis=2), 1)


def test_a_choice_that_wins_at_once_is_worth_one() -> None:
    """The last choice of a game whose winner it makes: no world is imagined in which it does not."""
    position = doublecross.new("most-wanted", players=2, seed=3)
    bots = [make_bot("heuristic", position.game, seat) for seat in range(2)]
    while not position.is_over:
        seat = min(position.to_act)
        before, choice = position.clone(), tuple(whole_choice(bots[seat], position, seat))
        for action in choice:
            position.apply(seat, action)
    shares = Scales(position.game, 0).weigh(Decision(before, seat), [choice], 200)
    truth = position.returns()[seat]
    assert abs(shares[:, 0, seat].mean() - truth) < 0.5
    ended = Scales(position.game, 0).chances(
        np.frombuffer(bytearray(position.state_bytes()), position.game.state_dtype), position.rules_array, 3
    )
    assert ended.tolist() == [position.returns()] * 3


def test_chances_are_those_of_games_played_on_in_python() -> None:
    """The compiled estimate against the same policy playing on step by step."""
    position = played("most-wanted", 2, {}, seed=9, choices=14)
    state = np.frombuffer(bytearray(position.state_bytes()), position.game.state_dtype)
    compiled = Scales(position.game, 4).chances(state, position.rules_array, 4000)[:, 0].mean()
    wins, games = 0.0, 250
    for number in range(games):
        trial = position.clone()
        trial._state["stream"], trial._state["spent"] = number + 1, 16
        bots = [make_bot("heuristic", trial.game, 100 * number + seat) for seat in range(2)]
        while not trial.is_over:
            seat = min(trial.to_act)
            trial.apply(seat, bots[seat].choose(Decision(trial, seat)))
        wins += trial.returns()[0]
    assert abs(wins / games - compiled) < 4 * 0.5 / games**0.5


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("choices", [0, 7, 12])
def test_nothing_hidden_has_a_say(kind: tuple[str, int, dict[str, Any]], choices: int) -> None:
    position = played(*kind, seed=5, choices=choices)
    seat = min(position.to_act)
    other = another(position, seat, 77)
    assert other.state_bytes() != position.state_bytes()
    assert weigh_all(Decision(position, seat), 3, 2) == weigh_all(Decision(other, seat), 3, 2)


def brute_force(position: Position, seat: int) -> set[tuple[int, ...]]:
    """All whole choices, by trying every action number at every step."""
    found: set[tuple[int, ...]] = set()

    def extend(trial: Position, before: tuple[int, ...]) -> None:
        for action in range(trial.game.actions):
            following = trial.clone()
            try:
                following.apply(seat, action)
            except doublecross.IllegalAction:
                continue
            if seat in following.to_act and following.mid_choice(seat):
                extend(following, (*before, action))
            else:
                found.add((*before, action))

    extend(position, ())
    return found


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("choices", [0, 3, 9])
def test_all_whole_choices_are_found(kind: tuple[str, int, dict[str, Any]], choices: int) -> None:
    position = played(*kind, seed=2, choices=choices)
    seat = min(position.to_act)
    wanted = brute_force(position, seat)
    assert set(whole_choices(Decision(position, seat), 0, limit=20_000)) == wanted
    sample = whole_choices(Decision(position, seat), 0, limit=10)
    assert set(sample) <= wanted
    assert len(sample) == len(wanted) or 2 <= len(sample) <= 11


@pytest.mark.parametrize("kind", TABLES)
def test_candidates_are_legal_and_of_every_kind(kind: tuple[str, int, dict[str, Any]]) -> None:
    decision = decision_of(played(*kind, seed=4, choices=0))
    every, found = whole_choices(decision, 0, limit=20_000), candidates(decision, 8)
    assert set(found) <= set(every)
    assert {choice[0] for choice in found} == {choice[0] for choice in every}


def test_a_named_choice_is_weighed_to_the_end_and_the_order_is_by_value() -> None:
    decision = decision_of(played("most-wanted", 3, {}, seed=4, choices=0))
    named = random.Random(1).choice(whole_choices(decision, 0))
    weighed = weigh_all(decision, 6, 4, [named])
    assert named in [worth.choice for worth in weighed]
    assert LAST <= len(weighed) <= LAST + 1
    assert [worth.value for worth in weighed] == sorted((worth.value for worth in weighed), reverse=True)
    (favourite,) = (worth for worth in weighed if worth.favourite)
    assert favourite.behind == favourite.behind_error == 0
    for worth in weighed:
        assert worth.behind == pytest.approx(favourite.value - worth.value, abs=1e-6)
        assert sum(worth.shares) == pytest.approx(1, abs=1e-6)
        assert 0 <= worth.error < 0.2


def test_the_same_seed_weighs_alike_and_another_does_not() -> None:
    decision = decision_of(played("outlawed", 3, {}, seed=4, choices=4))
    assert weigh_all(decision, 6, 3) == weigh_all(decision, 6, 3)
    assert weigh_all(decision, 6, 3) != weigh_all(decision, 7, 3)


def test_an_imagined_position_is_one_the_seat_cannot_tell_apart() -> None:
    position = played("most-wanted", 3, {}, seed=4, choices=6)
    seat = min(position.to_act)
    world = imagine(Decision(position, seat), 5)
    assert world.know(seat).tobytes() == position.know(seat).tobytes()
    assert world.state_bytes() != position.state_bytes()


def test_likely_worlds_are_those_in_which_claims_are_true_about_as_often_as_before() -> None:
    """OL-11: nobody has been heard yet, so it is as good as even; any outlaw of the hand would be true in one world of ten."""
    position = played("outlawed", 2, {"first_player": "0"}, seed=4, choices=1)
    decision = decision_of(position)
    claimed, plays = int(position.know(1)["claims"][0]) & 0xFF, []
    for seed in range(200):
        world = likely(decision, seed)
        assert world.know(1).tobytes() == decision.seen.tobytes()
        plays.append(int(world._state["plays"][0]) & 0xFF)
    assert 0.35 < sum(play == claimed for play in plays) / len(plays) < 0.65
    assert len(set(plays)) > 5


def test_whoever_robs_is_likely_to_have_a_good_hand() -> None:
    position = doublecross.new("most-wanted", players=3, seed=4, first_player="0")
    position.apply(0, position.action_from_text("train"))
    decision = Decision(position, 1)

    def good(draw: Any) -> float:
        """How often the robber's best four cards hold three of a kind or two pair."""
        hands = [draw(decision, seed).know(0) for seed in range(200)]
        keys = [hand_key(*best_hand(hand["hand1"][0, 0], hand["hand2"][0, 0], 4)) >> 16 for hand in hands]
        return sum(key >= TWO_PAIR for key in keys) / len(keys)

    assert good(likely) > good(imagine) + 0.1


def test_a_claim_at_work_is_the_likelier_a_lie_the_fewer_hands_can_hold_it() -> None:
    """MW-63: two of one suit lie in any five cards, five in hardly any."""
    lies = {}
    for count in (2, 3, 5):
        position = doublecross.new("most-wanted", players=3, seed=4, labor="dishonest", first_player="0")
        for token in ("labor", *position.view(0).hand[:count], "done"):
            position.apply(0, position.action_from_text(token))
        worlds = [likely(Decision(position, 1), seed).know(0) for seed in range(150)]
        laid = [cards_in(world["table1"][0, 0], world["table2"][0, 0]) for world in worlds]
        assert {len(cards) for cards in laid} == {count}
        lies[count] = sum(len({card % 4 for card in cards}) > 1 for cards in laid) / len(laid)
    assert lies[2] == 0
    assert 0.15 < lies[3] < 0.5  # six in ten if every deal were as good as another
    assert lies[5] > 0.8


def test_the_heuristic_is_judged_better_than_chance() -> None:
    """Both choices in the same worlds, at many decisions of one game."""
    chance, gains = random.Random(3), []
    position = doublecross.new("most-wanted", players=3, seed=8)
    bots = [make_bot("heuristic", position.game, seat) for seat in range(3)]
    scales = Scales(position.game, 2)
    while len(gains) < 90:
        if position.is_over:
            position = doublecross.new("most-wanted", players=3, seed=len(gains))
        seat = min(position.to_act)
        decision, mine = Decision(position, seat), tuple(whole_choice(bots[seat], position, seat))
        other = chance.choice(whole_choices(decision, 0))
        if other != mine:
            values = scales.weigh(decision, [mine, other], 60)[:, :, seat].mean(axis=0)
            gains.append(float(values[0] - values[1]))
        for action in mine:
            position.apply(seat, action)
    assert np.mean(gains) > 2 * np.std(gains) / len(gains) ** 0.5
