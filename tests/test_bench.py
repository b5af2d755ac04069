"""The benchmark runs and ends with one complete JSON object. No test asserts a time, and none needs another library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bench import boardgame, bots, measure, ours, peers, report, server
from bench.__main__ import ORDER

ROOT = Path(__file__).parent.parent
OURS = (
    "most-wanted-*",
    "outlawed-*",
    "python_api-*",
    "clone-*",
    "one_thread-*",
    "two_threads-*",
    "aec-*",
    "vector-*",
    "study-*_worker*",
    "bare-out*",
    "search-out*",
)


@pytest.fixture(scope="module")
def quick_run() -> subprocess.CompletedProcess[str]:
    only = [part for pattern in OURS for part in ("--only", pattern)]
    command = [sys.executable, "-m", "bench", "--quick", *only]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)


@pytest.fixture(scope="module")
def result(quick_run: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    return json.loads(quick_run.stdout.splitlines()[-1])


def test_the_last_line_has_every_key(result: dict[str, Any]) -> None:
    assert set(result["decisions_per_s"]) == set(result["games_per_s"]) == set(ours.PLAYOUTS)
    assert set(result["peers"]) == set(peers.PACKAGES)
    assert set(result["ratios"]) == {f"{above}/{below}" for above, below in report.RATIOS}
    assert len(result["environments"]) == 4
    assert len(result["studies"]) == 5
    assert len(result["search"]) == 10
    assert {"python_api_steps_per_s", "clone_ns", "two_core_ratio", "start", "server", "bots", "method"} <= set(result)


def test_everything_of_ours_is_measured(result: dict[str, Any]) -> None:
    figures = [*result["decisions_per_s"].values(), *result["games_per_s"].values()]
    figures += [result["python_api_steps_per_s"], result["clone_ns"], *result["environments"].values()]
    figures += [result["studies"]["study-one_worker"], result["search"]["search-outlawed/bare-outlawed"]]
    if len(measure.usable_cores()) > 1:
        figures += [result["two_core_ratio"], result["studies"]["two_workers/one"]]
    assert all(figure > 0 for figure in figures)


def test_what_is_left_out_is_null_and_named_on_stderr(quick_run: subprocess.CompletedProcess[str], result: dict[str, Any]) -> None:
    assert all(figure is None for figure in result["peers"].values())
    assert all(name in quick_run.stderr for name in (*peers.PACKAGES, "start", "server", "bots"))


def test_a_peer_that_cannot_be_loaded_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "rlcard", None)
    assert peers.serve("rlcard_leduc") == 1
    assert "rlcard_leduc: not measured (rlcard: ModuleNotFoundError" in capsys.readouterr().err


def test_live_tables_are_measured_through_real_sockets() -> None:
    found = server.ours(tables=2, rate=20, seconds=1)
    assert (found["tables"], found["sockets"]) == (2, 8)
    for run in (found["steady"], found["fastest"]):
        assert run["actions_per_s"] > 0
        assert run["refused"] == 0
        assert run["ms_to_the_others"]["p99"] > 0


def test_bots_that_think_are_measured_beside_people() -> None:
    (found,) = bots.figures(tables=12, seconds=8, warm=3, bots=("heuristic",))
    assert found["posts"] > 0
    assert (found["refused"], found["bots_replaced"]) == (0, {})
    assert found["bot_seconds_at_most"] is None or found["bot_seconds_at_most"] > 0  # how long it is says the benchmark, no test
    assert found["ms_of_a_post"]["p99"] > 0
    assert found["bot_answers_per_s"] > 0


def test_boardgame_io_is_null_with_the_reason_where_it_cannot_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boardgame.shutil, "which", lambda _: None)
    assert boardgame.figures(2, 20, 1) == (None, "Node and npm are not installed")


def test_what_is_compared_takes_turns_in_the_same_round() -> None:
    assert {name for pair in report.RATIOS for name in pair} <= set(ORDER)
    heard: list[str] = []
    contestants = [measure.Contestant(name, lambda seconds: measure.Sample(seconds, 1, 1)) for name in ("a", "b")]
    samples = measure.alternate(contestants, 2, 1.0, heard.append)
    assert heard == ["a", "b"] * 3, "one round warms up, two count"
    assert [len(samples[name]) for name in ("a", "b")] == [2, 2]


def test_a_ratio_is_taken_round_by_round() -> None:
    def rates(*values: float) -> list[measure.Sample]:
        return [measure.Sample(value, 1, 1) for value in values]

    samples = {"ours": rates(30, 10, 90), "theirs": rates(10, 5, 10)}
    assert measure.paired_ratio(samples, "ours", "theirs") == 3
    assert measure.paired_ratio(samples, "ours", "absent") is None
