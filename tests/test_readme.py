"""What the README shows is so."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from doublecross import cli
from doublecross.cli import parsers
from doublecross.kernel.words import words

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line, comments=True)[1:] for line in re.findall(r"^\.venv/bin/doublecross .*$", README, re.MULTILINE)]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_command_is_understood(command: list[str]) -> None:
    assert parsers.build_parser(words("en")).parse_args(command).command == command[0]


def test_every_command_is_shown() -> None:
    assert {command[0] for command in COMMANDS} == {command.name for command in parsers.COMMANDS}


def test_python_example_runs() -> None:
    block = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert block is not None
    done = subprocess.run([sys.executable, "-c", block[1]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[1]"


def test_transcript_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.search(r"```\n\$ doublecross (.*?)\n(.*?)```", README, re.DOTALL)
    assert block is not None
    assert cli.main([*block[1].split(), "--lang", "en"]) == 0
    assert capsys.readouterr().out == block[2]
