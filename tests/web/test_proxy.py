"""A game through a proxy that ends TLS and serves us under a prefix; once it takes the prefix away, once not."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.web.playing import next_command
from tests.web.serving import Browser, run, serving

KEY = Path(__file__).parent.parent / "data" / "loopback.pem"
"""A certificate for 127.0.0.1 with its key, made for tests and trusted by nobody else."""
PREFIX = "/games"


def tls(server: bool) -> ssl.SSLContext:
    """The proxy's side, or that of a client who trusts it."""
    if server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(KEY)
        return context
    return ssl.create_default_context(cafile=str(KEY))


class Proxy:
    """One request a connection: enough for a test. The rest of a connection, a WebSocket's frames say, goes through as it is."""

    def __init__(self, strip: bool) -> None:
        self.strip, self.upstream = strip, 0
        self.tasks: set[asyncio.Task[Any]] = set()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a connection on."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        outside: asyncio.StreamWriter | None = None
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            inside, outside = await asyncio.open_connection("127.0.0.1", self.upstream)
            outside.write(self._forwarded(head))
            await asyncio.gather(_pipe(reader, outside), _pipe(inside, writer))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            for end in (outside, writer):
                if end is not None:
                    end.close()
                    with contextlib.suppress(ConnectionError, ssl.SSLError):
                        await end.wait_closed()
            self.tasks.discard(task)

    def _forwarded(self, head: bytes) -> bytes:
        line, _, rest = head.partition(b"\r\n")
        if self.strip:
            line = line.replace(b" " + PREFIX.encode(), b" ", 1)
        return line + b"\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 8.8.4.4\r\n" + rest


async def _pipe(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        target.write(data)
        await target.drain()
    target.close()


@asynccontextmanager
async def proxied(folder: Path, strip: bool) -> AsyncIterator[str]:
    """The public address of a server behind the proxy."""
    proxy = Proxy(strip)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        public = f"https://127.0.0.1:{listening.getsockname()[1]}{PREFIX}"
        async with serving(folder, public_url=public, trusted_proxies=("127.0.0.1",)) as site:
            proxy.upstream = int(site.url.rsplit(":", 1)[1])
            async with await asyncio.start_server(proxy.handle, sock=listening, ssl=tls(server=True)):
                try:
                    yield public
                finally:
                    for task in proxy.tasks:
                        task.cancel()
                    await asyncio.gather(*proxy.tasks, return_exceptions=True)


class Visitor(Browser):
    """A browser that reaches us by the proxy only."""

    def __init__(self, public: str) -> None:
        headers = {"accept-language": "en", "connection": "close"}
        httpx.AsyncClient.__init__(self, base_url=public, headers=headers, timeout=90, verify=tls(server=False))
        self.own = {"origin": public.removesuffix(PREFIX)}

    def live(self, table: str, **headers: str) -> Any:
        """The pushes, by the address that the page names."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies.jar)
        address = str(self.base_url).rstrip("/").replace("https", "wss", 1) + f"/t/{table}/live"
        return connect(address, additional_headers={**self.own, "cookie": cookies, **headers}, ssl=tls(server=False), proxy=None)


async def play(player: Visitor, table: str, rng: random.Random) -> dict[str, Any]:
    """By pushes and posts until the game is over; the last view."""
    async with player.live(table) as pushes:
        while True:
            frame = str(await asyncio.wait_for(pushes.recv(), 90))
            assert f'"{PREFIX}/t/{table}/act"' in frame or "act" not in frame
            while True:
                view = await player.view(table)
                command = next_command(view, rng)
                if command is None:
                    break
                await player.act(table, **command)
            if view["phase"] == "over":
                return view


@pytest.mark.parametrize("strip", [True, False])
def test_game_behind_a_proxy(strip: bool, tmp_path: Path) -> None:
    async def test() -> None:
        async with proxied(tmp_path, strip) as public:
            ada, bo = Visitor(public), Visitor(public)
            table = await ada.open("outlawed", players=2, clock="none", **{"options.round_limit": "2"})
            assert {cookie.path for cookie in ada.cookies.jar} == {PREFIX + "/"}
            assert all(cookie.secure for cookie in ada.cookies.jar)
            assert f"{public}/t/{table}" in (await ada.get(f"/t/{table}")).text
            await bo.done(table, "sit", name="Bo")
            await ada.done(table, "start")
            with pytest.raises(InvalidStatus):
                async with ada.live(table, origin="https://evil.example"):
                    pass
            views = await asyncio.gather(*(play(player, table, random.Random(seed)) for seed, player in enumerate((ada, bo))))
            assert [view["phase"] for view in views] == ["over", "over"]
            assert (await ada.get("/metrics")).status_code == 403
            for player in (ada, bo):
                await player.aclose()

    run(test())
