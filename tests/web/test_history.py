"""My games: every game that ended, once, for those who sat there, also after a restart; and gone when games are deleted."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec

from doublecross.kernel.words import words
from doublecross.store.games import GameRow
from doublecross.store.store import Store
from doublecross.web.history import game_line
from doublecross.web.standing import Standing, score_words, scores
from tests.store.test_store import event, row
from tests.web.finishing import short_game
from tests.web.serving import run, serving


def standing(winners: tuple[int, ...] = (1,)) -> bytes:
    return msgspec.json.encode(Standing(("Ada", "Bo", "Cleo"), winners, ((4, 2), (13, 1), (9, 0))))


def test_games_are_listed_and_stay(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            assert "No game has been played" in (await ada.get("/history")).text
            tables = [await short_game(ada, seed) for seed in (1, 2)]
            await ada.done(tables[0], "start")
            page = (await ada.get("/history")).text
            for table in tables:
                for link in (f"/t/{table}/games/1", f"/t/{table}/games/1/story", f"/t/{table}"):
                    assert f'href="{link}"' in page
            assert page.count('<li class="panel past-game') == 2
            assert page.count("OutLawed!</h2>") == 2
            assert "outlaws in jail" in page or "outlaw in jail" in page
            assert "No game has been played" in (await bo.get("/history")).text
            cookies = ada.cookies
        async with serving(tmp_path) as site:
            again = site.browser(**{"accept-language": "es"})
            again.cookies = cookies
            page = (await again.get("/history")).text
            assert page.count('<li class="panel past-game') == 2
            assert "OutLawed!" in page
            await asyncio.wrap_future(site.server.store.tables.forget(time.time() + 1))
            # The table at which the next game is under way is kept, and its games with it.
            page = (await again.get("/history")).text
            assert page.count('<li class="panel past-game') == 1

    run(test())


def test_a_game_counts_once(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.tables.create(row(), [event(1)], ["p1"]).result()
    game = GameRow("t1", 1, "most-wanted", standing(), 5.0)
    for _ in range(3):
        store.games.add(game, {0: "p1", 1: "p2", 2: "p1"}).result()
    store.games.add(GameRow("t1", 2, "most-wanted", standing(), 6.0), {2: "p1"}).result()
    store.games.add(GameRow("gone", 1, "most-wanted", standing(), 7.0), {0: "p1"}).result()
    assert [(found.number, seat) for found, seat in store.games.of_person("p1")] == [(2, 2), (1, 0)]
    assert store.games.of_person("p2") == [(game, 1)]
    assert store.games.of_person("p3") == []
    store.close()


def test_standing_is_told_from_the_readers_seat() -> None:
    line = game_line(GameRow("t1", 1, "most-wanted", standing(), 0.0), 1, words("en"))
    assert line.won
    assert line.outcome == "You won."
    assert [(place.name, place.score) for place in line.places] == [
        ("Bo", "13 points and 1 bag"),
        ("Cleo", "9 points and 0 bags"),
        ("Ada", "4 points and 2 bags"),
    ]
    assert game_line(GameRow("t1", 1, "most-wanted", standing(), 0.0), 0, words("en")).outcome == "Won by Bo."
    assert game_line(GameRow("t1", 1, "most-wanted", standing((0, 2)), 0.0), 1, words("en")).outcome == "Shared by Ada and Cleo."
    assert game_line(GameRow("t1", 1, "most-wanted", standing((0, 2)), 0.0), 0, words("en")).outcome == "You shared the win."
    assert line.day == "1970-01-01"


def test_games_we_know_no_numbers_of() -> None:
    """A game that is no longer installed, or that has no points."""
    body = msgspec.json.encode(Standing(("Ada", "Bo"), (0,)))
    line = game_line(GameRow("t1", 1, "pebbles", body, 0.0), 1, words("es"))
    assert line.title == "pebbles"
    assert [place.score for place in line.places] == ["", ""]
    assert scores("pebbles", object()) == ()
    assert score_words("pebbles", (1,), words("en")) == ""
