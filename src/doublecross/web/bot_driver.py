"""Bots at live tables: asked when the table waits for them, off the event loop, and heard after a delay that tells nothing.

Compiled policies answer in well under a millisecond, on a thread. All other bots think in a process of its own (`doublecross.web.thinker`).
Thinking begins at once. The delay is drawn before the bot has seen anything, and is longer than the bot may think: who needs less time
does not answer sooner.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

from doublecross.bots.registry import default_bot, is_policy, registered_bot, spends
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.tables.commands import AddBot, BotChose, Command, Rematch, StandIn, Start
from doublecross.tables.refusals import Refusal
from doublecross.tables.standins import AskedBot
from doublecross.web.live import LiveTable, Unavailable
from doublecross.web.logs import trouble
from doublecross.web.metrics import Metrics
from doublecross.web.settings import Settings
from doublecross.web.thinker import Thinker, ThinkingFailed

THREADS = 2
TICK = 1.0
"""A bot that has no answer yet when its delay is over, because its process had to be started anew, is heard after whole seconds."""
LONGEST = 5.0
"""Seconds after which a bot answers at the latest, as long as nothing goes wrong."""
MOST_READING = 3.0
"""Seconds that bots leave people, at most, for what has just been revealed."""

Key = tuple[LiveTable, str, int]


class BotDriver:
    """Asks bots.

    Args:
        settings: how long bots think, and how many may.
        thinker: the process for bots that are no policies.
    """

    def __init__(self, metrics: Metrics, settings: Settings, thinker: Thinker | None = None) -> None:
        self._metrics, self._settings = metrics, settings
        self.thinker = thinker or Thinker()
        self._chance = random.SystemRandom()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")
        self._asked: dict[Key, asyncio.Task[None]] = {}
        self._read: WeakKeyDictionary[LiveTable, tuple[str, float]] = WeakKeyDictionary()

    def look_at(self, live: LiveTable) -> None:
        """Ask every bot that the table waits for and that is not thinking already; make those ready that sit there."""
        if live.gone:
            return
        for bot in thinking_bots(live):
            self.thinker.prepare(live.row.game, bot)
        for asked in live.table.asked_bots:
            key = (live, asked.decision, asked.seat)
            if key not in self._asked:
                self._asked[key] = asyncio.create_task(self._play(live, asked, key))

    def busy_at(self, live: LiveTable) -> bool:
        """Whether a bot of this table is thinking."""
        return any(table is live for table, _, _ in self._asked)

    async def close(self) -> None:
        """Ask no more; whatever is thinking is ended."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        await self.thinker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _play(self, live: LiveTable, asked: AskedBot, key: Key) -> None:
        begun = time.perf_counter()
        try:
            thinks, seconds, own = self._budget(live.row.game, asked.bot)
            delay = self._delay(max(self.thinker.bound(seconds) if thinks else 0.0, self._reading(live, asked.decision)))
            choice = asyncio.create_task(self._choice(live.row.game, asked, thinks, seconds, own))
            try:
                await asyncio.sleep(delay)
                while not choice.done():
                    await asyncio.sleep(TICK)
                await self._answer(live, asked, await choice)
                self._metrics.bot_seconds.observe(time.perf_counter() - begun)
            finally:
                choice.cancel()
        except Unavailable:
            return  # the table is read anew, and asks again then
        except Exception as error:
            trouble("bot-lost", error, bot=asked.bot)
        finally:
            self._asked.pop(key, None)
        # In a robbery the same bot may be wanted a second time within the same decision.
        self.look_at(live)

    def _budget(self, game: str, bot: str) -> tuple[bool, float, bool]:
        """Whether a bot thinks in the process for it, for how many seconds at most, and whether that is what it takes by itself."""
        try:
            if is_policy(bot, load_game(game)):
                return False, 0.0, False
            own = spends(bot)
        except BadInput:
            return False, 0.0, False  # there is no such bot any more; `_choice` finds out as well, and another plays
        most = self._settings.bot_seconds
        return True, most if own is None else min(own, most), own is not None and own <= most

    def _reading(self, live: LiveTable, decision: str) -> float:
        """Seconds that people still get for reading what led to this decision; they follow from what everyone could see of it."""
        known = self._read.get(live)
        if known is None or known[0] != decision:
            steps = live.table.state.steps
            told = len(steps[-1].seen_by(SPECTATOR)) if steps else 0
            known = self._read[live] = (decision, time.monotonic() + min(MOST_READING, told * self._settings.bot_reading))
        return max(0.0, known[1] - time.monotonic())

    def _delay(self, bound: float) -> float:
        """Seconds until the answer is given: drawn evenly from those of the settings, all of them above what thinking and reading take."""
        least, most = self._settings.bot_delay
        lower = max(least, bound)
        return self._chance.uniform(lower, max(lower, min(most + bound, LONGEST)))

    async def _choice(self, game: str, asked: AskedBot, thinks: bool, seconds: float, own: bool) -> str:
        """What the bot chooses; if it fails or is too slow, what the usual bot chooses in its place."""
        try:
            if thinks:
                seed = secrets.randbits(63)
                self._metrics.bots_waiting.set(self.thinker.waiting + 1)
                return asked.text(await self.thinker.think(game, asked.bot, asked.to_bytes(), seed, seconds, own))
            return await self._at_once(game, asked.bot, asked)
        except ThinkingFailed as error:
            self._failed(asked.bot, error)
        except Exception as error:  # whatever a bot does, the game goes on
            self._failed(asked.bot, error)
        return await self._in_its_place(game, asked)

    async def _at_once(self, game: str, name: str, asked: AskedBot) -> str:
        """The choice of a compiled policy."""

        def choose() -> str:
            return asked.choose(registered_bot(name, load_game(game), secrets.randbits(63)))

        return await asyncio.get_running_loop().run_in_executor(self._threads, choose)

    async def _in_its_place(self, game: str, asked: AskedBot) -> str:
        """The choice of the usual bot, and if that cannot play either, of chance."""
        usual = default_bot(load_game(game))
        try:
            return await self._at_once(game, usual, asked)
        except Exception as error:
            self._failed(usual, error)
            return await self._at_once(game, "random", asked)

    async def _answer(self, live: LiveTable, asked: AskedBot, choice: str) -> None:
        """Give the choice; if it is none that can be made, others choose."""
        for other in ("", default_bot(load_game(live.row.game)), "random"):
            if other:
                choice = await self._at_once(live.row.game, other, asked)
            try:
                command = BotChose(key=secrets.token_urlsafe(9), decision=asked.decision, seat=asked.seat, choice=choice)
                await live.give(command, None)
            except Refusal as error:
                if not _still_asked(live, asked):
                    return
                self._failed(other or asked.bot, error)
                continue
            return

    def _failed(self, name: str, error: Exception) -> None:
        self._metrics.bot_failures.inc()
        facts = {"why": error.why, "raised": error.error, "bot_where": error.where_in_bot} if isinstance(error, ThinkingFailed) else {}
        trouble("bot-failed", error, bot=name, **facts)

    def check(self, tables: Iterable[LiveTable], opener: str, game: str, bots: Iterable[str]) -> None:
        """Refuse more thinking bots than the settings allow.

        Args:
            tables: all that are in memory.
            opener: the person who opened the table where they are to play; they count for this person.
            game: what is played there.
            bots: those who come.

        Raises:
            Refusal: there would be too many.
        """
        new = sum(1 for bot in bots if self._budget(game, bot)[0])
        if not new:
            return
        counts = [(table.row.opened_by, len(thinking_bots(table))) for table in tables]
        mine, most = sum(count for who, count in counts if who == opener), self._settings.thinkers_per_person
        if mine + new > most:
            raise Refusal(
                Phrase("At most {most} bots that think ahead can play at the tables of one person. Choose another bot.", most=most)
            )
        if sum(count for _, count in counts) + new > self._settings.thinkers_per_server:
            raise Refusal(Phrase("This server has as many bots that think ahead as it takes. Choose another bot, or try again later."))


def thinking_bots(live: LiveTable) -> list[str]:
    """The bots at a table that are no compiled policies, one name for each seat; none once its game is over."""
    if live.gone or live.row.phase == "over":
        return []
    game = load_game(live.row.game)
    found = []
    for bot in live.table.bots:
        try:
            if not is_policy(bot, game):
                found.append(bot)
        except BadInput:
            continue  # no bot of this name is installed any more: the usual one plays
    return found


def bots_of(live: LiveTable, command: Command) -> list[str]:
    """The bots that a command brings to a table: after a game, those that stay for the next one."""
    if isinstance(command, AddBot | StandIn):
        return [command.bot]
    if isinstance(command, Rematch | Start) and live.row.phase == "over":
        return [seat.bot for seat in live.view(None, "en").seats if seat.bot and not seat.person]
    return []


def _still_asked(live: LiveTable, asked: AskedBot) -> bool:
    return any((again.decision, again.seat) == (asked.decision, asked.seat) for again in live.table.asked_bots)
