"""People at a table, through the pages alone: they read what the page offers and press its buttons."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

PHONE = {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1440, "height": 900}}


class Guest:
    """One person with a browser of their own."""

    def __init__(self, browser: Browser, url: str, name: str, seed: int = 1, **context: Any) -> None:
        self.url, self.name, self.rng = url, name, random.Random(seed)
        self.errors: list[str] = []
        self.unveiled = 0
        self.frames: list[str] = []
        self.context: BrowserContext = browser.new_context(**{**DESK, "locale": "en-GB", "reduced_motion": "reduce", **context})
        self.context.set_default_timeout(30_000)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.frames.append(str(frame))))

    def _console(self, message: Any) -> None:
        # A refusal is an answer with status 409, which the console reports as a failed request.
        if message.type == "error" and "409" not in message.text:
            self.errors.append(message.text)

    def open(self, game: str, seats: int, bots: int, **options: str) -> str:
        """Open a table by the form of the first page; its address."""
        page = self.page
        page.goto(self.url)
        page.locator(f'input[name="game"][value="{game}"]').check(force=True)
        page.locator('.new input[name="name"]').fill(self.name)
        page.locator('select[name="players"]').select_option(str(seats))
        page.locator('select[name="bots"]').select_option(str(bots))
        for name, value in options.items():
            field = page.locator(f'[name="{game}.{name}"]')
            if not field.is_visible():
                page.locator(f'details[data-game="{game}"] summary').click()
            if field.evaluate("field => field.localName") == "select":
                field.select_option(value)
            else:
                field.fill(value)
        page.locator(".new .go").click()
        page.wait_for_url("**/t/*")
        return page.url

    def sit(self, address: str) -> None:
        """Come to a table and take a seat."""
        self.page.goto(address)
        self.page.locator('#sit-form input[name="name"]').fill(self.name)
        self.page.locator("#sit-form .go").click()
        self.page.locator("#sit-form").wait_for(state="detached")

    def deal(self) -> None:
        """Start the game."""
        self.page.locator(".go-form .go").click()

    @property
    def over(self) -> bool:
        """Whether the page shows the end."""
        return self.page.locator("#table.ended").count() > 0

    @property
    def called(self) -> bool:
        """Whether the page says that it is this person's move."""
        return self.page.locator("#table:not(.lobby, .ended) .call.yours").count() > 0

    def shown(self, what: str) -> list[Locator]:
        """The elements that can be seen."""
        return [one for one in self.page.locator(what).all() if one.is_visible()]

    def move(self) -> bool:
        """Make some move, if one is to be made."""
        if not self.called:
            return False
        before = self.version()
        self.press()
        self.page.wait_for_function(
            "before => document.getElementById('table').dataset.version !== before || document.querySelector('.call.refused')", arg=before
        )
        return True

    def press(self) -> None:
        """Choose something that the page offers."""
        if self.page.locator("#reveal:popover-open").count():
            self.unveiled += 1
            self.page.keyboard.press("Escape")
        if self.page.locator("#table.ol").count():
            self._claim()
        elif self.page.locator("#table.mw").count():
            self._act()
        else:
            self._pick()

    def version(self) -> str:
        """Of the view that the page shows."""
        return self.page.locator("#table").get_attribute("data-version") or ""

    def choose(self, number: int) -> None:
        """Choose so many cards of one's hand, and no others."""
        cards = self.page.locator('[name="x.card"]')
        wanted = set(self.rng.sample(range(cards.count()), min(number, cards.count())))
        for place in range(cards.count()):
            # By keyboard: a push that comes at this moment may move what a pointer would hit.
            if cards.nth(place).is_checked() != (place in wanted):
                cards.nth(place).press("Space")

    def _act(self) -> None:
        signs = self.shown("button.sign")
        if signs:
            sign = self.rng.choice(signs)
            if sign.get_attribute("popovertarget"):
                sign.click()
                for box in self.shown('[name="x.target"]')[:1]:
                    box.check(force=True)
                self.page.locator("#fight .main").click()
            else:
                act = sign.get_attribute("value") or ""
                self.choose(1 if "{card}" in act and "cards=" not in act else 0)
                sign.click()
            return
        self.choose(self.need())
        buttons = self.shown(".acts .btn")
        button = self.rng.choice(buttons) if buttons and self.rng.random() < 0.3 else self.page.locator(".acts .main")
        # Somebody else's move may have hidden for a moment that one's own is made already: then the button goes.
        with suppress(PlaywrightTimeout):
            button.click(timeout=5_000)

    def need(self) -> int:
        """How many cards the page asks for."""
        words = (self.page.locator(".made .n").inner_text() or "").split()
        return int(words[2]) if len(words) > 2 and words[2].isdigit() else 0

    def _claim(self) -> None:
        outlaws = self.page.locator('[name="x.play"]')
        outlaws.nth(self.rng.randrange(outlaws.count())).press("Space")
        names = self.page.locator('[name="x.claim"] option:not([value=""])')
        value = names.nth(self.rng.randrange(names.count())).get_attribute("value")
        self.page.locator('[name="x.claim"]').select_option(value)
        self.page.locator(".claim .main").click()

    def _pick(self) -> None:
        boxes = self.shown('[name="x.pick"]')
        self.rng.choice(boxes).check()
        self.page.locator(".acts .main").click()

    def close(self) -> None:
        """Leave the browser."""
        self.context.close()
