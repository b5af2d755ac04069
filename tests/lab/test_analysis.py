"""Findings, and where players disagree about them, on wins written down here: no game is played."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from doublecross.lab.analysis import FAIR, FEWEST_GAMES, Analysis, Comparison
from doublecross.lab.statistics import LEVEL
from doublecross.lab.study import Study
from tests.lab.building import study

GAMES = 1000
MADE = replace(study("outlawed", [(2, {}), (2, {"casual": True}), (2, {"beginner": True})], GAMES), measures=("wins",))


def analysis(shares: dict[tuple[int, int], float], games: int = GAMES, made: Study = MADE) -> Analysis:
    """Games in which seat 0, who always begins, wins such a share of the first ones, by cell and kind."""
    frames = []
    for (cell, kind), share in shares.items():
        won = np.where(np.arange(games) < share * games, 1, 2).astype(np.int32)
        columns = {"cell": cell, "kind": kind, "game": np.arange(games, dtype=np.int32), "won": won, "first": 0, "decisions": 1}
        frames.append(pl.DataFrame(columns, schema_overrides=dict.fromkeys(columns, pl.Int32)))
    return Analysis(made, pl.concat(frames), pl.DataFrame())


def compared(found: Analysis, cell: int, baseline: int, kind: int) -> Comparison:
    """How the wins of seat 0 compare."""
    (each,) = [each for each in found.comparisons if (each.key, each.kind) == (("win_seat_0", cell, baseline), kind)]
    return each


def every(share: float) -> dict[tuple[int, int], float]:
    return {(cell, kind): share for cell in range(3) for kind in range(2)}


def test_holm_counts_every_comparison_of_a_kind() -> None:
    """Of each kind: two seats and two places, each in three cells against the fair share and in two against the baseline."""
    found = analysis(every(0.5) | {(1, 0): 0.54})
    assert len(found.comparisons) == 2 * 4 * (3 + 2)
    against_fair = compared(found, 1, FAIR, 0)
    assert against_fair.difference.p < LEVEL < against_fair.p, "alone it would be a finding"
    assert not against_fair.notable
    assert compared(analysis(every(0.5) | {(1, 0): 0.56}), 1, FAIR, 0).notable


def test_what_is_sure_but_tiny_is_no_finding() -> None:
    """Half a point against the fair share counts; between cells an effect of 0.1 is asked for."""
    found = analysis(every(0.5) | {(1, 0): 0.54, (2, 0): 0.56}, games=20_000)
    small, great = (compared(found, cell, 0, 0) for cell in (1, 2))
    assert max(small.p, great.p) < 1e-9
    assert (small.notable, great.notable) == (False, True)
    assert compared(found, 1, FAIR, 0).notable


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (0.7, 0.7, "agree"),
        (0.7, 0.3, "opposite"),
        (0.7, 0.5, "apart"),
        (0.5, 0.7, "apart"),  # what only the second kind finds is told too
        (0.7, 0.66, "agree"),
        (0.5, 0.5, "nothing"),
    ],
)
def test_where_two_kinds_stand(one: float, other: float, told: str) -> None:
    found = analysis(every(0.5) | {(1, 0): one, (1, 1): other})
    own = [each for each in found.repeated if each.one.key == ("win_seat_0", 1, 0)]
    if told == "nothing":
        assert not own
        return
    (each,) = own
    assert (each.agrees, each.opposite) == (told == "agree", told == "opposite")
    assert (each in found.findings) == (told == "agree")
    assert (each in found.disagreements) == (told != "agree")
    assert each.sure or told == "agree"
    assert each.apart.value == pytest.approx(one - other)


def test_how_far_kinds_are_apart_takes_their_baselines_into_account() -> None:
    """Both kinds go up by 20 points, from different places: no difference between them."""
    found = analysis(every(0.5) | {(0, 1): 0.3, (1, 0): 0.7, (1, 1): 0.5, (2, 1): 0.3})
    (each,) = [each for each in found.repeated if each.one.key == ("win_seat_0", 1, 0)]
    assert each.agrees
    assert each.apart.value == pytest.approx(0.0)
    # One kind gains in 200 games, the other in 200 others: the sum of a game's changes is 1, -1 or, in 600 games, 0.
    assert each.apart.error == pytest.approx(np.sqrt(400 / 999 / 1000))
    assert not each.sure


def test_a_difference_of_kinds_is_sure_only_after_its_own_correction() -> None:
    found = analysis(every(0.5) | {(1, 0): 0.59, (1, 1): 0.533})
    apart = [each for each in found.repeated if each.one.key == ("win_seat_0", 1, 0)]
    assert apart[0].apart.p < apart[0].p


def test_with_few_games_values_are_shown_but_not_compared() -> None:
    for games, compares in ((FEWEST_GAMES - 1, False), (FEWEST_GAMES, True)):
        found = analysis(every(1.0), games)
        assert found.estimates["win_seat_0", 0, 0].value == 1.0
        assert bool(found.comparisons) == compares


def test_tables_say_what_was_found() -> None:
    found = analysis(every(0.5) | {(1, 0): 0.7})
    rows = found.comparisons_frame().filter(pl.col("finding") & (pl.col("measure") == "win_seat_0"))
    assert set(rows.select("bots", "baseline", "casual").rows()) == {
        ("heuristic", "fair", "True"),
        ("heuristic", "players=2", "True"),
    }
    values = found.estimates_frame().filter((pl.col("measure") == "win_seat_0") & (pl.col("casual") == "True")).sort("bots")
    assert values["value"].to_list() == [0.7, 0.5]
