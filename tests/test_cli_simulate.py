"""Simulating and replaying from the command line."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import doublecross
from doublecross.cli import main
from doublecross.cli.report import BAR, bar
from doublecross.cli.tally import wilson
from doublecross.kernel.savefile import write


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["simulate", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("game", "players"), [("most-wanted", 2), ("most-wanted", 8), ("outlawed", 3)])
def test_numbers_fit_together(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    found = simulate(capsys, game, "--players", str(players), "--games", "300", "--seed", "5")
    assert (found["game"], found["players"], found["games"], int(found["seed"], 16)) == (game, players, 300, 5)
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(300)
    assert all(seat["low"] < seat["rate"] < seat["high"] for seat in found["seats"])
    assert sum(found["actions"].values()) * 300 == pytest.approx(found["decisions"])
    assert found["length"]["actions"]["mean"] * 300 == pytest.approx(found["decisions"])
    assert found["length"]["actions"]["least"] <= found["length"]["actions"]["mean"] <= found["length"]["actions"]["most"]


def test_any_number_of_threads_gives_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    runs = [simulate(capsys, "outlawed", "--games", "700", "--seed", "5", "--threads", str(n)) for n in (1, 2, 5)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0] != simulate(capsys, "outlawed", "--games", "700", "--seed", "6")


def test_outlaws(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 11 outlaws each seat loses one at random; plays and jails are counted where the outlaw is held."""
    found = simulate(capsys, "outlawed", "--players", "4", "--games", "500", "--seed", "5")
    assert len(found["outlaws"]) == 11
    for outlaw in found["outlaws"]:
        assert 0.87 < outlaw["held"] / 2000 < 0.95
        assert outlaw["apprehended"] * outlaw["plays"] == pytest.approx(outlaw["jailed"])
    plays = sum(outlaw["plays"] * outlaw["held"] for outlaw in found["outlaws"])
    assert plays * 2 == pytest.approx(found["decisions"])
    assert len(simulate(capsys, "outlawed", "--games", "20", "--seed", "5")["outlaws"]) < 11


def test_shared_wins(capsys: pytest.CaptureFixture[str]) -> None:
    """MW-68: with a limit of one turn, most wins are shared, and each counts its part."""
    found = simulate(capsys, "most-wanted", "--players", "3", "--games", "200", "--bots", "random", "-o", "turn_limit=1", "--seed", "1")
    assert found["shared"] > 0
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(200)
    assert any(seat["wins"] % 1 for seat in found["seats"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_report(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "outlawed", "--games", "50", "--seed", "1", "--bots", "heuristic,random", "--lang", language]) == 0
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert "OutLawed!" in text
    assert "heuristic" in text
    assert "lionel" in text


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (1, 1000, 0.00018, 0.00564)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    """Against the values that statistics packages give (Wilson score, no continuity correction)."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_bars() -> None:
    assert bar(0) == ""
    assert bar(1) == "█" * BAR
    assert bar(1 / BAR / 2) == "▌"
    assert len(bar(0.99)) <= BAR


@pytest.mark.parametrize(
    "arguments", [["outlawed", "--bots", "fox"], ["outlawed", "--players", "7"], ["outlawed", "--bots", "random,random,random"]]
)
def test_wrong_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *arguments]) == 2
    assert capsys.readouterr().err


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.jsonl", 100_000)


def saved(path: Path, actions: int) -> Path:
    chance = random.Random(2)
    position = doublecross.new("most-wanted", players=3, seed=2)
    for _ in range(actions):
        if position.is_over:
            break
        seat = min(position.to_act)
        position.apply(seat, chance.choice(position.legal(seat)))
    write(position, path)
    return path


def test_replay_tells_everything(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game), "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert "The game is over." in text
    assert text.count(" dealt ") == 3
    assert "5 cards" not in text.split("Turn 1")[0]  # all hands are told


def test_replay_as_a_seat_saw_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game), "--seat", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    deals = [event for event in found["events"] if event["kind"] == "deal"]
    assert ["cards" in event["facts"] for event in deals] == [False, True, False]
    assert all(event["seat"] == 1 for event in found["events"] if event["kind"] == "chose")
    assert found["over"] is True
    assert sum(found["returns"]) == 1


def test_replay_of_a_game_that_goes_on_keeps_its_secrets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(saved(tmp_path / "x.jsonl", 30)), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert not found["over"]
    assert not any("cards" in event["facts"] for event in found["events"] if event["kind"] in ("deal", "draw"))


@pytest.mark.parametrize("extra", [["--seat", "3"], ["--seat", "9"]])
def test_replay_of_no_such_seat(extra: list[str], game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game), *extra]) == 2
    assert capsys.readouterr().err


def test_replay_of_a_damaged_file_names_the_line(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:7]))
    assert main(["replay", str(game), "--lang", "en"]) == 2
    assert "line 8: found no more lines" in capsys.readouterr().err


def test_a_shipped_deck_goes_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """By ``--deck`` and by ``-o``; a path is a file still."""
    told = []
    for deck in (["--deck", "tuned"], ["-o", "deck=tuned"], []):
        assert main(["simulate", "outlawed", "--players", "3", "--games", "20", "--seed", "1", "--lang", "en", *deck]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]
    assert main(["deck", "show", "tuned", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("House set, tuned\n")
    assert main(["simulate", "outlawed", "--deck", "./tuned", "--lang", "en"]) == 2
    assert "found no file" in capsys.readouterr().err
