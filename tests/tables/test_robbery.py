"""Robberies at a table as written: MW-10 to MW-12, and MW-15 for bots."""

from __future__ import annotations

import pytest

from doublecross.tables import commands as c
from doublecross.tables.events import Chosen
from tests.tables.build import Desk, to_robbery


@pytest.fixture
def desk() -> Desk:
    return Desk(players=3).seat("ada", "bo", "cleo").start()


def others_of(desk: Desk, declarer: int) -> list[int]:
    return [seat for seat in range(3) if seat != declarer]


def test_mw_10_declaration_carries_the_cards_which_nobody_else_sees(desk: Desk) -> None:
    declarer = to_robbery(desk)
    person, other = desk.owner(declarer), desk.owner((declarer + 1) % 3)
    ask = desk.view(person).ask
    assert ask is not None
    assert ask.draft == " ".join(desk.hand(declarer)[:2])
    assert ask.ready
    for viewer in (other, None):
        seat = desk.view(viewer).seats[declarer]
        assert (seat.inside, seat.face_down) == (True, 2)
        assert desk.view(viewer).ask is None or desk.view(viewer).ask.draft is None


def test_mw_10_declarer_may_swap_but_not_withdraw(desk: Desk) -> None:
    declarer = to_robbery(desk)
    person, hand = desk.owner(declarer), desk.hand(declarer)
    assert "cannot withdraw" in desk.refused(person, c.Draft, decision=desk.decision, choice=None)
    assert "cannot withdraw" in desk.refused(person, c.Choose, decision=desk.decision, choice="out")
    desk.do(person, c.Draft, decision=desk.decision, choice=f"{hand[3]} {hand[2]}")
    assert set(desk.part(declarer).draft.split()) == {hand[2], hand[3]}


def test_mw_10_cards_may_come_after_the_declaration(desk: Desk) -> None:
    declarer = to_robbery(desk, cards=False)
    person = desk.owner(declarer)
    assert "Choose first" in desk.refused(person, c.Ready, decision=desk.decision)
    desk.do(person, c.Choose, decision=desk.decision, choice=" ".join(desk.hand(declarer)[:2]))
    assert desk.part(declarer).ready


@pytest.mark.parametrize("cards", ["", "6s", "in", "6s 6s 6s", "nonsense", "done", "pony"])
def test_mw_11_joining_needs_exactly_that_many_cards_of_the_hand(desk: Desk, cards: str) -> None:
    declarer = to_robbery(desk)
    seat = others_of(desk, declarer)[0]
    for command in (c.Choose, c.Draft):
        assert desk.refused(desk.owner(seat), command, decision=desk.decision, choice=cards)
    assert not desk.part(seat).inside
    assert not desk.part(seat).ready
    joined = " ".join(desk.hand(seat)[:2])
    desk.do(desk.owner(seat), c.Draft, decision=desk.decision, choice=joined)
    assert desk.refused(desk.owner(seat), c.Choose, decision=desk.decision, choice=cards)
    assert desk.part(seat).draft == joined, "no slip of the hand withdraws anybody"


def test_mw_11_everyone_sees_who_is_in_and_how_many_cards_lie_there(desk: Desk) -> None:
    declarer = to_robbery(desk)
    first, second = others_of(desk, declarer)
    before = desk.table.version(desk.owner(second)), desk.table.version(None)
    desk.do(desk.owner(first), c.Draft, decision=desk.decision, choice=" ".join(desk.hand(first)[:2]))
    assert (desk.table.version(desk.owner(second)), desk.table.version(None)) == (before[0] + 1, before[1] + 1)
    for viewer in (desk.owner(second), desk.owner(declarer), None):
        seats = desk.view(viewer).seats
        assert [(seats[seat].inside, seats[seat].face_down) for seat in (declarer, first, second)] == [(True, 2), (True, 2), (False, 0)]
    desk.do(desk.owner(first), c.Draft, decision=desk.decision, choice=None)
    assert not desk.view(None).seats[first].inside


def test_mw_11_change_in_who_is_in_clears_the_others_readiness(desk: Desk) -> None:
    declarer = to_robbery(desk)
    first, second = others_of(desk, declarer)
    desk.do(desk.owner(second), c.Ready, decision=desk.decision)
    assert desk.part(declarer).ready
    desk.do(desk.owner(first), c.Choose, decision=desk.decision, choice=" ".join(desk.hand(first)[:2]))
    assert [desk.part(seat).ready for seat in (declarer, first, second)] == [False, True, False]


