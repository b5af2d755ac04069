"""Deck files (OL-40 to OL-42): the set of outlaws a game is played with, as checked data.

A `Deck` is what a deck file says; `deck_files` reads and writes it, always through the checks of `deck_read` and `deck_check`.
"""

from __future__ import annotations

from dataclasses import dataclass

from doublecross.games.outlawed.conditions import Condition

FEWEST, MOST = 3, 16
"""How many outlaws a deck may hold (OL-42)."""
FIELDS = ("name", "animal", "reward", "badge", "bullets", "condition", "blocks", "art")
"""The fields of an outlaw that a provenance may be given for."""
SOURCES = ("seed", "public", "house")
"""Where a field can come from: the rulebook text we have, public descriptions, or made up by this project."""
UNKNOWN_ART = "a-unknown"
MAX_DECK = 24 * 1024
"""Bytes a deck may have as JSON: it is stored whole with every game."""


@dataclass(frozen=True, slots=True)
class Text:
    """A short text, the same in every language or one per language."""

    by_language: tuple[tuple[str, str], ...]
    """Pairs of language and text; the language is empty for a text that serves for all."""

    def said(self, language: str) -> str:
        """The text in a language; in English, else in the first language given, where it has none for it."""
        known = dict(self.by_language)
        return known.get(language) or known.get("en") or self.by_language[0][1]


@dataclass(frozen=True, slots=True)
class Reward:
    """Dollars for an outlaw in jail, multiplied by the number of players or not."""

    dollars: int
    per_player: bool = False

    def worth(self, players: int) -> int:
        """The dollars at a table of so many players."""
        return self.dollars * players if self.per_player else self.dollars


@dataclass(frozen=True, slots=True)
class Block:
    """Whom an outlaw sends back (OL-22): named outlaws, or the outlaws of liars ("rivals" or all "players")."""

    outlaws: tuple[str, ...] = ()
    liars: str = ""


@dataclass(frozen=True, slots=True)
class Outlaw:
    """One outlaw of a deck (OL-02). `sources` pairs fields with where they come from; a field not in it comes from the file's owner."""

    id: str
    name: Text
    animal: Text
    reward: Reward
    badge: bool
    bullets: bool
    condition: Condition
    blocks: tuple[Block, ...] = ()
    sources: tuple[tuple[str, str], ...] = ()
    art: str = UNKNOWN_ART

    def source(self, field: str) -> str:
        """Where a field comes from: a member of `SOURCES`, or empty for the owner of the file."""
        return dict(self.sources).get(field, "")


@dataclass(frozen=True, slots=True)
class Deck:
    """A set of outlaws in the order of the file; the order numbers them."""

    name: Text
    note: Text | None
    outlaws: tuple[Outlaw, ...]

    def index(self, outlaw: str) -> int:
        """The number of the outlaw with this id; raises `KeyError`."""
        return {each.id: number for number, each in enumerate(self.outlaws)}[outlaw]

    def in_use(self, players: int, beginner: bool) -> tuple[int, ...]:
        """The numbers of the outlaws in a game: badge only for beginners (OL-03), bullets only for two (OL-04)."""
        return tuple(
            number for number, outlaw in enumerate(self.outlaws) if (outlaw.badge or not beginner) and (outlaw.bullets or players > 2)
        )


def target(in_use: int, beginner: bool) -> int:
    """How many outlaws in one jail end the game (OL-03, OL-30)."""
    return min(4 if beginner else 7, in_use - 1)
