"""How a visitor reads: in the language they chose, else the first of their browser's that we speak; by day or by night."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import HTTPConnection

from doublecross.kernel.words import LANGUAGES

LANGUAGE, THEME = "lang", "theme"
"""Names of the cookies, and of the parameters that set them."""
THEMES = ("auto", "light", "dark")


def language_of(connection: HTTPConnection) -> str:
    """A language of `LANGUAGES`."""
    chosen = _chosen(connection, LANGUAGE, LANGUAGES)
    return chosen or accepted(connection.headers.get("accept-language", ""))


def theme_of(connection: HTTPConnection) -> str:
    """One of `THEMES`."""
    return _chosen(connection, THEME, THEMES) or THEMES[0]


def _chosen(connection: HTTPConnection, name: str, known: Sequence[str]) -> str | None:
    """What the visitor chooses with this request, else what they chose before."""
    values = (connection.query_params.get(name), connection.cookies.get(name))
    return next((value for value in values if value in known), None)


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
