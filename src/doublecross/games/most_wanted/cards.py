"""Cards of Most Wanted (MW-01): kinds, their text, and masks over them.

A card *kind* is rank * 4 + suit; two equal cards cannot be told apart, so any set of cards is a multiset over 36 kinds (see
`doublecross.kernel.bits`). In the 64-bit masks each rank is a nibble, which makes "how many of this rank" a bit count.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

RANKS = "6789TJQKA"
"""Ranks from low to high; T is ten."""
SUITS = "shcw"
"""Suits: star, horseshoe, cactus, wheel."""
KINDS = len(RANKS) * len(SUITS)
ACE = RANKS.index("A")
SIX = RANKS.index("6")

NIBBLE = np.uint64(0xF)
ALL_KINDS = np.uint64((1 << KINDS) - 1)
SUIT_MASK = np.array([sum(1 << (rank * 4 + suit) for rank in range(len(RANKS))) for suit in range(4)], dtype=np.uint64)
ACES = np.uint64(0xF << (ACE * 4))
SIXES = np.uint64(0xF << (SIX * 4))


def card_text(kind: int) -> str:
    """The two letters of a card: ``Qw`` is the queen of wheels."""
    return RANKS[kind // 4] + SUITS[kind % 4]


def card_kind(text: str) -> int | None:
    """The kind that two letters name, or None if they name none."""
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return RANKS.index(text[0]) * 4 + SUITS.index(text[1])
    return None


def cards_in(once: int, twice: int) -> list[int]:
    """The kinds in a multiset, low to high, a kind held twice listed twice."""
    once, twice = int(once), int(twice)
    return [kind for kind in range(KINDS) for copies in (once, twice) if copies >> kind & 1]


def multiset(kinds: Iterable[int]) -> tuple[int, int]:
    """The masks (once, twice) of some cards, at most two of a kind."""
    once = twice = 0
    for kind in kinds:
        twice |= once & 1 << kind
        once |= 1 << kind
    return once, twice
