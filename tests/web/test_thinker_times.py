"""When bots answer: in time whatever they do, at moments that tell nothing of it. The clock is made, and so is the process that thinks."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import doublecross
from doublecross.bots import registry
from doublecross.bots.registry import default_bot
from doublecross.bots.worker import Task
from doublecross.tables.commands import BotChose
from doublecross.tables.standins import AskedBot
from doublecross.web import bot_driver, thinker
from doublecross.web.bot_driver import LATEST, SLACK, SPARE, BotDriver
from doublecross.web.metrics import Metrics
from doublecross.web.settings import Settings
from doublecross.web.suspects import REST, STRIKES
from doublecross.web.thinker import Thinker
from doublecross.web.turns import LEAST, OVERHEAD, WITHIN
from tests.web import odd_bots
from tests.web.still_time import AtOnce, run_still
from tests.web.stub_worker import Act, Stub

POSITION = doublecross.new("outlawed", players=2, seed=3)
SEAT = min(POSITION.to_act)
SLOTS = 2


def whole(position: Any) -> list[int]:
    """The first whole choice there is."""
    trial, found = position.clone(), []
    while SEAT in trial.to_act and (not found or trial.mid_choice(SEAT)):
        found.append(trial.legal(SEAT)[0])
        trial.apply(SEAT, found[-1])
    return found


MINE = whole(POSITION)
"""What the bots of the stub choose."""


class Table:
    """As much of a live table as a driver sees: one bot is asked again and again, a second after each answer."""

    def __init__(self, bot: str, questions: int) -> None:
        self.gone, self.row = False, SimpleNamespace(game="outlawed", phase="playing", opened_by="ada")
        self.table = SimpleNamespace(bots=(bot,), asked_bots=[], state=SimpleNamespace(steps=[]))
        self.bot, self.left, self.asked_at = bot, questions, 0.0
        self.answers: list[tuple[float, str]] = []

    def ask(self, bots: BotDriver) -> None:
        self.left -= 1
        self.asked_at = asyncio.get_running_loop().time()
        self.table.asked_bots = [AskedBot(f"d{self.left}", SEAT, self.bot, POSITION)]
        bots.look_at(self)  # type: ignore[arg-type]

    async def give(self, command: BotChose, actor: None) -> None:
        self.answers.append((asyncio.get_running_loop().time() - self.asked_at, command.choice))
        self.table.asked_bots = []


class Evening:
    """Some tables, and what came of their bots."""

    def __init__(self, folder: Path, act: Act, names: list[str], questions: int = 1, apart: float = 0.0, **changes: Any) -> None:
        self.metrics, self.stub = Metrics(), Stub(act, MINE)
        self.settings = Settings(folder, bot_reading=0.0, **changes)
        self.tables = [Table(name, questions) for name in names]
        self.apart = apart

    def run(self, monkeypatch: pytest.MonkeyPatch) -> Evening:
        monkeypatch.setattr(thinker, "start_process", self.stub.start)
        run_still(self._inside())
        return self

    async def _inside(self) -> None:
        bots = BotDriver(self.metrics, self.settings, Thinker(SLOTS))
        bots._chance, bots._threads = random.Random(5), AtOnce()  # type: ignore[assignment]
        for table in self.tables:
            bots.thinker.prepare("outlawed", table.bot)
        await asyncio.sleep(5.0)
        await asyncio.gather(*(self._play(bots, table, number * self.apart) for number, table in enumerate(self.tables)))
        await bots.close()
        assert not bots._asked
        assert not any(bots.busy_at(table) for table in self.tables)  # type: ignore[arg-type]

    async def _play(self, bots: BotDriver, table: Table, pause: float) -> None:
        await asyncio.sleep(pause)
        while table.left:
            table.ask(bots)
            while table.table.asked_bots:
                await asyncio.sleep(0.25)
            await asyncio.sleep(table.asked_at + 6.0 - asyncio.get_running_loop().time())

    @property
    def times(self) -> list[float]:
        """Seconds from question to answer, table after table."""
        return [seconds for table in self.tables for seconds, _ in table.answers]

    @property
    def replaced(self) -> dict[str, int]:
        """How often another chose, by reason."""
        samples = [sample for metric in self.metrics.bot_failures.collect() for sample in metric.samples]
        return {sample.labels["why"]: int(sample.value) for sample in samples if sample.name.endswith("_total")}


def takes(part: float) -> Act:
    """A bot that takes this part of its budget."""
    return lambda task: (task.seconds or 0.0) * part + OVERHEAD


def sometimes(*acts: float | str) -> Act:
    """A bot that does one after the other."""
    left = iter(acts * 10_000)
    return lambda task: next(left)


@pytest.fixture(autouse=True)
def odd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of other names."""
    for name, maker in odd_bots.MAKERS.items():
        monkeypatch.setitem(registry._makers(), name, maker)


