"""OL-05, OL-10, OL-13: what a seat may know, and nothing else; positions that fit it; positions from outside."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import doublecross
from doublecross.games.outlawed.game import GAME
from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.log import EVENT
from doublecross.kernel.machine import records
from doublecross.kernel.position import Position
from tests.outlawed.build import act, plain_deck, play_round, start


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A game somewhere on its way."""
    players, seed = draw(st.integers(2, 5)), draw(st.integers(0, 1000))
    position = doublecross.new("outlawed", players=players, seed=seed, beginner=draw(st.booleans()), round_limit=12)
    rng = random.Random(seed)
    for _ in range(draw(st.integers(0, 70))):
        if not position.is_over:
            (seat,) = position.to_act
            position.apply(seat, rng.choice(position.legal(seat)))
    return position


def with_state(position: Position, state: np.ndarray[Any, Any]) -> Position:
    """The same game with another state and the same log."""
    other = position.clone()
    other._state[:] = state
    return other


@given(positions(), st.integers(-1, 4), st.integers(0, 2**32))
def test_non_interference(position: Position, viewer: int, seed: int) -> None:
    viewer = viewer if viewer < position.players else SPECTATOR
    secret = GAME.secrets(position._state[0], position._rules[0], viewer, np.random.default_rng(seed))
    GAME.check_state(secret[0], position._rules[0])
    other = with_state(position, secret)
    assert other.know(viewer).tobytes() == position.know(viewer).tobytes()
    assert other.view(viewer) == position.view(viewer)
    if viewer == SPECTATOR:
        return
    assert other.observation(viewer).tobytes() == position.observation(viewer).tobytes()
    assert other.legal(viewer) == position.legal(viewer)
    assert [other.describe(viewer, each) for each in other.legal(viewer)] == [
        position.describe(viewer, each) for each in position.legal(viewer)
    ]
    for action in range(GAME.actions):
        if action not in position.legal(viewer):
            refusals = []
            for each in (position, other):
                with pytest.raises(IllegalAction) as refused:
                    each.apply(viewer, action)
                refusals.append(str(refused.value))
            assert refusals[0] == refusals[1]


@given(positions(), st.integers(0, 4), st.integers(0, 2**32))
def test_determinized_positions_fit_what_the_seat_knows(position: Position, seat: int, seed: int) -> None:
    seat %= position.players
    drawn = position.determinize(seat, seed)
    GAME.check_state(drawn._state[0], drawn._rules[0])
    assert drawn.know(seat).tobytes() == position.know(seat).tobytes()
    assert drawn.view(seat) == position.view(seat)
    assert drawn.seed not in (position.seed, position.determinize(seat, seed + 1).seed)
    assert int(drawn._state["counter"][0]) == 0


def world(position: Position, other: int) -> tuple[int, int]:
    """What seat `other` lost and plays."""
    return int(position._state["removed"][0, other]), int(position._state["plays"][0]) >> 8 * other & 0xFF


def test_determinize_is_uniform_over_what_fits() -> None:
    # Seat 1 has shown a (in jail) and b (back in hand), and has placed an outlaw again.
    position = start(2, ["f", "f"], deck=plain_deck(6), first_player=1)
    play_round(position, [("a", "b"), ("a", "a")])
    play_round(position, [("a", "b"), ("b", "a")])
    act(position, "c")
    act(position, "as:d")
    fits = {(1 << lost, play + 1) for lost, play in itertools.product(range(6), range(6)) if lost not in (0, 1) and play not in (0, lost)}
    draws = 6000
    counts = Counter(world(position.determinize(0, number), 1) for number in range(draws))
    assert set(counts) == fits
    expected = draws / len(fits)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 39.3  # chi-square, 15 degrees of freedom, 0.06%


def test_the_owner_knows_what_it_placed() -> None:
    position = start(2, ["f", "f"], deck=plain_deck(6))
    act(position, "c")
    act(position, "as:d")
    for number in range(20):
        assert world(position.determinize(0, number), 0) == (1 << 5, 3)


def test_a_policy_may_read_how_often_each_told_the_truth() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16))
    for _ in range(3):
        play_round(position, [("a", "b"), ("b", "c"), ("b", "a")])
    play_round(position, [("a", "a"), ("b", "c"), ("c", "c")])
    seen = position.know(1)[0]
    assert list(seen["truths"]) == [1, 0, 1, 0, 0]
    assert list(seen["lies"]) == [3, 4, 3, 0, 0]
    assert [int(mask) for mask in seen["shown"]] == [1, 2, 6, 0, 0]


