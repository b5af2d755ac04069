"""The characters of Most Wanted, compiled: `policy` picks one action from what a seat may know."""

from __future__ import annotations

from doublecross.bots.most_wanted.characters import HEURISTIC, ROWS
from doublecross.bots.most_wanted.policy import play, policy

__all__ = ["HEURISTIC", "ROWS", "play", "policy"]
