"""Pushing views: over a WebSocket, the newest always and nothing else; what came between is never sent to anyone who was slow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from doublecross.web.hall import Hall, NoSuchTable
from doublecross.web.live import LiveTable, Rendered, TableStopped
from doublecross.web.metrics import Metrics
from doublecross.web.presence import arrive

SEND_SECONDS = 20.0
"""A viewer who takes longer to receive a view is cut off; their browser connects again."""
MOST_HEARD = 200
"""Frames a client may send: none is wanted, a few are ignored (some networks keep connections open by them)."""
AGAIN = 0.5
"""Seconds until a table that could not keep something is read anew."""
GONE, TRY_AGAIN = 4404, 1013

Render = Callable[[LiveTable], Rendered]


class Push:
    """One open connection."""

    def __init__(self, socket: WebSocket, hall: Hall, metrics: Metrics, person: str | None) -> None:
        self._socket, self._hall, self._metrics, self._person = socket, hall, metrics, person
        self._wake = asyncio.Event()
        self._closed = False
        self._sent: Rendered | None = None

    async def run(self, table: str, render: Render) -> None:
        """Push until the connection ends."""
        await self._socket.accept()
        self._metrics.sockets.inc()
        hearing = asyncio.create_task(self._hear())
        try:
            while not self._closed:
                await self._follow(await self._hall.get(table), render)
                # Not closed, so the table could not keep something. While that is so, it is not read again without a pause.
                await asyncio.sleep(0 if self._closed else AGAIN)
        except (NoSuchTable, TableStopped):
            await self._close(GONE)
        except (WebSocketDisconnect, TimeoutError):
            pass
        finally:
            hearing.cancel()
            self._metrics.sockets.dec()
            await self._close(TRY_AGAIN)

    async def _follow(self, live: LiveTable, render: Render) -> None:
        """Push while this table is the one in memory."""
        self._enter(live)
        try:
            await arrive(live, self._person)
            while not self._closed and not live.gone:
                self._wake.clear()
                await self._send(render(live))
                await self._wake.wait()
        finally:
            self._leave(live)

    def _enter(self, live: LiveTable) -> None:
        live.wakers.add(self._wake)
        if self._person is not None:
            live.sockets[self._person] += 1
            live.connected_once.add(self._person)

    def _leave(self, live: LiveTable) -> None:
        live.wakers.discard(self._wake)
        live.touch(self._person)
        if self._person is not None:
            live.sockets[self._person] -= 1

    async def _send(self, page: Rendered) -> None:
        """Nothing goes out unless it is new for this viewer: what others did in secret shows in no frame, not even in an equal one."""
        before = self._sent
        if before is not None and page.tag == before.tag:
            return
        text = page.page.whole() if before is None else page.page.since(before.page)
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send_text(text)
        self._sent = page
        self._metrics.pushes.inc()
        self._metrics.pushed_bytes.inc(len(text))

    async def _hear(self) -> None:
        """Notice when the client goes; what it says is not listened to."""
        heard = 0
        while not self._closed:
            message = await self._socket.receive()
            heard += 1
            if message["type"] == "websocket.disconnect" or heard > MOST_HEARD:
                self._closed = True
                self._wake.set()

    async def _close(self, code: int) -> None:
        if self._socket.client_state is WebSocketState.CONNECTED and self._socket.application_state is WebSocketState.CONNECTED:
            try:
                await self._socket.close(code)
            except (RuntimeError, WebSocketDisconnect):  # it was closed at this very moment
                return
