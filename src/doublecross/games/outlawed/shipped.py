"""Decks that are shipped beside the house set, by name."""

from __future__ import annotations

import functools
from pathlib import Path

from doublecross.games.outlawed.deck_files import load_deck
from doublecross.games.outlawed.decks import Deck

SHIPPED = ("tuned",)
"""tuned: the house set with rewards that keep every outlaw in play (docs/house-deck.md)."""


def shipped_or_file(name: str) -> str:
    """The path of the shipped deck of this name, or `name` itself, which is one. ``./tuned`` is a file always."""
    return str(Path(__file__).with_name(f"{name}.toml")) if name in SHIPPED else name


@functools.cache
def shipped_deck(name: str) -> Deck:
    """The shipped deck of this name, one of `SHIPPED`."""
    return load_deck(shipped_or_file(name))
