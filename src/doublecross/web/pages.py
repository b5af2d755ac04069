"""Every page, as HTML text. These functions are the border between the server and what people see.

What the server promises:

- `table_fragment` is the whole body of a table's page for one viewer. It is inside `table_page`, it is the answer to ``GET .../view``,
  and it is each text frame on ``.../live``. A client shows the newest and forgets the others.
- Its root element carries ``id="table"``, ``data-version`` (the view's version) and ``data-now`` (the server's Unix time, for clocks).
- Commands go by POST to ``.../act`` as forms, whose fields are those of `doublecross.tables.commands`, ``do`` naming the command. Without
  ``key`` the server makes one. With ``Accept: application/json`` the answer is JSON ``{"version": 7}``, or status 409 and
  ``{"refusal": "..."}`` in the viewer's language; without, it is 303 back to the page, which shows the refusal (`TableView.refusal`).
- Pages are sent with a content security policy that allows neither inline script nor inline style.
- A function gets only what its page may show.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import jinja2

from doublecross.kernel.words import Words, words
from doublecross.tables.views import TableView
from doublecross.web.shown import HomeView, Links

TEMPLATES = Path(__file__).parent / "templates"


@functools.cache
def _environment(language: str) -> jinja2.Environment:
    """The templates, which speak one language through ``say`` and ``plural``; everything they fill in is escaped."""
    speaker: Words = words(language)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.update(say=speaker.say, plural=speaker.plural, lang=language)
    return environment


def _render(template: str, language: str, **places: Any) -> str:
    return _environment(language).get_template(template).render(**places)


def home_page(view: HomeView, links: Links, language: str) -> str:
    """New table, open tables, one's own, join by code."""
    return _render("home.html", language, view=view, links=links)


def table_page(view: TableView, links: Links, language: str, now: float) -> str:
    """A table as its viewer sees it."""
    return _render("table.html", language, view=view, links=links, now=now)


def table_fragment(view: TableView, links: Links, language: str, now: float) -> str:
    """The part of `table_page` that changes."""
    return _render("fragment.html", language, view=view, links=links, now=now)


def screen_page(view: TableView, links: Links, language: str, now: float) -> str:
    """A spectator's view for a television, with the QR code to join."""
    return _render("table.html", language, view=view, links=links, now=now)


def rules_page(title: str, rules: list[tuple[str, str]], links: Links, language: str) -> str:
    """The rules in our own words: (number or heading, sentence) in order; a heading has no sentence."""
    return _render("rules.html", language, title=title, rules=rules, links=links)


def move_page(table: str, qr: str, minutes: int, links: Links, language: str) -> str:
    """A QR code (SVG text, ours) that takes one's seats to another device, once, within so many minutes."""
    return _render("move.html", language, table=table, qr=qr, minutes=minutes, links=links)


def enter_page(token: str, links: Links, language: str) -> str:
    """Asks whether the seats behind a one-time token shall come to this device; its form POSTs to the same address."""
    return _render("enter.html", language, token=token, links=links)


def message_page(title: str, text: str, links: Links, language: str) -> str:
    """A page that says one thing: not found, not allowed, too often, a table that is stopped."""
    return _render("message.html", language, title=title, text=text, links=links)
