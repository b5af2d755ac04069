"""Draws docs/table.svg: a moment of a real game as a browser lays its page out. Usage: python tools/page_picture.py

Chromium is asked where everything stands; boxes, words and our own drawings are then written as SVG, so nothing here is a bitmap.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from playwright.sync_api import Page, Route, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.web.states import NOW, Play  # noqa: E402

from doublecross.tables import commands as c  # noqa: E402
from doublecross.web.pages import table_page  # noqa: E402
from doublecross.web.shown import Links  # noqa: E402
from doublecross.web.static_files import static_files  # noqa: E402

TARGET = ROOT / "docs" / "table.svg"
SITE = "http://table.test"
SIZE = (1440, 900)
SEED, MOMENT = 11, "robbery"
SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
USED = re.compile(r'href="[^"#]*#([^"]+)"')
MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def moment() -> str:
    """The page of somebody who is asked to join a robbery, with half of the game behind them."""
    play = Play("most-wanted", seed=SEED)
    for person, name in (("p-bo", "Bo"), ("p-cleo", "Cleo")):
        play.give(person, c.Rename, name=name)
    play.start()
    for _ in range(400):
        for _ in play.step():
            view = play.view("p-ada")
            ask, game = view.ask, view.game_view
            if ask is not None and ask.kind == MOMENT and ask.may_stay_out and not ask.ready and max(seat.pos for seat in game.seats) > 6:
                return table_page(view, Links("", SITE), "en", NOW + 60)
    raise SystemExit("that game has no such moment; try another seed")


def drawn(found: dict[str, Any]) -> str:
    """What was measured, as SVG."""
    parts = [_part(each) for each in found["found"]]
    used = {name for each in found["found"] if each["kind"] == "art" for name in (use["href"] for use in each["use"])}
    sprite = static_files()["sprite.svg"].body.decode()
    symbols = {match[1]: match[0] for match in SYMBOL.finditer(sprite)}
    while more := {name for one in used for name in USED.findall(symbols[one])} - used:
        used |= more
    art = "".join(symbols[name] for name in sorted(used))
    width, height = SIZE
    name = "A robbery in Most Wanted, in a browser"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{name}">'
    return f'{head}<rect width="{width}" height="{height}" fill={quoteattr(found["ground"])}/><defs>{art}</defs>{"".join(parts)}</svg>\n'


def _part(each: dict[str, Any]) -> str:
    x, y, w, h = (round(number, 1) for number in each["box"])
    turned = f' transform="rotate({each["deg"]:g} {x + w / 2:.1f} {y + h / 2:.1f})"' if each["deg"] else ""
    if each["kind"] == "text":
        family = escape(each["family"], {'"': "'"})
        return (
            f'<text x="{x}" y="{y + h * 0.78:.1f}" textLength="{w}" lengthAdjust="spacingAndGlyphs" font-size="{each["size"]:g}" '
            f'font-weight="{each["weight"]}" font-family="{family}" fill="{each["colour"]}"{turned}>{escape(each["text"])}</text>'
        )
    if each["kind"] == "art":
        ratio = f' preserveAspectRatio="{each["ratio"]}"' if each["ratio"] else ""
        view = f' viewBox="{each["view"]}"' if each["view"] else ""
        cut = f"--cut:{each['cut']};" if each["cut"] else ""
        uses = "".join(_use(use) for use in each["use"])
        return (
            f'<g color="{each["colour"]}" style="{cut}"{turned}><svg x="{x}" y="{y}" width="{w}" height="{h}"{view}{ratio}>{uses}</svg></g>'
        )
    return _box(each, x, y, w, h, turned)


def _use(use: dict[str, Any]) -> str:
    places = "".join(f' {name}="{value}"' for name, value in zip(("x", "y", "width", "height"), use["box"], strict=True) if value)
    return f'<use href="#{use["href"]}"{places}/>'


def _box(each: dict[str, Any], x: float, y: float, w: float, h: float, turned: str) -> str:
    """A rectangle; where its four edges are not alike, each is a line."""
    edges = [(width, colour, style) for width, colour, style in each["border"]]
    same = edges[0][0] and len({tuple(edge) for edge in edges}) == 1
    width, colour, style = edges[0]
    stroke = f' stroke="{colour}" stroke-width="{width:g}"' + (' stroke-dasharray="5 4"' if style == "dashed" else "") if same else ""
    in_ = width / 2 if same else 0
    radius = min(each["radius"], w / 2, h / 2)
    found = (
        f'<rect x="{x + in_:.1f}" y="{y + in_:.1f}" width="{max(w - 2 * in_, 0):.1f}" height="{max(h - 2 * in_, 0):.1f}" rx="{radius:g}" '
        f'fill="{each["fill"] or "none"}"{stroke}{turned}/>'
    )
    if same:
        return found
    ends = ((x, y, x + w, y), (x + w, y, x + w, y + h), (x, y + h, x + w, y + h), (x, y, x, y + h))
    for (width, colour, style), (x1, y1, x2, y2) in zip(edges, ends, strict=True):
        if width:
            dashes = ' stroke-dasharray="5 4"' if style == "dashed" else ""
            found += f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{width:g}"{dashes}/>'
    return found


def answer(text: str) -> Any:
    """Serves the page and its files, without a server."""

    def fulfil(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).split("?")[0].removeprefix("/")
        file = static_files().get(path.removeprefix("static/"))
        if file is not None:
            route.fulfill(body=file.body, content_type=file.kind)
        else:
            route.fulfill(body=text if not path else "", status=200 if not path else 503, content_type="text/html; charset=utf-8")

    return fulfil


def measured(page: Page, text: str) -> dict[str, Any]:
    """Where everything on the page stands."""
    page.route("**/*", answer(text))
    page.goto(SITE)
    page.evaluate("document.querySelectorAll('.offline, .toast').forEach((one) => one.remove())")
    # What a style sheet writes cannot be measured; as text it can.
    page.evaluate("document.querySelectorAll('.named').forEach((one) => { one.prepend(one.dataset.rank); delete one.dataset.rank; })")
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def main() -> None:
    """Draw it."""
    program = os.environ.get("DOUBLECROSS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        context = browser.new_context(
            viewport={"width": SIZE[0], "height": SIZE[1]}, java_script_enabled=True, color_scheme="light", reduced_motion="reduce"
        )
        TARGET.write_text(drawn(measured(context.new_page(), moment())), encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
