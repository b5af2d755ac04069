"""Plays games at random and prints, after every step, what the rules made of it; for test_differential.py, run as a program."""

from __future__ import annotations

import hashlib
import random
import sys
from typing import Any

import doublecross
from doublecross.kernel.position import Position

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "two players": ("most-wanted", 2, {"track": "123123", "goal": 7}),
    "other sides": ("most-wanted", 4, {"church": "saloon", "labor": "dishonest", "duel": "shootout", "track": "123", "goal": 4}),
    "opening duel": ("most-wanted", 3, {"first_player": "duel", "labor": "dishonest", "split": "everyone", "track": "123", "goal": 4}),
    "eight": ("most-wanted", 8, {"track": "3", "goal": 2}),
    "few cards": ("most-wanted", 2, {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "turn_limit": 60}),
    "no cards": ("most-wanted", 3, {"ranks": "6A", "suits": 1, "copies": 2, "hand": 1, "church": "saloon", "turn_limit": 60}),
    "standard": ("outlawed", 4, {}),
    "beginner": ("outlawed", 3, {"beginner": True}),
    "two": ("outlawed", 2, {}),
}
SEEDS = 3
MOST_STEPS = 250


def digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def known(position: Position, seat: int) -> bytes:
    """What the seat knows, sees as a vector, and a determinization."""
    return position.know(seat).tobytes() + position.observation(seat).tobytes() + position.determinize(seat, 11).state_bytes()


def play(game: str, players: int, options: dict[str, Any], seed: int) -> None:
    position = doublecross.new(game, players=players, seed=seed, **options)
    rng = random.Random(seed)
    sys.stdout.write(f"{seed} start {digest(position.to_bytes())}\n")
    for step in range(MOST_STEPS):
        if position.is_over:
            break
        seat = rng.choice(sorted(position.to_act))
        action = rng.choice(position.legal(seat))
        position.apply(seat, action)
        parts = [position.state_bytes(), repr(position.legal(seat)).encode(), known(position, step % players)]
        sys.stdout.write(f"{seed} {step} {seat}:{position.action_text(action)} {digest(*parts)}\n")
    sys.stdout.write(f"{seed} end {digest(position.to_bytes())} {position.returns()}\n")


if __name__ == "__main__":
    for number in range(SEEDS):
        play(*GAMES[sys.argv[1]], number)
