"""How people notice what happens: the voice, the window's title and icon, sounds for who wants them, motion for who does not mind."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from doublecross.games.most_wanted.words_names import card_name
from doublecross.kernel.words import words
from doublecross.tables.views import Line
from tests.browser.conftest import Saloon
from tests.browser.driving import PHONE, Guest
from tests.browser.test_people import guests, robbery

__all__ = ["guests"]
WATCH = """
window.made = {sounds: 0, moves: 0};
window.AudioContext = class extends AudioContext { constructor() { super(); window.made.sounds += 1; } };
const move = document.startViewTransition?.bind(document);
if (move) document.startViewTransition = (...how) => { window.made.moves += 1; return move(...how); };
"""
ONLY_NINES = {"first_player": "duel", "ranks": "9", "hand": "3", "robbery_cards": "234", "sheriff_cards": "234"}


def spoken(page: Page) -> list[str]:
    """What the voice has said, in order."""
    return [text for one in page.locator("#speak span").all() if (text := " ".join(one.inner_text().split()))]


def told(saloon: Saloon, guest: Guest) -> list[Line]:
    """The trace of the game as the server tells it to this guest."""
    table = saloon.table(guest.page.url)
    person = next(seat.owner for seat in table.state.seats if seat.name == guest.name)
    return [line for line in table.view(person, "en").log if line.text]


def named(text: str) -> str:
    """A sentence with its cards by name, as it is read out."""
    speaker = words("en")
    return re.sub(
        "(?:[6-9TJQKA][shcw] ?)+(?=$|[ .:])", lambda found: ", ".join(card_name(card, speaker) for card in found[0].split()), text
    )


def test_a_tie_break_is_spoken_once_and_as_it_was_told(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = Guest(browser, saloon.url, "Ada"), Guest(browser, saloon.url, "Bo", seed=2)
    guests += [ada, bo]
    bo.sit(ada.open("most-wanted", 2, 0, **ONLY_NINES))
    expect(bo.page.locator(".lobby")).to_be_visible()
    ada.deal()
    expect(bo.page.locator(".call.yours")).to_be_visible()
    known = told(saloon, bo)[-1].number
    # All cards are nines: the opening duel is tied until nobody has a card left to break the tie.
    for _ in range(3):
        for guest in (ada, bo):
            before = guest.version()
            guest.choose(1)
            guest.page.get_by_role("button", name=re.compile("Place 1 card")).click()
            guest.page.wait_for_function("before => document.getElementById('table').dataset.version !== before", arg=before)
    expect(bo.page.locator(".lines")).to_contain_text("Turn 1")
    trace = [line for line in told(saloon, bo) if line.number > known]
    assert sum("tie" in line.text.lower() for line in trace) >= 2
    assert any("nine of" in named(line.text) for line in trace)
    assert spoken(bo.page)[-len(trace) :] == [" ".join(named(line.text).split()) for line in trace]


def test_the_window_says_whose_turn_it_is_and_sounds_begin_muted(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = Guest(browser, saloon.url, "Ada"), Guest(browser, saloon.url, "Bo", seed=2)
    guests += [ada, bo]
    bo.page.add_init_script(WATCH)
    bo.sit(ada.open("most-wanted", 2, 0, first_player="0"))
    ada.deal()
    icon = bo.page.locator("link[rel=icon]")
    expect(ada.page).to_have_title("(your move) Most Wanted, doublecross")
    expect(bo.page).to_have_title("Most Wanted, doublecross")
    expect(icon).to_have_attribute("href", re.compile(r"/mark\.svg"))
    ada.page.locator("button.sign:visible", has_text="Pony Express").press("Enter")
    expect(ada.page.locator("#hand-form")).to_be_focused()  # the sign is no button any more
    expect(bo.page).to_have_title("(your move) Most Wanted, doublecross")
    expect(icon).to_have_attribute("href", re.compile(r"/mark-yours\.svg"))
    assert bo.page.evaluate("made.sounds") == 0
    sound = bo.page.locator("[data-sound]")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert bo.page.evaluate("made.sounds") == 1
    # The guest has asked for little motion.
    assert bo.page.evaluate("made.moves") == 0


def test_things_move_for_those_who_do_not_mind(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = Guest(browser, saloon.url, "Ada"), Guest(browser, saloon.url, "Bo", seed=2, reduced_motion="no-preference")
    guests += [ada, bo]
    bo.page.add_init_script(WATCH)
    bo.sit(ada.open("most-wanted", 2, 0, first_player="0"))
    ada.deal()
    expect(bo.page.locator(".mw")).to_be_visible()
    bo.page.wait_for_function("made.moves > 0")


def test_what_others_write_shows_for_a_moment_and_is_spoken(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = robbery(browser, saloon, guests, **PHONE)
    ada.page.locator("#say-text").fill("Hands up & <b>quick</b>")
    ada.page.get_by_role("button", name="Send").click()
    toast = bo.page.locator("#toast")
    expect(toast).to_have_text("Ada: Hands up & <b>quick</b>")
    assert spoken(bo.page)[-1] == "Ada: Hands up & <b>quick</b>"
    ada.page.locator("summary", has_text="Quick words").click()
    ada.page.get_by_role("button", name="Howdy!").click()
    expect(toast).to_have_text("Ada: Howdy!")
    expect(toast).to_be_hidden()
    # One's own words are no news, and what was written before one came is not either.
    assert "Ada: Howdy!" not in spoken(ada.page)
    bo.page.reload()
    expect(bo.page.locator("h1")).to_be_visible()
    expect(toast).to_be_hidden()
    assert "Ada: Howdy!" not in spoken(bo.page)
