"""Why a table does not do something, and why it stops."""

from __future__ import annotations

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase


class Refusal(DoublecrossError):
    """A command was refused; nothing changed.

    Attributes:
        reason: a sentence that a person understands; `doublecross.kernel.words.Words.repeat` says it in any language.
    """

    def __init__(self, reason: Phrase) -> None:
        super().__init__(reason)
        self.reason = reason


class DamagedTable(DoublecrossError):
    """A stored event does not fit the events before it: this table cannot go on, others can."""


class OtherRules(DoublecrossError):
    """The table was played by another version of the rules or of the tables, and would be told differently now."""
