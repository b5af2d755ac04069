"""Components, setup and options (MW-01 to MW-05, MW-80)."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

import doublecross
from doublecross.games.most_wanted.cards import card_text, cards_in
from doublecross.kernel.position import as_record
from tests.most_wanted.build import Table, drawn, table, told

GAME = "most-wanted"


def started(players: int, seed: int = 1, **options: Any) -> Table:
    return Table(doublecross.new(GAME, players=players, seed=seed, **options))


def all_cards(seen: Table) -> Counter[str]:
    piles = [seen.pile("deck"), seen.pile("discard"), *(seen.hand(seat) for seat in range(8))]
    return Counter(" ".join(piles).split())


def test_mw_01_two_copies_of_nine_ranks_in_four_suits() -> None:
    cards = all_cards(started(4))
    assert cards == {rank + suit: 2 for rank in "6789TJQKA" for suit in "shcw"}
    assert cards.total() == 72


def test_mw_01_ranks_run_from_six_to_ace() -> None:
    """Each rank loses a Shootout of one card to the next."""
    ranks = "6789TJQKA"
    for low, high in itertools.pairwise(ranks):
        if (low, high) != ("6", "A"):
            duel = table(2, {0: f"{low}s", 1: f"{high}h"}, pos=(4, 0), bags=(1,))
            duel.play(f"0:duel+x1+p1 0:{low}s 1:{high}h")
            assert duel.pos == [4, 1], (low, high)


@pytest.mark.parametrize("players", range(2, 9))
def test_mw_02_the_deal(players: int) -> None:
    seen = started(players)
    assert seen.held == [5] * players
    assert [len(seen.hand(seat).split()) for seat in range(players)] == [5] * players
    assert seen.bags == [0] * players
    assert seen.pos == [0] * players
    assert (int(seen.state.supply), int(seen.state.deck_size)) == (63, 72 - 5 * players)


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 2.0, True, "2"])
def test_mw_02_two_to_eight_players(players: Any) -> None:
    with pytest.raises(doublecross.BadInput, match="2 to 8"):
        doublecross.new(GAME, players=players)


def test_mw_02_each_seat_is_dealt_other_cards_by_another_seed() -> None:
    assert started(2, seed=1).hand(0) != started(2, seed=2).hand(0)
    assert started(2, seed=3).position.to_bytes() == started(2, seed=3).position.to_bytes()


@pytest.mark.parametrize(("space", "bail"), list(enumerate([0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])))
def test_mw_03_the_bail_of_each_space(space: int, bail: int) -> None:
    duel = table(2, {0: "6s", 1: "7s"}, pos=(space, 0), bags=(9,))
    duel.play("0:duel+x1+p1 0:6s 1:7s")
    assert duel.bags == [9 - bail, 0]


def test_mw_03_another_track() -> None:
    duel = table(2, {0: "6s", 1: "7s"}, pos=(3, 0), bags=(9,), track="321321321321")
    duel.play("0:duel+x1+p1 0:6s 1:7s")
    assert (duel.bags, duel.pos) == ([8, 0], [3, 1])
    assert started(2, track=[3, 2, 1], goal=4).position.view().track == (3, 2, 1)


@pytest.mark.parametrize("track", ["11112222333", "1111222233334", "011122223333", "411122223333", "1111 2222 3333", "", [1.0] * 12, None])
def test_mw_03_other_tracks_are_refused(track: Any) -> None:
    with pytest.raises(doublecross.BadInput, match=r"track|goal"):
        doublecross.new(GAME, players=2, track=track)


def test_mw_03_thirteen_wins() -> None:
    """From space 11 a Pony Express ends on 13; from 10 it does not end the game."""
    for start, over in ((10, False), (11, True)):
        robbery = table(3, {0: "6s 7s"}, pos=(start,))
        robbery.play("0:pony 0:6s+7s")
        assert (robbery.pos[0], robbery.position.is_over) == (start + 2, over)


def test_mw_04_the_tiles_of_a_first_game() -> None:
    names = [tile.name for tile in started(3).position.view().tiles]
    assert names == ["pony", "stage", "train", "church", "honest_labor", "duel"]
    assert [tile.sizes for tile in started(3).position.view().tiles] == [(2,), (3,), (4,), (), (), (1, 2)]
    assert not any(tile.flipped for tile in started(3).position.view().tiles)


@pytest.mark.parametrize("church", ["church", "saloon"])
@pytest.mark.parametrize("labor", ["honest", "dishonest"])
@pytest.mark.parametrize("duel", ["duel", "shootout"])
def test_mw_04_each_side_of_each_tile_in_any_mix(church: str, labor: str, duel: str) -> None:
    seen = table(3, {0: "6s", 1: "6h"}, bags=(1,), church=church, labor=labor, duel=duel)
    tiles = seen.position.view().tiles
    assert [tile.name for tile in tiles[3:]] == [church, f"{labor}_labor", duel]
    assert [tile.bail for tile in tiles] == [True, True, True, False, False, True]
    assert tiles[5].sizes == ((1, 2) if duel == "duel" else (1, 2, 3))
    assert seen.legal(0) == [church, "labor", duel]


def test_mw_05_a_named_seat_begins() -> None:
    for seat in range(4):
        assert started(4, first_player=seat).to_act == [seat]
    with pytest.raises(doublecross.BadInput, match="first_player"):
        doublecross.new(GAME, players=4, first_player=4)


def test_mw_05_by_default_chance_names_who_begins() -> None:
    firsts = Counter(started(3, seed).to_act[0] for seed in range(300))
    assert set(firsts) == {0, 1, 2}
    assert all(70 < times < 130 for times in firsts.values())


def test_mw_05_the_opening_duel_is_asked_of_all_seats() -> None:
    seen = started(4, first_player="duel")
    assert seen.to_act == [0, 1, 2, 3]
    assert all(seen.position.legal(seat) == sorted(set(cards_in(*hand(seen, seat)))) for seat in range(4))


def hand(seen: Table, seat: int) -> tuple[int, int]:
    return int(seen.state.hand1[seat]), int(seen.state.hand2[seat])


def test_mw_05_the_best_card_begins_and_draws_first() -> None:
    """No points, no Bail; everyone refills, the winner first, then in seat order."""
    opening = table(3, {0: "7s", 1: "9s", 2: "Ks"}, opening=True, hand=1)
    events = opening.play("2:Ks 0:7s 1:9s", "Qw Qh Qc")
    assert drawn(events) == [(2, "Qw"), (0, "Qh"), (1, "Qc")]
    assert (opening.pos, opening.bags, opening.to_act) == ([0, 0, 0], [0, 0, 0], [2])
    assert opening.pile("discard") == "7s 9s Ks"
    assert told(events, "points") == told(events, "bail") == []
    assert told(events, "first", "why") == [(2, "won_duel")]
    assert int(opening.state.turns) == 1


def test_mw_05_the_double_cross_counts_in_the_opening_duel() -> None:
    opening = table(3, {0: "6s", 1: "As", 2: "Ks"}, opening=True, hand=1)
    opening.play("0:6s 1:As 2:Ks")
    assert opening.to_act == [0]


def test_mw_05_ties_replay_among_the_tied() -> None:
    opening = table(3, {0: "Ks 6h", 1: "Kh 9h", 2: "7s Ah"}, opening=True, hand=1)
    opening.play("0:Ks 1:Kh 2:7s")
    assert opening.to_act == [0, 1]
    opening.play("0:6h 1:9h")
    assert (opening.to_act, opening.held) == ([1], [1, 1, 1])


def test_mw_05_seat_0_stands_in_as_active_player() -> None:
    """In a tie-break for which only one card can be drawn, seat 0 draws it and wins, for no one else can play (MW-42)."""
    opening = table(3, {0: "Ks", 1: "Kh", 2: "Kc"}, hoard=2, discard="7w", deck="", opening=True, hand=1)
    events = opening.play("0:Ks 1:Kh 2:Kc")
    assert told(events, "dropped") == [1]
    assert opening.to_act == [2]
    opening.play("2:Kw")
    assert opening.to_act == [2]
    everyone = table(2, {0: "Ks", 1: "Kh"}, opening=True, hand=1, ranks="K", suits=2, copies=1)
    everyone.play("0:Ks 1:Kh")
    assert everyone.to_act == [0]


def test_mw_05_a_shuffle_in_the_opening_duel_flips_a_tile() -> None:
    opening = table(2, {0: "Ks", 1: "Qs"}, deck="", discard="7w 8w", hoard=1, opening=True, hand=1)
    events = opening.play("0:Ks 1:Qs", "8w")
    assert told(events, "flip", "tile") == [(None, "pony")]
    assert (opening.hand(0), int(opening.state.shuffles)) == ("8w", 1)


def test_mw_80_a_small_deck() -> None:
    seen = started(2, ranks="6QA", suits=2, copies=1, hand=2, track="12", goal=3)
    assert all_cards(seen) == {rank + suit: 1 for rank in "6QA" for suit in "sh"}
    assert (seen.held, int(seen.state.deck_size)) == ([2, 2], 2)
    assert seen.position.view().goal == 3


@pytest.mark.parametrize(
    ("players", "options", "name"),
    [
        (2, {"ranks": "6QA", "suits": 1, "copies": 1, "hand": 2}, "hand"),
        (8, {"ranks": "6789", "suits": 4, "copies": 1, "hand": 3}, "hand"),
        (2, {"track": "11", "goal": 4}, "goal"),
        (2, {"track": "11"}, "goal"),
        (3, {"start_bags": 22}, "start_bags"),
        (2, {"robbery_cards": "235"}, "robbery_cards"),
        (2, {"sheriff_cards": "428"}, "sheriff_cards"),
        (2, {"duel_sizes": "21"}, "duel_sizes"),
        (2, {"shootout_sizes": "5"}, "shootout_sizes"),
        (2, {"ranks": "A6"}, "ranks"),
        (2, {"suits": 5}, "suits"),
        (2, {"copies": 3}, "copies"),
        (2, {"no_such_option": 1}, "no_such_option"),
    ],
)
def test_mw_80_what_cannot_be_played_is_refused(players: int, options: dict[str, Any], name: str) -> None:
    with pytest.raises(doublecross.BadInput, match=name):
        doublecross.new(GAME, players=players, **options)


def test_mw_80_the_whole_deck_may_be_dealt() -> None:
    seen = started(2, ranks="6QA", suits=1, copies=2, hand=3)
    assert (seen.held, int(seen.state.deck_size)) == ([3, 3], 0)


def test_mw_80_every_printed_number_is_an_option() -> None:
    rules = as_record(started(2, robbery_cards="123", points="567", flipped_points="678", church_draw=9, hand=4).position._rules)
    assert [int(cards) for cards in rules.robbery_cards] == [1, 2, 3]
    assert [int(points) for points in rules.points] == [5, 6, 7]
    assert [int(points) for points in rules.flipped_points] == [6, 7, 8]
    assert (int(rules.rest_draw), int(rules.hand)) == (9, 4)
    assert card_text(0) == "6s"
    rich = started(2, start_bags=3, supply=9, labor_bags=4, saloon_price=2, shootout_points=5, church="saloon", saloon_draw=11)
    rules = as_record(rich.position._rules)
    assert (rich.bags, int(rich.state.supply)) == ([3, 3], 3)
    assert [int(n) for n in (rules.labor_bags, rules.saloon_price, rules.shootout_points, rules.rest_draw)] == [4, 2, 5, 11]
