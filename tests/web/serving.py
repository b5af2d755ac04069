"""A server for tests: on the loopback interface only, with a store of its own, in the test's own event loop."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from doublecross.store.store import Store
from doublecross.web.app import make_app
from doublecross.web.metrics import Metrics
from doublecross.web.running import make_config
from doublecross.web.server import Server
from doublecross.web.settings import Rates, Settings
from doublecross.web.visitors import COOKIE

SECONDS = 150.0
"""No test takes longer, on a busy machine either."""
ANY = "100000/second"
UNLIMITED = Rates(ANY, ANY, ANY, ANY, ANY, ANY)


def run(test: Coroutine[Any, Any, None], loop: Callable[[], asyncio.AbstractEventLoop] | None = None) -> None:
    """Run a test within its time, in a thread of its own: the browser of other tests keeps a loop running in this one.

    Args:
        loop: makes the event loop, None for Python's own.
    """

    def whole() -> None:
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(asyncio.wait_for(test, SECONDS))

    with ThreadPoolExecutor(1) as alone:
        alone.submit(whole).result()


class Site:
    """A running server."""

    def __init__(self, server: Server, port: int) -> None:
        self.server, self.url = server, f"http://127.0.0.1:{port}"
        self.browsers: list[Browser] = []

    def browser(self, **headers: str) -> Browser:
        """A browser that has never been here."""
        return self._keep(Browser(self.url, headers))

    def _keep(self, browser: Browser) -> Browser:
        self.browsers.append(browser)
        return browser

    async def program(self, name: str = "Robo") -> Browser:
        """A program with its token."""
        found = (await self._keep(Browser(self.url, {}, origin=False)).post("/api/v1/people", json={"name": name})).json()
        return self._keep(Browser(self.url, {"authorization": f"Bearer {found['token']}"}, origin=False))


class Browser(httpx.AsyncClient):
    """Keeps cookies, and says where its forms come from, as browsers do."""

    def __init__(self, url: str, headers: dict[str, str], origin: bool = True) -> None:
        own = {"origin": url} if origin else {}
        super().__init__(base_url=url, headers={"accept-language": "en", **headers}, timeout=90)
        self.own = own

    @property
    def cookie(self) -> tuple[str, str]:
        """Name and value of the cookie that says who this is, empty for nobody yet."""
        return next(((one.name, one.value or "") for one in self.cookies.jar if one.name.startswith(COOKIE)), ("", ""))

    async def post(self, *args: Any, **kwargs: Any) -> httpx.Response:
        kwargs["headers"] = {**self.own, **(kwargs.get("headers") or {})}
        return await super().post(*args, **kwargs)

    async def open(self, game: str = "most-wanted", players: int = 3, bots: int = 0, name: str = "Ada", **fields: Any) -> str:
        """Open a table by the form and sit down; its id."""
        form = {"game": game, "players": str(players), "bots": str(bots), "name": name, **fields}
        answer = await self.post("/tables", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rsplit("/", 1)[1]

    async def act(self, table: str, do: str, **fields: Any) -> httpx.Response:
        """A command by the script of the page: a form, answered in JSON."""
        return await self.post(f"/t/{table}/act", data={"do": do, **fields}, headers={"accept": "application/json"})

    async def done(self, table: str, do: str, **fields: Any) -> int:
        """A command that is carried out; the version after it."""
        answer = await self.act(table, do, **fields)
        assert answer.status_code == 200, (do, fields, answer.text)
        version: int = answer.json()["version"]
        return version

    async def view(self, table: str, **query: Any) -> dict[str, Any]:
        """What this browser's person may see, as JSON."""
        answer = await self.get(f"/api/v1/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def live(self, table: str, lang: str = "", screen: str | None = None, **headers: str) -> connect:
        """The pushes of a table, in the language that the address names, and as a screen shows it if that is not None."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies.jar)
        own = {**self.own, **headers, **({"cookie": cookies} if cookies else {})}
        address = str(self.base_url).replace("http", "ws", 1).rstrip("/")
        query = "&".join([f"lang={lang}"] * bool(lang) + ["screen"] * (screen is not None))
        return connect(f"{address}/t/{table}/live?{query}", additional_headers=own, proxy=None)


def settings(folder: Path, **changes: Any) -> Settings:
    """Settings for tests: bots do not wait, and nothing is too often unless a test says so."""
    return replace(Settings(folder, bot_delay=(0.0, 0.002), bot_reading=0.0, rates=UNLIMITED), **changes)


@asynccontextmanager
async def serving(folder: Path, store: Store | None = None, **changes: Any) -> AsyncIterator[Site]:
    """A server on a free port of the loopback interface."""
    metrics = Metrics()
    server = Server(settings(folder, **changes), store or Store(folder, metrics.committed), metrics)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        config = make_config(make_app(server), server.settings.trusted_proxies)
        config.timeout_graceful_shutdown = 1
        running = uvicorn.Server(config)
        # Tests end by themselves; uvicorn must not take Ctrl+C from them.
        task = asyncio.create_task(running._serve([listening]))
        while not running.started:
            await asyncio.sleep(0.005)
        site = Site(server, listening.getsockname()[1])
        try:
            yield site
        finally:
            for browser in site.browsers:
                await browser.aclose()
            running.should_exit = True
            await task


async def quiet(socket: ClientConnection, seconds: float = 0.25) -> bool:
    """Whether nothing is pushed for a while."""
    try:
        await asyncio.wait_for(socket.recv(), seconds)
    except TimeoutError:
        return True
    return False


async def newest(socket: ClientConnection, text: str) -> str:
    """The first frame with a text in it."""
    while True:
        frame = await asyncio.wait_for(socket.recv(), 90)
        assert isinstance(frame, str)
        if text in frame:
            return frame


def timeless(page: str) -> str:
    """A page without the server's time in it."""
    return re.sub(r'data-now="[0-9.]+"', "", page)
