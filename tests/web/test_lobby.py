"""Before the game, without a script: the deck, the other game, options, bots, people who watch, seats that are asked for."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from doublecross.games.outlawed.deck_files import deck_json
from doublecross.games.outlawed.shipped import shipped_deck
from tests.web.finishing import finish
from tests.web.serving import Browser, run, serving


@asynccontextmanager
async def playing(tmp_path: Path) -> AsyncIterator[tuple[Browser, Browser, str]]:
    """Ada and Bo in a running game, and the id of their table."""
    async with serving(tmp_path) as site:
        ada, bo = site.browser(), site.browser()
        table = await ada.open("outlawed", 2)
        await bo.done(table, "sit", name="Bo")
        await ada.done(table, "start")
        yield ada, bo, table


async def _form(browser: Browser, table: str, **fields: Any) -> httpx.Response:
    return await browser.post(f"/t/{table}/act", data=fields)


async def _made(browser: Browser, name: str) -> str:
    """A deck of one's own; its id."""
    deck = (await browser.post("/decks", data={"from": "house"})).headers["location"].split("/")[2]
    page = (await browser.get(f"/decks/{deck}/edit")).text
    note = re.findall(r'name="(note[^"]*)"', page)
    await browser.post(f"/decks/{deck}/edit", data={"name": name, "do": "save", **dict.fromkeys(note, "")})
    return deck


async def _deck(browser: Browser, table: str) -> str:
    """The deck in the table's options, as text."""
    view = await browser.view(table)
    return next(option["value"] for option in view["options"] if option["name"] == "deck")


