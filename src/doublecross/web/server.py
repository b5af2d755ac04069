"""One server: everything its routes use, and what goes on beside them while it runs."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from starlette.requests import HTTPConnection

from doublecross.store.database import OutOfReach
from doublecross.store.people import Person
from doublecross.store.store import Store
from doublecross.web.advice.lane import Lane
from doublecross.web.advice.reviews import Reviews
from doublecross.web.bot_driver import BotDriver
from doublecross.web.clocks import Clocks
from doublecross.web.hall import Absence, Hall, NoSuchTable, make_up
from doublecross.web.history_notes import History
from doublecross.web.limiting import Limiter
from doublecross.web.live import LiveTable, TableStopped
from doublecross.web.logs import log, trouble
from doublecross.web.metrics import Metrics
from doublecross.web.origins import own_origin
from doublecross.web.presence import call_the_roll
from doublecross.web.reading import theme_of
from doublecross.web.replays.kept import Replays
from doublecross.web.settings import Settings
from doublecross.web.shown import Links
from doublecross.web.visitors import Visitors

BEAT_SECONDS = 5.0
"""How often the server notes that it is alive: an outage is measured to within this time."""
DAY_SECONDS = 86_400.0
HINT_SECONDS = 300.0
"""What a hint may take; a second is usual, but the first of a game may have to compile, at low priority, on a busy machine."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class Server:
    """The parts of a running server.

    Args:
        settings: what its owner decided.
        store: where everything is kept; closed by `stop`.
        lan: addresses under which phones on the same network may reach it ("http://192.168.1.20:8000"), the likeliest first.
    """

    def __init__(self, settings: Settings, store: Store, metrics: Metrics, lan: Sequence[str] = ()) -> None:
        self.settings, self.store, self.metrics, self.lan = settings, store, metrics, tuple(lan)
        self.limiter = Limiter(settings.rates)
        self.visitors = Visitors(store, settings)
        self.replays = Replays(store)
        self.reviews, self.hints = Reviews(), Lane(HINT_SECONDS)
        self.history = History(store.games)
        self.clocks = Clocks(metrics, self._slept)
        self.bots = BotDriver(metrics, settings)
        now = time.time()
        self.hall = Hall(store, metrics, Absence(store.last_beat() or now, now), self._changed)
        self._connections: Counter[str] = Counter()
        # Tables that are not in memory, and when they have to be.
        self._sleeping: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._woken = False
        self._clean_next = 0.0
        self.when_started: Callable[[], Awaitable[None]] | None = None

    async def start(self) -> None:
        """Begin what goes on beside the requests; then do what was to be done before the first of them."""
        self.clocks.begin()
        self._tasks = [asyncio.create_task(self._go_on()), asyncio.create_task(self._wake())]
        if self.when_started is not None:
            await self.when_started()

    async def stop(self) -> None:
        """End it, keep what was begun, and close the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.clocks.close()
        await self.bots.close()
        await self.reviews.close()
        await self.hints.close()
        try:
            await self._beat()
        except Exception as error:  # whatever is wrong with the disk, let go of the folder
            trouble("last-beat-failed", error)
        await asyncio.to_thread(self.store.close)
        log("stopped")

    def links(self, connection: HTTPConnection) -> Links:
        """Addresses for a page. Others are sent to the public address, else to one that phones reach, else to the one asked for."""
        if self.settings.public_url is not None:
            return Links(self.settings.prefix, self.settings.public_url, theme_of(connection))
        asked = own_origin(self.settings, connection.scope)
        if self.lan and connection.url.hostname in _LOOPBACK:
            return Links("", self.lan[0], theme_of(connection), self.lan[1:])
        return Links("", asked, theme_of(connection))

    def may_connect(self, who: str) -> bool:
        """Whether a person, or an address, may have one more connection."""
        return self._connections[who] < self.settings.sockets_per_person

    @contextmanager
    def connection(self, who: str) -> Iterator[None]:
        """Count a connection while it lasts; nothing is remembered of it afterwards."""
        self._connections[who] += 1
        try:
            yield
        finally:
            self._connections[who] -= 1
            if not self._connections[who]:
                del self._connections[who]

    async def person(self, connection: HTTPConnection) -> Person | None:
        """Who is asking."""
        return await self.visitors.find(connection)

    def _changed(self, live: LiveTable) -> None:
        if live.gone:
            # What it did could not be kept. Whether anybody looks at it or not, its clock and its bots go on.
            self._sleeping[live.id] = 0.0
        self.clocks.wind(live)
        self.bots.look_at(live)
        if live.table.state.settings.hints and not live.gone:
            self.hints.prepare(live.row.game)
        self.history.note(live)

    async def _wake(self) -> None:
        try:
            for table in await self.hall.went_on():
                self._sleeping[table] = 0.0
            await self._wake_due()
        except Exception as error:
            trouble("waking-failed", error)
        self._woken = True

    async def _wake_due(self) -> None:
        """Read the tables whose time has come: a clock runs out, or they are to go on after a restart or a failure."""
        for table, due in list(self._sleeping.items()):
            if due - time.time() > 2 * BEAT_SECONDS or self._sleeping.pop(table, None) is None:
                continue
            try:
                await self.hall.get(table)
            except OutOfReach:
                self._sleeping.setdefault(table, due)
            except (NoSuchTable, TableStopped):
                continue

    async def _slept(self, seconds: float) -> None:
        """The machine slept, which costs nobody time; not at the tables that are not in memory either."""
        log("slept", seconds=round(seconds))
        self._sleeping.update(dict.fromkeys(self._sleeping, 0.0))
        await self._wake_due()
        for live in self.hall.live:
            await make_up(live, seconds, time.time())

    async def _go_on(self) -> None:
        """Every few seconds: note that the server lives, see who has gone, let idle tables go."""
        while True:
            due = time.perf_counter() + BEAT_SECONDS
            await asyncio.sleep(BEAT_SECONDS)
            self.metrics.lag_seconds.set(max(time.perf_counter() - due, 0.0))
            try:
                await self._round()
            except Exception as error:  # a disk that is full for a while must not end this for ever
                trouble("round-failed", error)

    async def _round(self) -> None:
        await self._beat()
        for live in self.hall.live:
            try:
                await call_the_roll(live)
                self._let_go(live)
            except Exception as error:  # one table's trouble is not that of the others
                trouble("table-failed", error)
        await self._wake_due()
        await self._clean()

    async def _beat(self) -> None:
        """Note that the server lives. As long as tables have not got back the time of the last outage, it is not over."""
        if self._woken:
            await asyncio.wrap_future(self.store.beat(time.time()))

    def _let_go(self, live: LiveTable) -> None:
        """An idle table leaves memory; if a clock runs, it comes back in time."""
        offered = live.row.public and live.row.phase != "playing"
        patience = self.settings.listed_seconds if offered else self.settings.idle_seconds
        if live.busy or self.bots.busy_at(live) or time.monotonic() - live.used < patience:
            return
        running = live.table.deadlines
        if running:
            due = running[0][0]
            if due - time.time() < self.settings.idle_seconds:
                return
            self._sleeping[live.id] = due
        self.clocks.stop(live)
        self.hall.forget(live)

    async def _clean(self) -> None:
        """Once a day, delete finished games that are too old."""
        if self.settings.keep_days is None or time.monotonic() < self._clean_next:
            return
        self._clean_next = time.monotonic() + DAY_SECONDS
        before, all_gone = time.time() - self.settings.keep_days * DAY_SECONDS, 0
        while gone := await asyncio.wrap_future(self.store.tables.forget(before)):
            all_gone += gone
        if all_gone:
            log("old-games-deleted", tables=all_gone)


def server_of(connection: HTTPConnection) -> Server:
    """The server a request has come to."""
    server: Server = connection.app.state.server
    return server
