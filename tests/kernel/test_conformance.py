"""`check_game` finds what is wrong: Most Wanted with one promise broken at a time."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import doublecross
from tests.kernel.broken_games import BROKEN


@pytest.fixture(scope="module")
def findings() -> dict[str, str]:
    """What it says about each broken game; interpreted, since every one would have to be compiled anew."""
    program = [sys.executable, "-m", "tests.kernel.broken_games", "sound", *BROKEN]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(program, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(line.split("\t", 1) for line in done.stdout.splitlines())


def test_the_sound_game_passes(findings: dict[str, str]) -> None:
    assert findings["sound"] == ""


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found_and_named(findings: dict[str, str], name: str) -> None:
    assert "most-wanted, 3 players, options {" in findings[name]
    assert ", seed " in findings[name]
    assert ", step " in findings[name]


def test_the_findings_say_what_is_wrong(findings: dict[str, str]) -> None:
    for name, words in {
        "hand": "depends on what the viewer cannot know",
        "sealed": "sees that seat",
        "conservation": "pieces made or lost",
        "order": "the order in which the seats chose matters",
        "determinism": "go on differently",
        "returns": "do not share one win",
        "waiting": "to act",
        "key": "share a random key",
        "reasons": "without a reason",
        "tokens": "reads as another action",
        "events": "depends on what the viewer cannot know",
        "words": "no description",
    }.items():
        assert words in findings[name], (name, findings[name])


def test_options_that_fit_no_player_count_are_refused() -> None:
    with pytest.raises(doublecross.BadInput):
        doublecross.check_game("most-wanted", ranks="6", suits=1, copies=1, hand=1)
    with pytest.raises(doublecross.BadInput):
        doublecross.check_game("most-wanted", no_such_option=1)
