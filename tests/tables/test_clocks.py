"""Clocks: what a seat has, what happens when it has run out, and that the clock's own choice proves nothing."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from doublecross.tables import commands as c
from doublecross.tables.events import Chosen, TimedOut
from tests.tables.build import Desk, to_robbery

FIRST = {"first_player": "0"}


def desk_of(*people: str, game: str = "most-wanted", clock: c.Clock | None = None, **options: Any) -> Desk:
    return Desk(game, players=len(people), options=FIRST | options, clock=clock).seat(*people).start()


def neutral(**fields: Any) -> c.Clock:
    return c.Clock(run_out="neutral", **fields)


def run_out(desk: Desk, seed: int = 5) -> list[Any]:
    """The next clock runs out."""
    when, decision, seat = desk.table.deadlines[0]
    desk.now = when
    return [event.fact for event in desk.do(None, c.TimeOut, seed=seed, decision=decision, seat=seat)]


def test_default_clock_is_60_seconds_and_a_bank_of_120_then_a_stand_in() -> None:
    desk = desk_of("ada", "bo")
    assert desk.table.deadlines == [(desk.now + 180, desk.decision, 0)]
    clock = desk.view().seats[0].clock
    assert clock is not None
    assert (clock.ends, clock.bank, clock.factor) == (desk.now + 60, 120, 1)
    facts = run_out(desk)
    assert [(fact.outcome, fact.bot) for fact in facts] == [("stand-in", "heuristic")]
    assert [asked.seat for asked in desk.table.asked_bots] == [0]
    assert desk.view().seats[0].bot == "heuristic"
    assert desk.table.deadlines == [], "a bot has no clock"
    assert "stands in" in desk.lines()[-1]


def test_no_clock_for_a_person_alone_with_bots() -> None:
    desk = Desk(players=3, options=FIRST).seat("ada", bots=2).start()
    assert desk.table.deadlines == []
    assert desk.view().clock.kind == "none"


def test_usual_clock_stops_while_one_person_is_left_and_then_begins_anew() -> None:
    desk = desk_of("ada", "bo")
    desk.do("bo", c.Leave)
    assert (desk.view("ada").clock.kind, desk.table.deadlines) == ("none", [])
    desk.now += 3600
    desk.do("bo", c.TakeBack)
    assert desk.view("ada").clock.kind == "decision"
    assert desk.table.deadlines == [(desk.now + 180, desk.decision, 0)]


def test_who_joins_a_person_alone_with_bots_brings_the_clock_with_its_bank() -> None:
    desk = Desk(players=2, options=FIRST).seat("ada", bots=1).start()
    desk.do("dee", c.AskForSeat, name="Dee", seat=1)
    desk.do("ada", c.Agree, person="dee")
    assert desk.table.deadlines == [(desk.now + 180, desk.decision, 0)]
    assert [seat.bank for seat in desk.table.state.seats] == [120, 120]


def test_no_clock_if_the_table_says_so() -> None:
    assert desk_of("ada", "bo", clock=c.Clock(kind="none")).table.deadlines == []


def test_days_for_play_by_turns() -> None:
    desk = desk_of("ada", "bo", clock=c.Clock(kind="days", days=3))
    assert desk.table.deadlines == [(desk.now + 3 * 86400, desk.decision, 0)]


def test_time_beyond_the_decisions_own_comes_from_the_bank() -> None:
    desk = desk_of("ada", "bo")
    desk.now += 100
    desk.do("ada", c.Choose, decision=desk.decision, choice=f"labor {desk.hand(0)[0]}")
    assert desk.table.state.seats[0].bank == 80
    desk.now += 50
    desk.do("bo", c.Choose, decision=desk.decision, choice=f"labor {desk.hand(1)[0]}")
    assert desk.table.state.seats[1].bank == 120


def test_time_out_comes_neither_early_nor_twice_nor_for_others() -> None:
    desk = desk_of("ada", "bo", clock=c.Clock(run_out="wait"))
    for seat in (0, 1, 7):
        assert "No time has run out" in desk.refused(None, c.TimeOut, decision=desk.decision, seat=seat)
    run_out(desk)
    assert "No time has run out" in desk.refused(None, c.TimeOut, decision=desk.decision, seat=0)
    assert desk.refused("bo", c.TimeOut, decision=desk.decision, seat=0)


def test_wait_marks_the_seat_and_others_may_act() -> None:
    desk = desk_of("ada", "bo", clock=c.Clock(run_out="wait"))
    run_out(desk)
    assert desk.view().seats[0].overdue
    assert desk.table.deadlines == []
    desk.do("bo", c.StandIn, seat=0, bot="random")
    assert [asked.seat for asked in desk.table.asked_bots] == [0]


def test_more_gives_the_same_time_once_more_then_waits() -> None:
    desk = desk_of("ada", "bo", clock=c.Clock(run_out="more"))
    run_out(desk)
    assert desk.table.deadlines == [(desk.now + 60, desk.decision, 0)]
    run_out(desk)
    assert desk.view().seats[0].overdue


@pytest.mark.parametrize(("factor", "seconds"), [(2, 120), (4, 240)])
def test_any_seat_can_be_granted_more_time_by_anyone_seated(factor: int, seconds: int) -> None:
    desk = desk_of("ada", "bo")
    desk.do("bo", c.GrantTime, seat=0, factor=factor)
    assert desk.table.deadlines[0][0] == desk.now + seconds + 120
    desk.do("bo", c.GrantTime, seat=0, factor=0)
    assert desk.table.deadlines == []
    assert desk.refused("eve", c.GrantTime, seat=0, factor=2)
    assert desk.refused("bo", c.GrantTime, seat=0, factor=3)
    assert desk.refused("bo", c.GrantTime, seat=9, factor=2)


def test_outage_pushes_every_clock() -> None:
    desk = desk_of("ada", "bo")
    before = desk.table.deadlines[0][0]
    desk.do(None, c.Outage, seconds=33.5)
    assert desk.table.deadlines[0][0] == before + 33.5


def test_readiness_cleared_by_others_leaves_time_to_answer() -> None:
    desk = desk_of("ada", "bo", "cleo")
    to_robbery(desk)
    desk.do("bo", c.Ready, decision=desk.decision)
    desk.now += 170
    desk.do("cleo", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(2)[:2]))
    ends = desk.view().seats[1].clock.ends  # type: ignore[union-attr]
    assert ends is not None
    assert ends >= desk.now + 20


def test_neutral_turn_labours_with_one_random_card() -> None:
    cards = Counter[str]()
    for seed in range(200):
        desk = desk_of("ada", "bo", clock=neutral())
        hand = desk.hand(0)
        facts = run_out(desk, seed)
        chosen = next(fact for fact in facts if isinstance(fact, Chosen))
        tile, card, end = chosen.choices[0][1].split()
        assert (tile, end) == ("labor", "done")
        cards[card] += 1
        assert desk.view().seats[0].timed_out
        timed = facts[0]
        assert isinstance(timed, TimedOut)
        assert timed.seed == f"{seed:064x}"
    assert set(cards) == set(hand)
    assert min(cards.values()) > 20, "uniform over five cards"


def test_neutral_stays_out_and_does_not_challenge() -> None:
    desk = desk_of("ada", "bo", "cleo", clock=neutral())
    to_robbery(desk)
    facts = run_out(desk)
    assert (facts[0].choice, desk.part(1).draft, desk.part(1).inside) == (None, None, False)
    run_out(desk)
    assert desk.table.state.choices[1:3] == [(1, "out"), (2, "out")]
    desk = desk_of("ada", "bo", "cleo", clock=neutral(), labor="dishonest")
    desk.do("ada", c.Choose, decision=desk.decision, choice=f"labor {desk.hand(0)[0]}")
    run_out(desk)
    run_out(desk)
    assert desk.table.state.choices[1:] == [(1, "out"), (2, "out")]


def test_neutral_plays_random_cards_where_it_must_play() -> None:
    played = Counter[str]()
    for seed in range(150):
        desk = desk_of("ada", "bo", clock=neutral())
        desk.do("ada", c.Choose, decision=desk.decision, choice="duel x1 p1")
        desk.do("ada", c.Choose, decision=desk.decision, choice=desk.hand(0)[0])
        hand = desk.hand(1)
        run_out(desk, seed)
        played[dict(desk.table.state.choices[1:3])[1]] += 1
    assert set(played) == set(hand)


def test_what_was_laid_down_before_the_time_ran_out_stands() -> None:
    desk = desk_of("ada", "bo", clock=neutral())
    desk.do("ada", c.Choose, decision=desk.decision, choice="duel x2 p1")
    laid = " ".join(desk.hand(0)[1:3])
    desk.do("ada", c.Draft, decision=desk.decision, choice=laid)
    run_out(desk)
    desk.do("bo", c.Choose, decision=desk.decision, choice=" ".join(desk.hand(1)[:2]))
    assert desk.table.state.choices[1] == (0, laid)


def test_neutral_outlaws_are_played_and_claimed_independently_and_uniformly() -> None:
    pairs = Counter[tuple[str, str]]()
    seeds = random.Random(3)
    for _ in range(600):
        desk = desk_of("ada", "bo", "cleo", game="outlawed", clock=neutral())
        run_out(desk, seeds.getrandbits(256))
        played, claimed = desk.table.state.choices[0][1].split()
        pairs[played, claimed.removeprefix("as:")] += 1
    played = Counter(pair[0] for pair in pairs.elements())
    claimed = Counter(pair[1] for pair in pairs.elements())
    true = sum(count for (one, other), count in pairs.items() if one == other)
    assert (len(played), len(claimed)) == (10, 11)
    assert min(played.values()) > 30
    assert min(claimed.values()) > 25
    assert 25 < true < 90, "a true claim is as likely as any other"


def test_time_out_of_a_declarer_who_placed_nothing() -> None:
    desk = desk_of("ada", "bo", "cleo", clock=neutral())
    to_robbery(desk, cards=False)
    run_out(desk)
    assert len(desk.part(0).draft.split()) == 2
    assert desk.view().seats[0].timed_out


def test_the_clocks_choice_is_folded_from_what_was_stored() -> None:
    desk = desk_of("ada", "bo", "cleo", clock=neutral())
    for seed in range(40):
        if desk.table.state.phase != "playing":
            break
        run_out(desk, seed)
    assert desk.again().fingerprint() == desk.fingerprint()