def test_mw_11_mere_swap_clears_nothing_and_shows_to_nobody(desk: Desk) -> None:
    declarer = to_robbery(desk)
    first, second = others_of(desk, declarer)
    hand = desk.hand(first)
    desk.do(desk.owner(first), c.Choose, decision=desk.decision, choice=f"{hand[0]} {hand[1]}")
    desk.do(desk.owner(declarer), c.Ready, decision=desk.decision)
    seen = {viewer: desk.received(viewer) for viewer in (desk.owner(declarer), desk.owner(second), None)}
    desk.do(desk.owner(first), c.Draft, decision=desk.decision, choice=f"in {hand[4]} {hand[2]}")
    assert [desk.part(seat).ready for seat in (declarer, first, second)] == [True, True, False]
    assert seen == {viewer: desk.received(viewer) for viewer in seen}


def test_mw_11_after_three_changes_the_last_one_stands(desk: Desk) -> None:
    declarer = to_robbery(desk)
    seat = others_of(desk, declarer)[0]
    person, hand = desk.owner(seat), desk.hand(seat)
    cards = f"{hand[0]} {hand[1]}"
    for choice in (cards, None, cards):
        desk.do(person, c.Draft, decision=desk.decision, choice=choice)
    assert "three times" in desk.refused(person, c.Draft, decision=desk.decision, choice=None)
    desk.do(person, c.Draft, decision=desk.decision, choice=f"{hand[1]} {hand[2]}")
    assert desk.part(seat).inside
    ask = desk.view(person).ask
    assert ask is not None
    assert ask.changes_left == 0


def test_mw_12_reveal_when_all_are_ready_those_who_stay_out_too(desk: Desk) -> None:
    declarer = to_robbery(desk)
    first, second = others_of(desk, declarer)
    desk.do(desk.owner(first), c.Choose, decision=desk.decision, choice=" ".join(desk.hand(first)[:2]))
    old = desk.decision
    desk.do(desk.owner(declarer), c.Ready, decision=old)
    assert desk.decision == old
    events = desk.do(desk.owner(second), c.Ready, decision=old)
    told = [event.fact for event in events if isinstance(event.fact, Chosen)]
    assert dict(told[0].choices) == {first: "in", second: "out"}
    assert set(dict(told[1].choices)) == {declarer, first}
    assert "reveal" in [line.kind for line in desk.view().log]


def test_mw_12_readiness_is_for_what_was_seen(desk: Desk) -> None:
    declarer = to_robbery(desk)
    first, second = others_of(desk, declarer)
    seen = desk.view(desk.owner(second)).decision
    assert seen is not None
    desk.do(desk.owner(first), c.Draft, decision=desk.decision, choice=" ".join(desk.hand(first)[:2]))
    assert "look again" in desk.refused(desk.owner(second), c.Ready, decision=desk.decision, changes=seen.changes)
    assert "look again" in desk.refused(desk.owner(second), c.Choose, decision=desk.decision, choice="out", changes=seen.changes)
    desk.do(desk.owner(second), c.Ready, decision=desk.decision, changes=seen.changes + 1)
    assert desk.part(second).ready
    swapped = " ".join(desk.hand(declarer)[1:3])
    desk.do(desk.owner(declarer), c.Choose, decision=desk.decision, choice=swapped, changes=seen.changes)
    assert (desk.part(declarer).draft, desk.part(declarer).ready) == (swapped, False)


def test_mw_13_nobody_joins(desk: Desk) -> None:
    declarer = to_robbery(desk)
    old = desk.decision
    for seat in others_of(desk, declarer):
        desk.do(desk.owner(seat), c.Ready, decision=old)
    assert desk.table.state.position.view().seats[declarer].pos == 2  # type: ignore[union-attr]
    assert [choice for _, choice in desk.table.state.choices][:3] == ["pony", "out", "out"]


