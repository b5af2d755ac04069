"""The clocks of the tables: when a seat's time is up, the table hears of it.

A machine can sleep while the server runs, as a laptop does whose lid is closed. Seats get that time back before any clock runs out.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

from doublecross.tables.commands import TimeOut
from doublecross.tables.refusals import Refusal
from doublecross.web.live import LiveTable, Unavailable
from doublecross.web.metrics import Metrics

SOON = 0.05
"""The least time a clock is given, also one that has run out already."""
AGAIN = 1.0
"""How long a table that would not take a time out is left alone."""
TICK = 1.0
"""How often it is seen that time goes on."""
SLEPT = 10.0
"""Seconds by which a tick is too late only if the machine has slept, or its clock was put forward."""


class Clocks:
    """One timer per table, set anew at every change.

    Args:
        make_up: gives every table the seconds back for which the machine slept.
    """

    def __init__(self, metrics: Metrics, make_up: Callable[[float], Coroutine[Any, Any, None]]) -> None:
        self._metrics, self._make_up = metrics, make_up
        self._ticked, self._making_up = time.time(), False
        self._ticking: asyncio.TimerHandle | None = None
        self._timers: dict[LiveTable, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()

    def begin(self) -> None:
        """Watch how time goes on."""
        self._ticked = time.time()
        self._tick()

    def _tick(self) -> None:
        slept, self._ticked = time.time() - self._ticked - TICK, time.time()
        if slept > SLEPT:
            self._making_up = True
            self._start(self._give_back(slept))
        self._ticking = asyncio.get_running_loop().call_later(TICK, self._tick)

    async def _give_back(self, seconds: float) -> None:
        try:
            await self._make_up(seconds)
        finally:
            self._making_up = False

    @property
    def _has_slept(self) -> bool:
        """Whether there is time that tables have not got back yet."""
        return self._making_up or time.time() - self._ticked > TICK + SLEPT

    def wind(self, live: LiveTable) -> None:
        """Set a table's timer."""
        self.stop(live)
        running = live.table.deadlines
        if not running or live.gone:
            return
        at, decision, seat = running[0]
        command = TimeOut(key=secrets.token_urlsafe(9), decision=decision, seat=seat)
        self._set(live, max(at - time.time(), SOON), lambda: self._start(self._time_out(live, command)))

    def _set(self, live: LiveTable, wait: float, then: Callable[[], None]) -> None:
        def fire() -> None:
            del self._timers[live]
            then()

        self._timers[live] = asyncio.get_running_loop().call_later(wait, fire)

    def stop(self, live: LiveTable) -> None:
        """Forget a table's timer."""
        timer = self._timers.pop(live, None)
        if timer is not None:
            timer.cancel()

    def close(self) -> None:
        """Forget them all."""
        if self._ticking is not None:
            self._ticking.cancel()
        for live in list(self._timers):
            self.stop(live)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _time_out(self, live: LiveTable, command: TimeOut) -> None:
        if self._has_slept:
            self._set(live, AGAIN, lambda: self.wind(live))
            return
        try:
            await live.give(command, None)
            self._metrics.timeouts.inc()
        except Unavailable:
            return  # the table is read anew, and its clock is wound then
        except Refusal:
            # The seat answered at the last moment, and the clock is wound already. Should it not be so, try again.
            if live not in self._timers:
                self._set(live, AGAIN, lambda: self.wind(live))
