"""The errors this package raises on purpose; each says what was found, what is allowed, and where."""

from __future__ import annotations

import enum

from doublecross.kernel.phrases import Phrase, mark


class DoublecrossError(Exception):
    """Base of every error that tells a person what to change; its text is a `Phrase`, so that it can be said in other languages."""


class BadInput(DoublecrossError, ValueError):
    """Something given from outside (an option, a file, a text) is not acceptable.

    Args:
        found: what was found, as it would be quoted back.
        allowed: what is allowed in its place.
        where: the file and line, the option, or the field.
    """

    def __init__(self, where: str, found: str, allowed: str) -> None:
        super().__init__(Phrase("{where}: found {found}; allowed: {allowed}", where=where, found=found, allowed=allowed))
        self.where, self.found, self.allowed = where, found, allowed


class Reason(enum.Enum):
    """Why an action is refused. Games add their own enums with the same shape: the value is a whole English sentence, marked."""

    GAME_OVER = mark("The game is over.")
    NO_SUCH_SEAT = mark("There is no such seat.")
    NOT_YOUR_TURN = mark("It is not this seat's turn to choose.")
    NO_SUCH_ACTION = mark("There is no such action in this game.")


class IllegalAction(DoublecrossError, ValueError):
    """An action was refused; nothing changed.

    Attributes:
        reason: a member of `Reason` or of the game's own reasons; its value is an English sentence for people, which is also its
            key in the message catalogues.
        seat: who tried.
        action: what was tried.
    """

    def __init__(self, reason: enum.Enum, seat: int, action: int) -> None:
        super().__init__(Phrase("seat {seat}, action {action}: {reason}", seat=seat, action=action, reason=Phrase(reason.value)))
        self.reason, self.seat, self.action = reason, seat, action


class RuleError(DoublecrossError, RuntimeError):
    """The rules broke their own promises (a bug in a game, never the caller's fault)."""
