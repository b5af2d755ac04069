"""What the driver of the live tables speaks: HTTP over one kept connection, and a WebSocket that counts its bytes.

Both are as light as they can be, so that it is the server that is measured and not its clients.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds that an answer may take."""


class Line:
    """One kept connection to a server on this machine."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self._port}\r\ncontent-length: {len(content)}\r\n"
        head += f"authorization: Bearer {token}\r\n" if token else ""
        request = head.encode() + b"content-type: application/json\r\n\r\n" + content
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._exchange(request)
            except (asyncio.IncompleteReadError, ConnectionError):
                # The server hangs up on a line that was idle for long. Commands have keys: asked twice, they count once.
                self.close()
                self._writer = None
                return await self._exchange(request)

    async def _exchange(self, request: bytes) -> tuple[int, Any]:
        if self._writer is None or self._reader is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request)
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        sizes = [line.partition(":")[2] for line in lines if line.lower().startswith("content-length:")]
        return int(lines[0].split()[1]), json.loads(await self._reader.readexactly(int(sizes[0])))

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()


class Counting(ClientConnection):
    """A WebSocket that knows how many bytes came over the wire, compressed as they are for a browser."""

    received = 0

    def data_received(self, data: bytes) -> None:
        """Some bytes came."""
        self.received += len(data)
        super().data_received(data)


def watch(port: int, table: str, token: str) -> connect:
    """The pushes of a table to one seat."""
    headers = {"authorization": f"Bearer {token}"}
    address = f"ws://127.0.0.1:{port}/t/{table}/live"
    return connect(address, additional_headers=headers, proxy=None, max_size=None, create_connection=Counting, open_timeout=PATIENCE)
