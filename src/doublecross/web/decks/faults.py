"""What is wrong with a deck as it is filled in: every mistake beside its field, found by the one judge of decks (`deck_from_plain`)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from doublecross.games.outlawed.conditions import reduced
from doublecross.games.outlawed.deck_files import deck_from_plain
from doublecross.games.outlawed.deck_read import FORMAT, Place, from_plain
from doublecross.games.outlawed.deck_words import clause, joined
from doublecross.games.outlawed.decks import FEWEST, MOST, Deck
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import Words
from doublecross.web.decks import parts
from doublecross.web.decks.drafts import DeckDraft, OutlawDraft, decode, plain_of

DECK = -1
"""Stands for the deck itself where a fault is not one of an outlaw's."""
MOST_FAULTS = 64
MOST_TRIALS = 4
"""How often conditions are tried out, which takes a while for contrived ones."""
_SIMPLE = {"who": "me", "claim": "true"}
_STAND_INS: dict[str, Any] = {"animal": "-", "reward": 0, "badge": True, "bullets": True, "condition": _SIMPLE}

Spot = tuple[int, str]
"""Number of an outlaw (or `DECK`) and the field."""


@dataclass(frozen=True)
class Examined:
    """What came of examining a draft.

    Attributes:
        deck: the deck, if it is sound.
        faults: the mistakes, by the field they are in.
    """

    deck: Deck | None
    faults: dict[Spot, BadInput]


def examine(draft: DeckDraft) -> Examined:
    """Find every mistake: each one found is put right in a copy, so that the next shows."""
    plain, faults = plain_of(draft), dict[Spot, BadInput]()
    outlaws = plain["outlaw"]
    if not FEWEST <= len(outlaws) <= MOST:
        outlaws += [_stand_in(f"x{number}") for number in range(FEWEST - len(outlaws))]
        found, allowed = Phrase("{count} outlaws", count=len(draft.outlaws)), Phrase("{fewest} to {most} outlaws", fewest=FEWEST, most=MOST)
        faults[DECK, "outlaw"] = BadInput(Phrase("deck"), found, allowed)
    trials = 0
    while len(faults) < MOST_FAULTS and trials < MOST_TRIALS:
        try:
            from_plain(plain, "")
            trials += 1
            deck = deck_from_plain(plain, "")
        except BadInput as error:
            spot = _spot(error, [outlaw["id"] for outlaw in outlaws])
            if spot in faults:
                break
            faults[spot] = error.with_traceback(None)  # kept for long: no frames with it
            _put_right(plain, spot)
        else:
            return Examined(None if faults else deck, faults)
    return Examined(None, faults)


@functools.lru_cache(maxsize=1024)
def examine_kept(body: bytes) -> Examined:
    """The same for a draft as the store keeps it; decks are looked at far more often than they change."""
    return examine(decode(body))


def _stand_in(name: str) -> dict[str, Any]:
    return {"id": name, "name": name, **_STAND_INS}


def _spot(error: BadInput, ids: list[Any]) -> Spot:
    """Where an error is, from the places of its phrase: an outlaw by id or number, and the first part of the field's name."""
    places = error.where.places if isinstance(error.where, Phrase) else {}
    outlaw, field = places.get("outlaw", ""), str(places.get("field", "")).partition(".")[0]
    if isinstance(outlaw, Phrase):
        return int(outlaw.places["number"]) - 1, field
    return ids.index(outlaw) if outlaw in ids else DECK, field


def _put_right(plain: dict[str, Any], spot: Spot) -> None:
    number, field = spot
    if number == DECK:
        plain.pop("note", None) if field == "note" else plain.update({field: "-"})
        return
    outlaw = plain["outlaw"][number]
    if field == "id":
        _rename(plain["outlaw"], number, f"x{number}-")
    elif field == "name":
        outlaw["name"] = f"x{number}-"
    elif field in _STAND_INS:
        outlaw[field] = _STAND_INS[field]
    else:
        outlaw.pop(field, None)
        if isinstance(outlaw.get("from"), dict):
            outlaw["from"].pop(field, None)


def _rename(outlaws: list[dict[str, Any]], number: int, new: str) -> None:
    """Another id for one outlaw; if no other bears the old one, the others call it so."""
    old = outlaws[number]["id"]
    if [outlaw["id"] for outlaw in outlaws].count(old) == 1:
        for outlaw in outlaws:
            for field in ("condition", "blocks"):
                if field in outlaw:
                    outlaw[field] = _calling(outlaw[field], old, new)
    outlaws[number]["id"] = new


def _calling(value: Any, old: str, new: str, named: bool = False) -> Any:
    """A condition or blocks with another id wherever they name an outlaw."""
    if isinstance(value, dict):
        return {name: _calling(inner, old, new, name in ("played", "claimed", "outlaws")) for name, inner in value.items()}
    if isinstance(value, list):
        return [_calling(inner, old, new, named) for inner in value]
    return new if named and value == old else value


def reading(draft: DeckDraft, outlaw: OutlawDraft, words: Words) -> str:
    """An outlaw's condition in plain words, whatever else is wrong with the deck; empty where the condition itself cannot be read."""
    names = {each.id: each.name.own.get(words.language) or each.name.all or each.id for each in draft.outlaws}
    own = outlaw.id if _is_id(outlaw.id) else "x0-"
    ids = list(dict.fromkeys([own, *filter(_is_id, draft.ids), "x1-", "x2-"]))[:MOST]
    plain = [_stand_in(name) for name in ids]
    plain[0]["condition"] = parts.plain_of(outlaw.condition)
    try:
        condition = from_plain({"format": FORMAT, "name": "-", "outlaw": plain}, "").outlaws[0].condition
    except BadInput:
        return ""
    return joined(reduced(condition), lambda leaf: clause(leaf, own, lambda name: names.get(name, name), words), words)


def _is_id(text: str) -> bool:
    try:
        return bool(Place("").id(text))
    except BadInput:
        return False
