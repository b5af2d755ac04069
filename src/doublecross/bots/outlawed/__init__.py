"""The characters of OutLawed!, compiled: `policy` picks one action from what a seat may know."""

from __future__ import annotations

from doublecross.bots.outlawed.characters import HEURISTIC, ROWS
from doublecross.bots.outlawed.policy import play, policy

__all__ = ["HEURISTIC", "ROWS", "play", "policy"]