def test_form_of_the_table_keeps_the_usual_clock(tmp_path: Path) -> None:
    """Whoever is alone with bots has none, changes the number of seats, and finds it there when somebody joins."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open("outlawed", 2, bots=1)
            chosen = re.findall(r'<select name="clock.kind">.*?<option value="(\w+)" selected>', (await ada.get(f"/t/{table}")).text)
            await _form(ada, table, do="set-options", players="3", **{"clock.kind": chosen[0], "clock.seconds": "60", "clock.bank": "120"})
            assert (await ada.view(table))["clock"]["kind"] == "none"
            await bo.done(table, "sit", name="Bo")
            clock = (await ada.view(table))["clock"]
            assert (clock["kind"], clock["seconds"], clock["bank"], clock["run_out"]) == ("decision", 60, 120, "stand-in")

    run(test())


def test_host_switches_the_chat_off_in_a_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with playing(tmp_path) as (ada, bo, table):
            (button,) = re.findall(r'value="(do=set-options[^"]*)"', (await ada.get(f"/t/{table}")).text)
            assert "do=set-options" not in (await bo.get(f"/t/{table}")).text
            await _form(ada, table, act=button.replace("&amp;", "&"))
            assert (await bo.act(table, "say", text="hello")).status_code == 409
            await bo.done(table, "react", reaction="nice")
            assert 'id="say-text"' not in (await bo.get(f"/t/{table}")).text

    run(test())


def test_whoever_watches_can_talk_under_a_name(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, zoe = site.browser(), site.browser()
            table = await ada.open("outlawed", 2, bots=1)
            await ada.done(table, "start")
            page = (await zoe.get(f"/t/{table}")).text
            assert 'value="do=watch"' in page
            assert 'id="say-text"' not in page
            await _form(zoe, table, act="do=watch", name="Zoe")
            page = (await zoe.get(f"/t/{table}")).text
            assert 'value="do=watch"' not in page
            await _form(zoe, table, act="do=say&text={text}", **{"x.text": "Hands up"})
            assert "Hands up" in (await ada.get(f"/t/{table}")).text

    run(test())


def test_another_deck_at_the_same_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open("outlawed", 3, bots=1, **{"outlawed.round_limit": "7"})
            assert await _deck(ada, table) == "house"
            assert f'href="/t/{table}/deck"' in (await ada.get(f"/t/{table}")).text
            made = await _made(ada, "True Cards")
            offered = (await ada.get(f"/t/{table}/deck")).text
            assert f'name="deck" value="{made}"' in offered
            assert "True Cards" in offered
            answer = await ada.post(f"/t/{table}/deck", data={"deck": made})
            assert answer.headers["location"] == f"/t/{table}"
            assert (await _deck(ada, table)).startswith("{")
            # The other options stay, and so do the seats.
            view = await ada.view(table)
            assert {option["name"]: option["value"] for option in view["options"]}["round_limit"] == "7"
            assert [seat["kind"] for seat in view["seats"]] == ["person", "bot", "free"]
            assert 'name="deck" value="tuned"' in offered
            await ada.post(f"/t/{table}/deck", data={"deck": "tuned"})
            assert json.loads(await _deck(ada, table)) == json.loads(deck_json(shipped_deck("tuned")))
            await ada.post(f"/t/{table}/deck", data={"deck": "house"})
            assert await _deck(ada, table) == "house"
            # A deck of somebody else's, by its link; and nothing by anything else.
            other = await _made(bo, "Cards of Bo")
            await ada.post(f"/t/{table}/deck", data={"deck": f"{site.url}/decks/{other}"})
            assert "Cards of Bo" in await _deck(ada, table)
            for wrong in ("", "nothing", "/etc/passwd", "../house.toml", "house/../x y"):
                answer = await ada.post(f"/t/{table}/deck", data={"deck": wrong})
                assert answer.status_code in (404, 409), wrong
                assert "role=" in answer.text
            assert (await bo.get(f"/t/{table}/deck")).status_code == 409
            assert (await bo.post(f"/t/{table}/deck", data={"deck": "house"})).status_code == 409
            await ada.done(table, "add-bot")
            await ada.done(table, "start")
            assert (await ada.post(f"/t/{table}/deck", data={"deck": "house"})).status_code == 409
            assert (await _deck(ada, table)).startswith("{")

    run(test())


def test_decks_are_for_outlawed_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            assert f"/t/{table}/deck" not in (await ada.get(f"/t/{table}")).text
            assert (await ada.post(f"/t/{table}/deck", data={"deck": "house"})).status_code == 409

    run(test())


def test_the_other_game_at_the_same_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("most-wanted", 6, bots=1, **{"most-wanted.church": "saloon"})
            assert "do=set-options&amp;game=outlawed" in (await ada.get(f"/t/{table}")).text
            before = await ada.view(table)
            await _form(ada, table, act="do=set-options&game=outlawed")
            after = await ada.view(table)
            assert (after["game"], after["players"]) == ("outlawed", 5)
            assert (after["code"], after["table"]) == (before["code"], before["table"])
            assert [seat["kind"] for seat in after["seats"]] == ["person", "bot", "free", "free", "free"]

    run(test())


def test_options_are_picked_or_bounded(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            home = (await ada.get("/", headers={"accept-language": "es"})).text
            assert re.search(r'<select name="most-wanted\.church">.*?<option value="saloon">Salón</option>', home)
            assert re.search(r'<select name="outlawed\.beginner"><option value="false" selected>no</option>', home)
            assert re.search(r'<input name="most-wanted\.goal" type="number" min="2" max="\d+"', home)
            table = await ada.open("most-wanted", 3, **{"most-wanted.labor": "dishonest"})
            lobby = (await ada.get(f"/t/{table}")).text
            assert '<option value="dishonest" selected>Dishonest</option>' in lobby
            assert '<option value="1">Seat 2</option>' in lobby

    run(test())


def test_which_bot(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open()
            assert '<option value="random">' in (await ada.get(f"/t/{table}")).text
            await _form(ada, table, bot="random", act="do=add-bot&seat=2")
            assert [seat["bot"] for seat in (await ada.view(table))["seats"]] == ["", "", "random"]

    run(test())


def test_whoever_watches_can_be_sent_away_and_leave_the_line(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo, cleo = site.browser(), site.browser(), site.browser()
            table = await ada.open("outlawed", 2, bots=1)
            await ada.done(table, "start")
            await bo.done(table, "sit", name="Bo")
            await cleo.done(table, "watch", name="Cleo")
            assert "Leave the line" in (await bo.get(f"/t/{table}")).text
            page = (await ada.get(f"/t/{table}")).text
            handles = {person["name"]: person["person"] for person in (await ada.view(table))["people"]}
            assert f"do=kick&amp;person={handles['Cleo']}" in page
            await bo.done(table, "leave")
            assert [person["place"] for person in (await ada.view(table))["people"]] == [0, 0]
            await _form(ada, table, act=f"do=kick&person={handles['Cleo']}")
            assert (await cleo.act(table, "say", text="Hm")).status_code == 409
            assert "Cleo" not in [person["name"] for person in (await ada.view(table))["people"]]

    run(test())


def test_a_seat_that_is_asked_for_is_seen_by_all_who_decide(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo, cleo = site.browser(), site.browser(), site.browser()
            table = await ada.open("outlawed", 3, bots=1)
            await bo.done(table, "sit", name="Bo")
            await ada.done(table, "start")
            await cleo.done(table, "ask-for-seat", name="Cleo", seat=2)
            for browser in (ada, bo):
                page = (await browser.get(f"/t/{table}")).text
                assert "Cleo asks for the seat of Bo." in page
                assert re.search(r"do=agree&amp;person=", page)
            assert "You have asked for the seat of Bo" in (await cleo.get(f"/t/{table}")).text
            person = (await cleo.view(table))["you"]
            await _form(ada, table, act=f"do=agree&person={person}")
            assert (await ada.view(table))["seats"][2]["name"] == "Bo"
            await _form(bo, table, act=f"do=agree&person={person}")
            assert (await ada.view(table))["seats"][2]["name"] == "Cleo"

    run(test())


def test_who_got_up_takes_the_seat_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with playing(tmp_path) as (_, bo, table):
            await bo.done(table, "leave")
            assert "Take your seat back" in (await bo.get(f"/t/{table}")).text
            await _form(bo, table, act="do=take-back")
            page = (await bo.get(f"/t/{table}")).text
            assert "Take your seat back" not in page
            assert (await bo.view(table))["own"] == [1]

    run(test())


def test_more_time_says_how_much(tmp_path: Path) -> None:
    async def test() -> None:
        async with playing(tmp_path) as (ada, _, table):
            for said, factor in (("Twice the time", 2), ("Four times the time", 4), ("No time limit", 0)):
                page = (await ada.get(f"/t/{table}")).text
                # For one's own seat as for the other.
                for seat in (0, 1):
                    assert re.search(rf'do=grant-time&amp;seat={seat}&amp;factor={factor}">{said}', page), (said, seat)
                for seat in (0, 1):
                    await _form(ada, table, act=f"do=grant-time&seat={seat}&factor={factor}")
            assert "do=grant-time" not in (await ada.get(f"/t/{table}")).text

    run(test())


def test_whoever_a_bot_plays_for_sees_it_and_is_back_with_one_press(tmp_path: Path) -> None:
    async def test() -> None:
        async with playing(tmp_path) as (ada, bo, table):
            said = "A bot plays for you."
            assert said not in (await bo.get(f"/t/{table}")).text
            await bo.done(table, "stand-in", seat=1)
            assert said in (await bo.get(f"/t/{table}")).text
            assert said not in (await ada.get(f"/t/{table}")).text
            await _form(bo, table, act="do=take-back")
            assert said not in (await bo.get(f"/t/{table}")).text

    run(test())


def test_every_address_that_phones_may_reach_is_offered(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            site.server.lan = ("http://192.168.1.20:8000", "http://10.0.0.4:8000")
            ada = site.browser()
            table = await ada.open()
            page = (await ada.get(f"/t/{table}")).text
            assert f'value="http://192.168.1.20:8000/t/{table}"' in page
            assert f'href="http://10.0.0.4:8000/t/{table}"' in page
            # Whoever came by one of these addresses is shown that one.
            page = (await ada.get(f"/t/{table}", headers={"host": "10.0.0.4:8000"})).text
            assert f'value="http://10.0.0.4:8000/t/{table}"' in page
            assert "192.168.1.20" not in page

    run(test())


def test_games_played_at_the_table_are_told_in_its_lobby(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("outlawed", 2, bots=1, bot="random", **{"outlawed.round_limit": "1"})
            assert "Games at this table" not in (await ada.get(f"/t/{table}")).text
            await finish(table, ada)
            await ada.done(table, "rematch")
            page = (await ada.get(f"/t/{table}")).text
            assert "Games at this table" in page
            winners = (await ada.view(table))["results"][0]["winners"]
            assert f"1. OutLawed!: <b>{', '.join(winners)}</b>" in page
            assert (await ada.get(f"/t/{table}/games/1", follow_redirects=True)).status_code == 200

    run(test())


def test_a_mistake_costs_nobody_the_rest_of_the_form(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            form = {"game": "most-wanted", "players": "5", "bots": "2", "name": "Ada", "look": "doc", "clock": "days", "listed": "true"}
            form |= {"most-wanted.labor": "dishonest", "most-wanted.goal": "7", "most-wanted.track": "11", "outlawed.beginner": "true"}
            answer = await ada.post("/tables", data=form)
            assert answer.status_code == 409
            page = answer.text
            for kept in ('value="7"', 'value="11"', '<option value="days" selected>', 'value="dishonest" selected', 'value="Ada"'):
                assert kept in page, kept
            assert re.search(r'name="listed"><option value="false">[^<]*</option><option value="true" selected>', page)
            assert re.search(r'name="look" value="doc"[^>]* checked', page)
            assert re.search(r'name="outlawed.beginner"><option value="false">[^<]*</option><option value="true" selected>', page)
            assert '<details class="options" data-game="most-wanted" open>' in page

    run(test())
