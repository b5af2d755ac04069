"""What a person sees and types: with colours and boxes, or plain lines for screen readers and pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

PAGE = 60
"""Blank lines that push what was on a plain screen out of sight."""


class EndOfInputError(Exception):
    """Nobody can type any more: the input has ended."""


class Screen:
    """The terminal, or a pipe.

    Args:
        plain: no boxes, colours or cursor moves.
    """

    def __init__(self, plain: bool) -> None:
        self._console = None if plain else Console(highlight=False, markup=False, emoji=False)

    def say(self, text: str) -> None:
        """A line of its own."""
        if self._console:
            self._console.print(Text(text, style="bold"))
        else:
            print(text)

    def story(self, sentences: Sequence[str]) -> None:
        """What has happened."""
        for sentence in sentences:
            if self._console:
                self._console.print(Text.assemble(("· ", "dim"), sentence))
            else:
                print(sentence)

    def page(self, title: str, text: str) -> None:
        """A longer text with a title."""
        if self._console:
            self._console.print(Panel(Text(text), title=Text(title, style="bold yellow"), title_align="left", border_style="yellow"))
        else:
            print(f"\n{title}\n{text}")

    def choices(self, rows: Sequence[tuple[str, str]]) -> None:
        """The choices there are, numbered from 1: what to type for each, and what it means."""
        if self._console:
            table = Table.grid(padding=(0, 2))
            for number, (token, about) in enumerate(rows, 1):
                table.add_row(Text(str(number), style="dim"), Text(token, style="bold cyan"), Text(about))
            self._console.print(table)
        else:
            for number, (token, about) in enumerate(rows, 1):
                print(f"{number}. {token}: {about}")

    def wrong(self, text: str) -> None:
        """Why what was typed cannot be."""
        if self._console:
            self._console.print(Text(text, style="bold red"))
        else:
            print(text)

    def ask(self, prompt: str = "> ") -> str:
        """One line from the keyboard, without blanks at its ends; raises `EndOfInputError`."""
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EndOfInputError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"))  # so that what is written down reads like a conversation
        return line.strip()

    def clear(self) -> None:
        """Take everything out of sight, what can be scrolled back to included where the terminal allows it."""
        if self._console:
            self._console.clear()
            self._console.file.write("\x1b[3J")
        else:
            print("\n" * PAGE)