def test_mw_15_bots_are_asked_in_or_out_at_the_declaration_and_for_cards_when_all_people_are_ready() -> None:
    desk = Desk(players=4, options={"first_player": "0"}).seat("ada", "bo", bots=2).start()
    to_robbery(desk)
    assert [asked.seat for asked in desk.table.asked_bots] == [2, 3]
    desk.do(None, c.BotChose, decision=desk.decision, seat=2, choice="in")
    assert desk.view().seats[2].inside
    assert not desk.part(0).ready
    desk.do(None, c.BotChose, decision=desk.decision, seat=3, choice="out")
    assert not desk.table.asked_bots
    for choice in (" ".join(desk.hand(1)[:2]), None):
        desk.do("bo", c.Draft, decision=desk.decision, choice=choice)
        assert not desk.table.asked_bots, "bots are asked once, whoever joins or withdraws later"
    forming = desk.decision
    desk.do("ada", c.Ready, decision=forming)
    desk.do("bo", c.Ready, decision=forming)
    assert desk.decision != forming
    assert [asked.seat for asked in desk.table.asked_bots] == [2]
    assert [seat.face_down for seat in desk.view().seats] == [2, 0, 2, 0]
    assert "stay as they are" in desk.refused("ada", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(0)[:2]))
    assert desk.view("ada").ask is None
    desk.answer_bots()
    assert desk.table.state.decision.kind == "choose"  # type: ignore[union-attr]


def test_mw_15_a_bot_declares_and_is_asked_for_cards_last() -> None:
    desk = Desk(players=3, options={"first_player": "2"}).seat("ada", "bo", bots=1).start()
    desk.do(None, c.BotChose, decision=desk.decision, seat=2, choice="pony")
    assert (desk.view().seats[2].inside, desk.view().seats[2].face_down) == (True, 2)
    assert not desk.table.asked_bots
    for person in ("ada", "bo"):
        desk.do(person, c.Ready, decision=desk.decision)
    assert [asked.seat for asked in desk.table.asked_bots] == [2]


def test_owner_who_comes_back_places_the_cards_of_a_join_that_the_stand_in_made() -> None:
    desk = Desk(players=3, options={"first_player": "0"}).seat("ada", "bo", "cleo").start()
    to_robbery(desk)
    desk.do("bo", c.StandIn, seat=1, bot="random")
    desk.do(None, c.BotChose, decision=desk.decision, seat=1, choice="in")
    desk.do("bo", c.TakeBack)
    assert "Choose first" in desk.refused("bo", c.Ready, decision=desk.decision)
    desk.do("bo", c.Choose, decision=desk.decision, choice=" ".join(desk.hand(1)[:2]))
    assert desk.part(1).inside


def test_what_a_seat_has_said_stands_when_a_bot_takes_over() -> None:
    """Cards that lie there stay, and so does staying out; only who has not answered is answered for."""
    desk = Desk(players=4, options={"first_player": "0"}).seat("ada", "bo", "cleo", "dee").start()
    to_robbery(desk)
    cards = " ".join(desk.hand(1)[:2])
    desk.do("bo", c.Draft, decision=desk.decision, choice=cards)
    desk.do("cleo", c.Ready, decision=desk.decision)
    for seat, person in enumerate(("ada", "bo", "cleo", "dee")):
        desk.do(person, c.StandIn, seat=seat, bot="random")
    assert [asked.seat for asked in desk.table.asked_bots] == [3]
    desk.do(None, c.BotChose, decision=desk.decision, seat=3, choice="out")
    assert desk.table.state.choices[1:] == [(1, "in"), (2, "out"), (3, "out"), (0, desk.table.state.choices[4][1]), (1, cards)]


def test_two_players_with_the_sheriff() -> None:
    desk = Desk(players=2).seat("ada", "bo").start()
    declarer = to_robbery(desk)
    other = desk.owner(1 - declarer)
    assert "sheriff_draws" in [line.kind for line in desk.view().log]
    desk.do(other, c.Choose, decision=desk.decision, choice="out")
    assert "sheriff_reveal" in [line.kind for line in desk.view().log]


def test_cards_go_with_a_declaration_only(desk: Desk) -> None:
    seat = desk.waits[0]
    card = desk.hand(seat)[0]
    assert "robbery only" in desk.refused(desk.owner(seat), c.Choose, decision=desk.decision, choice=f"labor {card}", cards=card)


def test_cards_do_not_go_with_an_answer(desk: Desk) -> None:
    seat = others_of(desk, to_robbery(desk))[0]
    cards = " ".join(desk.hand(seat)[:2])
    assert "robbery only" in desk.refused(desk.owner(seat), c.Choose, decision=desk.decision, choice=cards, cards=cards)


def test_declaration_with_wrong_cards_declares_nothing(desk: Desk) -> None:
    seat = desk.waits[0]
    assert desk.refused(desk.owner(seat), c.Choose, decision=desk.decision, choice="pony", cards=desk.hand(seat)[0])
    assert desk.table.state.decision.kind == "choose"  # type: ignore[union-attr]
