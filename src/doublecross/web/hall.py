"""All tables of a server: read from the store when they are wanted, kept while they are used, let go when they are idle."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.store.database import OutOfReach
from doublecross.store.store import Store
from doublecross.store.tables import DamagedEvent, EventRow, TableRow
from doublecross.tables.commands import Outage
from doublecross.tables.events import Stored, decode
from doublecross.tables.refusals import DamagedTable, OtherRules, Refusal
from doublecross.tables.table import Table
from doublecross.web.live import LiveTable, TableStopped, Unavailable, event_rows, summary_of
from doublecross.web.logs import log, trouble
from doublecross.web.metrics import Metrics

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters of invitation codes: none that are taken for each other."""
CODE_LENGTH = 6
LATELY = 3600.0
UNSURE = 60.0
"""What a table did in the last seconds before the server stopped may be missing in the lists, which are written after the events."""


class NoSuchTable(DoublecrossError, LookupError):
    """There is no table with this id."""

    def __init__(self) -> None:
        super().__init__(Phrase("There is no such table here, or no longer."))


@dataclass(frozen=True)
class Absence:
    """The server was away: it was last known to be alive at one time, and is again since another (both Unix times)."""

    since: float
    back: float


class Hall:
    """The tables in memory. All methods belong to the event loop's thread.

    Args:
        store: where they come from.
        metrics: counts them.
        absence: what clocks that ran when the server was last alive have lost.
        changed: told of every change of a table.
    """

    def __init__(self, store: Store, metrics: Metrics, absence: Absence, changed: Callable[[LiveTable], None]) -> None:
        self._store, self._metrics, self._absence, self._changed = store, metrics, absence, changed
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._stopped: dict[str, str] = {}

    @property
    def live(self) -> list[LiveTable]:
        """The tables in memory."""
        return list(self._live.values())

    async def get(self, table_id: str) -> LiveTable:
        """The table with this id.

        Raises:
            NoSuchTable: there is none.
            TableStopped: it cannot go on.
        """
        found = self._live.get(table_id)
        if found is not None:
            # Who asks for it is going to use it: it must not leave memory before they do.
            found.touch(None)
            return found
        if table_id in self._stopped:
            raise TableStopped(self._stopped[table_id])
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable:
        row = await asyncio.to_thread(self._store.tables.get, table_id)
        if row is None:
            raise NoSuchTable
        try:
            table = await asyncio.to_thread(self._read, table_id)
            live = self._live_table(table, row)
            # Before anybody gets at it, and before its clock is wound.
            await self._make_up(live)
            return self._keep(live)
        except OutOfReach:
            raise  # that says nothing about the table
        except (DamagedEvent, DamagedTable, OtherRules) as error:
            raise self._stop(table_id, error, error.args[0]) from error
        except Exception as error:  # whatever it is, it concerns this table alone
            raise self._stop(table_id, error, Phrase("The record of this table cannot be read; the table is stopped.")) from error

    def _stop(self, table_id: str, error: Exception, why: str) -> TableStopped:
        self._live.pop(table_id, None)
        self._stopped[table_id] = why
        self._metrics.stopped_tables.set(len(self._stopped))
        trouble("table-stopped", error)
        return TableStopped(why)

    def _read(self, table_id: str) -> Table:
        return Table.from_events(decoded(self._store.tables.events(table_id)))

    def _live_table(self, table: Table, row: TableRow) -> LiveTable:
        return LiveTable(table, row, self._store.tables, self._metrics, self._after)

    def _keep(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        self._metrics.tables.set(len(self._live))
        for person, away in live.table.presence.items():
            if not away:
                # They may be on their way back, as after a restart.
                live.touch(person)
        live.publish()
        return live

    async def _make_up(self, live: LiveTable) -> None:
        """Give back the time that running clocks lost while the server was away; whatever happened here shows that it was not yet."""
        seconds = self._absence.back - max(self._absence.since, live.row.touched_at)
        await make_up(live, seconds, self._absence.back)

    def _after(self, live: LiveTable) -> None:
        if live.gone:
            self.forget(live)
        self._changed(live)

    def forget(self, live: LiveTable) -> None:
        """Let a table go from memory; it comes back when it is wanted."""
        live.gone = True
        if self._live.get(live.id) is live:
            del self._live[live.id]
            self._metrics.tables.set(len(self._live))

    async def open(self, make: Callable[[str, str, float], tuple[Table, Sequence[Stored]]], opened_by: str) -> LiveTable:
        """A new table; `make` gets its id, its code and the time."""
        table_id, code, now = secrets.token_urlsafe(12), new_code(), time.time()
        while await asyncio.to_thread(self._store.tables.by_code, code) is not None:
            code = new_code()
        table, events = make(table_id, code, now)
        summary = summary_of(table)
        row = TableRow(table_id, code, opened_by=opened_by, created_at=now, touched_at=now, **vars(summary))
        await asyncio.wrap_future(self._store.tables.create(row, event_rows(events), [opened_by]))
        log("table-opened", game=row.game)
        return self._keep(self._live_table(table, row))

    async def went_on(self) -> list[str]:
        """What went on when the server stopped: games, for their clocks and bots, and tables that are offered to everyone."""
        lately, unsure = time.time() - LATELY, self._absence.since - UNSURE
        rows = await asyncio.to_thread(self._store.tables.latest, unsure)
        return [row.id for row in rows if row.phase == "playing" or row.touched_at > unsure or (row.public and row.touched_at > lately)]


async def make_up(live: LiveTable, seconds: float, back: float) -> None:
    """Running clocks of a table move on by the time for which the server was away, until `back` (Unix time)."""
    if live.table.deadlines and seconds > 0:
        try:
            await live.give(Outage(key=f"outage {back}", seconds=seconds), None)
        except (Refusal, Unavailable) as error:
            trouble("outage-not-made-up", error)


def new_code() -> str:
    """A short invitation code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def plain_code(text: str) -> str:
    """A code as people type it, as it is kept: capitals, without spaces and dashes."""
    return "".join(letter for letter in text.upper() if letter in CODE_LETTERS)


def decoded(rows: Sequence[EventRow]) -> list[Stored]:
    """Events as the store gave them; raises `DamagedEvent`."""
    events = []
    for row in rows:
        try:
            events.append(decode(row.body))
        except (msgspec.DecodeError, UnicodeError):
            raise DamagedEvent(row.seq) from None
    return events
