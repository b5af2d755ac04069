"""Thinking for bots in a process of its own, so that no table waits for a bot: who is next, for how long, and what if it goes wrong.

Every task has to be done within `WITHIN` seconds of being given. When many wait, all get less time, the same rule for all; nothing about it
depends on what a bot holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from doublecross.bots.worker import HEADER, SLOTS, Done, Ready, Task, framed
from doublecross.web.logs import log

WITHIN = 4.0
"""Seconds from the question to the end of thinking, however many wait."""
OVERHEAD = 0.02
"""Seconds that a task costs beside thinking."""
LEAST = 0.02
"""No budget shrinks below this."""
OVERRUN = 1.0
"""Seconds that a bot may take beyond its budget before another answers for it: the machine may be busy."""
STUCK = 10.0
"""Seconds beyond its budget after which a bot never comes back, and its process is ended."""
PREPARING = 300.0
"""Seconds for making a bot ready: its rules may have to be compiled."""
PAUSE = 1.0
"""Seconds between two starts of the process."""
COMMAND = (sys.executable, "-m", "doublecross.bots.worker")

Pair = tuple[str, str]
"""A game, and the name of a bot."""


class ThinkingFailed(Exception):
    """A bot gave no choice.

    Attributes:
        why: "raised", "late", "died", "not-ready" or "closed".
        error, where_in_bot: the type of error, and the lines of the bot's code, if it raised one.
    """

    def __init__(self, why: str, error: str = "", where: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.why, self.error, self.where_in_bot = why, error, list(where)


@dataclass(eq=False)
class _Asked:
    """A task that was given.

    Attributes:
        pair: game and bot.
        full: the budget if nobody else waits.
        own: whether that is the bot's own, so that it need not be told.
        deadline: when thinking has to end (time of the loop).
        budget: what it got, once it thinks.
    """

    pair: Pair
    seed: int
    decision: bytes
    full: float
    own: bool
    deadline: float
    answer: asyncio.Future[list[int]]
    budget: float = 0.0
    timer: asyncio.TimerHandle | None = None


@dataclass
class _Running:
    """The process, while it runs."""

    process: Process
    started: float
    ready: set[Pair] = field(default_factory=set)
    preparing: tuple[int, Pair] | None = None
    thinking: dict[int, _Asked] = field(default_factory=dict)
    ending: bool = False

    def end(self) -> None:
        """Kill it, and all that it started; nothing more is given to it."""
        self.ending = True
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):  # it has no group of its own before it has begun
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Thinker:
    """The process that thinks, started when it is first needed. All methods belong to the event loop's thread.

    Args:
        slots: how many bots think at once.
    """

    def __init__(self, slots: int = SLOTS) -> None:
        self._slots = slots
        self._numbers = itertools.count()
        self._queue: deque[_Asked] = deque()
        self._wanted: dict[Pair, None] = {}
        self._broken: set[Pair] = set()
        self._running: _Running | None = None
        self._life: asyncio.Task[None] | None = None
        self._closed = False
        self.starts = 0

    @property
    def waiting(self) -> int:
        """How many tasks wait or are being thought about."""
        return len(self._queue) + (len(self._running.thinking) if self._running else 0)

    def prepare(self, game: str, bot: str) -> None:
        """Make a bot ready, so that its first choice takes no longer than any other."""
        pair = (game, bot)
        if self._closed or pair in self._wanted:
            return
        self._wanted[pair] = None
        self._live()
        self._dispatch()

    def bound(self, full: float) -> float:
        """After how many seconds at most a task given now has been thought about, as the plan goes: later tasks only shorten it."""
        running = list(self._running.thinking.values()) if self._running else []
        ahead = sum(each.budget + OVERHEAD for each in running) + sum(each.full + OVERHEAD for each in self._queue)
        return min(ahead / self._slots + full + OVERHEAD, WITHIN)

    async def think(self, game: str, bot: str, decision: bytes, seed: int, full: float, own: bool = False) -> list[int]:
        """A bot's whole choice.

        Args:
            game, bot: which bot.
            decision: bytes of a `doublecross.bots.bot.Decision`.
            seed: of the bot.
            full: seconds it thinks if nobody else waits.
            own: that is what it spends by itself.

        Raises:
            ThinkingFailed: there is none.
        """
        if self._closed:
            raise ThinkingFailed("closed")
        if (game, bot) in self._broken:
            raise ThinkingFailed("not-ready")
        loop = asyncio.get_running_loop()
        asked = _Asked((game, bot), seed, decision, min(full, WITHIN), own, loop.time() + WITHIN, loop.create_future())
        self.prepare(game, bot)
        self._queue.append(asked)
        asked.timer = loop.call_at(asked.deadline, self._never_began, asked)
        self._live()
        self._dispatch()
        try:
            return await asked.answer
        finally:
            if asked in self._queue:  # nobody wants to know any more; what is being thought about goes on, and its time is watched
                self._queue.remove(asked)
                asked.timer.cancel()

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        for asked in list(self._queue):
            self._fail(asked, ThinkingFailed("closed"))
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)

    def _live(self) -> None:
        if self._life is None or self._life.done():
            self._life = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """One life of the process, from its start to its end."""
        loop = asyncio.get_running_loop()
        try:
            process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        except OSError as error:
            log("thinker-not-started", error=type(error).__name__)
            await asyncio.sleep(PAUSE)
            return
        self.starts += 1
        running = self._running = _Running(process, loop.time())
        try:
            self._dispatch()
            await self._listen(running)
        finally:
            self._running = None
            running.end()
            if process.stdin is not None:
                process.stdin.close()
            await asyncio.shield(process.wait())
            self._died(running)
        await asyncio.sleep(max(0.0, running.started + PAUSE - loop.time()))
        if self._queue or any(pair not in self._broken for pair in self._wanted):
            self._life = asyncio.create_task(self._run())

    async def _listen(self, running: _Running) -> None:
        """Hear its answers, until it ends."""
        stream = running.process.stdout
        assert stream is not None
        decoder = msgspec.msgpack.Decoder(Done)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, msgspec.DecodeError):
            while True:
                size = int.from_bytes(await stream.readexactly(HEADER), "little")
                self._hear(running, decoder.decode(await stream.readexactly(size)))

    def _hear(self, running: _Running, done: Done) -> None:
        if running.preparing is not None and running.preparing[0] == done.number:
            self._prepared(running, done)
        elif (asked := running.thinking.pop(done.number, None)) is not None:
            if asked.timer is not None:
                asked.timer.cancel()
            if done.error:
                self._fail(asked, ThinkingFailed("raised", done.error, done.where))
            elif not asked.answer.done():
                asked.answer.set_result(done.actions)
        self._dispatch()

    def _prepared(self, running: _Running, done: Done) -> None:
        assert running.preparing is not None
        pair, running.preparing = running.preparing[1], None
        if done.error:
            log("bot-not-ready", game=pair[0], bot=pair[1], error=done.error, where=done.where)
            self._give_up(pair)
        else:
            running.ready.add(pair)

    def _give_up(self, pair: Pair) -> None:
        """This bot cannot play here: others play in its place from now on."""
        self._broken.add(pair)
        for asked in [each for each in self._queue if each.pair == pair]:
            self._queue.remove(asked)
            self._fail(asked, ThinkingFailed("not-ready"))

    def _died(self, running: _Running) -> None:
        """The process has ended: what it was thinking about has no answer."""
        if not self._closed:
            log("thinker-ended", tasks=len(running.thinking), code=running.process.returncode)
        # If it was only making a bot ready, it is that bot's fault, and would be again.
        if running.preparing is not None and not running.thinking and not self._closed:
            self._give_up(running.preparing[1])
        for asked in running.thinking.values():
            if asked.timer is not None:
                asked.timer.cancel()
            self._fail(asked, ThinkingFailed("closed" if self._closed else "died"))

    @staticmethod
    def _fail(asked: _Asked, error: ThinkingFailed) -> None:
        if not asked.answer.done():
            asked.answer.set_exception(error)

    def _dispatch(self) -> None:
        """Give the process what it can take: one bot to be made ready, and as many tasks as it has slots."""
        running = self._running
        if running is None or running.ending:
            return
        if running.preparing is None:
            pair = next((pair for pair in self._wanted if pair not in running.ready and pair not in self._broken), None)
            if pair is not None:
                running.preparing = (next(self._numbers), pair)
                self._send(running, Ready(running.preparing[0], pair[1], pair[0]))
                asyncio.get_running_loop().call_later(PREPARING, self._never_ready, running, running.preparing)
        while len(running.thinking) < self._slots:
            asked = next((each for each in self._queue if each.pair in running.ready), None)
            if asked is None:
                return
            asked.budget = self._budget(asked)
            self._queue.remove(asked)
            self._begin(running, asked)

    def _begin(self, running: _Running, asked: _Asked) -> None:
        loop, number = asyncio.get_running_loop(), next(self._numbers)
        running.thinking[number] = asked
        if asked.timer is not None:
            asked.timer.cancel()
        asked.timer = loop.call_later(asked.budget + OVERRUN, self._late, running, number)
        told = None if asked.own and asked.budget == asked.full else asked.budget
        self._send(running, Task(number, asked.pair[1], asked.seed, told, asked.decision))

    def _budget(self, asked: _Asked) -> float:
        """Seconds for the task that is next, such that it and all behind it can end in time with as much."""
        now = asyncio.get_running_loop().time()
        shares = [
            (each.deadline - now) / -(-place // self._slots) - OVERHEAD  # so many have to think one after the other until then
            for place, each in enumerate((asked, *(each for each in self._queue if each is not asked)), 1)
        ]
        return min(asked.full, max(LEAST, min(shares)))

    @staticmethod
    def _send(running: _Running, message: Task | Ready) -> None:
        if running.process.stdin is not None and not running.process.stdin.is_closing():
            running.process.stdin.write(framed(message))

    def _never_began(self, asked: _Asked) -> None:
        """Its time is over, and it was not its turn: the bot is not ready yet, or there is no process."""
        if asked in self._queue:
            self._queue.remove(asked)
            self._fail(asked, ThinkingFailed("not-ready"))

    def _late(self, running: _Running, number: int) -> None:
        """Nobody waits for it any longer; it has its slot until it comes back or is ended."""
        asked = running.thinking.get(number)
        if asked is not None:
            self._fail(asked, ThinkingFailed("late"))
            asked.timer = asyncio.get_running_loop().call_later(STUCK - OVERRUN, self._stuck, running, number)

    def _stuck(self, running: _Running, number: int) -> None:
        """Thinking that does not end can only be ended with its process."""
        if number in running.thinking:
            running.end()

    def _never_ready(self, running: _Running, preparing: tuple[int, Pair]) -> None:
        if running.preparing == preparing and self._running is running:
            running.end()
