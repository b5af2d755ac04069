"""The text form of actions and of everything else that has a name: tiles, phases, categories."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable
from typing import Any

from doublecross.games.most_wanted.cards import KINDS, RANKS, card_kind, card_text
from doublecross.games.most_wanted.hands import CATEGORIES
from doublecross.games.most_wanted.record import (
    ACTIONS,
    DONE,
    FIGHT,
    IN,
    LABOR,
    OPENING,
    OUT,
    PASS,
    PONY,
    REST,
    SEAT_0,
    SEATS,
    SIZE_0,
    STAGE,
    TILE_0,
    TRAIN,
)
from doublecross.kernel.errors import BadInput

TILES = range(TILE_0, TILE_0 + 6)
SIZES = range(SIZE_0 + 1, SIZE_0 + 5)
TARGETS = range(SEAT_0, SEAT_0 + SEATS)
PHASES = ("turn", "join", "cards", "challenge", "over")

_WORDS = {DONE: "done", IN: "in", OUT: "out", PASS: "pass"}


_ROBBERIES = {OPENING: "opening", PONY: "pony", STAGE: "stage", TRAIN: "train"}


def tile_text(rules: Any, tile: int) -> str:
    """The name of a tile, by the side that is up; "opening" for the opening duel, empty for no tile."""
    which = int(tile)
    if which == REST:
        return "saloon" if rules["saloon"] else "church"
    if which == LABOR:
        return "dishonest_labor" if rules["dishonest"] else "honest_labor"
    if which == FIGHT:
        return "shootout" if rules["shootout"] else "duel"
    return _ROBBERIES.get(which, "")


def action_text(rules: Any, action: int) -> str:
    """The token of an action: ``Qw``, ``done``, ``pony``, ``labor``, ``x2``, ``p3``, ``in``, ``out``, ``pass``."""
    if action < KINDS:
        return card_text(action)
    if action in TILES:
        return "labor" if action == LABOR else tile_text(rules, action)
    if action in SIZES:
        return f"x{action - SIZE_0}"
    if action in TARGETS:
        return f"p{action - SEAT_0}"
    return _WORDS[action]


@functools.cache
def _tokens(saloon: bool, dishonest: bool, shootout: bool) -> dict[str, int]:
    """The actions that are no cards, by their tokens; some tiles have another name on their other side."""
    sides = {"saloon": saloon, "dishonest": dishonest, "shootout": shootout}
    return {action_text(sides, action): action for action in range(KINDS, ACTIONS)}


def action_from_text(rules: Any, text: str) -> int:
    """The action that a token names; raises `BadInput` with the nearest token if it names none."""
    kind = card_kind(text)
    if kind is not None:
        return kind
    tokens = _tokens(bool(rules["saloon"]), bool(rules["dishonest"]), bool(rules["shootout"]))
    if text in tokens:
        return tokens[text]
    cards = [card_text(card) for card in range(KINDS)]
    near = difflib.get_close_matches(text[:20], [*tokens, *cards], n=1, cutoff=0.5)
    allowed = near[0] if near else f"Qw, {', '.join(tokens)}"
    raise BadInput("choice", repr(text[:40]), allowed)


def category_text(key: int) -> str:
    """The category of a hand key."""
    return CATEGORIES[key >> 16]


def ranks_in_order(ranks: Iterable[str]) -> str:
    """The ranks of a hand in the order in which they compare: those held most often first, then from high to low (MW-21)."""
    given = list(ranks)
    held = {rank: given.count(rank) for rank in given}
    order = sorted(held, key=lambda rank: (held[rank], RANKS.index(rank)), reverse=True)
    return "".join(rank * held[rank] for rank in order)
