"""Games that were played to their end over the server, for what comes after them."""

from __future__ import annotations

import asyncio
import random

from tests.web.playing import next_command
from tests.web.serving import Browser

MOST_STEPS = 4000


async def finish(table: str, *browsers: Browser, seed: int = 1) -> None:
    """Deal, and play at random until the game is over; the first browser is the host's."""
    rng = random.Random(seed)
    await browsers[0].done(table, "start")
    for _ in range(MOST_STEPS):
        for browser in browsers:
            view = await browser.view(table)
            if view["phase"] == "over":
                return
            command = next_command(view, rng)
            if command is not None:
                await browser.act(table, **command)
        await asyncio.sleep(0.001)
    raise AssertionError("the game does not end")


async def short_game(browser: Browser, seed: int = 1) -> str:
    """A short game of one person and a bot; its table."""
    table = await browser.open("outlawed", 2, bots=1, **{"outlawed.beginner": "true", "outlawed.round_limit": "3"})
    await finish(table, browser, seed=seed)
    return table
