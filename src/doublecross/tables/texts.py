"""Names and chat lines that people give, checked: nothing that could disturb a page, a log or a reading direction gets in."""

from __future__ import annotations

import unicodedata

from doublecross.kernel.phrases import Phrase
from doublecross.tables.refusals import Refusal

LONGEST_NAME = 24
LONGEST_LINE = 300
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
"""Format characters that emoji and some scripts need."""


def check_name(name: str) -> str:
    """A name with its blanks evened out; refuses what cannot be one."""
    text = _plain(name)
    if not text:
        raise Refusal(Phrase("A name is needed."))
    if len(text) > LONGEST_NAME:
        raise Refusal(Phrase("The name is too long: at most {most} characters.", most=LONGEST_NAME))
    return text


def alike(one: str, other: str) -> bool:
    """Whether two names are one to the eye, but for letters of different scripts that are drawn alike."""
    return _skeleton(one) == _skeleton(other)


def _skeleton(name: str) -> str:
    """A name without what does not show: wide and narrow letters, capitals, joiners, blanks."""
    text = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in text if char not in _JOINERS and not char.isspace())


def check_line(line: str) -> str:
    """A line of chat with its blanks evened out; refuses what is empty or too long."""
    text = _plain(line)
    if not text:
        raise Refusal(Phrase("There is nothing to say in that."))
    if len(text) > LONGEST_LINE:
        raise Refusal(Phrase("The text is too long: at most {most} characters.", most=LONGEST_LINE))
    return text


def _plain(text: str) -> str:
    """The text on one line, single blanks between its words; refuses control and direction characters."""
    words = " ".join(text.split())
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and char not in _JOINERS for char in words):
        raise Refusal(Phrase("The text holds characters that cannot be shown."))
    return "" if all(char in _JOINERS for char in words) else words
