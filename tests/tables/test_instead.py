"""Who chose in the place of a seat's owner, as a replay of the game knows it."""

from __future__ import annotations

from doublecross.tables import commands as c
from doublecross.tables.replays import Replay, finished_game
from tests.tables.build import Desk, to_robbery

FIRST = {"first_player": "0", "turn_limit": 2}


def desk_of(*people: str, **options: str | int) -> Desk:
    clock = c.Clock(run_out="neutral")
    return Desk(players=len(people), options=FIRST | options, clock=clock).seat(*people).start()


def run_out(desk: Desk, seat: int) -> None:
    """The clock of a seat runs out."""
    when, decision = next((when, decision) for when, decision, each in desk.table.deadlines if each == seat)
    desk.now = when
    desk.do(None, c.TimeOut, seed=5, decision=decision, seat=seat)


def replayed(desk: Desk) -> Replay:
    """The game played to its end, everyone choosing at random."""
    found = finished_game(desk.play_on().log, 1)
    assert found is not None
    return found


def told(desk: Desk) -> dict[tuple[int, str], str]:
    """By seat and choice, who chose instead of the owner."""
    replay = replayed(desk)
    choices = replay.final.choices()
    return {(choices[step][0], replay.final.action_text(choices[step][1])): who for step, who in replay.instead.items()}


def test_nobody_where_all_choose_themselves() -> None:
    assert replayed(desk_of("ada", "bo")).instead == {}


def test_the_clock_on_ones_own_turn() -> None:
    desk = desk_of("ada", "bo")
    run_out(desk, 0)
    assert told(desk) == {(0, "labor"): "clock"}


def test_in_a_robbery_what_was_laid_down_is_ones_own() -> None:
    """Bo has laid cards down and cleo nothing: the clock keeps cleo out, and counts ada's and bo's cards as theirs."""
    desk = desk_of("ada", "bo", "cleo")
    to_robbery(desk)
    desk.do("bo", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(1)[:2]))
    for seat in list(desk.waits):
        run_out(desk, seat)
    assert told(desk) == {(2, "out"): "clock"}


def test_cards_that_the_clock_lays_down_for_a_robbery() -> None:
    desk = desk_of("ada", "bo", "cleo")
    to_robbery(desk, cards=False)
    assert desk.table.state.decision is not None
    desk.do("bo", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(1)[:2]))
    run_out(desk, 0)
    desk.do("bo", c.Ready, decision=desk.decision)
    desk.do("cleo", c.Draft, decision=desk.decision, choice="out")
    desk.do("cleo", c.Ready, decision=desk.decision)
    assert [(seat, who) for (seat, _), who in told(desk).items()] == [(0, "clock")]


def test_of_several_who_lay_cards_only_the_one_who_was_late() -> None:
    desk = desk_of("ada", "bo")
    desk.do("ada", c.Choose, decision=desk.decision, choice="duel x2 p1")
    desk.do("ada", c.Choose, decision=desk.decision, choice=" ".join(desk.hand(0)[:2]))
    run_out(desk, 1)
    assert [(seat, who) for (seat, _), who in told(desk).items()] == [(1, "clock")]


def test_whoever_comes_back_in_time_has_chosen() -> None:
    """The clock kept bo out, but cleo joins, all are asked anew, and bo joins too."""
    desk = desk_of("ada", "bo", "cleo")
    to_robbery(desk)
    run_out(desk, 1)
    desk.do("cleo", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(2)[:2]))
    desk.do("bo", c.Draft, decision=desk.decision, choice=" ".join(desk.hand(1)[:2]))
    for person in ("ada", "bo", "cleo"):
        desk.do(person, c.Ready, decision=desk.decision)
    assert told(desk) == {}


def test_each_game_has_its_own() -> None:
    desk = desk_of("ada", "bo")
    run_out(desk, 0)
    desk.play_on()
    desk.start().play_on()
    first, second = (finished_game(desk.log, number) for number in (1, 2))
    assert first is not None
    assert second is not None
    assert (list(first.instead.values()), second.instead) == (["clock"], {})


def test_a_bot_that_stands_in_and_one_that_has_its_own_seat() -> None:
    longer = FIRST | {"turn_limit": 4}
    desk = Desk(players=3, options=longer, clock=c.Clock(kind="none")).seat("ada", "bo", bots=1).start()
    desk.do("ada", c.StandIn, seat=0, bot="random")
    replay = replayed(desk)
    assert {seat for seat, _ in replay.final.choices()} == {0, 1, 2}
    assert replay.instead
    assert {replay.final.choices()[step][0] for step in replay.instead} == {0}
    assert set(replay.instead.values()) == {"bot"}
    desk = Desk(players=3, options=FIRST, clock=c.Clock(kind="none")).seat("ada", "bo", bots=1).start()
    desk.do("ada", c.StandIn, seat=0, bot="random")
    desk.do("ada", c.TakeBack)
    assert replayed(desk).instead == {}
