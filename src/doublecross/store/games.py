"""Finished games, for the lists of those who played them. Everything here follows from the events of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, exists, insert, select

from doublecross.store.database import reading
from doublecross.store.schema import GAMES, PLAYED, TABLES
from doublecross.store.writer import Writer


@dataclass(frozen=True)
class GameRow:
    """One finished game.

    Attributes:
        table_id, number: which game at which table.
        game: what was played.
        standing: how it ended; what is in it the store does not know.
        finished_at: seconds since 1970.
    """

    table_id: str
    number: int
    game: str
    standing: bytes
    finished_at: float


class Games:
    """The finished games a server knows of."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine, self._writer = engine, writer

    def add(self, row: GameRow, people: Mapping[int, str]) -> Future[None]:
        """A game that is over, and who had which seat; it counts once, however often it is told."""

        def work(connection: Connection) -> None:
            known = exists().where(GAMES.c.table_id == row.table_id, GAMES.c.number == row.number)
            there = exists().where(TABLES.c.id == row.table_id)
            if connection.scalar(select(known)) or not connection.scalar(select(there)):
                return
            connection.execute(insert(GAMES).values(**vars(row)))
            for seat, person_id in people.items():
                connection.execute(insert(PLAYED).values(table_id=row.table_id, number=row.number, seat=seat, person_id=person_id))

        return self._writer.submit(work)

    def of_person(self, person_id: str, limit: int = 100) -> list[tuple[GameRow, int]]:
        """The games a person played to their end, each with the (first) seat they had, the latest first."""
        query = (
            select(GAMES, PLAYED.c.seat)
            .join(PLAYED, (PLAYED.c.table_id == GAMES.c.table_id) & (PLAYED.c.number == GAMES.c.number))
            .where(PLAYED.c.person_id == person_id)
            .order_by(GAMES.c.finished_at.desc(), GAMES.c.number.desc(), PLAYED.c.seat)
            .limit(limit)
        )
        found: dict[tuple[str, int], tuple[GameRow, int]] = {}
        with reading(self._engine) as connection:
            for row in connection.execute(query):
                game = GameRow(row.table_id, row.number, row.game, bytes(row.standing), row.finished_at)
                found.setdefault((game.table_id, game.number), (game, row.seat))
        return list(found.values())
