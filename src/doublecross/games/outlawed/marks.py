"""Seats and outlaws of one round side by side in 64-bit words, one byte per seat.

A *lineup* holds 1 + an outlaw (or 0) in each seat's byte; *marks* have the top bit of a seat's byte set for each seat that is meant. So one
sum compares an outlaw with what all seats played.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.jit import compiled

_TOP_BITS = np.uint64(0x80_8080_8080)
_BUT_TOP_BITS = np.uint64(0x7F_7F7F_7F7F)
_IN_EACH_BYTE = np.uint64(0x01_0101_0101)
_BYTE = np.uint64(0xFF)
_TOP_BIT = np.uint64(0x80)
_3 = np.uint64(3)


@compiled
def mark(seat: Any) -> Any:
    """The marks of one seat."""
    return _TOP_BIT << (np.uint64(seat) << _3)


@compiled
def placed(outlaw: Any, seat: Any) -> Any:
    """The lineup in which only this seat has this outlaw."""
    return np.uint64(outlaw + 1) << (np.uint64(seat) << _3)


@compiled
def slot(lineup: Any, seat: Any) -> Any:
    """1 + the outlaw of a seat in a lineup, 0 if it has none."""
    return np.int64((lineup >> (np.uint64(seat) << _3)) & _BYTE)


@compiled
def equal(lineup: Any, slots: Any) -> Any:
    """Marks of the seats whose slot is this number; seats that are not in play have slot 0."""
    difference = lineup ^ (np.uint64(slots) * _IN_EACH_BYTE)
    return ~(difference + _BUT_TOP_BITS) & _TOP_BITS


@compiled
def agreeing(lineup: Any, other: Any) -> Any:
    """Marks of the seats whose slots are the same in both lineups."""
    return ~((lineup ^ other) + _BUT_TOP_BITS) & _TOP_BITS


def seats_of(marks: int) -> list[int]:
    """The seats of some marks, ascending."""
    return [seat for seat in range(8) if int(marks) >> (8 * seat + 7) & 1]


def slots_of(lineup: int, players: int) -> list[int | None]:
    """The outlaw of each seat in a lineup, None for none."""
    slots = [int(lineup) >> (8 * seat) & 0xFF for seat in range(players)]
    return [number - 1 if number else None for number in slots]
