"""What goes on beside the requests: clocks, outages, bots, presence, lists."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from doublecross.bots.bot import Decision
from doublecross.store.tables import EventRow, Summary, TableRow
from doublecross.tables.table import Table
from doublecross.web import bot_driver, clocks, presence
from doublecross.web.hall import Hall
from doublecross.web.live import event_rows
from tests.web.going import Time, two_at_outlawed, until
from tests.web.serving import Site, newest, quiet, run, serving


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Time that can be put forward."""
    return Time(monkeypatch)


def test_clock_runs_out(tmp_path: Path, wall: Time) -> None:
    """A bot stands in, everybody hears of it, and the seat is given back."""

    async def test() -> None:
        async with serving(tmp_path, bot_delay=(60.0, 60.0)) as site:
            table, people, turn = await two_at_outlawed(site, clock="decision", seconds="30", bank="0")
            live = await site.server.hall.get(table)
            ((due, _, seat),) = live.table.deadlines
            assert seat == turn
            assert due == pytest.approx(live.row.touched_at + 30)
            async with people[1 - turn].live(table) as socket:
                await newest(socket, 'id="table"')
                wall.ahead += 31
                site.server.clocks.wind(live)
                await newest(socket, 'id="table"')
            assert (await people[turn].view(table))["seats"][turn]["bot"]
            await people[turn].done(table, "take-back")
            assert not (await people[turn].view(table))["seats"][turn]["bot"]

    run(test())


