"""Kinds of parameters that bots have beside those of games: `doublecross.kernel.options` has the others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import Option, Whole
from doublecross.kernel.phrases import Phrase, mark

_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
MOST_SECONDS = 3600
MOST_PLAYOUTS = 999_999_999


@dataclass(frozen=True)
class Seconds:
    """A time in seconds, from `least` to `most`, decimals allowed."""

    least: float
    most: float

    def read(self, value: Any, where: str) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number and not (isinstance(value, str) and _NUMBER.fullmatch(value)):
            raise BadInput(where, repr(value), self.allowed())
        seconds = float(value)
        if not self.least <= seconds <= self.most:
            raise BadInput(where, repr(value), self.allowed())
        return seconds

    def text(self, value: Any) -> str:
        return f"{value:g}"

    def allowed(self) -> str:
        return Phrase("{least} to {most} seconds", least=f"{self.least:g}", most=f"{self.most:g}")

    def plain(self, value: Any) -> Any:
        return value


SECONDS = Option("seconds", Seconds(0.001, MOST_SECONDS), None, mark("How many seconds it thinks about a choice."))
PLAYOUTS = Option("playouts", Whole(1, MOST_PLAYOUTS), None, mark("How many playouts it spends on a choice."))
THREADS = Option("threads", Whole(1, 1024), None, mark("How many cores it thinks on; the choice does not depend on it."))
BUDGET = (PLAYOUTS, SECONDS)
"""The parameters of bots that search: a number of playouts decides the choice together with the seed, a time does not."""
