"""What a seat or a spectator may know, as structs: the whole table, the deck, the history and the viewer's own choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from doublecross.games.outlawed.deck_files import deck_plain
from doublecross.games.outlawed.decks import Deck, Text
from doublecross.games.outlawed.events import ids
from doublecross.games.outlawed.marks import slots_of
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.record import CLAIM_0, PLAY, Phase
from doublecross.kernel.fields import Fields
from doublecross.kernel.game import EVERYTHING, Event


class Card(msgspec.Struct, frozen=True):
    """An outlaw of the deck, as everyone knows it.

    Attributes:
        number: its place in the deck; action `number` plays it, action 16 + `number` claims it.
        names, animals: by language; the language is empty for a text that serves for all.
        dollars: its reward at this table.
        per_player: the dollars for each player that make up the reward, 0 for a fixed one.
        in_use: whether this game uses it (OL-03, OL-04).
        condition, blocks: as in a deck file; `doublecross.games.outlawed.deck_words` says them.
        sources: where each field comes from (OL-40); fields not named come from the owner of the file.
    """

    number: int
    id: str
    names: dict[str, str]
    animals: dict[str, str]
    dollars: int
    per_player: int
    badge: bool
    bullets: bool
    in_use: bool
    art: str
    condition: dict[str, Any]
    blocks: list[dict[str, Any]]
    sources: dict[str, str]


class Seat(msgspec.Struct, frozen=True):
    """One seat, as the viewer knows it.

    Attributes:
        seat: its number.
        in_hand: outlaws in its hand, public.
        hand: these outlaws, or None if the viewer does not know them.
        removed: the outlaw it lost at the start, or None if the viewer does not know it.
        jail: its apprehended outlaws; public since they were revealed (OL-13).
        dollars: what they are worth.
        shown: all outlaws it ever revealed; it cannot have lost them.
        truths, lies: how many of its claims were true, and were lies.
        claim: what it claimed in this round, or None.
        play: what it placed in this round, or None if it has not, or the viewer does not know it.
    """

    seat: int
    in_hand: int
    hand: tuple[str, ...] | None
    removed: str | None
    jail: tuple[str, ...]
    dollars: int
    shown: tuple[str, ...]
    truths: int
    lies: int
    claim: str | None
    play: str | None


class View(msgspec.Struct, frozen=True):
    """Everything a viewer may know.

    Attributes:
        game: "outlawed".
        viewer: the seat, or a negative number for none.
        players: number of seats.
        beginner, casual: the variants played.
        target: outlaws in one jail that end the game.
        round_limit: the last round.
        deck_name, deck: the outlaws and their set's name.
        round: from 1.
        badge: the seat that holds the Deputy Badge.
        turn: the seat that plays and claims now.
        phase: "play", "claim" or "over"; others see "play" until the claim is given.
        to_act: the seats that have to choose.
        legal: what the viewer may choose.
        seats: every seat.
        winners: who won, empty while the game goes on.
        events: the history, the viewer's own choices included.
    """

    game: str
    viewer: int
    players: int
    beginner: bool
    casual: bool
    target: int
    round_limit: int
    deck_name: dict[str, str]
    deck: tuple[Card, ...]
    round: int
    badge: int
    turn: int
    phase: str
    to_act: tuple[int, ...]
    legal: tuple[int, ...]
    seats: tuple[Seat, ...]
    winners: tuple[int, ...]
    events: tuple[Event, ...]


class _Known(NamedTuple):
    """What a view is made from, read once: the record that `know` built, and what of the rules concerns every seat."""

    seen: Fields
    viewer: int
    deck: Deck
    used: int
    rewards: list[int]
    claims: list[int | None]
    plays: list[int | None]


def view(seen: Any, rules: Any, viewer: int, events: Sequence[Event]) -> View:
    """The view made from a `know` record and the events the viewer may know."""
    fields, players, deck = Fields(seen), int(rules["players"]), deck_of(rules)
    claims, plays = slots_of(fields.claims, players), slots_of(fields.plays, players)
    known = _Known(fields, viewer, deck, int(rules["used"]), rules["rewards"].tolist(), claims, plays)
    phase = Phase(fields.phase)
    return View(
        game="outlawed",
        viewer=viewer,
        players=players,
        beginner=bool(rules["beginner"]),
        casual=bool(rules["casual"]),
        target=int(rules["target"]),
        round_limit=int(rules["round_limit"]),
        deck_name=_texts(deck.name),
        deck=_cards(int(rules["deck_id"]), deck, players, known.used),
        round=fields.round_number,
        badge=fields.badge,
        turn=fields.turn,
        phase=phase.name.lower(),
        to_act=() if phase is Phase.OVER else (fields.turn,),
        legal=_legal(known),
        seats=tuple(_seat(known, seat) for seat in range(players)),
        winners=tuple(seat for seat in range(players) if fields.won >> seat & 1),
        events=tuple(events),
    )


def _texts(text: Text) -> dict[str, str]:
    return dict(text.by_language)


_card_sets: dict[tuple[int, int, int], tuple[Card, ...]] = {}
_MOST_CARD_SETS = 64


def _cards(deck_id: int, deck: Deck, players: int, used: int) -> tuple[Card, ...]:
    """The outlaws of the deck, made once per deck, number of players and filters."""
    key = deck_id, players, used
    if key not in _card_sets:
        if len(_card_sets) >= _MOST_CARD_SETS:
            _card_sets.clear()
        _card_sets[key] = _make_cards(deck, players, used)
    return _card_sets[key]


def _make_cards(deck: Deck, players: int, used: int) -> tuple[Card, ...]:
    plain = deck_plain(deck)["outlaw"]
    return tuple(
        Card(
            number=number,
            id=outlaw.id,
            names=_texts(outlaw.name),
            animals=_texts(outlaw.animal),
            dollars=outlaw.reward.worth(players),
            per_player=outlaw.reward.dollars if outlaw.reward.per_player else 0,
            badge=outlaw.badge,
            bullets=outlaw.bullets,
            in_use=bool(used >> number & 1),
            art=outlaw.art,
            condition=plain[number]["condition"],
            blocks=plain[number].get("blocks", []),
            sources=dict(outlaw.sources),
        )
        for number, outlaw in enumerate(deck.outlaws)
    )


def _legal(known: _Known) -> tuple[int, ...]:
    seen = known.seen
    if known.viewer != seen.turn or seen.phase == Phase.OVER:
        return ()
    first, outlaws = (0, seen.hands[known.viewer]) if seen.phase == PLAY else (CLAIM_0, known.used)
    return tuple(first + number for number in range(CLAIM_0) if outlaws >> number & 1)


def _seat(known: _Known, seat: int) -> Seat:
    seen, deck = known.seen, known.deck
    shows = seat == known.viewer or known.viewer == EVERYTHING or seen.phase == Phase.OVER
    jail, claim, play = seen.jails[seat], known.claims[seat], known.plays[seat]
    placed = claim is not None or play is not None
    return Seat(
        seat=seat,
        in_hand=known.used.bit_count() - 1 - jail.bit_count() - placed,
        hand=tuple(ids(seen.hands[seat], deck)) if shows else None,
        removed=ids(seen.removed[seat], deck)[0] if shows else None,
        jail=tuple(ids(jail, deck)),
        dollars=sum(known.rewards[number] for number in range(len(deck.outlaws)) if jail >> number & 1),
        shown=tuple(ids(seen.shown[seat], deck)),
        truths=seen.truths[seat],
        lies=seen.lies[seat],
        claim=None if claim is None else deck.outlaws[claim].id,
        play=None if play is None else deck.outlaws[play].id,
    )
