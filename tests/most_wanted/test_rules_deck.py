"""The deck: shuffles, flips, empty piles, and what can be remembered (MW-55 to MW-58)."""

from __future__ import annotations

from collections import Counter

import pytest

from doublecross.kernel.position import Position
from tests.most_wanted.build import Table, drawn, table, told


def test_mw_55_the_pile_becomes_the_deck_and_drawing_goes_on() -> None:
    seen = table(2, {0: "6s", 1: "6h"}, deck="Kc", discard="7s 7h 8s 8h 9s 9h", hoard=1)
    events = seen.play("0:church+done", "Kc 9h 9s 8h 8s 7h")
    assert drawn(events) == [(0, "7h 8s 8h 9s 9h Kc")]
    assert told(events, "shuffle", "count", "number") == [(None, 6, 1)]
    assert (seen.pile("deck"), seen.pile("discard"), seen.pile("shuffled")) == ("7s", "", "7s 7h 8s 8h 9s 9h")


def test_mw_55_no_shuffle_before_a_card_is_missing() -> None:
    seen = table(2, {0: "6s 7s 8s 9s"}, deck="Kc", hand=5)
    seen.play("0:labor+6s+done")
    assert int(seen.state.shuffles) == 1
    exact = table(2, {0: "6s 7s 8s 9s Ts"}, deck="Kc", hand=5)
    exact.play("0:labor+6s+done")
    assert (int(exact.state.shuffles), int(exact.state.deck_size)) == (0, 0)


def test_mw_55_cards_on_the_table_are_not_shuffled_in() -> None:
    """The Sheriff's draw empties the deck while nothing is on the table; the tie-break's while eight cards lie there."""
    seen = table(2, {0: "Ks Qs", 1: "6h"}, deck="6c 7c", discard="8s 8h 9s Js Jh", hoard=1)
    events = seen.play("0:pony", "6c 7c Js 8s")
    assert told(events, "shuffle", "count") == [(None, 5)]
    assert (seen.pile("deck"), seen.pile("sheriff")) == ("8h 9s Jh", "6c 7c 8s Js")


@pytest.mark.parametrize("before", range(5))
def test_mw_56_the_first_three_shuffles_flip_one_tile_each(before: int) -> None:
    seen = table(2, {0: "6s"}, deck="", discard="7s 7h 8s 8h 9s 9h Ts", hoard=1, shuffles=before)
    events = seen.play("0:church+done")
    tiles = [[("pony", 3)], [("stage", 4)], [("train", 5)], [], []][before]
    assert told(events, "flip", "tile", "points") == [(None, *tile) for tile in tiles]
    assert [tile.flipped for tile in seen.position.view(0).tiles[:3]] == [robbery <= before for robbery in range(3)]


def test_mw_56_the_opening_shuffle_does_not_count() -> None:
    seen = table(2, {0: "6s", 1: "6h"})
    assert int(seen.state.shuffles) == 0
    assert [tile.points for tile in seen.position.view(0).tiles[:3]] == [2, 3, 4]


@pytest.mark.parametrize(("church", "bags"), [("church", ()), ("saloon", (1,))])
def test_mw_56_cards_discarded_at_church_and_saloon_are_in_the_pile_before_the_draw(church: str, bags: tuple[int, ...]) -> None:
    seen = table(2, {0: "6s 7s"}, deck="", discard="", hoard=1, church=church, bags=bags)
    events = seen.play(f"0:{church}+6s+7s+done")
    assert told(events, "shuffle", "count") == [(None, 2)]
    assert (seen.hand(0), seen.pile("discard")) == ("6s 7s", "")


def test_mw_56_an_empty_pile_is_not_shuffled_and_flips_nothing() -> None:
    seen = table(2, {0: "6s"}, deck="", discard="", hoard=1)
    events = seen.play("0:church+done")
    assert told(events, "shuffle") == told(events, "flip") == []
    assert int(seen.state.shuffles) == 0


def test_mw_57_the_draw_stops_short_without_error() -> None:
    seen = table(3, {0: "6s", 2: "6h"}, deck="Kc Kh", discard="Qc", hoard=1)
    seen.play("0:church+done", "Kh Kc Qc")
    assert (seen.hand(0), seen.to_act, int(seen.state.deck_size)) == ("6s Qc Kh Kc", [1], 0)
    events = seen.play("1:church+done")
    assert told(events, "draw", "cards") == []
    assert seen.to_act == [2]


def test_mw_57_the_first_in_order_gets_the_last_cards() -> None:
    seen = table(3, {0: "6s 7s", 1: "8h 9h", 2: ""}, deck="Kc Kh Kw", discard="", hoard=2, shuffles=9)
    seen.play("0:pony 1:in 2:out 0:6s+7s 1:8h+9h", "Kw Kc Kh 9h 8h 7s 6s")
    assert (seen.hand(0), seen.hand(1)) == ("8h 9h Kh Kc Kw", "6s 7s")


def test_mw_58_the_deck_list_is_what_the_last_shuffle_held_and_no_one_has_seen_since() -> None:
    seen = table(2, {0: "6s"}, deck="", discard="7s 7h 8s 8h 9s 9h Ts Th", hoard=1)
    seen.play("0:church+done", "7s 7h 8s 8h 9s 9h")
    assert seen.position.view(0).maybe_in_deck == ("Ts", "Th")
    assert seen.position.view(1).maybe_in_deck == ("7s", "7h", "8s", "8h", "9s", "9h", "Ts", "Th")
    assert seen.position.view().maybe_in_deck == ("7s", "7h", "8s", "8h", "9s", "9h", "Ts", "Th")


