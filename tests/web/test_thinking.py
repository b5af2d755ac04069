"""Bots off the event loop: a process of their own, budgets that shrink, and what becomes of bots that fail, block or die."""

from __future__ import annotations

import ast
import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import doublecross
from doublecross.bots import registry
from doublecross.bots.bot import Decision
from doublecross.kernel.game import SPECTATOR
from doublecross.web import thinker
from doublecross.web.bot_driver import MOST_READING, BotDriver
from doublecross.web.live import LiveTable
from doublecross.web.metrics import Metrics
from doublecross.web.settings import Settings
from doublecross.web.thinker import Thinker, ThinkingFailed
from tests.web import odd_bots
from tests.web.serving import Browser, Site, run, serving
from tests.web.states import Play

SOURCES = Path(doublecross.__file__).parent
POSITION = doublecross.new("outlawed", players=2, seed=3)
SEAT = min(POSITION.to_act)
DECISION = Decision(POSITION, SEAT).to_bytes()


@pytest.fixture(autouse=True)
def odd(monkeypatch: pytest.MonkeyPatch) -> None:
    """The odd bots are registered here and there."""
    for name, maker in odd_bots.MAKERS.items():
        monkeypatch.setitem(registry._makers(), name, maker)
    monkeypatch.setattr(thinker, "COMMAND", odd_bots.COMMAND)
    monkeypatch.setattr(thinker, "PAUSE", 0.05)


def thinking(test: Any, slots: int = 2) -> None:
    """Run a test with a thinker of its own."""

    async def inside() -> None:
        mind = Thinker(slots)
        try:
            await test(mind)
        finally:
            await mind.close()
        assert mind._running is None

    run(inside())


async def ask(mind: Thinker, bot: str, seconds: float = 0.05, patience: float = 60.0) -> str:
    """How it went: "ok", or why there was no choice. Patient: a process that starts on a busy machine is not ready at once."""
    try:
        actions = await think(mind, bot, seconds, patience)
    except ThinkingFailed as error:
        return f"{error.why} {error.error}".strip()
    else:
        trial = POSITION.clone()
        for action in actions:
            trial.apply(SEAT, action)
        assert not (SEAT in trial.to_act and trial.mid_choice(SEAT))  # a whole choice
        return "ok"


async def think(mind: Thinker, bot: str, seconds: float = 0.05, patience: float = 60.0) -> list[int]:
    return await mind.think("outlawed", bot, DECISION, 1, seconds, asyncio.get_running_loop().time() + patience)


async def until(condition: Any) -> None:
    """Wait for it."""
    while not condition():
        await asyncio.sleep(0.01)


async def made_ready(mind: Thinker, bot: str) -> None:
    """Whatever is asked of it now begins at once."""
    mind.prepare("outlawed", bot)
    await until(lambda: mind._turns.is_ready(("outlawed", bot)))


def test_it_thinks_at_low_priority_and_survives_errors_and_deaths() -> None:
    """Where a bot failed is told, and what it said is not; one that takes the process with it takes nobody else with it for long."""

    async def test(mind: Thinker) -> None:
        assert await ask(mind, "polite") == "ok"
        with pytest.raises(ThinkingFailed) as failed:
            await think(mind, "raising")
        assert odd_bots.MINE not in f"{failed.value} {vars(failed.value)}"
        assert (failed.value.why, failed.value.error) == ("raised", "LookupError")
        assert any("odd_bots.py" in line and "raising" in line for line in failed.value.where_in_bot)
        assert await ask(mind, "search") == "ok"
        assert (mind.starts, mind.waiting) == (1, 0)
        assert await ask(mind, "crashing") == "died"
        assert await ask(mind, "polite") == "ok"
        assert mind.starts == 2

    thinking(test)


def test_a_bot_that_blocks_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "STUCK", 0.3)

    async def test(mind: Thinker) -> None:
        await made_ready(mind, "blocking")
        assert await ask(mind, "blocking", 0.1, patience=0.3) == "late"
        assert await ask(mind, "polite") == "ok"
        assert mind.starts == 2

    thinking(test, slots=1)


def test_the_end_waits_for_nobody() -> None:
    async def test(mind: Thinker) -> None:
        assert await ask(mind, "polite") == "ok"
        stuck = [asyncio.create_task(ask(mind, "blocking", 3.0)) for _ in range(3)]
        await until(lambda: mind._running and len(mind._running.thinking) == 2)
        await mind.close()
        assert await asyncio.gather(*stuck) == ["closed"] * 3
        assert await ask(mind, "polite") == "closed"

    thinking(test)


def test_a_bot_that_cannot_be_made_ready_is_given_up() -> None:
    async def test(mind: Thinker) -> None:
        for name, why in (("never-ready", "not-ready"), ("stillborn", "resting")):
            assert await ask(mind, name) == why
            assert await ask(mind, name) == why
        assert await ask(mind, "polite") == "ok"
        assert mind.starts <= 3

    thinking(test)


def driver(folder: Path, **changes: Any) -> BotDriver:
    return BotDriver(Metrics(), Settings(folder, **changes))


def test_bots_leave_time_to_read_once_for_each_decision(tmp_path: Path) -> None:
    """As much as follows from what everyone could see; asked again, what is left of it."""
    bots, play = driver(tmp_path, bot_reading=0.5), Play("outlawed", people=2, bots=0)
    live = LiveTable(play.table, None, None, Metrics(), print)  # type: ignore[arg-type]
    play.start()
    for _ in play.step():
        assert play.table.state.steps, "somebody has placed an outlaw"
    seen = len(play.table.state.steps[-1].seen_by(SPECTATOR))
    first = bots._reading(live, "d1", 100.0)
    assert 0 < first <= min(MOST_READING, seen * 0.5)
    assert bots._reading(live, "d1", 100.2) == pytest.approx(max(0.0, first - 0.2))
    play.table.state.steps.clear()
    assert bots._reading(live, "d2", 100.3) == 0


