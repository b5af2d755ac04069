"""Tournaments: who sits where, the same deals for all, and what is said about the result."""

from __future__ import annotations

import itertools
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from doublecross.bots import registry
from doublecross.bots.bot import Bot, Decision
from doublecross.cli import main
from doublecross.cli.arena import COLUMNS, line, print_arena
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.words import words
from doublecross.lab import arena as arena_module
from doublecross.lab.arena import Round, WinRate, arena, plan
from doublecross.lab.arena_plot import check_plot
from doublecross.lab.ratings import rate


class Scripted:
    """Makes bots that note the deal that they see, and play the lowest or the highest legal action."""

    def __init__(self, name: str, seen: list[tuple[str, int, bytes]], highest: bool = False) -> None:
        self.name, self.seen, self.highest = name, seen, highest
        self.closed = 0
        self.seeds: list[int] = []

    def __call__(self, game: Game, seed: int) -> Bot:
        self.seeds.append(seed)
        return _ScriptedBot(self)


class _ScriptedBot:
    def __init__(self, made: Scripted) -> None:
        self.made, self.first = made, True

    def choose(self, decision: Decision) -> int:
        if self.first:
            self.first = False
            self.made.seen.append((self.made.name, decision.seat, decision.seen["hands"][0, decision.seat].tobytes()))
        return max(decision.legal) if self.made.highest else min(decision.legal)

    def close(self) -> None:
        self.made.closed += 1


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bytes]]:
    seen: list[tuple[str, int, bytes]] = []
    for name, highest in (("low", False), ("high", True)):
        monkeypatch.setitem(registry._makers(), name, Scripted(name, seen, highest))
    return seen


def test_both_sides_get_the_same_deals(scripted: list[tuple[str, int, bytes]]) -> None:
    """Duplicate style: what one bot was dealt in a seat, the other is dealt in it too."""
    result = arena("outlawed", ["low", "high"], 10, seed=4, threads=1)
    assert (result.games, result.blocks) == (10, 5)
    hands = {name: Counter((seat, hand) for who, seat, hand in scripted if who == name) for name in ("low", "high")}
    assert hands["low"] == hands["high"]
    assert hands["low"].total() == 10
    assert len(hands["low"]) > 4
    assert registry._makers()["low"].closed == 10  # type: ignore[attr-defined]  # every bot of every game was closed


def test_compiled_batches_deal_the_same_too() -> None:
    """A bot against itself in the other seat: in each block the game is the same, so both seats win as often in all."""
    result = arena("outlawed", ["heuristic", "random"], 60, seed=4)
    assert sum(rate.value * rate.games for rate in result.win_rate.values()) == pytest.approx(60)
    assert {rate.games for rate in result.win_rate.values()} == {60}
    same = arena("outlawed", ["heuristic", "heuristic"], 60, seed=4)
    assert same.win_rate["heuristic"].value == pytest.approx(0.5)
    assert same.win_rate["heuristic"].games == 120


@pytest.mark.parametrize(
    ("bots", "players", "games"), [([0, 1], 2, 7), ([0, 1, 1, 1], 4, 50), ([0, 1, 2], 3, 50), ([0, 1], 4, 20), (list(range(8)), 8, 500)]
)
def test_everyone_sits_everywhere_equally_often(bots: list[int], players: int, games: int) -> None:
    seats = Counter[tuple[int, int]]()
    total = 0
    for each in plan(bots, players, games, 9):
        for turn in each.turns():
            seats.update(dict.fromkeys(enumerate(turn), each.blocks))
            total += each.blocks
    assert games <= total < games + players
    for bot in set(bots):
        assert len({seats[seat, bot] for seat in range(players)}) == 1


def test_neighbours_change() -> None:
    """Who sits to the left of whom differs from round to round, and each order comes as often as another."""
    rounds = plan([0, 1, 2, 3], 4, 24 * 4, 9)
    assert sorted(each.blocks for each in rounds) == [4] * 6
    assert len({frozenset(each.turns()) for each in rounds}) == 6
    assert len({each.seed for each in rounds}) == 6


def test_more_bots_than_seats_meet_in_all_choices() -> None:
    rounds = plan([0, 1, 2, 3], 2, 10, 9)
    assert {frozenset(each.seats) for each in rounds} == set(map(frozenset, itertools.combinations(range(4), 2)))
    assert all(each.blocks == 5 for each in rounds)


