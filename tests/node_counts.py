"""Counts every line of play of small variants, chance included; `python -m tests.node_counts` prints the counts for tests/data."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import doublecross
from doublecross.kernel.chance import branches
from doublecross.kernel.position import Position

FILE = Path(__file__).parent / "data" / "node_counts.json"
VARIANTS: dict[str, tuple[dict[str, Any], int]] = {
    "robberies of one card, the Sheriff draws one": (
        {"ranks": "6QA", "suits": 1, "copies": 2, "hand": 2, "robbery_cards": "112", "sheriff_cards": "112", "track": "12", "goal": 3},
        7,
    ),
    "saloon, dishonest labor, shootout": (
        {"ranks": "6A", "suits": 2, "copies": 1, "hand": 2, "church": "saloon", "labor": "dishonest", "duel": "shootout", "start_bags": 1},
        9,
    ),
    "one card each, ties from the deck": (
        {"ranks": "6KA", "suits": 2, "copies": 1, "hand": 1, "duel_sizes": "1", "church_draw": 2, "track": "3", "goal": 2},
        8,
    ),
    "opening duel": (
        {"ranks": "6KA", "suits": 1, "copies": 2, "hand": 1, "first_player": "duel", "church_draw": 1, "track": "12", "goal": 3},
        9,
    ),
}
"""Options of the variant, and how many actions deep it is counted."""


def root(name: str) -> Position:
    options = {"first_player": 0, "turn_limit": 50, **VARIANTS[name][0]}
    return doublecross.new("most-wanted", players=2, seed=4, **options)


def moves(position: Position) -> list[tuple[int, int, Position]]:
    """All positions one action on: (seat, action, position), one for each way chance can turn out; the lowest waiting seat acts."""
    if position.is_over:
        return []
    seat = min(position.to_act)
    return [(seat, action, after) for action in position.legal(seat) for _, _, after in branches(position, seat, action)]


def count(position: Position, depth: int) -> int:
    """How many lines of play of exactly `depth` actions start here."""
    return 1 if depth == 0 else sum(count(after, depth - 1) for _, _, after in moves(position))


def breakdown(position: Position, depth: int) -> dict[str, int]:
    """The count under each first action."""
    found: dict[str, int] = {}
    for seat, action, after in moves(position):
        name = f"{seat}:{position.action_text(action)}"
        found[name] = found.get(name, 0) + count(after, depth - 1)
    return found


def counted(name: str) -> dict[str, Any]:
    """What the file holds about a variant."""
    position, deepest = root(name), VARIANTS[name][1]
    return {"counts": [count(position, depth) for depth in range(1, deepest)], "deepest": breakdown(position, deepest)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: counted(name) for name in VARIANTS}, indent=1) + "\n")
