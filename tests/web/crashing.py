"""A server that can be told where to die: ``python -m tests.web.crashing FOLDER``.

It loads everything, then waits for a line on its standard input: ``POINT NUMBER``, or an empty one. At the so many-th append of events it
kills itself: ``before`` the commit, ``between`` the commit and anybody hearing of it, or ``after`` those who watch were woken. It says its
port once it serves.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import Transaction

from doublecross.kernel.registry import all_games
from doublecross.store.store import Store
from doublecross.store.tables import TableLogs
from doublecross.store.writer import Writer
from doublecross.web.app import make_app
from doublecross.web.live import LiveTable
from doublecross.web.logs import set_up_logging
from doublecross.web.metrics import Metrics
from doublecross.web.running import bind, run
from doublecross.web.server import Server
from tests.web.serving import settings


class Fault:
    """Where to die."""

    def __init__(self, text: str) -> None:
        self.point, _, number = text.partition(" ")
        self.number, self.appends = int(number or 0), 0

    def reach(self, point: str) -> None:
        """Die here, if this is the point and the time."""
        if point == self.point and self.appends >= self.number:
            os.kill(os.getpid(), signal.SIGKILL)


def crashing_store(folder: Path, fault: Fault) -> Store:
    """A store that dies around its commits."""

    class DyingWriter(Writer):
        def commit(self, transaction: Transaction) -> None:
            fault.reach("before")
            super().commit(transaction)
            fault.reach("between")

    class DyingStore(Store):
        def make_writer(self, engine: Engine, observe: Any) -> Writer:
            return DyingWriter(engine, observe)

    append = TableLogs.append

    def counted(self: TableLogs, *args: Any) -> Any:
        fault.appends += 1
        return append(self, *args)

    TableLogs.append = counted  # type: ignore[method-assign]
    publish = LiveTable.publish

    def published(self: LiveTable) -> None:
        publish(self)
        fault.reach("after")

    LiveTable.publish = published  # type: ignore[method-assign]
    return DyingStore(folder)


def tell(line: str) -> None:
    """Say something to whoever started this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Wait for the word, then serve."""
    folder = Path(sys.argv[1])
    all_games()
    tell("loaded")
    fault = Fault(sys.stdin.readline().strip())
    set_up_logging()
    server = Server(settings(folder), crashing_store(folder, fault), Metrics())
    with bind("127.0.0.1", 0) as listening:
        run(make_app(server), listening, (), lambda: tell(str(listening.getsockname()[1])))


if __name__ == "__main__":
    main()
