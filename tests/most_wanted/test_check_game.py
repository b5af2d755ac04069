"""The contract, over every option combination that matters and every player count (`doublecross.check_game`)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import doublecross

SIDES = [
    {"church": church, "labor": labor, "duel": duel}
    for church, labor, duel in itertools.product(["church", "saloon"], ["honest", "dishonest"], ["duel", "shootout"])
]
SHORT: dict[str, Any] = {"track": "1223", "goal": 5}
"""Random play is slow to arrive; a short track ends the games sooner and its last spaces cost as much."""


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: "-".join(sides.values()))
def test_every_mix_of_sides(sides: dict[str, str], players: int) -> None:
    doublecross.check_game("most-wanted", players=players, seed=players, **sides, **SHORT)


@pytest.mark.parametrize("players", range(2, 9))
def test_the_whole_track(players: int) -> None:
    doublecross.check_game("most-wanted", players=players, seed=100)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("split", ["challengers", "everyone"])
def test_the_opening_duel_and_both_splits(split: str, players: int) -> None:
    doublecross.check_game("most-wanted", players=players, first_player="duel", labor="dishonest", split=split, **SHORT)


MINI: list[tuple[tuple[int, ...], dict[str, Any]]] = [
    ((2,), {"ranks": "6A", "suits": 1, "copies": 2, "hand": 2, "track": "1", "goal": 2}),
    ((2,), {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "church": "saloon", "duel": "shootout"}),
    ((2, 3), {"ranks": "6A", "suits": 4, "copies": 1, "hand": 2, "track": "12", "goal": 3, "labor": "dishonest"}),
    ((3, 4), {"ranks": "6789", "suits": 1, "copies": 2, "hand": 2, "robbery_cards": "112", "sheriff_cards": "123", "first_player": "duel"}),
    ((2, 5), {"ranks": "67A", "suits": 4, "copies": 2, "hand": 4, "supply": 5, "duel": "shootout", "labor": "dishonest"}),
    ((8,), {"ranks": "6K", "suits": 4, "copies": 2, "hand": 2, "church": "saloon", "labor": "dishonest", "duel": "shootout"}),
    ((2,), {"ranks": "A", "suits": 1, "copies": 2, "hand": 1, "church": "saloon"}),
    ((2, 7), {"hand": 5, "turn_limit": 30, "start_bags": 3, "church_draw": 3, "shootout_sizes": "1234", "duel": "shootout"}),
    ((6,), {"hand": 12, "church_draw": 20, "labor_bags": 9, "turn_limit": 60, "labor": "dishonest"}),
]


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize(("players", "options"), MINI)
def test_mw_80_variants(players: tuple[int, ...], options: dict[str, Any], seed: int) -> None:
    """With few cards hands run empty, decks run out, ties are decided by who can still play (MW-42, MW-57, MW-67, MW-74)."""
    doublecross.check_game("most-wanted", players=players, games=2, seed=10 * seed, **{"turn_limit": 200, **options})


@pytest.mark.parametrize("players", [2, 5])
def test_a_named_seat_begins(players: int) -> None:
    doublecross.check_game("most-wanted", players=players, first_player=1, **SHORT)
