"""Bail, payments and what is public (MW-50 to MW-53, MW-66)."""

from __future__ import annotations

import msgspec
import pytest

from doublecross.kernel.game import SPECTATOR
from tests.most_wanted.build import table, told


def test_mw_50_a_loser_pays_the_bail_of_their_own_space_to_the_supply() -> None:
    seen = table(4, {0: "6s", 1: "7h", 2: "8c", 3: "9w"}, pos=(2, 7, 11, 0), bags=(5, 5, 5, 5), duel="shootout")
    seen.play("0:shootout+x1+p1+p2+p3+done 0:6s 1:7h 2:8c 3:9w")
    assert (seen.bags, int(seen.state.supply)) == ([4, 3, 2, 5], 63 - 14)


def test_mw_50_off_the_board_a_loser_pays_nothing() -> None:
    seen = table(2, {0: "6s", 1: "7h"}, pos=(0, 1), bags=(5, 5))
    events = seen.play("0:duel+x1+p1 0:6s 1:7h")
    assert (seen.bags, seen.pos, told(events, "bail")) == ([5, 5], [0, 1], [])


def test_mw_50_the_space_before_the_action_moves_anyone() -> None:
    """The loser's space sets Bail and points, whatever space the winner reaches or the loser falls back to."""
    seen = table(2, {0: "6s", 1: "7h"}, pos=(9, 4), bags=(1, 0))
    events = seen.play("0:duel+x1+p1 0:6s 1:7h")
    assert (seen.bags, seen.pos) == ([0, 0], [7, 7])
    assert told(events, "bail", "due", "paid") == [(0, 3, 1)]


@pytest.mark.parametrize(("owned", "paid", "space"), [(0, 0, 9), (1, 1, 10), (2, 2, 11), (3, 3, 12), (4, 3, 12)])
def test_mw_51_a_space_back_for_each_bag_missing(owned: int, paid: int, space: int) -> None:
    seen = table(2, {0: "6s", 1: "7h"}, pos=(12, 0), bags=(owned,))
    seen.play("0:duel+x1+p1 0:6s 1:7h")
    assert (seen.bags[0], seen.pos[0]) == (owned - paid, space)


def test_mw_51_a_token_may_fall_off_the_board_and_no_further() -> None:
    off = table(2, {0: "6s", 1: "7h"}, pos=(1, 0))
    off.play("0:duel+x1+p1 0:6s 1:7h")
    assert off.pos == [0, 1]
    steep = table(2, {0: "6s", 1: "7h"}, pos=(1, 0), track="311122223333")
    events = steep.play("0:duel+x1+p1 0:6s 1:7h")
    assert (steep.pos, told(events, "back", "start", "end", "missing")) == ([0, 3], [(0, 1, 0, 3)])


def test_mw_52_bags_and_positions_are_public() -> None:
    seen = table(3, {0: "6s"}, pos=(4, 0, 9), bags=(7, 2, 0))
    for viewer in (0, 1, 2, SPECTATOR):
        view = seen.position.view(viewer)
        assert [(seat.pos, seat.bags, seat.bail) for seat in view.seats] == [(4, 7, 1), (0, 2, 0), (9, 0, 3)]
        assert view.supply == 54


def test_mw_53_what_everyone_sees() -> None:
    seen = table(3, {0: "6s 7s", 1: "6h", 2: "6c 7c"}, discard="Kw", shuffles=1, lose_turn=[2])
    seen.play("0:church+6s+done", "8s 8h 8c 8w 9s 9h")
    for viewer in (0, 1, 2, SPECTATOR):
        view = seen.position.view(viewer)
        assert [seat.hand_size for seat in view.seats] == [7, 1, 2]
        assert [seat.loses_turn for seat in view.seats] == [False, False, True]
        assert (view.deck_size, view.discard, view.shuffles) == (72 - 6 - 6, ("6s", "Kw"), 1)
        assert [tile.points for tile in view.tiles[:3]] == [3, 3, 4]
        assert told(list(view.history), "discard", "cards") == [(0, ["6s"])]


def test_mw_53_revealed_hands_are_public() -> None:
    seen = table(3, {0: "6s 7s", 1: "8h 9h"})
    seen.play("0:pony 1:in 0:6s+7s 1:8h+9h")
    for viewer in (0, 1, 2, SPECTATOR):
        assert told(seen.position.events(viewer), "reveal", "cards") == [(0, ["6s", "7s"]), (1, ["8h", "9h"])]


def test_mw_53_hands_and_draws_are_private() -> None:
    """Only the own seat's view changes with what it holds and draws; others see how many cards were drawn."""
    views = []
    for cards, draws in (("6s 7s", "8s 8h 8c 8w 9s"), ("6s 7h", "Ts Th Tc Tw Js")):
        seen = table(3, {0: cards, 1: "8h 9h", 2: "Qw"})
        events = seen.play("0:labor+6s+done", draws="7w Kw Kc Ks")
        views.append({viewer: msgspec.json.encode(seen.position.view(viewer)) for viewer in (0, 1, 2, SPECTATOR)})
        assert told(seen.position.events(1), "draw", "count") == [(0, 4)]
        assert all("cards" not in event.facts for event in seen.position.events(1) if event.kind == "draw")
        assert told(events, "draw", "cards") == [(0, ["7w", "Ks", "Kc", "Kw"])]
        assert draws
    assert views[0][0] != views[1][0]
    assert [views[0][viewer] == views[1][viewer] for viewer in (1, 2, SPECTATOR)] == [True] * 3


def test_mw_66_take_what_is_left_of_the_supply() -> None:
    honest = table(2, {0: "6s 7s 8s", 1: "6h"}, bags=(0, 60))
    honest.play("0:labor+6s+7s+done")
    assert (honest.bags, int(honest.state.supply)) == ([3, 60], 0)
    claim = table(2, {0: "6s 7s 8s", 1: "6h"}, bags=(0, 62), labor="dishonest")
    claim.play("0:labor+6s+7s+done 1:out")
    assert (claim.bags, int(claim.state.supply)) == ([1, 62], 0)
