"""Save files: a game as JSON Lines that people can read, and that replay exactly.

The first line is the header, then comes one line per whole choice, in the order in which the choices were completed, and at last a line
that counts the choices and holds the SHA-256 of all bytes before it. A game need not be over to be saved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, start
from doublecross.kernel.reading import read_limited
from doublecross.kernel.registry import load_game
from doublecross.kernel.saved import check_rules_version, plain_options, stored_options

FORMAT = 1
MAX_FILE = 64 * 2**20
"""Bytes a save file may have."""
_SEED = 32
"""Bytes of a seed."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what is played, by which rules, from which seed."""

    format: int
    rules_version: int
    game: str
    players: int
    options: dict[str, Any]
    seed: str


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the game: a seat's whole choice, its actions as tokens with spaces between them."""

    seat: Annotated[int, msgspec.Meta(ge=0, lt=64)]
    choice: str


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    end: bool
    choices: int
    sha256: str


def save(position: Position) -> bytes:
    """The save file of a game, with all that the seats chose. Secret while the game goes on: it tells every card to come.

    Raises:
        BadInput: for a position whose log does not lead to it, such as one that `Position.determinize` drew.
    """
    game = position.game
    header = Header(
        FORMAT, game.rules_version, game.name, position.players, plain_options(game, position.options), f"{position.seed:0{2 * _SEED}x}"
    )
    lines: list[msgspec.Struct] = [header, *_whole_choices(position)]
    body = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    end = End(True, len(lines) - 1, hashlib.sha256(body).hexdigest())
    return body + msgspec.json.encode(end) + b"\n"


def write(position: Position, path: str | Path) -> None:
    """Write `save` to a file that does not exist yet."""
    data = save(position)
    with Path(path).open("xb") as file:
        file.write(data)


def _whole_choices(position: Position) -> Iterator[Choice]:
    """The choices so far, in the order of their completion; those that are still incomplete come last."""
    replay = start(position.game, position.players, position.seed, position.options)
    begun: dict[int, list[str]] = {}
    for seat, action in position.choices():
        begun.setdefault(seat, []).append(position.action_text(action))
        try:
            replay.apply(seat, action)
        except IllegalAction:
            raise _not_replayable() from None
        if not replay.mid_choice(seat):
            yield Choice(seat, " ".join(begun.pop(seat)))
    if replay.state_bytes() != position.state_bytes():
        raise _not_replayable()
    for seat, tokens in begun.items():
        yield Choice(seat, " ".join(tokens))


def _not_replayable() -> BadInput:
    return BadInput(Phrase("position"), Phrase("a log that does not lead to it"), Phrase("a game that was played from its start"))


def read(path: str | Path) -> Position:
    """The position a save file leads to, replayed choice by choice.

    Raises:
        BadInput: naming the file, the line and the fault, if anything in the file is not as `write` wrote it.
    """
    return load(read_limited(path, MAX_FILE, Phrase("a save file that can be read")), str(path))


def load(data: bytes, where: str) -> Position:
    """The position of a save file's bytes; `where` names the file in errors."""
    return _Reader(data, where).replay()


