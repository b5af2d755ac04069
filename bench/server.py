"""Measures the live tables: ``python -m bench --only server``. Server and players are processes of their own, on this machine only.

Rules, rendering and fsync are included. First the tables are played at a steady rate, which shows how long a choice takes to reach the
others, and what of a core the server needs for it; then as fast as they can.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench import boardgame
from bench.driver import SEATS, Found, Table, connect_all, open_tables

PORT = re.compile(r"port (\d+)")
TABLES, RATE, SECONDS = 200, 50.0, 15.0
"""What is measured unless something else is asked for: tables of four, choices a second in all, and how long each of the two runs is."""
SETUP_SECONDS, END_SECONDS = 90.0, 10.0
FILES = 8192
"""Open files that are enough for every socket."""


def serve(folder: Path) -> None:
    """The server: without limits of frequency, as everyone shares one address here."""
    from doublecross.store.store import Store
    from doublecross.web.app import make_app
    from doublecross.web.logs import set_up_logging
    from doublecross.web.metrics import Metrics
    from doublecross.web.running import bind, run
    from doublecross.web.server import Server
    from doublecross.web.settings import Rates, Settings

    allow_files()
    set_up_logging()
    many = "1000000/second"
    metrics = Metrics()
    settings = Settings(folder, rates=Rates(many, many, many, many, many, many), sockets_per_person=10**6)
    server = Server(settings, Store(folder, metrics.committed), metrics)
    with bind("127.0.0.1", 0) as listening:
        run(make_app(server), listening, (), lambda: print(f"port {listening.getsockname()[1]}", flush=True))


def allow_files() -> None:
    """Let this process open more files than is usual, as far as it may."""
    import resource  # not on every system

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def usage(process: int) -> tuple[float, float]:
    """CPU seconds and MiB of a process (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def waited(process: int) -> float:
    """Seconds for which a process could have run and had no core: others had them (Linux)."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[1]) for thread in threads) / 1e9


async def _run(tables: list[Table], process: int, rate: float, seconds: float) -> dict[str, Any]:
    """Play for so long, at this rate."""
    found, wire = Found(), sum(socket.received for table in tables for socket in table.sockets)
    cpu, idle, begun = usage(process)[0], waited(process), time.perf_counter()
    await asyncio.gather(*(table.play(found, len(tables) / rate, begun + seconds) for table in tables))
    took = time.perf_counter() - begun
    cpu, idle = usage(process)[0] - cpu, waited(process) - idle
    wire = sum(socket.received for table in tables for socket in table.sockets) - wire
    arrivals = sorted(found.arrivals)

    def quantile(part: float) -> float | None:
        return round(1000 * arrivals[min(int(len(arrivals) * part), len(arrivals) - 1)], 1) if arrivals else None

    return {
        "actions_per_s": round(found.actions / took, 1),
        "refused": found.refused,
        "missing_frames": found.missing,
        "requests_per_s": round(found.requests / took, 1),
        "pushes_per_s": round(found.pushes / took, 1),
        "bytes_per_push": found.pushed_bytes // max(found.pushes, 1),
        "wire_bytes_per_push": wire // max(found.pushes, 1),
        "cpu_share": round(cpu / took, 2),
        "waited_for_a_core": round(idle / took, 2),
        "cpu_ms_per_action": round(1000 * cpu / max(found.actions, 1), 2),
        "ms_to_the_others": {"p50": quantile(0.5), "p95": quantile(0.95), "p99": quantile(0.99)},
    }


async def measure(port: int, process: int, wanted: int, rate: float, seconds: float) -> dict[str, Any]:
    """Open the tables, play, and say what was seen."""
    tables = await open_tables(port, wanted, SETUP_SECONDS)
    # What the server does once, such as reading its templates, is no cost of a socket.
    watching = await connect_all(tables[:1], SETUP_SECONDS)
    before = usage(process)[1]
    watching += await connect_all(tables[1:], SETUP_SECONDS)
    memory = usage(process)[1] - before
    print(f"server: {len(watching)} sockets are open; playing at {rate:g} choices a second, then as fast as they can", file=sys.stderr)
    try:
        steady = await _run(tables, process, rate, seconds)
        fastest = await _run(tables, process, float("inf"), seconds)
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        for table in tables:
            table.line.close()
    kib = round(1024 * memory / max(len(watching) - SEATS, 1), 1)
    return {"tables": len(tables), "sockets": len(watching), "kib_per_socket": kib, "rate": rate, "steady": steady, "fastest": fastest}


def started(command: list[str], **more: Any) -> tuple[subprocess.Popen[str], int]:
    """A server that says its port, and this port."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **more)
    ready = PORT.match(process.stdout.readline() if process.stdout else "")
    if ready is None:
        end(process)
        raise RuntimeError("the server did not start")
    return process, int(ready[1])


def end(process: subprocess.Popen[str]) -> None:
    """Ask a server to end, and see to it."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def ours(tables: int, rate: float, seconds: float) -> dict[str, Any]:
    """Our server's figures."""
    allow_files()
    with tempfile.TemporaryDirectory() as folder:
        process, port = started([sys.executable, "-m", "bench.server", "--serve", folder])
        try:
            return asyncio.run(measure(port, process.pid, tables, rate, seconds))
        finally:
            end(process)


def figures(tables: int = TABLES, rate: float = RATE, seconds: float = SECONDS) -> dict[str, Any]:
    """Ours, and boardgame.io's beside it: None with the reason where it cannot be measured."""
    result = ours(tables, rate, seconds)
    theirs, reason = boardgame.figures(result["tables"], rate, seconds)
    if theirs is None:
        print(f"boardgame.io: not measured ({reason})", file=sys.stderr)
    return {**result, "boardgame.io": theirs, "boardgame.io_left_out": reason}


def main() -> None:
    """Serve, or measure with other numbers than `python -m bench` does."""
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--tables", type=int, default=TABLES, metavar="N", help=f"tables of {SEATS} (default {TABLES})")
    parser.add_argument("--rate", type=float, default=RATE, metavar="R", help=f"choices a second in all (default {RATE:g})")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"of each of the two runs (default {SECONDS:g})")
    chosen = parser.parse_args()
    if chosen.serve:
        serve(Path(chosen.serve))
    else:
        print(json.dumps(figures(chosen.tables, chosen.rate, chosen.seconds)))


if __name__ == "__main__":
    main()
