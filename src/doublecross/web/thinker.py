"""Thinking for bots in a process of its own, so that no table waits for a bot, and what if a bot goes wrong.

Whose turn it is and for how long is planned by `doublecross.web.turns`. Whoever asks says until when the answer is wanted; what is not
there by then has failed, for whatever reason.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from doublecross.bots.worker import HEADER, SLOTS, Done, Ready, Task, framed
from doublecross.web.logs import log
from doublecross.web.suspects import STRIKES, Suspects
from doublecross.web.turns import OVERHEAD, WITHIN, Asked, Pair, Turns

STUCK = 10.0
"""Seconds after its time was over after which a bot never comes back, and its process is ended."""
PREPARING = 300.0
"""Seconds for making a bot ready: its rules may have to be compiled."""
PAUSE = 1.0
"""Seconds between two starts of the process."""
COMMAND = (sys.executable, "-m", "doublecross.bots.worker")


class ThinkingFailed(Exception):
    """A bot gave no choice.

    Attributes:
        why: "raised", "late", "died"; or without its fault: "busy" (its turn would have come too late), "not-ready", "resting" (it has
            ended its process too often), "closed".
        error, where_in_bot: the type of error, and the lines of the bot's code, if it raised one.
    """

    def __init__(self, why: str, error: str = "", where: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.why, self.error, self.where_in_bot = why, error, list(where)


@dataclass
class _Running:
    """The process, while it runs.

    Attributes:
        preparing: the number of the message, and who is made ready.
        culprits: those for whom it was ended.
    """

    process: Process
    started: float
    preparing: tuple[int, Pair] | None = None
    thinking: dict[int, Asked] = field(default_factory=dict)
    culprits: list[Pair] = field(default_factory=list)
    ending: bool = False

    @property
    def at_work(self) -> list[Pair]:
        """The bots that think or are made ready."""
        return [asked.pair for asked in self.thinking.values()] + ([self.preparing[1]] if self.preparing else [])

    def end(self, culprits: Sequence[Pair] = ()) -> None:
        """Kill it, and all that it started; nothing more is given to it."""
        self.ending = True
        self.culprits.extend(culprits)
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):  # it has no group of its own before it has begun
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


async def start_process() -> Process:
    """The process that thinks; raises `OSError`."""
    return await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)


class Thinker:
    """The process that thinks, started when it is first needed. All methods belong to the event loop's thread.

    Args:
        slots: how many bots think at once.
    """

    def __init__(self, slots: int = SLOTS) -> None:
        self._slots = slots
        self._numbers = itertools.count()
        self._turns = Turns(slots)
        self._suspects = Suspects()
        self._wanted: dict[Pair, None] = {}
        self._broken: set[Pair] = set()
        self._running: _Running | None = None
        self._life: asyncio.Task[None] | None = None
        self._closed = False
        self.starts = 0

    @property
    def waiting(self) -> int:
        """How many tasks wait or are being thought about."""
        return len(self._turns) + (len(self._running.thinking) if self._running else 0)

    def prepare(self, game: str, bot: str) -> None:
        """Make a bot ready, so that its first choice takes no longer than any other."""
        pair = (game, bot)
        if self._closed or pair in self._wanted:
            return
        self._wanted[pair] = None
        self._live()
        self._dispatch()

    def promise(self, full: float) -> float:
        """After how many seconds at most a task given now has been thought about, as the plan goes; that time is kept for it.

        It follows from when what was asked before, and from nothing that a bot holds, thinks or does, nor from how the process fares.
        """
        return self._turns.promise(asyncio.get_running_loop().time(), _shortened(full))

    async def think(self, game: str, bot: str, decision: bytes, seed: int, full: float, until: float, own: bool = False) -> list[int]:
        """A bot's whole choice.

        Args:
            game, bot: which bot.
            decision: bytes of a `doublecross.bots.bot.Decision`.
            seed: of the bot.
            full: seconds it thinks if nobody else waits.
            until: when the answer is no longer wanted (time of the loop).
            own: that is what it spends by itself.

        Raises:
            ThinkingFailed: there is none.
        """
        loop, pair = asyncio.get_running_loop(), (game, bot)
        now = loop.time()
        if self._closed or not self._plays(pair, now):
            raise ThinkingFailed("closed" if self._closed else "not-ready" if pair in self._broken else "resting")
        asked = Asked(pair, seed, decision, _shortened(full), own, now + WITHIN, until, loop.create_future())
        asked.timer = loop.call_at(until, self._over, asked)
        self.prepare(game, bot)
        self._turns.join(asked)
        self._live()
        loop.call_soon(self._dispatch)  # after all that are asked at the same moment: they share the time
        try:
            return await asked.answer
        finally:
            if self._turns.leave(asked):  # nobody wants to know any more; what is being thought about goes on, and its time is watched
                asked.timer.cancel()

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        for asked in self._turns.all():
            self._fail(asked, ThinkingFailed("closed"))
        if self._life is not None:
            self._life.cancel()
            await asyncio.gather(self._life, return_exceptions=True)

    def _plays(self, pair: Pair, now: float) -> bool:
        return pair not in self._broken and not self._suspects.rests(pair, now)

    def _live(self) -> None:
        if self._life is None or self._life.done():
            self._life = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """One life of the process, from its start to its end."""
        loop = asyncio.get_running_loop()
        try:
            process = await start_process()
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
        if any(self._plays(pair, loop.time()) for pair in self._wanted):
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
            self._suspects.clear(asked.pair)
            if done.error:
                self._fail(asked, ThinkingFailed("raised", done.error, done.where))
            else:
                self._settle(asked)
                if not asked.answer.done():
                    asked.answer.set_result(done.actions)
        self._dispatch()

    def _prepared(self, running: _Running, done: Done) -> None:
        assert running.preparing is not None
        pair, running.preparing = running.preparing[1], None
        if done.error:
            log("bot-not-ready", game=pair[0], bot=pair[1], error=done.error, where=done.where)
            self._broken.add(pair)
            self._fail_held(pair, "not-ready")
        else:
            self._turns.ready(pair)

    def _died(self, running: _Running) -> None:
        """The process has ended: what it was thinking about has no answer."""
        self._turns.nobody_ready()
        if not self._closed:
            log("thinker-ended", tasks=len(running.thinking), code=running.process.returncode)
            self._blame(running)
        for asked in running.thinking.values():
            self._fail(asked, ThinkingFailed("closed" if self._closed else "died"))

    def _blame(self, running: _Running) -> None:
        """Note whose fault it may have been. If a bot could not even be made ready, it was that one's, and would be again."""
        suspects = running.culprits or running.at_work
        unready = running.preparing is not None and suspects == [running.preparing[1]]
        for pair in self._suspects.blame(suspects, asyncio.get_running_loop().time(), STRIKES if unready else 1):
            log("bot-rests", game=pair[0], bot=pair[1])
            self._fail_held(pair, "resting")

    def _fail_held(self, pair: Pair, why: str) -> None:
        """This bot does not play now: others play in its place."""
        for asked in self._turns.all():
            if asked.pair == pair:
                self._turns.leave(asked)
                self._fail(asked, ThinkingFailed(why))

    @staticmethod
    def _settle(asked: Asked) -> None:
        """Nobody has to watch its time any longer."""
        if asked.timer is not None:
            asked.timer.cancel()

    def _fail(self, asked: Asked, error: ThinkingFailed) -> None:
        self._settle(asked)
        if not asked.answer.done():
            asked.answer.set_exception(error)

    def _dispatch(self) -> None:
        """Give the process what it can take: one bot to be made ready, and as many tasks as it has slots."""
        running, loop = self._running, asyncio.get_running_loop()
        if running is None or running.ending:
            return
        if running.preparing is None and (pair := self._to_prepare(loop.time())) is not None:
            if pair in self._suspects and running.thinking:
                return  # it is made ready while nobody thinks
            running.preparing = (next(self._numbers), pair)
            self._send(running, Ready(running.preparing[0], pair[1], pair[0]))
            loop.call_later(PREPARING, self._never_ready, running, running.preparing)
        while (asked := self._next(running)) is not None:
            asked.budget = self._turns.budget(asked, loop.time())
            self._turns.leave(asked)
            if asked.budget:
                self._begin(running, asked)
            else:
                self._fail(asked, ThinkingFailed("busy"))

    def _to_prepare(self, now: float) -> Pair | None:
        """The bot that is made ready next: first those that tasks wait for."""
        wanted = (pair for pair in (*self._turns.held, *self._wanted) if not self._turns.is_ready(pair))
        return next((pair for pair in wanted if self._plays(pair, now)), None)

    def _next(self, running: _Running) -> Asked | None:
        """The task that begins now. One whose bot may have ended the process does so while nobody else is at work."""
        if len(running.thinking) >= self._slots or any(pair in self._suspects for pair in running.at_work):
            return None
        if running.preparing is not None:
            return self._turns.first(self._suspects)
        asked = self._turns.first()
        return None if asked is not None and asked.pair in self._suspects and running.thinking else asked

    def _begin(self, running: _Running, asked: Asked) -> None:
        number = next(self._numbers)
        running.thinking[number] = asked
        told = None if asked.own and asked.budget == asked.full else asked.budget
        self._send(running, Task(number, asked.pair[1], asked.seed, told, asked.decision))

    @staticmethod
    def _send(running: _Running, message: Task | Ready) -> None:
        if running.process.stdin is not None and not running.process.stdin.is_closing():
            running.process.stdin.write(framed(message))

    def _over(self, asked: Asked) -> None:
        """Its time is over. If it has begun, it has its slot until it comes back or is ended; nobody waits for it any longer."""
        if self._turns.leave(asked):
            self._fail(asked, ThinkingFailed("busy" if self._turns.is_ready(asked.pair) else "not-ready"))
        elif self._running is not None and any(each is asked for each in self._running.thinking.values()):
            self._fail(asked, ThinkingFailed("late"))
            asked.timer = asyncio.get_running_loop().call_later(STUCK, self._stuck, self._running, asked)

    @staticmethod
    def _stuck(running: _Running, asked: Asked) -> None:
        """Thinking that does not end can only be ended with its process."""
        running.end([asked.pair])

    def _never_ready(self, running: _Running, preparing: tuple[int, Pair]) -> None:
        if running.preparing == preparing and self._running is running:
            running.end([preparing[1]])


def _shortened(full: float) -> float:
    """As much of a budget as fits into the time that there is."""
    return min(full, WITHIN - OVERHEAD)
