"""Golden playthroughs: short games told whole, for people to read in a review.

`python -m tests.golden` (``make golden``) writes the files beside this one anew; test_golden.py compares them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import doublecross
from doublecross.kernel.conformance import recent, said
from doublecross.kernel.game import EVERYTHING, SPECTATOR
from doublecross.kernel.position import Position

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Playthrough:
    """One game: what is played, from which seed, and whose stories are told (all seats if none is named)."""

    name: str
    game: str
    players: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    viewers: tuple[int, ...] = ()


PLAYTHROUGHS = [
    Playthrough("most-wanted-2-sheriff", "most-wanted", 2, 62, {"track": "123", "goal": 4}),
    Playthrough("most-wanted-4", "most-wanted", 4, 16, {"track": "123", "goal": 4}, (0, 2)),
    Playthrough(
        "most-wanted-4-other-sides",
        "most-wanted",
        4,
        54,
        {"church": "saloon", "labor": "dishonest", "duel": "shootout", "track": "123", "goal": 4},
        (1, 3),
    ),
    Playthrough(
        "most-wanted-3-opening-duel",
        "most-wanted",
        3,
        43,
        {"first_player": "duel", "labor": "dishonest", "split": "everyone", "track": "12", "goal": 3},
    ),
    Playthrough("most-wanted-8", "most-wanted", 8, 3, {"track": "3", "goal": 2}, (0, 7)),
    Playthrough(
        "most-wanted-mini",
        "most-wanted",
        2,
        108,
        {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2, "track": "12", "goal": 3, "turn_limit": 12},
    ),
    Playthrough("outlawed-2", "outlawed", 2, 1, {"round_limit": 3}),
    Playthrough("outlawed-4", "outlawed", 4, 2, {"round_limit": 2}, (3,)),
    Playthrough("outlawed-3-beginner", "outlawed", 3, 3, {"beginner": True, "round_limit": 3}, (1,)),
]


def lines(playthrough: Playthrough) -> Iterator[str]:
    """The whole file."""
    start = {"players": playthrough.players, "seed": playthrough.seed, **playthrough.options}
    yield f"{playthrough.game}: " + ", ".join(f"{name}={value}" for name, value in start.items())
    position = doublecross.new(playthrough.game, **start)
    rng = random.Random(playthrough.seed)
    yield from ("", "# Choices")
    while not position.is_over:
        yield from _choice(position, rng)
    for viewer in playthrough.viewers or range(playthrough.players):
        yield from ("", f"# The story of seat {viewer}", *position.trace(viewer))
    yield from ("", "# The story of a spectator", *position.trace(SPECTATOR))
    yield from ("", "# Everything, in English", *position.trace(EVERYTHING))
    yield from ("", "# Everything, in Spanish", *position.trace(EVERYTHING, "es"))


def _choice(position: Position, rng: random.Random) -> Iterator[str]:
    """One action: what the seat is asked, what it may do, and what it does."""
    seat = rng.choice(sorted(position.to_act))
    legal = position.legal(seat)
    action = rng.choice(legal)
    texts = said(position, seat, recent(position), "en")
    tokens = " ".join(f"[{position.action_text(each)}]" if each == action else position.action_text(each) for each in legal)
    yield f"{seat}: {texts['prompt']} {tokens}"
    yield f"   {texts[f'description of {action}']}"
    position.apply(seat, action)


def text(playthrough: Playthrough) -> str:
    """The whole file as text."""
    return "\n".join(lines(playthrough)) + "\n"


def path(playthrough: Playthrough) -> Path:
    """Where the file lies."""
    return FOLDER / f"{playthrough.name}.txt"
