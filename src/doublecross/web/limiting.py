"""How often is too often. What is too much is refused for a while and counted; nobody is shut out for good."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields

from limits import RateLimitItem, parse

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.web.settings import Rates

CLEAN_AFTER = 4096
"""Counters that are made before those that are over are looked for."""


class TooOften(DoublecrossError):
    """Someone did something more often than the server allows."""

    def __init__(self) -> None:
        super().__init__(Phrase("That was too often. Wait a little and try again."))


@dataclass(slots=True)
class _Count:
    """What somebody did in the present window, which is the `window`th of its length since the clock began, and in the one before it."""

    window: int
    now: int = 0
    before: int = 0


class Limiter:
    """Counts, for each kind of thing in `Rates`, how often each address or person did it lately.

    The window slides: of what was done in the window before, the part that is still within reach counts. It is counted on the event loop
    alone. (The library's own storage starts a thread for nearly every request, to forget what is over.)
    """

    def __init__(self, rates: Rates) -> None:
        self._items: dict[str, RateLimitItem] = {field.name: parse(getattr(rates, field.name)) for field in fields(rates)}
        self._counts: dict[tuple[str, str], _Count] = {}
        self._made = 0

    def allows(self, what: str, who: str) -> bool:
        """Whether this may happen once more; it counts."""
        item = self._items[what]
        window, passed = divmod(time.monotonic() / item.get_expiry(), 1)
        count = self._count(what, who, int(window))
        if count.now + int(count.before * (1 - passed)) >= item.amount:
            return False
        count.now += 1
        return True

    def _count(self, what: str, who: str, window: int) -> _Count:
        count = self._counts.get((what, who))
        if count is None:
            self._clean()
            count = self._counts[what, who] = _Count(window)
        elif count.window != window:
            count.before = count.now if count.window == window - 1 else 0
            count.window, count.now = window, 0
        return count

    def _clean(self) -> None:
        """Every now and then, forget what is over."""
        self._made += 1
        if self._made < CLEAN_AFTER:
            return
        self._made, now = 0, time.monotonic()
        for key, count in list(self._counts.items()):
            if count.window < now // self._items[key[0]].get_expiry() - 1:
                del self._counts[key]

    def check(self, what: str, who: str) -> None:
        """As `allows`; raises `TooOften`."""
        if not self.allows(what, who):
            raise TooOften
