"""Ten thousand malformed requests and frames: each is answered, none by a failure, and nothing changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.types import ASGIApp, Message, Scope
from uvicorn import Config
from websockets.exceptions import ConnectionClosed, InvalidMessage

from doublecross.store.tables import EventRow
from doublecross.web.app import make_app
from tests.web.serving import Site, run, serving

LOOP = Config("", loop="auto").get_loop_factory()
"""The event loop that the server has when it runs by itself: some nonsense is refused by one kind of loop and not by another."""
REQUESTS = 9_400
FRAMES = 600
ORIGIN = "http://testing"
COMMANDS = [
    "sit",
    "leave",
    "rename",
    "choose",
    "draft",
    "ready",
    "say",
    "react",
    "kick",
    "set-options",
    "start",
    "grant-time",
    "bot-chose",
    "?",
]
WRONG: list[Any] = ["é" * 70, None, True, -1, 2**63, 1e308, "", "\x00"]
WRONG += ["x" * 3000, [], [[]], {}, {"a": {"b": []}}, "\u202e", "🃏", "1" * 400]
PATHS = [
    "/t/{t}/act",
    "/api/v1/tables/{t}/commands",
    "/tables",
    "/join",
    "/api/v1/tables",
    "/t/{t}/enter/x",
    "/api/v1/people",
    "/t/{t}",
]
LOOKS = [
    "/t/{t}/view",
    "/t/{t}",
    "/api/v1/tables/{t}",
    "/api/v1/tables/{t}",
    "/rules/x",
    "/static/x",
    "/t/{t}/qr.svg",
    "/t/{t}/save",
    "/api/v1/codes/x",
    "/t/{t}/screen",
]


class Hostile:
    """Makes up requests that ask for nothing sensible."""

    def __init__(self, table: str, cookie: str, decision: str) -> None:
        self.rng, self.table, self.cookie, self.decision = random.Random(1), table, cookie, decision

    def noise(self, most: int = 60) -> bytes:
        return self.rng.randbytes(self.rng.randrange(most))

    def command(self) -> dict[str, Any]:
        """Something like a command, with one thing at least that no command has."""
        rng = self.rng
        command: dict[str, Any] = {"do": rng.choice(COMMANDS), "key": rng.choice(["k", "", "k" * 100, 7, None])}
        for name in rng.sample(["decision", "choice", "seat", "name", "text", "cards", "options", "players", "person", "factor"], 3):
            command[name] = rng.choice([*WRONG, self.decision, "pony"])
        command[rng.choice(["extra", "", "do ", "\ud800"])] = rng.choice(WRONG)
        return command

    def body(self) -> tuple[str, bytes]:
        """A type and a body that does not keep to it."""
        rng = self.rng
        text = json.dumps(self.command()).encode()
        kinds: list[Callable[[], tuple[str, bytes]]] = [
            lambda: ("application/json", text),
            lambda: ("application/json", text[: rng.randrange(len(text))]),
            lambda: ("application/json", b"[" * 5000),
            lambda: ("application/json", self.noise(400)),
            lambda: ("application/json", text.replace(b'"key"', b'"key": "a", "key"')),
            lambda: ("application/x-www-form-urlencoded", b"do=say&do=say&text=%ff%fe&" + self.noise()),
            lambda: ("application/x-www-form-urlencoded", b"&".join([b"options.a.b=1"] * rng.randrange(300))),
            lambda: ("application/x-www-form-urlencoded", b"act=" + self.noise().hex().encode() + b"&x.y=1&x=2&act.z=1"),
            lambda: ("application/x-www-form-urlencoded", b"do=choose&decision=no&choice=" + b"pony+" * 200),
            lambda: ("application/x-www-form-urlencoded", b"game=most-wanted&players=99&options.deck=/etc/passwd&clock=never&bots=-3"),
            lambda: ("application/x-www-form-urlencoded", b"game=outlawed&players=3&name=x&options.deck=/etc/passwd"),
            lambda: ("multipart/form-data; boundary=x", b"--x\r\n" + self.noise()),
            lambda: ("", self.noise()),
        ]
        return rng.choice(kinds)()

    def scope(self) -> tuple[Scope, bytes]:
        rng = self.rng
        acting = rng.random() < 0.85
        path = rng.choice(PATHS if acting else LOOKS).replace("{t}", rng.choice([self.table, self.table, "none", "..%2f", "é", "a" * 500]))
        kind, body = self.body() if acting else ("", b"")
        name = self.cookie.partition("=")[0].encode() + b"="
        headers = {
            b"host": b"testing",
            b"content-type": kind.encode(),
            b"accept": rng.choice([b"application/json"] * 6 + [b"text/html", self.noise()]),
            b"accept-language": rng.choice([b"en", b"es;q=9", b"a;q=x,;;,", self.noise()]),
            b"if-none-match": self.noise(),
            b"cookie": rng.choice([self.cookie.encode(), name + self.noise(), name + b"a.b; lang=xx; theme=\xff", self.noise()]),
        }
        if rng.random() < 0.8:
            headers[b"origin"] = ORIGIN.encode()
        if rng.random() < 0.3:
            headers[b"authorization"] = rng.choice([b"Bearer ", b"Bearer " + self.noise().hex().encode(), b"Basic x", self.noise()])
        query = rng.choice(
            [b"", b"", b"lang=xx&theme=%ff", b"after=x&wait=y", b"after=1e999&wait=-5", b"after=nan&wait=nan", b"v=1&screen", self.noise()]
        )
        scope: Scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": ""}
        scope |= {"method": rng.choice(["POST"] * 8 + ["PUT", "DELETE", "HEAD"]) if acting else "GET", "path": path, "query_string": query}
        scope |= {"raw_path": path.encode(), "headers": list(headers.items()), "client": ("203.0.113.9", 1), "server": ("testing", 80)}
        return scope, body


async def status(app: ASGIApp, scope: Scope, body: bytes, whole: bool = True, stays: bool = False) -> int:
    """The status of one request, without a network between; of one whose sender is gone, or falls silent, before it is `whole`."""
    found: list[int] = []
    sent = False

    async def receive() -> Message:
        nonlocal sent
        if sent and stays:
            await asyncio.Event().wait()
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": body, "more_body": not whole}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    await app(scope, receive, send)
    return found[0]


def happened(site: Site, table: str) -> list[EventRow]:
    """What was done at the table; that its owner is away after so many requests of others is no harm."""
    return [row for row in site.server.store.tables.events(table) if row.kind not in ("Gone", "Back")]


def seen_by(view: dict[str, Any]) -> Any:
    return [view[name] for name in ("phase", "decision", "game_view", "options", "chat_lines", "own", "results")]


def test_malformed_requests(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open(bots=2, clock="none", players=3)
            await ada.done(table, "start")
            while (view := await ada.view(table))["ask"] is None:
                await asyncio.sleep(0.01)
            events = happened(site, table)
            app = make_app(site.server)
            cookie = "=".join(ada.cookie)
            hostile = Hostile(table, cookie, view["ask"]["decision"])
            seen: dict[int, int] = {}
            for _ in range(REQUESTS):
                scope, body = hostile.scope()
                answer = await status(app, scope, body)
                assert answer < 500, (scope, body)
                seen[answer] = seen.get(answer, 0) + 1
            assert happened(site, table) == events
            assert [row.id for row in site.server.store.tables.latest(time.time())] == [table]
            assert seen_by(await ada.view(table)) == seen_by(view)
            # The requests got where they were meant to go.
            for expected in (200, 400, 403, 404, 405, 409):
                assert seen.get(expected, 0) > 20, seen

    run(test(), LOOP)


def test_who_hangs_up_in_the_middle_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's phone loses its network while it sends: that is nothing for the log, nor a reason to act on half a form."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            events, app = happened(site, table), make_app(site.server)
            headers = [(b"host", b"testing"), (b"content-type", b"application/x-www-form-urlencoded"), (b"origin", ORIGIN.encode())]
            scope: Scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": f"/t/{table}/act", "query_string": b""}
            scope |= {"scheme": "http", "root_path": "", "client": ("203.0.113.9", 1), "server": ("testing", 80)}
            scope["headers"] = [*headers, (b"cookie", "=".join(ada.cookie).encode())]
            assert await status(app, scope, b"do=say&text=half", whole=False) == 400
            assert happened(site, table) == events
            # Nor is it one who sends no more, and stays.
            monkeypatch.setattr("doublecross.web.bodies.SECONDS", 0.05)
            assert await status(app, scope, b"do=say&text=half", whole=False, stays=True) == 400
            assert happened(site, table) == events

    run(test(), LOOP)


def test_heads_without_end_are_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A first line or a header that goes on for ever takes no memory, and who says nothing no connection."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            port = int(site.url.rsplit(":", 1)[1])

            async def answer(begins: bytes, goes_on: bytes) -> bytes:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                found = b""
                with contextlib.suppress(ConnectionError):
                    writer.write(begins)
                    for _ in range(200):
                        writer.write(goes_on)
                        await writer.drain()
                    found = await asyncio.wait_for(reader.read(), 60)
                writer.close()
                with contextlib.suppress(ConnectionError):
                    await writer.wait_closed()
                return found

            asked = b"GET /healthz HTTP/1.1\r\nHost: testing\r\n"
            for begins, goes_on in ((b"GET /", b"a" * 8192), (asked, b"x: " + b"y" * 8000 + b"\r\n"), (asked + b"x: ", b"y" * 8192)):
                assert not (await answer(begins, goes_on)).startswith(b"HTTP/1.1 2")
            # Many short requests over one connection are no head without end.
            whole = asked + b"x: " + b"y" * 4000 + b"\r\n\r\n"
            assert (await answer(whole * 20 + whole.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), b"")).count(
                b"HTTP/1.1 200"
            ) == 21
            monkeypatch.setattr("doublecross.web.heads.SECONDS", 0.05)
            for begins in (b"", b"GET / HTTP/1.1\r\nHost: t", asked + b"\r\n" + asked):
                assert (await answer(begins, b"")).count(b"HTTP/1.1") == begins.count(b"\r\n\r\n")

    run(test(), LOOP)


def test_malformed_frames(tmp_path: Path) -> None:
    """Whatever a socket says, it is not heard; the table and other sockets do not notice."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            view, rng = await ada.view(table), random.Random(2)
            for _ in range(FRAMES // 30):
                try:
                    async with ada.live(table) as socket:
                        for _ in range(30):
                            await socket.send(
                                rng.choice([rng.randbytes(40), json.dumps({"do": "say", "key": "k", "text": "x"}), "", "\x00"])
                            )
                except (ConnectionClosed, InvalidMessage):
                    continue
            for _ in range(20):
                reader, writer = await asyncio.open_connection("127.0.0.1", int(site.url.rsplit(":", 1)[1]))
                writer.write(rng.choice([b"", b"GET /t/x HTTP/1.1\r\n", b"GET / HTTP/9\r\n\r\n"]) + rng.randbytes(300))
                writer.write_eof()
                answer = await asyncio.wait_for(reader.read(), 60)
                assert b" 500 " not in answer[:20]
                writer.close()
                await writer.wait_closed()
            assert await ada.view(table) == view

    run(test(), LOOP)
