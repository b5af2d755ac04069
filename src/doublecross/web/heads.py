"""HTTP connections on which the head of a request must be short and come soon; what uvicorn's own take has no end."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 * 1024
"""Bytes of a request's first line and headers that are waited for; browsers send a few kilobytes."""
SECONDS = 20.0
"""How long they may take to arrive. A browser that has opened a connection in advance opens another if it needs one later."""


class Heads(HttpToolsProtocol):
    """uvicorn's HTTP, which hangs up on heads without end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._waited_for = 0
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected, and is about to ask for something."""
        super().connection_made(transport)
        self._expect()

    def on_message_begin(self) -> None:
        """A request begins, the first or another one."""
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        """The head is there; what follows is read with limits of its own."""
        self._leave()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """Some bytes, which may end one head and begin another."""
        super().data_received(data)
        if self._timer is None:
            return
        self._waited_for += len(data)
        if self._waited_for > MOST_HEAD and not self.transport.is_closing():
            self.send_400_response("Too long a head.")

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._leave()
        super().connection_lost(exc)

    def _expect(self) -> None:
        self._leave()
        self._timer = self.loop.call_later(SECONDS, self.transport.close)

    def _leave(self) -> None:
        self._waited_for = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
