"""Deck files as text (TOML) and as the plain dictionaries that save files hold: reading, and writing back."""

from __future__ import annotations

import functools
import json
import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from doublecross.games.outlawed.conditions import AllOf, AnyOf, Atom, Condition, Not
from doublecross.games.outlawed.deck_check import check_deck
from doublecross.games.outlawed.deck_read import FORMAT, VISIBLE, bad_character, from_plain, quoted
from doublecross.games.outlawed.decks import MAX_DECK, UNKNOWN_ART, Block, Deck, Outlaw, Reward, Text
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase, mark
from doublecross.kernel.reading import why_unreadable
from doublecross.kernel.words import Words

MAX_FILE = 64 * 1024
"""Bytes a deck file may have."""
MAX_BRACKETS = 24
"""How deep brackets may be nested in a deck file."""
_STRING_OR_BRACKET = re.compile(r'"""(?s:.*?)"""|\'\'\'(?s:.*?)\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}]')
_LINE_BREAKS = str.maketrans({"\n": " ", "\t": " "})


def read_deck(text: str | bytes, where: str) -> Deck:
    """The deck in a deck file's text; `where` names the file in errors.

    Raises:
        BadInput: for a text that is too long, too deep, no UTF-8, no TOML, or no sound deck.
    """
    return deck_from_plain(_parse(_checked_text(text, where), where), where)


def deck_from_plain(plain: Mapping[str, Any], where: str) -> Deck:
    """The deck in a plain dictionary (of JSON or TOML types) as `deck_plain` makes it. Raises `BadInput`."""
    deck = from_plain(plain, where)
    size = len(deck_json(deck))
    if size > MAX_DECK:
        raise BadInput(where, Phrase("{size} bytes of texts and conditions", size=size), Phrase("at most {most} bytes", most=MAX_DECK))
    check_deck(deck, where)
    return deck


def load_deck(path: str | Path) -> Deck:
    """The deck in a file. Raises `BadInput`, also if the file cannot be read."""
    try:
        # A pipe or a device could keep us waiting for ever.
        if not Path(path).is_file():
            raise BadInput(quoted(str(path))[1:-1], Phrase("no file"), Phrase("a deck file that can be read"))
        with Path(path).open("rb") as file:
            found = file.read(MAX_FILE + 1)
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        raise BadInput(quoted(str(path))[1:-1], why_unreadable(error), Phrase("a deck file that can be read")) from error
    return read_deck(found, str(path))


@functools.cache
def house_deck() -> Deck:
    """The set that is shipped (OL-40)."""
    return read_deck(house_text(), "house.toml")


def house_text() -> str:
    """The text of the shipped set's deck file."""
    return resources.files("doublecross.games.outlawed").joinpath("house.toml").read_text(encoding="utf-8")


def _checked_text(text: str | bytes, where: str) -> str:
    """The text, after the checks that must come before any parsing."""
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else len(text)
    if size > MAX_FILE:
        raise BadInput(where, Phrase("more than {most} bytes", most=MAX_FILE), Phrase("at most {most} bytes", most=MAX_FILE))
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadInput(_line(where, line), Phrase("bytes that are not UTF-8"), Phrase("text in UTF-8")) from error
    decoded = decoded.replace("\r\n", "\n")
    place = bad_character(decoded.translate(_LINE_BREAKS))
    if place is not None:
        line = decoded.count("\n", 0, place) + 1
        raise BadInput(_line(where, line), Phrase("character {code}", code=f"U+{ord(decoded[place]):04X}"), VISIBLE)
    _check_depth(decoded, where)
    return decoded


def _check_depth(text: str, where: str) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        found = match.group()
        depth += (found in "[{") - (found in "]}")
        if depth > MAX_BRACKETS:
            line = text.count("\n", 0, match.start()) + 1
            allowed = Phrase("brackets nested at most {most} deep", most=MAX_BRACKETS)
            raise BadInput(_line(where, line), found, allowed)


def _line(file: str, line: int) -> str:
    return Phrase("{file}, line {line}", file=file, line=line)


def _parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(where, quoted(str(error))[1:-1], Phrase("TOML as in the file that `doublecross deck new` writes")) from error


def deck_plain(deck: Deck) -> dict[str, Any]:
    """The whole deck as a dictionary of JSON types; `deck_from_plain` takes it back."""
    plain: dict[str, Any] = {"format": FORMAT, "name": _text_plain(deck.name)}
    if deck.note is not None:
        plain["note"] = _text_plain(deck.note)
    plain["outlaw"] = [_outlaw_plain(outlaw) for outlaw in deck.outlaws]
    return plain


