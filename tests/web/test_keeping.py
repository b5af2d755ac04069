"""What is kept, and what becomes of a table when its disk is full, slow, or out of reach."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine
from sqlalchemy.engine import Transaction

from doublecross.store.database import OutOfReach
from doublecross.store.store import Store
from doublecross.store.writer import Writer
from doublecross.tables.commands import Say
from doublecross.web import clocks
from doublecross.web.live import LiveTable
from tests.store.full import FullStore
from tests.web.finishing import short_game
from tests.web.going import Time, two_at_outlawed, until
from tests.web.serving import newest, quiet, run, serving


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Time that can be put forward."""
    return Time(monkeypatch)


def test_what_is_not_kept_is_not_shown(tmp_path: Path) -> None:
    """The disk is full: who acts hears so, nobody sees anything, and when there is room again all goes on."""

    async def test() -> None:
        store = FullStore(tmp_path)
        async with serving(tmp_path, store) as site:
            ada = site.browser()
            table = await ada.open()
            view = await ada.view(table)
            async with ada.live(table) as socket:
                await newest(socket, "Ada")
                store.full = True
                answer = await ada.act(table, "say", text="hello", key="once")
                assert answer.status_code == 503
                assert (await ada.get("/healthz")).status_code == 503
                assert await ada.view(table) == view
                assert await quiet(socket, 0.1)
                store.full = False
                await ada.done(table, "say", text="hello", key="once")
                await newest(socket, "hello")
                assert (await ada.get("/healthz")).status_code == 200
            assert [line["text"] for line in (await ada.view(table))["chat_lines"]] == ["hello"]

    run(test())


class SlowDisk(Store):
    """Its commits say that they have `begun`, and wait until they may `go_on`."""

    begun: threading.Event
    go_on: threading.Event

    def make_writer(self, engine: Engine, observe: Any) -> Writer:
        store, self.begun, self.go_on = self, threading.Event(), threading.Event()

        class Slow(Writer):
            def commit(self, transaction: Transaction) -> None:
                store.begun.set()
                store.go_on.wait(60)
                super().commit(transaction)

        store.go_on.set()
        return Slow(engine, observe)

    def hold(self) -> None:
        """From now on commits wait."""
        self.begun.clear()
        self.go_on.clear()

    async def keeps(self, live: LiveTable) -> None:
        """Wait until the table has something under way and a commit is held up, which may be an earlier one."""
        await until(lambda: live._under_way and self.begun.is_set())


def test_nothing_is_seen_before_it_is_kept(tmp_path: Path) -> None:
    async def test() -> None:
        store = SlowDisk(tmp_path)
        async with serving(tmp_path, store) as site:
            ada, eve, newcomer = site.browser(), site.browser(), site.browser(**{"accept-language": "es"})
            table = await ada.open()
            live = await site.server.hall.get(table)
            before = await ada.view(table), await eve.view(table)
            async with eve.live(table) as socket:
                await newest(socket, "Ada")
                store.hold()
                saying = asyncio.create_task(ada.act(table, "say", text="hello"))
                await store.keeps(live)
                assert (await ada.view(table), await eve.view(table)) == before
                assert (await newcomer.view(table))["chat_lines"] == [], "nor by whoever sees the table for the first time"
                assert await quiet(socket)
                assert not saying.done()
                store.go_on.set()
                await newest(socket, "hello")
            assert (await saying).status_code == 200

    run(test())


def test_whoever_asked_may_go_away_and_what_was_begun_is_finished(tmp_path: Path) -> None:
    """A phone that loses its network in mid-commit: what is on disk is seen, or the table would not know of it."""

    async def test() -> None:
        store = SlowDisk(tmp_path)
        async with serving(tmp_path, store) as site:
            ada = site.browser()
            table = await ada.open()
            live, person = await site.server.hall.get(table), (await ada.view(table))["you"]
            store.hold()
            asking = asyncio.create_task(live.give(Say(key="once", text="hello"), person))
            await store.keeps(live)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            assert asking.cancelled()
            store.go_on.set()
            await until(lambda: not live.busy)
            assert [line["text"] for line in (await ada.view(table))["chat_lines"]] == ["hello"]
            await ada.done(table, "say", text="again")
            assert not live.gone

    run(test())


