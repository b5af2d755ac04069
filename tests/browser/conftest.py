"""A server in a thread, and Chromium. Without Chromium these tests are skipped, and say so; where it is required they fail.

`DOUBLECROSS_CHROMIUM` names the program; `DOUBLECROSS_NEED_CHROMIUM=1` (set by CI) makes its absence an error.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from doublecross.tables.table import Table
from tests.web.serving import Site, serving

expect.set_options(timeout=20_000)
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
NEEDED = os.environ.get("DOUBLECROSS_NEED_CHROMIUM") == "1"
HOST = "saloon.test"
"""A name that is no secure context over plain http, as phones on a home network have it."""


def chromium() -> str | None:
    """The program, None if there is none."""
    named = os.environ.get("DOUBLECROSS_CHROMIUM")
    return named or next((found for name in PROGRAMS if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium."""
    program = chromium()
    if program is None:
        if NEEDED:
            pytest.fail("Chromium is required here and was not found")
        pytest.skip("NO CHROMIUM: pages were not tried in a browser (on Debian: apt-get install chromium)")
    arguments = [f"--host-resolver-rules=MAP {HOST} 127.0.0.1", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=program, args=arguments)
        yield running
        running.close()


class Saloon:
    """The server that all browser tests share, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.site = folder, None
        self._ready, self._end = threading.Event(), asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=[self._serve()])

    site: Site | None

    def __enter__(self) -> Saloon:
        self._thread.start()
        assert self._ready.wait(30)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(30)
        self._loop.close()

    async def _serve(self) -> None:
        async with serving(self.folder) as self.site:
            self._ready.set()
            await self._end.wait()

    @property
    def url(self) -> str:
        """Its address, by a name that is no secure context."""
        assert self.site is not None
        return self.site.url.replace("127.0.0.1", HOST)

    def table(self, address: str) -> Table:
        """The table behind an address, as the server has it."""
        assert self.site is not None
        table = address.rsplit("/", 1)[1]
        return next(live.table for live in self.site.server.hall.live if live.id == table)


@pytest.fixture(scope="session")
def saloon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Saloon]:
    """The server."""
    with Saloon(tmp_path_factory.mktemp("saloon")) as running:
        yield running
