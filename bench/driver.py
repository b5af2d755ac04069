"""Plays at many live tables at once through real sockets: four seats each, every one with an open WebSocket.

Whoever is asked reads the JSON view and answers by POST with a random legal choice, as the bot ``random`` does. Measured is the time from
the POST until the new page has come to each of the others; a table makes its next choice only after that.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from bench.wire import Counting, Line, watch

SEATS = 4
TOGETHER = 16
"""Tables that are opened at the same time."""
LATEST = 5.0
"""A frame that has not come by then counts as missing."""


@dataclass
class Found:
    """What was measured in one run."""

    actions: int = 0
    refused: int = 0
    missing: int = 0
    requests: int = 0
    pushes: int = 0
    pushed_bytes: int = 0
    arrivals: list[float] = field(default_factory=list)


class Table:
    """One table and its four players."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.rng, self.line = port, random.Random(number), Line(port)
        self.tokens: list[str] = []
        self.id = ""
        self.found = Found()
        self.sockets: list[Counting] = []
        self._keys = 0
        self._sent = 0.0
        self._missing: set[int] = set()
        self._all_here = asyncio.Event()

    async def _ask(self, method: str, path: str, seat: int | None = None, body: Any = None) -> tuple[int, Any]:
        self.found.requests += 1
        return await self.line.ask(method, path, "" if seat is None else self.tokens[seat], body)

    async def command(self, by: int, **fields: Any) -> bool:
        """Give a command in a seat's name; whether it was carried out."""
        self._keys += 1
        status, _ = await self._ask("POST", f"/api/v1/tables/{self.id}/commands", by, {"key": f"k{self._keys}", **fields})
        return status == 200

    async def open(self) -> None:
        """Four programs sit down and begin."""
        for seat in range(SEATS):
            _, person = await self._ask("POST", "/api/v1/people", body={"name": f"P{seat}"})
            self.tokens.append(person["token"])
        opening = {"game": "most-wanted", "players": SEATS, "name": "P0", "clock": "none"}
        _, opened = await self._ask("POST", "/api/v1/tables", 0, opening)
        self.id = opened["table"]
        for seat in range(1, SEATS):
            await self.command(seat, do="sit", name=f"P{seat}")
        await self.command(0, do="start")

    async def watch(self, seat: int, here: asyncio.Semaphore) -> None:
        """Receive what is pushed to a seat; `here` is released at the first frame."""
        async with watch(self.port, self.id, self.tokens[seat]) as socket:
            assert isinstance(socket, Counting)
            self.sockets.append(socket)
            await socket.recv()
            here.release()
            async for frame in socket:
                self.found.pushes += 1
                self.found.pushed_bytes += len(frame)
                if seat in self._missing:
                    self.found.arrivals.append(time.perf_counter() - self._sent)
                    self._missing.discard(seat)
                    if not self._missing:
                        self._all_here.set()

    async def play(self, found: Found, pause: float, end: float) -> None:
        """One choice after the other until the time is over; no more often than once in `pause` seconds."""
        self.found, seat = found, 0
        due = time.perf_counter() + self.rng.uniform(0, pause)
        while due < end:
            await asyncio.sleep(due - time.perf_counter())
            if time.perf_counter() > end:
                return
            seat = await self._choose(seat)
            due = max(due + pause, time.perf_counter())

    async def _choose(self, seat: int) -> int:
        """Whoever is asked chooses, beginning the search with this seat; who is asked next, as far as is known."""
        _, view = await self._ask("GET", f"/api/v1/tables/{self.id}", seat)
        if view["phase"] == "over":
            await self.command(0, do="rematch")
            return 0
        command = choice_of(view, self.rng)
        if command is None:
            waited = view["decision"]["waits_for"] if view["decision"] else []
            seat = self.rng.choice(waited) if waited else (seat + 1) % SEATS
            _, view = await self._ask("GET", f"/api/v1/tables/{self.id}", seat)
            command = choice_of(view, self.rng)
        if command is not None:
            await self._give(seat, command, set(range(SEATS)) - {seat} if seen_by_others(view, command) else set())
        return seat

    async def _give(self, seat: int, command: dict[str, Any], others: set[int]) -> None:
        self._all_here.clear()
        self._missing, self._sent = others, time.perf_counter()
        if not await self.command(seat, **command):
            self._missing.clear()
            self.found.refused += 1
            return
        self.found.actions += 1
        if self._missing:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._all_here.wait(), LATEST)
        self.found.missing += len(self._missing)
        self._missing.clear()


def choice_of(view: Any, rng: random.Random) -> dict[str, Any] | None:
    """A random legal answer to what a seat is asked."""
    ask = view["ask"]
    if ask is None or ask["ready"]:
        return None
    answer = {"decision": ask["decision"], "seat": ask["seat"]}
    if ask["kind"] == "robbery":
        if ask["draft"] is not None or (ask["may_stay_out"] and rng.random() < 0.5):
            return {"do": "ready", **answer}
        return {"do": "draft", "choice": _several(ask, rng), **answer}
    return {"do": "choose", "choice": _several(ask, rng) if ask["many"] > 1 else _path(ask["choices"], rng), **answer}


def _several(ask: Any, rng: random.Random) -> str:
    """So many cards as are asked for."""
    cards = [choice["token"] for choice in ask["choices"] for _ in range(choice["copies"])]
    return " ".join(rng.sample(cards, ask["many"]))


def _path(choices: Any, rng: random.Random) -> str:
    tokens = []
    while choices:
        choice = rng.choice(choices)
        tokens.append(choice["token"])
        choices = choice["then"]
    return " ".join(tokens)


def seen_by_others(view: Any, command: dict[str, Any]) -> bool:
    """Whether the others see that something was done: not if somebody who is in a robbery lays down cards face down."""
    return command["do"] != "draft" or not view["ask"]["inside"]


async def open_tables(port: int, wanted: int, seconds: float) -> list[Table]:
    """As many tables as are wanted, or as can be opened in this time."""
    begun, opened, numbers = time.perf_counter(), [], iter(range(wanted))

    async def some() -> None:
        for number in numbers:
            if time.perf_counter() - begun > seconds:
                return
            table = Table(port, number)
            await table.open()
            opened.append(table)
            if len(opened) % 50 == 0:
                print(f"server: {len(opened)} tables are open", file=sys.stderr)

    await asyncio.gather(*(some() for _ in range(TOGETHER)))
    return opened


async def connect_all(tables: list[Table], seconds: float) -> list[asyncio.Task[None]]:
    """A WebSocket for every seat; returns once each has had its first frame."""
    here, watching = asyncio.Semaphore(0), []
    async with asyncio.timeout(seconds):
        for table in tables:
            watching += [asyncio.create_task(table.watch(seat, here)) for seat in range(SEATS)]
            for _ in range(SEATS):
                await here.acquire()
    return watching
