"""Text that people read, in their language, through the gettext catalogues in ``locales/``.

Sentences are written in English in the code, whole, with named places, and marked so that they are extracted: `mark` or `Phrase` where a
sentence is only kept, `Words.say` where it is said, `Words.plural` where a number decides its form.
"""

from __future__ import annotations

import functools
import gettext
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase, mark

__all__ = ["DOMAIN", "LANGUAGES", "LOCALES", "Phrase", "Words", "mark", "preferred_language", "words"]

LANGUAGES = ("en", "es")
"""The languages every text exists in."""
DOMAIN = "doublecross"
LOCALES = Path(__file__).parent.parent / "locales"
MOST_REMEMBERED = 4096
"""Sentences whose translation is remembered, for each language."""


class Words:
    """A speaker of one language.

    >>> words("en").say("{name} pays {paid}.", name="Cleo", paid=2)
    'Cleo pays 2.'
    """

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise BadInput("language", repr(language), ", ".join(LANGUAGES))
        self.language = language
        catalogue = gettext.translation(DOMAIN, LOCALES, [language], fallback=language == "en")
        # Pages of live tables say some hundred sentences each, nearly always the same ones.
        self._sentence = functools.lru_cache(MOST_REMEMBERED)(catalogue.gettext)
        self._form = functools.lru_cache(MOST_REMEMBERED)(catalogue.ngettext)

    def say(self, sentence: str, **places: Any) -> str:
        """The sentence in this language, its places filled."""
        return self._sentence(sentence).format(**self._repeat_all(places))

    def plural(self, one: str, many: str, number: int, **places: Any) -> str:
        """The form of the sentence that fits `number`; the place ``{number}`` is filled with it."""
        return self._form(one, many, number).format(number=number, **self._repeat_all(places))

    def repeat(self, text: str) -> str:
        """A `Phrase` (the text of an error, say) in this language; any other text as it is."""
        return self.say(text.sentence, **text.places) if isinstance(text, Phrase) else text

    def _repeat_all(self, places: Mapping[str, Any]) -> dict[str, Any]:
        for value in places.values():
            if isinstance(value, Phrase):
                return {name: self.repeat(value) if isinstance(value, str) else value for name, value in places.items()}
        return dict(places)

    def both(self, parts: Iterable[str]) -> str:
        """The parts as a list joined by "and": "A", "A and B", "A, B and C"."""
        *first, last = parts
        return self.say("{first} and {last}", first=", ".join(first), last=last) if first else last


@functools.cache
def words(language: str) -> Words:
    """The speaker of a language ("en" or "es")."""
    return Words(language)


def preferred_language() -> str:
    """The language of the environment's locale (LANGUAGE, LC_ALL, LC_MESSAGES, LANG), English if it is none of ours."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            for choice in value.split(":"):
                if choice[:2].lower() in LANGUAGES:
                    return choice[:2].lower()
            return "en"
    return "en"
