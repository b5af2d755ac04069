"""Counting what happened in many games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from doublecross.kernel.game import Game
from doublecross.kernel.machine import Batch
from doublecross.kernel.position import as_record

OUTLAWED = "outlawed"
"""The game whose outlaws are counted too."""
_95 = 1.959963984540054
"""Standard deviations on either side that hold 95% of a normal distribution."""


class SeatResult(msgspec.Struct, frozen=True):
    """How often a seat won; a shared win counts its share. The interval is Wilson's, 95%."""

    seat: int
    bot: str
    wins: float
    rate: float
    low: float
    high: float


class Length(msgspec.Struct, frozen=True):
    """How long games were: mean, shortest, longest."""

    mean: float
    least: int
    most: int


class OutlawResult(msgspec.Struct, frozen=True):
    """One outlaw of OutLawed!.

    Attributes:
        id: its id.
        held: how often a seat held it in a game: in use and not lost at the start.
        plays: how often it was played in a game in which it was held.
        apprehended: the share of its plays in which it was apprehended.
        jailed: the share of the games in which it was held that ended with it in jail.
    """

    id: str
    held: int
    plays: float
    apprehended: float
    jailed: float


class Results(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that was counted.

    Attributes:
        game, players, bots, games: what was played.
        seed: hexadecimal; with it the same command gives the same results.
        decisions: actions in all games.
        shared: games whose win was shared.
        seats: wins.
        length: by unit: actions, and what else the game counts.
        actions: how often each action was taken in a game, by its token.
        outlaws: OutLawed! only.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    seed: str
    decisions: int
    shared: int
    seats: tuple[SeatResult, ...]
    length: dict[str, Length]
    actions: dict[str, float]
    outlaws: tuple[OutlawResult, ...] = ()


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% interval of a rate (Wilson 1927): sensible also close to 0 and 1, and for few games.

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    rate, square = wins / games, _95**2
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = _95 * math.sqrt(rate * (1 - rate) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


class Tally:
    """Adds up batches of games; the sums do not depend on how the games were shared out."""

    def __init__(self, game: Game, rules: np.ndarray[Any, Any], bots: Sequence[str], seed: int) -> None:
        self._game, self._rules, self._bots, self._seed = game, rules, bots, seed
        self._players = len(bots)
        self._games = self._shared = 0
        self._wins: dict[int, list[int]] = {}  # number of sharers -> wins of each seat
        self._actions = np.zeros(game.actions, dtype=np.int64)
        self._lengths: dict[str, list[int]] = {}  # unit -> sum, least, most
        self._outlaws = np.zeros((2, 64), dtype=np.int64)

    def add(self, batch: Batch) -> None:
        """Count a batch."""
        self._games += len(batch.states)
        sharers = np.array([int(mask).bit_count() for mask in batch.winners])
        self._shared += int((sharers > 1).sum())
        for number in np.unique(sharers):
            wins = self._wins.setdefault(int(number), [0] * self._players)
            for seat in range(self._players):
                wins[seat] += int((_has(batch.winners, seat) & (sharers == number)).sum())
        self._actions += batch.counts.sum(axis=(0, 1))
        self._measure("actions", batch.counts.sum(axis=(1, 2)))
        for field, unit in (("turns", "turns"), ("round_number", "rounds")):
            if field in (batch.states.dtype.names or ()):
                self._measure(unit, batch.states[field])
        if self._game.name == OUTLAWED:
            self._count_outlaws(batch)

    def _measure(self, unit: str, values: np.ndarray[Any, Any]) -> None:
        total, least, most = self._lengths.get(unit, [0, int(values[0]), 0])
        self._lengths[unit] = [total + int(values.sum()), min(least, int(values.min())), max(most, int(values.max()))]

    def _count_outlaws(self, batch: Batch) -> None:
        """Games in which a seat lost each outlaw, and in which it jailed it."""
        for row, field in enumerate(("removed", "jails")):
            masks = batch.states[field][:, : self._players]
            for outlaw in range(int(self._rules["outlaws"][0])):
                self._outlaws[row, outlaw] += int(_has(masks, outlaw).sum())

    def results(self) -> Results:
        """The sums as rates."""
        rules = as_record(self._rules)
        return Results(
            game=self._game.name,
            players=self._players,
            bots=tuple(self._bots),
            games=self._games,
            seed=f"{self._seed:064x}",
            decisions=int(self._actions.sum()),
            shared=self._shared,
            seats=tuple(self._seat(seat) for seat in range(self._players)),
            length={unit: Length(total / self._games, least, most) for unit, (total, least, most) in self._lengths.items()},
            actions={
                self._game.action_text(rules, int(action)): int(self._actions[action]) / self._games
                for action in np.flatnonzero(self._actions)
            },
            outlaws=tuple(self._outlaw_results(rules)) if self._game.name == OUTLAWED else (),
        )

    def _seat(self, seat: int) -> SeatResult:
        wins = sum(won[seat] / sharers for sharers, won in self._wins.items() if sharers)
        return SeatResult(seat, self._bots[seat], wins, wins / self._games, *wilson(wins, self._games))

    def _outlaw_results(self, rules: Any) -> list[OutlawResult]:
        """The outlaws in use."""
        found = []
        for outlaw in range(int(rules.outlaws)):
            if not int(rules.used) >> outlaw & 1:
                continue
            lost, jailed = (int(count) for count in self._outlaws[:, outlaw])
            held, plays = self._games * self._players - lost, int(self._actions[outlaw])
            found.append(
                OutlawResult(
                    self._game.action_text(rules, outlaw),
                    held,
                    plays / held if held else 0.0,
                    jailed / plays if plays else 0.0,
                    jailed / held if held else 0.0,
                )
            )
        return found


def _has(masks: np.ndarray[Any, Any], member: int) -> np.ndarray[Any, Any]:
    """Whether each mask has a member."""
    found: np.ndarray[Any, Any] = (masks >> np.uint64(member)) & np.uint64(1) != 0
    return found
