"""What a search found out about one decision."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One whole choice, such as all cards of a set.

    Attributes:
        actions: its actions, in the order in which they are taken.
        visits: how often it was played out.
        value: the seat's expected win share after it, between 0 and 1.
    """

    actions: tuple[int, ...]
    visits: int
    value: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All whole choices a search looked at, and what the position is worth.

    Attributes:
        seat: who decides.
        choices: those tried, the most visited first: the first one is the search's own choice.
        values: the expected win share of every seat, over all that was played out.
        playouts: how many playouts the figures rest on, earlier ones that came through this position included.
    """

    seat: int
    choices: tuple[Choice, ...]
    values: tuple[float, ...]
    playouts: int

    @property
    def best(self) -> Choice:
        """The choice that search would make."""
        return self.choices[0]

    @property
    def value(self) -> float:
        """The seat's expected win share if it makes the best choice."""
        return self.best.value
