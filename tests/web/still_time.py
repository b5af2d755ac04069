"""A loop whose clock stands still while anything happens and jumps to the next timer when nothing does: hours pass in no time.

Nothing in it may wait for other threads, processes or sockets; whoever needs a pool of threads gets `AtOnce`.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any


class _Selector(selectors.SelectSelector):
    """Waits in no time."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen")
        self.now += max(timeout, 0.0)
        return super().select(0)


class _StillLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _Selector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


class AtOnce(Executor):
    """Does what it is given at once, in the thread of whoever gives it."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(function(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


def run_still(test: Coroutine[Any, Any, Any]) -> Any:
    """Run a test in still time, in a thread of its own: the browser of other tests keeps a loop running in this one."""

    def inside() -> Any:
        with asyncio.Runner(loop_factory=_StillLoop) as runner:
            return runner.run(test)

    with ThreadPoolExecutor(1) as alone:
        return alone.submit(inside).result()
