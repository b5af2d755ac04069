"""What a viewer cannot know changes nothing that the viewer can receive; determinizations keep it, and know no more than chance."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import doublecross
from doublecross.games.most_wanted.built import card_kinds
from doublecross.kernel.conformance import received, recent
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.position import Position, as_record
from tests.most_wanted.build import Table, table

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("most-wanted", 2, {}),
    ("most-wanted", 4, {"church": "saloon", "labor": "dishonest", "duel": "shootout"}),
    ("most-wanted", 3, {"first_player": "duel", "labor": "dishonest", "split": "everyone"}),
    ("most-wanted", 8, {}),
    ("most-wanted", 2, {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "labor": "dishonest"}),
    ("outlawed", 2, {}),
    ("outlawed", 3, {"beginner": True}),
    ("outlawed", 5, {}),
]

played = st.tuples(st.sampled_from(VARIANTS), st.integers(0, 2**32), st.integers(0, 250))


def reached(variant: tuple[str, int, dict[str, Any]], seed: int, steps: int) -> Position:
    """A position some random actions into a game, never after its end."""
    game, players, options = variant
    position, rng = doublecross.new(game, players=players, seed=seed, **options), random.Random(seed)
    before = position
    for _ in range(steps):
        before = position.clone()
        seat = rng.choice(sorted(position.to_act))
        position.apply(seat, rng.choice(position.legal(seat)))
        if position.is_over:
            return before
    return position


def another(position: Position, viewer: int, seed: int) -> Position:
    """The position with what the viewer cannot know changed."""
    hidden = position.game.secrets(as_record(position._state), position.rules, viewer, np.random.default_rng(seed))
    return Position(position.game, position.options, position.rules_array, hidden.view(position._state.dtype), position._chain)


def refusals(position: Position, seat: int) -> list[str]:
    """Every refusal the seat can provoke."""
    found = []
    for action in range(position.game.actions):
        if action not in position.legal(seat):
            with pytest.raises(doublecross.IllegalAction) as refusal:
                position.apply(seat, action)
            found.append(f"{refusal.value.reason} {refusal.value}")
    return found


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(played, st.integers(-1, 7), st.integers(0, 2**32))
def test_views_words_observations_and_refusals_do_not_depend_on_secrets(
    where: tuple[tuple[str, int, dict[str, Any]], int, int], viewer: int, seed: int
) -> None:
    position = reached(*where)
    viewer = min(viewer, position.players - 1)
    other = another(position, viewer, seed)
    mine, theirs = received(position, viewer, recent(position)), received(other, viewer, recent(other))
    assert mine.keys() == theirs.keys()
    for name, value in mine.items():
        assert theirs[name] == value, name
    if viewer != SPECTATOR:
        assert refusals(position, viewer) == refusals(other, viewer)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(played, st.integers(0, 7), st.integers(0, 2**32))
def test_a_determinization_depends_on_what_the_seat_knows_alone(
    where: tuple[tuple[str, int, dict[str, Any]], int, int], seat: int, seed: int
) -> None:
    position = reached(*where)
    seat = min(seat, position.players - 1)
    other = another(position, seat, seed)
    drawn = position.determinize(seat, seed)
    assert drawn.state_bytes() == other.determinize(seat, seed).state_bytes()
    assert drawn.know(seat).tobytes() == position.know(seat).tobytes()
    assert doublecross.from_bytes(drawn.to_bytes()) == drawn


def test_secrets_change_something() -> None:
    """Otherwise the tests above could not fail."""
    for variant in VARIANTS:
        for viewer in range(-1, variant[1]):
            positions = [reached(variant, 3, steps) for steps in (0, 5)]
            hidden = [{without_generator(another(position, viewer, seed)) for seed in range(5)} for position in positions]
            assert any(len(states) > 1 for states in hidden), (variant, viewer)
            assert len({another(positions[0], viewer, seed).seed for seed in range(5)}) == 5


def without_generator(position: Position) -> bytes:
    return position.state_bytes()[as_record(position._state).dtype.fields["spent"][1] + 8 :]


def test_a_determinization_is_right_no_more_often_than_chance() -> None:
    """Seat 1 holds two aces among 62 cards that seat 0 cannot see: a drawn hand of two holds a given one of them one time in 31."""
    seen = table(2, {0: "6s 7s 8s 9s Ts Js Qs Ks", 1: "As Ah"}, discard="As Ah")
    right = Counter(card for number in range(6000) for card in Table(seen.position.determinize(0, number)).hand(1).split())
    assert len(right) == 9 * 4 - 2 + 2
    for card in ("As", "Ah"):
        assert 140 < right[card] < 255


def test_determinizations_shuffle_differently_from_each_other_and_from_the_true_game() -> None:
    seen = table(3, {0: "6s", 1: "7s", 2: "8s"})
    draws = set()
    for position in (seen.position, *(seen.position.determinize(1, number) for number in range(4))):
        drawn = Table(position.clone())
        state = drawn.position._state
        state["deck1"], state["deck2"] = seen.state.deck1, seen.state.deck2  # the same cards, so that only the key tells them apart
        for action in ("church", "done"):
            drawn.position.apply(0, drawn.position.action_from_text(action))
        draws.add(drawn.hand(0))
    assert len(draws) == 5


def test_determinizations_are_uniform() -> None:
    """Every deal that fits what seat 0 knows, counted one by one: three of six cards to seat 1's hand, the others to the deck."""
    seen = table(2, {0: "6s Ks", 1: "7s 8s 9s"}, deck="Ts Js Qs", discard="", ranks="6789TJQK", suits=1, copies=1, hand=3)
    hidden = card_kinds("7s 8s 9s Ts Js Qs")
    deals = {tuple(hand) for hand in itertools.combinations(hidden, 3)}
    found = Counter(tuple(card_kinds(Table(seen.position.determinize(0, number)).hand(1))) for number in range(20 * 300))
    assert set(found) == deals
    surprise = sum((times - 300) ** 2 / 300 for times in found.values())
    assert surprise < 19 + 5 * (2 * 19) ** 0.5


def test_determinizations_are_uniform_over_equal_cards_too() -> None:
    """Two copies of each of three kinds hidden, two cards in the hand: a pair of equal cards is one deal of 15, unequal ones are four."""
    seen = table(2, {0: "6s", 1: "7s 7s"}, deck="8s 8s 9s 9s", discard="6s", ranks="6789", suits=1, copies=2, hand=2)
    found = Counter(Table(seen.position.determinize(0, number)).hand(1) for number in range(3000))
    expected = {"7s 7s": 200, "8s 8s": 200, "9s 9s": 200, "7s 8s": 800, "7s 9s": 800, "8s 9s": 800}
    assert set(found) == set(expected)
    surprise = sum((found[hand] - times) ** 2 / times for hand, times in expected.items())
    assert surprise < 5 + 5 * (2 * 5) ** 0.5


def test_a_claim_lies_anywhere_in_the_hand() -> None:
    """What was laid down is drawn anew, uniformly out of the hand that is drawn."""
    seen = table(2, {0: "7s 8s", 1: "6s"}, deck="9s", discard="", ranks="6789", suits=1, copies=1, hand=2, labor="dishonest")
    seen.play("0:labor+7s+done")
    laid = Counter()
    for number in range(3000):
        drawn = Table(seen.position.determinize(1, number))
        laid[drawn.position.view(0).placed] += 1
    assert set(laid) == {("7s",), ("8s",), ("9s",)}
    assert all(850 < times < 1150 for times in laid.values())
