"""How an option is filled in: picked from a few values, or typed, within bounds."""

from __future__ import annotations

from doublecross.kernel.options import Choice, Flag, Kind, SeatOr, Whole
from doublecross.kernel.words import Words

Values = tuple[tuple[str, str], ...]
Bounds = tuple[int, int] | None


def values_of(kind: Kind, words: Words) -> Values:
    """All values an option can take, each in its text form and as people call it; none where they are too many to pick from."""
    if isinstance(kind, Flag):
        return ("false", words.say("no")), ("true", words.say("yes"))
    if isinstance(kind, Choice):
        return tuple((word, _called(word, words)) for word in kind.words)
    if isinstance(kind, SeatOr):
        seats = tuple((str(seat), words.say("Seat {seat}", seat=seat + 1)) for seat in range(kind.seats))
        return (*((word, _called(word, words)) for word in kind.words), *seats)
    return ()


def bounds_of(kind: Kind) -> Bounds:
    """The least and the most of an option that is a whole number."""
    return (kind.least, kind.most) if isinstance(kind, Whole) else None


def _called(word: str, words: Words) -> str:
    """A word of a game's option, as the game has marked it for the catalogues."""
    said = words.say(word)
    return said[:1].upper() + said[1:]
