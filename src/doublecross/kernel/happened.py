"""The events of one step, kept as bytes until someone looks at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from doublecross.kernel.game import EVERYTHING, Event, Game
from doublecross.kernel.log import EVENT, SEALED


class Events(Sequence[Event]):
    """The events of one step, all of them, decoded when they are looked at. Not for players: `Position.view` filters."""

    __slots__ = ("_game", "_raw", "_rules")

    def __init__(self, game: Game, rules: Any, raw: bytes) -> None:
        self._game, self._rules, self._raw = game, rules, raw

    def __len__(self) -> int:
        return len(self._raw) // EVENT.itemsize

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        return list(self)[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.seen_by(EVERYTHING))

    @property
    def all_sealed(self) -> bool:
        """Whether nobody but those who acted may know that anything took place."""
        return bool((np.frombuffer(self._raw, dtype=EVENT)["knows"] & SEALED != 0).all())

    def seen_by(self, viewer: int) -> list[Event]:
        """Those that a seat or a spectator may know, as they may know them."""
        found = (self._game.read_event(raw, self._rules, viewer) for raw in np.frombuffer(self._raw, dtype=EVENT))
        return [event for event in found if event is not None]

    def __repr__(self) -> str:
        return f"Events({list(self)!r})"


def known_to(raw: np.ndarray[Any, Any], seat: int) -> np.ndarray[Any, Any]:
    """Raw events as a seat may know them: those sealed to it left out, cards that it may not see blank."""
    mine = raw["knows"] >> seat & 1 == 1
    told = mine | (raw["knows"] & SEALED == 0)
    known: np.ndarray[Any, Any] = raw[told]
    for cards in ("once", "twice"):
        known[cards] *= mine[told]
    return known
