"""The interface for programs: whole games through it, and a description that fits it."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from doublecross.kernel.savefile import load
from tests.web.playing import next_command
from tests.web.serving import Browser, Site, run, serving


async def play(player: Browser, table: str, rng: random.Random) -> dict[str, Any]:
    """Play until the game is over; the last view."""
    version, key, refused_at, why = -1, 0, -1, None
    while True:
        view = await player.view(table, after=version, wait=20)
        version = view["version"]
        assert version > refused_at, f"a refused choice was legal all the same: {why}"
        if view["phase"] == "over":
            return view
        command = next_command(view, rng)
        if command is not None:
            key += 1
            answer = await player.post(f"/api/v1/tables/{table}/commands", json={"key": f"k{key}", **command})
            assert answer.status_code in (200, 409), answer.text
            if answer.status_code == 409:  # somebody was faster, and there is something new
                refused_at, why = version, (command, answer.text, view["ask"])
            version = -1  # what changed nothing, such as the same cards once more, would be waited for in vain


EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"
SHORT: dict[str, dict[str, Any]] = {"most-wanted": {"turn_limit": 12}, "outlawed": {"round_limit": 3}}


async def seat_programs(site: Site, game: str, programs: int, bots: int) -> tuple[str, list[Browser]]:
    players = [await site.program(f"Robo {number}") for number in range(programs)]
    opening = {"game": game, "players": programs + bots, "name": "Robo 0", "bots": bots, "bot": "random", "clock": "none"}
    opening["options"] = SHORT[game]
    found = (await players[0].post("/api/v1/tables", json=opening)).json()
    table: str = found["table"]
    by_code = (await players[1].get(f"/api/v1/codes/{found['code']}")).json()
    assert by_code == found
    for number, player in enumerate(players[1:], 1):
        sit = {"do": "sit", "key": "sit", "name": f"Robo {number}"}
        assert (await player.post(f"/api/v1/tables/{table}/commands", json=sit)).status_code == 200
    assert (await players[0].post(f"/api/v1/tables/{table}/commands", json={"do": "start", "key": "start"})).status_code == 200
    return table, players


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_programs_play_a_whole_game(game: str, tmp_path: Path) -> None:
    """Two programs elsewhere and a bot of the house; the save file replays to the same end."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            table, players = await seat_programs(site, game, 2, 1)
            views = await asyncio.gather(*(play(player, table, random.Random(number)) for number, player in enumerate(players)))
            assert [seat["kind"] for seat in views[0]["seats"]] == ["bot", "bot", "bot"]
            position = load((await players[0].get(f"/t/{table}/save")).content, "saved")
            assert position.is_over
            winners = [views[0]["seats"][seat]["name"] for seat, share in enumerate(position.returns()) if share]
            assert winners == views[0]["results"][-1]["winners"]

    run(test())


def test_example_bot_plays_a_whole_game(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada = site.browser()
            table = await ada.open("most-wanted", players=3, bots=2, bot="random", clock="none", **{"options.turn_limit": "10"})
            code = (await ada.view(table))["code"]
            command = [sys.executable, str(EXAMPLE), site.url, code, "--seed", "1"]
            bot = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
            while "Tin Man" not in [seat["name"] for seat in (await ada.view(table))["seats"]]:
                await asyncio.sleep(0.02)
            await ada.done(table, "start")
            await ada.done(table, "stand-in", seat=0, bot="random")
            out, _ = await bot.communicate()
            assert bot.returncode == 0, out
            winners = (await ada.view(table))["results"][-1]["winners"]
            assert out.decode().splitlines()[-1] == ", ".join(winners)

    run(test())


def test_save_file_is_secret_until_the_end(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            table, players = await seat_programs(site, "most-wanted", 2, 0)
            answer = await players[0].get(f"/t/{table}/save")
            assert answer.status_code == 409
            assert "seed" not in answer.text

    run(test())


def test_a_program_is_shown_as_a_bot_however_it_comes_to_its_seat(tmp_path: Path) -> None:
    """Whatever it says of itself: by sitting down, or by asking for a seat in the game."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, robos = site.browser(), [await site.program(name) for name in ("Robo", "Roba")]
            table = await ada.open("outlawed", players=2, clock="none", **{"options.round_limit": "1"})
            await _command(robos[0], table, do="sit", name="Robo", program=False)
            assert [seat["kind"] for seat in (await ada.view(table))["seats"]] == ["person", "bot"]
            await _command(robos[0], table, do="leave")
            await ada.done(table, "add-bot")
            await ada.done(table, "start")
            await _command(robos[1], table, do="ask-for-seat", name="Roba", seat=1, program=False)
            await ada.done(table, "agree", person=(await robos[1].view(table))["you"])
            seats = (await ada.view(table))["seats"]
            assert [(seat["name"], seat["kind"], seat["bot"]) for seat in seats] == [("Ada", "person", ""), ("Roba", "bot", "")]

    run(test())


async def _command(sender: Browser, table: str, **command: Any) -> None:
    """Give a command over the interface for programs."""
    answer = await sender.post(f"/api/v1/tables/{table}/commands", json={"key": command["do"], **command})
    assert answer.status_code == 200, answer.text


def test_a_key_counts_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            ada, bo = site.browser(), site.browser()
            table = await ada.open()
            await bo.done(table, "sit", name="Bo")
            for player in (ada, ada, bo):
                await player.done(table, "say", text="hello", key="k")
            assert [line["name"] for line in (await ada.view(table))["chat_lines"]] == ["Ada", "Bo"]

    run(test())


def test_who_is_not_known_is_asked_to_say_so(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            stranger = Browser(site.url, {"authorization": "Bearer " + "x" * 22}, origin=False)
            answer = await stranger.post("/api/v1/tables", json={"game": "outlawed", "players": 3})
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
            await stranger.aclose()

    run(test())


def test_token_of_a_program_opens_no_browser_and_the_other_way_round(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as site:
            robo, ada = await site.program(), site.browser()
            table = await ada.open()
            cookie = ada.cookie[1].split(".")[0]
            thief = Browser(site.url, {"authorization": f"Bearer {cookie}"}, origin=False)
            assert (await thief.view(table))["own"] == []
            await thief.aclose()
            assert (await robo.view(table))["own"] == []

    run(test())


def test_description_fits(tmp_path: Path) -> None:
    """Every reference leads somewhere, every path is one of the server's, and every command is described."""

    async def test() -> None:
        async with serving(tmp_path) as site:
            document = (await site.browser().get("/api/v1/openapi.json")).json()
            schemas = document["components"]["schemas"]

            def references(value: Any) -> list[str]:
                if isinstance(value, dict):
                    own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
                    return own + [found for part in value.values() for found in references(part)]
                return [found for part in value for found in references(part)] if isinstance(value, list) else []

            for reference in references(document):
                assert reference.removeprefix("#/components/schemas/") in schemas
            for name in ("TableView", "Choose", "Draft", "Sit", "Opening", "Refused"):
                assert name in schemas
            for path, operations in document["paths"].items():
                address = "/api/v1" + path.replace("{table}", "none").replace("{code}", "NONE")
                for method in operations:
                    answer = await site.browser().request(method, address, headers={"origin": site.url})
                    assert answer.status_code not in (405, 500), (method, path)
                    assert answer.headers["content-type"] == "application/json"

    run(test())
