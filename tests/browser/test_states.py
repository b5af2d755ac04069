"""Every kind of state in Chromium: nothing that hinders people with a screen reader, nothing that scrolls sideways, no complaint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from doublecross.web.guard import POLICY
from doublecross.web.pages import table_page
from doublecross.web.qr import qr_svg
from doublecross.web.shown import Links
from doublecross.web.static_files import static_files
from tests.browser.driving import DESK, PHONE
from tests.web.states import NOW, State, states
from tests.web.test_pages import STARTS, WANTED_STATES, other_pages

SITE = "http://saloon.test"
LINKS = Links("", SITE)
ROOMS: list[dict[str, Any]] = [{**PHONE, "color_scheme": "light", "locale": "es"}, {**DESK, "color_scheme": "dark", "locale": "en"}]
WIDTHS = {375: (320, 375), 1440: (768, 1920, 1440)}
"""Beside the two that are looked at most; the last is the room's own."""


def kinds() -> dict[str, State]:
    """One state of each kind that is to be seen, whichever of the games it comes from first; five outlaws' gangs apart, for their width."""
    found: dict[str, State] = {}
    for name, state in states().items():
        kind = name
        for start in STARTS:
            kind = kind.removeprefix(start)
        if kind in WANTED_STATES or "tie" in kind:
            found.setdefault(f"{'five' if name.startswith('ol-five-') else name[:2]}-{kind}", state)
    return found


def drawn(language: str) -> dict[str, str]:
    pages = {name: table_page(state.views[language], LINKS, language, NOW + 60) for name, state in kinds().items()}
    return pages | {f"other-{name}": text.replace("/games/", "/") for name, text in other_pages(language).items()}


@pytest.fixture(params=[0, 1], ids=["phone", "desk"])
def room(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Page, dict[str, str], list[str]]]:
    """A page, what it can be sent to, and the complaints of the browser."""
    context = browser.new_context(**ROOMS[request.param], bypass_csp=False)
    texts = drawn(ROOMS[request.param]["locale"])

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).split("?")[0].strip("/")
        if path.startswith("static/"):
            file = static_files()[path.removeprefix("static/")]
            route.fulfill(body=file.body, content_type=file.kind)
        elif path.endswith("qr.svg"):
            route.fulfill(body=qr_svg(SITE), content_type="image/svg+xml")
        elif path in texts:
            route.fulfill(body=texts[path], content_type="text/html; charset=utf-8", headers={"content-security-policy": POLICY})
        else:
            route.fulfill(status=503, body="")  # a page that hears 404 loads itself anew, to say that its table is no more

    context.route("**/*", answer)
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page, texts, complaints
    context.close()


def test_every_state_is_sound(room: tuple[Page, dict[str, str], list[str]]) -> None:
    page, texts, complaints = room
    # axe is put into the page, which our own policy forbids to any script but ours.
    tool, session = Axe(), page.context.new_cdp_session(page)
    session.send("Page.setBypassCSP", {"enabled": True})
    for name in texts:
        page.goto(f"{SITE}/{name}")
        for width in WIDTHS[page.viewport_size["width"]]:
            page.set_viewport_size({"width": width, "height": 800})
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), f"{name} scrolls sideways at {width}"
        found = tool.run(page).response["violations"]
        assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == [], name
    assert [text for text in complaints if "503" not in text and "WebSocket" not in text] == []


def test_policy_is_kept(room: tuple[Page, dict[str, str], list[str]]) -> None:
    page, texts, complaints = room
    for name in list(texts)[::4]:
        page.goto(f"{SITE}/{name}")
    assert [text for text in complaints if "Content Security Policy" in text] == []
