"""The replays in memory: games read from the store when they are looked at, and save files that were sent up, for a while."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict

from doublecross.kernel.errors import BadInput, DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.store.store import Store
from doublecross.store.tables import DamagedEvent
from doublecross.tables.refusals import DamagedTable, OtherRules
from doublecross.tables.replays import Replay, finished_game, saved_game
from doublecross.web.hall import NoSuchTable, decoded
from doublecross.web.live import TableStopped

GAMES_KEPT, FILES_KEPT = 32, 24
MOST_BYTES = 256 * 1024
"""Bytes a save file may have; whole games have less than a tenth of that."""
MOST_STEPS = 5000


class NoSuchGame(DoublecrossError, LookupError):
    """There is no such finished game."""

    def __init__(self) -> None:
        super().__init__(Phrase("There is no such finished game here, or no longer."))


class Replays:
    """All replays of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: OrderedDict[tuple[str, int], Replay] = OrderedDict()
        self._files: OrderedDict[str, Replay] = OrderedDict()

    async def game(self, table: str, number: int) -> Replay:
        """A finished game of a table.

        Raises:
            NoSuchTable, NoSuchGame: there is none.
            TableStopped: the record of the table cannot be read.
        """
        found = self._games.get((table, number))
        if found is None:
            found = await asyncio.to_thread(self._read, table, number)
            self._games[table, number] = found
            while len(self._games) > GAMES_KEPT:
                self._games.popitem(last=False)
        self._games.move_to_end((table, number))
        return found

    def _read(self, table: str, number: int) -> Replay:
        if self._store.tables.get(table) is None:
            raise NoSuchTable
        try:
            found = finished_game(decoded(self._store.tables.events(table)), number)
        except (DamagedEvent, DamagedTable, OtherRules) as error:
            raise TableStopped(error.args[0]) from error
        if found is None:
            raise NoSuchGame
        return found

    async def keep_file(self, data: bytes, where: str) -> str:
        """Take in a save file; the name under which it can be looked at for a while. Raises `BadInput`."""
        replay = await asyncio.to_thread(saved_game, data, where)
        if replay.total > MOST_STEPS:
            raise BadInput(where, Phrase("{count} choices", count=replay.total), Phrase("at most {most}", most=MOST_STEPS))
        name = secrets.token_urlsafe(12)
        self._files[name] = replay
        while len(self._files) > FILES_KEPT:
            self._files.popitem(last=False)
        return name

    def file(self, name: str) -> Replay:
        """A save file that was sent up; raises `NoSuchGame`."""
        if name not in self._files:
            raise NoSuchGame
        self._files.move_to_end(name)
        return self._files[name]
