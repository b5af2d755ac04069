"""Church, Saloon, labor, Duel and Shootout (MW-60 to MW-65)."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from doublecross.kernel.game import SPECTATOR
from tests.most_wanted.build import Table, drawn, table, told


def test_mw_60_church_any_number_of_cards_then_up_to_seven() -> None:
    for discarded, count in (("", 5), ("+6s", 5), ("+6s+7s+8s", 5)):
        seen = table(3, {0: "6s 7s 8s 9s Ts"})
        events = seen.play(f"0:church{discarded}+done")
        assert (seen.held, seen.pile("discard")) == ([7, 0, 0], discarded.replace("+", " ").strip())
        assert len(drawn(events)[0][1].split()) == 7 - count + discarded.count("+")


def test_mw_60_who_holds_seven_or_more_draws_nothing() -> None:
    seen = table(3, {0: "6s 7s 8s 9s Ts Js Qs Ks"})
    seen.play("0:church+done")
    assert seen.hand(0) == "6s 7s 8s 9s Ts Js Qs Ks"


def test_mw_60_church_concerns_nobody_else() -> None:
    seen = table(3, {0: "6s", 1: "7s", 2: "8s"}, pos=(5, 5, 5), bags=(1, 1, 1))
    seen.play("0:church+6s+done")
    assert (seen.held, seen.pos, seen.bags) == ([7, 1, 1], [5, 5, 5], [1, 1, 1])


def test_mw_61_saloon_pay_one_discard_draw_to_eight() -> None:
    seen = table(3, {0: "6s 7s", 1: "8s"}, pos=(3,), bags=(2,), church="saloon")
    seen.play("0:saloon+6s+done")
    assert (seen.held, seen.bags, seen.pos) == ([8, 1, 0], [1, 0, 0], [3, 0, 0])
    assert (int(seen.state.supply), seen.pile("discard")) == (62, "6s")


def test_mw_61_without_a_bag_the_token_goes_back() -> None:
    seen = table(3, {0: "6s"}, pos=(3,), church="saloon")
    seen.play("0:saloon+done")
    assert (seen.bags[0], seen.pos[0], seen.held[0]) == (0, 2, 8)


def test_mw_61_off_the_board_without_a_bag_it_is_not_offered() -> None:
    assert table(3, {0: "6s"}, church="saloon").refused(0, "saloon") == "CANNOT_PAY_SALOON"
    assert "saloon" in table(3, {0: "6s"}, pos=(1,), church="saloon").legal(0)
    assert "saloon" in table(3, {0: "6s"}, bags=(1,), church="saloon").legal(0)


def test_mw_62_honest_labor_two_bags_for_each_card_of_one_suit() -> None:
    for played, bags in (("6s", 2), ("6s+7s", 4), ("6s+6s+7s+9s", 8)):
        seen = table(3, {0: "6s 6s 7s 8h 9s"}, bags=(1,))
        events = seen.play(f"0:labor+{played}+done")
        assert (seen.bags, seen.held, seen.to_act) == ([1 + bags, 0, 0], [5, 0, 0], [1])
        assert told(events, "labor", "cards", "bags") == [(0, played.split("+"), bags)]
        assert seen.pile("discard") == played.replace("+", " ")


def test_mw_62_none_is_not_allowed_and_other_suits_are_not() -> None:
    seen = table(3, {0: "6s 7s 8h 9s"})
    seen.play("0:labor")
    assert seen.refused(0, "done") == "NOTHING_CHOSEN"
    seen.play("0:6s")
    assert seen.legal(0) == ["7s", "9s", "done"]
    assert seen.refused(0, "8h") == "OTHER_SUIT"


def test_mw_62_an_empty_supply_pays_what_is_left() -> None:
    seen = table(3, {0: "6s"}, bags=(0, 63))
    seen.play("0:labor+6s+done")
    assert (seen.bags, seen.pile("discard"), seen.held[0]) == ([0, 63, 0], "6s", 5)


def claim(cards: str, answers: str, players: int = 4, **more: object) -> Table:
    """Seat 0 lays these cards down as a claim, and the others answer."""
    seen = table(players, {0: "6s 7s 8h 9h"}, labor="dishonest", **more)  # type: ignore[arg-type]
    seen.play(f"0:labor+{cards.replace(' ', '+')}+done {answers}")
    return seen


@pytest.mark.parametrize("cards", ["6s 7s", "6s 8h"])
def test_mw_63_unchallenged_the_bags_are_kept_true_or_not(cards: str) -> None:
    seen = claim(cards, "1:out 2:out 3:out")
    assert (seen.bags, int(seen.state.supply), seen.to_act) == ([4, 0, 0, 0], 59, [1])
    assert told(seen.events, "claim_shown", "cards", "true") == [(0, cards.split(), cards == "6s 7s")]
    assert (seen.pile("discard"), seen.held) == (cards, [5, 0, 0, 0])


def test_mw_63_challengers_of_a_true_claim_lose_their_next_turn() -> None:
    seen = claim("6s 7s", "1:in 2:out 3:in")
    assert (seen.bags, seen.to_act) == ([4, 0, 0, 0], [2])
    assert told(seen.events, "loses_turn") == [1, 3]
    seen.play("2:church+done")
    assert seen.to_act == [0]


def test_mw_63_one_card_is_always_true() -> None:
    assert claim("8h", "1:in 2:in 3:in").bags == [2, 0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "answers", "challengers", "everyone"),
    [
        ("6s 8h", "1:in 2:out 3:out", [0, 4, 0, 0], [2, 2, 0, 0]),
        ("6s 8h", "1:in 2:out 3:in", [0, 2, 0, 2], [1, 1, 0, 1]),
        ("6s 8h", "1:in 2:in 3:in", [0, 1, 1, 1], [1, 1, 1, 1]),
        ("6s 7s 8h", "1:in 2:out 3:in", [0, 3, 0, 3], [2, 2, 0, 2]),
        ("6s 7s 8h 9h", "1:in 2:in 3:in", [0, 2, 2, 2], [2, 2, 2, 2]),
    ],
)
def test_mw_63_the_bags_of_a_false_claim_are_split_evenly(cards: str, answers: str, challengers: list[int], everyone: list[int]) -> None:
    for split, bags in (("challengers", challengers), ("everyone", everyone)):
        seen = claim(cards, answers, split=split)
        assert (seen.bags, int(seen.state.supply), seen.to_act) == (bags, 63 - sum(bags), [1])
        assert told(seen.events, "loses_turn") == []


def test_mw_63_four_bags_and_seven_challengers_all_go_back() -> None:
    seen = claim("6s 8h", " ".join(f"{seat}:in" for seat in range(1, 8)), players=8)
    assert (seen.bags, int(seen.state.supply)) == ([0] * 8, 63)
    assert told(seen.events, "remainder", "bags") == [(None, 4)]


def test_mw_63_everyone_else_decides_before_any_answer_is_shown() -> None:
    seen = table(4, {0: "6s 8h"}, labor="dishonest")
    seen.play("0:labor+6s+8h+done")
    assert (seen.to_act, int(seen.state.stake), int(seen.state.supply)) == ([1, 2, 3], 4, 59)
    before = [msgspec.json.encode(seen.position.view(viewer)) for viewer in (0, 2, 3, SPECTATOR)]
    seen.play("1:in")
    assert [msgspec.json.encode(seen.position.view(viewer)) for viewer in (0, 2, 3, SPECTATOR)] == before
    seen.play("3:out")
    events = seen.play("2:out")
    assert told(events, "challenged", "seats") == [(None, [1])]
    assert [event.kind for event in events].index("challenged") < [event.kind for event in events].index("claim_shown")


def test_mw_63_any_order_of_answers_gives_the_same_position() -> None:
    ends = {claim("6s 8h", " ".join(order)).position.state_bytes() for order in itertools.permutations(["1:in", "2:out", "3:in"])}
    assert len(ends) == 1


def test_mw_63_the_cards_lie_face_down_any_suits_may_be_among_them() -> None:
    one, other = (table(3, {0: hand}, labor="dishonest") for hand in ("6s 7h 8c", "6s 7s 8c"))
    one.play("0:labor+6s+7h+done")
    other.play("0:labor+6s+7s+done")
    for viewer in (1, 2, SPECTATOR):
        assert msgspec.json.encode(one.position.view(viewer)) == msgspec.json.encode(other.position.view(viewer))
        assert one.position.view(viewer).seats[0].face_down == 2
        assert one.position.view(viewer).stake == 4
    assert table(3, {0: "6s"}, labor="dishonest").legal(0) == ["church", "labor"]
    assert one.refused(0, "done") == "NOT_YOUR_TURN"


def test_mw_64_a_duel_scores_the_losers_bail_and_the_loser_pays_it() -> None:
    for winner, pos, bags in ((0, [9, 5, 0], [3, 1, 0]), (1, [7, 8, 0], [1, 3, 0])):
        seen = table(3, {0: "9s", 1: ["8h", "Th"][winner]}, pos=(7, 5), bags=(3, 3), track="111122323333")
        seen.play(f"0:duel+x1+p1 0:9s 1:{['8h', 'Th'][winner]}")
        pos = [7 + 2, 5, 0] if winner == 0 else [7, 5 + 3, 0]
        bags = [3, 1, 0] if winner == 0 else [0, 3, 0]
        assert (seen.pos, seen.bags) == (pos, bags)


def test_mw_64_the_winner_scores_the_full_bail_even_if_the_loser_cannot_pay() -> None:
    seen = table(2, {0: "9s", 1: "8h"}, pos=(1, 9))
    seen.play("0:duel+x1+p1 0:9s 1:8h")
    assert (seen.pos, seen.bags) == ([4, 6], [0, 0])


def test_mw_64_nothing_at_stake_is_allowed() -> None:
    seen = table(2, {0: "9s", 1: "8h"})
    events = seen.play("0:duel+x1+p1 0:9s 1:8h")
    assert (seen.pos, told(events, "points", "points"), seen.to_act) == ([0, 0], [(0, 0)], [1])


def test_mw_64_a_size_of_one_or_two_that_both_can_play() -> None:
    seen = table(4, {0: "6s 7s 8s", 1: "6h 7h 8h", 2: "9h"})
    seen.play("0:duel")
    assert seen.legal(0) == ["x1", "x2"]
    assert seen.refused(0, "x3") == "NO_SUCH_SIZE"
    two = Table(seen.position.clone())
    two.play("0:x2")
    assert two.legal(0) == ["p1"]
    assert (two.refused(0, "p2"), two.refused(0, "p0"), two.refused(0, "p5")) == ("OPPONENT_SHORT", "NOT_YOURSELF", "NO_SUCH_OPPONENT")
    seen.play("0:x1")
    assert seen.legal(0) == ["p1", "p2"]
    own = table(3, {0: "6s", 1: "6h 7h"})
    own.play("0:duel")
    assert own.legal(0) == ["x1"]
    theirs = table(3, {0: "6s 7s", 1: "6h"})
    theirs.play("0:duel")
    assert theirs.legal(0) == ["x1"]


def test_mw_64_exactly_one_other_player_and_no_way_out() -> None:
    seen = table(4, {0: "6s 7s", 1: "6h 7h", 2: "9h 9c"})
    seen.play("0:duel+x2+p2")
    assert (seen.to_act, seen.legal(2), seen.refused(2, "out")) == ([0, 2], ["9h"], "NOT_PART_OF_THIS")
    seen.play("0:6s+7s 2:9h+9c")
    assert seen.held == [5, 2, 5, 0]


def test_mw_65_a_shootout_scores_two_and_every_loser_pays() -> None:
    seen = table(4, {0: "9s 9c", 1: "8h 7h", 2: "Ts Tc", 3: "Ac As"}, pos=(5, 9, 1, 12), bags=(3, 3, 3, 3), duel="shootout")
    seen.play("0:shootout+x2+p1+p2+done 0:9s+9c 1:8h+7h 2:Ts+Tc")
    assert (seen.pos, seen.bags) == ([5, 9, 3, 12], [1, 0, 3, 3])
    assert seen.held == [5, 5, 5, 2]


def test_mw_65_one_or_more_opponents_each_once_all_able_to_play_the_size() -> None:
    seen = table(5, {0: "6s 7s 8s", 1: "6h 7h 8h", 2: "9h 9c", 3: "Ts Th Tc", 4: "Js Jh Jc"}, duel="shootout")
    seen.play("0:shootout")
    assert seen.legal(0) == ["x1", "x2", "x3"]
    seen.play("0:x3")
    assert seen.legal(0) == ["p1", "p3", "p4"]
    assert seen.refused(0, "done") == "NOBODY_CHOSEN"
    seen.play("0:p3")
    assert seen.legal(0) == ["done", "p4"]
    assert (seen.refused(0, "p1"), seen.refused(0, "p3")) == ("OPPONENT_ORDER", "OPPONENT_ORDER")
    seen.play("0:p4")
    assert seen.legal(0) == ["done"]
    seen.play("0:done")
    assert seen.to_act == [0, 3, 4]


def test_mw_65_two_points_whatever_the_losers_bail() -> None:
    seen = table(3, {0: "9s", 1: "8h"}, pos=(0, 12), duel="shootout")
    seen.play("0:shootout+x1+p1+done 0:9s 1:8h")
    assert seen.pos == [2, 9, 0]
