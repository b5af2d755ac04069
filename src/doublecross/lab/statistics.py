"""Intervals, effect sizes and multiple comparisons.

A measure is a ratio of two sums over games, ``sum(top) / sum(bottom)``; for a mean, or the share of games, every bottom is 1. Its games are
independent, what happens within one game is not, so all errors are those of games: the ratio is linearised (the "delta method"; Cochran,
*Sampling Techniques*, 1977, chapter 6).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Numbers = np.ndarray[Any, np.dtype[np.float64]]

LEVEL = 0.05
"""What is called significant, after all comparisons are accounted for."""
Z = 1.959963984540054
"""Standard deviations on either side that hold 95% of a normal distribution."""
_NEVER = float("nan")
_MANY = 1e5
"""Degrees of freedom from which Student's distribution is taken for the normal one."""


def t_quantile(freedom: float) -> float:
    """The 97.5% quantile of Student's t (Abramowitz and Stegun, 26.7.5; exact for 1 and 2 degrees of freedom).

    >>> [round(t_quantile(n), 2) for n in (1, 2, 5, 10, 1000)]
    [12.71, 4.3, 2.57, 2.23, 1.96]
    """
    if freedom < 2:
        return 12.706204736174698
    if freedom < 3:
        return 4.302652729749464
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def t_tails(t: float, freedom: float) -> float:
    """How likely Student's t is to lie as far from 0 as this or farther, on either side.

    Exact also far out, where corrections for many comparisons look. With many degrees of freedom it is the normal distribution's.

    >>> [round(t_tails(t, n), 4) for t, n in ((12.706, 1), (-2.365, 7), (5.408, 7), (1.96, 1e7))]
    [0.05, 0.05, 0.001, 0.05]
    """
    if freedom > _MANY:
        return math.erfc(abs(t) / math.sqrt(2))
    x = freedom / (freedom + t * t)
    return _beta_share(freedom / 2, 0.5, x)


