"""What tests of a running server share: time that can be put forward, waiting, and a game with a clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from doublecross.web import clocks
from tests.web.serving import Browser, Site


class Time:
    """The wall clock, which tests put forward. That looks as if the machine had slept, but is not to be taken for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, real = 0.0, time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.ahead)
        monkeypatch.setattr(clocks, "SLEPT", float("inf"))


async def until(true: Callable[[], Any], seconds: float = 60.0) -> None:
    """Wait for something, not for ever."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


async def two_at_outlawed(site: Site, **clock: Any) -> tuple[str, list[Browser], int]:
    """A game of two with a clock; the table, the two, and whose turn it is."""
    people = [site.browser() for _ in range(2)]
    table = await people[0].open("outlawed", players=2, name="Ada", **clock)
    await people[1].done(table, "sit", name="Bo")
    await people[0].done(table, "start")
    return table, people, (await people[0].view(table))["decision"]["waits_for"][0]
