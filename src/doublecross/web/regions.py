"""A page in regions: elements with a key of their own. Who has an earlier page is sent only the regions that have changed since.

A template draws a region by ``kept.one(key, macro, ...)``, and the outermost element the macro makes bears this key as its id or
``data-key``. A macro is given all it draws, as values; so its drawing is kept, and found again by these values: by the next page of the
same viewer, and by the other viewers for whom it is the same. What a frame holds follows from two pages of one viewer and nothing else.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from doublecross.tables.views import Line

_MARK = f"\x1e{secrets.token_hex(8)}\x1e"
"""Stands for a region in what a template makes. Nobody outside this process can know it, so no name or chat line can hold it."""


def time_text(now: float) -> str:
    """Unix time as pages hold it."""
    return f"{now:.1f}"


class Region(NamedTuple):
    """An element and its key."""

    key: str
    html: str


@dataclass(frozen=True)
class Page:
    """The part of a table's page that changes, as one viewer sees it.

    Attributes:
        version: of the viewer's view.
        texts: what stands before each region, and after the last.
        regions: the regions, in order.
        now: the server's time that the page holds, by which clocks are set where it is read.
    """

    version: int
    texts: tuple[str, ...]
    regions: tuple[Region, ...]
    now: str

    def at(self, now: float) -> Page:
        """The same page for one who is sent it at this time, which may be long after it was drawn."""
        text = time_text(now)
        first = self.texts[0].replace(f'data-now="{self.now}"', f'data-now="{text}"', 1)
        return replace(self, texts=(first, *self.texts[1:]), now=text)

    def whole(self) -> str:
        """The page, for someone who has none."""
        return (
            "".join([part for text, region in zip(self.texts, self.regions, strict=False) for part in (text, region.html)]) + self.texts[-1]
        )

    def since(self, before: Page) -> str:
        """The page for someone who has an earlier one of the same viewer.

        It begins by naming the version it builds on, ``<wbr data-from="7">``. ``<wbr data-same="KEY">`` stands for a region that is
        the same as before, with ``data-run="4"`` for that one and the three that follow it in the earlier page.
        """
        had = dict(before.regions)
        place = dict(zip(had, count()))
        parts, run, at = [f'<wbr data-from="{before.version}">'], 0, 0
        for text, region in zip(self.texts, self.regions, strict=False):
            key, html = region
            same = had.get(key) == html
            if run and same and not text and place[key] == at + 1 and not before.texts[at + 1]:
                run, at = run + 1, at + 1
                continue
            if run:
                parts.append(f' data-run="{run}">' if run > 1 else ">")
            parts.append(text)
            parts.append(f'<wbr data-same="{key}"' if same else html)
            run, at = (1, place[key]) if same else (0, 0)
        if run:
            parts.append(f' data-run="{run}">' if run > 1 else ">")
        parts.append(self.texts[-1])
        return "".join(parts)


@dataclass(frozen=True)
class _Part:
    """A stretch of a page: its text with marks, its regions, and what these are found by."""

    text: Markup
    regions: tuple[Region, ...]
    keys: tuple[Any, ...]


class Drawings:
    """What was drawn for a table, found again by what it was drawn from. What neither this turn nor the last one used is forgotten."""

    def __init__(self) -> None:
        self._now: dict[Any, Any] = {}
        self._before: dict[Any, Any] = {}

    def turn(self) -> None:
        """The table has changed."""
        self._before, self._now = self._now, {}

    def find(self, key: Any, draw: Callable[..., Any], *given: Any) -> Any:
        """The drawing for these values, else what `draw` makes of what it is given."""
        found = self._now.get(key)
        if found is None:
            found = self._before.get(key)
            if found is None:
                found = draw(*given)
            elif isinstance(found, _Part):
                # Should it be drawn anew later, most of its regions will be the same.
                self._now.update(zip(found.keys, found.regions, strict=True))
            self._now[key] = found
        return found


class Kept:
    """The regions of one page, or of a part of it, while a template draws it."""

    def __init__(self, drawings: Drawings) -> None:
        self._drawings = drawings
        self._regions: list[Region] = []
        self._keys: list[Any] = []

    def one(self, key: str, macro: Callable[..., str], *values: Any) -> Markup:
        """A region, drawn by a macro from nothing but these values."""
        by = (key, macro, values)
        found = self._drawings.find(by, _region, key, macro, values)
        self._regions.append(found)
        self._keys.append(by)
        return Markup(_MARK)

    def each(self, prefix: str, macro: Callable[..., str], items: Sequence[Any], *values: Any) -> Markup:
        """A region for each of these items, which have a `key`, drawn from the item and these values."""
        for item in items:
            self.one(f"{prefix}{item.key}", macro, item, *values)
        return Markup(_MARK * len(items))

    def part(self, macro: Callable[..., str], *values: Any) -> Markup:
        """A stretch of the page, drawn by a macro that is given a `Kept` for its regions, and else nothing but these values."""
        found: _Part = self._drawings.find((macro, values), self._draw, macro, values)
        self._regions += found.regions
        return found.text

    def _draw(self, macro: Callable[..., str], values: Sequence[Any]) -> _Part:
        inner = Kept(self._drawings)
        return _Part(Markup(macro(inner, *values)), tuple(inner._regions), tuple(inner._keys))

    def text(self, macro: Callable[..., str], *values: Any) -> str:
        """What a macro draws, as a part of the page that is always sent."""
        found: str = self._drawings.find((macro, values), macro, *values)
        return found

    def lines(self, lines: Sequence[Line], draw: Callable[[str], Markup] = escape) -> Markup:
        """The lines of the log, each a region; there are many, and the newest have pushed the others down.

        Args:
            lines: the newest first.
            draw: makes HTML of the text of a line that names cards.
        """
        find, keep = self._drawings.find, self._regions.append
        for line in lines:
            shown = (line.game, line.number, line.kind, line.text, draw if "cards" in line.facts else escape)
            keep(find(shown, _line, *shown))
        return Markup(_MARK * len(lines))

    def page(self, version: int, text: str, now: str) -> Page:
        """The page whose text the template has made at this time."""
        texts = tuple(text.split(_MARK))
        if len(texts) != len(self._regions) + 1:
            raise AssertionError("a template has drawn a region that it does not show, or twice")
        return Page(version, texts, tuple(self._regions), now)


def _region(key: str, macro: Callable[..., str], values: Sequence[Any]) -> Region:
    return Region(str(escape(key)), str(macro(*values)).strip())


def _line(game: int, number: int, kind: str, text: str, draw: Callable[[str], Markup]) -> Region:
    name = f"{game}-{number}"
    look = ' class="turn display"' if kind in ("turn", "round") else ""
    return Region(f"line-{name}", f'<li data-key="line-{name}" data-line="{game}.{number}"{look}>{draw(text)}</li>')
