"""Bots that were at work when their process ended. They think alone until they are cleared, so that in the end only the guilty pay.

A bot that takes the process with it again and again is left alone for a while: a start costs seconds of a core, and for that time no bot
thinks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from doublecross.web.turns import Pair

STRIKES = 3
"""How many ends of the process a bot is forgiven in a row, less one."""
REST = 600.0
"""Seconds for which others play in its place then; after that it gets one more try each time."""


class Suspects:
    """Who may have ended the process."""

    def __init__(self) -> None:
        self._ends: Counter[Pair] = Counter()
        self._rest: dict[Pair, float] = {}

    def __contains__(self, pair: object) -> bool:
        return pair in self._ends

    def blame(self, pairs: Iterable[Pair], now: float, strikes: int = 1) -> list[Pair]:
        """The process has ended while these were at work; those who are left alone from now on."""
        guilty = []
        for pair in dict.fromkeys(pairs):
            self._ends[pair] += strikes
            if self._ends[pair] >= STRIKES:
                self._rest[pair] = now + REST
                guilty.append(pair)
        return guilty

    def clear(self, pair: Pair) -> None:
        """It has thought, and the process lives."""
        self._ends.pop(pair, None)

    def rests(self, pair: Pair, now: float) -> bool:
        """Whether it is left alone at this time."""
        return now < self._rest.get(pair, now)
