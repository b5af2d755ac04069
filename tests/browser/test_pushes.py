"""Pushes that hold only what has changed, taken one by one and several at once: the browser then shows what the whole page says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from doublecross.tables import commands as c
from doublecross.web import pages
from doublecross.web.pages import table_page, table_part
from doublecross.web.regions import Drawings
from doublecross.web.regions import Page as Part
from doublecross.web.shown import Links
from tests.web.states import Play

LINKS, WHO, MOST = Links("", "http://x"), "p-ada", 30
ADDRESS = "http://pushes.test/t/t1"
SCRIPT = Path(pages.__file__).parent / "static" / "table.js"
NO_SERVER = """
window.connected = 0;
window.WebSocket = class { constructor() { window.connected += 1; window.pushed = this; this.readyState = 1; } close() {} };
window.asked = 0;
window.fetch = async () => { window.asked += 1; return { ok: false, status: 500 }; };
"""
SHOWN = """(html) => {
  const OWN = ["style", "data-met", "data-shown", "data-refused", "hidden", "aria-pressed", "open"];
  const plain = (root) => {
    const copy = root.cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("*")]) {
      for (const name of OWN) one.removeAttribute(name);
      if (one.matches("[data-labels], [data-counts], .left")) one.textContent = "";
    }
    return copy.outerHTML.replace(/\\s+/g, " ").replace(/> </g, "><").replace(/> /g, ">").replace(/ </g, "<");
  };
  const wanted = new DOMParser().parseFromString(html, "text/html").getElementById("table");
  return [plain(document.getElementById("table")), plain(wanted), window.asked];
}"""


def open_at(page: Page, play: Play) -> None:
    """The page of a table, with a server that only pushes what this test says."""
    html = table_page(play.view(WHO), LINKS, "en", 1.0).replace('<script type="module" src', "<script data-left-out")

    def answer(route: Route) -> None:
        route.fulfill(body=html if route.request.url == ADDRESS else "", content_type="text/html")

    page.add_init_script(NO_SERVER)
    page.route("**/*", answer)
    page.goto(ADDRESS)
    page.add_script_tag(content=SCRIPT.read_text(encoding="utf-8"), type="module")
    page.wait_for_function("window.pushed")


@pytest.mark.parametrize(("game", "motion"), [("most-wanted", "no-preference"), ("outlawed", "reduce")])
def test_page_after_pushes_is_the_whole_page(browser: Browser, game: str, motion: str) -> None:
    page, errors = browser.new_page(reduced_motion=motion), list[str]()  # type: ignore[arg-type]
    page.on("pageerror", lambda error: errors.append(str(error)))
    play, rng, drawings, waiting = Play(game, seed=5, people=3, bots=0), random.Random(1), Drawings(), list[str]()
    last: Part | None = None
    open_at(page, play)

    def push(*, at_once: bool = False) -> None:
        nonlocal last
        drawings.turn()
        part = table_part(play.view(WHO), LINKS, "en", 1.0, drawings)
        if last is not None and part.version == last.version:
            return
        waiting.append(part.whole() if last is None else part.since(last))
        last = part
        if not at_once and rng.random() < 0.4:
            return
        page.evaluate("(frames) => { for (const data of frames) window.pushed.onmessage({ data }); }", waiting)
        waiting.clear()
        page.wait_for_function("(version) => document.getElementById('table').dataset.version === version", arg=str(part.version))
        shown, wanted, asked = page.evaluate(SHOWN, part.whole())
        assert shown == wanted
        assert asked == 0

    push(at_once=True)
    play.start()
    push()
    for number in range(MOST):
        if play.table.state.phase != "playing":
            break
        for _ in play.step():
            push()
        if number % 9 == 4:
            play.give("p-bo", c.Say, text=f"howdy <b>{number}")
    push(at_once=True)
    assert errors == []
    page.close()


def test_push_on_another_page_is_not_taken(browser: Browser) -> None:
    page, play, drawings = browser.new_page(reduced_motion="reduce"), Play("outlawed", seed=5, people=3, bots=0), Drawings()
    open_at(page, play)
    shown = page.locator("#table").get_attribute("data-version")
    play.start()
    before = table_part(play.view(WHO), LINKS, "en", 1.0, drawings)
    play.give("p-bo", c.Say, text="howdy")
    after = table_part(play.view(WHO), LINKS, "en", 1.0, drawings)
    page.evaluate("(data) => window.pushed.onmessage({ data })", after.since(before))
    page.wait_for_function("window.asked === 1")
    assert page.locator("#table").get_attribute("data-version") == shown
    page.close()


ANSWERS = "([status, text]) => { window.fetch = async () => new Response(text, { status, headers: { etag: '*' } }); }"


def test_a_connection_that_died_without_a_sign_is_noticed(browser: Browser) -> None:
    """A phone wakes up: what the page asks for then is newer than what was pushed, so it connects anew."""
    page, play = browser.new_page(reduced_motion="reduce"), Play("outlawed", seed=5, people=3, bots=0)
    open_at(page, play)
    part = table_part(play.view(WHO), LINKS, "en", 1.0, Drawings())
    page.evaluate(ANSWERS, [200, part.whole()])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(50)
    assert page.evaluate("window.connected") == 1  # nothing new: the connection is as good as any
    play.start()
    part = table_part(play.view(WHO), LINKS, "en", 1.0, Drawings())
    page.evaluate(ANSWERS, [200, part.whole()])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("(version) => document.getElementById('table').dataset.version === version", arg=str(part.version))
    page.wait_for_function("window.connected === 2")
    page.close()


def test_the_page_of_a_table_that_is_no_more_says_so(browser: Browser) -> None:
    """It does not go on saying that there is no connection."""
    page, play = browser.new_page(reduced_motion="reduce"), Play("outlawed", seed=5, people=3, bots=0)
    open_at(page, play)
    page.evaluate(ANSWERS, [404, ""])
    with page.expect_navigation(url=ADDRESS):
        page.evaluate("window.pushed.onclose({ code: 4404 })")
    page.close()


def test_a_button_that_is_pressed_twice_in_a_row_is_sent_once(browser: Browser) -> None:
    page, play = browser.new_page(reduced_motion="reduce"), Play("outlawed", seed=5, people=3, bots=0)
    open_at(page, play)
    page.evaluate("""() => {
      window.sent = [];
      window.fetch = (_, how) => {
        if (how?.body) window.sent.push(String(how.body));
        return new Promise((go) => { window.answer = go; });
      };
    }""")
    howdy, nice = (f'#table button[value="do=react&reaction={word}"]' for word in ("howdy", "nice"))
    press = "(buttons) => { for (const one of buttons) document.querySelector(one).click(); }"
    page.evaluate(press, [howdy, howdy, nice])
    assert len(page.evaluate("window.sent")) == 2
    page.evaluate("() => { window.answer(new Response('{}')); }")
    # Once it is answered, it can be pressed again.
    page.wait_for_function("(button) => { document.querySelector(button).click(); return window.sent.length === 3; }", arg=nice)
    page.close()
