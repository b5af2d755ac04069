"""Pushes: the newest view of each viewer, at once, and nothing to those who may not see that anything happened."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from doublecross.web.qr import qr_svg
from tests.web.serving import Browser, Site, newest, quiet, run, serving, timeless


async def three_in_a_robbery(site: Site) -> tuple[str, list[Browser], int, str]:
    """Three people in a game; the table, they, who has declared a robbery of two cards, and its decision."""
    people = [site.browser() for _ in range(3)]
    table = await people[0].open(players=3, name="Ada", clock="none")
    for person, name in zip(people[1:], ("Bo", "Cleo"), strict=True):
        await person.done(table, "sit", name=name)
    await people[0].done(table, "start")
    for _ in range(20):
        views = [await person.view(table) for person in people]
        ask = next(view["ask"] for view in views if view["ask"])
        if ask["kind"] == "robbery":
            declarer = next(seat for seat, view in enumerate(views) if view["ask"] and not view["ask"]["may_stay_out"])
            return table, people, declarer, ask["decision"]
        for person, view in zip(people, views, strict=True):
            asked = view["ask"]
            if asked and asked["kind"] == "draft":
                await person.done(table, "choose", decision=asked["decision"], choice=asked["choices"][0]["token"])
            elif asked:
                await person.done(table, "choose", decision=asked["decision"], choice="pony")
    raise AssertionError("no robbery")


def test_every_viewer_gets_the_newest_view(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open()
            async with ada.live(table) as first, site.browser().live(table) as watching:
                assert "Ada" in await newest(first, "Ada")
                await newest(watching, "Ada")
                await bo.done(table, "sit", name="Bo")
                await newest(first, "Bo")
                await newest(watching, "Bo")

    run(test())


def test_push_is_the_fragment_of_the_page(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            async with ada.live(table) as socket:
                frame = await newest(socket, 'id="table"')
            fragment = timeless((await ada.get(f"/t/{table}/view")).text)
            assert timeless(frame) == fragment
            assert fragment in timeless((await ada.get(f"/t/{table}")).text)

    run(test())


def test_the_screen_shows_what_a_stranger_sees_whoever_opens_it(tmp_path: Path) -> None:
    """Also somebody who sits at the table: the television may hang where everybody sees it."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, stranger = site.browser(), site.browser()
            table = await ada.open(bots=2, clock="none")
            await ada.done(table, "start")
            await until_called(ada, table)
            assert 'name="x.card"' in (await ada.get(f"/t/{table}")).text
            for path in (f"/t/{table}/screen", f"/t/{table}/view?screen"):
                own, others = [timeless((await browser.get(path)).text) for browser in (ada, stranger)]
                assert own == others
                assert 'name="x.card"' not in own
            async with ada.live(table, screen="") as mine, stranger.live(table, screen="") as theirs:
                frames = [timeless(str(await asyncio.wait_for(socket.recv(), 60))) for socket in (mine, theirs)]
            assert frames[0] == frames[1] == timeless((await stranger.get(f"/t/{table}/view")).text)

    run(test())


async def until_called(browser: Browser, table: str) -> None:
    """Wait until this browser's person has something to decide."""
    version = -1
    while not (view := await browser.view(table, after=version, wait=20))["ask"]:
        version = view["version"]


