"""What a seat or a spectator sees of Most Wanted: built up from the `know` record and the viewer's events, never stripped down (MW-53)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from doublecross.games.most_wanted.facts import Place, card_texts, places, seats_in
from doublecross.games.most_wanted.know import maybe_in_deck
from doublecross.games.most_wanted.legal import legal
from doublecross.games.most_wanted.record import CHALLENGE, FIGHT, JOIN, LABOR, OVER, PONY, REST, TURN
from doublecross.games.most_wanted.tokens import PHASES, tile_text
from doublecross.kernel.fields import Fields
from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event

MOST_RULES = 64
"""Rules that are kept as plain numbers."""


class SeatView(msgspec.Struct, frozen=True):
    """One seat as the viewer sees it.

    Attributes:
        seat: its number.
        pos: the space of its token, 0 before the track.
        bags: its bags.
        bail: the Bail of its space.
        hand_size: how many cards it holds, those lying face down on the table not counted.
        face_down: how many of its cards lie face down, as far as the viewer may know: in a sealed step only the viewer's own.
        loses_turn: whether it passes its next turn.
        cards: the cards it holds, or None if the viewer may not know them.
    """

    seat: int
    pos: int
    bags: int
    bail: int
    hand_size: int
    face_down: int
    loses_turn: bool
    cards: tuple[str, ...] | None


class TileView(msgspec.Struct, frozen=True):
    """One tile, with the side that is up.

    Attributes:
        name: its name.
        action: the action that chooses it.
        sizes: with how many cards it is played; empty if with any number.
        points: what it gives now; None if it gives none, or the Bail of the loser.
        flipped: whether a shuffle has turned it to its higher side.
        bail: whether losers pay Bail.
    """

    name: str
    action: int
    sizes: tuple[int, ...]
    points: int | None
    flipped: bool
    bail: bool


class View(msgspec.Struct, frozen=True):
    """Everything a viewer may know.

    Attributes:
        viewer: the seat that looks, `SPECTATOR` or `EVERYTHING`.
        players: how many seats there are.
        phase: turn, join, cards, challenge or over.
        turn: number of the turn, from 1; 0 during the opening duel.
        active: the seat whose turn it is.
        tile: the tile that is being played, "opening" in the opening duel, empty for none.
        size: how many cards each participant plays in this step, or how many lie under a claim.
        deciders: the seats that choose in this step.
        to_act: those of them that still have to, as far as the viewer may know.
        inside: who takes part in the contest.
        targets: whom the active seat challenges.
        tied: who is in the tie-break.
        tie_round: the round of the tie-break, 0 for none.
        stake: bags on a claim.
        answer: the viewer's own answer in this step, "in" or "out".
        sheriff_cards: how many cards lie face down before the Sheriff.
        seats: all seats.
        hand: the viewer's cards, low to high.
        placed: the viewer's own cards on the table.
        legal: the viewer's legal actions, ascending.
        tiles: the six tiles.
        deck_size, discard, open_cards: the deck, the discard pile, and what lies face up until the action ends.
        maybe_in_deck: the cards that went into the deck at the last shuffle and that the viewer has not seen since.
        supply, shuffles: bags left, and how often the discard pile became the deck.
        track: the Bail of spaces 1, 2, ...
        goal: the space that wins.
        turn_limit: the turn after which the game ends.
        history: all events so far as the viewer may know them, own choices included.
        winners: who has won, once the game is over.
    """

    viewer: int
    players: int
    phase: str
    turn: int
    active: int
    tile: str
    size: int
    deciders: tuple[int, ...]
    to_act: tuple[int, ...]
    inside: tuple[Place, ...]
    targets: tuple[int, ...]
    tied: tuple[Place, ...]
    tie_round: int
    stake: int
    answer: str | None
    sheriff_cards: int
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    placed: tuple[str, ...]
    legal: tuple[int, ...]
    tiles: tuple[TileView, ...]
    deck_size: int
    discard: tuple[str, ...]
    open_cards: tuple[str, ...]
    maybe_in_deck: tuple[str, ...]
    supply: int
    shuffles: int
    track: tuple[int, ...]
    goal: int
    turn_limit: int
    history: tuple[Event, ...]
    winners: tuple[int, ...]


def _members(mask: int) -> tuple[int, ...]:
    mask = int(mask)
    return tuple(action for action in range(mask.bit_length()) if mask >> action & 1)


def _cards(once: int, twice: int) -> tuple[str, ...]:
    return tuple(card_texts(once, twice))


def _count(once: int, twice: int) -> int:
    """How many cards a multiset holds."""
    return once.bit_count() + twice.bit_count()


def _face_down(seen: Any, viewer: int, seat: int) -> int:
    """A claim's cards are public in number; those of a sealed step are the chooser's own knowledge until the reveal."""
    if seen.phase == CHALLENGE and seat == seen.active:
        return int(seen.hand_size)
    return _count(seen.table1[seat], seen.table2[seat]) if viewer in (seat, EVERYTHING) else 0


def _see_seat(seen: Any, rules: Any, viewer: int, seat: int) -> SeatView:
    face_down = _face_down(seen, viewer, seat)
    known = viewer in (seat, EVERYTHING) or seen.phase == OVER
    return SeatView(
        seat=seat,
        pos=int(seen.pos[seat]),
        bags=int(seen.bags[seat]),
        bail=int(rules.bail[seen.pos[seat]]),
        hand_size=int(seen.held[seat]) - face_down,
        face_down=face_down,
        loses_turn=bool(int(seen.lose_turn) >> seat & 1),
        cards=_cards(seen.hand1[seat], seen.hand2[seat]) if known else None,
    )


def _see_robbery(seen: Any, rules: Any, robbery: int) -> TileView:
    flipped = bool(seen.shuffles > robbery)
    points = rules.flipped_points[robbery] if flipped else rules.points[robbery]
    name = tile_text(rules, PONY + robbery)
    return TileView(name, PONY + robbery, (int(rules.robbery_cards[robbery]),), int(points), flipped, True)


def _see_tiles(seen: Any, rules: Any) -> tuple[TileView, ...]:
    sizes = _members(rules.shootout_sizes if rules.shootout else rules.duel_sizes)
    return (
        *(_see_robbery(seen, rules, robbery) for robbery in range(3)),
        TileView(tile_text(rules, REST), REST, (), None, False, False),
        TileView(tile_text(rules, LABOR), LABOR, (), None, False, False),
        TileView(tile_text(rules, FIGHT), FIGHT, sizes, int(rules.shootout_points) if rules.shootout else None, False, True),
    )


def _own_answer(seen: Any, viewer: int) -> str | None:
    """What the viewer answered in a step whose answers are sealed."""
    if viewer < 0 or seen.phase not in (JOIN, CHALLENGE):
        return None
    if not int(seen.deciders) >> viewer & 1 or int(seen.pending) >> viewer & 1:
        return None
    return "in" if int(seen.sealed_in) >> viewer & 1 else "out"


def _own_part(seen: Any, viewer: int) -> dict[str, Any]:
    """What concerns the viewer's own seat; nothing for a spectator."""
    if viewer < 0:
        return {"answer": None, "hand": (), "placed": ()}
    return {
        "answer": _own_answer(seen, viewer),
        "hand": _cards(seen.hand1[viewer], seen.hand2[viewer]),
        "placed": _cards(seen.table1[viewer], seen.table2[viewer]),
    }


