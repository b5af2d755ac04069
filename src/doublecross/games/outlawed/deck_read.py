"""From the plain data of a deck file to a `Deck`; whatever does not fit is refused with file, outlaw, field, found and allowed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Literal, NoReturn

from doublecross.games.outlawed.conditions import (
    MAX_ATOMS,
    MAX_NESTING,
    MY_CLAIM,
    MY_OUTLAW,
    RESERVED,
    AllOf,
    AnyOf,
    Atom,
    Condition,
    Not,
    Number,
    atoms,
)
from doublecross.games.outlawed.decks import FEWEST, FIELDS, MOST, SOURCES, UNKNOWN_ART, Block, Deck, Outlaw, Reward, Text
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import LANGUAGES

FORMAT = 1
MAX_NAME, MAX_NOTE, MAX_DOLLARS = 40, 400, 100_000
_ID = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_NOTHING = Phrase("nothing")
_ID_ALLOWED = Phrase("a small letter, then up to 31 of a-z 0-9 _ -, and none of {words}", words=", ".join(RESERVED))
VISIBLE = Phrase("a text without control, direction and other invisible characters")
_FORMS = Phrase("a table with who and one of claim, played, claimed; or with same; or with one of all, any, not")
_GROUPS: tuple[Literal["me", "rivals", "players"], ...] = ("me", "rivals", "players")


def quoted(value: Any) -> str:
    """What was found, as an error quotes it: on one line, at most 60 characters, without any that could disturb a terminal."""
    if isinstance(value, Phrase):
        return value
    text = ascii(value)
    return text if len(text) <= 60 else text[:57] + "..."


def bad_character(text: str) -> int | None:
    """Where a text holds a character that is not shown or turns others around (control, bidi, private, separators), or None."""
    for place, character in enumerate(text):
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
            return place
    return None


def where(file: str, outlaw: str, field: str) -> str:
    """The place of an error in words; outlaw and field may be empty."""
    if outlaw and field:
        return Phrase("{file}, outlaw {outlaw}, field {field}", file=file, outlaw=outlaw, field=field)
    if outlaw:
        return Phrase("{file}, outlaw {outlaw}", file=file, outlaw=outlaw)
    return Phrase("{file}, field {field}", file=file, field=field) if field else file


class Place:
    """Where in a deck file something was found."""

    def __init__(self, file: str, outlaw: str = "", field: str = "") -> None:
        self.file, self.outlaw, self.field = file, outlaw, field

    def at(self, field: str) -> Place:
        """A field at this place."""
        return Place(self.file, self.outlaw, f"{self.field}.{field}" if self.field else field)

    def refuse(self, found: Any, allowed: str) -> NoReturn:
        """Raise `BadInput` for what was found here."""
        raise BadInput(where(self.file, self.outlaw, self.field), quoted(found), allowed)

    def table(self, value: Any, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> Mapping[str, Any]:
        """A table that has all needed fields and no unknown ones."""
        if not isinstance(value, Mapping):
            self.refuse(value, Phrase("a table with the fields {fields}", fields=", ".join(needed + optional)))
        for name in value:
            if name not in needed + optional:
                self.at(ascii(name)[1:-1][:32]).refuse(name, Phrase("one of the fields {fields}", fields=", ".join(needed + optional)))
        for name in needed:
            if name not in value:
                self.at(name).refuse(_NOTHING, Phrase("a value; this field is needed"))
        return value

    def entries(self, value: Any, fewest: int, most: int) -> list[Any]:
        """A list of so many entries."""
        allowed = Phrase("a list of {fewest} to {most} entries", fewest=fewest, most=most)
        if not isinstance(value, (list, tuple)):
            self.refuse(value, allowed)
        if not fewest <= len(value) <= most:
            self.refuse(Phrase("{count} entries", count=len(value)), allowed)
        return list(value)

    def word(self, value: Any, allowed: tuple[str, ...]) -> str:
        """One of a few words."""
        if not isinstance(value, str) or value not in allowed:
            *first, last = (f'"{name}"' for name in allowed)
            self.refuse(value, Phrase("{first} or {last}", first=", ".join(first), last=last) if first else last)
        return value

    def whole(self, value: Any, least: int, most: int, allowed: str = "") -> int:
        """A whole number in a range."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.refuse(value, allowed or Phrase("a whole number from {least} to {most}", least=least, most=most))
        return value

    def flag(self, value: Any) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.refuse(value, Phrase("true or false"))
        return value

    def id(self, value: Any) -> str:
        """An id that an outlaw may have."""
        if not isinstance(value, str) or not _ID.fullmatch(value) or value in RESERVED:
            self.refuse(value, _ID_ALLOWED)
        return value

    def line(self, value: Any, most: int) -> str:
        """A line of text that can be shown."""
        if not isinstance(value, str) or not 1 <= len(value) <= most or value != value.strip():
            self.refuse(value, Phrase("a text of 1 to {most} characters, with no blanks at its ends", most=most))
        if bad_character(value) is not None:
            self.refuse(value, VISIBLE)
        return value

    def text(self, value: Any, most: int) -> Text:
        """A text, or a table of one per language."""
        if not isinstance(value, Mapping):
            return Text((("", self.line(value, most)),))
        if not value:
            self.refuse(value, Phrase("a text, or a table with a text for each of {languages}", languages=", ".join(LANGUAGES)))
        table = self.table(value, (), LANGUAGES)
        return Text(tuple((name, self.at(name).line(table[name], most)) for name in LANGUAGES if name in table))