def test_the_know_record_holds_no_key() -> None:
    position = start(3)
    for viewer in (-1, 0, 1, 2):
        seen = position.know(viewer)
        assert not any(seen[name].any() for name in ("key", "counter", "stream", "words", "spent"))


def test_observations_have_the_names_they_claim() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16))
    play_round(position, [("a", "a"), ("b", "c"), ("c", "c")])
    act(position, "d")
    act(position, "as:e")
    act(position, "g")
    seen = dict(zip(position.observation_spec(), position.observation(2).tolist(), strict=True))
    mine = {name for name, value in seen.items() if value and name.startswith("seat 0")}
    hand = {f"seat 0 hand {each}" for each in "abdefhijklmno"}
    public = {"seat 0 jail c", "seat 0 shown c", "seat 0 removed p", "seat 0 truths", "seat 0 turn"}
    assert mine == hand | public | {"seat 0 play g"}
    theirs = {name for name, value in seen.items() if value and name.startswith("seat 2")}
    assert theirs == {"seat 2 shown b", "seat 2 lies", "seat 2 badge", "seat 2 claim e"}
    assert (seen["round"], seen["phase"], seen["target"]) == (2, 1, 7)


@given(positions())
def test_positions_come_back_from_bytes(position: Position) -> None:
    again = doublecross.from_bytes(position.to_bytes())
    assert again == position
    assert again.view(0) == position.view(0)


FIELDS = [name for name in GAME.state_dtype.names or () if name not in ("key", "counter", "stream", "words")]


@given(positions(), st.sampled_from(FIELDS), st.integers(0, 4), st.integers(-(2**31), 2**31 - 1) | st.integers(-2, 70))
def test_a_changed_field_is_refused_or_harmless(position: Position, name: str, seat: int, value: int) -> None:
    state = records(GAME.state_dtype)
    state[:] = position._state
    column = state[name].reshape(-1)
    place = seat % column.size
    column[place] = np.int64(value).astype(column.dtype)
    changed = state.tobytes() != position._state.tobytes()
    try:
        GAME.check_state(state[0], position._rules[0])
    except BadInput:
        return
    assert not changed or name in ("spent", "truths", "lies", "shown", "badge", "turn", "plays", "claims", "hands", "phase", "round_number")
    # What is let through can be played to its end.
    other, rng = with_state(position, state), random.Random(1)
    while not other.is_over:
        (actor,) = other.to_act
        other.apply(actor, rng.choice(other.legal(actor)))
    assert sum(other.returns()) == 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ol_01_each_outlaw_is_in_exactly_one_place(players: int) -> None:
    position, rng = start(players), random.Random(players)
    whole = GAME.count_cards(position._state[0], position._rules[0])
    assert set(whole.values()) == {1}
    assert len(whole) == players * (10 if players == 2 else 11)
    while not position.is_over:
        (seat,) = position.to_act
        position.apply(seat, rng.choice(position.legal(seat)))
        assert GAME.count_cards(position._state[0], position._rules[0]) == whole


def test_tokens_read_back() -> None:
    position = start(3)
    for action in [*range(11), *range(16, 27)]:
        assert position.action_from_text(position.action_text(action)) == action
    for wrong in ("crook", "as:crook", "", "as:", "as:as:croc", "CROC"):
        with pytest.raises(BadInput, match="the id of an outlaw"):
            position.action_from_text(wrong)


@given(st.data())
def test_events_from_outside_are_told_or_refused(data: st.DataObject) -> None:
    raw = np.zeros(1, dtype=EVENT)
    raw["kind"] = data.draw(st.sampled_from(list(GAME.event_kinds)))
    raw["seat"] = data.draw(st.integers(0, 2))
    raw["knows"] = 0x7FFF
    for name in ("a", "b", "c"):
        raw[name] = data.draw(st.integers(-(2**31), 2**31 - 1) | st.integers(-2, 20))
    for name in ("once", "twice"):
        raw[name] = data.draw(st.integers(0, 2**64 - 1))
    try:
        event = GAME.read_event(raw[0], start(3)._rules[0], SPECTATOR)
    except BadInput:
        return
    assert event is not None