def _beta_share(a: float, b: float, x: float) -> float:
    """The regularized incomplete beta function: its continued fraction (NIST, *Digital Library of Mathematical Functions*, 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # on the other side the fraction converges faster
        return 1 - _beta_share(b, a, 1 - x)
    now, up, down = 1.0, 1.0, 0.0
    for number in range(1, 10_000):
        m = number // 2
        if number % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        up, down = 1 + term / up, 1 / (1 + term * down)  # the modified method of Lentz
        now *= up * down
        if abs(up * down - 1) < 1e-15:
            break
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(scale) / (a * now)


def wilson(rate: float, number: float) -> tuple[float, float]:
    """The 95% interval of a rate in `number` independent trials (Wilson 1927): sensible also close to 0 and 1.

    >>> [round(end, 3) for end in wilson(0.0, 10)]
    [0.0, 0.278]
    """
    square = Z**2
    middle = (rate + square / (2 * number)) / (1 + square / number)
    half = Z * math.sqrt(rate * (1 - rate) / number + square / (4 * number**2)) / (1 + square / number)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Estimate:
    """A measure in one cell by one kind of players.

    Attributes:
        value: the ratio; not a number if its bottom never occurred.
        low, high: its 95% interval.
        error: its standard error.
        spread: the standard deviation of a game's part in it.
        games: in how many games.
        parts: what each game adds to the deviation from the value; their mean is 0.
    """

    value: float
    low: float
    high: float
    error: float
    spread: float
    games: int
    parts: Numbers


def estimate(top: Numbers, bottom: Numbers | None, share: bool) -> Estimate:
    """Estimate ``sum(top) / sum(bottom)``; `share` says that it lies between 0 and 1.

    A share has the interval of Wilson, with as many trials as would have this error (Korn and Graubard 1998); any other ratio that of
    Student.
    """
    games = len(top)
    below = np.ones(games) if bottom is None else bottom
    total = float(below.sum())
    if games == 0 or total == 0:
        return Estimate(_NEVER, _NEVER, _NEVER, _NEVER, _NEVER, games, np.zeros(games))
    value = float(top.sum()) / total
    parts = (top - value * below) * (games / total)
    spread = float(parts.std(ddof=1)) if games > 1 else 0.0
    error = spread / math.sqrt(games)
    if share:
        trials = value * (1 - value) / error**2 if error > 0 and 0 < value < 1 else total
        low, high = wilson(min(max(value, 0.0), 1.0), trials)
    else:
        half = t_quantile(games - 1) * error if games > 1 else math.inf
        low, high = value - half, value + half
    return Estimate(value, low, high, error, spread, games, parts)


@dataclass(frozen=True)
class Difference:
    """What a comparison came to.

    Attributes:
        value: the difference.
        low, high: its 95% interval, that of this comparison alone.
        error: its standard error.
        effect: Cohen's h for shares, Cohen's d for anything else.
        p: the chance of so great a difference if there were none, for this comparison alone.
    """

    value: float
    low: float
    high: float
    error: float
    effect: float
    p: float


def paired(one: Estimate, other: Estimate, share: bool) -> Difference:
    """Compare two estimates whose games with the same number began from the same seed, pair by pair."""
    games = min(one.games, other.games)
    parts = one.parts[:games] - other.parts[:games]
    error = float(parts.std(ddof=1)) / math.sqrt(games) if games > 1 else _NEVER
    if share and 0.0 in (one.spread, other.spread):
        error = max(error, math.hypot(_wilson_error(one), _wilson_error(other)))
    return _difference(one.value - other.value, error, games, _effect(one, other, share))


def _wilson_error(one: Estimate) -> float:
    """The error of a share as its interval shows it: where all games were alike they say less than that there is none."""
    return (one.high - one.low) / 2 / Z


def against(one: Estimate, expected: float, share: bool) -> Difference:
    """Compare an estimate with a number that is known, such as the fair share of wins."""
    effect = cohens_h(one.value, expected) if share else (one.value - expected) / one.spread if one.spread else 0.0
    error = one.error if one.spread or not share else _wilson_error(one)
    return _difference(one.value - expected, error, one.games, effect)


def between(one: Difference, other: Difference, parts: Numbers) -> Difference:
    """Compare two differences; `parts` is what each game adds to the deviation of the one less that of the other."""
    games = len(parts)
    error = float(parts.std(ddof=1)) / math.sqrt(games) if games > 1 else _NEVER
    return _difference(one.value - other.value, error, games, one.effect - other.effect)


def _difference(value: float, error: float, games: int, effect: float) -> Difference:
    if math.isnan(value) or math.isnan(error):
        return Difference(value, _NEVER, _NEVER, error, _NEVER, 1.0)
    half = t_quantile(games - 1) * error
    p = t_tails(value / error, games - 1) if error > 0 else 1.0 if value == 0 else 0.0
    return Difference(value, value - half, value + half, error, effect, p)


def _effect(one: Estimate, other: Estimate, share: bool) -> float:
    if share:
        return cohens_h(one.value, other.value)
    spread = math.sqrt((one.spread**2 + other.spread**2) / 2)
    return (one.value - other.value) / spread if spread else 0.0


def cohens_h(one: float, other: float) -> float:
    """Cohen's effect size for two rates: the difference of their arcsines, so that 1% against 3% counts more than 49% against 51%.

    >>> round(cohens_h(0.5, 0.25), 3)
    0.524
    """
    if math.isnan(one) or math.isnan(other):
        return _NEVER
    return 2 * math.asin(math.sqrt(min(max(one, 0.0), 1.0))) - 2 * math.asin(math.sqrt(min(max(other, 0.0), 1.0)))


def holm(values: Sequence[float]) -> list[float]:
    """P values that account for all comparisons made together (Holm 1979): of those below 0.05, all are real in 95 studies of 100.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(values)), key=lambda number: values[number])
    adjusted, least = [1.0] * len(values), 0.0
    for rank, number in enumerate(order):
        least = max(least, min(1.0, (len(values) - rank) * values[number]))
        adjusted[number] = least
    return adjusted
