"""Conditions as programs that compiled code runs: one word per atom, with the place to go on at if it is true, and if it is false.

"not" swaps the two places, "all" and "any" chain them, so that the program looks at no more atoms than it must, and the place where it
ends is its result. "half" and "all" are numbers by then, since a program is made for one number of players.
"""

from __future__ import annotations

from doublecross.games.outlawed.conditions import MAX_ATOMS, MY_CLAIM, MY_OUTLAW, AllOf, Atom, Condition, Not, atoms
from doublecross.games.outlawed.decks import Deck

TRUE, FALSE = 30, 31
"""The places where a program ends."""
CLAIM_FACT, PLAYED_FACT, CLAIMED_FACT = 0, 1, 2
ME, RIVALS, PLAYERS, SAME = 0, 1, 2, 3
FIXED, OUTLAW_I_PLAYED, OUTLAW_I_CLAIMED = 0, 1, 2

# Where the parts of an instruction begin, and how many bits they have.
FACT, GROUP, SOURCE = (0, 2), (2, 2), (4, 2)
SUBJECT, OTHERWISE = (6, 5), (11, 1)
LEAST, MOST_OF = (12, 3), (15, 3)
IF_TRUE, IF_FALSE = (20, 5), (25, 5)

_FACTS = {"claim": CLAIM_FACT, "played": PLAYED_FACT, "claimed": CLAIMED_FACT}
_GROUPS = {"me": ME, "rivals": RIVALS, "players": PLAYERS, "same": SAME}
_SOURCES = {MY_OUTLAW: OUTLAW_I_PLAYED, MY_CLAIM: OUTLAW_I_CLAIMED}


def program(condition: Condition, deck: Deck, players: int) -> list[int]:
    """The instructions of a condition, `MAX_ATOMS` words, those behind the last one 0."""
    places: list[tuple[int, int]] = []
    _chain(condition, TRUE, FALSE, places)
    words = [_instruction(atom, *place, deck, players) for atom, place in zip(atoms(condition), places, strict=True)]
    return words + [0] * (MAX_ATOMS - len(words))


def _chain(condition: Condition, if_true: int, if_false: int, places: list[tuple[int, int]]) -> None:
    """Append where each atom goes on at, from left to right; an atom's place is the number of those before it."""
    if isinstance(condition, Atom):
        places.append((if_true, if_false))
    elif isinstance(condition, Not):
        _chain(condition.part, if_false, if_true, places)
    else:
        every = isinstance(condition, AllOf)
        *parts, last = condition.parts
        following = len(places)
        for part in parts:
            following += sum(1 for _ in atoms(part))
            _chain(part, following if every else if_true, if_false if every else following, places)
        _chain(last, if_true, if_false, places)


def _instruction(atom: Atom, if_true: int, if_false: int, deck: Deck, players: int) -> int:
    least, most = atom.bounds(players)
    source = _SOURCES.get(atom.subject, FIXED)
    named = atom.what != "claim" and atom.who != "same" and source == FIXED
    parts = {
        FACT: _FACTS[atom.what],
        GROUP: _GROUPS[atom.who],
        SOURCE: source,
        SUBJECT: deck.index(atom.subject) + 1 if named else 0,
        OTHERWISE: int(atom.subject == "lie"),
        LEAST: least,
        MOST_OF: most,
        IF_TRUE: if_true,
        IF_FALSE: if_false,
    }
    return sum(value << start for (start, _), value in parts.items())
