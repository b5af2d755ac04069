"""A table of OutLawed! as its page shows it: built from the `TableView` alone; no rule is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from jinja2.utils import htmlsafe_json_dumps

from doublecross.games.outlawed.deck_read import FORMAT, from_plain
from doublecross.games.outlawed.deck_words import blocks_words, condition_words
from doublecross.games.outlawed.decks import Deck, Outlaw
from doublecross.games.outlawed.views import Card as DeckCard
from doublecross.games.outlawed.views import Seat, View
from doublecross.kernel.words import Words, mark
from doublecross.tables.views import AskView, Line, TableView
from doublecross.web.desks.common import Call, Face, also_deciding, face, over_call, own_ask, state_of, waiting_call

_ORDER = (mark("1st says"), mark("2nd says"), mark("3rd says"), mark("4th says"), mark("5th says"))
_MOST_DECKS = 64


class Wanted(msgspec.Struct, frozen=True, cache_hash=True):
    """An outlaw with its texts.

    Attributes:
        lifts, sends: when it is apprehended, and whom it sends back.
        house: which of its fields are made up by this project.
        chosen: the viewer has placed it.
    """

    token: str
    name: str
    art: str
    dollars: int
    badge: bool
    bullets: bool
    lifts: str
    sends: str
    in_use: bool
    house: bool
    chosen: bool = False


class Rider(msgspec.Struct, frozen=True, cache_hash=True):
    """One seat, in the order in which they speak."""

    who: Face
    seat: Seat
    order: str
    claim: str
    turn: bool
    mine: bool
    badge: bool
    placed: bool
    state: str
    jail: tuple[str, ...]
    winner: bool = False
    lost: str = ""


class Verdict(msgspec.Struct, frozen=True, cache_hash=True):
    """What became of one outlaw in the last round."""

    who: str
    outlaw: Wanted
    said: str
    true: bool
    jailed: bool
    why: str


@dataclass(frozen=True)
class Desk:
    """Everything the page of a table shows beside the `TableView`.

    Attributes:
        says: the sentence before each outlaw that can be placed, as JSON for the page's live label.
        told: who has made how many true claims, and how many lies.
    """

    game: View
    call: Call
    riders: tuple[Rider, ...]
    me: Rider | None
    hand: tuple[Wanted, ...]
    deck: tuple[Wanted, ...]
    claims: tuple[tuple[str, str], ...]
    says: str
    told: tuple[tuple[str, int, int], ...]
    reveal: tuple[Verdict, ...]
    revealed_round: int
    removed: str
    mode: str


def desk(view: TableView, words: Words) -> Desk:
    """The page's model of a table with a game."""
    game: View = view.everything if view.everything is not None else view.game_view
    ask = own_ask(view)
    deck = _wanted(game.deck, words)
    by_id = {outlaw.token: outlaw for outlaw in deck}
    riders = tuple(_riders(view, game, by_id, words))
    me = next((rider for rider in riders if rider.mine), None)
    number, reveal = _reveal(view, by_id, words)
    says = {token: words.say("You place {outlaw} and say it is", outlaw=outlaw.name) for token, outlaw in by_id.items()} if ask else {}
    return Desk(
        game=game,
        call=_call(view, game, ask, words),
        riders=riders,
        me=me,
        hand=_hand(me, by_id),
        deck=deck,
        claims=_claims(ask, by_id),
        says=htmlsafe_json_dumps(says),
        told=tuple((rider.who.name, rider.seat.truths, rider.seat.lies) for rider in riders),
        reveal=reveal,
        revealed_round=number,
        removed=by_id[me.seat.removed].name if me and me.seat.removed else "",
        mode="over" if view.phase == "over" else "choose" if ask else "",
    )


_decks: dict[tuple[int, str], tuple[tuple[DeckCard, ...], tuple[Wanted, ...]]] = {}


def _wanted(cards: tuple[DeckCard, ...], words: Words) -> tuple[Wanted, ...]:
    """Every outlaw of a deck, in its order; said once for each language, as the views of one game share their tuple of cards."""
    key = (id(cards), words.language)
    known = _decks.get(key)
    if known is None or known[0] is not cards:
        if len(_decks) >= _MOST_DECKS:
            _decks.clear()
        plain = {"format": FORMAT, "name": "deck", "outlaw": [_plain(card) for card in cards]}
        deck = from_plain(plain, "deck")
        said = tuple(_say(card, outlaw, deck, words) for card, outlaw in zip(cards, deck.outlaws, strict=True))
        known = _decks[key] = (cards, said)
    return known[1]


