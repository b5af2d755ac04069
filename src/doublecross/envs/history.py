"""Perfect recall: the latest events of a game as one seat may know them, as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.log import EVENT, SEALED

NUMBERS = ("kind", "seat", "a", "b", "c")
"""What the columns of ``events`` are: see the game's table of events; ``seat`` is -1 for none."""
PIECES = 64
"""Columns of ``pieces``: entry i is 1 if bit i of the event's first set (cards, outlaws) is set, plus 2 if that of its second is."""

_BITS = np.arange(PIECES, dtype=np.uint64)


class History:
    """All events of one game, in order; `known` makes one seat's window of the latest of them."""

    def __init__(self, window: int) -> None:
        self.window = window
        self._events = np.zeros(1024, dtype=EVENT)
        self._count = 0

    def clear(self) -> None:
        """A new game begins."""
        self._count = 0

    def add(self, raw: np.ndarray[Any, Any]) -> None:
        """Keep the events of a step."""
        end = self._count + len(raw)
        if end > len(self._events):
            self._events = np.concatenate([self._events, np.zeros(max(end, len(self._events)), dtype=EVENT)])
        self._events[self._count : end] = raw
        self._count = end

    def known(self, seat: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The latest events that a seat may know of, the newest last: ``events`` (int32) and ``pieces`` (int8), rows of 0 before the first.

        What the seat may not know in an event is 0, as in `Position.events`.
        """
        events, pieces = np.zeros((self.window, len(NUMBERS)), dtype=np.int32), np.zeros((self.window, PIECES), dtype=np.int8)
        stored = self._events[: self._count]
        knows = stored["knows"]
        mine = knows >> np.uint16(seat) & np.uint16(1) != 0
        rows = np.flatnonzero(mine | (knows & np.uint16(SEALED) == 0))[-self.window :]
        if len(rows):
            recent, shown = stored[rows], mine[rows, None]
            at = self.window - len(rows)
            for column, name in enumerate(NUMBERS):
                events[at:, column] = recent[name]
            once, twice = (recent[name][:, None] >> _BITS & np.uint64(1) for name in ("once", "twice"))
            pieces[at:] = np.where(shown, once + np.uint64(2) * twice, np.uint64(0))
        return events, pieces
