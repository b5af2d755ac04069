"""Decks that are kept here, for tables: an id becomes a checked deck, never anything else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from doublecross.games.outlawed.deck_files import deck_plain, house_deck
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.shipped import SHIPPED, shipped_deck
from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.store.people import Person
from doublecross.tables.refusals import Refusal
from doublecross.web.decks.faults import examine_kept

if TYPE_CHECKING:
    from doublecross.web.server import Server

DECKS_OF = "outlawed"
"""The game that is played with decks."""
HOUSE = "house"
OURS = (HOUSE, *SHIPPED)
"""The ids of the decks that come with the game, the default one first."""


class NoSuchDeck(DoublecrossError, LookupError):
    """There is no deck with this id, or it belongs to somebody else."""

    def __init__(self) -> None:
        super().__init__(Phrase("There is no such deck here, or no longer."))


async def sound_deck(server: Server, deck_id: str) -> Deck:
    """The deck with this id.

    Raises:
        NoSuchDeck: there is none.
        Refusal: there are mistakes in it.
    """
    if deck_id in OURS:
        return house_deck() if deck_id == HOUSE else shipped_deck(deck_id)
    row = await asyncio.to_thread(server.store.decks.get, deck_id)
    if row is None:
        raise NoSuchDeck
    found = await asyncio.to_thread(examine_kept, row.body)
    if found.deck is None:
        raise Refusal(Phrase("There are still mistakes in this deck; it cannot be shown or played yet."))
    return found.deck


async def with_deck(server: Server, options: Mapping[str, Any], deck_id: str) -> dict[str, Any]:
    """The options of a game, with the deck that has this id as a plain table; without an id as they are."""
    if not deck_id or deck_id == HOUSE:
        return dict(options)
    return {**options, "deck": deck_plain(await sound_deck(server, deck_id))}


async def decks_to_play(server: Server, person: Person | None, language: str, wanted: str = "") -> tuple[tuple[str, str], ...]:
    """Ids and names of the decks that somebody can open a table with, other than the house set.

    These are the others of ours, their own sound ones, and the one they came to play.
    """
    ours = [(name, shipped_deck(name).name.said(language)) for name in SHIPPED]
    rows = await asyncio.to_thread(server.store.decks.of_person, person.id) if person else []
    if wanted and wanted not in OURS and wanted not in [row.id for row in rows]:
        other = await asyncio.to_thread(server.store.decks.get, wanted)
        rows += [other] if other is not None else []

    def sound() -> list[tuple[str, str]]:
        found = [(row.id, examine_kept(row.body).deck) for row in rows]
        return [(deck_id, deck.name.said(language)) for deck_id, deck in found if deck is not None]

    return (*ours, *(await asyncio.to_thread(sound) if rows else ()))
