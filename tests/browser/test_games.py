"""Whole games through the pages: several people, a phone among them, and a bot."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Browser

from doublecross.tables.table import Table
from tests.browser.conftest import Saloon
from tests.browser.driving import PHONE, Guest
from tests.web.states import hidden_cards

SECONDS = 240


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
    bo, cleo = Guest(browser, saloon.url, "Bo", seed=2, reduced_motion="no-preference", **PHONE), Guest(browser, saloon.url, "Cleo", seed=3)
    bo.sit(address)
    cleo.sit(address)
    ada.deal()
    guests = [ada, bo, cleo]
    play_to_the_end(guests)
    for guest in guests:
        assert guest.errors == []
        assert guest.page.locator(".standing li").count() == 4
        guest.close()
    # On a phone what a round has revealed comes before the next move; a desk has a place for it.
    assert (bo.unveiled > 0, ada.unveiled) == (game == "outlawed", 0)


def hidden(table: Table, person: str | None) -> set[str]:
    """The cards in others' hands that nothing in this person's view tells of."""
    view = table.view(person, "en")
    return set(hidden_cards(table, view))


def test_browsers_receive_nothing_that_is_not_theirs_to_know(browser: Browser, saloon: Saloon) -> None:
    """Every frame and page of a game is held against what was hidden from its receiver at that time."""
    guests = [Guest(browser, saloon.url, name, seed) for seed, name in enumerate(("Ada", "Bo", "Cleo"))]
    address = guests[0].open("most-wanted", 3, 0, goal="3", track="11")
    for guest in guests[1:]:
        guest.sit(address)
    zoe = Guest(browser, saloon.url, "Zoe")
    zoe.page.goto(address)
    guests[0].deal()
    table, looked = saloon.table(address), 0
    people: dict[str, str | None] = {seat.name: seat.owner for seat in table.state.seats}
    for _ in range(400):
        if guests[0].over:
            break
        for guest in (*guests, zoe):
            # Nobody but the mover acts here, so the newest frame and the page show the present.
            received = "".join(guest.frames[-1:]) + guest.page.content()
            for card in hidden(table, people.get(guest.name)):
                looked += 1
                # Alone, not within an id or a hash, where two letters can stand by chance.
                found = re.search(rf".{{0,40}}(?<![0-9A-Za-z_-]){card}(?![0-9A-Za-z_-]).{{0,40}}", received)
                assert not found, (guest.name, card, found and found.group())
        if not any(guest.move() for guest in guests):
            guests[0].page.wait_for_timeout(20)
    assert guests[0].over
    assert looked > 100
    for guest in (*guests, zoe):
        assert guest.errors == []
        guest.close()
