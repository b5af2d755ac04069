"""How often is too often. What is too much is refused for a while and counted; nobody is shut out for good."""

from __future__ import annotations

from dataclasses import fields

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.web.settings import Rates


class TooOften(DoublecrossError):
    """Someone did something more often than the server allows."""

    def __init__(self) -> None:
        super().__init__(Phrase("That was too often. Wait a little and try again."))


class Limiter:
    """Counts, for each kind of thing in `Rates`, how often each address or person did it lately."""

    def __init__(self, rates: Rates) -> None:
        self._counts = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {field.name: parse(getattr(rates, field.name)) for field in fields(rates)}

    def allows(self, what: str, who: str) -> bool:
        """Whether this may happen once more; it counts."""
        return self._counts.hit(self._items[what], what, who)

    def check(self, what: str, who: str) -> None:
        """As `allows`; raises `TooOften`."""
        if not self.allows(what, who):
            raise TooOften
