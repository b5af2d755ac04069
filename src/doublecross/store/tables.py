"""The event logs of the tables, and the lists of tables."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import DatabaseError

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.store.database import reading
from doublecross.store.schema import EVENTS, MEMBERS, TABLES
from doublecross.store.writer import Writer

DAY = 86_400.0
NAMES_LENGTH = 400
# Built once: these two are executed for every choice that anybody makes.
_APPEND = insert(EVENTS)
_TOUCH = update(TABLES).where(TABLES.c.id == bindparam("table")).values(touched_at=bindparam("touched_at"))


@dataclass(frozen=True)
class TableRow:
    """What the lists know of a table without reading its events.

    Attributes:
        id: unguessable; who has it can see the table.
        code: the short invitation code.
        game: the game's name.
        rules_version: the version of the game's rules that the events were made with.
        phase: "lobby", "playing" or "over".
        public: whether it is offered to everyone.
        names: who sits there, for people to read.
        opened_by: the person who opened it.
        created_at, touched_at: seconds since 1970.
    """

    id: str
    code: str
    game: str
    rules_version: int
    phase: str
    public: bool
    names: str
    opened_by: str
    created_at: float
    touched_at: float


@dataclass(frozen=True)
class EventRow:
    """One event of a table, `seq` counting from 1."""

    seq: int
    kind: str
    body: bytes
    at: float


@dataclass(frozen=True)
class Summary:
    """The part of a `TableRow` that follows from the events."""

    game: str
    rules_version: int
    phase: str
    public: bool
    names: str


class DamagedEvent(DoublecrossError, RuntimeError):
    """The stored events of one table are not what was written; that table cannot go on."""

    def __init__(self, seq: int) -> None:
        super().__init__(Phrase("The record of this table is damaged at event {number}; the table is stopped.", number=seq))
        self.seq = seq


def checksum(table_id: str, event: EventRow) -> bytes:
    """Tells an event from anything else that damage may have left in its place."""
    head = f"{table_id} {event.seq} {event.kind} ".encode() + struct.pack("<d", event.at)
    return hashlib.blake2b(head + event.body, digest_size=8).digest()


class TableLogs:
    """Appends and reads events. What appends returns a future that is done once the events are on disk."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    def create(self, table: TableRow, events: Sequence[EventRow], members: Iterable[str] = ()) -> Future[None]:
        """A new table with its first events."""
        people = set(members)

        def work(connection: Connection) -> None:
            connection.execute(insert(TABLES).values(**vars(table)))
            _insert_events(connection, table.id, events)
            _insert_members(connection, table.id, people)

        return self._writer.submit(work)

    def append(self, table_id: str, events: Sequence[EventRow], members: Iterable[str] = ()) -> Future[None]:
        """More events of a table; it fails if any of their numbers is taken, so nothing is ever counted twice."""
        people = set(members)

        def work(connection: Connection) -> None:
            _insert_events(connection, table_id, events)
            connection.execute(_TOUCH, {"table": table_id, "touched_at": events[-1].at})
            _insert_members(connection, table_id, people)

        return self._writer.submit(work)

    def summarise(self, table_id: str, summary: Summary) -> Future[None]:
        """What the lists know of a table from now on."""

        def work(connection: Connection) -> None:
            connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(**vars(summary)))

        return self._writer.submit(work)

    def events(self, table_id: str) -> list[EventRow]:
        """All events of a table, in order.

        Raises:
            DamagedEvent: one is missing or is not what was written.
            OutOfReach: the database does not answer.
        """
        query = select(EVENTS).where(EVENTS.c.table_id == table_id).order_by(EVENTS.c.seq)
        found: list[EventRow] = []
        try:
            with reading(self._engine) as connection:
                for row in connection.execute(query):
                    event = EventRow(row.seq, row.kind, bytes(row.body), row.at)
                    if event.seq != len(found) + 1 or checksum(table_id, event) != bytes(row.checksum):
                        raise DamagedEvent(len(found) + 1)
                    found.append(event)
        except (DatabaseError, TypeError, struct.error):
            raise DamagedEvent(len(found) + 1) from None
        return found

    def get(self, table_id: str) -> TableRow | None:
        """What the lists know of a table."""
        return self._one(TABLES.c.id == table_id)

    def by_code(self, code: str) -> TableRow | None:
        """The table with this invitation code."""
        return self._one(TABLES.c.code == code)

    def _one(self, condition: Any) -> TableRow | None:
        with reading(self._engine) as connection:
            row = connection.execute(select(TABLES).where(condition)).first()
        return _table_row(row) if row else None

    def latest(self, since: float) -> list[TableRow]:
        """All tables that are not over, and those that were touched since then, the latest first."""
        query = select(TABLES).where((TABLES.c.phase != "over") | (TABLES.c.touched_at > since)).order_by(TABLES.c.touched_at.desc())
        with reading(self._engine) as connection:
            return [_table_row(row) for row in connection.execute(query)]

    def open_counts(self, person_id: str, since: float) -> tuple[int, int]:
        """How many tables this person has opened that are not over and were touched since then, and how many such tables there are."""
        everyone = select(func.count()).select_from(TABLES).where(TABLES.c.phase != "over", TABLES.c.touched_at >= since)
        with reading(self._engine) as connection:
            mine = connection.scalar(everyone.where(TABLES.c.opened_by == person_id))
            return int(mine or 0), int(connection.scalar(everyone) or 0)

    def of_person(self, person_id: str, limit: int = 100) -> list[TableRow]:
        """The tables at which a person has had a seat, the latest to be opened first.

        In the order in which they were last touched, somebody who sits at two of them could tell that another has changed their mind.
        """
        query = (
            select(TABLES)
            .join(MEMBERS, MEMBERS.c.table_id == TABLES.c.id)
            .where(MEMBERS.c.person_id == person_id)
            .order_by(TABLES.c.created_at.desc())
            .limit(limit)
        )
        with reading(self._engine) as connection:
            return [_table_row(row) for row in connection.execute(query)]

    def forget(self, before: float, most: int = 50) -> Future[int]:
        """Delete tables that were last touched before this time and at which no game is under way; how many there were.

        At most so many at once: others wait to write meanwhile.
        """

        def work(connection: Connection) -> int:
            old = (TABLES.c.phase != "playing") & (TABLES.c.touched_at < before)
            # Everything else that is kept of a table goes with it.
            return connection.execute(delete(TABLES).where(TABLES.c.id.in_(select(TABLES.c.id).where(old).limit(most)))).rowcount

        return self._writer.submit(work)


def _insert_events(connection: Connection, table_id: str, events: Sequence[EventRow]) -> None:
    rows = [{**vars(event), "table_id": table_id, "checksum": checksum(table_id, event)} for event in events]
    connection.execute(_APPEND, rows)


def _insert_members(connection: Connection, table_id: str, people: Iterable[str]) -> None:
    for person_id in people:
        known = exists().where(MEMBERS.c.table_id == table_id, MEMBERS.c.person_id == person_id)
        if not connection.scalar(select(known)):
            connection.execute(insert(MEMBERS).values(table_id=table_id, person_id=person_id))


def _table_row(row: Row[Any]) -> TableRow:
    return TableRow(**row._asdict())
