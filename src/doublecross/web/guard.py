"""What stands before every route: our own prefix, where a request comes from, how often and how large, and headers on every answer."""

from __future__ import annotations

import functools
import ipaddress
import time
from collections.abc import MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doublecross.web.limiting import Limiter
from doublecross.web.logs import log, trouble
from doublecross.web.metrics import Metrics
from doublecross.web.origins import is_ours, must_be_ours
from doublecross.web.settings import HOST, Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Only the origin ever leaves a page, so no address of a table or of a token does. "no-referrer" would blank the Origin of our forms.
    "referrer-policy": "strict-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
BAD_REQUEST, FORBIDDEN, TOO_LONG, TOO_OFTEN, POLICY_VIOLATION = 400, 403, 414, 429, 1008
AT_HOME = (ipaddress.IPv6Network("fe80::/10"), ipaddress.IPv6Network("fc00::/7"))
"""Addresses that phones have on the same network: each of them is somebody else."""
MOST_PATH, MOST_QUERY = 300, 2000
"""Bytes of a path and of a query; ours are far below that."""


class Guard:
    """Wraps the routes. Nothing of a request but its route and its status is logged: paths hold the ids of tables."""

    def __init__(self, app: ASGIApp, settings: Settings, limiter: Limiter, metrics: Metrics) -> None:
        self._app, self._settings, self._limiter, self._metrics = app, settings, limiter, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        self._plain_path(scope)
        wrong = malformed(scope)
        if wrong is not None:
            await self._refuse(*wrong, scope, receive, send)
        elif must_be_ours(scope) and not is_ours(self._settings, scope):
            await self._refuse(FORBIDDEN, "Forbidden", scope, receive, send)
        elif not self._limiter.allows("request", client(scope)):
            await self._refuse(TOO_OFTEN, "Too many requests", scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    def _plain_path(self, scope: Scope) -> None:
        """Whether or not the proxy has taken it away, routes see no prefix; nor do they see slashes at the end of what people typed."""
        prefix = self._settings.prefix
        path: str = scope["path"].rstrip("/")
        if prefix and (path == prefix or path.startswith(prefix + "/")):
            path = path[len(prefix) :]
        scope["path"] = path or "/"
        scope["raw_path"] = scope["path"].encode()

    async def _refuse(self, status: int, text: str, scope: Scope, receive: Receive, send: Send) -> None:
        self._metrics.requests.labels("refused", str(status)).inc()
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
        else:
            await PlainTextResponse(text, status)(scope, receive, _with_headers(send))

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as error:
            trouble("socket-failed", error, route=_route(scope))
            await send({"type": "websocket.close", "code": 1011})

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 0

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with_headers = _with_headers(watched)
        try:
            await self._app(scope, receive, with_headers)
        except Exception as error:  # whatever it is, its text must not get out
            trouble("request-failed", error, route=_route(scope))
            if not status:
                await PlainTextResponse("Internal server error", 500)(scope, receive, with_headers)
        self._metrics.requests.labels(_route(scope), str(status)).inc()
        if status >= 500:
            ms = round((time.perf_counter() - begun) * 1000, 1)
            log("request", method=scope["method"], route=_route(scope), status=status, ms=ms)


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


def _route(scope: Scope) -> str:
    """The name of the route's function, never the path."""
    return str(getattr(scope.get("endpoint"), "__name__", "none"))


def malformed(scope: Scope) -> tuple[int, str] | None:
    """Status and words for a request that no browser and no program of ours makes; None for any other."""
    if len(scope["path"]) > MOST_PATH or len(scope["query_string"]) > MOST_QUERY:
        return TOO_LONG, "Address too long"
    host = Headers(scope=scope).get("host")  # it goes into links and QR codes for whoever sent it
    return None if host is None or HOST.fullmatch(host) else (BAD_REQUEST, "Bad host")


def address(scope: Scope) -> str:
    """Where the request comes from; a proxy's own word counts only if it is trusted (see `doublecross.web.running`)."""
    found = scope.get("client")
    return str(found[0]) if found else "unknown"


def is_loopback(scope: Scope) -> bool:
    """Whether the request comes from this very machine."""
    try:
        return ipaddress.ip_address(address(scope)).is_loopback
    except ValueError:  # a proxy has passed on what somebody made up
        return False


def client(scope: Scope) -> str:
    """Whom limits count the request for: its address, or the network of one that can choose among 2^64 addresses."""
    return network(address(scope))


@functools.lru_cache(4096)
def network(text: str) -> str:
    """A public IPv6 address stands for the /64 it is in, anything else for itself."""
    if ":" not in text:
        return text
    try:
        found = ipaddress.IPv6Address(text)
    except ValueError:
        return text
    if any(found in home for home in AT_HOME):
        return text
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