def test_intervals_are_those_of_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of one block that come out alike are one observation; those that even out are more than two."""

    def play(pairs: list[tuple[int, int]]) -> WinRate:
        """Blocks of two games between bots 0 and 1; each pair says who wins the first and who the second."""

        def games(match: Any, each: Round) -> Any:
            for block in range(each.blocks):
                for turn, seats in enumerate(each.turns()):
                    yield block, turn, 1 << seats.index(pairs[block % len(pairs)][turn])

        monkeypatch.setattr(arena_module, "_compiled", lambda match, each, policies: games(match, each))
        return arena("outlawed", ["heuristic", "random"], 200, seed=1).win_rate["heuristic"]

    alike, apart = play([(0, 0), (1, 1)]), play([(0, 0), (1, 1), (0, 1), (1, 0)])
    assert alike.value == apart.value == pytest.approx(0.5)
    width = alike.high - alike.low
    assert width == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(100), rel=0.05)  # 100 observations, not 200
    assert apart.high - apart.low == pytest.approx(width / np.sqrt(2), rel=0.05)
    always = play([(0, 0)])
    assert (always.value, always.high) == (1.0, 1.0)
    assert 0.9 < always.low < 1


def test_shared_wins_are_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    def shared(match: Any, each: Round, policies: Any) -> Any:
        yield from ((block, turn, 0b11) for block in range(each.blocks) for turn in range(2))

    monkeypatch.setattr(arena_module, "_compiled", shared)
    result = arena("outlawed", ["heuristic", "random"], 40, seed=1)
    assert [rate.value for rate in result.win_rate.values()] == [0.5, 0.5]
    assert result.cross == {"heuristic": {"random": 0.5}, "random": {"heuristic": 0.5}}


def test_seats_of_one_bot_count_as_one_against_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """If whoever sits first always wins, no bot is better than another, however many seats it has."""

    def first_seat(match: Any, each: Round, policies: Any) -> Any:
        yield from ((block, turn, 1) for block in range(each.blocks) for turn in range(len(each.turns())))

    monkeypatch.setattr(arena_module, "_compiled", first_seat)
    result = arena("outlawed", ["heuristic", "random", "random"], 30, seed=1)
    assert result.cross == {"heuristic": {"random": pytest.approx(0.5)}, "random": {"heuristic": pytest.approx(0.5)}}
    assert [rate.value for rate in result.win_rate.values()] == pytest.approx([1 / 3, 1 / 3])


def test_every_bot_has_chance_of_its_own(scripted: list[tuple[str, int, bytes]]) -> None:
    arena("outlawed", ["low", "high"], 6, seed=4, threads=1)
    seeds = [seed for name in ("low", "high") for seed in registry._makers()[name].seeds]  # type: ignore[attr-defined]
    assert len(set(seeds)) == 6  # two seats of three deals: a seat of a deal has the same chance, whoever sits there
    assert len(seeds) == 12


def test_several_bots_in_one_table() -> None:
    result = arena("outlawed", ["heuristic", "random", "random"], 60, seed=2)
    assert (result.players, result.fair) == (3, pytest.approx(1 / 3))
    assert result.win_rate["random"].games == 2 * result.games
    assert sum(rate.value * rate.games for rate in result.win_rate.values()) == pytest.approx(result.games)
    assert result.win_rate["heuristic"].low > result.win_rate["random"].high
    assert result.cross["heuristic"]["random"] + result.cross["random"]["heuristic"] == pytest.approx(1)  # type: ignore[operator]
    assert result.ratings is not None
    assert result.ratings["heuristic"].mu > result.ratings["random"].mu


def test_ratings_follow_the_results() -> None:
    wins = np.array([1.0, 0.0])
    found = rate(["a", "b", "c"], [((0, 1), wins)] * 40 + [((1, 2), wins)] * 40)
    assert found is not None
    assert found["a"].mu > found["b"].mu > found["c"].mu
    assert found["b"].sigma < 25 / 3
    alone = rate(["a"], [((0, 0), wins)] * 5)
    assert alone is not None
    assert alone["a"].mu == 25


@pytest.mark.parametrize("bots", [["heuristic", "random"], ["search:playouts=4", "random"]])
def test_seeds_decide(bots: list[str]) -> None:
    options = {"round_limit": 2}
    runs = [arena("outlawed", bots, 8, options=options, seed=seed, threads=threads) for seed, threads in ((5, 1), (5, 3), (6, 2))]
    assert runs[0] == runs[1]
    assert runs[0].seed != runs[2].seed


def test_a_budget_goes_to_those_that_search(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Thinker(Scripted):
        parameters = registry.parameters_of("search")

        def __call__(self, game: Game, seed: int, **given: Any) -> Bot:
            made.append((self.name, given))
            return _ScriptedBot(self)

    for name in ("one", "two"):
        monkeypatch.setitem(registry._makers(), name, Thinker(name, []))
    arena("outlawed", ["one", "two:playouts=3", "random"], 1, players=3, seed=1, seconds=0.5)
    assert ("one", {"seconds": 0.5, "threads": 1}) in made
    assert ("two", {"playouts": 3, "threads": 1}) in made


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"bots": []}, "found 0"),
        ({"bots": ["fox"]}, "'fox'"),
        ({"games": 0}, "found 0"),
        ({"players": 9}, "9"),
        ({"seed": -1}, "-1"),
        ({"seconds": 0.1}, "seconds"),
        ({"seconds": 0.1, "playouts": 10, "bots": ["search"]}, "seconds and playouts"),
        ({"seconds": 9e9, "bots": ["search"]}, "9000000000"),
        ({"options": {"fox": 1}}, "fox"),
    ],
)
def test_wrong_input_is_named(given: dict[str, Any], found: str) -> None:
    with pytest.raises(BadInput, match=found):
        arena("outlawed", given.pop("bots", ["heuristic", "random"]), given.pop("games", 10), **given)


def test_a_bot_that_fails_stops_the_tournament_by_name(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("raise SystemExit(4)")
    with pytest.raises(BadInput, match=r"cmd:.*bot\.py: found an end with exit code 4"):
        arena("outlawed", [f"cmd:{sys.executable} -S {path}", "random"], 4, seed=1)


def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = []
    for name in ("a.svg", "b.svg", "c.png"):
        arguments = ["arena", "outlawed", "--bots", "heuristic,random", "--games", "40", "--seed", "3", "--plot", str(tmp_path / name)]
        assert main([*arguments, *(["--json"] if name == "a.svg" else ["--lang", "es"])]) == 0
        seen.append(capsys.readouterr().out)
    result = json.loads(seen[0])
    assert set(result["win_rate"]) == {"heuristic", "random"}
    assert set(result["win_rate"]["random"]) == {"value", "low", "high", "games"}
    assert result["games"] == 40
    assert seen[1] == seen[2]
    assert "heuristic" in seen[1]
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert "heuristic" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_terminal_shows_all_of_it(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In eighty columns nothing is cut off: rates, a plot with a scale, who beat whom."""
    print_arena(arena("outlawed", ["heuristic", "random", "random"], 12, seed=2), "OutLawed!", words(language), plain=False)
    text = capsys.readouterr().out
    assert "…" not in text
    assert "▾33.3%" in text
    assert text.count("●") == 2
    assert text.count("heuristic") == 4


