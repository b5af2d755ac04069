"""The command line: ``doublecross COMMAND …``.

Starting is quick because nothing is imported that the command does not need: the definitions of the arguments (`parsers`) load neither
NumPy nor Numba, and each command lives in a module of its own that is imported when it runs.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from doublecross.cli.argparse_words import argparse_speaks
from doublecross.cli.parsers import build_parser
from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import LANGUAGES, Words, preferred_language, words

USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""Exit codes; the last two are those of a shell for a process that SIGINT or SIGPIPE ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code: 0 for success, 2 for something the person can change."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    language = chosen_language(arguments)
    _never_fail_to_print()
    try:
        with _warnings_in(words(language)):
            code = _run(arguments, language)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output left (``| head``); without this the interpreter would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except DoublecrossError as error:
        return _refuse(words(language), error.args[0])
    except OSError as error:
        if error.filename is None:
            raise
        return _refuse(words(language), f"{error.filename}: {error.strerror}")
    return code


def chosen_language(arguments: Sequence[str]) -> str:
    """The language of ``--lang``, needed before the arguments are read because their help is written in it; else the locale's."""
    for before, argument in zip(["", *arguments], arguments, strict=False):
        value = argument if before == "--lang" else argument.removeprefix("--lang=")
        if value != argument or before == "--lang":
            return value if value in LANGUAGES else preferred_language()
    return preferred_language()


def _run(arguments: Sequence[str], language: str) -> int:
    with argparse_speaks(language):
        try:
            args = build_parser(words(language)).parse_args(arguments)
        except SystemExit as stop:
            return stop.code if isinstance(stop.code, int) else 0
    args.language = language
    args.plain = "plain" in args or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb"
    code: int = importlib.import_module(f"doublecross.cli.{args.command}").run(args)
    return code


@contextlib.contextmanager
def _warnings_in(speaker: Words) -> Iterator[None]:
    """Say this package's own warnings on one line and in the language; all others as Python does."""
    with warnings.catch_warnings():
        show = warnings.showwarning

        def say(message: Warning | str, *details: Any, **more: Any) -> None:
            text = message.args[0] if isinstance(message, Warning) and message.args else None
            if isinstance(text, Phrase):
                sys.stderr.write(f"doublecross: {speaker.repeat(text)}\n")
            else:
                show(message, *details, **more)

        warnings.showwarning = say
        yield


def _refuse(speaker: Words, why: str) -> int:
    """Say on one line of the error stream what has to be changed."""
    text = " ".join(speaker.repeat(why).split())
    sys.stdout.flush()
    sys.stderr.write(f"doublecross: {text}\n")
    return USAGE_ERROR


def _never_fail_to_print() -> None:
    """Replace what a terminal's encoding lacks instead of failing in the middle of a game."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
