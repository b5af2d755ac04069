"""The parts of one event in a log, for compiled code; see `doublecross.kernel.log.EVENT` for their meaning."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.jit import compiled
from doublecross.kernel.log import MAX_EVENTS

_8, _32 = np.uint64(8), np.uint64(32)
_LOW_8, _LOW_32 = np.uint64(0xFF), np.uint64(0xFFFF_FFFF)


@compiled
def kept(log: Any) -> Any:
    """How many events the log holds."""
    return min(np.int64(log.count), MAX_EVENTS)


@compiled
def kind_of(log: Any, row: Any) -> Any:
    """What kind of event it is."""
    return np.int64(log.events[row, 0] & _LOW_8)


@compiled
def seat_of(log: Any, row: Any) -> Any:
    """Whose it is; -1 for nobody."""
    seat = np.int64((log.events[row, 0] >> _8) & _LOW_8)
    return seat - 256 if seat > 127 else seat


@compiled
def a_of(log: Any, row: Any) -> Any:
    """Its first number."""
    return _signed(log.events[row, 0] >> _32)


@compiled
def b_of(log: Any, row: Any) -> Any:
    """Its second number."""
    return _signed(log.events[row, 1] & _LOW_32)


@compiled
def c_of(log: Any, row: Any) -> Any:
    """Its third number."""
    return _signed(log.events[row, 1] >> _32)


@compiled
def _signed(word: Any) -> Any:
    number = np.int64(word)
    return number - 4294967296 if number > 2147483647 else number
