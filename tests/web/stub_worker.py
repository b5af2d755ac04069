"""A process that thinks, without a process: it takes the messages of `doublecross.bots.worker`, and answers when a test's clock says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from doublecross.bots.worker import HEADER, Done, Ready, Task, framed

Act = Callable[[Task], "float | str"]
"""What a bot does about a task: answers after so many seconds; or "dies", taking the process with it; "raises"; or "blocks"."""


@dataclass
class Stub:
    """All lives of the process.

    Attributes:
        act: what the bots do.
        choice: what they choose.
        told: the tasks that came, each with its time.
        starts: when the process started.
        mute: bots that are never made ready.
    """

    act: Act
    choice: list[int]
    told: list[tuple[float, Task]] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    mute: frozenset[str] = frozenset()

    async def start(self) -> Any:
        """One life, in place of `doublecross.web.thinker.start_process`."""
        self.starts.append(asyncio.get_running_loop().time())
        return _Process(self)


class _Process:
    """One life: the process and its input in one."""

    pid = 2**30  # no process has such a number
    returncode: int | None = None

    def __init__(self, stub: Stub) -> None:
        self._stub, self._loop = stub, asyncio.get_running_loop()
        self.stdin, self.stdout = self, asyncio.StreamReader()
        self._decoder = msgspec.msgpack.Decoder(Task | Ready)

    def write(self, data: bytes) -> None:
        message = self._decoder.decode(data[HEADER:])
        if isinstance(message, Ready):
            if message.bot not in self._stub.mute:
                self._loop.call_soon(self._say, Done(message.number))
            return
        self._stub.told.append((self._loop.time(), message))
        act = self._stub.act(message)
        if act == "dies":
            self._loop.call_soon(self.kill)
        elif act == "raises":
            self._loop.call_soon(self._say, Done(message.number, error="LookupError"))
        elif not isinstance(act, str):
            self._loop.call_later(act, self._say, Done(message.number, self._stub.choice))

    def _say(self, done: Done) -> None:
        if self.returncode is None:
            self.stdout.feed_data(framed(done))

    def kill(self) -> None:
        if self.returncode is None:
            self.returncode = -9
            self.stdout.feed_eof()

    async def wait(self) -> int:
        assert self.returncode is not None
        return self.returncode

    def is_closing(self) -> bool:
        return self.returncode is not None

    def close(self) -> None:
        """Its input ends."""
