"""Measures the live tables: ``python -m bench.server``. A server in a process of its own, and many tables that play through real sockets.

Every table has four people, each with an open WebSocket. Whoever is asked reads the JSON view and answers with a random legal choice by
POST; rules, fsync and rendering included. Measured is the time from the POST to the arrival of the new page at each of the others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

SEATS = 4
VERSION = re.compile(r'data-version="(\d+)"')
PORT = re.compile(r"port (\d+)")


@dataclass
class Found:
    """What was measured."""

    actions: int = 0
    refused: int = 0
    pushes: int = 0
    pushed_bytes: int = 0
    answers: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)


class Table:
    """One table: four tokens, four sockets, and who is asked what."""

    def __init__(self, address: str, client: httpx.AsyncClient, found: Found, number: int) -> None:
        self.address, self.client, self.found, self.rng = address, client, found, random.Random(number)
        self.tokens: list[str] = []
        self.id = ""
        self.sent: dict[int, float] = {}
        self.seen: dict[int, int] = defaultdict(int)
        self.keys = 0

    async def post(self, by: int, path: str, **body: Any) -> httpx.Response:
        """A call in a seat's name."""
        return await self.client.post(self.address + path, json=body, headers={"authorization": f"Bearer {self.tokens[by]}"})

    async def command(self, by: int, **fields: Any) -> httpx.Response:
        """A command in a seat's name."""
        self.keys += 1
        return await self.post(by, f"/api/v1/tables/{self.id}/commands", key=f"k{self.keys}", **fields)

    async def open(self) -> None:
        """Four people sit down and begin."""
        for seat in range(SEATS):
            answer = await self.client.post(self.address + "/api/v1/people", json={"name": f"P{seat}"})
            self.tokens.append(answer.json()["token"])
        opening = {"game": "most-wanted", "players": SEATS, "name": "P0", "clock": "none"}
        self.id = (await self.post(0, "/api/v1/tables", **opening)).json()["table"]
        for seat in range(1, SEATS):
            await self.command(seat, do="sit", name=f"P{seat}")
        await self.command(0, do="start")

    async def view(self, seat: int) -> Any:
        """What a seat sees."""
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        return json.loads((await self.client.get(f"{self.address}/api/v1/tables/{self.id}", headers=headers)).content)

    async def watch(self, seat: int) -> None:
        """Receive what is pushed to a seat."""
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        address = self.address.replace("http", "ws", 1)
        async with connect(f"{address}/t/{self.id}/live", additional_headers=headers, proxy=None, max_size=None) as socket:
            async for frame in socket:
                arrived = time.perf_counter()
                self.found.pushes += 1
                self.found.pushed_bytes += len(frame)
                self.seen[seat] += 1
                for other, sent in self.sent.items():
                    if other != seat:
                        self.found.arrivals.append(arrived - sent)

    async def play(self, pause: float, end: float) -> None:
        """Act, one seat after the other, until the time is over."""
        await asyncio.sleep(self.rng.uniform(0, pause))
        while time.perf_counter() < end:
            begun = time.perf_counter()
            acted = False
            for seat in range(SEATS):
                view = await self.view(seat)
                if view["phase"] == "over":
                    await self.command(0, do="start")
                    break
                command = choice_of(view, self.rng)
                if command is not None:
                    acted = True
                    await self._act(seat, command)
                    await asyncio.sleep(max(pause - (time.perf_counter() - begun), 0))
                    begun = time.perf_counter()
            if not acted:
                await asyncio.sleep(0.01)

    async def _act(self, seat: int, command: dict[str, Any]) -> None:
        sent = time.perf_counter()
        self.sent = {seat: sent}
        answer = await self.command(seat, **command)
        self.found.answers.append(time.perf_counter() - sent)
        self.found.actions += answer.status_code == 200
        self.found.refused += answer.status_code != 200
        await asyncio.sleep(0.05)  # what arrives later is not this action's
        self.sent = {}


