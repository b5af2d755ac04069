"""Whether a request comes from our own pages. A foreign page can make a browser send our cookie, but not our origin."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import Scope

from doublecross.web.settings import Settings

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_HTTP = {"ws": "http", "wss": "https"}


def must_be_ours(scope: Scope) -> bool:
    """Whether this request could change something, or, as a WebSocket, be read by the page that opened it."""
    return scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS


def is_ours(settings: Settings, scope: Scope) -> bool:
    """Whether the request was made by a page of this server, or by a program that carries no cookie."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is not None:
        return origin.lower() == own_origin(settings, scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return "cookie" not in headers


def own_origin(settings: Settings, scope: Scope) -> str:
    """The origin of our pages: that of the public address, else the one that was asked for."""
    if settings.origin is not None:
        return settings.origin
    scheme = _HTTP.get(scope["scheme"], scope["scheme"])
    return f"{scheme}://{Headers(scope=scope).get('host', '')}".lower()
