"""The heuristic player of Most Wanted, compiled: `policy` picks one action from what a seat may know."""

from __future__ import annotations

from doublecross.bots.most_wanted.policy import HEURISTIC, policy

__all__ = ["HEURISTIC", "policy"]