def choice_of(view: Any, rng: random.Random) -> dict[str, Any] | None:
    """A random legal answer to what a seat is asked."""
    ask = view["ask"]
    if ask is None or ask["ready"]:
        return None
    answer = {"decision": ask["decision"], "seat": ask["seat"]}
    if ask["kind"] == "robbery":
        if ask["draft"] is not None or (ask["may_stay_out"] and rng.random() < 0.5):
            return {"do": "ready", **answer}
        cards = [choice["token"] for choice in ask["choices"]]
        return {"do": "draft", "choice": " ".join(rng.sample(cards, min(ask["many"], len(cards)))), **answer}
    tokens, choices = [], ask["choices"]
    while choices:
        choice = rng.choice(choices)
        tokens.append(choice["token"])
        choices = choice["then"]
    return {"do": "choose", "choice": " ".join(tokens), **answer}


def serve(folder: Path) -> None:
    """The server: without limits of frequency, as many people share one address here."""
    from doublecross.store.store import Store
    from doublecross.web.app import make_app
    from doublecross.web.logs import set_up_logging
    from doublecross.web.metrics import Metrics
    from doublecross.web.running import bind, run
    from doublecross.web.server import Server
    from doublecross.web.settings import Rates, Settings

    set_up_logging()
    many = "1000000/second"
    metrics = Metrics()
    settings = Settings(folder, rates=Rates(many, many, many, many, many, many), sockets_per_person=10**6)
    server = Server(settings, Store(folder, metrics.committed), metrics)
    with bind("127.0.0.1", 0) as listening:
        run(make_app(server), listening, (), lambda: print(f"port {listening.getsockname()[1]}", flush=True))


def usage(process: int) -> tuple[float, float]:
    """CPU seconds and MiB of a process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def measure(address: str, process: int, tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Open the tables, play, and say what was seen."""
    found = Found()
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(timeout=60, limits=limits) as client:
        playing = [Table(address, client, found, number) for number in range(tables)]
        for table in playing:
            await table.open()
        before_sockets = usage(process)[1]
        watching = [asyncio.create_task(table.watch(seat)) for table in playing for seat in range(SEATS)]
        while sum(len(table.seen) for table in playing) < len(watching):
            await asyncio.sleep(0.05)
        memory = usage(process)[1] - before_sockets
        found.pushes = found.pushed_bytes = 0
        cpu, begun = usage(process)[0], time.perf_counter()
        await asyncio.gather(*(table.play(tables / rate, begun + seconds) for table in playing))
        took = time.perf_counter() - begun
        cpu = usage(process)[0] - cpu
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return report(found, took, cpu, memory, len(watching))


def report(found: Found, took: float, cpu: float, memory: float, sockets: int) -> dict[str, Any]:
    """The figures."""

    def share(values: list[float], part: float) -> float:
        return round(1000 * sorted(values)[min(int(len(values) * part), len(values) - 1)], 1) if values else 0.0

    return {
        "actions_per_second": round(found.actions / took, 1),
        "refused": found.refused,
        "pushes_per_second": round(found.pushes / took, 1),
        "bytes_per_push": found.pushed_bytes // max(found.pushes, 1),
        "cpu_share": round(cpu / took, 2),
        "kib_per_socket": round(1024 * memory / sockets, 1),
        "answer_ms": {"p50": share(found.answers, 0.5), "p95": share(found.answers, 0.95), "p99": share(found.answers, 0.99)},
        "arrival_ms": {"p50": share(found.arrivals, 0.5), "p95": share(found.arrivals, 0.95), "p99": share(found.arrivals, 0.99)},
        "mean_arrival_ms": round(1000 * statistics.fmean(found.arrivals), 1) if found.arrivals else 0.0,
    }


def main() -> None:
    """Start the server, measure it, end it."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="tables of four (default 200)")
    parser.add_argument("--rate", type=float, default=100.0, metavar="R", help="actions a second that are tried for, in all (default 100)")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S", help="how long to play (default 20)")
    chosen = parser.parse_args()
    if chosen.serve:
        serve(Path(chosen.serve))
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.server", "--serve", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            try:
                ready = PORT.match(process.stdout.readline() if process.stdout else "")
                if ready is None:
                    sys.exit("the server did not start")
                address = f"http://127.0.0.1:{ready[1]}"
                print(json.dumps(asyncio.run(measure(address, process.pid, chosen.tables, chosen.rate, chosen.seconds))))
            finally:
                process.send_signal(signal.SIGTERM)


if __name__ == "__main__":
    main()
