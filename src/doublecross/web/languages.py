"""Which language a visitor reads: the one they chose, else the first of their browser's that we speak."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from doublecross.kernel.words import LANGUAGES

COOKIE = "lang"


def language_of(connection: HTTPConnection) -> str:
    """A language of `LANGUAGES`."""
    for chosen in (connection.query_params.get("lang"), connection.cookies.get(COOKIE)):
        if chosen in LANGUAGES:
            return chosen
    return accepted(connection.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best of an Accept-Language header that we speak.

    >>> accepted("de, es-MX;q=0.8, en;q=0.5")
    'es'
    """
    best, language = 0.0, LANGUAGES[0]
    for part in header[:200].split(","):
        name, _, parameter = part.strip().partition(";")
        weight = _weight(parameter)
        if name[:2].lower() in LANGUAGES and weight > best:
            best, language = weight, name[:2].lower()
    return language


def _weight(parameter: str) -> float:
    text = parameter.strip().removeprefix("q=")
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0
