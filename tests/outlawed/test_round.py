"""OL-10 to OL-14: one round."""

from __future__ import annotations

import pytest

from doublecross.games.outlawed.game import GAME, OutlawedReason
from doublecross.kernel.errors import IllegalAction, Reason
from doublecross.kernel.position import Position
from tests.outlawed.build import act, field, of_kind, plain_deck, play_round, start


def action(position: Position, token: str) -> int:
    return GAME.action_from_text(position._rules[0], token)


def test_ol_10_seats_claim_in_order_from_the_badge() -> None:
    position = start(4, first_player=2)
    order = []
    for _ in range(4):
        (seat,) = position.to_act
        order.append(seat)
        position.apply(seat, position.legal(seat)[0])
        assert position.to_act == {seat}
        position.apply(seat, position.legal(seat)[0])
    assert order == [2, 3, 0, 1]


def test_ol_10_an_outlaw_of_the_hand_then_any_outlaw_in_use() -> None:
    position = start(3, ["duke", "croc", "jill"])
    cards = {card.id for card in position.view().deck}
    assert {position.action_text(each) for each in position.legal(0)} == cards - {"duke"}
    assert position.legal(1) == position.legal(2) == []
    act(position, "lionel")
    assert {position.action_text(each) for each in position.legal(0)} == {f"as:{each}" for each in cards}


def test_ol_10_outlaws_not_in_use_cannot_be_claimed() -> None:
    position = start(2, ["duke", "croc"])
    act(position, "lionel")
    assert action(position, "as:twins") not in position.legal(0)
    with pytest.raises(IllegalAction) as refused:
        act(position, "as:twins")
    assert refused.value.reason is OutlawedReason.NOT_IN_USE


def test_ol_10_nothing_shows_until_card_and_claim_are_given() -> None:
    position = start(3)
    before = [position.view(viewer) for viewer in (None, 1, 2)]
    position.apply(0, position.legal(0)[0])
    assert [position.view(viewer) for viewer in (None, 1, 2)] == before
    assert position.view(0) != before[0]


def test_ol_10_a_claim_is_heard_and_the_outlaw_stays_hidden() -> None:
    position = start(3, ["duke", "duke", "duke"])
    act(position, "lionel")
    act(position, "as:croc")
    for viewer in (None, 1, 2):
        seat = position.view(viewer).seats[0]
        assert (seat.claim, seat.play, seat.hand, seat.in_hand) == ("croc", None, None, 9)
    assert position.view(0).seats[0].play == "lionel"


@pytest.mark.parametrize(
    ("tokens", "token", "reason"),
    [
        ([], "as:croc", OutlawedReason.PLACE_FIRST),
        ([], "duke", OutlawedReason.NOT_IN_HAND),
        (["croc"], "jill", OutlawedReason.PLACED_ALREADY),
        (["croc"], "croc", OutlawedReason.PLACED_ALREADY),
    ],
)
def test_ol_10_what_is_placed_is_final(tokens: list[str], token: str, reason: OutlawedReason) -> None:
    position = start(3, ["duke", "duke", "duke"])
    for each in tokens:
        act(position, each)
    before = position.to_bytes()
    with pytest.raises(IllegalAction) as refused:
        act(position, token)
    assert refused.value.reason is reason
    assert position.to_bytes() == before


def test_other_refusals() -> None:
    position = start(3)
    for seat, chosen, reason in ((1, 0, Reason.NOT_YOUR_TURN), (0, 15, Reason.NO_SUCH_ACTION), (0, 99, Reason.NO_SUCH_ACTION)):
        with pytest.raises(IllegalAction) as refused:
            position.apply(seat, chosen)
        assert refused.value.reason is reason


def test_ol_11_a_claim_is_true_if_it_names_the_outlaw_played() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16))
    events = play_round(position, [("a", "a"), ("a", "b"), ("b", "a")])
    assert [event.facts["true"] for event in of_kind(events, "revealed")] == [True, False, False]
    assert [(seat.truths, seat.lies) for seat in position.view().seats] == [(1, 0), (0, 1), (0, 1)]


def test_ol_12_all_are_judged_on_the_same_facts() -> None:
    # Seat 0 is apprehended; that takes nothing from seats 1 and 2, whose conditions rest on the same play.
    position = start(3, ["duke"] * 3)
    events = play_round(position, [("lionel", "lionel"), ("pandito", "croc"), ("pandito", "croc")])
    assert [event.facts["outcome"] for event in of_kind(events, "judged")] == ["apprehended"] * 3


def test_ol_12_nothing_is_revealed_before_the_last_claim() -> None:
    position = start(2, ["duke"] * 2)
    events = [*act(position, "croc"), *act(position, "as:jill"), *act(position, "jill")]
    assert not of_kind(events, "revealed")
    assert [event.seat for event in of_kind(act(position, "as:croc"), "revealed")] == [0, 1]


def test_ol_13_success_goes_to_jail_and_failure_back_to_the_hand() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16))
    events = play_round(position, [("a", "a"), ("b", "a"), ("c", "c")])
    assert [(event.seat, event.facts) for event in of_kind(events, "jailed")] == [
        (0, {"outlaw": "a", "count": 1}),
        (2, {"outlaw": "c", "count": 1}),
    ]
    assert (field(position, "jails", 0), field(position, "jails", 1), field(position, "jails", 2)) == ({"a"}, set(), {"c"})
    assert "b" in field(position, "hands", 1)
    assert "a" not in field(position, "hands", 0)


def test_ol_13_what_was_revealed_is_public_for_good() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16))
    play_round(position, [("a", "a"), ("b", "a"), ("c", "c")])
    for viewer in (None, 0, 1, 2):
        seats = position.view(viewer).seats
        assert [seat.jail for seat in seats] == [("a",), (), ("c",)]
        assert [seat.shown for seat in seats] == [("a",), ("b",), ("c",)]
        assert [seat.dollars for seat in seats] == [100, 0, 100]


def test_ol_14_the_badge_moves_one_seat_and_a_new_round_starts() -> None:
    position = start(3, ["p"] * 3, deck=plain_deck(16), first_player=1)
    holders = []
    for number in range(1, 5):
        assert position.view().round == number
        holders.append(position.view().badge)
        assert position.to_act == {holders[-1]}
        play_round(position, [("a", "b"), ("a", "b"), ("a", "b")])
    assert holders == [1, 2, 0, 1]
