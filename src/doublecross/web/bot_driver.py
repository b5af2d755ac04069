"""Bots at live tables: asked when the table waits for them, off the event loop, and heard after a delay that tells nothing.

Compiled policies answer in well under a millisecond, on a thread. All other bots think in a process of its own (`doublecross.web.thinker`).
Thinking begins at once. The moment of the answer is drawn before the bot has seen anything, and lies beyond all that the bot may think:
who needs less time does not answer sooner. A little before it, whatever the bot has not said is chosen by another: who needs more time
does not answer later either, and nobody waits longer than five seconds.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakKeyDictionary

from doublecross.bots.registry import default_bot, is_policy, registered_bot, spends
from doublecross.bots.worker import Ready, make_ready
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.tables.commands import AddBot, BotChose, Command, Rematch, StandIn, Start
from doublecross.tables.refusals import Refusal
from doublecross.tables.standins import AskedBot
from doublecross.web.live import LiveTable, Unavailable
from doublecross.web.logs import log, trouble
from doublecross.web.metrics import Metrics
from doublecross.web.settings import Settings
from doublecross.web.thinker import Thinker, ThinkingFailed

THREADS = 2
SLACK = 0.3
"""Seconds that a bot may take beyond what was planned before another chooses in its place: the machine may be busy."""
SPARE = 0.2
"""Seconds before the answer in which another bot chooses, if it has to."""
LATEST = 4.0
"""Seconds after the question at which a bot's answer is given at the latest. What is left of five is for the event loop to come round, for
other commands at the same table, and for the commit."""
MOST_READING = 3.0
"""Seconds that bots leave people, at most, for what has just been revealed."""
SELDOM = 10.0
"""Seconds between two lines of the log about bots that are replaced through no fault of their own: many can be at once."""
CROWD = frozenset({"busy", "not-ready", "resting", "closed"})
"""Reasons of that kind; see `doublecross.web.thinker.ThinkingFailed`."""

Key = tuple[LiveTable, str, int]
Think = tuple[float, float, bool]
"""For how long a bot thinks if nobody else waits, until when its answer is wanted (time of the loop), and whether that time is its own."""


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
        self._asked_at: Counter[LiveTable] = Counter()
        self._at_hand: set[str] = set()
        self._thinkers: WeakKeyDictionary[LiveTable, int] = WeakKeyDictionary()
        self._read: WeakKeyDictionary[LiveTable, tuple[str, float]] = WeakKeyDictionary()
        self._replaced: Counter[str] = Counter()
        metrics.bots_waiting.set_function(lambda: self.thinker.waiting)

    def look_at(self, live: LiveTable) -> None:
        """Ask every bot that the table waits for and that is not thinking already; make those ready that sit there."""
        if live.gone:
            self._thinkers.pop(live, None)
            return
        thinking = thinking_bots(live)
        self._thinkers[live] = len(thinking)
        for bot in thinking:
            self.thinker.prepare(live.row.game, bot)
        if thinking:
            self._have_at_hand(live.row.game)
        for asked in live.table.asked_bots:
            key = (live, asked.decision, asked.seat)
            if key not in self._asked:
                self._asked_at[live] += 1
                self._asked[key] = asyncio.create_task(self._play(live, asked, key))

    def _have_at_hand(self, game: str) -> None:
        """Let the usual bot choose once, before it has to for another: what it loads takes a second, and is not to fall into an answer."""
        if game not in self._at_hand:
            self._at_hand.add(game)
            self._threads.submit(make_ready, Ready(0, default_bot(load_game(game)), game))

    def busy_at(self, live: LiveTable) -> bool:
        """Whether a bot of this table is thinking."""
        return live in self._asked_at

    async def close(self) -> None:
        """Ask no more; whatever is thinking is ended."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        await self.thinker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._tell()

    async def _play(self, live: LiveTable, asked: AskedBot, key: Key) -> None:
        loop = asyncio.get_running_loop()
        begun, since = loop.time(), time.perf_counter()
        try:
            thinks, seconds, own = self._budget(live.row.game, asked.bot)
            bound = self.thinker.promise(seconds) + SLACK + SPARE if thinks else 0.0
            at = begun + self._delay(max(bound, self._reading(live, asked.decision, begun)))
            think = (seconds, at - SPARE, own) if thinks else None
            choice = asyncio.create_task(self._choice(live.row.game, asked, think))
            try:
                await asyncio.sleep(at - loop.time())
                await self._answer(live, asked, await choice)
                self._metrics.bot_seconds.observe(time.perf_counter() - since)
            finally:
                choice.cancel()
        except Unavailable:
            return  # the table is read anew, and asks again then
        except Exception as error:
            trouble("bot-lost", error, bot=asked.bot)
        finally:
            self._asked.pop(key, None)
            self._asked_at[live] -= 1
            if not self._asked_at[live]:
                del self._asked_at[live]
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

    def _reading(self, live: LiveTable, decision: str, now: float) -> float:
        """Seconds that people still get for reading what led to this decision; they follow from what everyone could see of it."""
        known = self._read.get(live)
        if known is None or known[0] != decision:
            steps = live.table.state.steps
            told = len(steps[-1].seen_by(SPECTATOR)) if steps else 0
            known = self._read[live] = (decision, now + min(MOST_READING, told * self._settings.bot_reading))
        return max(0.0, known[1] - now)

    def _delay(self, bound: float) -> float:
        """Seconds until the answer is given: drawn evenly from as many as the settings have, above what thinking and reading take."""
        least, most = self._settings.bot_delay
        lower = max(least, bound)
        return self._chance.uniform(lower, max(lower, min(lower + most - least, LATEST)))

    async def _choice(self, game: str, asked: AskedBot, think: Think | None) -> str:
        """What the bot chooses; if it fails or is too slow, what the usual bot chooses in its place."""
        try:
            if think is not None:
                seconds, until, own = think
                actions = await self.thinker.think(game, asked.bot, asked.to_bytes(), secrets.randbits(63), seconds, until, own)
                return asked.text(actions)
            return await self._at_once(game, asked.bot, asked)
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
        """Count and log a bot that gave no choice. Those that are many at once, without being to blame, are told together."""
        why = error.why if isinstance(error, ThinkingFailed) else "refused" if isinstance(error, Refusal) else "raised"
        self._metrics.bot_failures.labels(why).inc()
        if why in CROWD:
            if not self._replaced:
                asyncio.get_running_loop().call_later(SELDOM, self._tell)
            self._replaced[why] += 1
        elif isinstance(error, ThinkingFailed):
            trouble("bot-failed", error, bot=name, why=why, raised=error.error, bot_where=error.where_in_bot)
        else:
            trouble("bot-failed", error, bot=name, why=why)

    def _tell(self) -> None:
        if self._replaced:
            log("bots-replaced", **self._replaced)
            self._replaced.clear()

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
        counts = [(table.row.opened_by, self._thinkers.get(table, 0)) for table in tables]
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
