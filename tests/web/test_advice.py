"""Advice over the server: hints for who is asked, reviews for who sat there, from a process that may fail."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from doublecross.advice.worker import Answer, HintTask, ReadyTask, ReviewTask, Step, work
from doublecross.bots.bot import Decision
from doublecross.kernel.position import new
from doublecross.kernel.savefile import save
from doublecross.tables.refusals import Refusal
from doublecross.web.advice import lane as lanes
from doublecross.web.advice.lane import Lane
from tests.web.finishing import short_game
from tests.web.serving import UNLIMITED, Browser, run, serving


async def reviewed(browser: Browser, path: str) -> str:
    """The page of a review, once it is there."""
    for _ in range(600):
        page = (await browser.get(path)).text
        if 'http-equiv="refresh"' not in page:
            return page
        assert "<progress" in page
        await asyncio.sleep(0.2)
    raise AssertionError("the review does not end")


def test_a_review_is_made_for_those_who_sat_there(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, watcher = site.browser(), site.browser()
            table = await short_game(ada)
            await watcher.done(table, "watch", name="Zoe")
            path = f"/t/{table}/games/1/review"
            assert f'href="{path}"' in (await ada.get(f"/t/{table}")).text
            assert f'href="{path}"' not in (await watcher.get(f"/t/{table}")).text
            assert (await watcher.get(path)).status_code == 404
            assert (await watcher.post(path)).status_code == 404
            assert "<progress" not in (await ada.get(path)).text
            assert (await ada.post(path)).headers["location"] == path
            page = await reviewed(ada, path)
            assert "<svg" in page
            assert 'style="' not in page
            assert f"/t/{table}/games/1/" in page
            steps = re.findall(rf'href="(/t/{table}/games/1/\d+\?as=\d)"', page)
            assert steps
            assert (await ada.get(steps[0].replace("&amp;", "&"))).status_code == 200
            spanish = site.browser(**{"accept-language": "es"})
            spanish.cookies = ada.cookies
            said = (await spanish.get(path)).text
            assert "mentira" in said
            assert "Chances to win" not in said
            assert await reviewed(ada, path) == page

    run(test())


def test_a_save_file_that_was_sent_up_is_reviewed_too(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await short_game(ada)
            data = (await ada.get(f"/t/{table}/save")).content
            answer = await bo.post("/replays", files={"file": ("game.jsonl", data)})
            path = answer.headers["location"].partition("?")[0].removesuffix("/0") + "/review"
            assert (await bo.post(path)).headers["location"] == path
            assert "<svg" in await reviewed(bo, path)
            assert (await bo.post("/replays/none/review")).status_code == 404

    run(test())


def test_hints_are_for_who_is_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, rates=replace(UNLIMITED, advice="2/day")) as site:
            ada, bo, watcher = site.browser(), site.browser(), site.browser()
            table = await ada.open("outlawed", 2, hints="true")
            await bo.done(table, "sit", name="Bo")
            await watcher.done(table, "watch", name="Zoe")
            assert (await ada.get(f"/t/{table}/hint")).status_code == 409
            await ada.done(table, "start")
            asked, other = (ada, bo) if (await ada.view(table))["ask"] else (bo, ada)
            before = (await asked.view(table))["version"], (await other.view(table))["version"]
            page = await asked.get(f"/t/{table}/hint")
            assert page.status_code == 200
            assert page.headers["cache-control"] == "no-store"
            assert "You win the game in about" in page.text
            part = await asked.get(f"/t/{table}/hint?part")
            assert "<html" not in part.text
            assert "You win the game in about" in part.text
            assert (await asked.get(f"/t/{table}/hint")).status_code == 429
            assert (await other.get(f"/t/{table}/hint")).status_code == 409
            assert (await watcher.get(f"/t/{table}/hint")).status_code == 409
            assert ((await asked.view(table))["version"], (await other.view(table))["version"]) == before

    run(test())


def test_without_hints_there_are_none(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", 2, bots=1)
            await ada.done(table, "start")
            answer = await ada.get(f"/t/{table}/hint")
            assert answer.status_code == 409
            assert "without hints" in answer.text

    run(test())


def task() -> HintTask:
    position = new("outlawed", players=2, seed=3, beginner=True)
    return HintTask([Decision(position, min(position.to_act)).to_bytes()], "en", ["Ada", "Bo"], 1)


def test_the_process_works_and_bad_tasks_do_not_end_it() -> None:
    told: list[Any] = []
    assert work(task(), told.append).hints[0]
    assert work(HintTask([b"nonsense"], "en", [], 0), told.append) == Answer(error="BadInput")
    assert work(ReviewTask(b"nonsense"), told.append) == Answer(error="BadInput")
    assert not told


def test_hints_are_made_ready_as_soon_as_a_table_allows_them(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            await ada.open("outlawed", players=2)
            assert not site.server.hints._prepared
            await ada.open("outlawed", players=2, hints="true")
            await site.server.hints._prepared["outlawed"]
            process = site.server.hints._process
            assert process is not None
            assert process.returncode is None

    run(test())


def test_making_ready_is_a_task_like_others() -> None:
    assert work(ReadyTask("outlawed"), print) == Answer()
    assert work(ReadyTask("chess"), print) == Answer(error="BadInput")


def test_a_process_that_dies_is_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        lane = Lane(60)
        try:
            assert (await lane.ask(task())).hints
            assert lane._process is not None
            first = lane._process.pid
            lane._process.kill()
            await lane._process.wait()
            assert (await lane.ask(task())).hints
            assert lane._process.pid != first
            with pytest.raises(Refusal, match="No advice"):
                await lane.ask(HintTask([b"nonsense"], "en", [], 0))
            assert (await lane.ask(task())).hints
        finally:
            await lane.close()

    run(test())


def test_what_takes_too_long_is_ended_and_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        lane = Lane(0.05)
        with pytest.raises(Refusal, match="No advice"):
            await lane.ask(task())
        assert lane._process is None
        monkeypatch.setattr(lanes, "MOST_WAITING", 0)
        with pytest.raises(Refusal, match="Many are asking"):
            await lane.ask(task())
        await lane.close()

    run(test())


def test_whoever_goes_away_leaves_no_answer_to_the_next() -> None:
    async def test() -> None:
        lane = Lane(60)
        try:
            await lane.ask(task())
            gone = asyncio.create_task(lane.ask(task()))
            await asyncio.sleep(0.01)
            gone.cancel()
            await asyncio.gather(gone, return_exceptions=True)
            assert len((await lane.ask(task())).hints) == 1
        finally:
            await lane.close()

    run(test())


def test_steps_of_a_review_are_told() -> None:
    position = new("outlawed", players=2, seed=3, beginner=True, round_limit=1)
    while not position.is_over:
        seat = min(position.to_act)
        position.apply(seat, position.legal(seat)[0])
    told: list[Any] = []
    answer = work(ReviewTask(save(position)), told.append)
    assert answer.review is not None
    assert isinstance(told[-1], Step)
    assert told[-1].done == told[-1].total