def test_nothing_runs_out_early(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            table, people, turn = await two_at_outlawed(site, clock="decision", seconds="30", bank="0")
            async with people[turn].live(table) as socket:
                await newest(socket, 'id="table"')
                assert await quiet(socket)
            live = await site.server.hall.get(table)
            assert len(site.server.clocks._timers) == 1
            site.server.clocks.stop(live)
            assert site.server.clocks._timers == {}

    run(test())


def test_an_outage_costs_nobody_time(tmp_path: Path, wall: Time) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            table, people, _ = await two_at_outlawed(site, clock="decision", seconds="30", bank="0")
            ((due, _, _),) = (await site.server.hall.get(table)).table.deadlines
            jar = people[0].cookies
        wall.ahead += 3600
        for outage in (3600, 0):
            async with serving(tmp_path) as site:
                await until(lambda site=site: site.server.hall.live)  # the server itself reads what is being played
                ((after, _, _),) = (await site.server.hall.get(table)).table.deadlines
                assert after - due == pytest.approx(outage, abs=8)
                due = after
                again = site.browser()
                again.cookies = jar
                assert (await again.view(table))["phase"] == "playing"

    run(test())


def test_machine_that_sleeps_costs_nobody_time(tmp_path: Path, wall: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop whose lid was closed for an hour: no clock runs out before everyone has that hour back."""
    monkeypatch.setattr(clocks, "SLEPT", 10.0)

    async def test() -> None:
        async with serving(tmp_path, bot_delay=(60.0, 60.0)) as site:
            tables = [(await two_at_outlawed(site, clock=kind, seconds="30", days="2", bank="0"))[0] for kind in ("decision", "days")]
            decision, days = [await site.server.hall.get(table) for table in tables]
            before = [live.table.deadlines[0][0] for live in (decision, days)]
            days.used -= 1000
            site.server._let_go(days)
            assert site.server.hall.live == [decision]
            wall.ahead += 3600
            site.server.clocks.wind(decision)
            await until(lambda: decision.table.deadlines[0][0] != before[0])
            await until(lambda: len(site.server.hall.live) == 2 and not site.server.clocks._making_up)
            after = [(await site.server.hall.get(table)).table.deadlines[0][0] for table in tables]
            assert [late - early for late, early in zip(after, before, strict=True)] == pytest.approx([3600, 3600], abs=30)
            assert not any(seat.timed_out or seat.bot for seat in decision.view(None, "en").seats)

    run(test())


@pytest.mark.parametrize("reads_tables", [True, False])
def test_server_that_stops_again_at_once_neither_loses_an_outage_nor_counts_it_twice(
    reads_tables: bool, tmp_path: Path, wall: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It starts after an hour, perhaps reads the tables, and is killed before it has noted that it lives; then an hour passes again."""

    async def due(site: Site) -> float:
        await until(lambda: site.server._woken and site.server.hall.live)
        return site.server.hall.live[0].table.deadlines[0][0]

    async def never(hall: Hall) -> list[str]:
        return await asyncio.Future()

    async def test() -> None:
        async with serving(tmp_path) as site:
            await two_at_outlawed(site, clock="decision", seconds="30", bank="0")
            before = await due(site)
        beat = site.server.hall._absence.back
        wall.ahead += 3600
        with monkeypatch.context() as patch:
            if not reads_tables:
                patch.setattr(Hall, "went_on", never)
            async with serving(tmp_path) as site:
                await until(lambda: site.server._woken == reads_tables)
                await site.server._round()
                last = site.server.store.last_beat()
                assert last is not None
                assert (last > beat + 3600) == reads_tables
                site.server._woken = False
                await asyncio.wrap_future(site.server.store.beat(beat))
        wall.ahead += 3600
        async with serving(tmp_path) as site:
            assert await due(site) - before == pytest.approx(7200, abs=30)

    run(test())


def test_whoever_was_away_is_still_away_when_the_table_is_read_again(tmp_path: Path) -> None:
    """Their seat stays with the bot that stands in until they come themselves."""

    async def test() -> None:
        async with serving(tmp_path, bot_delay=(60.0, 60.0)) as site:
            table, people, _ = await two_at_outlawed(site, clock="none")
            bo = (await people[1].view(table))["you"]
            await presence.announce(await site.server.hall.get(table), bo, back=False)
            await people[0].done(table, "stand-in", seat="1", bot="random")
            jars = [person.cookies for person in people]
        async with serving(tmp_path, bot_delay=(60.0, 60.0)) as site:
            ada, bo_again = site.browser(), site.browser()
            ada.cookies, bo_again.cookies = jars
            await site.server.hall.get(table)
            await site.server._round()
            seat = (await ada.view(table))["seats"][1]
            assert (seat["away"], seat["bot"]) == (True, "random")
            seat = (await bo_again.view(table))["seats"][1]
            assert (seat["away"], seat["bot"]) == (False, "")

    run(test())


def test_game_that_began_at_the_very_end_goes_on(tmp_path: Path) -> None:
    """The events of the start were kept; that the lists know of it was not any more."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", bots=2, clock="none")
            await ada.done(table, "start")
            site.server.store.tables.summarise(table, Summary("outlawed", 1, "over", False, "Ada")).result()
        async with serving(tmp_path) as site:
            await until(lambda: site.server.hall.live)
            assert [live.row.phase for live in site.server.hall.live] == ["playing"]

    run(test())


def test_table_of_a_game_that_is_not_there_any_more_is_stopped_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", bots=2, clock="none")
            await ada.done(table, "start")
            logs, now = site.server.store.tables, time.time() + 60
            opened = Table.open("odd", "ODD", game="outlawed", players=2, now=now)[0]
            fact: Any = opened.fact
            other = replace(opened, fact=replace(fact, settings=replace(fact.settings, game="no-game")))
            logs.create(TableRow("odd", "ODD", "no-game", 1, "lobby", True, "", "p1", now, now), event_rows([other])).result()
        async with serving(tmp_path) as site:
            await until(lambda: site.server.hall.live)
            assert [live.id for live in site.server.hall.live] == [table]
            assert (await site.browser().get("/t/odd")).status_code == 410

    run(test())


def test_idle_table_leaves_memory_and_comes_back_when_it_is_wanted(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, idle_seconds=0.0) as site:
            ada = site.browser()
            table = await ada.open()
            hall = site.server.hall
            async with ada.live(table) as socket:
                await newest(socket, "Ada")
                live = await hall.get(table)
                await site.server._round()
                assert hall.live == [live], "somebody is connected"
            await until(lambda: not live.busy)
            await site.server._round()
            assert (hall.live, live.gone) == ([], True)
            assert (await ada.view(table))["seats"][0]["name"] == "Ada"

    run(test())


def test_sleeping_table_wakes_for_its_clock(tmp_path: Path, wall: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table by days is not kept in memory, and hears of its time all the same."""

    async def test() -> None:
        async with serving(tmp_path, idle_seconds=0.0, bot_delay=(60.0, 60.0)) as site:
            table, _, turn = await two_at_outlawed(site, clock="days", days="2")
            hall = site.server.hall
            site.server._let_go(await hall.get(table))
            assert hall.live == []
            await site.server._round()
            assert hall.live == []
            wall.ahead += 2 * 86_400 - 5
            await site.server._round()
            assert [live.id for live in hall.live] == [table]
            wall.ahead += 10
            site.server.clocks.wind(hall.live[0])
            await until(lambda: hall.live[0].view(None, "en").seats[turn].bot)

    run(test())


class Failing:
    """A bot that fails, or chooses what it must not."""

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, decision: Decision) -> int:
        if self.how == "raises":
            raise RuntimeError("out of luck")
        return next(action for action in range(64) if action not in decision.legal)


@pytest.mark.parametrize("how", ["raises", "illegal"])
def test_failing_bot_is_replaced(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = bot_driver.registered_bot
    monkeypatch.setattr(bot_driver, "registered_bot", lambda name, *rest: Failing(how) if name == "random" else make(name, *rest))

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", players=3, bots=2, bot="random", clock="none", **{"options.first_player": "1"})
            await ada.done(table, "start")
            live = await site.server.hall.get(table)
            await until(lambda: live.view(None, "en").decision.waits_for == (0,))  # type: ignore[union-attr]
            metrics = (await ada.get("/metrics")).text
            number = float(metrics.split('\ndoublecross_bot_failures_total{why="raised"} ')[1].split("\n")[0])
            chosen = sum(1 for row in site.server.store.tables.events(table) if row.kind == "Chosen")
            assert number == chosen > 0

    run(test())


def test_who_goes_is_away_and_who_comes_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open()
            await bo.done(table, "sit", name="Bo")
            async with ada.live(table) as first, bo.live(table) as second:
                await newest(first, "Bo")
                await newest(second, "Bo")
                monkeypatch.setattr(presence, "RELOAD_SECONDS", 0.0)
                await site.server._round()
                assert not (await ada.view(table))["seats"][1]["away"]
                await second.close()
                await until(lambda: len(site.server.hall.live[0].wakers) == 1)
                await site.server._round()
                assert (await ada.view(table))["seats"][1]["away"]
            async with bo.live(table) as again:
                await newest(again, "Bo")
                assert not (await ada.view(table))["seats"][1]["away"]

    run(test())


def test_page_without_a_connection_speaks_for_its_reader_longer(tmp_path: Path) -> None:
    """Without JavaScript a page is asked for seldom; a connection that is lost comes back soon, or somebody has gone."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            live, person = await site.server.hall.get(table), (await ada.view(table))["you"]
            for connected, seconds, away in ((False, 60, False), (False, 100, True), (True, 60, True)):
                await presence.arrive(live, person)
                if connected:
                    async with ada.live(table) as socket:
                        await newest(socket, "Ada")
                    await until(lambda: not live.busy)
                live.seen[person] -= seconds
                await presence.call_the_roll(live)
                assert live.table.presence[person] == away

    run(test())


def test_open_table_leaves_the_list(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open(listed="true")
            await ada.open()  # for who has the link
            await ada.open(name="Ada2")
            listed = (await bo.get("/api/v1/tables")).json()
            assert [(line["names"], line["seated"], line["players"], line["table"]) for line in listed] == [("Ada", 1, 3, "")]
            (await site.server.hall.get(table)).used -= 3601.0
            assert (await bo.get("/api/v1/tables")).json() == []
            async with ada.live(table) as socket:
                await newest(socket, "Ada")
                assert len((await bo.get("/api/v1/tables")).json()) == 1

    run(test())


def test_lists_follow_what_goes_on_at_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            tables = site.server.store.tables

            def listed(table: str) -> tuple[str, str] | None:
                row = tables.get(table)
                return row and (row.phase, row.names)

            ada, bo = site.browser(), site.browser()
            table = await ada.open("outlawed", players=2)
            await until(lambda: listed(table) == ("lobby", "Ada"))
            await bo.done(table, "sit", name="Bo")
            await until(lambda: listed(table) == ("lobby", "Ada, Bo"))
            await ada.done(table, "start")
            await until(lambda: listed(table) == ("playing", "Ada, Bo"))

    run(test())


def test_open_table_is_listed_again_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            await ada.open(listed="true")
            await ada.open()
        async with serving(tmp_path, idle_seconds=0.0) as site:
            await until(lambda: any(live.row.public for live in site.server.hall.live))
            assert len((await site.browser().get("/api/v1/tables")).json()) == 1
            await site.server._round()
            assert len((await site.browser().get("/api/v1/tables")).json()) == 1

    run(test())


def test_finished_games_are_deleted_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, though not all at once."""

    async def test() -> None:
        async with serving(tmp_path, keep_days=30) as site:
            ada = site.browser()
            *finished, lobby = [await ada.open() for _ in range(3)]
            logs = site.server.store.tables
            monkeypatch.setattr(logs, "forget", partial(logs.forget, most=1))
            for table in finished:
                logs.append(table, [old(site, table)]).result()
                logs.summarise(table, Summary("most-wanted", 1, "over", False, "Ada")).result()
            await site.server._round()
            assert [row.id for row in logs.of_person((await ada.view(lobby))["you"])] == [lobby]

    run(test())


def old(site: Site, table: str) -> Any:
    """One more event of a table, from the first day of all."""
    return EventRow(len(site.server.store.tables.events(table)) + 1, "Said", b"{}", 1.0)
