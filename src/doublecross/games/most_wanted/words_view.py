"""The whole view as plain text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from doublecross.games.most_wanted.cards import RANKS
from doublecross.games.most_wanted.view import SeatView, TileView, View
from doublecross.games.most_wanted.words_names import bags, cards, listed, placed_names, points, space, tile_name
from doublecross.kernel.words import Words


def show(view: View, rules: Any, names: Sequence[str], words: Words) -> str:
    """The whole view as plain text, several lines, no boxes."""
    lines = [_track(view, names, words), _tiles(view, words), *_table(view, names, words)]
    lines += [_seat(view, seat, names, words) for seat in view.seats]
    lines += [*_supplies(view, words), *_own(view, words)]
    return "\n".join(lines)


def _track(view: View, names: Sequence[str], words: Words) -> str:
    """Each space with its Bail, and whose token stands there."""
    stops = [words.say("start"), *(f"{number}:{bail}" for number, bail in enumerate(view.track, 1)), str(view.goal)]
    for seat in view.seats:
        stops[seat.pos] += f" <{names[seat.seat]}>"
    return words.say("Track (space:Bail): {spaces}", spaces=", ".join(stops))


def _tile(tile: TileView, words: Words) -> str:
    """A robbery's name, cards and points; the other tiles' names."""
    name = tile_name(tile.name, words)
    if tile.points is None or len(tile.sizes) != 1:
        return name
    worth, needed = points(tile.points, words), cards(tile.sizes[0], words)
    return words.say(
        "{tile} ({cards}, {points}, flipped)" if tile.flipped else "{tile} ({cards}, {points})", tile=name, cards=needed, points=worth
    )


def _tiles(view: View, words: Words) -> str:
    return words.say("Tiles: {tiles}", tiles=", ".join(_tile(tile, words) for tile in view.tiles))


def _table(view: View, names: Sequence[str], words: Words) -> Iterator[str]:
    """What is being played."""
    if view.turn and view.phase != "over":
        yield words.say("Turn {number}: {name}.", number=view.turn, name=names[view.active])
    if view.tile:
        yield words.say("Under way: {tile}.", tile=tile_name(view.tile, words))
    if view.inside:
        yield words.say("Takes part: {seats}.", seats=placed_names(view.inside, names, view.viewer, words))
    if view.tied:
        inside = placed_names(view.tied, names, view.viewer, words)
        yield words.say("Tie, so round {round} of the tie-break, one card each: {places}.", round=view.tie_round, places=inside)
    if view.stake:
        yield words.say("Bags on the claim: {number}.", number=view.stake)
    if view.sheriff_cards:
        yield words.say("Sheriff: {cards} face down.", cards=cards(view.sheriff_cards, words))
    if view.open_cards:
        yield words.say("Face up on the table: {cards}", cards=listed(view.open_cards))


def _seat(view: View, seat: SeatView, names: Sequence[str], words: Words) -> str:
    parts = [
        words.say("{name}: {space}, Bail {bail}", name=names[seat.seat], space=space(seat.pos, words), bail=seat.bail),
        bags(seat.bags, words),
        words.plural("{number} card in hand", "{number} cards in hand", seat.hand_size),
    ]
    if seat.face_down:
        parts.append(words.say("{cards} face down", cards=cards(seat.face_down, words)))
    if seat.loses_turn:
        parts.append(words.say("loses the next turn"))
    if seat.cards and seat.seat != view.viewer:
        parts.append(listed(seat.cards))
    return ", ".join(parts)


def _supplies(view: View, words: Words) -> Iterator[str]:
    """Deck, discard pile and bags, and what a player who remembers everything knows of the deck (MW-58)."""
    yield words.say(
        "Deck: {deck}. Discard pile: {discard}. Supply: {bags}. Shuffles: {shuffles}.",
        deck=cards(view.deck_size, words),
        discard=cards(len(view.discard), words),
        bags=bags(view.supply, words),
        shuffles=view.shuffles,
    )
    held = [card[0] for card in view.maybe_in_deck]
    if held:
        ranks = " ".join(f"{rank}:{held.count(rank)}" for rank in RANKS if rank in held)
        yield words.say("Possibly in the deck, by rank: {ranks}", ranks=ranks)


def _own(view: View, words: Words) -> Iterator[str]:
    """The viewer's own cards and answer."""
    if view.viewer < 0:
        return
    yield words.say("Your hand: {cards}", cards=listed(view.hand) or "-")
    if view.placed:
        yield words.say("Your cards on the table: {cards}", cards=listed(view.placed))
    if view.answer == "in":
        yield words.say("Your answer: yes.")
    elif view.answer == "out":
        yield words.say("Your answer: no.")
