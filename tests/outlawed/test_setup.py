"""OL-01 to OL-06: setup, the filters, the first badge."""

from __future__ import annotations

import pytest

import doublecross
from doublecross.games.outlawed.deck_files import house_deck
from doublecross.kernel.errors import BadInput
from tests.outlawed.build import deck, field, outlaw, plain_deck, play_round, start

STANDARD = {each.id for each in house_deck().outlaws}
BADGE = {each.id for each in house_deck().outlaws if each.badge}
BULLETS = {each.id for each in house_deck().outlaws if each.bullets}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ol_01_each_player_has_the_same_outlaws(players: int) -> None:
    position = start(players)
    for seat in range(players):
        assert field(position, "hands", seat) | field(position, "removed", seat) == (BULLETS if players == 2 else STANDARD)


@pytest.mark.parametrize("players", [0, 1, 6, 8])
def test_ol_01_two_to_five_players(players: int) -> None:
    with pytest.raises(BadInput, match="2 to 5"):
        doublecross.new("outlawed", players=players)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ol_02_a_reward_can_grow_with_the_players(players: int) -> None:
    cards = {card.id: card for card in start(players).view().deck}
    assert cards["stretch"].dollars == 150 * players
    assert cards["stretch"].per_player == 150
    assert (cards["duke"].dollars, cards["duke"].per_player) == (200, 0)
    assert {card.id for card in cards.values() if card.badge} == BADGE
    assert {card.id for card in cards.values() if card.bullets} == BULLETS


def test_ol_03_beginners_use_badge_outlaws_and_end_at_four() -> None:
    position = start(3, beginner=True)
    assert {card.id for card in position.view().deck if card.in_use} == BADGE
    assert position.view().target == 4
    assert start(3).view().target == 7


def test_ol_03_a_beginner_game_ends_with_four_in_a_jail() -> None:
    position = start(3, ["p"] * 3, beginner=True, deck=plain_deck(16))
    for number, played in enumerate("abcd"):
        assert not position.is_over, number
        play_round(position, [(played, played), (played, "p"), (played, "p")])
    assert position.is_over


def test_ol_04_two_players_use_bullets_outlaws() -> None:
    assert {card.id for card in start(2).view().deck if card.in_use} == BULLETS
    assert {card.id for card in start(2, beginner=True).view().deck if card.in_use} == BULLETS & BADGE
    assert {card.id for card in start(3).view().deck if card.in_use} == STANDARD


def test_ol_05_each_loses_one_outlaw_that_only_they_know() -> None:
    position = start(4)
    for seat in range(4):
        (lost,) = field(position, "removed", seat)
        assert lost not in field(position, "hands", seat)
        assert position.view(seat).seats[seat].removed == lost
        for other in {0, 1, 2, 3} - {seat}:
            assert position.view(other).seats[seat].removed is None
        assert position.view().seats[seat].removed is None
        for viewer in (0, 1, 2, 3, None):
            (event,) = [event for event in position.events(viewer) if (event.kind, event.seat) == ("removed", seat)]
            assert ("outlaw" in event.facts) == (viewer == seat)


def test_ol_05_the_lost_outlaw_is_drawn_anew_for_each_seat_and_game() -> None:
    games = [doublecross.new("outlawed", players=5, seed=seed) for seed in range(60)]
    lost = [tuple(int(mask) for mask in game._state["removed"][0]) for game in games]
    assert {len(set(each)) for each in lost} & {4, 5}
    assert all({each[seat] for each in lost} == {1 << number for number in range(11)} for seat in range(5))


def test_ol_06_the_first_badge_is_drawn_or_named() -> None:
    drawn = {doublecross.new("outlawed", players=3, seed=seed).view().badge for seed in range(40)}
    assert drawn == {0, 1, 2}
    for seat in range(3):
        position = doublecross.new("outlawed", players=3, seed=0, first_player=seat)
        assert position.view().badge == seat
        assert position.to_act == {seat}
    with pytest.raises(BadInput, match="first_player"):
        doublecross.new("outlawed", players=3, first_player=3)


@pytest.mark.parametrize(
    ("players", "beginner", "named"),
    [(2, False, "2 outlaws with bullets"), (3, True, "2 outlaws with a badge"), (2, True, "1 outlaws with badge and bullets")],
)
def test_ol_30_too_few_outlaws_are_refused_by_the_filter_s_name(players: int, beginner: bool, named: str) -> None:
    lonely = deck(
        *(
            outlaw(name, {"who": "me", "claim": "true"}, badge=badge, bullets=bullets)
            for name, badge, bullets in (("a", True, True), ("b", True, False), ("c", False, True), ("d", False, False))
        )
    )
    assert start(3, deck=lonely).view().target == 3
    with pytest.raises(BadInput, match=named):
        start(players, deck=lonely, beginner=beginner)
