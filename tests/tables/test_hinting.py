"""What a person may ask advice about: only where the table allows it, only their own decision, only what their seat may know."""

from __future__ import annotations

import msgspec
import pytest

from doublecross.bots.bot import Decision
from doublecross.tables import commands as c
from doublecross.tables.hinting import HintQuestion
from doublecross.tables.refusals import Refusal
from tests.tables.build import Desk, to_robbery


def questions(desk: Desk, person: str | None) -> list[HintQuestion]:
    return desk.table.hint_questions(person, "en")


def robbery() -> tuple[Desk, str, list[str]]:
    """A table at which a robbery has just been declared: its declarer, and who may join."""
    for seed in range(60):
        desk = Desk("most-wanted", players=3, hints=True).seat("ada", "bo", "cy").start(seed)
        for _ in range(4):
            state = desk.table.state
            assert state.decision is not None
            assert state.position is not None
            if state.decision.kind == "robbery":
                people = ["ada", "bo", "cy"]
                declarer = people[state.decision.declarer or 0]
                joiners = [person for person in people if person != declarer and people.index(person) in state.decision.parts]
                if len(joiners) == 2:
                    return desk, declarer, joiners
                break
            seat = min(state.decision.parts)
            tokens = [state.position.action_text(action) for action in state.position.legal(seat)]
            robberies = [token for token in ("pony", "stage", "train") if token in tokens]
            if not robberies:
                break
            desk.do(["ada", "bo", "cy"][seat], c.Choose, decision=state.decision.id, choice=robberies[0])
    raise AssertionError("no robbery")


def test_a_table_plays_without_hints_unless_its_host_allows_them() -> None:
    desk = Desk("outlawed", players=3).seat("ada", "bo", "cy")
    assert not desk.table.view("ada", "en").hints
    desk.do("ada", c.SetOptions, hints=True)
    assert desk.table.view("bo", "en").hints
    assert "Hints are allowed." in [line.text for line in desk.table.view("bo", "en").log]
    desk.do("ada", c.SetOptions, hints=False)
    desk.start()
    for person in ("ada", "bo", "cy", None, "nobody"):
        with pytest.raises(Refusal, match="without hints"):
            questions(desk, person)


def test_only_who_is_asked_gets_a_hint_and_it_is_about_their_seat() -> None:
    desk = Desk("outlawed", players=3, hints=True).seat("ada", "bo", "cy").start()
    position = desk.table.state.position
    assert position is not None
    (seat,) = position.to_act
    people = ["ada", "bo", "cy"]
    (question,) = questions(desk, people[seat])
    decision = Decision.from_bytes(question.decision)
    assert decision.seat == seat
    assert decision.seen.tobytes() == position.know(seat).tobytes()
    assert question.text == "Which outlaw do you place face down?"
    assert question.names == ("Ada", "Bo", "Cy")
    for person in [*(each for each in people if each != people[seat]), None, "nobody"]:
        with pytest.raises(Refusal, match="not asked"):
            questions(desk, person)


def test_asking_twice_is_the_same_question() -> None:
    desk = Desk("outlawed", players=3, hints=True).seat("ada", "bo", "cy").start()
    assert desk.table.state.position is not None
    person = ["ada", "bo", "cy"][min(desk.table.state.position.to_act)]
    assert questions(desk, person) == questions(desk, person)


def test_how_a_hint_is_estimated_does_not_depend_on_the_deal() -> None:
    """Not even its seed may tell anything: the first question of every game has the same."""
    seeds = set()
    for deal in (7, 8):
        desk = Desk("outlawed", players=2, options={"first_player": "0"}, hints=True).seat("ada", "bo").start(deal)
        seeds.add(questions(desk, "ada")[0].seed)
    assert len(seeds) == 1


def test_who_cannot_change_anything_any_more_is_not_asked() -> None:
    """The cards of a robbery lie, and a bot still places its own."""
    desk = Desk("most-wanted", players=3, options={"first_player": "0"}, hints=True).seat("ada", "bo", bots=1).start()
    to_robbery(desk)
    desk.do(None, c.BotChose, decision=desk.decision, seat=2, choice="in")
    desk.do("bo", c.Draft, decision=desk.decision, choice="out")
    for person in ("ada", "bo"):
        desk.do(person, c.Ready, decision=desk.decision)
    assert desk.waits == [2]
    assert desk.part(0).fixed
    with pytest.raises(Refusal, match="not asked"):
        questions(desk, "ada")


def test_in_a_robbery_it_is_first_whether_and_then_with_what() -> None:
    desk, declarer, (first, second) = robbery()
    whether, what = (Decision.from_bytes(question.decision) for question in questions(desk, first))
    assert (whether.view.phase, what.view.phase) == ("join", "cards")
    assert [Decision.from_bytes(question.decision).view.phase for question in questions(desk, declarer)] in (["cards"], [])
    state = desk.table.state
    assert state.decision is not None
    assert state.position is not None
    hand = list(what.view.hand)
    number = what.view.size
    seat = ["ada", "bo", "cy"].index(first)
    desk.do(first, c.Draft, decision=state.decision.id, choice=" ".join(hand[:number]))
    _, then = (Decision.from_bytes(question.decision) for question in questions(desk, second))
    assert seat in then.view.inside


def test_what_others_lay_face_down_has_no_say() -> None:
    """The same robbery with other cards under the others' hands is the same question."""
    desk, declarer, (first, second) = robbery()
    decision = desk.table.state.decision
    assert decision is not None
    what = Decision.from_bytes(questions(desk, first)[1].decision)
    hand, number = list(what.view.hand), what.view.size
    found = []
    for cards in (hand[:number], hand[-number:]):
        assert cards != hand[:number] or not found
        desk.do(first, c.Draft, decision=decision.id, choice=" ".join(cards))
        found.append(questions(desk, second))
    assert found[0] == found[1]
    assert declarer not in (first, second)


def test_settings_of_before_have_no_hints() -> None:
    """Tables stored by an earlier version are read as they were."""
    from doublecross.tables.events import Settings

    old = msgspec.convert({"game": "outlawed", "options": {}, "players": 3}, Settings)
    assert not old.hints
