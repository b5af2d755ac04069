"""What the forms of the deck editor say, and what their buttons do. Nothing is judged here: what is wrong is kept and shown as wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from doublecross.games.outlawed.decks import FIELDS
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import LANGUAGES
from doublecross.tables.refusals import Refusal
from doublecross.web.decks import parts
from doublecross.web.decks.drafts import MOST_OUTLAWS, DeckDraft, OutlawDraft, TextDraft, encode, new_outlaw, replaced, with_sources
from doublecross.web.decks.parts import Part

MOST_BYTES = 64 * 1024
"""Bytes a kept draft may have."""
_NEW_PARTS = {"add": Part(), "group": Part("any", parts=(Part("lie"), Part("lie", who="me")))}
PART_BUTTONS = ("remove", *_NEW_PARTS)
"""First words of the buttons of the condition builder."""


def read_deck(fields: Mapping[str, Any], draft: DeckDraft) -> DeckDraft:
    """The draft with the texts of the form about the deck itself, after what its button says."""
    draft = msgspec.structs.replace(draft, name=_text(fields, "name", draft.name), note=_text(fields, "note", draft.note))
    return checked(_pressed_deck(str(fields.get("do", "")), draft))


def _pressed_deck(do: str, draft: DeckDraft) -> DeckDraft:
    what, _, place = do.partition(" ")
    outlaws = list(draft.outlaws)
    if what == "add" and len(outlaws) < MOST_OUTLAWS:
        outlaws.append(new_outlaw(draft))
    number = int(place) if place.isascii() and place.isdigit() and len(place) < 3 else len(outlaws)
    if number >= len(outlaws):
        return msgspec.structs.replace(draft, outlaws=tuple(outlaws))
    if what == "up" and number:
        outlaws[number - 1], outlaws[number] = outlaws[number], outlaws[number - 1]
    elif what == "drop":
        gone = outlaws.pop(number).id
        outlaws = [msgspec.structs.replace(each, sends=tuple(name for name in each.sends if name != gone)) for each in outlaws]
    return msgspec.structs.replace(draft, outlaws=tuple(outlaws))


def read_outlaw(fields: Mapping[str, Any], draft: DeckDraft, number: int) -> DeckDraft:
    """The draft with one outlaw as the form has it, after what the form's button says."""
    old = draft.outlaws[number]
    condition = _pressed_part(str(fields.get("do", "")), parts.read_parts(_inner(fields, "c")))
    outlaw = OutlawDraft(
        id=_line(fields, "id", old.id),
        name=_text(fields, "name", old.name),
        animal=_text(fields, "animal", old.animal),
        reward=_line(fields, "reward", old.reward),
        per_player="per_player" in fields,
        badge="badge" in fields,
        bullets="bullets" in fields,
        condition=condition,
        sends=tuple(dict.fromkeys(_line(fields, "sends", "").split()))[:MOST_OUTLAWS],
        liars=_line(fields, "liars", ""),
        art=_line(fields, "art", old.art),
    )
    chosen = {field: str(word) for field, word in _inner(fields, "from").items() if field in FIELDS}
    return checked(replaced(draft, number, with_sources(outlaw, old, chosen)))


def _pressed_part(do: str, root: Part) -> Part:
    what, _, place = do.partition(" ")
    try:
        path = parts.read_path(place)
    except ValueError:
        return root
    if what == "remove":
        return parts.without(root, path)
    return parts.with_part(root, path, _NEW_PARTS[what]) if what in _NEW_PARTS else root


def checked(draft: DeckDraft) -> DeckDraft:
    """The draft, unless it is larger than what is kept; raises `Refusal`."""
    if len(encode(draft)) > MOST_BYTES:
        raise Refusal(Phrase("That is more text than a deck may hold."))
    return draft


def _inner(fields: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = fields.get(name)
    return found if isinstance(found, Mapping) else {}


def _line(fields: Mapping[str, Any], name: str, old: str) -> str:
    value = fields.get(name)
    return " ".join(value.split()) if isinstance(value, str) else old


def _text(fields: Mapping[str, Any], name: str, old: TextDraft) -> TextDraft:
    """A text for all languages, and the texts for single ones (``name-es``)."""
    own = {language: _line(fields, f"{name}-{language}", old.own.get(language, "")) for language in LANGUAGES[1:]}
    return TextDraft(_line(fields, name, old.all), {language: text for language, text in own.items() if text})
