"""Stored events as what a viewer may know of them; outlaws are named by their ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from doublecross.games.outlawed.conditions import MAX_ATOMS, Atom, atoms, deciding, named
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.judging import APPREHENDED, BACK, CLAIM_SHIFT, SEEN_BITS
from doublecross.games.outlawed.marks import seats_of, slots_of
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.record import Kind
from doublecross.games.outlawed.rules import BEST, BY_DOLLARS, BY_OUTLAWS, LEAST_LOST, LIMIT, NAMED
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING, Event
from doublecross.kernel.log import EVERYONE, SEALED
from doublecross.kernel.phrases import Phrase

Facts = dict[str, Any]


class Raw(NamedTuple):
    """A stored event as Python numbers."""

    kind: int
    seat: int
    knows: int
    a: int
    b: int
    c: int
    once: int
    twice: int


def read_event(raw: Any, rules: Any, viewer: int) -> Event | None:
    """A stored event as the viewer may know it, or None if the viewer may not know that it took place."""
    event = Raw._make(raw.item())
    public = event.knows & EVERYONE == EVERYONE
    knowing = public or viewer == EVERYTHING or (viewer >= 0 and bool(event.knows >> viewer & 1))
    if not knowing and event.knows & SEALED:
        return None
    kind, read = _READERS[event.kind]
    try:
        facts = read(event, deck_of(rules), rules, knowing)
    except (IndexError, KeyError):
        # Only a log that came from outside can hold such an event.
        raise BadInput(Phrase("event"), repr(tuple(event)), Phrase("an event of this game")) from None
    return Event(kind, event.seat if event.seat >= 0 else None, facts)


def ids(outlaws: int, deck: Deck) -> list[str]:
    """The ids of a mask of outlaws."""
    held = int(outlaws)
    return [outlaw.id for number, outlaw in enumerate(deck.outlaws) if held >> number & 1] if held else []


def _chose(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"action": raw.a}


def _removed(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    # In the log of a determinization the other seats' losses are blank.
    return {"outlaw": ids(raw.once, deck)[0]} if knowing and raw.once else {}


def _first(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"how": "named" if raw.a == NAMED else "drawn"}


def _round(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"round": raw.a}


def _claimed(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"claim": deck.outlaws[raw.a].id}


def _revealed(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": deck.outlaws[raw.a].id, "claim": deck.outlaws[raw.b].id, "true": raw.a == raw.b}


def _sent_back(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {
        "outlaw": deck.outlaws[raw.a].id,
        "by": deck.outlaws[raw.b].id,
        "as_liar": bool(raw.c),
        "seats": seats_of(raw.once),
    }


def _judged(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    played, claimed = raw.a & (1 << CLAIM_SHIFT) - 1, raw.a >> CLAIM_SHIFT
    outlaw, claim = deck.outlaws[played], deck.outlaws[claimed].id
    outcome = "sent_back" if raw.c == BACK else "apprehended" if raw.c == APPREHENDED else "missed"
    facts: Facts = {"outlaw": outlaw.id, "claim": claim, "outcome": outcome, "why": []}
    if outcome != "sent_back":
        found = raw.b
        truths = {number: bool(found >> SEEN_BITS + number & 1) for number in range(MAX_ATOMS) if found >> number & 1}
        listed = list(atoms(outlaw.condition))
        for number in deciding(outlaw.condition, truths)[1]:
            seats = _matching(named(listed[number], outlaw.id, claim), raw, deck, int(rules["players"]))
            facts["why"].append({"atom": number, "true": truths[number], "seats": seats})
    return facts


def _matching(atom: Atom, raw: Raw, deck: Deck, players: int) -> list[int]:
    """The seats that the judge counted for an atom of this event's seat."""
    me = raw.seat
    plays, claims = slots_of(raw.once, players), slots_of(raw.twice, players)
    group = {"me": [me], "rivals": [seat for seat in range(players) if seat != me]}.get(atom.who, list(range(players)))
    lineup = plays if atom.what == "played" else claims
    if atom.who == "same":
        return [seat for seat in group if lineup.count(lineup[seat]) >= int(atom.number)]
    if atom.what == "claim":
        return [seat for seat in group if (plays[seat] == claims[seat]) == (atom.subject == "true")]
    return [seat for seat in group if lineup[seat] == deck.index(atom.subject)]


def _jailed(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": deck.outlaws[raw.a].id, "count": raw.b}


def _end(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"round": raw.a, "why": "limit" if raw.b == LIMIT else "target"}


def _score(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"jail": ids(raw.once, deck), "count": raw.a, "dollars": raw.b}


def _removed_shown(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    return {"outlaw": deck.outlaws[raw.a].id, "dollars": raw.b}


def _tie(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    by = {BY_DOLLARS: "dollars", BY_OUTLAWS: "outlaws"}.get(raw.c, "lost")
    return {"seats": [seat for seat in range(int(rules["players"])) if raw.a >> seat & 1], "at": raw.b, "by": by}


def _won(raw: Raw, deck: Deck, rules: Any, knowing: bool) -> Facts:
    how = {BEST: "best", LEAST_LOST: "least_lost"}.get(raw.a, "first_in_order")
    return {"how": how, "score": raw.b, "by": "outlaws" if rules["casual"] else "dollars"}


_READERS: dict[int, tuple[str, Callable[[Raw, Deck, Any, bool], Facts]]] = {
    int(kind): (kind.name.lower(), read)
    for kind, read in {
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
    }.items()
}