def from_plain(plain: Any, file: str) -> Deck:
    """The deck in a deck file's plain data, its form checked; what its conditions come to is checked by `deck_check`."""
    place = Place(file)
    table = place.table(plain, ("format", "name", "outlaw"), ("note",))
    place.at("format").whole(table["format"], FORMAT, FORMAT)
    entries = place.at("outlaw").entries(table["outlaw"], FEWEST, MOST)
    ids = _ids(place, entries)
    outlaws = tuple(_outlaw(Place(file, name), entry, ids) for name, entry in zip(ids, entries, strict=True))
    _distinct_names(file, outlaws)
    note = place.at("note").text(table["note"], MAX_NOTE) if "note" in table else None
    return Deck(place.at("name").text(table["name"], MAX_NAME), note, outlaws)


def _ids(place: Place, entries: list[Any]) -> list[str]:
    ids: list[str] = []
    for number, entry in enumerate(entries, 1):
        here = Place(place.file, Phrase("number {number}", number=number), "id")
        name = here.id(entry.get("id", _NOTHING) if isinstance(entry, Mapping) else entry)
        if name in ids:
            here.refuse(name, Phrase("an id that no other outlaw has"))
        ids.append(name)
    return ids


def _distinct_names(file: str, outlaws: tuple[Outlaw, ...]) -> None:
    for language in LANGUAGES:
        seen: dict[str, str] = {}
        for outlaw in outlaws:
            name = outlaw.name.said(language)
            if name.casefold() in seen:
                Place(file, outlaw.id, "name").refuse(name, Phrase("a name that no other outlaw has"))
            seen[name.casefold()] = outlaw.id


def _outlaw(place: Place, entry: Any, ids: list[str]) -> Outlaw:
    needed = ("id", "name", "animal", "reward", "badge", "bullets", "condition")
    table = place.table(entry, needed, ("blocks", "from", "art"))
    return Outlaw(
        id=table["id"],
        name=place.at("name").text(table["name"], MAX_NAME),
        animal=place.at("animal").text(table["animal"], MAX_NAME),
        reward=_reward(place.at("reward"), table["reward"]),
        badge=place.at("badge").flag(table["badge"]),
        bullets=place.at("bullets").flag(table["bullets"]),
        condition=_whole_condition(place.at("condition"), table["condition"], ids),
        blocks=_blocks(place.at("blocks"), table["blocks"], ids) if "blocks" in table else (),
        sources=_sources(place.at("from"), table["from"], table) if "from" in table else (),
        art=place.at("art").id(table["art"]) if "art" in table else UNKNOWN_ART,
    )


def _reward(place: Place, value: Any) -> Reward:
    if isinstance(value, Mapping):
        table = place.table(value, ("per_player",))
        return Reward(place.at("per_player").whole(table["per_player"], 0, MAX_DOLLARS), per_player=True)
    allowed = Phrase("whole dollars from 0 to {most}, or a table with per_player", most=MAX_DOLLARS)
    return Reward(place.whole(value, 0, MAX_DOLLARS, allowed))


