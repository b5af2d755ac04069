"""The Sheriff of two-player games (MW-70 to MW-74)."""

from __future__ import annotations

import msgspec
import pytest

from doublecross.kernel.game import SPECTATOR
from tests.most_wanted.build import table, told

TWO = {0: "9s 8h 7c 6w", 1: "Ts 7h 6c 8w"}


@pytest.mark.parametrize(("tile", "count"), [("pony", 4), ("stage", 6), ("train", 8)])
def test_mw_70_he_draws_twice_the_cards_right_after_the_declaration(tile: str, count: int) -> None:
    seen = table(2, TWO)
    events = seen.play(f"0:{tile}")
    assert told(events, "sheriff_draws", "count") == [(None, count)]
    assert [event.kind for event in events] == ["chose", "declare", "sheriff_draws"]
    assert (int(seen.state.sheriff_size), int(seen.state.deck_size), seen.to_act) == (count, 64 - count, [1])
    assert seen.position.view(1).sheriff_cards == count


def test_mw_70_his_cards_lie_face_down() -> None:
    views = []
    for cards in ("Ks Kh Kc Kw", "Qs Qh Qc Qw"):
        seen = table(2, TWO)
        seen.play("0:pony", cards)
        views.append([msgspec.json.encode(seen.position.view(viewer)) for viewer in (0, 1, SPECTATOR)])
    assert views[0] == views[1]


def test_mw_70_he_takes_part_also_when_the_other_stays_out() -> None:
    seen = table(2, TWO, pos=(5,), bags=(3,))
    seen.play("0:pony", "Ks Kh Qc Qw")
    events = seen.play("1:out 0:9s+8h")
    assert (seen.pos, seen.bags) == ([5, 0], [1, 0])
    assert told(events, "sheriff_reveal", "cards", "category") == [(None, ["Ks", "Kh"], "pair")]
    assert seen.position.view(0).inside == ()


def test_mw_70_also_when_the_other_cannot_join() -> None:
    seen = table(2, {0: "9s 8h", 1: "Ts"})
    seen.play("0:pony", "6h 6s 7w 7h")
    assert seen.to_act == [0]
    seen.play("0:9s+8h")
    assert seen.pos == [0, 0]


def test_mw_70_a_shuffle_his_draw_causes_is_public_at_once_and_flips() -> None:
    seen = table(2, {0: "9s 8h"}, deck="Kc", discard="Qs Qh Qc 6s", hoard=1)
    events = seen.play("0:pony", "Kc 6s Qs Qh")
    assert told(events, "flip", "tile") == [(None, "pony")]
    assert seen.position.view(1).tiles[0].points == 3
    assert (seen.to_act, seen.pile("sheriff")) == ([1], "6s Qs Qh Kc")


def test_mw_70_he_never_chooses_sixes_to_answer_aces() -> None:
    seen = table(2, {0: "As Ah", 1: "7s"})
    seen.play("0:pony", "6s 6h 7c 7w")
    events = seen.play("0:As+Ah")
    assert told(events, "sheriff_reveal", "cards") == [(None, ["7c", "7w"])]
    assert seen.pos == [2, 0]


def test_mw_70_no_sheriff_with_more_players() -> None:
    seen = table(3, TWO)
    events = seen.play("0:pony 1:out")
    assert (told(events, "sheriff_draws"), seen.to_act) == ([], [0])


def test_mw_71_all_sixes_become_a_double_cross_to_all_aces() -> None:
    seen = table(2, {0: "As Ah", 1: "7s 8s"}, pos=(5, 5), bags=(3, 3))
    seen.play("0:pony", "6s 6h 6c 9w")
    events = seen.play("1:in 0:As+Ah 1:7s+8s")
    assert told(events, "sheriff_reveal", "category", "double_cross") == [(None, "double_cross", True)]
    assert (seen.pos, seen.bags) == ([5, 5], [1, 1])


def test_mw_71_without_aces_his_sixes_are_a_pair_of_sixes() -> None:
    seen = table(2, {0: "7h 7s", 1: "8s"})
    seen.play("0:pony", "6s 6h 6c 9w")
    seen.play("0:7h+7s")
    assert seen.pos == [2, 0]


def test_mw_71_his_aces_can_be_double_crossed() -> None:
    seen = table(2, {0: "6s 6h", 1: "8s"})
    seen.play("0:pony", "As Ah 9w 8w")
    events = seen.play("0:6s+6h")
    assert seen.pos == [2, 0]
    assert told(events, "sheriff_reveal", "double_crossed") == [(None, True)]


