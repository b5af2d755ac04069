"""Robberies (MW-10 to MW-15)."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from doublecross.kernel.game import SPECTATOR
from tests.most_wanted.build import Table, table, told

HANDS = {0: "6s 7s 8s 9s Ts", 1: "6h 7h 8h 9h Th", 2: "6c 7c 8c", 3: "6w"}


def test_mw_10_a_robbery_needs_its_cards_in_hand() -> None:
    offered = [table(3, {0: " ".join(f"{rank}s" for rank in "6789"[:count])}).legal(0) for count in range(5)]
    assert [[tile for tile in ("pony", "stage", "train") if tile in tiles] for tiles in offered] == [
        [],
        [],
        ["pony"],
        ["pony", "stage"],
        ["pony", "stage", "train"],
    ]


@pytest.mark.parametrize(("tile", "count"), [("pony", 2), ("stage", 3), ("train", 4)])
def test_mw_10_the_active_player_places_exactly_that_many_cards(tile: str, count: int) -> None:
    seen = table(3, {0: HANDS[0]})
    seen.play(f"0:{tile}")
    for card in ["6s", "7s", "8s", "9s"][:count]:
        assert not {"done", "out", "in"} & set(seen.legal(0))
        assert seen.refused(0, "out") == "NOT_PART_OF_THIS"
        seen.play(f"0:{card}")
    assert seen.pos == [{"pony": 2, "stage": 3, "train": 4}[tile], 0, 0]


def test_mw_10_a_set_of_cards_has_one_spelling() -> None:
    """Cards are placed in ascending order, and never so that the set could not be completed."""
    seen = table(3, {0: "6s 6s 8s 9s"})
    seen.play("0:stage")
    assert seen.legal(0) == ["6s"]
    seen.play("0:6s")
    assert seen.legal(0) == ["6s", "8s"]
    seen.play("0:8s")
    assert seen.legal(0) == ["9s"]
    assert seen.refused(0, "6s") == "CARD_ORDER"


def test_mw_11_whoever_holds_enough_cards_may_join() -> None:
    for tile, asked in (("pony", [1, 2]), ("stage", [1, 2]), ("train", [1])):
        seen = table(4, HANDS)
        seen.play(f"0:{tile}")
        assert seen.to_act == asked
        assert seen.refused(3, "in") == "NOT_YOUR_TURN"
        assert seen.refused(0, "out") == "NOT_YOUR_TURN"


def test_mw_11_who_joins_places_exactly_as_many_cards() -> None:
    seen = table(4, HANDS)
    seen.play("0:stage 2:in 1:out")
    assert seen.to_act == [0, 2]
    seen.play("2:6c+7c")
    assert seen.legal(2) == ["8c"]
    seen.play("2:8c")
    assert seen.to_act == [0]


def test_mw_11_everyone_sees_who_is_in_and_nobody_sees_the_cards() -> None:
    seen, other = table(4, HANDS), table(4, HANDS)
    seen.play("0:pony 1:in 2:out 0:6s+7s")
    other.play("0:pony 1:in 2:out 0:9s+Ts")
    for viewer in (1, 2, 3, SPECTATOR):
        view = seen.position.view(viewer)
        assert (view.inside, view.size, view.deciders) == ((0, 1), 2, (0, 1))
        assert msgspec.json.encode(view) == msgspec.json.encode(other.position.view(viewer))
    assert seen.position.view(0).placed == ("6s", "7s")


def test_mw_12_nothing_is_revealed_before_all_are_ready() -> None:
    """Who could join and stays out must say so, too."""
    seen = table(4, HANDS)
    seen.play("0:pony 1:in")
    assert (seen.to_act, told(seen.events, "joined")) == ([2], [])
    seen.play("2:out 1:6h+7h")
    assert (seen.to_act, told(seen.events, "reveal")) == ([0], [])
    seen.play("0:7s+8s")
    assert told(seen.events, "reveal") == [0, 1]


def test_mw_12_the_best_hand_takes_the_points_and_all_others_pay() -> None:
    seen = table(4, {0: "6s 7s", 1: "6h 7h", 2: "9c 9w", 3: "Ks As"}, pos=(1, 5, 9, 12), bags=(3, 3, 3, 3))
    seen.play("0:pony 1:in 2:in 3:out 0:6s+7s 1:6h+7h 2:9c+9w")
    assert (seen.pos, seen.bags) == ([1, 5, 11, 12], [2, 1, 3, 3])


def test_mw_12_the_active_player_can_win_and_pays_like_others() -> None:
    seen = table(3, {0: "8s 8h", 1: "6h 7h"}, pos=(5, 5), bags=(3, 3))
    seen.play("0:pony 1:in 0:8s+8h 1:6h+7h")
    assert (seen.pos, seen.bags) == ([7, 5, 0], [3, 1, 0])


@pytest.mark.parametrize(("tile", "cards", "points"), [("pony", "6s 7s", 2), ("stage", "6s 7s 8s", 3), ("train", "6s 7s 8s 9s", 4)])
def test_mw_13_a_robbery_no_one_joins_is_won_without_contest(tile: str, cards: str, points: int) -> None:
    seen = table(3, {0: cards, 1: "6h 7h 8h 9h"}, pos=(1,), bags=(2,))
    events = seen.play(f"0:{tile} 1:out 0:{cards.replace(' ', '+')}")
    assert (seen.pos[0], seen.bags) == (1 + points, [2, 0, 0])
    assert told(events, "reveal", "cards") == [(0, cards.split())]
    assert told(events, "best", "why") == [(0, "no_contest")]
    assert seen.pile("discard") == cards


def test_mw_13_also_when_no_one_could_join() -> None:
    seen = table(3, {0: "6s 7s", 1: "6h"})
    events = seen.play("0:pony")
    assert seen.to_act == [0]
    assert told(events, "joined", "seats", "asked") == [(None, [], [])]
    seen.play("0:6s+7s")
    assert seen.pos[0] == 2


@pytest.mark.parametrize("flips", range(5))
@pytest.mark.parametrize(("robbery", "tile"), list(enumerate(["pony", "stage", "train"])))
def test_mw_14_points_before_and_after_the_flip(flips: int, robbery: int, tile: str) -> None:
    cards = ["6s", "7s", "8s", "9s"][: robbery + 2]
    seen = table(3, {0: " ".join(cards)}, shuffles=flips)
    assert seen.position.view(0).tiles[robbery].points == robbery + 2 + (flips > robbery)
    seen.play(f"0:{tile} 0:{'+'.join(cards)}")
    assert seen.pos[0] == robbery + 2 + (flips > robbery)


def test_mw_14_a_flip_during_the_robbery_counts() -> None:
    """The tie-break's draw shuffles the discard pile, which flips the Pony Express before its points are awarded."""
    seen = table(3, {0: "6s 7s", 1: "6h 7h"}, deck="", discard="8s 9s Ts", hoard=2)
    seen.play("0:pony 1:in 2:out 0:6s+7s")
    events = seen.play("1:6h+7h", "8s 9s")
    assert told(events, "flip", "points")[0] == (None, 3)
    assert told(events, "points", "points") == [(1, 3)]
    assert seen.pos == [0, 3, 0]


