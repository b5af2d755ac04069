"""What a step reports: the events it caused, and the chance it needed.

Rules call `emit` for everything that happens and `draw` for every random outcome; both take the log that the caller passed to
`step`. A log is a record of dtype `LOG`, or of dtype `SILENT` in playouts: then `emit` compiles to nothing and `draw` to the
generator alone.

Explicit chance: with ``log.explicit`` set, `draw` takes its outcomes from ``log.queue``. When the queue is used up, the first draw
that finds no outcome notes what could come (``need_once``, ``need_twice``: a multiset) and ``log.need`` is set; the step's result is then
meaningless, and the caller repeats it on a copy with one more outcome queued.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from doublecross.kernel.bits import NONE, below, lowest, nth, popcount
from doublecross.kernel.jit import INTERPRETED, compiled
from doublecross.kernel.rng import uniform

MAX_EVENTS = 256
"""Events one step can report."""
MAX_CHANCE = 128
"""Random outcomes one step can consume in explicit-chance mode."""

EVENT = np.dtype([("kind", "u1"), ("seat", "i1"), ("knows", "u2"), ("a", "i4"), ("b", "i4"), ("c", "i4"), ("once", "u8"), ("twice", "u8")])
"""One event as stored (32 bytes). `kind` is the game's; `a`, `b`, `c` are public numbers; `once`, `twice` are cards that only the seats
in `knows` may see; bit 15 of `knows` (`SEALED`) hides the event itself from everyone else."""

LOG = np.dtype(
    [
        ("count", "i8"),
        ("waiting", "u8"),  # after a step: the mask of the seats that have to choose now,
        ("lowest_legal", "u8"),  # and what the lowest of them may do
        ("events", "u8", (MAX_EVENTS, 4)),
        ("explicit", "i8"),
        ("queued", "i8"),
        ("used", "i8"),
        ("need", "i8"),
        ("need_once", "u8"),
        ("need_twice", "u8"),
        ("queue", "i8", (MAX_CHANCE,)),
    ]
)
"""A log that keeps events and can be fed with chance outcomes."""

SILENT = np.dtype([("silent", "u1")])
"""A log that keeps nothing."""

CHOSE = 1
"""The kind, in every game, of the sealed event that records an action (in `a`) a seat took."""
EVERYONE = 0x7FFF
"""`knows` of an event whose cards are public."""
SEALED = 0x8000
"""Flag in `knows`: no one else may learn that the event took place."""

_8, _16, _32 = np.uint64(8), np.uint64(16), np.uint64(32)
_LOW_8, _LOW_16, _LOW_32 = np.uint64(0xFF), np.uint64(0xFFFF), np.uint64(0xFFFF_FFFF)


@compiled
def _write_event(log: Any, kind: Any, seat: Any, knows: Any, a: Any, b: Any, c: Any, once: Any, twice: Any) -> None:
    row = log.count
    if row < MAX_EVENTS:
        head = np.uint64(kind) | ((np.uint64(np.int64(seat) & 0xFF)) << _8) | (np.uint64(knows) << _16)
        log.events[row, 0] = head | (np.uint64(np.int64(a) & 0xFFFFFFFF) << _32)
        log.events[row, 1] = np.uint64(np.int64(b) & 0xFFFFFFFF) | (np.uint64(np.int64(c) & 0xFFFFFFFF) << _32)
        log.events[row, 2] = once
        log.events[row, 3] = twice
    log.count = row + 1


@compiled
def _next_outcome(log: Any, once: Any, twice: Any) -> Any:
    if log.used < log.queued:
        outcome = log.queue[log.used]
        log.used += 1
        return outcome
    if log.need == 0:
        log.need = 1
        log.need_once = once
        log.need_twice = twice
    return np.int64(lowest(once))


@compiled
def _draw_from(state: Any, once: Any, twice: Any) -> Any:
    singles = popcount(once)
    index = uniform(state, singles + popcount(twice))
    # Which copy comes is a coin flip that no branch predictor can guess: select the mask instead of branching.
    mask = once if index < singles else twice
    return np.int64(nth(mask, index if index < singles else index - singles))


def emit(log: Any, kind: Any, seat: Any, knows: Any, a: Any, b: Any, c: Any, once: Any, twice: Any) -> None:
    """Report an event (see `EVENT`); nothing under a `SILENT` log. Seat -1 is no seat."""
    if "count" in log.dtype.names:
        _write_event(log, kind, seat, knows, a, b, c, once, twice)


def telling(log: Any) -> Any:
    """Whether `emit` does anything: what is computed for an event alone belongs under this question, so that playouts do not pay for it."""
    return "count" in log.dtype.names


def draw(state: Any, log: Any, once: Any, twice: Any) -> Any:
    """Draw one member of a multiset that is not empty, each copy equally likely. The caller removes it."""
    if "count" in log.dtype.names and log.explicit != 0:
        return _next_outcome(log, once, twice)
    return _draw_from(state, once, twice)


if not INTERPRETED:
    # The implementation is chosen by the log's type, at compile time: a silent step carries no trace of its log.

    @overload(emit)
    def _emit(log: Any, kind: Any, seat: Any, knows: Any, a: Any, b: Any, c: Any, once: Any, twice: Any) -> Any:
        def silent(log: Any, kind: Any, seat: Any, knows: Any, a: Any, b: Any, c: Any, once: Any, twice: Any) -> None:
            pass

        def write(log: Any, kind: Any, seat: Any, knows: Any, a: Any, b: Any, c: Any, once: Any, twice: Any) -> None:
            _write_event(log, kind, seat, knows, a, b, c, once, twice)

        return write if "count" in log.fields else silent

    @overload(telling)
    def _telling(log: Any) -> Any:
        def silent(log: Any) -> bool:
            return False

        def told(log: Any) -> bool:
            return True

        return told if "count" in log.fields else silent

    @overload(draw)
    def _draw(state: Any, log: Any, once: Any, twice: Any) -> Any:
        def sampled(state: Any, log: Any, once: Any, twice: Any) -> Any:
            return _draw_from(state, once, twice)

        def explicit_or_sampled(state: Any, log: Any, once: Any, twice: Any) -> Any:
            if log.explicit != 0:
                return _next_outcome(log, once, twice)
            return _draw_from(state, once, twice)

        return explicit_or_sampled if "count" in log.fields else sampled


@compiled
def draw_number(state: Any, log: Any, count: Any) -> Any:
    """Draw a number from 0 to count - 1 (count 1 to 63)."""
    return draw(state, log, below(count), NONE)
