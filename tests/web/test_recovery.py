"""``kill -9``, at any moment: what was acknowledged is there, once, and everyone goes on where they were."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from websockets.exceptions import WebSocketException

from doublecross.games.outlawed import GAME
from doublecross.store.schema import EVENTS
from doublecross.store.store import Store
from doublecross.tables.events import Stored, decode
from doublecross.tables.table import Table
from tests.web.playing import next_command
from tests.web.serving import Browser, run, serving
from tests.web.test_push import three_in_a_robbery

KILLS = 15
FAULTS = ["before 4", "between 5", "after 6"]
"""The first kills come at these points; the others at a random moment."""
VERSION = re.compile(r'data-version="(\d+)"')
PATIENCE = 60.0
"""Seconds within which a server that is to die at a point has come to it."""
LOST = (httpx.TransportError, WebSocketException, OSError)


class Process:
    """A server of its own process."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "tests.web.crashing", str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def begin(self, fault: str) -> int:
        """Let it serve; its port."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "loaded\n"
        self.process.stdin.write(fault + "\n")
        self.process.stdin.close()
        return int(self.process.stdout.readline())

    def end(self) -> int:
        """Kill it, unless it has killed itself."""
        self.process.kill()
        code = self.process.wait(10)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            pipe.close()
        return code


class Player:
    """Somebody who plays on through every crash: a command that was not answered is sent again, with the same key."""

    def __init__(self, number: int) -> None:
        self.name, self.rng = f"P{number}", random.Random(number)
        self.browser = Browser("http://127.0.0.1", {})
        self.acknowledged: list[str] = []
        self.unanswered: dict[str, Any] | None = None
        self.version = -1

    def turn_to(self, port: int) -> None:
        """The server has another port now, which a browser would not notice behind a proxy."""
        url = f"http://127.0.0.1:{port}"
        self.browser.base_url, self.browser.own = url, {"origin": url}  # type: ignore[assignment]

    async def play(self, table: str) -> None:
        """Until the server is gone."""
        try:
            await asyncio.gather(self._watch(table), self._act(table))
        except LOST:
            # Connections that a dead server left open are of no use to the next one.
            await self.browser.aclose()
            jar = self.browser.cookies
            self.browser = Browser("http://127.0.0.1", {})
            self.browser.cookies = jar

    async def _act(self, table: str) -> None:
        while True:
            command = self.unanswered or await self._next(table)
            if command is None:
                await asyncio.sleep(0.002)
                continue
            self.unanswered = command
            answer = await self.browser.act(table, **command)
            assert answer.status_code in (200, 409, 503), answer.text
            if answer.status_code == 200:
                self.acknowledged.append(command["key"])
            self.unanswered = None

    async def _next(self, table: str) -> dict[str, Any] | None:
        shown = self.version  # a newer frame may overtake the answer
        view = await self.browser.view(table)
        assert view["version"] >= shown, "something that was shown is gone"
        self.version = max(self.version, view["version"])
        key = secrets.token_urlsafe(9)
        if view["phase"] != "playing":
            return {"do": "rematch" if view["phase"] == "over" else "start", "key": key} if view["host"] else None
        if self.rng.random() < 0.2:
            return {"do": "say", "text": key, "key": key}
        command = next_command(view, self.rng)
        return None if command is None else {**command, "key": key}

    async def _watch(self, table: str) -> None:
        async with self.browser.live(table) as socket:
            while True:
                frame = str(await socket.recv())
                self.version = max(self.version, int(VERSION.findall(frame)[0]))


def stored(folder: Path, table: str) -> list[Stored]:
    """The events of a table, read by a store of our own."""
    store = Store(folder)
    try:
        return [decode(row.body) for row in store.tables.events(table)]
    finally:
        store.close()


def check(events: Sequence[Stored], players: Sequence[Player]) -> None:
    """Nothing acknowledged is missing, nothing happened twice, and the events lead to a table."""
    runs: dict[tuple[str | None, str], list[int]] = defaultdict(list)
    for event in events:
        runs[event.by, event.key].append(event.number)
    for numbers in runs.values():
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    said = [event.fact.text for event in events if type(event.fact).__name__ == "Said"]
    assert len(said) == len(set(said))
    keys = {key for _, key in runs}
    for player in players:
        assert [key for key in player.acknowledged if key not in keys] == []
    assert Table.from_events(events).state.number == len(events)


async def killed(folder: Path, faults: Sequence[str], seed: int, game: str = "most-wanted") -> int:
    """Three people and a bot play on while their server is killed once for each fault; how many commands were acknowledged."""
    rng, players = random.Random(seed), [Player(number) for number in range(3)]
    table, process = "", Process(folder)
    following = process
    try:
        for number, fault in enumerate(faults):
            port, following = process.begin(fault), Process(folder)
            for player in players:
                player.turn_to(port)
            if not table:
                table = await players[0].browser.open(game, players=4, bots=1, bot="random", name="P0", clock="none")
                await players[1].browser.done(table, "sit", name="P1")
                await players[2].browser.done(table, "sit", name="P2")
            playing = asyncio.gather(*(player.play(table) for player in players))
            if fault:
                await asyncio.wait_for(playing, PATIENCE)
            else:
                await asyncio.sleep(rng.uniform(0.05, 0.4))
            assert process.end() == -signal.SIGKILL
            await asyncio.wait_for(playing, 10)
            check(stored(folder, table), players)
            process = following
            last = number == len(faults) - 1  # early kills can come before anyone was answered
            assert not last or sum(len(player.acknowledged) for player in players) > 0
    finally:
        for each in {process, following}:
            each.end()
        for player in players:
            await player.browser.aclose()
    return sum(len(player.acknowledged) for player in players)


def test_kill_at_any_moment(tmp_path: Path) -> None:
    async def test() -> None:
        await killed(tmp_path, [*FAULTS, *[""] * (KILLS - len(FAULTS))], seed=3)

    run(test())


def test_choices_made_face_down_outlive_a_crash(tmp_path: Path) -> None:
    """Two of three have laid down their cards when the server stops; the third goes on as if nothing had been."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            table, people, declarer, decision = await three_in_a_robbery(site)
            tokens = [choice["token"] for choice in (await people[declarer].view(table))["ask"]["choices"]]
            await people[declarer].done(table, "draft", decision=decision, choice=" ".join(tokens[:2]))
            await people[declarer].done(table, "ready", decision=decision)
            before = [await person.view(table) for person in people]
            jars = [person.cookies for person in people]
        async with serving(tmp_path) as site:
            again = [site.browser() for _ in people]
            for browser, jar in zip(again, jars, strict=True):
                browser.cookies = jar
            assert [await person.view(table) for person in again] == before
            for seat in (declarer + 1, declarer + 2):
                await again[seat % 3].done(table, "ready", decision=decision)
            assert (await again[declarer].view(table))["decision"]["id"] != decision

    run(test())


