"""Positions damaged at random, with every array access checked; for test_fuzz_bytes.py, run as a program."""

from __future__ import annotations

import random
import sys
from typing import Any

import msgspec
import numpy as np

import doublecross
from doublecross.kernel.jit import compiled
from doublecross.kernel.machine import records
from doublecross.kernel.position import Position

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("most-wanted", 2, {"labor": "dishonest", "duel": "shootout"}),
    ("most-wanted", 4, {"church": "saloon", "first_player": "duel"}),
    ("most-wanted", 2, {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2}),
    ("outlawed", 2, {}),
    ("outlawed", 4, {}),
]
STATE, EVENTS = 6, 7
"""Where the record and the log lie in what `to_bytes` packs."""
ACTIONS = 25
ROW = np.dtype([("cells", "i8", (4,))])


@compiled
def cell(rows: Any, index: Any) -> Any:
    """One cell of a record's own array."""
    return rows[0].cells[index]


def checking_is_on() -> bool:
    """Whether reading past the end of an array inside a record raises, in compiled code."""
    rows = records(ROW)
    cell(rows, 3)
    try:
        cell(rows, 4)
    except IndexError:
        return True
    return False


def start(rng: random.Random) -> Position:
    """A position some way into a game."""
    game, players, options = rng.choice(VARIANTS)
    position = doublecross.new(game, players=players, seed=rng.randrange(2**32), **options)
    for _ in range(rng.randrange(60)):
        if not position.is_over:
            seat = rng.choice(sorted(position.to_act))
            position.apply(seat, rng.choice(position.legal(seat)))
    return position


def damage(data: bytes, rng: random.Random) -> bytes:
    """Some bits turned over or numbers set, in the record, the log, or anywhere."""
    where = rng.randrange(8)
    if where == 0:
        return flip(data, rng)
    parts = msgspec.msgpack.decode(data)
    if where == 1:
        parts[EVENTS] = flip(parts[EVENTS], rng)
    elif where < 5:
        parts[STATE] = set_number(parts[STATE], rng)
    else:
        parts[STATE] = flip(parts[STATE], rng)
    return msgspec.msgpack.encode(parts)


def flip(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 8])):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def set_number(data: bytes, rng: random.Random) -> bytes:
    """One number of the record set to an extreme or a near one; the generator's own fields come first and harm nobody."""
    changed = bytearray(data)
    at = rng.randrange(len(changed) // 4) * 4
    value = rng.choice([0, 1, 2, 5, 8, 13, 36, 63, 64, 72, 255, 2**31 - 1, 2**32 - 1, 2**32 - 2])
    changed[at : at + 4] = value.to_bytes(4, "little")
    return bytes(changed)


def play_on(position: Position, rng: random.Random) -> None:
    """Everything that a table does with a position, all of it in checked machine code."""
    for _ in range(ACTIONS):
        if position.is_over:
            break
        seat = rng.choice(sorted(position.to_act))
        position.apply(seat, rng.choice(position.legal(seat)))
    for viewer in range(-1, position.players):
        position.view(viewer)
        position.trace(viewer)
    if not position.is_over:
        seat = rng.randrange(position.players)
        position.observation(seat)
        position.determinize(seat, 1).to_bytes()


def run(number: int, seed: int) -> tuple[int, int]:
    """Damage so many positions; returns how many were refused and how many could still be played."""
    rng = random.Random(seed)
    refused = played = 0
    position = start(rng)
    for trial in range(number):
        if trial % 20 == 0:
            position = start(rng)
        data = damage(position.to_bytes(), rng)
        try:
            back = doublecross.from_bytes(data)
        except doublecross.BadInput:
            refused += 1
            continue
        play_on(back, rng)
        played += 1
    return refused, played


if __name__ == "__main__":
    sys.stdout.write(f"checking {checking_is_on()}\n")
    sys.stdout.write("refused {} played {}\n".format(*run(int(sys.argv[1]), int(sys.argv[2]))))