def _blocks(place: Place, value: Any, ids: list[str]) -> tuple[Block, ...]:
    blocks = []
    for entry in place.entries(value, 1, 4):
        table = place.table(entry, (), ("outlaws", "liars"))
        if len(table) != 1:
            place.refuse(dict(table), Phrase("a table with one of the fields {fields}", fields="outlaws, liars"))
        if "liars" in table:
            blocks.append(Block(liars=place.at("liars").word(table["liars"], ("rivals", "players"))))
            continue
        here = place.at("outlaws")
        named = tuple(here.word(name, tuple(ids)) for name in here.entries(table["outlaws"], 1, len(ids)))
        if len(set(named)) != len(named):
            here.refuse(entry["outlaws"], Phrase("each id once"))
        blocks.append(Block(outlaws=named))
    return tuple(blocks)


def _sources(place: Place, value: Any, outlaw: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    present = tuple(field for field in FIELDS if field in outlaw)
    if not isinstance(value, Mapping):
        word = place.word(value, SOURCES)
        return tuple((field, word) for field in present)
    table = place.table(value, (), present)
    return tuple((field, place.at(field).word(table[field], SOURCES)) for field in present if field in table)


def _whole_condition(place: Place, value: Any, ids: list[str]) -> Condition:
    condition = _condition(place, value, ids, MAX_NESTING)
    count = sum(1 for _ in atoms(condition))
    if count > MAX_ATOMS:
        place.refuse(Phrase("{count} comparisons", count=count), Phrase("at most {most} comparisons", most=MAX_ATOMS))
    return condition


def _condition(place: Place, value: Any, ids: list[str], deeper: int) -> Condition:
    if not isinstance(value, Mapping):
        place.refuse(value, _FORMS)
    for combinator in ("all", "any", "not"):
        if combinator in value:
            here = place.at(combinator)
            place.table(value, (combinator,))
            if deeper == 0:
                here.refuse(combinator, Phrase("all, any and not nested at most {most} deep", most=MAX_NESTING))
            if combinator == "not":
                return Not(_condition(here, value["not"], ids, deeper - 1))
            listed = here.entries(value[combinator], 2, MAX_ATOMS)
            parts = tuple(_condition(here, part, ids, deeper - 1) for part in listed)
            return AllOf(parts) if combinator == "all" else AnyOf(parts)
    return _same(place, value) if "same" in value else _atom(place, value, ids)


def _same(place: Place, value: Mapping[str, Any]) -> Atom:
    table = place.table(value, ("same",), ("at_least",))
    what = place.at("same").word(table["same"], ("played", "claimed"))
    number = place.at("at_least").whole(table.get("at_least", 2), 2, 5)
    return Atom("same", "played" if what == "played" else "claimed", "", number)


def _atom(place: Place, value: Mapping[str, Any], ids: list[str]) -> Atom:
    facts = [name for name in ("claim", "played", "claimed") if name in value]
    if len(facts) != 1:
        place.refuse(dict(value), _FORMS)
    bounds = ("at_least", "exactly")
    if "who" not in value:
        place.at("who").refuse(_NOTHING, Phrase("{first} or {last}", first='"me", "rivals"', last='"players"'))
    group = place.at("who").word(value["who"], _GROUPS if facts[0] != "played" else _GROUPS[1:])
    table = place.table(value, ("who", facts[0]), () if group == "me" else bounds)
    who = next(name for name in _GROUPS if name == group)
    what: Literal["claim", "played", "claimed"] = "claim"
    if facts[0] == "claim":
        return Atom(who, what, place.at("claim").word(table["claim"], ("true", "lie")), *_number(place, table, group))
    what = "played" if facts[0] == "played" else "claimed"
    mine = (MY_OUTLAW, MY_CLAIM) if group == "rivals" else ()
    subject = place.at(what).word(table[what], tuple(ids) + mine)
    return Atom(who, what, subject, *_number(place, table, group))


def _number(place: Place, table: Mapping[str, Any], group: str) -> tuple[Number, bool]:
    """The bound and whether it is exact; a number that no table reaches (4 rivals, 5 players) is refused."""
    most = 4 if group == "rivals" else 5
    if "at_least" in table and "exactly" in table:
        place.at("exactly").refuse(table["exactly"], Phrase("either at_least or exactly, not both"))
    if "exactly" in table:
        return place.at("exactly").whole(table["exactly"], 0, most), True
    number = table.get("at_least", 1)
    allowed = Phrase('"half", "all" or a whole number from 1 to {most}', most=most)
    if number == "half" or number == "all":
        return number, False
    return place.at("at_least").whole(number, 1, most, allowed), False
