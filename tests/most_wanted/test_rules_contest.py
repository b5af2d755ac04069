"""Hands, the Double Cross and ties, as they are played (MW-20 to MW-22, MW-30 to MW-32, MW-40 to MW-42).

Hands alone are compared with brute force in test_hands.py.
"""

from __future__ import annotations

import itertools

import pytest

from tests.most_wanted.build import Table, drawn, table, told


def shootout(*hands: str, **more: object) -> Table:
    """All seats show these hands at once; the table after the reveal. Seats stand on space 0 unless `more` says otherwise."""
    cards = dict(enumerate(hands))
    size = len(hands[0].split())
    start = table(len(hands), cards, duel="shootout", shootout_sizes="1234", **more)  # type: ignore[arg-type]
    targets = "+".join(f"p{seat}" for seat in range(1, len(hands)))
    start.play(f"0:shootout+x{size}+{targets}+done")
    start.play(" ".join(f"{seat}:{hand.replace(' ', '+')}" for seat, hand in cards.items()))
    return start


def winner(*hands: str) -> list[int]:
    seen = shootout(*hands)
    return [seat for seat, pos in enumerate(seen.pos) if pos == 2]


LADDER = ["Ks Qh 9c 7w", "6s 6h 7s 8w", "6c 6w 7h 7w", "7c 7s 7h 6h", "8s 8h 8c 8w"]


@pytest.mark.parametrize(("low", "high"), list(itertools.pairwise(LADDER)))
def test_mw_20_categories_in_order(low: str, high: str) -> None:
    assert winner(low, high) == [1]


def test_mw_20_no_straights_flushes_or_full_houses() -> None:
    assert winner("6s 7s 8s 9s", "6h 6c 7c 8c") == [1]
    assert winner("6s 7h 8c 9w", "Js 7c 8h 6h") == [1]


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("Ks Kh Qc", "As Ah 6c"),
        ("Ks Kh Qc", "Kc Kw Ac"),
        ("Ks Qh 7c", "Kh Qc 8w"),
        ("Ks Jh 9c", "Kh Qc 7w"),
        ("9s 9h 7c 7w", "9c 9w 8c 8w"),
        ("9s 9h 8c 8w", "Ts Th 6c 6w"),
        ("9s 9h 8c 8w", "9c 9w 8s 8h"),
        ("7s 7h 7c Aw", "8s 8h 8c 6w"),
        ("7s 7h 7c 8w", "7s 7h 7w 9w"),
        ("6s 6h 6c 6w", "7s 7h 7c 7w"),
    ],
)
def test_mw_21_within_a_category(low: str, high: str) -> None:
    tied = sorted(card[0] for card in low.split()) == sorted(card[0] for card in high.split())
    seen = shootout(low, high)
    assert bool(told(seen.events, "tie")) == tied
    assert tied or seen.pos == [0, 2]


def test_mw_21_the_next_best_hand_is_told_with_the_winner() -> None:
    """It is what the winning hand is compared with in the sentence that says what decided."""
    seen = shootout("Ks Kh 9c", "Qs Qh Ac", "Kc Kw 8c")
    assert [(seat, list(ranks)) for seat, ranks in told(seen.events, "best", "next_best")] == [(0, ["K", "K", "8"])]
    assert "nine against eight" in " ".join(seen.position.trace(0))


def test_mw_22_all_hands_of_a_contest_have_one_size() -> None:
    seen = table(3, {0: "6s 7s 8s", 1: "6h 7h 8h", 2: "9h 9s"}, duel="shootout")
    seen.play("0:shootout+x2+p1+p2+done")
    for seat, cards in enumerate(["6s+7s", "6h+7h", "9h+9s"]):
        assert "done" not in seen.legal(seat)
        seen.play(f"{seat}:{cards}")
        assert seat not in seen.to_act or seat == 2
    assert seen.pos == [0, 0, 2]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_mw_30_all_sixes_beat_everything_if_there_are_all_aces(size: int) -> None:
    suits = "shcw"[:size]
    sixes, aces, kings = (" ".join(f"{rank}{suit}" for suit in suits) for rank in "6AK")
    seen = shootout(sixes, aces, kings)
    assert seen.pos == [2, 0, 0]
    assert told(seen.events, "reveal", "double_cross", "double_crossed") == [(0, True, False), (1, False, True), (2, False, False)]


