"""Decks that people made: kept as bytes, found by an id that nobody can guess."""

from __future__ import annotations

import secrets
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, func, insert, select, update

from doublecross.store.database import reading
from doublecross.store.schema import DECKS
from doublecross.store.writer import Writer


@dataclass(frozen=True)
class DeckRow:
    """One deck.

    Attributes:
        id: unguessable; who has it can read the deck.
        person_id: whom it belongs to.
        body: the deck; what is in it the store does not know.
        changed_at: seconds since 1970.
    """

    id: str
    person_id: str
    body: bytes
    changed_at: float


class Decks:
    """The decks a server keeps."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    def add(self, person_id: str, body: bytes, most: int) -> Future[str | None]:
        """A new deck of a person, who has at most so many; its id, or None if they have as many already."""
        row = DeckRow(secrets.token_urlsafe(12), person_id, body, time.time())

        def work(connection: Connection) -> str | None:
            count = select(func.count()).select_from(DECKS).where(DECKS.c.person_id == person_id)
            if (connection.scalar(count) or 0) >= most:
                return None
            connection.execute(insert(DECKS).values(**vars(row)))
            return row.id

        return self._writer.submit(work)

    def change(self, deck_id: str, person_id: str, body: bytes) -> Future[bool]:
        """Keep a new form of a person's own deck; whether there was one."""

        def work(connection: Connection) -> bool:
            own = (DECKS.c.id == deck_id) & (DECKS.c.person_id == person_id)
            return connection.execute(update(DECKS).where(own).values(body=body, changed_at=time.time())).rowcount == 1

        return self._writer.submit(work)

    def remove(self, deck_id: str, person_id: str) -> Future[bool]:
        """Delete a person's own deck; whether there was one."""

        def work(connection: Connection) -> bool:
            own = (DECKS.c.id == deck_id) & (DECKS.c.person_id == person_id)
            return connection.execute(delete(DECKS).where(own)).rowcount == 1

        return self._writer.submit(work)

    def get(self, deck_id: str) -> DeckRow | None:
        """The deck with this id."""
        with reading(self._engine) as connection:
            row = connection.execute(select(DECKS).where(DECKS.c.id == deck_id)).first()
        return _row(row) if row else None

    def of_person(self, person_id: str) -> list[DeckRow]:
        """The decks of a person, the latest first."""
        query = select(DECKS).where(DECKS.c.person_id == person_id).order_by(DECKS.c.changed_at.desc())
        with reading(self._engine) as connection:
            return [_row(row) for row in connection.execute(query)]


def _row(row: Row[Any]) -> DeckRow:
    return DeckRow(row.id, row.person_id, bytes(row.body), row.changed_at)
