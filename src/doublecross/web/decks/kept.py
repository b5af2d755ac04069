"""Decks that are kept here, for tables: an id becomes a checked deck, never anything else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from doublecross.games.outlawed.deck_files import deck_plain, house_deck
from doublecross.games.outlawed.decks import Deck
from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.tables.refusals import Refusal
from doublecross.web.decks.drafts import decode
from doublecross.web.decks.faults import examine

if TYPE_CHECKING:
    from doublecross.web.server import Server

HOUSE = "house"


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
    if deck_id == HOUSE:
        return house_deck()
    row = await asyncio.to_thread(server.store.decks.get, deck_id)
    if row is None:
        raise NoSuchDeck
    found = await asyncio.to_thread(lambda: examine(decode(row.body)))
    if found.deck is None:
        raise Refusal(Phrase("There are still mistakes in this deck; it cannot be shown or played yet."))
    return found.deck


async def with_deck(server: Server, options: Mapping[str, Any], deck_id: str) -> dict[str, Any]:
    """The options of a game, with the deck that has this id as a plain table; without an id as they are."""
    if not deck_id or deck_id == HOUSE:
        return dict(options)
    return {**options, "deck": deck_plain(await sound_deck(server, deck_id))}
