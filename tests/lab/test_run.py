"""Runs: the same numbers for any number of workers, going on after a kill, nothing counted twice, nothing mixed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from doublecross.bots import registry
from doublecross.bots.bot import Decision
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.lab import load, watching
from doublecross.lab.folder import DIGEST, Folder
from doublecross.lab.playing import DRAMA, GAMES, Columns, Part, parts_of, play_part
from doublecross.lab.run import local, run_study
from doublecross.lab.study import Study
from tests.lab.building import study

MADE = study("most-wanted", [(2, {}), (2, {"church": "saloon"})], games=2300)
FOLLOWED = study(
    "most-wanted",
    [(2, {"track": "12", "goal": 3, "hand": 3})],
    games=10,
    drama=5,
    bots={"one": ("heuristic",), "two": ("random", "heuristic")},
)
TINY = study("most-wanted", [(2, {}), (2, {"church": "saloon"})], games=4)
FILE = """\
format = 1
name = "long"
game = "most-wanted"
players = 2
games = 15000
seed = 5
[vary]
church = ["church", "saloon"]
[bots]
a = "heuristic"
b = "random"
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return run_study(MADE, tmp_path_factory.mktemp("whole"), local(2))


def test_any_number_of_workers(finished: Folder, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    other = run_study(MADE, tmp_path / "one", local(1), lambda done, total: told.append((done, total)))
    assert other.frame(GAMES).equals(finished.frame(GAMES))
    assert told[0] == (0, 9200)
    assert told[-1] == (9200, 9200)


def test_drama_too(tmp_path: Path) -> None:
    frames = [run_study(FOLLOWED, tmp_path / str(workers), local(workers)).frame(DRAMA) for workers in (1, 3)]
    assert frames[0].equals(frames[1])
    assert frames[0]["game"].n_unique() == 5
    turns = frames[0].filter(pl.col("kind") == 0)
    assert (turns["chance_0"] + turns["chance_1"] - 1).abs().max() < 1e-5
    last = turns.group_by("game", maintain_order=True).last()
    early = turns.group_by("game", maintain_order=True).first()
    sure = [abs(row["chance_0"] - (row["won"] & 1)) for row in last.to_dicts()]
    unsure = [abs(row["chance_0"] - (row["won"] & 1)) for row in early.to_dicts()]
    assert sum(sure) < sum(unsure)
    # Chance to come is drawn anew in each of the 64 playouts, else those of good players would nearly agree on the end.
    assert early["chance_0"].is_between(0.3, 0.7).all()
    assert (frames[0]["chance_0"] * 64 % 1 == 0).all()
    assert (frames[0]["chance_0"] * 32 % 1 != 0).any()
    # Leads are those of a second set of playouts: mostly, but not always, above 0.
    assert (frames[0]["lead"] > 0).sum() > 2 * (frames[0]["lead"] < 0).sum() > 10


class Stop(Exception):
    """Stands for whatever ends a run."""


def stopping(after: int, played: list[Part]) -> object:
    """A backend that fails after some parts."""

    def play(made: Study, parts: Sequence[Part]) -> Iterator[tuple[Part, Columns]]:
        for part, columns in local(1)(made, parts):
            if len(played) == after:
                raise Stop
            played.append(part)
            yield part, columns

    return play


def test_what_is_stored_is_not_played_again(finished: Folder, tmp_path: Path) -> None:
    played: list[Part] = []
    for _ in range(3):
        with pytest.raises(Stop):
            run_study(MADE, tmp_path, stopping(len(played) + 3, played))  # type: ignore[arg-type]
    folder = run_study(MADE, tmp_path, stopping(99, played))  # type: ignore[arg-type]
    assert sorted(played) == sorted(parts_of(MADE))
    assert folder.frame(GAMES).equals(finished.frame(GAMES))
    run_study(MADE, tmp_path, stopping(99, played))  # type: ignore[arg-type]
    assert len(played) == len(list(parts_of(MADE)))


def test_killed_and_run_again(tmp_path: Path) -> None:
    """SIGKILL in mid-study; the parts that were stored stay as they are, byte for byte, and the end is that of a run without a kill."""
    (tmp_path / "study.toml").write_text(FILE)
    command = [sys.executable, "-m", "doublecross", "lab", "run", "study.toml", "--workers", "1", "--plain", "--out"]
    process = subprocess.Popen([*command, "out"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    parts = tmp_path / "out" / "parts"
    late = time.monotonic() + 600  # it compiles first, perhaps on a busy machine
    while len(list(parts.glob("*.parquet"))) < 3:
        assert process.poll() is None
        assert time.monotonic() < late
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in parts.glob("*.parquet")}
    assert 3 <= len(kept) < 60
    (parts / "games-000-0-00000000-1000.new").write_bytes(b"half a part")
    copy = Folder(tmp_path / "out")
    made = copy.study()
    missing = [part for part in parts_of(made) if not copy.has(part)]
    assert len(missing) == 60 - len(kept)
    again: list[Part] = []

    def watching(study: Study, listed: Sequence[Part]) -> Iterator[tuple[Part, Columns]]:
        assert {name: (parts / name).stat().st_mtime_ns for name in kept} == {name: before for name, (before, _) in kept.items()}
        for part, columns in local(2)(study, listed):
            again.append(part)
            yield part, columns

    resumed = run_study(made, tmp_path / "out", watching).frame(GAMES)
    assert sorted(again) == sorted(missing)
    whole = run_study(made, tmp_path / "whole", local(2)).frame(GAMES)
    assert resumed.equals(whole)
    assert not resumed.select("cell", "kind", "game").is_duplicated().any()
    assert len(resumed) == 60_000


class Killed(BaseException):
    """Stands for SIGKILL: nothing catches it."""


def killing(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    """End the run in place of its change number `moment` to the disk; of a file that it would write then, half is there."""
    left = [moment]

    def dying(real: Callable[..., Any], half: Callable[..., Any] | None = None) -> Callable[..., Any]:
        def change(*arguments: Any, **named: Any) -> Any:
            if left[0] == 0:
                if half:
                    half(*arguments)
                raise Killed
            left[0] -= 1
            return real(*arguments, **named)

        return change

    for name in ("mkdir", "replace", "unlink"):
        monkeypatch.setattr(Path, name, dying(getattr(Path, name)))
    write = Path.write_bytes
    monkeypatch.setattr(Path, "write_bytes", dying(write, lambda path, data: write(path, data[: len(data) // 2])))
    monkeypatch.setattr(pl.DataFrame, "write_parquet", dying(pl.DataFrame.write_parquet, lambda _, path: write(path, b"PAR1 half")))
    monkeypatch.setattr(os, "fsync", dying(os.fsync))


def made_up(made: Study, parts: Sequence[Part]) -> Iterator[tuple[Part, Columns]]:
    """A backend that plays nothing."""
    for part in parts:
        rows = np.arange(part.first, part.first + part.count, dtype=np.int32)
        yield part, {"game": rows, "won": rows * 10 + part.cell + part.kind}


def test_killed_before_any_change_to_the_disk_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doublecross.lab.folder.code_name", lambda game: "as it is")  # it reads many files
    made = replace(TINY, drama=1)
    whole = run_study(made, tmp_path / "whole", made_up)
    moment, killed = 0, True
    while killed:
        out, killed = tmp_path / str(moment), False
        with monkeypatch.context() as patch:
            killing(patch, moment)
            try:
                run_study(made, out, made_up)
            except Killed:
                killed = True
        resumed = run_study(made, out, made_up)
        for what in (GAMES, DRAMA):
            assert resumed.frame(what).equals(whole.frame(what)), moment
        assert sorted(path.name for path in out.rglob("*")) == ["drama.parquet", "games.parquet", "parts", "run.lock", "study.json"]
        moment += 1
    assert moment > 40


@pytest.mark.parametrize(
    ("change", "named"),
    [({"seed": 12}, "seed"), ({"games": 2400}, "games"), ({"bots": {"heuristic": ("random",), "random": ("random",)}}, "bots")],
)
def test_another_study_is_refused(finished: Folder, change: dict[str, object], named: str) -> None:
    before = (finished.path / "study.json").read_bytes()
    with pytest.raises(BadInput, match=f"differs in: {named}; allowed: the same study"):
        run_study(replace(MADE, **change), finished.path, local(1))
    assert (finished.path / "study.json").read_bytes() == before


@pytest.mark.parametrize("name", ["doublecross", "rules", "code"])
def test_another_version_is_refused(finished: Folder, name: str) -> None:
    path = finished.path / "study.json"
    before = path.read_bytes()
    path.write_text(json.dumps({**json.loads(before), name: "other"}))
    with pytest.raises(BadInput, match=f"it differs in: {name}"):
        run_study(MADE, finished.path, local(1))
    path.write_bytes(before)


def test_the_version_knows_all_code_that_decides_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy, the watcher, the lab's loops, and how parts are played."""
    monkeypatch.setattr(watching, "sources_name", lambda path: str(path.relative_to(path.parents[1])))
    assert watching.code_name(MADE.game) == "most_wanted/policy.py-lab/most_wanted.py-lab/loops.py-lab/playing.py"


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(BadInput, match="a folder with other things in it"):
        run_study(MADE, tmp_path)
    with pytest.raises(BadInput, match="no results"):
        load(tmp_path)


@pytest.mark.parametrize("left", [(), ("study.json.new",), ("run.lock",)])
def test_a_run_that_was_killed_at_its_very_beginning_goes_on(left: tuple[str, ...], tmp_path: Path) -> None:
    """Before the manifest has its name there is nothing that the next run would take for somebody else's."""
    for name in left:
        (tmp_path / name).write_text("{")
    assert not run_study(TINY, tmp_path, local(1)).frame(GAMES).is_empty()


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(BadInput, match="out: found a file; allowed: a new or empty folder"):
        run_study(TINY, tmp_path / "out")


def begun(path: Path) -> Folder:
    """A run that was killed when all parts were stored and none was put together."""
    folder = Folder(path)
    folder.begin(TINY)
    for part in parts_of(TINY):
        folder.put(part, play_part(TINY, part))
    return folder


def shorter(parts: list[Path]) -> None:
    parts[0].write_bytes(parts[0].read_bytes()[:-40])


def empty(parts: list[Path]) -> None:
    parts[0].write_bytes(b"")


def of_another_cell(parts: list[Path]) -> None:
    parts[0].write_bytes(parts[1].read_bytes())


def changed(parts: list[Path]) -> None:
    """A valid file, its digest that of what was written, with other rows."""
    frame, known = pl.read_parquet(parts[0]), pl.read_parquet_metadata(parts[0])
    frame.with_columns(pl.lit(1, pl.Int32).alias("won")).write_parquet(parts[0], metadata={DIGEST: known[DIGEST]})


@pytest.mark.parametrize("damage", [shorter, empty, of_another_cell, changed])
def test_a_damaged_part_is_named_and_played_again_when_it_is_gone(damage: Callable[[list[Path]], None], tmp_path: Path) -> None:
    begun(tmp_path / "hurt")
    parts = sorted((tmp_path / "hurt" / "parts").glob("*.parquet"))
    damage(parts)
    with pytest.raises(BadInput, match=f"{parts[0].name}: found a file that is damaged; allowed: the file as it was written"):
        run_study(TINY, tmp_path / "hurt", local(1))
    assert all(part.exists() for part in parts)
    parts[0].unlink()
    whole = run_study(TINY, tmp_path / "whole", local(1)).frame(GAMES)
    assert run_study(TINY, tmp_path / "hurt", local(1)).frame(GAMES).equals(whole)


def test_damaged_results_are_named(tmp_path: Path) -> None:
    run_study(TINY, tmp_path, local(1))
    (tmp_path / "games.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadInput, match=r"games\.parquet: found a file that is damaged"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "found no results"),
        ('{"study": 5}', "found no results"),
        ('{"study": {}}', r"study\.json: found no study"),
        ("[]", "no results"),
    ],
)
def test_a_manifest_that_is_none(text: str, error: str, tmp_path: Path) -> None:
    (tmp_path / "study.json").write_text(text)
    with pytest.raises(BadInput, match=error):
        load(tmp_path)
    with pytest.raises(BadInput):
        run_study(TINY, tmp_path, local(1))


def test_unfinished_results_are_no_results(tmp_path: Path) -> None:
    """A report about nothing would say that the players disagree on nothing."""
    begun(tmp_path)
    with pytest.raises(BadInput, match=r"found an unfinished study; allowed: .*run it again"):
        load(tmp_path)


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(TINY)
    with folder.held(), pytest.raises(BadInput, match="found another run that is under way"):
        run_study(TINY, tmp_path, local(1))
    assert not run_study(TINY, tmp_path, local(1)).frame(GAMES).is_empty()


def test_an_option_and_a_column_of_one_name(tmp_path: Path) -> None:
    """`turn_limit` is an option, and whether the limit ended the game."""
    made = study("most-wanted", [(2, {"turn_limit": 2}), (2, {"turn_limit": 300})], games=20)
    results = load(run_study(made, tmp_path, local(1)).path)
    ended = results.games.group_by("option_turn_limit").agg(pl.col("turn_limit").mean())
    shares = dict(ended.iter_rows())
    assert shares["2"] == 1.0 > shares["300"]
    assert set(results.estimates["turn_limit"]) == {"2", "300"}


def test_results_load_with_one_line(finished: Folder) -> None:
    results = load(finished.path)
    assert results.games.shape[0] == 9200
    assert results.games.columns[:4] == ["cell", "players", "church", "bots"]
    assert set(results.games["bots"]) == {"heuristic", "random"}
    assert results.drama.is_empty()
    turns = results.estimates.filter((pl.col("measure") == "turns") & (pl.col("bots") == "random") & (pl.col("players") == 2))
    own = results.games.filter(pl.col("bots") == "random").group_by("church").agg(pl.col("turns").mean())
    assert dict(zip(turns["church"], turns["value"], strict=True)) == pytest.approx(dict(own.iter_rows()))


class First:
    """A bot that is a program of its own."""

    def __init__(self, game: Game, seed: int) -> None:
        """It has no use for either."""

    def choose(self, decision: Decision) -> int:
        return decision.legal[0]


def test_bots_that_are_programs_play_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """They play one after the other; what they do is noted by the same watcher."""
    makers = {**registry._makers(), "first": First}
    monkeypatch.setattr(registry, "_makers", lambda: makers)
    made = study("most-wanted", [(2, {"track": "12", "goal": 3})], 25, bots={"a": ("first", "random"), "b": ("random",)}, drama=2)
    parts = list(parts_of(made))
    assert [part.count for part in parts if part.kind == 0] == [20, 5]  # their winning chances would take too long
    played = [dict(local(workers)(made, parts[:2])) for workers in (1, 2)]
    for part in parts[:2]:
        assert played[0][part]["decisions"].min() > 0
        for name, values in played[0][part].items():
            assert np.array_equal(values, played[1][part][name])
