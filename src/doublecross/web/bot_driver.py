"""Bots at live tables: asked when the table waits for them, on threads of their own, and heard after a delay that tells nothing."""

from __future__ import annotations

import asyncio
import random
import secrets
from concurrent.futures import ThreadPoolExecutor

from doublecross.bots.registry import default_bot, make_bot
from doublecross.kernel.registry import load_game
from doublecross.tables.commands import BotChose
from doublecross.tables.refusals import Refusal
from doublecross.tables.standins import AskedBot
from doublecross.web.live import LiveTable, Unavailable
from doublecross.web.logs import trouble
from doublecross.web.metrics import Metrics

THREADS = 2
PATIENCE = 30.0
"""Seconds a bot may think; after that another answers for it."""

Key = tuple[LiveTable, str, int]


class BotDriver:
    """Asks bots.

    Args:
        delay: the answer comes after a time drawn evenly from these seconds, before the bot has seen anything.
    """

    def __init__(self, metrics: Metrics, delay: tuple[float, float]) -> None:
        self._metrics, self._delay = metrics, delay
        self._chance = random.SystemRandom()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._asked: dict[Key, asyncio.Task[None]] = {}

    def look_at(self, live: LiveTable) -> None:
        """Ask every bot that the table waits for and that is not thinking already."""
        if live.gone:
            return
        for asked in live.table.asked_bots:
            key = (live, asked.decision, asked.seat)
            if key not in self._asked:
                self._asked[key] = asyncio.create_task(self._play(live, asked, key))

    def busy_at(self, live: LiveTable) -> bool:
        """Whether a bot of this table is thinking."""
        return any(table is live for table, _, _ in self._asked)

    async def close(self) -> None:
        """Ask no more."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _play(self, live: LiveTable, asked: AskedBot, key: Key) -> None:
        try:
            await asyncio.sleep(self._chance.uniform(*self._delay))
            await self._answer(live, asked)
        except Unavailable:
            return  # the table is read anew, and asks again then
        except Exception as error:
            trouble("bot-lost", error, bot=asked.bot)
        finally:
            self._asked.pop(key, None)
        # In a robbery the same bot may be wanted a second time within the same decision.
        self.look_at(live)

    async def _answer(self, live: LiveTable, asked: AskedBot) -> None:
        """Give the bot's choice; if it fails or chooses what it must not, the usual bot chooses in its place, and at last chance."""
        for name in dict.fromkeys((asked.bot, default_bot(load_game(live.row.game)), "random")):
            try:
                choice = await self._think(live.row.game, name, asked)
            except Exception as error:  # whatever a bot does, the game goes on
                self._failed(name, error)
                continue
            try:
                command = BotChose(key=secrets.token_urlsafe(9), decision=asked.decision, seat=asked.seat, choice=choice)
                await live.give(command, None)
            except Refusal as error:
                if not _still_asked(live, asked):
                    return
                self._failed(name, error)
                continue
            return

    async def _think(self, game: str, name: str, asked: AskedBot) -> str:
        def think() -> str:
            return asked.choose(make_bot(name, load_game(game), secrets.randbits(63)))

        async with asyncio.timeout(PATIENCE):
            return await asyncio.get_running_loop().run_in_executor(self._threads, think)

    def _failed(self, name: str, error: Exception) -> None:
        self._metrics.bot_failures.inc()
        trouble("bot-failed", error, bot=name)


def _still_asked(live: LiveTable, asked: AskedBot) -> bool:
    return any((again.decision, again.seat) == (asked.decision, asked.seat) for again in live.table.asked_bots)
