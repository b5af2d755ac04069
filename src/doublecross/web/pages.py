"""Every page, as HTML text. These functions are the border between the server and what people see.

What the server promises:

- `table_part` is the body of a table's page for one viewer, in regions. It is inside `table_page`, and it is the answer to
  ``GET .../view``. The first text frame on ``.../live`` is all of it; each further one holds what has changed since the frame before, and
  names that frame's version (`doublecross.web.regions.Page.since`). A client that has another version asks for ``.../view``.
- Its root element carries ``id="table"``, ``data-version`` (the view's version) and ``data-now`` (the server's Unix time for clocks).
- Commands go by POST to ``.../act`` as forms, whose fields are those of `doublecross.tables.commands`, ``do`` naming the command. Without
  ``key`` the server makes one. With ``Accept: application/json`` the answer is JSON ``{"version": 7}``, or status 409 and
  ``{"refusal": "..."}`` in the viewer's language; without, it is 303 back to the page, which shows the refusal (`TableView.refusal`).
- One form may have buttons for several commands: each is named ``act`` and holds the further fields; see `doublecross.web.pressing`.
- Pages are sent with a content security policy that allows neither inline script nor inline style.
- A function gets only what its page may show.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from doublecross.kernel.words import words
from doublecross.tables.views import TableView
from doublecross.web.desks import desk_of
from doublecross.web.desks.common import clock_text, timer, told
from doublecross.web.drawing import render, render_page
from doublecross.web.regions import Drawings, Page, time_text
from doublecross.web.shown import HomeView, Links


def home_page(view: HomeView, links: Links, language: str) -> str:
    """New table, open tables, one's own, join by code."""
    return render("home.html", language, links, view=view)


def table_page(view: TableView, links: Links, language: str, now: float) -> str:
    """A table as its viewer sees it."""
    return _live_page("table.html", view, links, language, now)


def screen_page(view: TableView, links: Links, language: str, now: float) -> str:
    """A spectator's view for a television, with the QR code to join."""
    return _live_page("screen.html", view, links, language, now)


def _live_page(template: str, view: TableView, links: Links, language: str, now: float) -> str:
    fragment = Markup(table_fragment(view, links, language, now))  # made by a template, with everything in it escaped
    title, room = _title(view, language), "screen" if template == "screen.html" else "live"
    return render(template, language, links, view=view, fragment=fragment, document_title=title, room=room)


def table_fragment(view: TableView, links: Links, language: str, now: float) -> str:
    """The part of `table_page` that changes, as text."""
    return table_part(view, links, language, now, Drawings()).whole()


def table_part(view: TableView, links: Links, language: str, now: float, drawings: Drawings) -> Page:
    """The part of `table_page` that changes.

    Args:
        now: Unix time.
        drawings: of this table: regions that are there already are not drawn again.
    """
    speaker = words(language)
    clock = timer(view, now, speaker)
    places = {
        "view": view,
        "now": time_text(now),
        "document_title": _title(view, language),
        "yours": view.ask.decision if view.ask is not None and not view.ask.ready else "",
        "timer": clock,
        "clock_text": clock_text(clock.seconds) if clock else "",
        "lines": told(view.log),
    }
    if view.phase == "lobby" or view.game_view is None:
        return render_page("lobby.html", language, links, drawings, view.version, **places)
    template, desk = desk_of(view, speaker)
    return render_page(template, language, links, drawings, view.version, desk=desk, **places)


def _title(view: TableView, language: str) -> str:
    """The title of the window: whether one has to decide, and where."""
    if view.ask is not None and not view.ask.ready:
        return words(language).say("(your move) {game}, doublecross", game=view.title)
    return words(language).say("{game}, doublecross", game=view.title)


def rules_page(title: str, rules: Sequence[tuple[str, str]], links: Links, language: str) -> str:
    """The rules in our own words: (number or heading, sentence) in order; a heading has no sentence."""
    return render("rules.html", language, links, title=title, rules=rules)


def move_page(table: str, qr: str, minutes: int, links: Links, language: str) -> str:
    """A QR code (SVG text, ours) that takes one's seats to another device, once, within so many minutes."""
    return render("move.html", language, links, table=table, qr=qr, minutes=minutes)


def enter_page(table: str, token: str, links: Links, language: str) -> str:
    """Asks whether the seats behind a one-time token shall come to this device; its form POSTs to the same address."""
    return render("enter.html", language, links, table=table, token=token)


def message_page(title: str, text: str, links: Links, language: str) -> str:
    """A page that says one thing: not found, not allowed, too often, a table that is stopped."""
    return render("message.html", language, links, title=title, text=text)