def test_mw_30_the_whole_hand_must_be_sixes_and_aces() -> None:
    assert winner("6s 6h 7c", "As Ah Ac") == [1]
    assert winner("6s 6h 6c", "As Ah Kc") == [0]
    assert winner("6s 6h", "As Kh", "7h 7s") == [2]


def test_mw_31_without_aces_all_sixes_are_the_lowest_of_their_category() -> None:
    assert winner("6s", "7h", "Ks") == [2]
    assert winner("6s 6h", "7s 7h") == [1]
    assert winner("6s 6h", "Ks Qh") == [0]


def test_mw_31_several_double_crosses_tie() -> None:
    seen = shootout("6s 6h", "As Ah", "6c 6w")
    assert told(seen.events, "tie", "places")[0] == (None, [0, 2])


def test_mw_32_in_robberies_duels_and_shootouts() -> None:
    robbery = table(3, {0: "As Ah Ac", 1: "6s 6h 6c", 2: "Ks Kh Kc"})
    robbery.play("0:stage 1:in 2:in 0:As+Ah+Ac 1:6s+6h+6c 2:Ks+Kh+Kc")
    assert robbery.pos == [0, 3, 0]
    duel = table(3, {0: "As Ah", 1: "6s 6h"}, pos=(9, 1), bags=(3,))
    duel.play("0:duel+x2+p1 0:As+Ah 1:6s+6h")
    assert duel.pos == [9, 4, 0]
    assert shootout("As", "6s", "Ks").pos == [0, 2, 0]


def test_mw_32_in_a_tie_break() -> None:
    seen = table(3, {0: "8s Ah", 1: "8h 6h", 2: "8c Kc"}, duel="shootout")
    seen.play("0:shootout+x1+p1+p2+done 0:8s 1:8h 2:8c 0:Ah 1:6h 2:Kc")
    assert seen.pos == [0, 2, 0]


def test_mw_40_the_tied_play_one_card_each_until_one_is_left() -> None:
    seen = table(4, {0: "8s 9s Ts", 1: "8h 9h Js", 2: "8c Kh", 3: "6c"}, duel="shootout")
    seen.play("0:shootout+x1+p1+p2+p3+done 0:8s 1:8h 2:8c 3:6c")
    assert (seen.to_act, seen.legal(0), seen.legal(1)) == ([0, 1, 2], ["9s", "Ts"], ["9h", "Js"])
    seen.play("0:9s 1:9h 2:Kh")
    assert seen.pos == [0, 0, 2, 0]


def test_mw_40_again_among_those_still_tied() -> None:
    seen = table(3, {0: "8s 9s Ts", 1: "8h 9h Js", 2: "8c 7c Kc"}, duel="shootout")
    seen.play("0:shootout+x1+p1+p2+done 0:8s 1:8h 2:8c 0:9s 1:9h 2:7c")
    assert seen.to_act == [0, 1]
    seen.play("0:Ts 1:Js")
    assert (seen.pos, told(seen.events, "tie", "round")) == ([0, 2, 0], [(None, 1), (None, 2)])


def test_mw_40_earlier_cards_do_not_count() -> None:
    """Aces were shown in the first round: a six of the tie-break is no Double Cross."""
    seen = table(3, {0: "As 6s", 1: "Ah 7h"}, duel="shootout")
    seen.play("0:shootout+x1+p1+done 0:As 1:Ah 0:6s 1:7h")
    assert seen.pos == [0, 2, 0]


def test_mw_40_only_the_tied_play_on() -> None:
    """Even their sixes, the lowest hand there is, tie with nobody else's."""
    seen = table(3, {0: "8s 6s 9s", 1: "8h 6h Th", 2: "7c Kc"}, duel="shootout")
    seen.play("0:shootout+x1+p1+p2+done 0:8s 1:8h 2:7c 0:6s 1:6h")
    assert told(seen.events, "tie", "places") == [(None, [0, 1]), (None, [0, 1])]
    assert told(seen.events, "reveal") == [0, 1, 2, 0, 1]
    assert seen.to_act == [0, 1]


def test_mw_40_without_a_card_the_top_card_is_drawn_and_played() -> None:
    """In seat order from the active player; who still has a card plays it."""
    seen = table(4, {0: "8s 9s", 1: "8h", 2: "8c", 3: "8w"}, duel="shootout", active=2)
    seen.play("2:shootout+x1+p0+p1+p3+done 0:8s 1:8h 2:8c 3:8w")
    assert seen.to_act == [0]
    events = seen.play("0:9s", "Ts Kh Qh")
    assert told(events, "tie_draw", "cards") == [(2, ["Ts"]), (3, ["Kh"]), (1, ["Qh"])]
    assert seen.pos == [0, 0, 0, 2]