class _Reader:
    """Reads one save file, line by line, and says at which line something is wrong."""

    def __init__(self, data: bytes, where: str) -> None:
        self._lines = data.split(b"\n")
        self._data, self._where = data, where

    def replay(self) -> Position:
        """Header, choices, end."""
        position = self._begin()
        number = 2
        while not self._is_end(number):
            self._apply(position, number)
            number += 1
        self._check_end(number)
        return position

    def _at(self, number: int) -> str:
        return Phrase("{file}, line {line}", file=self._where, line=number)

    def _line(self, number: int, kind: type[Any], allowed: str) -> Any:
        """A line as a struct."""
        line = self._lines[number - 1]
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            found = Phrase("something else ({fault})", fault=str(error)[:200]) if line.strip() else Phrase("an empty line")
            raise BadInput(self._at(number), found, allowed) from None

    def _begin(self) -> Position:
        """The position before the first choice."""
        header = self._header()
        if len(header.seed) != 2 * _SEED or not all(digit in "0123456789abcdef" for digit in header.seed):
            found, allowed = Phrase("seed {seed}", seed=repr(header.seed[:80])), Phrase("{digits} hexadecimal digits", digits=2 * _SEED)
            raise BadInput(self._at(1), found, allowed)
        try:
            game = load_game(header.game)
            check_rules_version(game, header.rules_version, Phrase("rules"))
            return start(game, header.players, int(header.seed, 16), self._options(game, header))
        except BadInput as error:
            raise BadInput(Phrase("{file}: {where}", file=self._at(1), where=error.where), error.found, error.allowed) from None

    def _header(self) -> Header:
        """The first line; a newer format is named as such, whatever else is in it."""
        allowed = Phrase("the header of a save file of doublecross")
        found = self._line(1, dict[str, Any], allowed)
        if isinstance(found.get("format"), int) and found["format"] != FORMAT:
            raise BadInput(self._at(1), Phrase("format {format}", format=found["format"]), Phrase("format {format}", format=FORMAT))
        header: Header = self._line(1, Header, allowed)
        return header

    def _options(self, game: Game, header: Header) -> dict[str, Any]:
        """The checked options; all are there, in the form in which they are written, so that no default and no other file has a say."""
        options = stored_options(game, header.options, Phrase("options"))
        for name, value in plain_options(game, options).items():
            if name not in header.options or header.options[name] != value:
                found = repr(header.options[name])[:80] if name in header.options else Phrase("nothing")
                raise BadInput(Phrase("option {name}", name=name), found, Phrase("the value as `doublecross` writes it"))
        return options

    def _is_end(self, number: int) -> bool:
        if number >= len(self._lines):
            raise BadInput(self._at(number), Phrase("no more lines"), Phrase("a choice, or the line that ends the file"))
        return self._lines[number - 1].startswith(b'{"end"')

    def _apply(self, position: Position, number: int) -> None:
        """Take the actions of one line: one whole choice, or, if the game was saved in the middle of one, its beginning."""
        line: Choice = self._line(number, Choice, Phrase("a choice, such as {example}", example='{"seat":0,"choice":"…"}'))
        tokens = line.choice.split(" ")
        for place, token in enumerate(tokens):
            if place and not position.mid_choice(line.seat):
                raise BadInput(self._at(number), repr(line.choice[:80]), Phrase("one whole choice on a line"))
            self._apply_token(position, number, line.seat, token)
        incomplete = not position.is_over and position.mid_choice(line.seat)
        if incomplete and any(self._seat_of(later) == line.seat for later in range(number + 1, len(self._lines))):
            raise BadInput(self._at(number), repr(line.choice[:80]), Phrase("one whole choice on a line"))

    def _seat_of(self, number: int) -> int | None:
        """The seat of a line that is a choice."""
        try:
            return msgspec.json.decode(self._lines[number - 1], type=Choice).seat
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None

    def _apply_token(self, position: Position, number: int, seat: int, token: str) -> None:
        where = self._at(number)
        try:
            position.apply(seat, position.action_from_text(token))
        except BadInput as error:
            raise BadInput(where, error.found, error.allowed) from None
        except IllegalAction as error:
            found = Phrase("{choice} of seat {seat}", choice=repr(token[:40]), seat=seat)
            raise BadInput(where, found, Phrase("a legal choice: {reason}", reason=Phrase(error.reason.value))) from None

    def _check_end(self, number: int) -> None:
        """The last line counts the choices and proves that no byte before it was changed."""
        where = self._at(number)
        end: End = self._line(number, End, Phrase("the line that ends a save file"))
        if end.choices != number - 2:
            raise BadInput(where, Phrase("{count} choices", count=end.choices), str(number - 2))
        body = b"".join(line + b"\n" for line in self._lines[: number - 1])
        if end.sha256 != hashlib.sha256(body).hexdigest():
            raise BadInput(where, Phrase("a checksum that does not fit: the file was changed"), Phrase("the file as it was written"))
        if self._lines[number:] != [b""]:
            raise BadInput(self._at(number + 1), Phrase("more after the end"), Phrase("the end of the file"))
