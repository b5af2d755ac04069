"""One table in memory: the only way to change it, and those who want to see it."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.store.tables import NAMES_LENGTH, EventRow, Summary, TableLogs, TableRow
from doublecross.tables.commands import Command, ServerCommand
from doublecross.tables.events import Passed, Seated, Stored, encode
from doublecross.tables.refusals import Refusal
from doublecross.tables.table import Table
from doublecross.tables.views import TableView
from doublecross.web.logs import trouble
from doublecross.web.metrics import Metrics
from doublecross.web.regions import Drawings, Page
from doublecross.web.shown import Links

RENDERED = 64
"""Rendered pages kept per table: one for each viewer and language, until the next change."""


class TableStopped(DoublecrossError):
    """The table cannot go on; the text says why."""


class Unavailable(DoublecrossError):
    """What was asked could not be kept, so it was not done."""

    def __init__(self) -> None:
        super().__init__(Phrase("That could not be saved and was not done. Try again."))


@dataclass(frozen=True)
class Rendered:
    """A page of one viewer at one version."""

    tag: str
    page: Page


class LiveTable:
    """A table, its place in the store, and its viewers. All methods belong to the event loop's thread.

    Attributes:
        table: the table itself; only `give` changes it.
        row: what the lists know of it.
        wakers: set at every change, for those who push and those who wait.
        sockets: open connections, by person.
        seen: when each person last asked for something (monotonic seconds).
        connected_once: people who have had a connection.
        used: when anybody last did.
        flashes: why the last command of a person was refused, until their next page says so.
        drawings: the regions of its pages, for whoever sees the same.
        gone: it is no longer the one in use: it failed, or was unloaded.
    """

    def __init__(self, table: Table, row: TableRow, logs: TableLogs, metrics: Metrics, after: Callable[[LiveTable], None]) -> None:
        self.table, self.row = table, row
        self.wakers: set[asyncio.Event] = set()
        self.sockets: Counter[str] = Counter()
        self.seen: dict[str, float] = {}
        self.connected_once: set[str] = set()
        self.used = time.monotonic()
        self.flashes: dict[str, Phrase] = {}
        self.drawings = Drawings()
        self.gone = False
        self._logs, self._metrics, self._after = logs, metrics, after
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[None]] = set()
        self._views: dict[Hashable, TableView] = {}
        self._rendered: dict[Hashable, Rendered] = {}

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def busy(self) -> bool:
        """Whether someone is connected, or something is under way."""
        return bool(self.wakers or self._under_way)

    async def give(self, command: Command | ServerCommand, actor: str | None) -> None:
        """Give a command in a person's name, or (None) the server's. Returns once what it changed is on disk and told.

        Raises:
            Refusal: the table does not do that.
            Unavailable: it could not be stored; the table is as it was.
        """
        # Who asked may go away meanwhile; what was begun is finished, or memory would lag behind the store.
        task = asyncio.create_task(self._give(command, actor))
        self._under_way.add(task)
        task.add_done_callback(self._finished)
        await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has heard of it, or is gone

    async def _give(self, command: Command | ServerCommand, actor: str | None) -> None:
        begun = time.perf_counter()
        async with self._turn:
            if self.gone:
                raise Unavailable
            try:
                events = self.table.decide(command, actor, time.time(), secrets.randbits(256))
            except Refusal:
                self._metrics.commands.labels("refused").inc()
                raise
            if events:
                await self._keep(events)
                for event in events:
                    self.table.fold(event)
        self._metrics.commands.labels("done").inc()
        self._metrics.act_seconds.observe(time.perf_counter() - begun)
        if events:
            self.publish()

    async def _keep(self, events: Sequence[Stored]) -> None:
        """On disk first; nobody sees anything before."""
        members = {event.fact.person for event in events if isinstance(event.fact, Seated | Passed)}
        try:
            await asyncio.wrap_future(self._logs.append(self.id, event_rows(events), members))
        except Exception as error:
            # Whether it is on disk is not known: this table is read anew before it does anything else.
            self.gone = True
            self.publish()
            trouble("append-failed", error)
            raise Unavailable from error
        self.row = replace(self.row, touched_at=events[-1].at)

    def _summarise(self) -> None:
        """Let the lists know. Nobody waits for it: should it get lost, the table is summarised again when it is next read."""
        summary = summary_of(self.table)
        row = replace(self.row, **vars(summary))
        if row != self.row:
            self.row = row
            self._logs.summarise(self.id, summary)

    def publish(self) -> None:
        """Tell everyone who watches that there may be something new, and whoever keeps clocks and bots."""
        self._views.clear()
        self.drawings.turn()
        self._summarise()
        for waker in self.wakers:
            waker.set()
        self._after(self)

    def view(self, viewer: str | None, language: str) -> TableView:
        """Everything this viewer may see."""
        key = (viewer, language)
        found = self._views.get(key)
        if found is None:
            found = self._views[key] = self.table.view(viewer, language)
        return found

    def render(self, viewer: str | None, language: str, links: Links, draw: Callable[[TableView], Page]) -> Rendered:
        """The viewer's page, drawn unless it is there already for the same version of the same viewer."""
        tag, key = self.tag(viewer, language), (viewer, language, links)
        found = self._rendered.get(key)
        if found is None or found.tag != tag:
            with self._metrics.render_seconds.time():
                found = Rendered(tag, draw(self.view(viewer, language)))
            if len(self._rendered) >= RENDERED:
                self._rendered.clear()
            self._rendered[key] = found
        return found

    def tag(self, viewer: str | None, language: str) -> str:
        """Names the present version of one viewer's view; another viewer's never bears the same name."""
        who = hashlib.blake2b(f"{self.id} {viewer}".encode(), digest_size=6).hexdigest()
        return f'"{self.table.version(viewer)}-{language}-{who}"'

    def touch(self, person: str | None) -> None:
        """Someone is here."""
        self.used = time.monotonic()
        if person is not None:
            self.seen[person] = self.used


def event_rows(events: Sequence[Stored]) -> list[EventRow]:
    """Events as the store takes them."""
    return [EventRow(event.number, type(event.fact).__name__, encode(event), event.at) for event in events]


def summary_of(table: Table) -> Summary:
    """What the lists know of a table."""
    listing = table.listing
    rules_version, names = load_game(listing.game).rules_version, ", ".join(listing.names)
    return Summary(listing.game, rules_version, listing.phase, listing.listed, names[:NAMES_LENGTH])