BEHAVIOURS: dict[str, Callable[[], Act]] = {
    "at once": lambda: takes(0.0),
    "all of it": lambda: takes(1.0),
    "too long": lambda: sometimes(1.5),
    "never": lambda: sometimes("blocks"),
    "raises": lambda: sometimes("raises"),
    "dies": lambda: sometimes("dies"),
    "now this, now that": lambda: sometimes(0.0, 0.5, "raises", 0.8, 5.0, "raises", "dies", 0.1),
}


def test_the_moment_of_an_answer_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether bots think long or short, fail, never come back or kill their process: they are heard at the very same moments."""
    seen = {}
    for name, act in BEHAVIOURS.items():
        evening = Evening(tmp_path, act(), ["search"] * 6, 8, apart=0.3).run(monkeypatch)
        assert len(evening.times) == 48
        assert all(choice for table in evening.tables for _, choice in table.answers)
        assert (sum(evening.replaced.values()) > 0) == (name not in ("at once", "all of it"))
        seen[name] = evening.times
    assert all(times == seen["at once"] for times in seen.values())
    assert len(set(seen["at once"])) == 48
    assert min(seen["at once"]) >= 0.8 + OVERHEAD + SLACK + SPARE
    assert max(seen["at once"]) <= LATEST


def test_the_longest_plan_leaves_time_for_all_that_follows() -> None:
    assert WITHIN + SLACK + SPARE < LATEST <= 4.0


@pytest.mark.parametrize("bound", [0.0, 0.5, 0.82, 2.0, WITHIN + SLACK + SPARE])
def test_the_delay_lies_beyond_thinking_and_before_the_last_moment(bound: float, tmp_path: Path) -> None:
    bots = BotDriver(Metrics(), Settings(tmp_path))
    drawn = [bots._delay(bound) for _ in range(200)]
    assert min(drawn) >= max(0.7, bound)
    assert max(drawn) <= LATEST
    assert max(drawn) - min(drawn) > 0.5


@pytest.mark.parametrize("many", [100, 400])
def test_a_crowd_is_answered_in_time(many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred bots asked at once all think, each as long as the others; of four hundred so many as find room, and no other begins.

    Those that found none are counted, and told together in the log.
    """
    lines: list[dict[str, int]] = []
    monkeypatch.setattr(bot_driver, "log", lambda event, **facts: lines.append(facts))
    evening = Evening(tmp_path, takes(1.0), ["search"] * many).run(monkeypatch)
    budgets = [task.seconds or 0.0 for _, task in evening.stub.told]
    assert len(evening.times) == many
    assert max(evening.times) <= LATEST
    assert len(budgets) + evening.replaced.get("busy", 0) == many
    if many == 100:
        assert not evening.replaced
        assert not lines
        assert min(budgets) == pytest.approx(max(budgets))
    else:
        assert set(evening.replaced) == {"busy"}
        assert len(budgets) > SLOTS * WITHIN / (LEAST + OVERHEAD)
        assert lines == [evening.replaced]


