"""Replays: the same views as in play, step by step; all of it for those who sat there, the public part for everyone else."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

import msgspec
import pytest

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING, SPECTATOR
from doublecross.kernel.position import Position, new
from doublecross.kernel.savefile import load, save
from doublecross.kernel.words import words
from doublecross.tables.replays import Replay, Rider, finished_game, saved_game, viewers
from doublecross.tables.table import Table
from doublecross.web.replays import kept
from doublecross.web.replays.pages import replay_page, story_page
from doublecross.web.shown import Links
from tests.web.finishing import finish, short_game
from tests.web.serving import Browser, run, serving
from tests.web.states import GAMES, Play

LINKS = Links("", "http://saloon.example")
NAMES = ("mw-book", "mw-other-sides", "ol", "ol-beginner")


@functools.cache
def played(name: str) -> tuple[Replay, Play]:
    """A game of `GAMES`, played to its end at a table."""
    play = Play(**GAMES[name])
    play.start()
    while play.table.state.phase != "over":
        for _ in play.step():
            pass
    state = play.table.state
    assert state.position is not None
    return Replay(state.position, [Rider(seat.name, seat.look, seat.owner, seat.bot) for seat in state.seats], "t1", 1), play


def bare(view: object) -> object:
    """A game's View without its history, which replays leave to the log."""
    name = "history" if hasattr(view, "history") else "events"
    return msgspec.structs.replace(view, **{name: ()})  # type: ignore[type-var]


@pytest.mark.parametrize("name", NAMES)
def test_every_step_is_what_each_viewer_saw(name: str) -> None:
    """The views, and the lines, are those of the game as it was played."""
    replay, _ = played(name)
    speaker, game = words("en"), replay.final
    live = new(game.game, players=game.players, seed=game.seed, **game.options)
    choices = game.choices()
    for step in range(replay.total + 1):
        if step:
            live.apply(*choices[step - 1])
        if step % 7 == 0 or step == replay.total:
            for viewer in (SPECTATOR, 0, game.players - 1):
                found = replay.view(step, viewer, speaker)
                assert found.game_view == bare(live.view(viewer)), (step, viewer)
                told = [line.text for when, line in replay.story(viewer, speaker).lines if when <= step]
                assert told == live.trace(viewer, "en", replay.names(speaker))
                assert found.everything is None


