"""Whose turn it is to think, and for how long. Nothing here looks at a clock or at what a bot holds: all times are handed over.

Tasks are taken in the order in which they came, each with the largest budget with which it and all behind it can still be done `WITHIN`
seconds of their questions, the same rule for all. What is promised to whoever asks is planned as if every bot took all of its time: a
bot that needs less makes no later one answer sooner.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Container
from dataclasses import dataclass

WITHIN = 2.6
"""Seconds from the question to the end of thinking, as planned, however many wait."""
OVERHEAD = 0.02
"""Seconds that a task costs beside thinking."""
LEAST = 0.02
"""No budget shrinks below this; whoever finds no room for it does not think at all. Search beats the usual bot even so."""

Pair = tuple[str, str]
"""A game, and the name of a bot."""


@dataclass(eq=False)
class Asked:
    """A task that was given.

    Attributes:
        pair: game and bot.
        full: the budget if nobody else waits.
        own: whether that is the bot's own, so that it need not be told.
        deadline: when thinking ends, as planned.
        until: when nobody wants its answer any more.
        budget: what it got, once it thinks.
    """

    pair: Pair
    seed: int
    decision: bytes
    full: float
    own: bool
    deadline: float
    until: float
    answer: asyncio.Future[list[int]]
    budget: float = 0.0
    timer: asyncio.TimerHandle | None = None


class Turns:
    """Those who wait for their turn.

    Args:
        slots: how many bots think at once.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._ends = [0.0] * slots
        self._ready: set[Pair] = set()
        self._queue: deque[Asked] = deque()
        self._held: dict[Pair, list[Asked]] = {}

    def __len__(self) -> int:
        return len(self._queue) + sum(map(len, self._held.values()))

    def all(self) -> list[Asked]:
        """All who wait."""
        return [*self._queue, *(asked for line in self._held.values() for asked in line)]

    @property
    def held(self) -> list[Pair]:
        """Bots that tasks wait for and that are not ready, the longest wanted first."""
        return list(self._held)

    def is_ready(self, pair: Pair) -> bool:
        """Whether this bot could think at once."""
        return pair in self._ready

    def promise(self, now: float, full: float) -> float:
        """After how many seconds at most a task given now has been thought about, and keep them free: later tasks only shorten it."""
        end = min(max(self._ends[0], now) + full + OVERHEAD, now + WITHIN)
        heapq.heapreplace(self._ends, end)
        return end - now

    def join(self, asked: Asked) -> None:
        """It waits from now on."""
        if asked.pair in self._ready:
            self._queue.append(asked)
        else:
            self._held.setdefault(asked.pair, []).append(asked)

    def leave(self, asked: Asked) -> bool:
        """It waits no longer; whether it did."""
        line = self._queue if asked.pair in self._ready else self._held.get(asked.pair, [])
        if asked not in line:
            return False
        line.remove(asked)
        if not self._held.get(asked.pair, True):
            del self._held[asked.pair]
        return True

    def ready(self, pair: Pair) -> None:
        """This bot can think: those who wait for it get the places that they would have had."""
        self._ready.add(pair)
        if pair in self._held:
            self._queue = deque(sorted([*self._queue, *self._held.pop(pair)], key=lambda asked: asked.deadline))

    def nobody_ready(self) -> None:
        """The process is gone: all wait until it is there again."""
        self._ready.clear()
        waiting, self._queue = self._queue, deque()
        for asked in waiting:
            self.join(asked)

    def first(self, passing: Container[Pair] = ()) -> Asked | None:
        """Who is next, of all bots that are ready but those to be passed over."""
        return next((asked for asked in self._queue if asked.pair not in passing), None)

    def budget(self, asked: Asked, now: float) -> float:
        """Seconds for a task that begins now, such that it and all in the queue can be done in time with as much; 0 if it cannot be."""
        each = min(asked.full + OVERHEAD, asked.deadline - now)
        for place, other in enumerate(self._queue):
            # So many have to think one after the other until then, this one among them.
            if (left := other.deadline - now) < each * (turns := place // self._slots + 1):
                each = left / turns
        budget = min(asked.full, max(LEAST, each - OVERHEAD))
        return budget if now + budget + OVERHEAD <= asked.until else 0.0
