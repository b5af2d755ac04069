"""A process that gives advice, one task after the other: started when it is needed, ended when it fails, is late, or has nothing to do."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable

import msgspec

from doublecross.advice.worker import Answer, ReadyTask, Step, Task
from doublecross.bots.worker import HEADER, framed
from doublecross.kernel.phrases import Phrase
from doublecross.tables.refusals import Refusal
from doublecross.web.logs import log

COMMAND = (sys.executable, "-m", "doublecross.advice.worker")
MOST_WAITING = 8
"""Tasks that may wait; more are refused."""
IDLE = 120.0
"""Seconds without a task after which the process is let go."""

Told = Callable[[Step], None]


class Lane:
    """Tasks for one process.

    Args:
        seconds: what a task may take, starting and compiling included.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._one_at_a_time = asyncio.Lock()
        self._process: Process | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._waiting = 0
        self._prepared: dict[str, asyncio.Task[None]] = {}
        self._decoder = msgspec.msgpack.Decoder(Step | Answer)

    def prepare(self, game: str) -> None:
        """Make hints ready for a game, once, so that the first one takes no longer than any other."""
        if game not in self._prepared:
            self._prepared[game] = asyncio.create_task(self._prepare(game))

    async def _prepare(self, game: str) -> None:
        with contextlib.suppress(Refusal):  # it is logged, and the first hint tries again
            await self.ask(ReadyTask(game))

    async def ask(self, task: Task, told: Told | None = None) -> Answer:
        """Do a task; `told` hears of its steps.

        Raises:
            Refusal: too many wait, or it did not work.
        """
        if self._waiting >= MOST_WAITING:
            raise Refusal(Phrase("Many are asking for advice just now. Try again in a minute."))
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                return await self._do(task, told)
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        for task in self._prepared.values():
            task.cancel()
        await asyncio.gather(*self._prepared.values(), return_exceptions=True)
        await self._end()

    async def _do(self, task: Task, told: Told | None) -> Answer:
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with asyncio.timeout(self._seconds):
                answer = await self._talk(task, told)
        except (TimeoutError, EOFError, OSError, msgspec.MsgspecError) as error:
            await self._end()
            log("advice-failed", error=type(error).__name__)
            raise Refusal(Phrase("No advice could be found this time. Try again.")) from error
        except BaseException:
            await self._end()  # an answer to nobody must not be taken for the next one's
            raise
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._let_go)
        if answer.error:
            log("advice-failed", error=answer.error)
            raise Refusal(Phrase("No advice could be found this time. Try again."))
        return answer

    async def _talk(self, task: Task, told: Told | None) -> Answer:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(framed(task))
        await stdin.drain()
        while True:
            size = int.from_bytes(await stdout.readexactly(HEADER), "little")
            heard = self._decoder.decode(await stdout.readexactly(size))
            if isinstance(heard, Answer):
                return heard
            if told is not None:
                told(heard)

    def _let_go(self) -> None:
        """End a process that has nothing to do: its input ends, and so does it."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await asyncio.shield(process.wait())
