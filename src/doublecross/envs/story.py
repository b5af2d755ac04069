"""What an environment renders: the game's own trace, told from the choices made so far."""

from __future__ import annotations

import sys

from doublecross.envs.setting import Setting
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.position import Position, start


class Story:
    """The trace of one game. The game is played once more, in step with the environment, and only where something is rendered.

    Args:
        seat: whose story it is; None for a spectator's.
        live: print every sentence as soon as it can be told.
    """

    def __init__(self, seat: int | None, live: bool) -> None:
        self.mode = "human" if live else "ansi"
        self._viewer = SPECTATOR if seat is None else seat
        self._position: Position | None = None

    def begin(self, setting: Setting, seed: int) -> None:
        """A new game, the one that the environment deals."""
        self._position = start(setting.game, setting.players, seed, setting.options)
        self._print(None)

    def add(self, seat: int, action: int) -> None:
        """An action was taken."""
        assert self._position is not None
        self._position.apply(seat, action)
        self._print(1)

    def _print(self, last: int | None) -> None:
        """Print what the last so many actions (None: all) brought, if the story is live."""
        if self.mode == "human" and self._position is not None:
            for sentence in self._position.tell(self._position.events(self._viewer, last), self._viewer):
                sys.stdout.write(sentence + "\n")

    def render(self) -> str | None:
        """The whole story so far; nothing if it is live, since it is printed already."""
        if self._position is None:
            raise AssertionError("reset() needs to be called before render.")
        return None if self.mode == "human" else "\n".join(self._position.trace(self._viewer))
