"""What must not get out: tokens, cards and choices in logs; anything a viewer cannot know in pages, frames and JSON."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import random
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doublecross.kernel.position import Position, as_record
from doublecross.tables.commands import Command
from doublecross.tables.refusals import Refusal
from doublecross.tables.table import Table
from doublecross.web import logs
from doublecross.web.bot_driver import BotDriver
from doublecross.web.pages import table_fragment, table_page
from doublecross.web.shown import Links
from tests.web.playing import next_command
from tests.web.serving import newest, run, serving
from tests.web.states import PEOPLE, Play


def test_log_holds_no_secret(tmp_path: Path) -> None:
    """A whole game with failures on the way; then the log is searched for every token, table, card, choice and word that was used."""
    out = io.StringIO()
    logs.set_up_logging(out)

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, rng, secrets = site.browser(), random.Random(1), set[str]()
            table = await ada.open("most-wanted", players=3, bots=2, clock="none", name="Adaname", **{"options.turn_limit": "6"})
            robo = await site.program("Roboname")
            await ada.done(table, "start")
            await ada.done(table, "say", text="hush-hush")
            async with ada.live(table) as socket:
                await newest(socket, "hush-hush")
            await ada.act(table, "choose", decision="no", choice="secret-choice")
            await ada.post(f"/t/{table}/move")
            await _fail(site, ada, table)
            version = -1
            while (view := await ada.view(table, after=version, wait=5))["phase"] == "playing":
                version = view["version"]
                secrets |= {choice["token"] for choice in (view["ask"] or {"choices": []})["choices"] if len(choice["token"]) == 2}
                command = next_command(view, rng)
                if command:
                    await ada.act(table, **command)
                    version = -1
            secrets |= {table, view["code"], "Adaname", "Roboname", "hush-hush", "secret-choice", ada.cookie[1].split(".")[0]}
            secrets |= {robo.headers["authorization"].split()[1], view["you"], "pony ", "labor"}
            text = out.getvalue()
            assert '"event": "request-failed"' in text
            assert '"event": "bot-failed"' in text
            for line in text.splitlines():
                facts = json.loads(line)
                assert facts["event"]
                words = set(str(list(facts.values())).replace("'", " ").split())
                assert [secret for secret in secrets if secret in line and (len(secret) > 2 or secret in words)] == []

    try:
        run(test())
    finally:
        logging.getLogger().handlers.clear()
        logs.structlog.reset_defaults()


def test_nobody_fills_the_log_with_what_is_no_request(tmp_path: Path) -> None:
    out = io.StringIO()
    logs.set_up_logging(out)

    async def test() -> None:
        async with serving(tmp_path) as site:
            for _ in range(20):
                reader, writer = await asyncio.open_connection("127.0.0.1", int(site.url.rsplit(":", 1)[1]))
                writer.write(b"GET / HTTP/9\r\n\r\n")
                assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
                writer.close()
                await writer.wait_closed()

    try:
        run(test())
        assert [json.loads(line)["event"] for line in out.getvalue().splitlines()] == ["stopped"]
    finally:
        logging.getLogger().handlers.clear()
        logs.structlog.reset_defaults()


async def _fail(site: Any, ada: Any, table: str) -> None:
    """One request and one bot fail, with secrets in the texts of their errors."""
    live = await site.server.hall.get(table)
    view = live.view
    live.view = lambda *_: (_ for _ in ()).throw(RuntimeError("6s 7h secret-choice"))
    answer = await ada.get(f"/t/{table}")
    live.view = view
    assert answer.status_code == 500
    assert "secret" not in answer.text
    BotDriver._failed(site.server.bots, "random", ValueError("6s 7h secret-choice"))
    logging.getLogger("uvicorn.error").error("Exception at /t/%s", table)


def variant(position: Position, viewer: int, seed: int) -> Position:
    """A position that differs in what the viewer cannot know, by the game's own means.

    The kernel of a table has all of a step's choices or none of them, so variants in which some have chosen are passed over.
    """
    for attempt in range(50):
        other = position.game.secrets(as_record(position._state), position.rules, viewer, np.random.default_rng([seed, attempt]))
        copy = Position(position.game, position.options, position.rules_array, other.view(position._state.dtype), position._chain)
        if copy.to_act == position.to_act:
            return copy
    return position


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 25))
def test_pages_and_json_depend_on_what_the_viewer_knows_alone(game: str, seed: int, steps: int) -> None:
    """Everything that a viewer can receive is the same, byte for byte, in two games that they cannot tell from each other."""
    play = Play(game, seed=seed % 1000, bots=1)
    play.start()
    for _ in range(steps):
        if play.table.state.phase != "playing":
            return
        everyone_acts(play)
    position = play.table.state.position
    assert position is not None
    for viewer, seat in ((None, -1), *((person, play.table.state.own_seats(person)[0]) for person in ("p-ada", "p-bo"))):
        other = Table(play.table.state.copy())
        other.state.position = variant(position, seat, seed)
        lay_other_cards(other, seat)
        for language in ("en", "es"):
            assert received(other, viewer, language) == received(Table(play.table.state.copy()), viewer, language)


def everyone_acts(play: Play) -> None:
    """Each person who is asked does something, then the bots do."""
    for person in PEOPLE:
        command = next_command(json.loads(msgspec.json.encode(play.view(person))), play.rng)
        if command is not None:
            fields = {"key": f"own {play.table.state.number}", **command}
            with contextlib.suppress(Refusal):
                for event in play.table.decide(msgspec.convert(fields, Command), person, play.now, play.rng.getrandbits(256)):
                    play.table.fold(event)
    play.bots()


def lay_other_cards(table: Table, viewer: int) -> None:
    """What others have laid face down is other cards."""
    decision = table.state.decision
    for seat, part in decision.parts.items() if decision is not None else ():
        if seat != viewer and part.draft is not None and decision is not None:
            table.state.decision = decision = decision.with_part(seat, draft=" ".join(["As"] * len(part.draft.split())))


def received(table: Table, viewer: str | None, language: str) -> tuple[str, ...]:
    """Everything that the server makes of a table for one viewer."""
    view, links = table.view(viewer, language), Links("", "http://testing")
    return (
        table_fragment(view, links, language, 1.0),
        table_page(view, links, language, 1.0),
        msgspec.json.encode(view).decode(),
        str(table.version(viewer)),
    )
