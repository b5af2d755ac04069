"""Stored events as what a viewer may know of them; outlaws are named by their ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from doublecross.games.outlawed.conditions import MAX_ATOMS, Atom, atoms, deciding, named
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.judging import APPREHENDED, BACK, CLAIM_SHIFT, SEEN_BITS
from doublecross.games.outlawed.marks import seats_of, slots_of
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.record import Kind
from doublecross.games.outlawed.rules import BEST, BY_DOLLARS, BY_OUTLAWS, LEAST_LOST, LIMIT, NAMED
from doublecross.kernel.game import EVERYTHING, Event
from doublecross.kernel.log import EVERYONE

Facts = dict[str, Any]
_KINDS = {int(kind): kind for kind in Kind}


def read_event(raw: Any, rules: Any, viewer: int) -> Event | None:
    """A stored event as the viewer may know it, or None if the viewer may not know that it took place."""
    kind, seat, knows = _KINDS[int(raw["kind"])], int(raw["seat"]), int(raw["knows"])
    knowing = viewer == EVERYTHING or knows & EVERYONE == EVERYONE or (viewer >= 0 and bool(knows >> viewer & 1))
    if kind is Kind.CHOSE and not knowing:
        return None
    facts = _READERS[kind](raw, deck_of(rules), rules, knowing)
    return Event(kind.name.lower(), seat if seat >= 0 else None, facts)


def ids(outlaws: int, deck: Deck) -> list[str]:
    """The ids of a mask of outlaws."""
    return [outlaw.id for number, outlaw in enumerate(deck.outlaws) if int(outlaws) >> number & 1]


def _chose(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"action": int(raw["a"])}


def _removed(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": ids(raw["once"], deck)[0]} if knowing else {}


def _first(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"how": "named" if raw["a"] == NAMED else "drawn"}


def _round(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"round": int(raw["a"])}


def _claimed(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"claim": deck.outlaws[raw["a"]].id}


def _revealed(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": deck.outlaws[raw["a"]].id, "claim": deck.outlaws[raw["b"]].id, "true": bool(raw["a"] == raw["b"])}


def _sent_back(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {
        "outlaw": deck.outlaws[raw["a"]].id,
        "by": deck.outlaws[raw["b"]].id,
        "as_liar": bool(raw["c"]),
        "seats": seats_of(raw["once"]),
    }


def _judged(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    played, claimed = int(raw["a"]) & (1 << CLAIM_SHIFT) - 1, int(raw["a"]) >> CLAIM_SHIFT
    outlaw, claim = deck.outlaws[played], deck.outlaws[claimed].id
    outcome = "sent_back" if raw["c"] == BACK else "apprehended" if raw["c"] == APPREHENDED else "missed"
    facts: Facts = {"outlaw": outlaw.id, "claim": claim, "outcome": outcome, "why": []}
    if outcome != "sent_back":
        found = int(raw["b"])
        truths = {number: bool(found >> SEEN_BITS + number & 1) for number in range(MAX_ATOMS) if found >> number & 1}
        listed = list(atoms(outlaw.condition))
        for number in deciding(outlaw.condition, truths)[1]:
            seats = _matching(named(listed[number], outlaw.id, claim), raw, deck, int(rules["players"]))
            facts["why"].append({"atom": number, "true": truths[number], "seats": seats})
    return facts


def _matching(atom: Atom, raw: Any, deck: Deck, players: int) -> list[int]:
    """The seats that the judge counted for an atom of this event's seat."""
    me = int(raw["seat"])
    plays, claims = slots_of(raw["once"], players), slots_of(raw["twice"], players)
    group = {"me": [me], "rivals": [seat for seat in range(players) if seat != me]}.get(atom.who, list(range(players)))
    lineup = plays if atom.what == "played" else claims
    if atom.who == "same":
        return [seat for seat in group if lineup.count(lineup[seat]) >= int(atom.number)]
    if atom.what == "claim":
        return [seat for seat in group if (plays[seat] == claims[seat]) == (atom.subject == "true")]
    return [seat for seat in group if lineup[seat] == deck.index(atom.subject)]


def _jailed(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": deck.outlaws[raw["a"]].id, "count": int(raw["b"])}


def _end(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"round": int(raw["a"]), "why": "limit" if raw["b"] == LIMIT else "target"}


def _score(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"jail": ids(raw["once"], deck), "count": int(raw["a"]), "dollars": int(raw["b"])}


def _removed_shown(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": deck.outlaws[raw["a"]].id, "dollars": int(raw["b"])}


def _tie(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    by = {BY_DOLLARS: "dollars", BY_OUTLAWS: "outlaws"}.get(int(raw["c"]), "lost")
    return {"seats": [seat for seat in range(int(rules["players"])) if int(raw["a"]) >> seat & 1], "at": int(raw["b"]), "by": by}


def _won(raw: Any, deck: Deck, rules: Any, knowing: bool) -> Facts:
    how = {BEST: "best", LEAST_LOST: "least_lost"}.get(int(raw["a"]), "first_in_order")
    return {"how": how, "score": int(raw["b"]), "by": "outlaws" if rules["casual"] else "dollars"}


_READERS: dict[Kind, Callable[[Any, Deck, Any, bool], Facts]] = {
    Kind.CHOSE: _chose,
    Kind.REMOVED: _removed,
    Kind.FIRST: _first,
    Kind.ROUND: _round,
    Kind.CLAIMED: _claimed,
    Kind.REVEALED: _revealed,
    Kind.SENT_BACK: _sent_back,
    Kind.JUDGED: _judged,
    Kind.JAILED: _jailed,
    Kind.END: _end,
    Kind.SCORE: _score,
    Kind.REMOVED_SHOWN: _removed_shown,
    Kind.TIE: _tie,
    Kind.WON: _won,
}