def test_every_viewer_is_pushed_their_own_language_and_addresses(tmp_path: Path) -> None:
    """One person reads in two languages, and by two of the server's addresses; no page of the one is taken for the other's."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            frames = {}
            for language, said in (("en", "before the game"), ("es", "antes de la partida")):
                async with ada.live(table, lang=language) as socket:
                    frames[language] = str(await asyncio.wait_for(socket.recv(), 60))
                assert said in frames[language]
                assert timeless(frames[language]) == timeless((await ada.get(f"/t/{table}/view?lang={language}")).text)
            said = {language: (await ada.get(f"/api/v1/tables/{table}?lang={language}")).json()["wanting"] for language in frames}
            assert said["en"] != said["es"]
            for host in ("saloon.test", "192.168.1.20:8000"):
                assert f'value="http://{host}/t/{table}"' in (await ada.get(f"/t/{table}/view", headers={"host": host})).text
            assert (await ada.get(f"/t/{table}/qr.svg", headers={"host": host})).text == qr_svg(f"http://{host}/t/{table}")

    run(test())


def test_conditional_get(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open()
            for path in (f"/t/{table}/view", f"/api/v1/tables/{table}"):
                tag = (await ada.get(path)).headers["etag"]
                again = await ada.get(path, headers={"if-none-match": tag})
                assert (again.status_code, again.content) == (304, b"")
                assert (await bo.get(path)).headers["etag"] != tag
                await ada.done(table, "say", text=f"hello {path}")
                assert (await ada.get(path, headers={"if-none-match": tag})).status_code == 200
                spanish = await ada.get(path, headers={"accept-language": "es"})
                assert spanish.headers["etag"] not in (tag, (await ada.get(path)).headers["etag"])

    run(test())


def test_a_swap_sends_nothing_to_others_and_moves_no_tag(tmp_path: Path) -> None:
    """Not a frame, not a version, not an ETag, not a place in a list: neither for another player nor for a spectator."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            table, people, declarer, decision = await three_in_a_robbery(site)
            mine, other, watcher = people[declarer], people[(declarer + 1) % 3], site.browser()
            hand = [choice["token"] for choice in (await mine.view(table))["ask"]["choices"]]
            await mine.done(table, "draft", decision=decision, choice=" ".join(hand[:2]))
            await other.open(listed="true")  # whatever happens at the first table from now on would put that one on top
            async with mine.live(table) as own, other.live(table) as theirs, watcher.live(table) as watching:
                for socket in (own, theirs, watching):
                    await newest(socket, 'id="table"')
                paths = [f"/t/{table}/view", f"/api/v1/tables/{table}"]
                lists = ("/", "/api/v1/tables")
                before = [(await who.get(path)).headers["etag"] for who in (other, watcher) for path in paths]
                listed = [(await other.get(path)).content for path in lists]
                version = (await other.view(table))["version"]
                waiting = asyncio.create_task(other.view(table, after=version, wait=20))
                for cards in (hand[1:3], hand[2:4], hand[:2]):
                    await mine.done(table, "draft", decision=decision, choice=" ".join(cards))
                await newest(own, 'id="table"')
                assert await quiet(theirs)
                assert await quiet(watching, 0.05)
                after = [(await who.get(path)).headers["etag"] for who in (other, watcher) for path in paths]
                assert after == before
                assert not waiting.done()
                waiting.cancel()
                assert [(await other.get(path)).content for path in lists] == listed

    run(test())


def test_who_is_slow_gets_the_latest_only(tmp_path: Path) -> None:
    """While a send is held up, ten things happen; the next frame is the tenth."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            live = await site.server.hall.get(table)
            async with ada.live(table) as socket:
                await newest(socket, 'id="table"')
                waker = next(iter(live.wakers))
                live.wakers.discard(waker)  # the pusher hears nothing for a while
                for number in range(10):
                    await ada.done(table, "say", text=f"line-{number}")
                live.wakers.add(waker)
                waker.set()
                frame = await asyncio.wait_for(socket.recv(), 60)
                assert "line-9" in str(frame)
                assert await quiet(socket, 0.1)

    run(test())


def test_a_page_that_was_drawn_before_holds_the_time_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By that time a browser sets its clock: a reload in the middle of a decision gives nobody more of it."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            early = (await ada.get(f"/t/{table}/view")).text
            later = time.time() + 30
            monkeypatch.setattr(time, "time", lambda: later)
            async with ada.live(table) as socket:
                frame = str(await asyncio.wait_for(socket.recv(), 60))
            for text in (frame, (await ada.get(f"/t/{table}/view")).text):
                assert f'data-now="{later:.1f}"' in text
                assert timeless(text) == timeless(early)
            await ada.done(table, "rename", name='data-now="1.0"')
            assert f'data-now="{later:.1f}"' in (await ada.get(f"/t/{table}/view")).text

    run(test())


def test_wait_for_change(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            version = (await ada.view(table))["version"]
            waiting = asyncio.create_task(ada.view(table, after=version, wait=20))
            await asyncio.sleep(0.05)
            assert not waiting.done()
            await ada.done(table, "say", text="hello")
            view = await asyncio.wait_for(waiting, 60)
            assert view["version"] > version
            assert view["chat_lines"][-1]["text"] == "hello"
            same = await ada.view(table, after=view["version"], wait=0.05)
            assert same["version"] == view["version"]
            for wrong in ("nan", "soon", ""):
                query = {"after": view["version"], "wait": wrong}
                assert (await ada.get(f"/api/v1/tables/{table}", params=query)).status_code == 400, wrong

    run(test())


def test_table_comes_back_by_itself_after_it_was_let_go(tmp_path: Path) -> None:
    """Idle tables leave memory and are the same when they come back; those who are connected keep theirs."""

    async def test() -> None:
        async with serving(tmp_path, idle_seconds=0.0) as site:
            ada = site.browser()
            table = await ada.open()
            await ada.done(table, "say", text="hello")
            before = await ada.view(table)
            hall = site.server.hall
            async with ada.live(table) as socket:
                await newest(socket, "hello")
                site.server._let_go(await hall.get(table))
                assert [live.id for live in hall.live] == [table]
            for _ in range(100):
                await asyncio.sleep(0.01)
                site.server._let_go(await hall.get(table))
                if not hall.live:
                    break
            assert hall.live == []
            assert await ada.view(table) == before

    run(test())
