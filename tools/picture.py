"""Draws docs/terminal.svg: a moment of a real game as a terminal shows it. Usage: python tools/picture.py"""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from doublecross.bots.bot import Bot
from doublecross.bots.registry import make_bot
from doublecross.cli.play import NAMES
from doublecross.cli.screen import Screen
from doublecross.cli.table import QuitGame, Table
from doublecross.kernel.position import new

TARGET = Path(__file__).parent.parent / "docs" / "terminal.svg"
TYPED = ("pony", "Jh Jw")
COLUMNS = 110


class Recording(Screen):
    """A screen on which someone types what is in the script; drawn from the first choice to the next page after the last one."""

    def __init__(self, typed: Sequence[str]) -> None:
        super().__init__(plain=False)
        self.console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, highlight=False, markup=False)
        self._console = self.console
        self._typed = list(typed)

    def page(self, title: str, text: str) -> None:
        if not self._typed:
            raise QuitGame
        super().page(title, text)

    def ask(self, prompt: str = "> ") -> str:
        line = self._typed.pop(0)
        if line == TYPED[0]:
            self.console.export_text(clear=True)
        self.console.print(prompt + line)
        return line


def main() -> None:
    """Play the script against the usual bots, and draw what was shown."""
    position = new("most-wanted", players=3, seed=5)
    bots: list[Bot | None] = [None, *(make_bot("heuristic", position.game, seat) for seat in (1, 2))]
    screen = Recording(TYPED)
    with contextlib.suppress(QuitGame):
        Table(position, bots, NAMES[:3], screen, "en").play()
    drawn = screen.console.export_svg(title="doublecross", unique_id="doublecross")
    # Fonts of other people's servers stay out: the viewer's own will do.
    drawn = re.sub(r"<!--.*?-->\s*", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    TARGET.write_text("\n".join(line.rstrip() for line in drawn.splitlines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
