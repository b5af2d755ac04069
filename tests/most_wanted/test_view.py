"""The view holds what its viewer may know, all of it, and nothing else (MW-53, MW-58)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

import doublecross
from doublecross.games.most_wanted import GAME
from doublecross.games.most_wanted.cards import card_text, cards_in
from doublecross.games.most_wanted.facts import hand_ranks, read_event
from doublecross.games.most_wanted.record import IN, KINDS, PONY, Kind
from doublecross.games.most_wanted.tokens import action_from_text, action_text
from doublecross.games.most_wanted.view import View
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING, SPECTATOR
from doublecross.kernel.log import EVENT, EVERYONE, SEALED
from doublecross.kernel.position import Position, as_record

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"first_player": "duel"}),
    (3, {"labor": "dishonest", "duel": "shootout"}),
    (5, {"church": "saloon", "labor": "dishonest", "split": "everyone"}),
    (8, {}),
)


def state_of(position: Position) -> Any:
    """The whole record, secrets included."""
    return as_record(np.frombuffer(position.state_bytes(), dtype=GAME.state_dtype).copy())


def play(players: int, options: dict[str, Any], seed: int, steps: int) -> Iterator[Position]:
    """The positions of a random game."""
    rng = np.random.default_rng(seed)
    position = doublecross.new("most-wanted", players=players, seed=seed, **options)
    for _ in range(steps):
        yield position
        if position.is_over:
            return
        seat = int(rng.choice(sorted(position.to_act)))
        position.apply(seat, int(rng.choice(position.legal(seat))))


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_view_shows_own_cards_and_only_the_number_of_others(players: int, options: dict[str, Any]) -> None:
    for position in play(players, options, 3, 80):
        state = state_of(position)
        for viewer in (*range(players), SPECTATOR):
            view = position.view(viewer)
            for seat in view.seats:
                assert (seat.cards is None) == (seat.seat != viewer and not position.is_over)
                assert seat.hand_size + seat.face_down == state.held[seat.seat]
                assert (seat.pos, seat.bags) == (state.pos[seat.seat], state.bags[seat.seat])
            if viewer != SPECTATOR:
                hand = [card_text(kind) for kind in cards_in(state.hand1[viewer], state.hand2[viewer])]
                assert list(view.hand) == hand
                assert list(view.legal) == position.legal(viewer)
            assert view.deck_size == state.deck_size


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_mw58_the_deck_lies_within_what_may_be_in_it(players: int, options: dict[str, Any]) -> None:
    shuffled = False
    for position in play(players, options, 8, 700):
        state = state_of(position)
        deck = Counter(card_text(kind) for kind in cards_in(state.deck1, state.deck2))
        for viewer in (0, SPECTATOR):
            view = position.view(viewer) if position.is_over or state.turns % 5 == 0 else None
            if view is not None and view.deck_size:
                possible = Counter(view.maybe_in_deck)
                assert deck <= possible
                assert not possible & Counter(view.hand) or max((possible + Counter(view.hand)).values()) <= 2
        shuffled = shuffled or bool(state.shuffles)
    assert shuffled


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_nothing_of_a_sealed_choice_shows_to_others(viewer: int) -> None:
    """MW-15: not even that it has been made."""
    position = doublecross.new("most-wanted", players=4, seed=11, first_player=0)
    position.apply(0, PONY)
    before = position.view(viewer)
    position.apply(3, IN)
    position.apply(2, IN)
    assert position.view(viewer) == before
    assert position.view(3).answer == "in"
    position.apply(1, IN)
    before = position.view(viewer)
    for _ in range(2):
        position.apply(3, position.legal(3)[0])
    assert position.view(viewer) == before
    assert len(position.view(3).placed) == 2


def test_an_unfinished_choice_shows_to_its_chooser_only() -> None:
    position = doublecross.new("most-wanted", players=3, seed=2, first_player=0)
    before = position.view(1)
    position.apply(0, action_from_text(position.rules, "church"))
    position.apply(0, position.legal(0)[0])
    assert position.view(1) == before
    assert position.view(0).tile == "church"
    assert len(position.view(0).placed) == 1


def test_history_holds_own_choices_and_no_others() -> None:
    position = list(play(3, {"labor": "dishonest"}, 4, 60))[-1]
    for viewer in range(3):
        history = position.view(viewer).history
        assert {event.seat for event in history if event.kind in ("chose", "placed")} <= {viewer}
        assert len([event for event in history if event.kind == "chose"]) == len([seat for seat, _ in position.choices() if seat == viewer])
        assert all("cards" not in event.facts for event in history if event.kind in ("deal", "draw") and event.seat != viewer)
        assert all("cards" in event.facts for event in history if event.kind in ("deal", "draw") and event.seat == viewer)
    assert not [event for event in position.view(SPECTATOR).history if event.kind in ("chose", "placed")]


def test_view_is_data_that_reads_back() -> None:
    for position in play(2, {}, 6, 40):
        view = position.view(0)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view


def test_unknown_viewers_are_spectators() -> None:
    position = doublecross.new("most-wanted", players=3, seed=1)
    assert position.view(7) == position.view() == position.view(EVERYTHING)
    assert position.view(7).viewer == SPECTATOR


def test_all_is_shown_once_the_game_is_over() -> None:
    position = list(play(3, {"turn_limit": 5}, 9, 500))[-1]
    assert position.is_over
    view = position.view(EVERYTHING)
    assert all(seat.cards is not None and len(seat.cards) == seat.hand_size for seat in view.seats)
    assert view.winners
    assert {event.seat for event in view.history if event.kind == "chose"} > {0}


def raw_event(kind: Kind, knows: int, seat: int = 1, **columns: int) -> Any:
    """One event record."""
    record = np.zeros(1, dtype=EVENT)
    record["kind"], record["seat"], record["knows"] = kind, seat, knows
    for column, value in columns.items():
        record[column] = value
    return record[0]


def test_cards_of_an_event_are_for_those_who_may_know_them() -> None:
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    draw = raw_event(Kind.DRAW, 1 << 1, b=2, c=2, once=0b11)
    for viewer in (0, 2, SPECTATOR):
        event = read_event(draw, rules, viewer)
        assert event is not None
        assert dict(event.facts) == {"count": 2, "wanted": 2}
    for viewer in (1, EVERYTHING):
        event = read_event(draw, rules, viewer)
        assert event is not None
        assert event.facts["cards"] == ["6s", "6h"]


def test_sealed_events_are_for_their_seat_alone() -> None:
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    placed = raw_event(Kind.PLACED, SEALED | 1 << 1, b=1, once=1)
    assert [viewer for viewer in (0, 1, 2, SPECTATOR, EVERYTHING) if read_event(placed, rules, viewer)] == [1, EVERYTHING]


def test_public_events_are_the_same_to_everyone() -> None:
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    declare = raw_event(Kind.DECLARE, EVERYONE, a=42, b=2, c=0b101)
    told = [read_event(declare, rules, viewer) for viewer in (0, 1, 2, SPECTATOR, EVERYTHING)]
    assert told[0] is not None
    assert dict(told[0].facts) == {"tile": "duel", "count": 2, "targets": [0, 2]}
    assert all(event == told[0] for event in told)


@pytest.mark.parametrize(("key", "size", "ranks"), [(0, 1, "6"), (0x00321, 3, "987"), (0x10080, 3, "AA6"), (0x40003, 4, "9999")])
def test_hand_keys_read_as_ranks(key: int, size: int, ranks: str) -> None:
    assert hand_ranks(key, size) == ranks


@pytest.mark.parametrize("options", [{}, {"church": "saloon", "labor": "dishonest", "duel": "shootout"}])
def test_actions_read_back_from_their_text(options: dict[str, Any]) -> None:
    rules = doublecross.new("most-wanted", players=4, seed=1, **options).rules
    texts = [action_text(rules, action) for action in range(GAME.actions)]
    assert len(set(texts)) == GAME.actions
    assert [action_from_text(rules, text) for text in texts] == list(range(GAME.actions))
    assert not any(" " in text for text in texts)
    assert texts[KINDS] == "done"


def test_unknown_text_is_refused_with_the_nearest_token() -> None:
    rules = doublecross.new("most-wanted", players=4, seed=1).rules
    with pytest.raises(BadInput, match="found 'trian'; allowed: train"):
        action_from_text(rules, "trian")
    with pytest.raises(BadInput, match="saloon"):
        action_from_text(rules, "saloon")