def test_mw_14_a_later_flip_does_not() -> None:
    """The refill after the robbery shuffles: too late for its points."""
    seen = table(3, {0: "6s 7s"}, deck="", discard="8s 9s Ts", hoard=2)
    seen.play("0:pony 2:out 0:6s+7s")
    assert (seen.pos[0], int(seen.state.shuffles)) == (2, 1)


def answers(seen: Table, order: tuple[str, ...]) -> Table:
    seen.play(" ".join(order))
    return seen


def test_mw_15_sealed_steps_may_be_answered_in_any_order() -> None:
    """First who is in, then the cards; the position afterwards does not depend on who was first."""
    ends = set()
    for order in itertools.permutations(["1:in", "2:in", "3:out"]):
        seen = answers(table(4, HANDS | {3: "6w 7w"}), ("0:pony", *order))
        assert (seen.to_act, seen.held) == ([0, 1, 2], [5, 5, 3, 2])
        for cards in itertools.permutations(["0:8s+9s", "1:7h+8h", "2:6c+7c"]):
            after = Table(seen.position)
            after.play(" ".join(cards))
            ends.add(after.position.state_bytes())
    assert len(ends) == 1


def test_mw_15_an_answer_is_shown_to_nobody_before_all_have_answered() -> None:
    seen = table(4, HANDS)
    seen.play("0:pony")
    before = {viewer: msgspec.json.encode(seen.position.view(viewer)) for viewer in (0, 2, 3, SPECTATOR)}
    seen.play("1:in")
    assert {viewer: msgspec.json.encode(seen.position.view(viewer)) for viewer in before} == before
    assert seen.position.view(1).answer == "in"
    events = seen.play("2:in")
    assert told(events, "joined", "seats", "asked") == [(None, [1, 2], [1, 2])]


def test_mw_15_each_step_is_answered_once() -> None:
    seen = table(4, HANDS)
    seen.play("0:pony 1:in")
    assert seen.refused(1, "out") == "NOT_YOUR_TURN"


def test_mw_10_a_set_of_cards_is_one_choice() -> None:
    """Between its cards a seat is in the middle of a choice; so is the active player between the parts of an action."""
    seen = table(3, {0: "6s 7s", 1: "6h 7h"})
    found = []
    for word in ("0:pony", "1:in", "0:6s", "0:7s"):
        seen.play(word)
        found.append([seen.position.mid_choice(seat) for seat in (0, 1)])
    assert found == [[False, False], [False, False], [True, False], [False, False]]
    seen = table(3, {0: "6s 7s", 1: "6h 7h"})
    seen.play("0:duel")
    assert seen.position.mid_choice(0)
