"""A game in a package of its own, made by CONTRIBUTING's recipe, works everywhere with nothing else touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "packages" / "standoff"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the package is installed, as pip installs any package."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", str(target), str(PACKAGE)]
    done = subprocess.run(pip, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


def run(site: Path, *command: str, text: str = "") -> str:
    env = os.environ | {"PYTHONPATH": str(site), "LANGUAGE": "en"}
    done = subprocess.run([sys.executable, *command], input=text, capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_keeps_the_contract_at_every_number_of_players(site: Path) -> None:
    run(site, "-c", "import doublecross; doublecross.check_game('standoff'); doublecross.check_game('standoff', rounds=1)")


def test_it_is_played_in_the_terminal_against_bots(site: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.jsonl"
    command = ("-m", "doublecross", "--plain", "play", "standoff", "--players", "3", "--seed", "1", "--save", str(save))
    story = run(site, *command, text="stand\n" * 9)
    assert "Stand: the highest card that stands wins." in story
    assert " wins." in story
    assert " wins." in run(site, "-m", "doublecross", "--plain", "replay", str(save))
    reviewed = run(site, "-m", "doublecross", "--plain", "review", str(save), "--worlds", "1", "--names", "Ann,Bo,Cy")
    assert "Ann: choices weighed" in reviewed
    assert "stand" in reviewed


def test_bots_play_it_in_batches_and_its_rules_are_told(site: Path) -> None:
    assert '"games"' in run(
        site, "-m", "doublecross", "simulate", "standoff", "--players", "4", "--games", "300", "--bots", "random", "--json"
    )
    assert "SO-02" in run(site, "-m", "doublecross", "rules", "standoff")
    assert "does not name its kinds" in run(site, "-m", "doublecross", "bot", "check", "random", "--game", "standoff")


def test_it_is_offered_beside_the_games_shipped(site: Path) -> None:
    names = run(site, "-c", "from doublecross.kernel.registry import game_names; print(*game_names())").split()
    assert names == ["most-wanted", "outlawed", "standoff"]


LIVE_TABLE = """
from tests.tables.build import Desk
desk = Desk("standoff", players=3).seat("ada", "bo", bots=1).start().play_on()
assert desk.table.state.phase == "over"
assert desk.again().fingerprint() == desk.fingerprint()
print(desk.lines("ada")[-1])
"""


def test_it_is_played_at_a_live_table(site: Path) -> None:
    assert "win" in run(site, "-c", LIVE_TABLE)


PAGES = """
from doublecross.web.pages import table_page
from doublecross.web.shown import Links
from tests.web.states import NOW, Play
play = Play("standoff", bots=1)
play.start()
for _ in range(60):
    for person in (*play.people, None):
        page = table_page(play.view(person), Links("", "http://localhost"), "en", NOW)
        assert ('name="x.pick"' in page) == (play.view(person).ask is not None)
    if play.table.state.phase == "over":
        break
    for _ in play.step():
        pass
print(page)
"""


def test_it_has_pages_of_its_own(site: Path) -> None:
    assert "The game as you see it" in run(site, "-c", PAGES)
