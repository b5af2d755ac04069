"""The wheel, without extras, does everything in an empty environment, on the oldest and on the newest supported Python of this machine."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def supported() -> list[int]:
    """The minor versions of Python 3 that the package says it supports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [int(found[1]) for line in project["classifiers"] if (found := re.fullmatch(r".*:: 3\.(\d+)", line))]


def candidates(minor: int) -> Iterator[str]:
    if sys.version_info[:2] == (3, minor):
        yield sys.executable
    if found := shutil.which(f"python3.{minor}"):
        yield found
    yield from map(str, sorted(Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3.{minor}")))


def works(python: str) -> bool:
    return subprocess.run([python, "-c", "import ensurepip, ssl, venv"], capture_output=True).returncode == 0


def oldest_and_newest() -> list[str]:
    found = [next((python for python in candidates(minor) if works(python)), None) for minor in sorted(supported())]
    there = [python for python in found if python is not None]
    return list(dict.fromkeys([there[0], there[-1]]))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


class Installed:
    """An environment that holds the wheel, what it needs, and nothing else."""

    def __init__(self, python: str, wheel: Path, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "env" / "bin"
        # What this test run inherits (a source path, a compiled cache) must not help the installed package.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "COV"))}
        self.environment |= {"NUMBA_CACHE_DIR": str(folder / "cache"), "LANGUAGE": "en"}
        subprocess.run([python, "-m", "venv", str(folder / "env")], check=True, capture_output=True)
        pins = str(ROOT / "constraints.txt")
        install = [self.bin / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--constraint", pins, wheel]
        done = subprocess.run(install, capture_output=True, text=True, env=self.environment)
        if done.returncode and "CI" not in os.environ:
            pytest.skip(f"cannot install what the wheel needs: {done.stderr.strip().splitlines()[-1]}")
        assert done.returncode == 0, done.stderr

    def run(self, *arguments: str) -> str:
        command = [self.bin / "doublecross", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module", params=oldest_and_newest(), ids=lambda python: Path(python).name)
def installed(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(request.param, wheel, tmp_path_factory.mktemp("installed"))


SERVER = """
import doublecross.cli.serve
from pathlib import Path
from doublecross.store.store import Store
from doublecross.web.pages import message_page
from doublecross.web.shown import Links
from doublecross.web.static_files import static_files
Store(Path.cwd()).close()
assert "<title>Title" in message_page("Title", "text", Links("", ""), "es")
assert "look.css" in static_files()
"""
"""What the server of a wheel needs: its packages, migrations, templates and files."""


def test_wheel_in_an_empty_environment(installed: Installed) -> None:
    assert "Hand 1 wins." in installed.run("judge", "most-wanted", "AA", "66", "KK")
    assert installed.run("judge", "outlawed", "pandito:lionel", "croc:croc", "duke:jill", "--lang", "es")
    assert "fianza" in installed.run("rules", "most-wanted", "--lang", "es").lower()
    for game in ("most-wanted", "outlawed"):
        found = json.loads(installed.run("simulate", game, "--players", "3", "--games", "20", "--seed", "1", "--json"))
        assert found["games"] == 20
        saved = f"{game}.jsonl"
        told = installed.run("play", game, "--players", "3", "--humans", "0", "--bots", "random", "--seed", "1", "--save", saved)
        assert told.strip()
        assert installed.run("replay", saved).strip()
    done = subprocess.run(
        [installed.bin / "python", "-c", SERVER], capture_output=True, text=True, cwd=installed.folder, env=installed.environment
    )
    assert done.returncode == 0, done.stderr
