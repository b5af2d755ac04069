"""The table that is there when a server is started by a person: they are seated already, at the same table as last time if it goes on."""

from __future__ import annotations

import asyncio

from doublecross.kernel.registry import load_game
from doublecross.store.people import DEVICE, Person, new_token
from doublecross.web.hall import NoSuchTable
from doublecross.web.live import LiveTable, TableStopped
from doublecross.web.moving import one_time_token
from doublecross.web.opening import Opening, open_table
from doublecross.web.server import Server

SEATS = 4


async def first_table(server: Server, game: str, name: str) -> tuple[LiveTable, str]:
    """The table, and a one-time token that makes a browser on this machine its owner's."""
    owner = await _owner(server, name)
    live = await _unfinished(server, owner, game) or await _new(server, owner, game, name)
    return live, await one_time_token(server, owner.id)


async def _owner(server: Server, name: str) -> Person:
    """Whoever started the server, the same person every time."""
    owner = await asyncio.to_thread(server.store.owner)
    if owner is None:
        # Nobody keeps this token: a browser becomes the owner's by a one-time token only.
        owner = await asyncio.wrap_future(server.store.people.add(new_token(), DEVICE, name=name))
        await asyncio.wrap_future(server.store.set_owner(owner.id))
    return owner


async def _unfinished(server: Server, owner: Person, game: str) -> LiveTable | None:
    for row in await asyncio.to_thread(server.store.tables.of_person, owner.id):
        if row.phase != "over" and row.game == game and row.opened_by == owner.id:
            try:
                return await server.hall.get(row.id)
            except (NoSuchTable, TableStopped):
                continue
    return None


async def _new(server: Server, owner: Person, game: str, name: str) -> LiveTable:
    """With bots on the other seats: one can begin at once, and whoever comes takes a bot's seat."""
    known = load_game(game)
    players = min(max(SEATS, known.players[0]), known.players[-1])
    opening = Opening(game=game, players=players, name=owner.name or name, bots=players - 1, passphrase=server.settings.passphrase or "")
    return await open_table(server, owner, opening)