def test_mw_72_if_he_wins_no_one_scores_and_all_participants_pay() -> None:
    seen = table(2, TWO, pos=(6, 9), bags=(4, 4))
    seen.play("0:pony", "Ks Kh Qc Qw")
    events = seen.play("1:in 0:9s+8h 1:Ts+8w")
    assert (seen.pos, seen.bags, int(seen.state.supply)) == ([6, 9], [2, 1], 63 - 3)
    assert told(events, "points") == []
    assert told(events, "sheriff_stops", "tile") == [(None, "pony")]
    assert seen.to_act == [1]


def test_mw_72_all_his_cards_are_turned_up_and_discarded() -> None:
    seen = table(2, TWO)
    seen.play("0:pony", "Ks Kh Qc 6w")
    events = seen.play("1:out 0:9s+8h")
    assert told(events, "sheriff_spares", "cards") == [(None, ["6w", "Qc"])]
    assert seen.pile("discard") == "6w 8h 9s Qc Ks Kh"
    assert int(seen.state.sheriff_size) == 0


def test_mw_73_he_plays_a_tie_break_with_the_top_card_of_the_deck() -> None:
    for top, pos in (("7s", [2, 0]), ("Ks", [0, 0])):
        seen = table(2, {0: "9s 9h 8h", 1: "Ts"})
        seen.play("0:pony", "9c 9w 6c 7c")
        seen.play("0:9s+9h")
        assert (seen.position.view(1).tied, seen.to_act) == ((0, "sheriff"), [0])
        events = seen.play("0:8h", top)
        assert told(events, "tie_draw", "cards") == [(None, [top])]
        assert seen.pos == pos


def test_mw_73_players_without_a_card_draw_before_him() -> None:
    seen = table(2, {0: "9s 9h", 1: "Ts"})
    seen.play("0:pony", "9c 9w 6c 7c")
    events = seen.play("0:9s+9h", "Kc Qc")
    assert told(events, "tie_draw", "cards") == [(0, ["Kc"]), (None, ["Qc"])]
    assert seen.pos == [2, 0]


def test_mw_73_no_part_in_duels_shootouts_or_labor() -> None:
    for script, options in (
        ("0:duel+x1+p1 0:9s 1:Ts", {}),
        ("0:shootout+x1+p1+done 0:9s 1:Ts", {"duel": "shootout"}),
        ("0:labor+9s+done", {}),
        ("0:labor+9s+done 1:in", {"labor": "dishonest"}),
    ):
        seen = table(2, TWO, **options)  # type: ignore[arg-type]
        events = seen.play(script)
        assert told(events, "sheriff_draws") == told(events, "sheriff_reveal") == []


def test_mw_74_with_fewer_cards_than_twice_the_size_he_chooses_from_those() -> None:
    seen = table(2, {0: "9s 8h 7c"}, deck="Kc Kh", discard="Kw", hoard=1, ranks="6789TJQKA")
    events = seen.play("0:stage")
    assert told(events, "sheriff_draws", "count", "wanted") == [(None, 3, 6)]
    events = seen.play("1:out 0:9s+8h+7c")
    assert told(events, "sheriff_reveal", "cards") == [(None, ["Kh", "Kc", "Kw"])]
    assert seen.pos == [0, 0]


def test_mw_74_with_fewer_than_the_robberys_size_he_takes_no_part() -> None:
    """MW-13 then applies; his cards are turned up and discarded all the same."""
    seen = table(2, {0: "9s 8h 7c"}, deck="Kc Kh", discard="", hoard=1)
    events = seen.play("0:stage")
    assert told(events, "sheriff_out") == [None]
    assert seen.position.view(1).inside == (0,)
    seen.play("1:out 0:9s+8h+7c")
    assert seen.pos == [3, 0]
    assert told(seen.events, "best", "why") == [(0, "no_contest")]
    assert told(seen.events, "sheriff_spares", "cards") == [(None, ["Kh", "Kc"])]


def test_mw_42_the_sheriff_never_wins_because_nobody_can_play() -> None:
    """Neither the tied player nor he can play a card: the player wins."""
    seen = table(2, {0: "9s 9h", 1: "Ts"}, deck="9c 9w 6c 7c", discard="", hoard=1)
    seen.play("0:pony")
    events = seen.play("1:out 0:9s+9h")
    assert told(events, "best", "why") == [(0, "nearest")]
    assert seen.pos == [2, 0]


def test_mw_42_a_tied_player_takes_the_last_card_before_the_sheriff() -> None:
    """One card can be drawn: the player gets it, the Sheriff drops out, and the player wins unplayed."""
    seen = table(2, {0: "9s 9h", 1: "Ts"}, deck="9c 9w 6c 7c 8c", discard="", hoard=1)
    seen.play("0:pony", "9c 9w 6c 7c")
    events = seen.play("1:out 0:9s+9h")
    assert told(events, "best", "why") == [(0, "others_cannot")]
    assert (seen.pos, told(events, "dropped")) == ([2, 0], [None])