@pytest.mark.parametrize("name", NAMES)
def test_all_open_shows_what_each_seat_held(name: str) -> None:
    replay, play = played(name)
    speaker = words("en")
    cards = "cards" if play.table.state.settings.game == "most-wanted" else "hand"
    for step in range(0, replay.total + 1, replay.total // 20):
        everything = replay.view(step, EVERYTHING, speaker).game_view
        for seat in range(replay.final.players):
            own = replay.view(step, seat, speaker).game_view.seats[seat]
            assert getattr(everything.seats[seat], cards) == getattr(own, cards)
    assert replay.view(replay.total, EVERYTHING, speaker).game_view == bare(replay.final.view(EVERYTHING))


@pytest.mark.parametrize("viewer", ["", "1", "open"])
def test_steps_lead_from_the_deal_to_the_end(viewer: str) -> None:
    """Forward and back by the same steps, each with something new to see."""
    replay, _ = played("mw-book")
    who, speaker = viewers(replay.final.players)[viewer], words("es")
    steps, step = [0], replay.after(0, who, speaker)
    while step is not None:
        steps.append(step)
        step = replay.after(step, who, speaker)
    assert steps[-1] == replay.total
    assert all(replay.news(step, who, speaker) for step in steps[1:-1])
    assert [replay.before(step, who, speaker) for step in steps] == [None, *steps[:-1]]


@pytest.mark.parametrize("name", NAMES)
def test_pages_hold_no_more_than_the_viewer_may_see(name: str) -> None:
    """A spectator's page at a step is the same whatever was hidden then: it is that of the same game as a save file without names."""
    replay, _ = played(name)
    for language in ("en", "es"):
        for step in (0, replay.total // 2, replay.total):
            for viewer in viewers(replay.final.players):
                page = replay_page(replay, step, viewer, (viewer,), lambda step, who: f"/{step}{who}", "/t/t1", "", LINKS, language)
                assert "Bo <b>" not in page
                hands = re.findall(r'<p class="owner-of"><b class="display">([^<]*)', page)
                wanted = {"": 0, "open": replay.final.players}.get(viewer, 1)
                assert len(hands) == wanted
        story = story_page(replay, "", lambda step, who: f"/{step}{who}", "/t/t1", "", LINKS, language)
        assert "Bo &lt;b&gt;" in story
    spectator = replay_page(replay, 3, "", ("",), lambda step, who: f"/{step}{who}", "/t/t1", "", LINKS, "en")
    assert "All cards open" not in spectator


def test_a_save_file_leads_to_the_same_replay() -> None:
    replay, _ = played("ol")
    again = saved_game(replay.save_file(), "file")
    assert again.total == replay.total
    assert again.view(9, 2, words("en")).game_view == replay.view(9, 2, words("en")).game_view
    assert again.owns("p-ada") is None
    assert replay.owns("p-ada") == 0


def unfinished() -> Position:
    position = new("outlawed", players=3, seed=5)
    for _ in range(7):
        seat = min(position.to_act)
        position.apply(seat, position.legal(seat)[0])
    return position


def test_cards_of_an_unfinished_game_do_not_lie_open() -> None:
    replay = saved_game(save(unfinished()), "file")
    assert not replay.is_over
    with pytest.raises(BadInput):
        replay.view(1, EVERYTHING, words("en"))
    for step in (-1, replay.total + 1):
        with pytest.raises(BadInput):
            replay.view(step, SPECTATOR, words("en"))


def test_only_finished_games_are_found_in_events() -> None:
    events = Table.open("t1", "QK7W", game="outlawed", players=3, now=0.0)
    assert finished_game(events, 0) is None
    assert finished_game(events, 1) is None
    assert finished_game([], 1) is None


def test_who_sat_there_sees_all_and_others_the_public_part(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, watcher = site.browser(), site.browser()
            table = await short_game(ada)
            await watcher.done(table, "watch", name="Zoe")
            base = f"/t/{table}/games/1"
            assert (await ada.get(base)).headers["location"] == f"{base}/0?as=0"
            assert (await watcher.get(base)).headers["location"] == f"{base}/0"
            for query in ("?as=0", "?as=1", "?as=open", ""):
                assert (await ada.get(f"{base}/4{query}")).status_code == 200
                assert (await watcher.get(f"{base}/4{query}")).status_code == (404 if query else 200)
            for query in ("?as=2", "?as=-1", "?as=OPEN", "?as=%00"):
                assert (await ada.get(f"{base}/4{query}")).status_code == 404
            for path in (f"{base}/99999", f"/t/{table}/games/2", f"/t/{table}/games/0", "/t/none/games/1", f"/t/{table}/games/2/story"):
                assert (await ada.get(path)).status_code == 404, path
            own, public = (await ada.get(f"{base}/story")).text, (await watcher.get(f"{base}/story")).text
            assert "All cards open" in own
            assert "As spectators saw it" in public
            assert f"{base}/save" not in public
            saved = await ada.get(f"{base}/save")
            assert saved.content == (await ada.get(f"/t/{table}/save")).content
            assert load(saved.content, "file").is_over
            assert (await watcher.get(f"{base}/save")).status_code == 404
            assert (await watcher.get(f"/t/{table}/save")).status_code == 409
            assert f"/t/{table}/save" not in (await watcher.get(f"/t/{table}")).text
            # What programs get is no other door: a choice that was made face down is told to those who sat there.
            whole, part = await ada.view(table), await watcher.view(table)
            assert "chose" in {event["kind"] for event in (whole["everything"].get("history") or whole["everything"]["events"])}
            assert part["everything"] is None
            assert '"chose"' not in json.dumps(part)

    run(test())


def test_earlier_games_stay_and_running_ones_are_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await short_game(ada)
            first = (await ada.get(f"/t/{table}/games/1/5?as=open")).text
            await ada.done(table, "start")
            for path in ("", "/0", "/story", "/save"):
                assert (await ada.get(f"/t/{table}/games/2{path}")).status_code == 404
            assert (await ada.get(f"/t/{table}/save")).status_code == 409
            site.server.replays._games.clear()
            assert (await ada.get(f"/t/{table}/games/1/5?as=open")).text == first
            assert (await bo.get(f"/t/{table}/games/1/5?as=open")).status_code == 404

    run(test())


def test_going_through_a_replay_by_its_links(tmp_path: Path) -> None:
    """Without a script: each page leads to the next, and the last one nowhere."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await short_game(ada)
            address, seen = f"/t/{table}/games/1/0?as=open", 0
            while address:
                page = (await ada.get(address)).text
                found = re.search(r'href="([^"]*)" data-step="after"', page)
                address, seen = (found[1] if found else ""), seen + 1
                assert seen < 200
            assert seen > 5
            assert 'data-step="first"' in page
            assert 'data-step="last"' not in page

    run(test())


async def _send(browser: Browser, data: bytes) -> str:
    """Send a save file up: the address of its replay, or what was said against it."""
    answer = await browser.post("/replays", files={"file": ("game.jsonl", data)})
    if answer.status_code == 303:
        return answer.headers["location"]
    assert answer.status_code in (400, 413), answer.text
    found = re.search(r"data-refusal>([^<]*)<", answer.text)
    assert found is not None
    return found[1]


def test_save_files_that_are_sent_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            replay, _ = played("mw-book")
            address = await _send(ada, replay.save_file())
            assert (await bo.get(address)).headers["location"] == f"{address}/0?as=open"
            assert "Seat 2" in (await bo.get(f"{address}/9?as=2")).text
            address = await _send(ada, save(unfinished()))
            assert (await bo.get(address)).headers["location"] == f"{address}/0"
            assert (await bo.get(f"{address}/0?as=open")).status_code == 404
            assert (await bo.get(f"{address}/3?as=1")).status_code == 200
            assert (await bo.get("/replays/none/0")).status_code == 404
            monkeypatch.setattr("doublecross.web.replays.kept.MOST_STEPS", replay.total - 1)
            assert f"at most {replay.total - 1}" in await _send(ada, replay.save_file())
            monkeypatch.undo()

            lines = replay.save_file().split(b"\n")
            header = json.loads(lines[0])
            for wrong in (
                b"",
                b"\0" * 1000,
                b"[" * 100_000,
                b"\n".join(lines[:-5]),
                b"\n".join([*lines[:4], b'{"seat":7,"choice":"pony"}', *lines[5:]]),
                b"\n".join([json.dumps({**header, "seed": "zz"}).encode(), *lines[1:]]),
                b"\n".join([json.dumps({**header, "game": "../chess"}).encode(), *lines[1:]]),
                b"\n".join([json.dumps({**header, "players": 10**9}).encode(), *lines[1:]]),
                replay.save_file().replace(b'"sha256":"', b'"sha256":"0'),
                b"x" * (kept.MOST_BYTES + 10_000),
            ):
                said = await _send(ada, wrong)
                assert said.startswith(("save file", "the request")), said

    run(test())


def test_only_so_many_files_are_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            data = save(unfinished())
            first = await _send(ada, data)
            for _ in range(kept.FILES_KEPT):
                last = await _send(ada, data)
            assert (await ada.get(first)).status_code == 404
            assert (await ada.get(last)).status_code == 303

    run(test())


def test_two_people_each_see_through_the_others_eyes_afterwards(tmp_path: Path) -> None:
    """And not a step earlier."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open("outlawed", 2, **{"outlawed.beginner": "true", "outlawed.round_limit": "2"})
            await bo.done(table, "sit", name="Bo")
            assert (await bo.get(f"/t/{table}/games/1/0?as=0")).status_code == 404
            await finish(table, ada, bo)
            for browser, own in ((ada, "0"), (bo, "1")):
                assert (await browser.get(f"/t/{table}/games/1")).headers["location"].endswith(f"?as={own}")
                for seat in ("0", "1"):
                    assert (await browser.get(f"/t/{table}/games/1/2?as={seat}")).status_code == 200

    run(test())