def test_a_bot_that_kills_its_process_again_and_again_costs_a_few_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of four bots take the process with them whenever they think, for most of an hour: they are left alone soon, and tried again
    now and then. The others are hardly disturbed, though one is always at work when it dies, and think side by side as before."""

    def act(task: Task) -> float | str:
        return "dies" if task.bot == "crashing" else takes(1.0)(task)

    questions = 500
    evening = Evening(tmp_path, act, ["search", "crashing", "steady", "crashing"], questions, apart=0.05).run(monkeypatch)
    starts, hour = evening.stub.starts, questions * 6.0
    assert len(evening.times) == 4 * questions
    assert max(evening.times) <= LATEST
    assert len(starts) <= 1 + STRIKES + hour / REST
    assert all(later - earlier >= thinker.PAUSE for earlier, later in pairwise(starts))
    told = Counter(task.bot for _, task in evening.stub.told)
    assert told["crashing"] <= STRIKES + hour / REST
    assert told["search"] + told["steady"] > 0.98 * 2 * questions
    assert evening.replaced["resting"] > 0.97 * 2 * questions
    (one, _), (other, _) = evening.stub.told[-2:]
    assert other - one < 0.2


@pytest.mark.parametrize(("who", "apart"), [(["search", "crashing", "steady"] * 4, 0.05), (["search", "crashing"], 0.1)])
def test_a_suspect_thinks_alone(who: list[str], apart: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks just then, only at the first death is somebody else at work; all are cleared but one."""

    def act(task: Task) -> float | str:
        return "dies" if task.bot == "crashing" else takes(1.0)(task)

    questions = 50
    evening = Evening(tmp_path, act, who, questions, apart, bot_seconds=0.3).run(monkeypatch)
    assert max(evening.times) <= LATEST
    assert len(evening.stub.starts) == 1 + STRIKES
    assert evening.replaced["died"] == STRIKES + 1
    assert evening.replaced["resting"] <= who.count("crashing") * questions
    heard = sum(task.bot != "crashing" for _, task in evening.stub.told)
    assert heard > (questions - STRIKES) * (len(who) - who.count("crashing"))


def test_no_process_no_thinking_and_still_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none can be started, it is tried once in a while, and others choose, who were made ready before it came to that."""
    evening, at_hand = Evening(tmp_path, takes(1.0), ["search"] * 60, 2, apart=0.05), []
    monkeypatch.setattr(bot_driver, "make_ready", lambda ready: at_hand.append((ready.game, ready.bot)))

    async def fail() -> Any:
        evening.stub.starts.append(asyncio.get_running_loop().time())
        raise OSError

    monkeypatch.setattr(evening.stub, "start", fail)
    evening.run(monkeypatch)
    assert evening.replaced == {"not-ready": 120}
    assert at_hand == [("outlawed", default_bot(POSITION.game))]
    assert max(evening.times) <= LATEST
    assert all(later - earlier >= thinker.PAUSE for earlier, later in pairwise(evening.stub.starts))


def test_a_bot_that_never_lets_go_is_ended_with_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It keeps one slot until then; whoever thinks beside it goes on."""

    def act(task: Task) -> float | str:
        return "blocks" if task.bot == "blocking" else takes(1.0)(task)

    evening = Evening(tmp_path, act, ["blocking", "search"], 100).run(monkeypatch)
    assert max(evening.times) <= LATEST
    blocked = [at for at, task in evening.stub.told if task.bot == "blocking"]
    assert len(evening.stub.starts) == STRIKES + 1
    assert evening.stub.starts[1] > blocked[0] + thinker.STUCK
    assert evening.replaced["late"] <= 2 * STRIKES
    assert sum(task.bot == "search" for _, task in evening.stub.told) > 90


def test_a_slot_is_free_again_though_nobody_wants_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asked goes away: while it waits for its turn, that is all; once it has begun, its time is watched as ever."""
    stub = Stub(lambda task: "blocks" if task.bot == "blocking" else 0.1, MINE)
    monkeypatch.setattr(thinker, "start_process", stub.start)

    async def inside() -> None:
        mind, now = Thinker(1), asyncio.get_running_loop().time
        asked = [asyncio.create_task(mind.think("outlawed", bot, b"", 1, 0.1, now() + 1.0)) for bot in ("blocking", "search")]
        await asyncio.sleep(0.5)
        assert (mind.waiting, [task.bot for _, task in stub.told]) == (2, ["blocking"])
        for task in asked:
            task.cancel()
        await asyncio.sleep(0.1)
        assert mind.waiting == 1
        assert await mind.think("outlawed", "search", b"", 1, 0.1, now() + 60.0) == MINE
        assert stub.starts == [0.0, pytest.approx(1.0 + thinker.STUCK)]
        await mind.close()

    run_still(inside())


def test_a_bot_that_is_never_ready_is_given_up_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process is ended once; whoever was at work then is not to blame, and thinks on."""
    evening = Evening(tmp_path, takes(1.0), [*["search"] * 8, "blocking"], 60, apart=0.5, bot_seconds=0.9)
    evening.stub.mute = frozenset({"blocking"})
    evening.run(monkeypatch)
    assert len(evening.stub.starts) == 2
    assert evening.stub.starts[1] >= thinker.PREPARING
    assert evening.replaced["resting"] + evening.replaced["not-ready"] == 60
    assert 1 <= evening.replaced["died"] <= SLOTS
    assert len(evening.stub.told) == 8 * 60
