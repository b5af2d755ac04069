"""OL-30 to OL-33: the end and the winner."""

from __future__ import annotations

from typing import Any

import pytest

from doublecross.kernel.game import EVERYTHING
from doublecross.kernel.position import Position
from tests.outlawed.build import TRUE_CLAIM, deck, of_kind, outlaw, plain_deck, play_round, start

RICH = deck(
    *(
        outlaw("abcdefghijklmnop"[number], TRUE_CLAIM, reward=reward)
        for number, reward in enumerate([100, 100, 200, 300, 50, 25, 400, 500])
    ),
    outlaw("zed", TRUE_CLAIM, reward={"per_player": 100}),
)


def finish(players: list[tuple[str, str]], **options: Any) -> Position:
    """A game over after one round for each outlaw a seat jails; each seat: (lost outlaw, outlaws it jails in order)."""
    rounds = max(len(jailed) for _, jailed in players)
    position = start(len(players), [lost for lost, _ in players], **({"deck": RICH, "round_limit": rounds} | options))
    for number in range(rounds):
        plays = []
        for lost, jailed in players:
            if number < len(jailed):
                plays.append((jailed[number], jailed[number]))
            else:
                plays.append((next(name for name in "hgfedcba" if name != lost and name not in jailed), lost))
        play_round(position, plays)
    return position


def test_ol_30_the_game_ends_after_a_round_with_seven_in_a_jail() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16))
    for number, played in enumerate("abcdefg"):
        assert not position.is_over, number
        events = play_round(position, [(played, played), (played, "p"), (played, played)])
    assert position.is_over
    assert of_kind(events, "end")[0].facts == {"round": 7, "why": "target"}
    assert position.legal(0) == []


@pytest.mark.parametrize(("outlaws", "beginner", "target"), [(16, False, 7), (8, False, 7), (7, False, 6), (3, False, 2), (4, True, 3)])
def test_ol_30_the_target_is_at_most_the_first_hand(outlaws: int, beginner: bool, target: int) -> None:
    assert start(3, deck=plain_deck(outlaws), beginner=beginner).view().target == target


def test_ol_30_a_hand_empties_only_in_the_round_that_ends_the_game() -> None:
    position = start(3, ["c"] * 3, deck=plain_deck(3))
    play_round(position, [("a", "a"), ("a", "b"), ("b", "a")])
    assert not position.is_over
    play_round(position, [("b", "b"), ("a", "b"), ("b", "a")])
    assert position.is_over
    assert position.view().seats[0].in_hand == 0


def test_ol_30_at_the_end_jails_and_lost_outlaws_are_shown() -> None:
    position = finish([("a", "bc"), ("b", "c"), ("c", "")])
    for viewer in (None, 0, 1, 2, EVERYTHING):
        seats = position.view(viewer).seats
        assert [seat.removed for seat in seats] == ["a", "b", "c"]
        assert [seat.jail for seat in seats] == [("b", "c"), ("c",), ()]
        shown = of_kind(position.events(viewer), "removed_shown")
        assert [(event.seat, event.facts["outlaw"]) for event in shown] == [(0, "a"), (1, "b"), (2, "c")]


def test_ol_31_the_sum_of_the_rewards_wins() -> None:
    position = finish([("a", "def"), ("a", "g"), ("a", "bc")])  # 375, 400, 300
    assert position.returns() == [0, 1, 0]
    assert of_kind(position.events(), "won")[0].facts == {"how": "best", "score": 400, "by": "dollars"}


def test_ol_31_a_tie_goes_to_the_least_worth_lost() -> None:
    position = finish([("d", "c"), ("b", "c"), ("e", "c")])  # tied at 200; lost 300, 100, 50
    assert position.returns() == [0, 0, 1]
    assert of_kind(position.events(), "tie")[0].facts == {"seats": [0, 1, 2], "at": 200, "by": "dollars"}
    assert of_kind(position.events(), "won")[0].facts["how"] == "least_lost"


def test_ol_31_only_the_lost_outlaws_of_the_tied_count() -> None:
    position = finish([("d", "c"), ("g", "c"), ("f", "b")])  # seat 2 lost least but is not tied
    assert position.returns() == [1, 0, 0]


def test_ol_31_a_lost_outlaw_per_player_counts_its_whole_worth() -> None:
    position = finish([("zed", "c"), ("d", "c"), ("a", "b")], deck=RICH)  # 3 x 100 against 300: still tied, seat order decides
    assert of_kind(position.events(), "tie")[1].facts == {"seats": [0, 1], "at": 300, "by": "lost"}


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 1), (2, 0)])
def test_ol_31_then_the_first_in_order_from_the_badge(first: int, winner: int) -> None:
    position = finish([("a", "c"), ("b", "c"), ("h", "e")], first_player=first)  # one round: the badge stays with `first`
    assert position.view().badge == first
    assert position.view().winners == (winner,)
    assert of_kind(position.events(), "won")[0].facts["how"] == "first_in_order"


def test_ol_31_the_badge_does_not_move_after_the_last_round() -> None:
    position = finish([("a", "cd"), ("b", "cd"), ("h", "e")], first_player=0)  # two rounds: the badge is with seat 1 in the last
    assert position.view().badge == 1
    assert position.view().winners == (1,)


def test_ol_32_casual_counts_outlaws() -> None:
    players = [("a", "g"), ("b", "ef"), ("d", "c")]  # 400 against 75 and 200 dollars
    assert finish(players).returns() == [1, 0, 0]
    position = finish(players, casual=True)
    assert position.returns() == [0, 1, 0]
    assert of_kind(position.events(), "won")[0].facts == {"how": "best", "score": 2, "by": "outlaws"}


def test_ol_32_a_casual_tie_goes_by_seat_order_at_once() -> None:
    position = finish([("g", "c"), ("f", "d"), ("a", "")], casual=True, first_player=2)  # seat 1 lost less, seat 0 comes first
    assert position.returns() == [1, 0, 0]
    assert [event.facts["by"] for event in of_kind(position.events(), "tie")] == ["outlaws"]


@pytest.mark.parametrize("limit", [1, 3, 60])
def test_ol_33_after_the_last_round_the_game_is_scored(limit: int) -> None:
    options = {} if limit == 60 else {"round_limit": limit}
    position = start(3, ["p"] * 3, deck=plain_deck(16), **options)
    for number in range(limit):
        assert not position.is_over, number
        events = play_round(position, [("a", "b") if number else ("a", "a"), ("b", "c"), ("c", "d")] if number == 0 else [("b", "c")] * 3)
    assert position.is_over
    assert of_kind(events, "end")[0].facts == {"round": limit, "why": "limit"}
    assert position.returns() == [1, 0, 0]


def test_ol_33_a_full_jail_in_the_last_round_is_an_ordinary_end() -> None:
    position = finish([("h", "abcdefg"), ("h", ""), ("h", "")], round_limit=7)
    assert of_kind(position.events(), "end")[0].facts["why"] == "target"
