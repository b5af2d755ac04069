"""Conditions as a form fills them in: a tree of parts that may be wrong, and whatever the builder's buttons do to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from doublecross.games.outlawed.conditions import AllOf, AnyOf, Atom, Condition, Not

GROUPS = ("all", "any")
FACTS = ("true", "lie", "played", "claimed", "same-played", "same-claimed")
"""What a comparison is about: `true` and `lie` are claims."""
MOST_PARTS = 28
"""Parts of one condition that a form may have, groups included."""
DEEPEST = 7

Path = tuple[int, ...]
"""A part's place: the numbers of the parts that lead to it from the root."""


class Part(msgspec.Struct, frozen=True):
    """A group of parts, or one comparison.

    Attributes:
        kind: one of `GROUPS` or of `FACTS`.
        holds: false for the opposite.
        who, subject, count: of a comparison; `count` is "2" for at least two, "half", "all", or "=2" for exactly two.
        parts: of a group.
    """

    kind: str = "true"
    holds: bool = True
    who: str = "rivals"
    subject: str = ""
    count: str = "1"
    parts: tuple[Part, ...] = ()


def part_of(condition: Condition, holds: bool = True) -> Part:
    """A condition as the builder shows it; two opposites in a row are none."""
    if isinstance(condition, Not):
        return part_of(condition.part, not holds)
    if isinstance(condition, AllOf | AnyOf):
        return Part("all" if isinstance(condition, AllOf) else "any", holds, parts=tuple(part_of(part) for part in condition.parts))
    return _comparison(condition, holds)


def root_of(condition: Condition) -> Part:
    """The whole condition: a group, be it of one part."""
    part = part_of(condition)
    return part if part.kind in GROUPS and part.holds else Part("all", parts=(part,))


def _comparison(atom: Atom, holds: bool) -> Part:
    if atom.who == "same":
        return Part(f"same-{atom.what}", holds, count=str(atom.number))
    kind = atom.subject if atom.what == "claim" else atom.what
    return Part(
        kind, holds, atom.who, "" if atom.what == "claim" else atom.subject, f"={atom.number}" if atom.exactly else str(atom.number)
    )


def plain_of(part: Part) -> dict[str, Any] | None:
    """The part as deck files write it, None for a group with nothing in it; a group of one part is that part."""
    plain = _group(part) if part.kind in GROUPS else _atom(part)
    return plain if part.holds or plain is None else {"not": plain}


def _group(part: Part) -> dict[str, Any] | None:
    parts = [plain for plain in map(plain_of, part.parts) if plain is not None]
    return {part.kind: parts} if len(parts) > 1 else parts[0] if parts else None


def _atom(part: Part) -> dict[str, Any]:
    if part.kind.startswith("same-"):
        return {"same": part.kind.removeprefix("same-"), "at_least": 2 if part.count == "1" else number_or_text(part.count)}
    plain: dict[str, Any] = {"who": part.who}
    plain |= {"claim": part.kind} if part.kind in ("true", "lie") else {part.kind: part.subject}
    if part.who == "me" or part.count == "1":
        return plain
    return plain | ({"exactly": number_or_text(part.count[1:])} if part.count.startswith("=") else {"at_least": number_or_text(part.count)})


def number_or_text(text: str) -> int | str:
    """A whole number as one; anything else as it is, for the judge of decks to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text


def read_parts(fields: Mapping[str, Any]) -> Part:
    """The tree in a form's fields: ``kind``, ``0.kind``, ``0.1.kind`` and so on."""
    left = [MOST_PARTS]
    return _read(fields, (), left)


def _read(fields: Mapping[str, Any], path: Path, left: list[int]) -> Part:
    left[0] -= 1
    given = {name: fields.get(field_name(path, name)) for name in ("kind", "not", "who", "subject", "count")}
    texts = {name: value[:40] for name, value in given.items() if isinstance(value, str)}
    kind = texts.get("kind", "")
    parts: list[Part] = []
    while left[0] > 0 and len(path) < DEEPEST and field_name((*path, len(parts)), "kind") in fields:
        parts.append(_read(fields, (*path, len(parts)), left))
    if kind not in (*GROUPS, *FACTS) or (kind in FACTS and not path):
        kind = "all" if parts or not path else "true"
    known = {name: texts[name] for name in ("who", "subject", "count") if name in texts}
    return Part(kind, "not" not in texts, parts=tuple(parts) if kind in GROUPS else (), **known)


def field_name(path: Path, name: str) -> str:
    """What the form calls an attribute of the part at a place."""
    return ".".join([*map(str, path), name])


def read_path(text: str) -> Path:
    """The place that a button names: "0.1"; the empty text is the root. Raises `ValueError`."""
    numbers = [number for number in text.split(".") if number]
    if len(numbers) > DEEPEST or not all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
        raise ValueError("no place in a condition")
    return tuple(map(int, numbers))


def with_part(root: Part, path: Path, new: Part) -> Part:
    """One part more at the end of the group at a place; without such a group nothing happens."""
    if size(root) >= MOST_PARTS or len(path) + depth(new) >= DEEPEST:
        return root
    return _changed(root, path, lambda group: msgspec.structs.replace(group, parts=(*group.parts, new)))


def without(root: Part, path: Path) -> Part:
    """The tree without the part at a place; without such a part nothing happens. The root stays."""
    if not path:
        return root
    gone = path[-1]
    return _changed(
        root, path[:-1], lambda group: msgspec.structs.replace(group, parts=tuple(p for i, p in enumerate(group.parts) if i != gone))
    )


def _changed(part: Part, path: Path, change: Callable[[Part], Part]) -> Part:
    if not path:
        return change(part) if part.kind in GROUPS else part
    if path[0] >= len(part.parts):
        return part
    parts = [_changed(inner, path[1:], change) if place == path[0] else inner for place, inner in enumerate(part.parts)]
    return msgspec.structs.replace(part, parts=tuple(parts))


def renamed(part: Part, old: str, new: str) -> Part:
    """The tree with an outlaw called by another id."""
    subject = new if part.subject == old else part.subject
    return msgspec.structs.replace(part, subject=subject, parts=tuple(renamed(inner, old, new) for inner in part.parts))


def size(part: Part) -> int:
    """How many parts there are, this one included."""
    return 1 + sum(size(inner) for inner in part.parts)


def depth(part: Part) -> int:
    """How deep the parts are nested."""
    return 1 + max((depth(inner) for inner in part.parts), default=0)
