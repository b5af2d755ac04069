"""Bots that think too long, fail or die, and the process that thinks for them: ``python -m tests.web.odd_bots``."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from doublecross.bots import registry, worker
from doublecross.bots.bot import Bot, Decision
from doublecross.bots.parameters import SECONDS
from doublecross.kernel.game import Game

COMMAND = (sys.executable, "-m", "tests.web.odd_bots")
MINE = "secret-card"
"""A text that must never leave the process of a bot."""


def steady(seconds: float) -> None:
    """Takes all of its budget."""
    time.sleep(seconds)


def polite(seconds: float) -> None:
    """Finds out that it has a low priority, and prints."""
    sys.stdout.write(MINE)
    sys.stdout.flush()
    if os.name == "posix":
        assert os.nice(0) >= worker.NICENESS
        # In a session of its own the low priority would count for nothing (Linux, autogroup).
        assert os.getsid(0) == os.getsid(os.getppid())
        assert os.getpgid(0) == os.getpid()


def raising(seconds: float) -> None:
    """Says what it holds."""
    raise LookupError(MINE)


def crashing(seconds: float) -> None:
    """Takes the process with it."""
    os._exit(7)


def blocking(seconds: float) -> None:
    """Never comes back, nor lets go of Python's lock for long."""
    while True:
        sum(range(1000))


ACTS: dict[str, Callable[[float], None]] = {
    act.__name__: act for act in (steady, polite, raising, crashing, blocking)
}  # each is a bot that chooses the first legal action after it
TRIED = worker.TRY_SECONDS


@dataclass
class OddMaker:
    """Makes a bot that does something odd and then takes the first legal action; unless it is only made ready, then it does nothing odd."""

    act: Callable[[float], None]
    always: bool = False
    illegal: bool = False
    parameters = (SECONDS,)

    def __call__(self, game: Game, seed: int, seconds: float = 0.0) -> Bot:
        return _Odd(self, seconds)


@dataclass
class _Odd:
    maker: OddMaker
    seconds: float

    def choose(self, decision: Decision) -> int:
        if self.maker.always or self.seconds != TRIED:
            self.maker.act(self.seconds)
            if self.maker.illegal:
                return 63
        return decision.legal[0]


MAKERS: dict[str, Any] = {
    **{name: OddMaker(act) for name, act in ACTS.items()},
    "illegal": OddMaker(polite, illegal=True),
    "never-ready": OddMaker(raising, always=True),
    "stillborn": OddMaker(crashing, always=True),
}


def register() -> None:
    """Know these bots in this process."""
    registry._makers().update(MAKERS)


if __name__ == "__main__":
    register()
    worker.main()