def _see_step(seen: Any, rules: Any) -> dict[str, Any]:
    """What the table is doing."""
    return {
        "phase": PHASES[int(seen.phase)],
        "turn": int(seen.turns),
        "active": int(seen.active),
        "tile": tile_text(rules, seen.tile),
        "size": int(seen.hand_size),
        "deciders": tuple(seats_in(seen.deciders)),
        "to_act": tuple(seats_in(seen.pending)),
        "inside": tuple(places(seen.inside)),
        "targets": tuple(seats_in(seen.targets)) if seen.phase == TURN or seen.tile == FIGHT else (),
        "tied": tuple(places(seen.tied)),
        "tie_round": int(seen.tie_round),
        "stake": int(seen.stake),
        "sheriff_cards": int(seen.sheriff_size),
    }


def _see_supplies(seen: Any, rules: Any) -> dict[str, Any]:
    """Deck, discard pile, bags, track."""
    return {
        "tiles": _see_tiles(seen, rules),
        "deck_size": int(seen.deck_size),
        "discard": _cards(seen.discard1, seen.discard2),
        "open_cards": _cards(seen.laid1, seen.laid2),
        "supply": int(seen.supply),
        "shuffles": int(seen.shuffles),
        "track": tuple(int(bail) for bail in rules.bail[1 : int(rules.goal)]),
        "goal": int(rules.goal),
        "turn_limit": int(rules.turn_limit),
    }


@functools.lru_cache(MOST_RULES)
def _given(dtype: np.dtype[Any], rules: bytes) -> Fields:
    """The rules of a game, read once."""
    return Fields(np.frombuffer(rules, dtype)[0])


def make_view(seen: Any, rules: Any, viewer: int, events: Sequence[Event]) -> View:
    """The view of a seat, of a spectator, or of all once the game is over.

    Args:
        seen: the record that `know` built for this viewer; the state itself for `EVERYTHING`.
        rules: the rules record.
        viewer: the seat, `SPECTATOR` or `EVERYTHING`.
        events: the history as this viewer may know it.
    """
    fields, given = Fields(seen), _given(rules.dtype, rules.tobytes())
    players = int(given.players)
    who = viewer if viewer == EVERYTHING or 0 <= viewer < players else SPECTATOR
    return View(
        viewer=who,
        players=players,
        seats=tuple(_see_seat(fields, given, who, seat) for seat in range(players)),
        history=tuple(events),
        winners=tuple(seats_in(fields.won)),
        maybe_in_deck=_cards(*maybe_in_deck(seen, rules)) if fields.deck_size else (),
        legal=_members(legal(seen, rules, who)) if who >= 0 else (),
        **_see_step(fields, given),
        **_own_part(fields, who),
        **_see_supplies(fields, given),
    )
