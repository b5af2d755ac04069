"""Conditions of outlaws as data (OL-21): a small closed vocabulary of atoms and three ways to combine them.

An *atom* counts the seats of a group that match a fact ("rivals that lied") and compares the count with a bound. `reduced` pushes every
"not" down to the atoms, so that words and reasons need no brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Who: TypeAlias = Literal["me", "rivals", "players", "same"]
"""The group an atom counts; "same" counts the largest group of players that share one outlaw."""
What: TypeAlias = Literal["claim", "played", "claimed"]
Number: TypeAlias = int | Literal["half", "all"]

MY_OUTLAW = "my_outlaw"
MY_CLAIM = "my_claim"
RESERVED = ("me", "rivals", "players", MY_OUTLAW, MY_CLAIM, "half", "all")
"""Words of the vocabulary, which no outlaw may have as its id."""
MAX_ATOMS = 12
"""Atoms one condition may have."""
MAX_NESTING = 6
"""How deep `all`, `any` and `not` may be nested."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One comparison: how many seats of a group match a fact.

    Attributes:
        who: the group.
        what: the kind of fact: whether a claim is true, what was played, what was claimed.
        subject: "true" or "lie" for claims; else an outlaw's id, `MY_OUTLAW` or `MY_CLAIM`; empty for "same".
        number: the bound: a count, "half" (rounded up) or "all".
        exactly: the count must equal the bound, not only reach it.
    """

    who: Who
    what: What
    subject: str
    number: Number = 1
    exactly: bool = False

    def bounds(self, players: int) -> tuple[int, int]:
        """The least and the greatest count that makes it true, for this number of players."""
        group = {"me": 1, "rivals": players - 1, "players": players, "same": players}[self.who]
        if isinstance(self.number, int):
            least = self.number
        else:
            least = group if self.number == "all" else (group + 1) // 2
        return least, least if self.exactly else players


@dataclass(frozen=True, slots=True)
class AllOf:
    """True if every part is."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """True if at least one part is."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """True if the part is not."""

    part: Condition


Condition: TypeAlias = Atom | AllOf | AnyOf | Not


@dataclass(frozen=True, slots=True)
class Literally:
    """An atom or its opposite: what `reduced` leaves at the leaves."""

    atom: Atom
    holds: bool


Reduced: TypeAlias = "Literally | tuple[Literal['all', 'any'], tuple[Reduced, ...]]"
"""A condition without "not": leaves, and pairs of "all" or "any" with the parts."""


def atoms(condition: Condition) -> Iterator[Atom]:
    """The atoms from left to right; an atom's place in this order is its number in the compiled program."""
    if isinstance(condition, Atom):
        yield condition
    elif isinstance(condition, Not):
        yield from atoms(condition.part)
    else:
        for part in condition.parts:
            yield from atoms(part)


def nesting(condition: Condition) -> int:
    """How many combinators lie around the innermost atom."""
    if isinstance(condition, Atom):
        return 0
    parts = (condition.part,) if isinstance(condition, Not) else condition.parts
    return 1 + max(nesting(part) for part in parts)


def mentioned(condition: Condition) -> set[str]:
    """The ids of the outlaws that a condition names."""
    others = {"", "true", "lie", MY_OUTLAW, MY_CLAIM}
    return {atom.subject for atom in atoms(condition)} - others


def reduced(condition: Condition, holds: bool = True) -> Reduced:
    """The condition (or with `holds` false, its opposite) with every "not" pushed down to the atoms (De Morgan)."""
    if isinstance(condition, Atom):
        return Literally(condition, holds)
    if isinstance(condition, Not):
        return reduced(condition.part, not holds)
    every = isinstance(condition, AllOf) == holds
    return ("all" if every else "any", tuple(reduced(part, holds) for part in condition.parts))


def named(atom: Atom, outlaw: str, claim: str) -> Atom:
    """The atom with "my outlaw" and "my claim" replaced by the ids they stood for in one round."""
    stands_for = {MY_OUTLAW: outlaw, MY_CLAIM: claim}
    return replace(atom, subject=stands_for.get(atom.subject, atom.subject))


def deciding(condition: Condition, truths: dict[int, bool], first: int = 0) -> tuple[bool | None, list[int]]:
    """What a judged condition came to, and the numbers of the atoms that decided it.

    Args:
        condition: the condition.
        truths: what the judge found for the atoms it looked at, by their number; it looks no further than it must.
        first: the number of the condition's first atom.
    """
    if isinstance(condition, Atom):
        return truths.get(first), [first]
    if isinstance(condition, Not):
        value, why = deciding(condition.part, truths, first)
        return None if value is None else not value, why
    every, found = isinstance(condition, AllOf), list[int]()
    for part in condition.parts:
        value, why = deciding(part, truths, first)
        if value is None:
            return None, []
        if value != every:
            return value, why
        found += why
        first += sum(1 for _ in atoms(part))
    return every, found
