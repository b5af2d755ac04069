"""What the pages of tables show, game by game: plain models, made of a `TableView`, that the templates fill in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from doublecross.kernel.words import Words
from doublecross.tables.views import TableView
from doublecross.web.desks import generic, most_wanted, outlawed

DESKS: dict[str, tuple[str, Callable[[TableView, Words], Any]]] = {
    "most-wanted": ("most_wanted.html", most_wanted.desk),
    "outlawed": ("outlawed.html", outlawed.desk),
}
"""By game: the template, and what makes its model. Every other game has the generic page."""


def desk_of(view: TableView, words: Words) -> tuple[str, Any]:
    """The template for a table with a game, and its model."""
    template, make = DESKS.get(view.game, ("generic.html", generic.desk))
    return template, make(view, words)
