"""Intervals and corrections against published values, and against what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from doublecross.lab.statistics import against, cohens_h, estimate, holm, paired, t_quantile, t_tails, wilson


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    """The tables of Student's t; the expansion is good to a thousandth from four degrees of freedom on."""
    assert t_quantile(freedom) == pytest.approx(quantile, rel=0.004 if freedom == 3 else 0.001)


@pytest.mark.parametrize(("freedom", "t"), [(1, 636.619), (2, 31.599), (7, 5.408), (10, 4.587), (30, 3.646), (120, 3.373)])
def test_students_tails(freedom: int, t: float) -> None:
    """The tables of Student's t at one in a thousand."""
    assert t_tails(t, freedom) == t_tails(-t, freedom) == pytest.approx(0.001, rel=0.002)


def test_far_tails_are_those_of_few_games() -> None:
    """Where corrections for many comparisons look: 2 (1 - F(8)) with 7 degrees of freedom is 9.1e-5, the normal distribution's is 1e-15."""
    assert t_tails(8.0, 7) == pytest.approx(9.115e-5, rel=1e-3)
    assert t_tails(0.0, 7) == 1.0
    assert t_tails(3.0, 1e5) == pytest.approx(t_tails(3.0, 1e9), rel=1e-3)


def test_a_comparison_has_students_p_value() -> None:
    """Eight pairs that differ by 1 on average, with a standard error of 1/4: t is 4, which is 0.0052 with seven degrees of freedom."""
    spread = np.array([1.0, -1.0] * 4) * 0.25 * math.sqrt(7)
    difference = paired(estimate(1.0 + spread, None, False), estimate(np.zeros(8), None, False), False)
    assert difference.error == pytest.approx(0.25)
    assert difference.p == pytest.approx(0.00519, rel=0.01)


def test_wilson_by_newcombe() -> None:
    """Newcombe 1998, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):
        assert wilson(wins / games, games) == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_games_has_wilsons_interval() -> None:
    """81 of 263 games: the linearised error is that of the rate, but for the one game by which a spread is divided less."""
    found = estimate(np.array([1.0] * 81 + [0.0] * 182), None, True)
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=2e-4)


def test_a_mean_has_students_interval() -> None:
    found = estimate(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), None, False)
    half = 2.7764 * math.sqrt(2.5) / math.sqrt(5)
    assert (found.value, found.low, found.high) == pytest.approx((3.0, 3 - half, 3 + half), rel=1e-3)


def test_ratios_know_that_what_happens_in_one_game_hangs_together() -> None:
    """Ten plays a game that all succeed or all fail say no more than one: the interval is that of the games."""
    luck = (np.random.default_rng(1).random(400) < 0.3).astype(float)
    clustered, single = estimate(luck * 10, np.full(400, 10.0), True), estimate(luck, None, True)
    assert clustered.error == pytest.approx(single.error)
    assert (clustered.low, clustered.high) == pytest.approx((single.low, single.high))


@pytest.mark.parametrize("share", [True, False])
def test_intervals_hold_what_they_promise(share: bool) -> None:
    """Of 600 intervals of a ratio of sums, about 95 in 100 hold the truth."""
    chance, held, truth = np.random.default_rng(5), 0, 0.2
    for _ in range(600):
        below = chance.integers(1, 9, 80).astype(float)
        found = estimate(chance.binomial(below.astype(int), truth).astype(float), below, share)
        held += found.low <= truth <= found.high
    assert 0.92 < held / 600 < 0.98


def test_pairs_remove_what_both_share() -> None:
    """The same luck in both: the difference is known far better than either."""
    luck = np.random.default_rng(2).normal(size=500)
    difference = paired(estimate(luck + 1.0, None, False), estimate(luck, None, False), False)
    assert difference.value == pytest.approx(1.0)
    assert difference.error < 1e-9
    assert difference.effect == pytest.approx(1 / luck.std(ddof=1))


def test_no_spread_is_no_certainty() -> None:
    """Eight games won against eight lost are no proof beyond measure."""
    won, lost = estimate(np.ones(8), None, True), estimate(np.zeros(8), None, True)
    difference = paired(won, lost, True)
    assert difference.error > 0.1
    assert 1e-12 < difference.p < 0.001
    assert against(won, 0.5, True).p > 1e-12


def test_holm_by_hand() -> None:
    """Holm 1979: 0.01 x 4, 0.02 x 3, 0.03 x 2 and no less than before, 0.9."""
    assert holm([0.03, 0.9, 0.01, 0.02]) == pytest.approx([0.06, 0.9, 0.04, 0.06])
    assert holm([]) == []


def test_holm_keeps_its_promise() -> None:
    """Twenty comparisons without any difference: in about 5 studies of 100 one seems real, not in 64."""
    chance = np.random.default_rng(3)
    false = sum(min(holm(list(chance.random(20)))) < 0.05 for _ in range(2000))
    assert 0.03 < false / 2000 < 0.07


def test_cohens_h_of_the_book() -> None:
    """Cohen 1988, table 6.2.2: 0.50 against 0.30 is 0.41, 0.10 against 0.05 is 0.19."""
    assert (round(cohens_h(0.5, 0.3), 2), round(cohens_h(0.1, 0.05), 2)) == (0.41, 0.19)


def test_what_never_occurs_has_no_ratio() -> None:
    found = estimate(np.zeros(5), np.zeros(5), True)
    assert math.isnan(found.value)
    assert against(found, 0.5, True).p == 1.0
