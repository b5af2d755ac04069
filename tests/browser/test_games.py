"""Whole games through the pages: several people, a phone among them, and a bot."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Saloon
from tests.browser.driving import PHONE, Guest

SECONDS = 90


def play_to_the_end(guests: list[Guest]) -> None:
    """Everybody moves whenever their page calls them."""
    end = time.monotonic() + SECONDS
    idle = 0
    while not all(guest.over for guest in guests):
        assert time.monotonic() < end, [guest.page.locator("h1").inner_text() for guest in guests]
        moved = [guest.move() for guest in guests if not guest.over]
        idle = 0 if any(moved) else idle + 1
        if idle:
            guests[0].page.wait_for_timeout(20)


@pytest.mark.parametrize(("game", "options"), [("most-wanted", {"goal": "4", "track": "111"}), ("outlawed", {"beginner": "true"})])
def test_three_people_and_a_bot_play_to_the_end(browser: Browser, saloon: Saloon, game: str, options: dict[str, str]) -> None:
    ada = Guest(browser, saloon.url, "Ada", seed=1)
    address = ada.open(game, 4, 1, **options)
    bo, cleo = Guest(browser, saloon.url, "Bo", seed=2, **PHONE), Guest(browser, saloon.url, "Cleo", seed=3)
    bo.sit(address)
    cleo.sit(address)
    ada.deal()
    guests = [ada, bo, cleo]
    play_to_the_end(guests)
    for guest in guests:
        assert guest.errors == []
        assert guest.page.locator(".standing li").count() == 4
        guest.close()
