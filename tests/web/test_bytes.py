"""Every byte that viewers of whole games receive over real connections: pages, fragments, frames, JSON, headers, refusals.

Again and again, what one viewer receives is compared with what that viewer would receive if everything they cannot know were otherwise:
other cards in other hands and in the deck, other cards laid face down. Sizes, ids, ETags and order are among what must be the same.
"""

from __future__ import annotations

import asyncio
import io
import logging
import random
import time
from collections import defaultdict
from pathlib import Path

import httpx
import pytest

from doublecross.tables.table import Table
from doublecross.web import logs
from doublecross.web.live import LiveTable
from tests.web.playing import next_command
from tests.web.serving import Browser, Site, run, serving
from tests.web.test_secrets import lay_other_cards, variant

SHORT = {"most-wanted": {"options.turn_limit": "6", "options.labor": "dishonest"}, "outlawed": {}}
MOST_ROUNDS = 200
EVERY = {"most-wanted": 2, "outlawed": 5}
"""Viewers look after every so many rounds of choices, each in turn."""
NEVER_LEGAL = "As As As As As As"
OF_THE_CONNECTION = {"sec-websocket-accept", "date"}


class Viewer:
    """Somebody at the table, and all they have received; `seat` is -1 for those who only watch."""

    def __init__(self, browser: Browser, seat: int) -> None:
        self.browser, self.seat, self.tags = browser, seat, dict[str, str]()
        self.received: list[bytes] = []

    async def look(self, table: str, decision: str, key: str) -> list[bytes]:
        """Ask for everything there is, also for what is refused or has not changed."""
        found = []
        paths = [f"/t/{table}", f"/t/{table}/view", f"/t/{table}/screen", f"/t/{table}/view?screen=1", f"/api/v1/tables/{table}"]
        for path in [*paths, f"/t/{table}/save", "/"]:
            answer = await self.browser.get(path)
            found.append(_bytes(answer))
            again = {"if-none-match": answer.headers.get("etag", "")}
            found += [_bytes(await self.browser.get(path, headers=again))] if again["if-none-match"] else []
        for do in ("choose", "draft"):
            found.append(_bytes(await self.browser.act(table, do, decision=decision, choice=NEVER_LEGAL, key=f"{key} {do}")))
        authorization = self.browser.headers.get("authorization")
        async with self.browser.live(table, **({"authorization": authorization} if authorization else {})) as socket:
            assert socket.response is not None
            head = sorted(item for item in socket.response.headers.raw_items() if item[0].lower() not in OF_THE_CONNECTION)
            frame = await asyncio.wait_for(socket.recv(), 20)
            found += [repr(head).encode(), str(frame).encode()]
        self.received += found
        return found


def _bytes(answer: httpx.Response) -> bytes:
    # The server writes the time of day only once a second, so it may still be that before it was stopped.
    head = [(name, value) for name, value in answer.headers.raw if name.lower() != b"date"]
    return f"{answer.status_code} {head}\n".encode() + answer.content


async def _company(site: Site, game: str) -> tuple[str, list[Viewer]]:
    """A game with a person, one who reads Spanish, and a program; somebody else watches."""
    ada, bo, robo, watcher = site.browser(), site.browser(**{"accept-language": "es"}), await site.program(), site.browser()
    table = await ada.open(game, players=3, clock="none", **SHORT[game])
    await bo.done(table, "sit", name="Bo")
    await robo.done(table, "sit", name="Robo")
    await ada.done(table, "start")
    await watcher.act(table, "draft", decision="none", choice="none")  # refused; from now on it is known who watches
    return table, [Viewer(ada, 0), Viewer(bo, 1), Viewer(robo, 2), Viewer(watcher, -1)]


async def _act(table: str, viewer: Viewer, rng: random.Random) -> None:
    if viewer.seat >= 0:
        command = next_command(await viewer.browser.view(table), rng)
        if command is not None:
            await viewer.browser.act(table, **command)


def _become(live: LiveTable, table: Table) -> None:
    """The server's table is this one from now on; nothing is left of what was worked out for another."""
    live.table = table
    live._views.clear()
    live._rendered.clear()


async def _compare(live: LiveTable, viewer: Viewer, key: str) -> bool:
    """What the viewer receives, and what they would receive in another truth; whether there is another one."""
    true = live.table.state
    position, decision = true.position, true.decision
    assert position is not None
    other = Table(true.copy())
    other.state.position = variant(position, viewer.seat, len(true.steps))
    lay_other_cards(other, viewer.seat)
    streams = []
    for table in (other, Table(true.copy())):
        _become(live, table)
        number = table.state.number
        streams.append(await viewer.look(live.id, decision.id if decision else "none", key))
        assert live.table is table
        assert table.state.number == number, "looking changes nothing"
    for one, two in zip(*streams, strict=True):
        place = next((at for at, (mine, theirs) in enumerate(zip(one, two, strict=False)) if mine != theirs), None)
        assert place is None, (viewer.seat, one[max(place - 150, 0) : place + 120], two[max(place - 150, 0) : place + 120])
        assert len(one) == len(two)
    return other.state.position != position


def _scan(viewers: list[Viewer], live: LiveTable, seeds: set[int], log: str) -> None:
    """Nobody has received a seed, or the token of another; nor has the log."""
    keys = [viewer.browser.cookie[1] or viewer.browser.headers.get("authorization", "")[7:] for viewer in viewers]
    for viewer, own in zip(viewers, keys, strict=True):
        everything = b"\n".join(viewer.received)
        assert len(everything) > 50_000
        for seed in seeds:
            assert seed > 2**128
            assert not any(text.encode() in everything or text in log for text in (str(seed), f"{seed:x}"))
        assert not any(key.encode() in everything or key in log for key in keys if key and key != own)
    assert live.id not in log


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_no_byte_depends_on_what_its_viewer_cannot_know(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, out = time.time(), io.StringIO()

    async def test() -> None:
        async with serving(tmp_path) as site:
            table, viewers = await _company(site, game)
            live, rng = await site.server.hall.get(table), random.Random(5)
            changed, seeds = defaultdict[int, int](int), set[int]()
            monkeypatch.setattr(time, "time", lambda: now)
            for number in range(MOST_ROUNDS):
                if live.table.state.phase != "playing":
                    break
                position = live.table.state.position
                assert position is not None
                seeds.add(position.seed)
                if number % EVERY[game] == 0:
                    viewer = viewers[number // EVERY[game] % len(viewers)]
                    changed[viewer.seat] += await _compare(live, viewer, f"look {number}")
                for one in viewers:
                    await _act(table, one, rng)
            assert live.table.state.phase == "over"
            assert all(changed[viewer.seat] for viewer in viewers), changed
            _scan(viewers, live, seeds, out.getvalue())

    logs.set_up_logging(out)
    try:
        run(test())
    finally:
        logging.getLogger().handlers.clear()
        logs.structlog.reset_defaults()