def _plain(card: DeckCard) -> dict[str, object]:
    plain: dict[str, object] = {
        "id": card.id,
        "name": card.names.get("") or card.names,
        "animal": card.animals.get("") or card.animals,
        "reward": card.dollars,
        "badge": card.badge,
        "bullets": card.bullets,
        "condition": card.condition,
        "art": card.art,
    }
    return plain | ({"blocks": card.blocks} if card.blocks else {})


def _say(card: DeckCard, outlaw: Outlaw, deck: Deck, words: Words) -> Wanted:
    """One outlaw in words."""
    return Wanted(
        card.id,
        outlaw.name.said(words.language),
        card.art,
        card.dollars,
        card.badge,
        card.bullets,
        _sentence(condition_words(outlaw, deck, words)),
        _sentence(words.both(blocks_words(outlaw, deck, words)) if outlaw.blocks else ""),
        card.in_use,
        "house" in card.sources.values(),
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _hand(me: Rider | None, by_id: dict[str, Wanted]) -> tuple[Wanted, ...]:
    """What the viewer holds, and what the viewer has placed."""
    if me is None or me.seat.hand is None:
        return ()
    tokens = list(me.seat.hand)
    if me.seat.play is not None and me.seat.play not in tokens:
        tokens.append(me.seat.play)
    order = list(by_id)
    return tuple(msgspec.structs.replace(by_id[token], chosen=token == me.seat.play) for token in sorted(tokens, key=order.index))


def _call(view: TableView, game: View, ask: AskView | None, words: Words) -> Call:
    if view.phase == "over":
        return over_call(view, game.winners, words)
    if ask is None:
        return waiting_call(view, words)
    if ask.choices and ask.choices[0].then:
        label, faces = also_deciding(view, words)
        return Call(True, words.say("Your call: place one, name one"), words.say("Say what it is. You may lie."), label, faces)
    return Call(True, words.say("Your call: what do you say it is?"), ask.prompt)


def _claims(ask: AskView | None, by_id: dict[str, Wanted]) -> tuple[tuple[str, str], ...]:
    """What can be claimed: (token, name of the outlaw). Every outlaw that can be placed can be claimed to be any of these."""
    if ask is None or not ask.choices:
        return ()
    choices = ask.choices[0].then or ask.choices
    return tuple((choice.token, by_id[choice.token.removeprefix("as:")].name) for choice in choices)


def _riders(view: TableView, game: View, by_id: dict[str, Wanted], words: Words) -> list[Rider]:
    """All seats, from the badge on."""
    found = []
    for place in range(game.players):
        seat = game.seats[(game.badge + place) % game.players]
        at_table = view.seats[seat.seat]
        found.append(
            Rider(
                who=face(view, seat.seat, words),
                seat=seat,
                order=words.say(_ORDER[place]),
                claim=by_id[seat.claim].name if seat.claim else "",
                turn=view.phase == "playing" and seat.seat == game.turn,
                mine=seat.seat == view.shown,
                badge=seat.seat == game.badge,
                placed=seat.claim is not None or seat.play is not None,
                state=state_of(at_table, words)[0] if at_table.away or not at_table.waited else "",
                jail=tuple(by_id[token].name for token in seat.jail),
                winner=seat.seat in game.winners,
                lost=by_id[seat.removed].name if seat.removed and view.phase == "over" else "",
            )
        )
    return found


def _reveal(view: TableView, by_id: dict[str, Wanted], words: Words) -> tuple[int, tuple[Verdict, ...]]:
    """The last round that was revealed, from the lines of the log."""
    lines = view.log
    last = max((place for place, line in enumerate(lines) if line.kind == "judged"), default=None)
    if last is None:
        return 0, ()
    first = max((place for place, line in enumerate(lines[:last]) if line.kind == "round"), default=0)
    part = lines[first : last + 1]
    number = int(part[0].facts["round"]) if part[0].kind == "round" else 0
    return number, tuple(_verdict(view, line, part, by_id, words) for line in part if line.kind == "judged")


def _verdict(view: TableView, line: Line, part: Sequence[Line], by_id: dict[str, Wanted], words: Words) -> Verdict:
    seat, facts = line.seat or 0, line.facts
    sent_back = [other.text for other in part if other.kind == "sent_back" and other.seat == seat]
    why = " ".join(sent_back) if facts["outcome"] == "sent_back" and sent_back else line.text
    claim = facts["claim"]
    return Verdict(
        face(view, seat, words).name,
        by_id[facts["outlaw"]],
        by_id[claim].name,
        claim == facts["outlaw"],
        facts["outcome"] == "apprehended",
        why,
    )
