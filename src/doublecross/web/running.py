"""Running a server: its socket, uvicorn, and how it ends."""

from __future__ import annotations

import errno
import gc
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.web.heads import Heads
from doublecross.web.sockets import MOST_FRAME, Sockets

PORTS_TRIED = 20
BACKLOG = 512
MOST_NEW = 10_000
"""New objects after which the garbage collector looks for cycles among them; Python's own number is 700."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on this port, or on the next that is free. Port 0 is any free one."""
    for tried in range(port, port + PORTS_TRIED):
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":
            # There it would let two servers share a port; elsewhere it only ignores connections that are ending.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES) or port == 0:
                raise BadInput("--host, --port", f"{host}:{tried}", Phrase("an address of this machine")) from error
            continue
        return listening
    raise BadInput("--port", str(port), Phrase("a free port; the next {number} are taken too", number=PORTS_TRIED - 1))


class _Uvicorn(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if not self.should_exit:
            _collect_seldom()
            self._ready()


def _collect_seldom() -> None:
    """Spare the garbage collector what it looks through in vain, and everybody the pauses.

    Commands, pages and pushes leave no cycles behind, and what has been loaded by now is never let go.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(MOST_NEW)


def make_config(app: ASGIApp, trusted_proxies: tuple[str, ...] = ()) -> uvicorn.Config:
    """How uvicorn runs the application. It logs no requests: their paths hold the ids of tables."""
    return uvicorn.Config(
        app,
        http=Heads,
        ws=Sockets,
        ws_max_size=MOST_FRAME,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=list(trusted_proxies),
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
    )


def run(app: ASGIApp, listening: socket.socket, trusted_proxies: tuple[str, ...], ready: Callable[[], None] = lambda: None) -> None:
    """Serve until SIGTERM or SIGINT; returns after what was begun is finished and kept."""
    # uvicorn raises the signal again once it has stopped; by then there is nothing left to interrupt.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    _Uvicorn(make_config(app, trusted_proxies), ready).run(sockets=[listening])