def test_mw_40_nobody_with_a_card_is_not_asked() -> None:
    seen = table(2, {0: "8s", 1: "8h"}, pos=(1, 0), bags=(1,))
    events = seen.play("0:duel+x1+p1 0:8s 1:8h", "9h 9c Th Jc")
    assert told(events, "tie", "round") == [(None, 1), (None, 2)]
    assert seen.pos == [1, 1]


def test_mw_40_a_tie_break_draw_may_shuffle_without_the_cards_on_the_table() -> None:
    seen = table(2, {0: "8s", 1: "8h 9h"}, deck="", discard="Kc 6c", hoard=1, pos=(0, 1), bags=(0, 1))
    seen.play("0:duel+x1+p1 0:8s 1:8h")
    events = seen.play("1:9h", "Kc")
    assert told(events, "shuffle", "count")[0] == (None, 2)
    assert seen.pos == [1, 1]


def test_mw_40_cards_already_shown_lie_open_until_the_action_ends() -> None:
    seen = table(2, {0: "8s 9s", 1: "8h Th"})
    seen.play("0:duel+x1+p1 0:8s 1:8h")
    for viewer in (0, 1, None):
        assert seen.position.view(viewer).open_cards == ("8s", "8h")


def test_mw_41_losers_of_the_tie_break_pay() -> None:
    seen = table(3, {0: "8s 9s", 1: "8h Th", 2: "7c"}, duel="shootout", pos=(5, 5, 9), bags=(3, 3, 3))
    seen.play("0:shootout+x1+p1+p2+done 0:8s 1:8h 2:7c 0:9s 1:Th")
    assert (seen.pos, seen.bags) == ([5, 7, 9], [1, 3, 0])


def short_table(hands: dict[int, str], discard: str = "", **more: object) -> Table:
    """Everyone's cards lie with the last of four seats, who has no part in the Shootout."""
    return table(4, hands, deck="", discard=discard, hoard=3, duel="shootout", **more)  # type: ignore[arg-type]


def test_mw_42_who_can_draw_no_card_drops_out() -> None:
    seen = short_table({0: "8s", 1: "8h 9h", 2: "8c 7c"})
    seen.play("0:shootout+x1+p1+p2+done 0:8s 1:8h 2:8c")
    assert (seen.to_act, told(seen.events, "dropped")) == ([1, 2], [0])
    seen.play("1:9h 2:7c")
    assert seen.pos == [0, 2, 0, 0]


def test_mw_42_one_left_able_to_play_wins_unplayed() -> None:
    seen = short_table({0: "8s", 1: "8h 9h", 2: "8c"}, pos=(1, 0, 1), bags=(1, 0, 1))
    events = seen.play("0:shootout+x1+p1+p2+done 0:8s 1:8h 2:8c")
    assert told(events, "best", "why") == [(1, "others_cannot")]
    assert (seen.pos, seen.bags, seen.hand(1)) == ([1, 2, 1, 0], [0, 0, 0, 0], "9h")


def test_mw_42_if_none_can_play_the_nearest_from_the_active_player_wins() -> None:
    active_first = short_table({0: "8s", 1: "8h", 2: "8c"}, active=1)
    events = active_first.play("1:shootout+x1+p0+p2+done 0:8s 1:8h 2:8c")
    assert (active_first.pos, told(events, "best", "why")) == ([0, 2, 0, 0], [(1, "nearest")])
    then_seat_order = short_table({0: "8s", 1: "7h", 2: "8c"}, active=1)
    then_seat_order.play("1:shootout+x1+p0+p2+done 0:8s 1:7h 2:8c")
    assert then_seat_order.pos == [0, 0, 2, 0]


def test_mw_42_the_pile_counts_as_cards_that_can_be_drawn() -> None:
    """One card is left in the pile for two who have none: the first in seat order from the active player gets it."""
    seen = short_table({0: "8s", 1: "8h", 2: "8c 9c"}, discard="Kc", active=1)
    events = seen.play("1:shootout+x1+p0+p2+done 0:8s 1:8h 2:8c")
    assert (told(events, "dropped"), seen.to_act) == ([0], [2])
    seen.play("2:9c")
    assert seen.pos == [0, 2, 0, 0]
    assert drawn(seen.events)[0][0] == 1
