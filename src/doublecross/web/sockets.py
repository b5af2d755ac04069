"""WebSockets that remember nothing of what they have compressed.

Compression that goes on from frame to frame keeps a window, a hash table and a buffer for every open connection, more than 200 KiB with
the usual settings. Frames hold only what has changed, so each is compressed by itself, with little memory that is free again at once.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import Any

from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Event
from wsproto.extensions import PerMessageDeflate
from wsproto.frame_protocol import CloseReason, FrameDecoder, FrameProtocol, Opcode, RsvBits

LEVEL, WINDOW_BITS, MEMORY = 1, 13, 6
"""Frames of a few kilobytes gain nothing from more."""
SMALL = 200
"""Bytes of a message that is not worth compressing."""
MOST_FRAME = 4096
"""Bytes of a frame from a client, unpacked; none is needed."""


class EachAlone(PerMessageDeflate):
    """The extension permessage-deflate, with nothing carried over from one of the server's messages to the next."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True)

    def frame_inbound_payload_data(self, proto: FrameDecoder | FrameProtocol, data: bytes) -> bytes | CloseReason:
        """What a client's frame holds. A few kilobytes can stand for gigabytes, so no more is unpacked than is taken."""
        if not self._inbound_compressed or not self._inbound_is_compressible or self._decompressor is None:
            return data
        try:
            found = self._decompressor.decompress(bytes(data), MOST_FRAME + 1)
        except zlib.error:
            return CloseReason.INVALID_FRAME_PAYLOAD_DATA
        return found if len(found) <= MOST_FRAME else CloseReason.MESSAGE_TOO_BIG

    def frame_outbound(
        self, proto: FrameDecoder | FrameProtocol, opcode: Opcode, rsv: RsvBits, data: bytes, fin: bool
    ) -> tuple[RsvBits, bytes]:
        """A message as it travels; ours are never in several parts."""
        if opcode not in (Opcode.TEXT, Opcode.BINARY) or not fin or len(data) < SMALL:
            return rsv, data
        bits = -min(WINDOW_BITS, int(self.server_max_window_bits))
        compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, bits, MEMORY)
        packed = compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH)
        return RsvBits(True, rsv.rsv2, rsv.rsv3), packed[:-4]


class _Connection(WSConnection):
    """Accepts with our extension in place of the usual one."""

    def send(self, event: Event) -> bytes:
        """The bytes of an event."""
        if isinstance(event, AcceptConnection):
            event = replace(event, extensions=[EachAlone()])
        return super().send(event)


class Sockets(WSProtocol):
    """uvicorn's WebSockets on such connections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn = _Connection(ConnectionType.SERVER)
