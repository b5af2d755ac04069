"""Options of a game: variants and rulings as checked data, with one text form everywhere.

The same value reads from a Python keyword, ``-o name=value``, TOML, JSON and an OpenSpiel parameter string, is stored with every game,
and is refused with what was found, what is allowed and where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase


class Kind(Protocol):
    """What values an option takes."""

    def read(self, value: Any, where: str) -> Any:
        """The checked value of what was given (a text or a value of the right type); raises `BadInput`."""
        ...

    def text(self, value: Any) -> str:
        """The text form; `read` takes it back."""
        ...

    def allowed(self) -> str:
        """What is allowed, in words (a `Phrase`)."""
        ...

    def plain(self, value: Any) -> Any:
        """The value as JSON holds it; `read` takes it back."""
        ...


@dataclass(frozen=True)
class Option:
    """One option: its name, what it takes, the book's default, and a sentence about it (English, marked for the catalogues)."""

    name: str
    kind: Kind
    default: Any
    about: str


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise BadInput(where, repr(value), self.allowed())
        return value

    def text(self, value: Any) -> str:
        return str(value)

    def allowed(self) -> str:
        *first, last = self.words
        return Phrase("{first} or {last}", first=", ".join(first), last=last) if first else last

    def plain(self, value: Any) -> Any:
        return value


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, value: Any, where: str) -> bool:
        named = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in named:
            return named[value.lower()]
        raise BadInput(where, repr(value), self.allowed())

    def text(self, value: Any) -> str:
        return "true" if value else "false"

    def allowed(self) -> str:
        return Phrase("true or false")

    def plain(self, value: Any) -> Any:
        return value


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        return int(value)
    return None


@dataclass(frozen=True)
class Whole:
    """A whole number from `least` to `most`."""

    least: int
    most: int

    def read(self, value: Any, where: str) -> int:
        number = _whole(value)
        if number is None or not self.least <= number <= self.most:
            raise BadInput(where, repr(value), self.allowed())
        return number

    def text(self, value: Any) -> str:
        return str(value)

    def allowed(self) -> str:
        return Phrase("a whole number from {least} to {most}", least=self.least, most=self.most)

    def plain(self, value: Any) -> Any:
        return value


@dataclass(frozen=True)
class Digits:
    """Several digits from `least` to `most`, written together ("111122223333"); also taken as a list of numbers."""

    least: int
    most: int
    fewest: int
    longest: int
    ascending: bool = False

    def read(self, value: Any, where: str) -> tuple[int, ...]:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            value = str(value)
        if isinstance(value, str) and value.isascii() and value.isdigit():
            numbers = tuple(int(digit) for digit in value)
        elif isinstance(value, (list, tuple)) and all(isinstance(n, int) and not isinstance(n, bool) for n in value):
            numbers = tuple(value)
        else:
            raise BadInput(where, repr(value), self.allowed())
        right = self.fewest <= len(numbers) <= self.longest and all(self.least <= n <= self.most for n in numbers)
        if not right or (self.ascending and list(numbers) != sorted(set(numbers))):
            raise BadInput(where, repr(value), self.allowed())
        return numbers

    def text(self, value: Any) -> str:
        return "".join(str(digit) for digit in value)

    def allowed(self) -> str:
        count = (
            str(self.fewest) if self.fewest == self.longest else Phrase("{fewest} to {longest}", fewest=self.fewest, longest=self.longest)
        )
        if self.ascending:
            return Phrase("{count} digits from {least} to {most}, each once, ascending", count=count, least=self.least, most=self.most)
        return Phrase("{count} digits from {least} to {most}", count=count, least=self.least, most=self.most)

    def plain(self, value: Any) -> Any:
        return self.text(value)


@dataclass(frozen=True)
class SeatOr:
    """A seat number (from 0), or one of a few words."""

    words: tuple[str, ...]
    seats: int

    def read(self, value: Any, where: str) -> str | int:
        if isinstance(value, str) and value in self.words:
            return value
        number = _whole(value)
        if number is None or not 0 <= number < self.seats:
            raise BadInput(where, repr(value), self.allowed())
        return number

    def text(self, value: Any) -> str:
        return str(value)

    def allowed(self) -> str:
        return Phrase("{words} or a seat from 0 to {last}", words=", ".join(self.words), last=self.seats - 1)

    def plain(self, value: Any) -> Any:
        return value


@dataclass(frozen=True)
class Letters:
    """Some of these letters, each once, in this order ("6789TJQKA")."""

    letters: str
    fewest: int

    def read(self, value: Any, where: str) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        given = value if isinstance(value, str) else ""
        if len(given) < self.fewest or given != "".join(letter for letter in self.letters if letter in given):
            raise BadInput(where, repr(value), self.allowed())
        return given

    def text(self, value: Any) -> str:
        return str(value)

    def allowed(self) -> str:
        return Phrase("{fewest} or more of {letters}, each once, in this order", fewest=self.fewest, letters=self.letters)

    def plain(self, value: Any) -> Any:
        return value


def check_options(options: tuple[Option, ...], given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """All options with their checked values, the defaults filled in; raises `BadInput` naming `where` and the option."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise BadInput(where, Phrase("option {name}", name=repr(name)), ", ".join(known))
    return {
        name: option.kind.read(given[name], Phrase("{where}, option {name}", where=where, name=name)) if name in given else option.default
        for name, option in known.items()
    }


def options_text(options: tuple[Option, ...], values: Mapping[str, Any]) -> dict[str, str]:
    """The text form of every option that is not at its default."""
    return {o.name: o.kind.text(values[o.name]) for o in options if values[o.name] != o.default}