@pytest.mark.parametrize("extra", [["--plot", "x.pdf"], ["--plot", "no/such/folder.svg"], ["--time", "nan"], ["--players", "9"]])
def test_wrong_arguments(extra: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "outlawed", "--bots", "heuristic,random", *extra]) == 2
    assert extra[1] in capsys.readouterr().err


def test_bots_are_read_before_anything_is_compiled(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Who mistypes a name hears so at once, not after a minute of compiling."""

    def never(*_: object) -> None:
        raise AssertionError("compiled")

    monkeypatch.setattr("doublecross.cli.arena.compile_game", never)
    assert main(["arena", "outlawed", "--bots", "heuristic,heuristik", "--games", "4"]) == 2
    assert "found 'heuristik'" in capsys.readouterr().err


def test_a_plot_that_cannot_be_written_is_refused_before_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(BadInput, match="can be written"):
        check_plot(str(tmp_path / "folder.svg"))
    check_plot(str(tmp_path / "new.svg"))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(BadInput, match="can be written"):
        check_plot(str(tmp_path / "new.svg"))


def test_results_are_told_before_the_plot_is_drawn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device", "x.svg")

    monkeypatch.setattr("doublecross.cli.arena.plot", full)
    assert main(["arena", "outlawed", "--bots", "heuristic,random", "--games", "4", "--plot", "x.svg"]) == 2
    out, err = capsys.readouterr()
    assert "heuristic" in out
    assert err.strip() == "doublecross: x.svg: No space left on device"


def test_lines_of_the_plot() -> None:
    assert line(WinRate(0.0, 0.0, 0.0, 1)) == "●" + " " * (COLUMNS - 1)
    assert line(WinRate(1.0, 0.0, 1.0, 1)) == "├" + "─" * (COLUMNS - 2) + "●"