async def game_with(site: Site, bot: str, players: int = 2) -> tuple[Browser, str, Any]:
    """A game of OutLawed! against bots of a kind, one of which begins. Those that think are ready, however busy the machine is."""
    mind = site.server.bots.thinker
    if bot in odd_bots.MAKERS:
        await made_ready(mind, bot)
    ada = site.browser()
    table = await ada.open("outlawed", players=players, bots=players - 1, bot=bot, clock="none", **{"options.first_player": "1"})
    await ada.done(table, "start")
    return ada, table, await site.server.hall.get(table)


def my_turn(live: Any) -> bool:
    decision = live.view(None, "en").decision
    return decision is not None and decision.waits_for == (0,)


def test_at_a_table_the_usual_bot_plays_in_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One bot raises, one dies, one never comes back, one chooses what it must not: the game goes on, and each is counted."""
    monkeypatch.setattr(thinker, "STUCK", 0.3)

    async def test() -> None:
        async with serving(tmp_path, bot_seconds=0.05) as site:
            ada = site.browser()
            table = await ada.open("outlawed", players=5, clock="none", **{"options.first_player": "1"})
            for bot in ("raising", "crashing", "blocking", "illegal"):
                await ada.done(table, "add-bot", bot=bot)
            await ada.done(table, "start")
            live = await site.server.hall.get(table)
            await until(lambda: my_turn(live))
            counts = re.findall(r"^doublecross_bot_failures_total\{.*\} ([0-9.]+)$", (await ada.get("/metrics")).text, re.MULTILINE)
            assert sum(map(float, counts)) == 4
            assert sum(1 for row in site.server.store.tables.events(table) if row.kind == "Chosen") == 4

    run(test())


def test_a_bot_that_thinks_keeps_no_other_table_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a bot is stuck, a whole game is played beside it, and the server ends all the same."""
    # However slowly the other game goes, nobody answers for the bot meanwhile.
    monkeypatch.setattr(Thinker, "promise", lambda mind, full: 600.0)

    async def test() -> None:
        async with serving(tmp_path, bot_seconds=60.0) as site:
            _, _, stuck = await game_with(site, "blocking")
            mind = site.server.bots.thinker
            await until(lambda: mind._running is not None and mind._running.thinking)
            bo, table, live = await game_with(site, "heuristic", players=3)
            await bo.done(table, "stand-in", seat="0", bot="heuristic")
            await until(lambda: live.row.phase == "over")
            assert not my_turn(stuck)
            assert site.server.bots.busy_at(stuck)

    run(test())


def test_so_many_bots_that_think_and_no_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, thinkers_per_person=2, thinkers_per_server=3) as site:
            ada, bo, eva = site.browser(), site.browser(), site.browser()
            table = await ada.open("outlawed", players=4, bots=1, bot="polite")
            await ada.done(table, "add-bot", bot="polite")
            refused = await ada.act(table, "add-bot", bot="polite")
            assert refused.status_code == 409
            assert "At most 2 bots that think ahead" in refused.text
            await ada.done(table, "add-bot", bot="heuristic")  # policies are as many as there are seats
            other = await bo.open("outlawed", players=4, bots=1, bot="polite")
            again = await bo.act(other, "add-bot", bot="polite")
            assert "as many bots that think ahead as it takes" in again.text
            form = {"game": "outlawed", "players": "3", "bots": "2", "bot": "polite", "name": "Eva"}
            page = await eva.post("/tables", data=form, headers={"accept-language": "es"})
            assert page.status_code >= 400
            assert "tantos bots que piensan" in page.text

    run(test())


def test_bots_that_stay_for_the_next_game_count_again(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, thinkers_per_person=1, bot_seconds=0.05) as site:
            ada = site.browser()
            form = {"beginner": "true", "round_limit": "1", "first_player": "0"}
            table = await ada.open(
                "outlawed", players=2, bots=1, bot="polite", clock="none", **{f"options.{k}": v for k, v in form.items()}
            )
            await ada.done(table, "start")
            await ada.done(table, "stand-in", seat="0", bot="heuristic")
            live = await site.server.hall.get(table)
            await until(lambda: live.row.phase == "over")
            await ada.open("outlawed", players=3, bots=1, bot="polite")
            for do in ("rematch", "start"):
                refused = await ada.act(table, do)
                assert refused.status_code == 409
                assert "At most 1 bots that think ahead" in refused.text

    run(test())


@pytest.mark.parametrize("bot", ["cmd:true", "cmd:deadline=1:true", "search:playouts=9", "fox"])
def test_programs_and_parameters_never_come_from_afar(bot: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", players=3)
            for do, more in (("add-bot", {}), ("stand-in", {"seat": "0"})):
                assert (await ada.act(table, do, bot=bot, **more)).status_code >= 400
            form = {"game": "outlawed", "players": "3", "bots": "1", "bot": bot, "name": "Ada"}
            assert (await ada.post("/tables", data=form)).status_code >= 400
            program = await site.program()
            body = {"game": "outlawed", "players": 3, "bots": 1, "bot": bot, "name": "R"}
            assert (await program.post("/api/v1/tables", json=body)).status_code >= 400

    run(test())


def test_the_server_reads_no_text_form_of_bots() -> None:
    """Text forms can name programs: only the command line and Python read them."""
    for room in ("web", "tables", "store"):
        for path in (SOURCES / room).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
            assert not {"make_bot", "read_bot", "read_bots", "Program", "CommandBot"} & (names | imported), path
