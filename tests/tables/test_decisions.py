"""Decisions other than robberies: final where one decides; where several do, face down and changeable until all are ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from doublecross.tables import commands as c
from doublecross.tables.events import Chosen
from doublecross.tables.views import ChoiceView
from tests.tables.build import Desk

FIRST = {"first_player": "0"}


def desk_of(*people: str, **options: Any) -> Desk:
    return Desk(players=len(people), options=FIRST | options).seat(*people).start()


def duel(desk: Desk, size: int = 1) -> None:
    desk.do("ada", c.Choose, decision=desk.decision, choice=f"duel x{size} p1")


def challenge(desk: Desk) -> None:
    hand = desk.hand(0)
    desk.do("ada", c.Choose, decision=desk.decision, choice=f"labor {hand[4]} {hand[0]}")


def test_choice_of_one_is_final_at_once() -> None:
    desk = desk_of("ada", "bo")
    old = desk.decision
    desk.do("ada", c.Choose, decision=old, choice=f"labor {desk.hand(0)[0]}")
    assert "decision is over" in desk.refused("ada", c.Choose, decision=old, choice="church")
    assert desk.waits == [1]


def test_cards_of_a_set_in_any_order_and_the_end_of_a_set_may_be_left_out() -> None:
    desk = desk_of("ada", "bo")
    hand = desk.hand(0)
    desk.do("ada", c.Choose, decision=desk.decision, choice=f"church {hand[3]} {hand[0]}")
    assert desk.table.state.choices == [(0, f"church {hand[0]} {hand[3]} done")]


def test_shootout_names_its_targets_in_any_order() -> None:
    desk = desk_of("ada", "bo", "cleo", duel="shootout")
    desk.do("ada", c.Choose, decision=desk.decision, choice="shootout x1 p2 p1")
    assert desk.table.state.choices == [(0, "shootout x1 p1 p2 done")]
    assert desk.waits == [0, 1, 2]


NO_CHOICES = ["", "duel", "duel x1", "duel x1 p0", "duel x1 p1 p1", "duel p1", "labor", "Zz", "pass", "in", "pony " * 90]


@pytest.mark.parametrize("choice", NO_CHOICES)
def test_what_is_no_whole_choice_is_refused(choice: str) -> None:
    desk = desk_of("ada", "bo")
    assert desk.refused("ada", c.Choose, decision=desk.decision, choice=choice)


def test_draft_and_readiness_belong_to_decisions_of_several() -> None:
    desk = desk_of("ada", "bo")
    assert "decide alone" in desk.refused("ada", c.Draft, decision=desk.decision, choice="church")
    assert "decide alone" in desk.refused("ada", c.Ready, decision=desk.decision)


def test_wrong_seat_and_late_answers_change_nothing() -> None:
    desk = desk_of("ada", "bo")
    assert "not your turn" in desk.refused("bo", c.Choose, decision=desk.decision, choice="church")
    assert "no seat" in desk.refused("eve", c.Choose, decision=desk.decision, choice="church")
    assert "not yours" in desk.refused("bo", c.Choose, decision=desk.decision, choice="church", seat=0)
    assert "over" in desk.refused("ada", c.Choose, decision="1-99", choice="church")


def test_duel_is_changeable_until_both_are_ready_and_sealed_until_then() -> None:
    desk = desk_of("ada", "bo")
    duel(desk)
    ada, bo = desk.hand(0), desk.hand(1)
    before = desk.received("bo"), desk.received(None)
    desk.do("ada", c.Draft, decision=desk.decision, choice=ada[0])
    desk.do("ada", c.Draft, decision=desk.decision, choice=ada[1])
    assert before == (desk.received("bo"), desk.received(None))
    assert "Choose first" in desk.refused("bo", c.Ready, decision=desk.decision)
    desk.do("ada", c.Ready, decision=desk.decision)
    assert desk.view("bo").seats[0].ready
    desk.do("ada", c.Draft, decision=desk.decision, choice=ada[2])
    assert desk.part(0).ready, "a swap clears nothing"
    events = desk.do("bo", c.Choose, decision=desk.decision, choice=bo[0])
    assert [fact.choices for event in events if isinstance(fact := event.fact, Chosen)] == [((0, ada[2]), (1, bo[0]))]


def test_readiness_and_draft_can_be_taken_back() -> None:
    desk = desk_of("ada", "bo")
    duel(desk)
    desk.do("ada", c.Choose, decision=desk.decision, choice=desk.hand(0)[0])
    desk.do("ada", c.Ready, decision=desk.decision, ready=False)
    assert not desk.part(0).ready
    desk.do("ada", c.Ready, decision=desk.decision)
    desk.do("ada", c.Draft, decision=desk.decision, choice=None)
    assert (desk.part(0).draft, desk.part(0).ready) == (None, False)


def test_challenges_are_shown_together() -> None:
    desk = desk_of("ada", "bo", "cleo", labor="dishonest")
    challenge(desk)
    assert desk.waits == [1, 2]
    seen = desk.view("cleo"), desk.view("ada")
    desk.do("bo", c.Draft, decision=desk.decision, choice="in")
    desk.do("bo", c.Draft, decision=desk.decision, choice="out")
    assert seen == (desk.view("cleo"), desk.view("ada"))
    desk.do("bo", c.Choose, decision=desk.decision, choice="in")
    assert [seat.ready for seat in desk.view("ada").seats] == [None, True, False]
    desk.do("cleo", c.Choose, decision=desk.decision, choice="out")
    assert desk.table.state.choices[1:] == [(1, "in"), (2, "out")]


def test_opening_duel_and_its_tie_breaks_are_drafts() -> None:
    desk = Desk(players=3, options={"first_player": "duel", "ranks": "6789TJQKA"}).seat("ada", "bo", "cleo").start()
    tied = 0
    while desk.table.state.decision.kind == "draft":  # type: ignore[union-attr]
        assert all(desk.view(desk.owner(seat)).ask.many == 1 for seat in desk.waits)  # type: ignore[union-attr]
        for seat in list(desk.waits):
            desk.do(desk.owner(seat), c.Choose, decision=desk.decision, choice=desk.hand(seat)[-1])
        tied += 1
    assert tied >= 1
    assert len(desk.waits) == 1


def test_tie_break_is_a_decision_of_the_tied_changeable_and_sealed() -> None:
    for seed in range(50):
        desk = Desk(players=3, options={"first_player": "duel", "ranks": "67"}).seat("ada", "bo", "cleo").start(seed)
        if common := set.intersection(*({card[0] for card in desk.hand(seat)} for seat in range(3))):
            break
    rank = max(common)
    for seat in range(3):
        desk.do(desk.owner(seat), c.Choose, decision=desk.decision, choice=next(card for card in desk.hand(seat) if card[0] == rank))
    assert "tie" in [line.kind for line in desk.view().log]
    old, seen = desk.decision, desk.received(None)
    assert desk.waits == [0, 1, 2]
    for card in desk.hand(0)[:3]:
        desk.do("ada", c.Draft, decision=old, choice=card)
    assert desk.received(None) == seen
    for person in ("bo", "ada", "cleo"):
        assert desk.decision == old
        desk.do(person, c.Choose, decision=old, choice=desk.hand(desk.seat_of(person))[0])
    assert desk.decision != old


def test_outlawed_play_and_claim_are_one_choice_of_which_nothing_shows_before() -> None:
    desk = Desk("outlawed", players=3, options={"first_player": 0}).seat("ada", "bo", "cleo").start()
    ask = desk.view("ada").ask
    assert ask is not None
    played = ask.choices[0]
    assert played.then
    assert "not complete" in desk.refused("ada", c.Choose, decision=desk.decision, choice=played.token)
    desk.do("ada", c.Choose, decision=desk.decision, choice=f"{played.token} {played.then[0].token}")
    assert desk.waits == [1]
    assert desk.table.state.choices == [(0, f"{played.token} {played.then[0].token}")]


def spelled(choice: ChoiceView) -> Iterator[str]:
    """The choices that begin with this token, as a page would put them together; of a set, its first members alone and all."""
    follow = [then for then in choice.then if then.token != "done"]
    if not choice.then:
        yield choice.token
    elif choice.many:
        yield f"{choice.token} {follow[0].token}"
        if len(follow) < len(choice.then):
            yield f"{choice.token} done"
    else:
        yield from (f"{choice.token} {rest}" for then in follow for rest in spelled(then))


@pytest.mark.parametrize("options", [{}, {"duel": "shootout", "labor": "dishonest", "church": "saloon"}])
def test_every_choice_that_is_shown_can_be_made(options: dict[str, str]) -> None:
    desk = desk_of("ada", "bo", "cleo", **options)
    ask = desk.view("ada").ask
    assert ask is not None
    choices = [text for choice in ask.choices for text in spelled(choice)]
    assert len(choices) > 5
    for text in choices:
        copy = desk.again()
        copy.do("ada", c.Choose, decision=copy.decision, choice=text)
        assert set(text.split()) <= set(copy.table.state.choices[0][1].split())


def test_placing_offers_every_card_of_the_hand() -> None:
    desk = desk_of("ada", "bo")
    duel(desk, 2)
    ask = desk.view("bo").ask
    assert ask is not None
    assert (ask.kind, ask.many) == ("draft", 2)
    assert [choice.token for choice in ask.choices] == list(dict.fromkeys(desk.hand(1)))


def test_who_the_table_waits_for_is_said_in_the_viewers_language() -> None:
    desk = desk_of("ada", "bo")
    duel(desk)
    decision, other = desk.view(None).decision, desk.view("ada", "es").decision
    assert decision is not None
    assert other is not None
    assert decision.waiting == "Waiting for: Ada and Bo."
    assert other.waiting == "Falta la decisión de: Bo."
    assert other.waits_for == (0, 1)


def test_a_card_held_twice_is_one_choice_with_two_copies() -> None:
    """Whoever draws so many cards of `choices`, each as often as it has copies, lays down what is accepted."""
    seen = set()
    for seed in range(12):
        desk = Desk(players=2, options=FIRST).seat("ada", "bo").start(seed)
        duel(desk, size=2)
        hand, asked = Counter(desk.hand(0)), desk.view("ada").ask
        assert asked is not None
        assert Counter({choice.token: choice.copies for choice in asked.choices}) == Counter({card: min(n, 2) for card, n in hand.items()})
        for card, copies in hand.items():
            seen.add(copies)
            if copies > 1:
                desk.do("ada", c.Draft, decision=desk.decision, choice=f"{card} {card}")
    assert {1, 2} <= seen


def test_copies_of_a_free_set() -> None:
    """Where the number is free, each card that follows says how often it can still be taken."""
    for seed in range(60):
        desk = Desk(players=2, options=FIRST).seat("ada", "bo").start(seed)
        asked, hand = desk.view("ada").ask, Counter(desk.hand(0))
        assert asked is not None
        twins = [card for card, number in hand.items() if number > 1]
        church = next(choice for choice in asked.choices if choice.token == "church")
        assert Counter({choice.token: choice.copies for choice in church.then if choice.token != "done"}) == hand
        if twins:
            desk.do("ada", c.Choose, decision=desk.decision, choice=f"church {twins[0]} {twins[0]}")
            return
    raise AssertionError("no hand with twins")
