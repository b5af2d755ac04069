"""The store: one folder, one database, one writer."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, insert, select

from doublecross.store.database import open_database, reading
from doublecross.store.decks import Decks
from doublecross.store.folder import DATABASE, FolderLock
from doublecross.store.games import Games
from doublecross.store.people import People, Person
from doublecross.store.schema import FACTS
from doublecross.store.tables import TableLogs
from doublecross.store.writer import Writer

HEARTBEAT, COOKIE_KEY, OWNER = "heartbeat", "cookie-key", "owner"


class Store:
    """Everything a server keeps. Open it once; it is safe to use from any thread.

    Args:
        folder: where it lives; another server's folder is refused (`doublecross.store.folder.FolderInUse`).
        observe: told of every commit: how many jobs shared it, and how many seconds it took.
    """

    def __init__(self, folder: Path, observe: Callable[[int, float], None] = lambda jobs, seconds: None) -> None:
        self.folder = folder
        self._lock = FolderLock(folder)
        try:
            self._engine = open_database(folder / DATABASE)
        except BaseException:
            self._lock.release()
            raise
        self._writer = self.make_writer(self._engine, observe)
        self.tables = TableLogs(self._engine, self._writer)
        self.people = People(self._engine, self._writer)
        self.decks = Decks(self._engine, self._writer)
        self.games = Games(self._engine, self._writer)

    def make_writer(self, engine: Engine, observe: Callable[[int, float], None]) -> Writer:
        """The thread that writes."""
        return Writer(engine, observe)

    @property
    def healthy(self) -> bool:
        """Whether it takes what is to be kept."""
        return self._writer.healthy

    def beat(self, now: float) -> Future[None]:
        """Note that the server was alive at this time."""
        return self._set(HEARTBEAT, repr(now))

    def last_beat(self) -> float | None:
        """When a server was last known to be alive."""
        found = self._get(HEARTBEAT)
        return float(found) if found else None

    def cookie_key(self) -> str:
        """The key that signs cookies; made at the first start. It lies in the database, so that one file is the whole backup."""
        found = self._get(COOKIE_KEY)
        if found is None:
            found = secrets.token_hex(32)
            self._set(COOKIE_KEY, found).result()
        return found

    def owner(self) -> Person | None:
        """Whoever starts the server at this machine, if they have played here."""
        found = self._get(OWNER)
        return self.people.get(found) if found else None

    def set_owner(self, person_id: str) -> Future[None]:
        """Remember who starts the server at this machine."""
        return self._set(OWNER, person_id)

    def _get(self, name: str) -> str | None:
        with reading(self._engine) as connection:
            return connection.scalar(select(FACTS.c.value).where(FACTS.c.name == name))

    def _set(self, name: str, value: str) -> Future[None]:
        def work(connection: Connection) -> None:
            connection.execute(delete(FACTS).where(FACTS.c.name == name))
            connection.execute(insert(FACTS).values(name=name, value=value))

        return self._writer.submit(work)

    def close(self) -> None:
        """Finish what is under way and let go of the folder."""
        self._writer.close()
        self._engine.dispose()
        self._lock.release()
