"""What the pages in docs/ show is so."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from doublecross.cli import parsers
from doublecross.kernel.registry import load_game
from doublecross.kernel.variants import check_variant
from doublecross.kernel.words import words

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PROGRAMS = [(page.name, code) for page in PAGES for code in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)]
COMMANDS = sorted(
    {line for page in PAGES for line in re.findall(r"^(?:\$ )?doublecross ([a-z].*)$", page.read_text("utf-8"), re.MULTILINE)}
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize(("page", "program"), PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_programs_run_and_print_what_they_say(page: str, program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    for comment in re.findall(r"^# (\[.*)$", program, re.MULTILINE):
        assert comment in printed


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_understood(command: str) -> None:
    parsers.build_parser(words("en")).parse_args(shlex.split(command, comments=True))


@pytest.mark.parametrize(("game", "heading"), [("most-wanted", "Most Wanted"), ("outlawed", "OutLawed!")])
def test_every_option_is_listed_with_its_default(game: str, heading: str) -> None:
    page = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    part = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [tuple(cell.strip().strip("`") for cell in row.split("|")[1:5]) for row in re.findall(r"^\| `.*$", part, re.MULTILINE)]
    options = load_game(game).options
    assert [row[0] for row in rows] == [option.name for option in options]
    for (name, default, _, about), option in zip(rows, options, strict=True):
        assert about == option.about
        assert option.kind.read(default, name) == option.default
    assert all(option.kind.allowed() == row[2] for option, row in zip(options, rows, strict=True) if option.name != "deck")


def test_the_variant_file_is_one() -> None:
    page = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert block is not None
    kinds = {option.name: option.kind for option in load_game("most-wanted").options}
    assert len(check_variant(block[1].encode(), "page", kinds)) == 5


@pytest.mark.parametrize(
    "room", ["kernel", "games/most_wanted", "games/outlawed", "bots", "advice", "envs/open_spiel", "lab/solve", "cli", "envs"]
)
def test_the_architecture_names_every_file(room: str) -> None:
    named = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").replace("`words_*.py`", "words_")
    for path in sorted((ROOT / "src" / "doublecross" / room).glob("*.py")):
        assert f"`{path.name}`" in named or path.name.startswith("words_"), path.name
