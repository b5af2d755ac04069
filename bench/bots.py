"""Measures what bots that think cost the people on the same server: ``python -m bench.bots``.

At each table one person plays Most Wanted against three bots that search, has the table's page open by WebSocket, and answers as soon as
they are asked. The process in which the bots think takes whatever is left of the cores. Measured is how long each choice of a person
takes, from its POST to the answer: with searching bots, and, for comparison, with as many heuristics. Server, bots and players share this
machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from bench.driver import choice_of
from bench.server import allow_files, end, started, usage
from bench.wire import Line, watch

TABLES, SECONDS, WARM = 100, 60.0, 25.0
"""Tables, seconds of measuring, and seconds before them in which the bots are made ready and everybody gets going."""
BOTS = 3
_NUMBER = re.compile(r"^(doublecross_bot\w+?)(?:\{(?:le|why)=\"([^\"]+)\"\})? ([0-9.e+]+)$", re.MULTILINE)


@dataclass
class Player:
    """One person at a table of their own."""

    port: int
    number: int
    bot: str
    latencies: list[tuple[float, float]] = field(default_factory=list)
    refused: int = 0

    async def play(self, end_at: float) -> None:
        """Open a table with bots, and play game after game until the time is over."""
        line = Line(self.port)
        try:
            await self._play(line, end_at)
        finally:
            line.close()

    async def _play(self, line: Line, end_at: float) -> None:
        rng, keys = random.Random(self.number), 0
        _, person = await line.ask("POST", "/api/v1/people", body={"name": f"P{self.number}"})
        token = person["token"]
        opening = {"game": "most-wanted", "players": BOTS + 1, "bots": BOTS, "bot": self.bot, "name": "P", "clock": "none"}
        _, opened = await line.ask("POST", "/api/v1/tables", token, opening)
        path = f"/api/v1/tables/{opened['table']}"
        command: dict[str, Any] | None = {"do": "start"}
        async with watch(self.port, opened["table"], token) as socket:
            while time.perf_counter() < end_at:
                if command is None:
                    await socket.recv()  # the newest page, as a browser gets it
                else:
                    keys += 1
                    begun = time.perf_counter()
                    status, _ = await line.ask("POST", path + "/commands", token, {"key": f"k{keys}", **command})
                    self.latencies.append((begun, time.perf_counter() - begun))
                    self.refused += status != 200
                _, view = await line.ask("GET", path, token)
                command = {"over": {"do": "rematch"}, "lobby": {"do": "start"}}.get(view["phase"]) or choice_of(view, rng)


async def _numbers(port: int) -> dict[tuple[str, str], float]:
    """The server's own figures about bots."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /metrics HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return {(name, label or ""): float(value) for name, label, value in _NUMBER.findall(text)}


def quantiles(values: list[float]) -> dict[str, float]:
    """In milliseconds."""
    ordered = sorted(values)
    return (
        {f"p{part}": round(1000 * ordered[min(len(ordered) * part // 100, len(ordered) - 1)], 1) for part in (50, 95, 99, 100)}
        if ordered
        else {}
    )


async def _measure(port: int, process: int, bot: str, tables: int, seconds: float, warm: float) -> dict[str, Any]:
    begun = time.perf_counter()
    players = [Player(port, number, bot) for number in range(tables)]
    tasks = [asyncio.create_task(player.play(begun + warm + seconds)) for player in players]
    await asyncio.sleep(warm)
    first, cpu = await _numbers(port), usage(process)[0]
    await asyncio.sleep(seconds)
    last, cpu = await _numbers(port), usage(process)[0] - cpu
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    failed = [result for result in results if isinstance(result, Exception) and not isinstance(result, asyncio.CancelledError)]
    if failed:
        raise failed[0]
    found = {key: value - first.get(key, 0.0) for key, value in last.items()}
    answers = found["doublecross_bot_seconds_count", ""]
    buckets = {float(label): count for (name, label), count in found.items() if name == "doublecross_bot_seconds_bucket"}
    return {
        "bot": bot,
        "tables": tables,
        "posts": sum(1 for player in players for at, _ in player.latencies if at > begun + warm),
        "refused": sum(player.refused for player in players),
        "ms_of_a_post": quantiles([seconds for player in players for at, seconds in player.latencies if at > begun + warm]),
        "bot_answers_per_s": round(answers / seconds, 1),
        "bot_answers_within_5_s": round(buckets[5.0] / max(answers, 1), 4),
        "bot_seconds": round(found["doublecross_bot_seconds_sum", ""] / max(answers, 1), 2),
        "bot_seconds_at_most": min((bound for bound, count in buckets.items() if count == answers and bound < float("inf")), default=None),
        "bots_replaced": {why: count for (name, why), count in found.items() if name == "doublecross_bot_failures_total" and count},
        "server_cpu_share": round(cpu / seconds, 2),
    }


def figures(
    tables: int = TABLES, seconds: float = SECONDS, warm: float = WARM, bots: tuple[str, ...] = ("search", "heuristic")
) -> list[dict[str, Any]]:
    """The figures with each kind of bot, each on a server of its own (Linux: processor time is read from /proc)."""
    allow_files()
    found = []
    for bot in bots:
        print(f"bots: {tables} tables with {bot}, {warm + seconds:g} seconds", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            process, port = started([sys.executable, "-m", "bench.server", "--serve", folder])
            try:
                found.append(asyncio.run(_measure(port, process.pid, bot, tables, seconds, warm)))
            finally:
                end(process)
    return found


def main() -> None:
    """Measure, and print one JSON array."""
    parser = argparse.ArgumentParser(prog="python -m bench.bots", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"default {TABLES}")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"of measuring (default {SECONDS:g})")
    parser.add_argument("--warm", type=float, default=WARM, metavar="S", help=f"before that (default {WARM:g})")
    parser.add_argument("--bot", action="append", metavar="NAME", help="instead of search and heuristic")
    chosen = parser.parse_args()
    print(json.dumps(figures(chosen.tables, chosen.seconds, chosen.warm, tuple(chosen.bot or ("search", "heuristic"))), indent=1))


if __name__ == "__main__":
    main()
