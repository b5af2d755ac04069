"""``doublecross lab compare``: two variants from the same seeds, game by game."""

from __future__ import annotations

import json

import numpy as np
import pytest

from doublecross.cli import main
from doublecross.kernel.errors import BadInput
from doublecross.kernel.registry import load_game
from doublecross.lab.compare import comparison
from doublecross.lab.playing import GAMES, Part, play_part

COMMAND = ["lab", "compare", "most-wanted", "-b", "church=saloon", "--players", "3", "--games", "400", "--seed", "9", "--plain"]


def compare(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main([*COMMAND, *more]) == 0
    return capsys.readouterr().out


def test_the_same_deals_and_paired_differences(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(compare(capsys, "--json", "--bots", "heuristic", "--bots", "random"))
    assert found["variants"] == {"A": {"church": "church"}, "B": {"church": "saloon"}}
    made = comparison(
        load_game("most-wanted"), 3, [{}, {"church": "saloon"}], {"heuristic": ("heuristic",) * 3, "random": ("random",) * 3}, 400, 9
    )
    columns = [play_part(made, Part(GAMES, cell, 0, 0, 400)) for cell in (0, 1)]
    assert np.array_equal(columns[0]["first"], columns[1]["first"])
    differences = columns[1]["turns"].astype(float) - columns[0]["turns"]
    (turns,) = [row for row in found["measures"] if (row["bots"], row["measure"]) == ("heuristic", "turns")]
    assert turns["difference"] == pytest.approx(differences.mean())
    assert turns["difference"] == pytest.approx(turns["b"] - turns["a"])
    half = 1.966 * differences.std(ddof=1) / 20
    assert (turns["low"], turns["high"]) == pytest.approx((differences.mean() - half, differences.mean() + half), abs=0.002)


def test_workers_and_repetition_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(capsys, "--json", "--workers", "1") == compare(capsys, "--json", "--workers", "3")


def test_a_variant_against_itself_is_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(compare(capsys, "--json", "-a", "church=saloon"))
    assert all(row["difference"] == 0 and not row["finding"] for row in found["measures"])


def test_sentences_open_with_disagreements(capsys: pytest.CaptureFixture[str]) -> None:
    lines = compare(capsys, "--lang", "en").splitlines()
    assert lines[0] == "Most Wanted: A: church=church / B: church=saloon"
    assert lines[1] == "Where the players disagree"
    assert any(line.startswith("  Turns in a game: A ") for line in lines)
    assert lines[-1].endswith("* a finding after Holm's correction.")  # plain lines are not cut


@pytest.mark.parametrize(
    ("more", "error"),
    [
        (["--bots", "heuristic"], "--bots: found heuristic; allowed: 2 or more kinds of players"),
        (["--bots", "rosa", "--bots", "rosa"], "--bots: found rosa, rosa; allowed: 2 or more kinds"),
        (["--bots", "nobody", "--bots", "rosa"], "found 'nobody'; allowed: abigail"),
        (["--players", "9"], "players: found 9; allowed: 2 to 8"),
        (["--games", "7"], "--games: found '7'; allowed: a whole number from 8 to 1000000"),
        (["-a", "church=bar"], "variant A, option church: found 'bar'; allowed: church or saloon"),
    ],
)
def test_what_cannot_be_compared(more: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *more, "--lang", "en"]) == 2
    assert error in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "found"),
    [({"church": "bar"}, "'bar'"), ({"chapel": "x"}, "option 'chapel'"), ({"goal": 4}, "4")],
    ids=["value", "name", "together"],
)
def test_variants_that_cannot_be(options: dict[str, object], found: str) -> None:
    with pytest.raises(BadInput) as raised:
        comparison(load_game("most-wanted"), 3, [{}, options], {"a": ("random",)}, 10, 1)
    assert found in raised.value.found
