"""People and what lets their devices act for them. Nobody has an account: a person is whoever holds one of their tokens."""

from __future__ import annotations

import hashlib
import secrets
import time
from concurrent.futures import Future
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, delete, insert, select, update

from doublecross.store.database import reading
from doublecross.store.schema import PEOPLE, TOKENS
from doublecross.store.writer import Writer

DEVICE, PROGRAM, MOVE = "device", "program", "move"
"""What a token is for: a browser's cookie, a program's header, or taking a seat to another device, once."""


@dataclass(frozen=True)
class Person:
    """Someone, or some program, that can sit at tables. The id is no secret among those who run the server; tokens are."""

    id: str
    is_bot: bool
    name: str
    look: str


def new_token() -> str:
    """128 random bits, as text."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> bytes:
    """What is kept of a token. It is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode()).digest()


class People:
    """The people a server knows."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    def add(self, token: str, purpose: str, is_bot: bool = False, name: str = "", look: str = "") -> Future[Person]:
        """A new person, who is known by this token."""
        person = Person(secrets.token_hex(8), is_bot, name, look)

        def work(connection: Connection) -> Person:
            connection.execute(insert(PEOPLE).values(**vars(person), created_at=time.time()))
            connection.execute(insert(TOKENS).values(hash=token_hash(token), person_id=person.id, purpose=purpose, expires_at=None))
            return person

        return self._writer.submit(work)

    def rename(self, person_id: str, name: str, look: str) -> Future[None]:
        """Remember how a person was called last, for the next table."""

        def work(connection: Connection) -> None:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(name=name, look=look))

        return self._writer.submit(work)

    def add_token(self, person_id: str, token: str, purpose: str, expires_at: float | None = None) -> Future[None]:
        """One more token for a person."""

        def work(connection: Connection) -> None:
            connection.execute(delete(TOKENS).where(TOKENS.c.expires_at < time.time()))
            connection.execute(insert(TOKENS).values(hash=token_hash(token), person_id=person_id, purpose=purpose, expires_at=expires_at))

        return self._writer.submit(work)

    def get(self, person_id: str) -> Person | None:
        """The person with this id."""
        with reading(self._engine) as connection:
            row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == person_id)).first()
        return Person(row.id, row.is_bot, row.name, row.look) if row else None

    def by_token(self, token: str, purpose: str) -> Person | None:
        """Whose token this is."""
        query = (
            select(PEOPLE.c.id, PEOPLE.c.is_bot, PEOPLE.c.name, PEOPLE.c.look, TOKENS.c.expires_at)
            .join(TOKENS, TOKENS.c.person_id == PEOPLE.c.id)
            .where(TOKENS.c.hash == token_hash(token), TOKENS.c.purpose == purpose)
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None or (row.expires_at is not None and row.expires_at < time.time()):
            return None
        return Person(row.id, row.is_bot, row.name, row.look)

    def spend(self, token: str) -> Future[str | None]:
        """Use up a token that moves a seat; the person's id, or None if it is unknown, used or too old."""

        def work(connection: Connection) -> str | None:
            mine = (TOKENS.c.hash == token_hash(token)) & (TOKENS.c.purpose == MOVE)
            row = connection.execute(select(TOKENS.c.person_id, TOKENS.c.expires_at).where(mine)).first()
            connection.execute(delete(TOKENS).where(mine))
            return row.person_id if row and (row.expires_at is None or row.expires_at >= time.time()) else None

        return self._writer.submit(work)
