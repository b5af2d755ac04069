"""The frame of the command line: language, help, errors, exit codes, and what starting it loads."""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import doublecross
from doublecross import cli
from doublecross.cli import argparse_words, parsers
from doublecross.kernel.errors import BadInput, IllegalAction, Reason
from doublecross.kernel.options import Whole
from doublecross.kernel.words import words

HEAVY = ("numba", "llvmlite", "numpy", "rich", "msgspec")
HELPS = [
    [],
    *([command.name] for command in parsers.COMMANDS),
    ["judge", "most-wanted"],
    ["judge", "outlawed"],
    ["deck", "new"],
    ["deck", "check"],
    ["deck", "show"],
]


@pytest.mark.parametrize("language", ["en", "es"])
def test_help_loads_nothing_heavy(language: str) -> None:
    """Every help text of a language, each as a fresh run would print it, in one process that then looks at what was loaded."""
    script = (
        "import sys\n"
        "from doublecross.cli import main\n"
        f"codes = [main([*words, '--help', '--lang', {language!r}]) for words in {HELPS!r}]\n"
        f"print(codes, [name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "COLUMNS": "200"})
    assert done.stderr.strip() == f"{[0] * len(HELPS)} []"
    start = {"en": "usage: doublecross", "es": "uso: doublecross"}[language]
    assert done.stdout.count(start) == len(HELPS)
    for english in ("show this help", "positional arguments", "options:"):
        assert (english in done.stdout) == (language == "en")


def test_importing_the_package_loads_nothing_heavy() -> None:
    script = f"import sys, doublecross; doublecross.BadInput; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in doublecross.__all__:
        assert getattr(doublecross, name) is not None
        assert name in dir(doublecross)
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = doublecross.no_such_name


def test_argparse_says_nothing_unknown() -> None:
    """Every sentence of this Python's argparse is either in our list or one that no person can meet here."""
    tree = ast.parse(Path(argparse.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    said = {call.args[0].value for call in calls if call.func.id == "_" and isinstance(call.args[0], ast.Constant)}  # type: ignore[attr-defined]
    never_met = (
        "conflict",
        "not callable",
        "__call__",
        "mutually exclusive",
        "invalid argument for positionals",
        "cannot",
        "invalid option string",
        "dest=",
        "invalid conflict_resolution",
        "can't open",
        'argument "-"',
        "deprecated",
        "%(heading)s",
        "warning",
        "subcommands",
        "(default: %(default)s)",
        "show program's version",
    )
    unknown = {text for text in said - set(argparse_words.SENTENCES) if not any(part in text for part in never_met)}
    assert unknown == set()


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["--lang", "es", "rules"], "en_GB.UTF-8", "es"),
        (["rules", "x", "--lang=es"], "", "es"),
        (["rules"], "es_MX.UTF-8", "es"),
        (["rules"], "de_DE.UTF-8", "en"),
        (["rules"], "", "en"),
        (["--lang"], "es_ES", "es"),
        (["--lang", "fr"], "es_ES", "es"),
    ],
)
def test_language(arguments: list[str], environment: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", environment)
    assert cli.chosen_language(arguments) == language


def fake_command(monkeypatch: pytest.MonkeyPatch, run: Callable[[argparse.Namespace], int]) -> None:
    monkeypatch.setattr(cli.importlib, "import_module", lambda name: SimpleNamespace(run=run))  # type: ignore[attr-defined]


def failing(error: BaseException) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_command_gets_its_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[argparse.Namespace] = []
    fake_command(monkeypatch, lambda args: got.append(args) or 7)  # type: ignore[func-returns-value]
    assert cli.main(["rules", "outlawed", "--lang", "es", "--plain"]) == 7
    assert (got[0].game, got[0].language, got[0].plain) == ("outlawed", "es", True)


def test_plain_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    got: list[bool] = []
    fake_command(monkeypatch, lambda args: got.append(args.plain) or 0)  # type: ignore[func-returns-value]
    monkeypatch.setenv("TERM", "xterm")
    cli.main(["rules", "outlawed"])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    cli.main(["rules", "outlawed"])
    monkeypatch.setenv("TERM", "dumb")
    cli.main(["rules", "outlawed"])
    assert got == [True, False, True]


@pytest.mark.parametrize(
    ("language", "error", "line"),
    [
        (
            "en",
            BadInput("variant.toml, line 3", "'9'", Whole(1, 4).allowed()),
            "doublecross: variant.toml, line 3: found '9'; allowed: a whole number from 1 to 4",
        ),
        (
            "es",
            BadInput("variant.toml", "'9'", Whole(1, 4).allowed()),
            "doublecross: variant.toml: se encontró '9'; se permite: un número entero de 1 a 4",
        ),
        ("es", IllegalAction(Reason.GAME_OVER, 2, 5), "doublecross: asiento 2, acción 5: La partida ha terminado."),
        ("en", FileNotFoundError(2, "No such file or directory", "deck.toml"), "doublecross: deck.toml: No such file or directory"),
    ],
)
def test_error_is_one_line_in_the_language(
    language: str, error: Exception, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_command(monkeypatch, failing(error))
    assert cli.main(["--lang", language, "rules", "outlawed"]) == 2
    assert capsys.readouterr() == ("", line + "\n")


def test_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_command(monkeypatch, failing(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["rules", "outlawed"])


def test_interrupt_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fake_command(monkeypatch, failing(KeyboardInterrupt()))
    assert cli.main(["rules", "outlawed"]) == 130
    assert capsys.readouterr() == ("", "")


def test_broken_pipe_is_quiet() -> None:
    script = (
        "import sys, types\nfrom doublecross import cli\n"
        "def run(args):\n    for _ in range(100000): print('x' * 100)\n    return 0\n"
        "cli.importlib.import_module = lambda name: types.SimpleNamespace(run=run)\n"
        "sys.exit(cli.main(['rules', 'outlawed']))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.parametrize(
    ("language", "text"), [("en", "expected one argument"), ("es", "error: argumento --lang: se esperaba un argumento")]
)
def test_usage_error(language: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    assert cli.main(["rules", "outlawed", "--lang"]) == 2
    assert text in capsys.readouterr().err
    assert os.environ["LANGUAGE"] == language


@pytest.mark.parametrize("text", ["-1", str(1 << 256), "0x1" + "0" * 64, "1.5", "", "9" * 5000])
def test_seed_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a whole number below 2\\^256"):
        parsers.seed(words("en"))(text)


@pytest.mark.parametrize(("text", "value"), [("0", 0), (str((1 << 256) - 1), (1 << 256) - 1), ("0xFf", 255)])
def test_seed_read(text: str, value: int) -> None:
    assert parsers.seed(words("en"))(text) == value


def test_values_that_argparse_reads() -> None:
    speaker = words("en")
    assert parsers.setting(speaker)("track=111=2") == ("track", "111=2")
    assert parsers.claimed_play(speaker)("croc:as") == ("croc", "as")
    assert parsers.whole(speaker, 2, 8)("8") == 8
    for read, wrong in ((parsers.setting(speaker), "track"), (parsers.claimed_play(speaker), "croc:"), (parsers.whole(speaker, 2, 8), "9")):
        with pytest.raises(argparse.ArgumentTypeError, match=r"found .* allowed: "):
            read(wrong)
