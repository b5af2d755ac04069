"""Sentences that are written in one place and said in another, in whatever language is wanted there.

Both forms are collected into the message catalogues: `mark` keeps the English sentence as it is, a `Phrase` also fills its places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def mark(sentence: str) -> str:
    """Mark a sentence for the catalogues without translating it yet."""
    return sentence


class Phrase(str):
    """A sentence with its places filled: the English text as a `str`; `doublecross.kernel.words.Words.repeat` says it in any language.

    >>> Phrase("a whole number from {least} to {most}", least=1, most=4)
    'a whole number from 1 to 4'
    """

    __slots__ = ("places", "sentence")
    sentence: str
    places: Mapping[str, Any]

    def __new__(cls, sentence: str, **places: Any) -> Phrase:
        phrase = super().__new__(cls, sentence.format(**places))
        phrase.sentence, phrase.places = sentence, places
        return phrase

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (self.sentence,), dict(self.places)
