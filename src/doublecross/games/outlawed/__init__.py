"""OutLawed!: place an outlaw face down, say which one it is, and hope that its condition comes true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from doublecross.games.outlawed.game import GAME

__all__ = ["GAME"]


def __getattr__(name: str) -> Any:
    # Deck files can be read without the compiled rules; whoever asks for the game loads them.
    if name != "GAME":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from doublecross.games.outlawed.game import GAME

    return GAME
