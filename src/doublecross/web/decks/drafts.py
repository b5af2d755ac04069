"""A deck as it is filled in: it may still be wrong, so that half-finished work can be kept. `plain_of` makes it what a deck file says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from doublecross.games.outlawed.deck_read import FORMAT
from doublecross.games.outlawed.decks import FEWEST, FIELDS, MOST, SOURCES, UNKNOWN_ART, Deck, Outlaw, Text
from doublecross.kernel.words import LANGUAGES
from doublecross.web.decks import parts
from doublecross.web.decks.parts import Part


class TextDraft(msgspec.Struct, frozen=True):
    """A text for all languages, and where it differs one for a single language."""

    all: str = ""
    own: dict[str, str] = {}


class OutlawDraft(msgspec.Struct, frozen=True):
    """One outlaw.

    Attributes:
        reward: dollars, as text; `per_player`: for each player.
        condition: a group, the root of the builder's tree.
        sends: ids of the outlaws it sends back; `liars`: whose lying outlaws ("rivals", "players" or empty).
        sources: where fields come from; those not named come from whoever edits the deck.
    """

    id: str
    name: TextDraft = TextDraft()
    animal: TextDraft = TextDraft()
    reward: str = ""
    per_player: bool = False
    badge: bool = True
    bullets: bool = True
    condition: Part = Part("all")
    sends: tuple[str, ...] = ()
    liars: str = ""
    art: str = UNKNOWN_ART
    sources: dict[str, str] = {}


class DeckDraft(msgspec.Struct, frozen=True):
    """A deck."""

    name: TextDraft = TextDraft()
    note: TextDraft = TextDraft()
    outlaws: tuple[OutlawDraft, ...] = ()

    @property
    def ids(self) -> list[str]:
        """The ids of all outlaws, in order."""
        return [outlaw.id for outlaw in self.outlaws]


MOST_OUTLAWS = MOST


def encode(draft: DeckDraft) -> bytes:
    """A draft as the store keeps it."""
    return msgspec.json.encode(draft)


def decode(body: bytes) -> DeckDraft:
    """The draft that `encode` wrote."""
    return msgspec.json.decode(body, type=DeckDraft)


def draft_of(deck: Deck) -> DeckDraft:
    """A sound deck, to be edited."""
    note = _text_draft(deck.note) if deck.note is not None else TextDraft()
    return DeckDraft(_text_draft(deck.name), note, tuple(map(_outlaw_draft, deck.outlaws)))


def _text_draft(text: Text) -> TextDraft:
    known = dict(text.by_language)
    first = known.get("") or known.get(LANGUAGES[0]) or text.by_language[0][1]
    return TextDraft(first, {name: known[name] for name in LANGUAGES[1:] if name in known})


def _outlaw_draft(outlaw: Outlaw) -> OutlawDraft:
    sends = dict.fromkeys(each for block in outlaw.blocks for each in block.outlaws)
    liars = {block.liars for block in outlaw.blocks}
    return OutlawDraft(
        id=outlaw.id,
        name=_text_draft(outlaw.name),
        animal=_text_draft(outlaw.animal),
        reward=str(outlaw.reward.dollars),
        per_player=outlaw.reward.per_player,
        badge=outlaw.badge,
        bullets=outlaw.bullets,
        condition=parts.root_of(outlaw.condition),
        sends=tuple(sends),
        liars="players" if "players" in liars else "rivals" if "rivals" in liars else "",
        art=outlaw.art,
        sources=dict(outlaw.sources),
    )


def plain_of(draft: DeckDraft) -> dict[str, Any]:
    """What a deck file with this content would hold; it may be wrong."""
    plain: dict[str, Any] = {"format": FORMAT, "name": _text_plain(draft.name)}
    if draft.note != TextDraft():
        plain["note"] = _text_plain(draft.note)
    return plain | {"outlaw": [_outlaw_plain(outlaw) for outlaw in draft.outlaws]}


def _text_plain(text: TextDraft) -> str | dict[str, str]:
    own = {name: value for name, value in text.own.items() if value}
    return {LANGUAGES[0]: text.all, **own} if own else text.all


def _outlaw_plain(outlaw: OutlawDraft) -> dict[str, Any]:
    dollars: int | str = (
        int(outlaw.reward) if outlaw.reward.isascii() and outlaw.reward.isdigit() and len(outlaw.reward) < 10 else outlaw.reward
    )
    plain: dict[str, Any] = {
        "id": outlaw.id,
        "name": _text_plain(outlaw.name),
        "animal": _text_plain(outlaw.animal),
        "reward": {"per_player": dollars} if outlaw.per_player else dollars,
        "badge": outlaw.badge,
        "bullets": outlaw.bullets,
    }
    condition = parts.plain_of(outlaw.condition)
    if condition is not None:
        plain["condition"] = condition
    blocks: list[dict[str, Any]] = [{"outlaws": list(outlaw.sends)}] if outlaw.sends else []
    if outlaw.liars:
        blocks.append({"liars": outlaw.liars})
    if blocks:
        plain["blocks"] = blocks
    if outlaw.art != UNKNOWN_ART or "art" in outlaw.sources:
        plain["art"] = outlaw.art
    sources = {field: word for field, word in outlaw.sources.items() if field in plain}
    return plain | ({"from": sources} if sources else {})


def outlaw_fields(outlaw: OutlawDraft) -> dict[str, Any]:
    """What each field that a source can be given for holds now."""
    plain = _outlaw_plain(outlaw)
    return {field: plain.get(field) for field in FIELDS}


def empty_draft() -> DeckDraft:
    """A deck of as many outlaws as a deck needs, with nothing in them."""
    draft = DeckDraft()
    for _ in range(FEWEST):
        draft = msgspec.structs.replace(draft, outlaws=(*draft.outlaws, new_outlaw(draft)))
    return draft


def new_outlaw(draft: DeckDraft) -> OutlawDraft:
    """One more, with an id that no other has."""
    taken = set(draft.ids)
    return OutlawDraft(next(name for number in range(1, MOST + 2) if (name := f"outlaw-{number}") not in taken))


def replaced(draft: DeckDraft, number: int, outlaw: OutlawDraft) -> DeckDraft:
    """The draft with one outlaw changed; where its id has changed, the others call it so."""
    old = draft.outlaws[number]
    outlaws = [outlaw if place == number else each for place, each in enumerate(draft.outlaws)]
    if outlaw.id != old.id and draft.ids.count(old.id) == 1:
        outlaws = [_calling(each, old.id, outlaw.id) for each in outlaws]
    return msgspec.structs.replace(draft, outlaws=tuple(outlaws))


def _calling(outlaw: OutlawDraft, old: str, new: str) -> OutlawDraft:
    sends = tuple(new if each == old else each for each in outlaw.sends)
    return msgspec.structs.replace(outlaw, condition=parts.renamed(outlaw.condition, old, new), sends=sends)


def with_sources(outlaw: OutlawDraft, old: OutlawDraft, chosen: Mapping[str, str]) -> OutlawDraft:
    """The outlaw with the sources chosen in the form; a field that was changed comes from whoever changed it, unless the form says more."""
    before, now = outlaw_fields(old), outlaw_fields(outlaw)
    sources = {}
    for field in FIELDS:
        word = chosen.get(field, old.sources.get(field, ""))
        kept = word == old.sources.get(field, "")
        if word in SOURCES and now[field] is not None and not (kept and before[field] != now[field]):
            sources[field] = word
    return msgspec.structs.replace(outlaw, sources=sources)