def test_damaged_table_is_stopped_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            tables = [await ada.open() for _ in range(2)]
            jar = ada.cookies
        store = Store(tmp_path)
        event = (EVENTS.c.table_id == tables[0]) & (EVENTS.c.seq == 2)
        store._writer.submit(lambda connection: connection.execute(update(EVENTS).where(event).values(body=b"{}"))).result()
        store.close()
        async with serving(tmp_path) as site:
            ada = site.browser()
            ada.cookies = jar
            stopped = await ada.get(f"/t/{tables[0]}")
            assert stopped.status_code == 410
            assert "event 2" in stopped.text
            assert (await ada.act(tables[0], "say", text="x")).status_code == 410
            await ada.done(tables[1], "say", text="hello")
            assert "doublecross_stopped_tables 1.0" in (await ada.get("/metrics")).text

    run(test())


def test_other_rules_stop_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that was begun by other rules is not folded by these; nor is it changed."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", bots=2, clock="none")
            await ada.done(table, "start")
            jar = ada.cookies
        before = stored(tmp_path, table)
        object.__setattr__(GAME, "rules_version", GAME.rules_version + 1)
        try:
            async with serving(tmp_path) as site:
                ada = site.browser()
                ada.cookies = jar
                answer = await ada.get(f"/t/{table}")
                assert answer.status_code == 410
                assert "rules" in answer.text
        finally:
            object.__setattr__(GAME, "rules_version", GAME.rules_version - 1)
        assert stored(tmp_path, table) == before

    run(test())