def test_mw_58_a_discarded_card_leaves_the_list_for_everyone() -> None:
    seen = table(2, {0: "6s"}, deck="", discard="7s 7h 8s 8h 9s 9h Ts Th", hoard=1)
    seen.play("0:church+done", "7s 7h 8s 8h 9s 9h")
    seen.play("1:church+done 0:church+7s+done", "Ts")
    assert seen.position.view(1).maybe_in_deck == ("7h", "8s", "8h", "9s", "9h", "Ts", "Th")


def test_mw_58_before_any_shuffle_everything_unseen_may_be_in_the_deck() -> None:
    seen = table(2, {0: "6s 6s 7s", 1: "8h"}, discard="Kw")
    listed = Counter(seen.position.view(0).maybe_in_deck)
    assert (listed.total(), listed["6s"], listed["7s"], listed["Kw"], listed["8h"]) == (72 - 4, 0, 1, 1, 2)


def test_mw_58_determinizations_agree_with_the_list() -> None:
    """The deck comes from the list; the old cards stay in the other hands."""
    seen = table(3, {0: "6s", 1: "Ks Kh Kc Kw As"}, deck="", discard="7s 7h 8s 8h 9s 9h Ts Th Jh Js", hoard=2)
    seen.play("0:church+done", "7s 7h 8s 8h 9s 9h")
    decks: Counter[str] = Counter()
    listed = {"7s", "7h", "8s", "8h", "9s", "9h", "Ts", "Th", "Js", "Jh"}
    for number in range(300):
        other = seen.position.determinize(1, number)
        record = type(seen)(other)
        assert record.held == seen.held
        assert set(record.pile("deck").split()) <= listed
        assert set(record.hand(0).split()) - listed <= set(seen.hand(2).split()) | {"6s"}
        decks.update(record.pile("deck").split())
    assert set(decks) == listed
    assert all(70 < times < 170 for times in decks.values())


def test_mw_58_who_must_have_drawn_since_the_shuffle_holds_cards_of_it() -> None:
    """Seat 0 held one card at the shuffle and drew six from it."""
    seen = table(3, {0: "6s", 1: "Ks"}, deck="", discard="7s 7h 8s 8h 9s 9h Ts Th", hoard=2)
    seen.play("0:church+done", "7s 7h 8s 8h 9s 9h")
    listed = {"7s", "7h", "8s", "8h", "9s", "9h", "Ts", "Th"}
    for number in range(50):
        other = type(seen)(seen.position.determinize(1, number))
        assert len(set(other.hand(0).split()) & listed) >= 6


def test_mw_58_two_equal_cards_cannot_be_told_apart() -> None:
    """One six of stars went into the deck, the other lay in a hand; when one is shown, the other may still be in the deck."""
    seen = table(3, {0: "6s Ah", 2: "7c 8c 9c Tc Jc Qc Kc"}, deck="", discard="6s 7h 8s 8h 9s 9h Ts", hoard=1)
    seen.play("0:church+done", "7h 8s 8h 9s 9h")
    assert "6s" in seen.position.view(2).maybe_in_deck
    seen.play("1:church+done 2:church+done 0:church+6s+done", "Ts")
    assert "6s" in seen.position.view(1).maybe_in_deck


def test_mw_58_cards_the_sheriff_turned_up_are_off_everyones_list() -> None:
    """Their twins lie in a hand, and are not taken for them."""
    seen = table(2, {0: "9s 8h"}, deck="", discard="6c 7c Ks Qs Js Jh Jc", hoard=1, hand=2)
    seen.play("0:pony", "6c 7c Ks Qs")
    assert seen.position.view().maybe_in_deck == ("6c", "7c", "Js", "Jh", "Jc", "Qs", "Ks")
    seen.play("1:out 0:9s+8h", "Js Jh")
    assert seen.position.view().maybe_in_deck == ("Js", "Jh", "Jc")
    assert seen.position.view(0).maybe_in_deck == ("Jc",)


def test_mw_58_cards_drawn_for_a_tie_break_are_off_everyones_list() -> None:
    seen = table(3, {0: "8s", 1: "8h"}, deck="", discard="6c 7c 9c Tc Jc Kc", hoard=2, hand=1)
    seen.play("0:duel+x1+p1 0:8s 1:8h", "Kc 6c 7c 9c")
    assert seen.position.view().maybe_in_deck == ("7c", "9c", "Tc", "Jc")
    assert seen.position.view(1).maybe_in_deck == ("7c", "Tc", "Jc")


def test_mw_58_what_the_sheriff_drew_before_a_shuffle_was_not_in_it() -> None:
    """He drew a six, then the discard pile, which holds the other six, was shuffled: that one may still be in the deck."""
    seen = table(2, {0: "9s 8h"}, deck="6c", discard="6c 7c Ks Qs Js Jh", hoard=1, hand=2)
    seen.play("0:pony", "6c 7c Ks Qs")
    seen.play("1:out 0:9s+8h", "Js Jh")
    assert "6c" in seen.position.view().maybe_in_deck


def test_mw_58_the_old_cards_of_a_hand_need_not_come_from_the_list() -> None:
    """Seat 0 held four old cards at the shuffle and drew three: a determinization gives it old cards too."""
    seen = table(3, {0: "6s 6h 6c 6w", 1: "Ks"}, deck="", discard="7s 7h 8s 8h 9s", hoard=2)
    seen.play("0:church+done", "7s 7h 8s")
    old = [len([card for card in type(seen)(drawn).hand(0).split() if card[0] not in "789"]) for drawn in determinizations(seen, 40)]
    assert max(old) == 4


def determinizations(seen: Table, number: int) -> list[Position]:
    return [seen.position.determinize(1, word) for word in range(number)]
