"""Ratings of bots from games with any number of seats: the model of Plackett and Luce in Weng and Lin (2011), by openskill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

MOST_RATED = 20_000
"""So many games at most, evenly spread, are rated: a rating has settled long before."""


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength, normal with mean `mu` and deviation `sigma`; everyone begins with 25 and 25/3."""

    mu: float
    sigma: float


def rate(names: Sequence[str], games: Sequence[tuple[tuple[int, ...], np.ndarray[Any, Any]]]) -> dict[str, Rating] | None:
    """The rating of each bot after games, in their order; None where openskill is not installed.

    All that is known of a game is who has won: those who have come before the others, each alike. A bot with several seats gets the mean of
    what they get.

    Args:
        names: of the bots.
        games: the number of the bot at each seat, and what each seat won.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in names]
    step = max(1, len(games) / MOST_RATED)
    for number in np.arange(0, len(games), step).astype(int):
        bots, won = games[number]
        if len(set(bots)) < 2:
            continue
        after = model.rate([[model.create_rating([ratings[bot].mu, ratings[bot].sigma])] for bot in bots], scores=list(map(float, won)))
        for bot in set(bots):
            seats = [after[seat][0] for seat, other in enumerate(bots) if other == bot]
            ratings[bot].mu = sum(seat.mu for seat in seats) / len(seats)
            ratings[bot].sigma = sum(seat.sigma for seat in seats) / len(seats)
    return {name: Rating(float(rating.mu), float(rating.sigma)) for name, rating in zip(names, ratings, strict=True)}
