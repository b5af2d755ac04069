"""Every measure by hand, on one game whose columns are written down here."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from doublecross.games.outlawed.options import deck_of
from doublecross.lab import drama
from doublecross.lab.measures import GROUPS, Measure, Setting, groups_of, measures_of
from doublecross.lab.playing import GAMES
from doublecross.lab.statistics import estimate
from doublecross.lab.study import Study
from tests.lab.building import study


def numbers(text: str) -> dict[str, Fraction]:
    """A name and a number in turn."""
    words = text.split()
    return {name: Fraction(value) for name, value in zip(words[::2], words[1::2], strict=True)}


MOST_WANTED = numbers("""
    won 1  first 1  decisions 97  turns 40  turn_limit 1
    used_pony 2  used_stage 3  used_train 5  used_rest 7  used_labor 11  used_fight 13
    success_pony 1  success_stage 2  success_train 3  success_rest 7  success_labor 9  success_fight 6
    points_pony 1  points_stage 2  points_train 4  points_fight 8
    winner_points_pony 1  winner_points_stage 0  winner_points_train 1  winner_points_fight 3
    contests 23  robberies 10  unopposed 4  joined 17  sheriff_stops 2  double_crosses 5  ties 6  tie_rounds 8
    bails 9  bail_owed 20  bail_paid 15  bankruptcies 3  spaces_lost 4  saloon_owed 8  saloon_paid 5
    labor_bags 22  claims 11  false_claims 4  challenged 3  caught 1  lost_turns 2  passes 5
    shuffles 2  flip_turn_1 12  flip_turn_2 0  flip_turn_3 33  supply_least 6  supply_out 0
    lead_changes 4  margin 3  winner_active 0  spaces_0 9  spaces_1 12  spaces_2 3
""")
EXPECTED = numbers("""
    win_place_1 0  win_place_2 0  win_place_3 1  win_seat_0 1  win_seat_1 0  win_seat_2 0
    decisions 97  turns 40  turn_limit 1
    use_pony 2/41  use_stage 3/41  use_train 5/41  use_rest 7/41  use_labor 11/41  use_fight 13/41
    success_pony 1/2  success_stage 2/3  success_train 3/5  success_labor 9/11  success_fight 6/13
    points_pony 1/15  points_stage 2/15  points_train 4/15  points_fight 8/15
    winner_points_pony 1/5  winner_points_stage 0  winner_points_train 1/5  winner_points_fight 3/5
    bails 9  bail_owed 20  bail_paid 3/4  bankruptcies 3  spaces_lost 4  saloon_paid 5/8
    contests 23  ties 6/23  double_crosses 5/23  joined 17/10  unopposed 2/5
    flip_1 1  flip_2 0  flip_3 1  shuffles 2  supply_out 0  supply_least 6
    labor_bags 2  passes 1/8  false_claims 4/11  challenged 3/11  caught 1/4  lost_turns 2
    lead_changes 4  margin 3  close 0  winner_inactive 1
""")
"""Measures of this game with the Saloon and Dishonest Labor; those of drama have a test of their own."""


def measured(made: Study, table: Mapping[str, Fraction | int]) -> dict[str, float]:
    """Every measure taken from games; checks that all that are called shares lie between 0 and 1."""
    columns = {name: np.array([int(value)], dtype=np.int32) for name, value in table.items()}
    found = {}
    for measure in measures_of(made.game, Setting(made.cells[0].players, made.rules(0)[0])):
        if measure.source == GAMES:
            found[measure.name] = value_of(measure, columns)
            assert not measure.share or math.isnan(found[measure.name]) or 0 <= found[measure.name] <= 1
            assert measure.group in groups_of(made.game)
    return found


def value_of(measure: Measure, columns: dict[str, np.ndarray[Any, Any]]) -> float:
    return estimate(measure.top(columns), measure.bottom(columns) if measure.bottom else None, measure.share).value


def test_most_wanted() -> None:
    made = study("most-wanted", [(3, {"church": "saloon", "labor": "dishonest"})], 1)
    assert measured(made, MOST_WANTED) == pytest.approx({name: float(value) for name, value in EXPECTED.items()})


def test_what_depends_on_the_table() -> None:
    """With two seats there is the Sheriff; Honest Labor cannot fail and nobody claims anything; the Church costs nothing."""
    two = measured(study("most-wanted", [(2, {})], 1), {**MOST_WANTED, "won": 0b11})
    assert two["sheriff_stops"] == pytest.approx(0.2)
    assert (two["win_seat_0"], two["win_place_2"]) == (0.5, 0.5)
    assert set(EXPECTED) - set(two) == {
        *("win_place_3", "win_seat_2", "success_labor", "saloon_paid", "false_claims", "challenged", "caught", "lost_turns"),
    }
    assert measured(study("most-wanted", [(3, {})], 1), {**MOST_WANTED, "margin": 2})["close"] == 1


def test_outlawed() -> None:
    """Ray, whose reward is 150 in the house deck, is held by one of two seats and jailed by it; seat 1 lost it and won."""
    made = study("outlawed", [(2, {})], 1)
    rules = made.rules(0)[0]
    outlaws = [outlaw.id for outlaw in deck_of(rules).outlaws]
    ray, croc = outlaws.index("ray"), outlaws.index("croc")
    each = ("plays", "true_plays", "success", "back", "blocks", "jail_rounds", "held")
    table: dict[str, Fraction | int] = {f"{field}_{name}": 0 for field in each for name in outlaws}
    table |= numbers("""
        won 2  first 1  decisions 60  rounds 15  round_limit 0  claims 30  true_claims 12
        apprehended 9  sent_back 3  blocked_rounds 2  empty_rounds 6  lead_changes 1  tied 1  margin 0
        winner_active 1  dollars_0 500  dollars_1 500
        plays_ray 5  true_plays_ray 2  success_ray 1  back_ray 3  blocks_ray 4  held_ray 1
    """)
    table |= {"lost_0": croc, "lost_1": ray}
    found = measured(made, table)
    expected = numbers("""
        rounds 15  round_limit 0  empty_rounds 2/5  truth 2/5  sent_back 1/10  blocked_rounds 2/15
        truth_ray 2/5  jailed_ray 1  success_ray 1/5  dollars_ray 150  without_ray 1  without_croc 0  blocks_ray 4/5  back_ray 3/5
        lead_changes 1  margin 0  tied 1  winner_inactive 0  win_place_1 1  win_seat_0 0
    """)
    assert {name: found[name] for name in expected} == pytest.approx({name: float(value) for name, value in expected.items()})


def test_every_group_has_measures_and_every_measure_a_group() -> None:
    for name in ("most-wanted", "outlawed"):
        made = study(name, [(2, {"labor": "dishonest"} if name == "most-wanted" else {})], 1)
        measures = measures_of(made.game, Setting(2, made.rules(0)[0]))
        assert {measure.group for measure in measures} == set(groups_of(made.game))
        order = [list(GROUPS).index(measure.group) for measure in measures]
        assert order == sorted(order)


def test_what_drama_calls_low_clear_and_far_behind() -> None:
    """The bounds of the definitions: 5% of chance, 10 points of lead; and one tenth for wins from behind."""
    assert (drama.LOW, drama.LEAD, drama.FAR_BEHIND) == (0.05, 0.10, 0.10)