def test_what_is_being_kept_when_the_server_is_told_to_end_is_kept_and_acknowledged(tmp_path: Path) -> None:
    async def test() -> None:
        store = SlowDisk(tmp_path)
        async with serving(tmp_path, store) as site:
            ada = site.browser()
            table = await ada.open()
            live = await site.server.hall.get(table)
            store.hold()
            saying = asyncio.create_task(ada.act(table, "say", text="hello"))
            await store.keeps(live)
            ending = asyncio.create_task(site.server.stop())
            await asyncio.sleep(0)
            assert not saying.done()
            store.go_on.set()
            assert (await saying).status_code == 200
            await ending
            assert (await ada.act(table, "say", text="too late")).status_code == 503
        again = Store(tmp_path)
        assert [row.kind for row in again.tables.events(table)][-1] == "Said"
        assert len([row for row in again.tables.events(table) if row.kind == "Said"]) == 1
        again.close()

    run(test())


def test_bots_go_on_at_a_table_that_was_read_anew(tmp_path: Path) -> None:
    """The disk is full just when a bot answers; the table is read anew, and the bot is asked again."""

    async def test() -> None:
        store = FullStore(tmp_path)
        async with serving(tmp_path, store, bot_delay=(2.0, 2.0)) as site:
            ada = site.browser()
            table = await ada.open("outlawed", players=2, bots=1, clock="none", **{"options.first_player": "1"})
            await ada.done(table, "start")
            async with ada.live(table) as socket:
                await newest(socket, 'id="table"')
                store.full = True
                first = await site.server.hall.get(table)
                await until(lambda: first.gone)
                store.full = False
                await until(lambda: site.server.hall.live and site.server.hall.live[0].view(None, "en").decision.waits_for == (0,))  # type: ignore[union-attr]

    run(test())


def test_game_goes_on_after_a_full_disk_though_nobody_looks(tmp_path: Path) -> None:
    async def test() -> None:
        store = FullStore(tmp_path)
        async with serving(tmp_path, store, bot_delay=(0.3, 0.3)) as site:
            ada = site.browser()
            table = await ada.open("outlawed", players=2, bots=1, clock="none", **{"options.first_player": "1"})
            await ada.done(table, "start")
            first = await site.server.hall.get(table)
            store.full = True
            await until(lambda: first.gone)
            assert site.server.hall.live == []
            with pytest.raises(OSError, match="No space"):
                await site.server._round()
            store.full = False
            await site.server._round()
            await until(lambda: site.server.hall.live[0].view(None, "en").decision.waits_for == (0,))  # type: ignore[union-attr]

    run(test())


def test_clock_of_a_table_that_was_read_anew_runs(tmp_path: Path, wall: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk was full as the clock ran out; what the clock of the table that failed does later does not concern the new one."""
    monkeypatch.setattr(clocks, "AGAIN", 0.05)

    async def test() -> None:
        store = FullStore(tmp_path)
        async with serving(tmp_path, store, bot_delay=(60.0, 60.0)) as site:
            table, *_ = await two_at_outlawed(site, clock="decision", seconds="30", bank="0")
            first = await site.server.hall.get(table)
            store.full = True
            wall.ahead += 31
            site.server.clocks.wind(first)
            await until(lambda: first.gone)
            wall.ahead -= 31
            store.full = False
            again = await site.server.hall.get(table)
            assert list(site.server.clocks._timers) == [again]
            await asyncio.sleep(0.2)
            assert list(site.server.clocks._timers) == [again]

    run(test())


def test_finished_game_that_could_not_be_noted_is_noted_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, games = site.browser(), site.server.store.games
            add, refused = games.add, Future[None]()
            refused.set_exception(OSError(28, "No space left on device"))
            monkeypatch.setattr(games, "add", lambda row, people: refused)
            table = await short_game(ada)
            person = (await ada.view(table))["you"]
            monkeypatch.setattr(games, "add", add)
            assert games.of_person(person) == []
            await ada.done(table, "say", text="hello")
            await ada.done(table, "say", text="again")
            assert [row.table_id for row, _ in games.of_person(person)] == [table]

    run(test())


def test_database_out_of_reach_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            site.server.hall.forget(await site.server.hall.get(table))
            events = site.server.store.tables.events

            def fail(table_id: str) -> Any:
                raise OutOfReach

            monkeypatch.setattr(site.server.store.tables, "events", fail)
            assert (await ada.get(f"/t/{table}")).status_code == 503
            site.server._sleeping[table] = 0.0
            await site.server._round()
            assert table in site.server._sleeping, "it is tried again"
            monkeypatch.setattr(site.server.store.tables, "events", events)
            await site.server._round()
            assert [live.id for live in site.server.hall.live] == [table]
            assert (await ada.get(f"/t/{table}")).status_code == 200

    run(test())
