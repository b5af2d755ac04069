"""Turns, what ends them and what ends the game (MW-06 to MW-09, MW-67, MW-68)."""

from __future__ import annotations

import pytest

from tests.most_wanted.build import Table, drawn, table, told


def turn_of(seen: Table) -> int:
    return int(seen.state.active)


def test_mw_06_one_action_then_the_next_seat_in_seat_order() -> None:
    seen = table(3, {0: "6s", 1: "6h", 2: "6c"}, active=1)
    order = []
    for _ in range(4):
        order.append(seen.to_act)
        seen.play(f"{seen.to_act[0]}:church+done")
    assert order == [[1], [2], [0], [1]]


def test_mw_06_there_is_no_passing_while_something_is_possible() -> None:
    seen = table(3, {0: "6s", 1: "6h"})
    assert "pass" not in seen.legal(0)
    assert seen.refused(0, "pass") == "SOMETHING_POSSIBLE"
    assert seen.refused(1, "church") == "NOT_YOUR_TURN"


def test_mw_07_the_active_player_draws_first_then_in_seat_order_each_all_at_once() -> None:
    hands = {0: "6s 7s", 1: "8s 9s", 2: "Ts Js", 3: "Qs Ks"}
    seen = table(4, hands, active=2, hand=2)
    events = seen.play("2:pony 3:in 0:in 1:out 2:Ts+Js 3:Qs+Ks 0:6s+7s", "7c 7h 8c 8h 9c 9h")
    assert drawn(events) == [(2, "7h 7c"), (3, "8h 8c"), (0, "9h 9c")]
    assert seen.hand(1) == "8s 9s"


def test_mw_07_who_stayed_out_does_not_draw() -> None:
    seen = table(3, {0: "6s 7s", 1: "8s 9s", 2: "Ts Js"})
    seen.play("0:pony 1:in 2:out 0:6s+7s 1:8s+9s")
    assert seen.held == [5, 5, 2]


def test_mw_07_who_only_challenged_does_not_draw() -> None:
    seen = table(3, {0: "6s 7s", 1: "8s", 2: "Ts"}, labor="dishonest")
    seen.play("0:labor+6s+7s+done 1:in 2:out")
    assert seen.held == [5, 1, 1]


def test_mw_07_who_was_challenged_to_a_shootout_draws() -> None:
    seen = table(4, {0: "6s", 1: "7s", 2: "8s", 3: "9s"}, duel="shootout")
    seen.play("0:shootout+x1+p1+p3+done 0:6s 1:7s 3:9s")
    assert seen.held == [5, 5, 1, 5]


def test_mw_07_five_or_more_cards_draw_nothing() -> None:
    seen = table(3, {0: "6s 7s 8s 9s Ts Js Qs", 1: "6h 7h 8h 9h Th Jh"})
    events = seen.play("0:pony 1:in 0:6s+7s 1:6h+8h")
    assert seen.held == [5, 5, 0]
    assert drawn(events) == [(1, "6s")]
    assert told(events, "draw") == [1]


def test_mw_07_cards_played_are_in_the_pile_before_the_draw() -> None:
    """The deck has one card: the second drawn comes from the pile, which holds the cards just played, hidden spares of no one."""
    seen = table(3, {0: "6s 7s", 1: "8s 9s"}, deck="Qw", discard="", hoard=2, hand=2)
    seen.play("0:pony 1:out 2:out 0:6s+7s", "Qw 7s")
    assert seen.hand(0) == "7s Qw"
    assert (seen.pile("deck"), seen.pile("discard")) == ("6s", "")


def test_mw_07_everything_played_goes_face_up_on_the_pile() -> None:
    seen = table(3, {0: "6s 7s", 1: "8s 9s"}, pos=(0, 3))
    seen.play("0:pony 1:in 0:6s+7s 1:8s+9s")
    assert seen.position.view().discard == ("6s", "7s", "8s", "9s")
    assert seen.pos == [0, 5, 0]


@pytest.mark.parametrize("start", [9, 10, 11, 12])
def test_mw_08_the_token_stops_at_thirteen_and_wins(start: int) -> None:
    seen = table(3, {0: "6s 7s 8s 9s"}, pos=(start,))
    events = seen.play("0:train 0:6s+7s+8s+9s")
    assert (seen.pos, seen.position.is_over, seen.to_act) == ([13, 0, 0], True, [])
    assert seen.position.returns() == [1.0, 0.0, 0.0]
    assert told(events, "move", "start", "end") == [(0, start, 13)]
    assert told(events, "over", "winners", "why") == [(None, [0], "goal")]


def test_mw_08_after_the_winning_move_nothing_is_paid_discarded_or_drawn() -> None:
    seen = table(3, {0: "6s 7s", 1: "8s 9s"}, pos=(6, 11), bags=(5,))
    events = seen.play("0:pony 1:in 0:6s+7s 1:8s+9s")
    assert (seen.bags, seen.pos, seen.position.returns()) == ([5, 0, 0], [6, 13, 0], [0.0, 1.0, 0.0])
    assert (seen.pile("discard"), seen.pile("laid"), seen.held) == ("", "6s 7s 8s 9s", [0, 0, 0])
    assert told(events, "bail") == told(events, "draw") == told(events, "turn") == []