def deck_json(deck: Deck) -> bytes:
    """The whole deck as JSON, equal for equal decks."""
    return json.dumps(deck_plain(deck), ensure_ascii=False, separators=(",", ":")).encode()


def _text_plain(text: Text) -> str | dict[str, str]:
    known = dict(text.by_language)
    return known.get("") or known


def _reward_plain(reward: Reward) -> int | dict[str, int]:
    return {"per_player": reward.dollars} if reward.per_player else reward.dollars


def _block_plain(block: Block) -> dict[str, Any]:
    return {"liars": block.liars} if block.liars else {"outlaws": list(block.outlaws)}


def _outlaw_plain(outlaw: Outlaw) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": outlaw.id,
        "name": _text_plain(outlaw.name),
        "animal": _text_plain(outlaw.animal),
        "reward": _reward_plain(outlaw.reward),
        "badge": outlaw.badge,
        "bullets": outlaw.bullets,
        "condition": _condition_plain(outlaw.condition),
    }
    if outlaw.blocks:
        plain["blocks"] = [_block_plain(block) for block in outlaw.blocks]
    if outlaw.art != UNKNOWN_ART or outlaw.source("art"):
        plain["art"] = outlaw.art
    if outlaw.sources:
        words = {word for _, word in outlaw.sources}
        whole = len(words) == 1 and {field for field, _ in outlaw.sources} == set(plain) - {"id"}
        plain["from"] = words.pop() if whole else dict(outlaw.sources)
    return plain


def _condition_plain(condition: Condition) -> dict[str, Any]:
    if isinstance(condition, Not):
        return {"not": _condition_plain(condition.part)}
    if isinstance(condition, (AllOf, AnyOf)):
        name = "all" if isinstance(condition, AllOf) else "any"
        return {name: [_condition_plain(part) for part in condition.parts]}
    return _atom_plain(condition)


def _atom_plain(atom: Atom) -> dict[str, Any]:
    if atom.who == "same":
        return {"same": atom.what, "at_least": atom.number}
    plain: dict[str, Any] = {"who": atom.who, atom.what: atom.subject}
    if atom.exactly:
        plain["exactly"] = atom.number
    elif atom.number != 1:
        plain["at_least"] = atom.number
    return plain


def _toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{name} = {_toml(each)}" for name, each in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    # What remains (text, whole numbers, true and false) TOML writes as JSON does; DEL and other controls never get into a deck.
    return json.dumps(value, ensure_ascii=False)


def deck_text(deck: Deck) -> str:
    """The deck as a deck file; `read_deck` takes it back."""
    plain = deck_plain(deck)
    outlaws = plain.pop("outlaw")
    tables = [plain, *outlaws]
    texts = ["".join(f"{name} = {_toml(value)}\n" for name, value in table.items()) for table in tables]
    return "\n[[outlaw]]\n".join(texts)


_GUIDE = (
    mark("A deck of OutLawed!: lines that begin with # are notes. Replace what follows by the outlaws of your own cards."),
    mark("An outlaw: id (a-z 0-9 _ -), name and animal (a text, or a table {{ en = ..., es = ... }}), reward, badge, bullets, condition."),
    mark("reward: whole dollars, or {{ per_player = N }}."),
    mark("condition, one of:"),
    mark("W is me, rivals or players (rivals and yourself)."),
    mark("X is the id of an outlaw; with rivals it can be my_outlaw or my_claim."),
    mark("With rivals or players, one of at_least = N, at_least = half or all in quotes, exactly = N; else at least one is meant."),
    mark("blocks, if any: outlaws sent back by name, and the outlaws of liars."),
    mark("from, if you like: where it comes from, one word for all or a table: seed (the rulebook), public, house (made up)."),
)
_FORMS = {
    3: (
        '{ who = "W", claim = "true" } or { who = "W", claim = "lie" }',
        '{ who = "rivals", played = "X" } or { who = "players", played = "X" }',
        '{ who = "W", claimed = "X" }',
        '{ same = "played", at_least = 2 } or { same = "claimed", at_least = 2 }',
        "{ all = [ ..., ... ] }, { any = [ ..., ... ] }, { not = ... }",
    ),
    7: ('[{ outlaws = ["X"] }, { liars = "rivals" }] or { liars = "players" }',),
}


def new_deck_text(words: Words) -> str:
    """The text of a new deck file: the house set under a guide to the format, to be edited."""
    guide: list[str] = []
    for number, sentence in enumerate(_GUIDE):
        guide.append(words.say(sentence))
        guide += [f"    {form}" for form in _FORMS.get(number, ())]
    return "".join(f"# {line}\n" for line in guide) + "\n" + house_text()