def test_mw_08_a_loser_wins_nothing_by_moving_back() -> None:
    seen = table(2, {0: "6s", 1: "7s"}, pos=(12, 12), bags=(0, 0))
    seen.play("0:duel+x1+p1 0:6s 1:7s")
    assert (seen.pos, seen.position.returns()) == ([12, 13], [0.0, 1.0])


def test_mw_09_a_lost_turn_is_passed_once() -> None:
    seen = table(3, {0: "6s", 1: "6h", 2: "6c"}, lose_turn=[1])
    events = seen.play("0:church+done")
    assert (seen.to_act, told(events, "pass", "why")) == ([2], [(1, "lost_turn")])
    assert int(seen.state.turns) == 3
    seen.play("2:church+done 0:church+done")
    assert seen.to_act == [1]


def test_mw_09_two_penalties_cost_one_turn() -> None:
    """Seat 2 challenges two true claims before its next turn."""
    seen = table(3, {0: "6s", 1: "6h", 2: "6c"}, labor="dishonest")
    seen.play("0:labor+6s+done 1:out 2:in 1:labor+6h+done 0:out 2:in")
    assert seen.to_act == [0]
    seen.play("0:church+done 1:church+done")
    assert seen.to_act == [2]


def test_mw_09_a_penalty_is_not_forgotten_over_that_of_another_seat() -> None:
    """Seat 2 challenges a true claim; before it passes, seat 3 challenges another."""
    seen = table(4, {0: "6s", 1: "6h", 2: "6c", 3: "6w"}, labor="dishonest")
    seen.play("0:labor+6s+done 1:out 2:in 3:out 1:labor+6h+done 0:out 2:out 3:in")
    assert told(seen.events, "pass") == [2, 3]
    assert seen.to_act == [0]


def test_mw_09_meanwhile_they_join_are_challenged_and_challenge() -> None:
    seen = table(3, {0: "6s 7s", 1: "6h 7h", 2: "6c"}, lose_turn=[1], labor="dishonest")
    seen.play("0:pony")
    assert seen.legal(1) == ["in", "out"]
    seen = table(3, {0: "6s 7s", 1: "6h 7h", 2: "6c"}, lose_turn=[1], labor="dishonest")
    seen.play("0:duel+x1")
    assert "p1" in seen.legal(0)
    seen = table(3, {0: "6s 7s", 1: "6h 7h", 2: "6c"}, lose_turn=[1], labor="dishonest")
    seen.play("0:labor+6s+done")
    assert seen.legal(1) == ["in", "out"]


def test_mw_09_with_two_players_the_other_has_two_turns_in_a_row() -> None:
    seen = table(2, {0: "6s", 1: "6h"}, labor="dishonest")
    seen.play("0:labor+6s+done 1:in")
    assert seen.to_act == [0]
    seen.play("0:church+done")
    assert seen.to_act == [1]


def test_mw_67_what_cannot_be_completed_is_not_offered() -> None:
    one = table(3, {0: "6s", 1: "6h 7h"})
    assert one.legal(0) == ["church", "labor", "duel"]
    assert one.refused(0, "pony") == "NOT_ENOUGH_CARDS"
    alone = table(3, {0: "6s 7s 8s"})
    assert alone.legal(0) == ["pony", "stage", "church", "labor"]
    assert alone.refused(0, "duel") == "NO_OPPONENT"
    four = table(3, {0: "6s 7s 8s 9s", 1: "6h"})
    assert four.legal(0) == ["pony", "stage", "train", "church", "labor", "duel"]


def test_mw_67_the_turn_passes_when_nothing_can_be_completed() -> None:
    seen = table(3, church="saloon", hoard=1, deck="", discard="")
    assert seen.legal(0) == ["pass"]
    events = seen.play("0:pass")
    assert (seen.to_act, told(events, "pass", "why")) == ([1], [(0, "nothing_possible")])
    assert told(events, "turn", "number") == [(1, 2)]


def test_mw_68_after_the_last_turn_the_farthest_token_wins() -> None:
    seen = table(3, {0: "6s"}, pos=(3, 4, 4), bags=(9, 1, 2), turns=2000)
    events = seen.play("0:church+done")
    assert seen.position.returns() == [0.0, 0.0, 1.0]
    assert told(events, "over", "winners", "why") == [(None, [2], "turn_limit")]


def test_mw_68_bags_decide_next_then_the_win_is_shared() -> None:
    further = table(3, {0: "6s"}, pos=(5, 4, 4), bags=(0, 9, 9), turns=2000)
    further.play("0:church+done")
    assert further.position.returns() == [1.0, 0.0, 0.0]
    shared = table(3, {0: "6s"}, pos=(3, 4, 4), bags=(9, 2, 2), turns=2000)
    shared.play("0:church+done")
    assert shared.position.returns() == [0.0, 0.5, 0.5]


def test_mw_68_not_a_turn_earlier_and_passes_count() -> None:
    seen = table(3, {0: "6s", 1: "6h"}, turns=1999)
    seen.play("0:church+done")
    assert (seen.to_act, int(seen.state.turns)) == ([1], 2000)
    passing = table(3, {0: "6s", 1: "6h"}, turns=1999, lose_turn=[1])
    passing.play("0:church+done")
    assert passing.position.is_over


def test_mw_68_the_limit_is_an_option() -> None:
    seen = table(3, {0: "6s", 1: "6h"}, turn_limit=2)
    seen.play("0:church+done 1:church+done")
    assert seen.position.is_over
