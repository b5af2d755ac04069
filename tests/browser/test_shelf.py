"""Decks and replays in Chromium: with a script, where it saves a press or a reload, and without one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Saloon
from tests.browser.driving import DESK, PHONE, Guest
from tests.browser.test_games import play_to_the_end


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(**(DESK if request.param else PHONE), locale="en", java_script_enabled=request.param)
    context.set_default_timeout(20_000)
    errors: list[str] = []
    found = context.new_page()
    found.on("pageerror", lambda error: errors.append(str(error)))
    yield found
    assert errors == []
    context.close()


def test_a_deck_is_made_and_played(page: Page, saloon: Saloon) -> None:
    """Three outlaws from nothing, the mistakes named until there are none, then a table that plays with them."""
    page.goto(f"{saloon.url}/decks")
    page.get_by_role("button", name="Empty deck").click()
    page.get_by_label("Name of the deck", exact=True).fill("Three <of us>")
    page.locator("button", has_text="Keep").click()
    expect(page.locator("h1")).to_have_text("Three <of us>")
    expect(page.locator(".outlaw-row .lie")).to_have_text(["4 mistakes"] * 3)
    for number, name in enumerate(("Ana", "Ben", "Cleo")):
        page.locator(".outlaw-row a").nth(number).click()
        page.get_by_label("name", exact=True).fill(name)
        page.get_by_label("animal", exact=True).fill("cat")
        page.get_by_label("Reward in dollars").fill("100")
        page.get_by_role("button", name="+ a comparison").click()
        expect(page.locator("#reading")).to_contain_text("A rival told the truth.")
        page.get_by_role("button", name="Keep, back to the deck").click()
    expect(page.locator(".edit > .truth")).to_contain_text("No mistakes")
    page.get_by_role("link", name="Done").click()
    expect(page.locator(".sheet-of")).to_have_count(3)
    expect(page.locator(".source.house")).to_have_count(0)
    page.get_by_role("link", name="Play with it").click()
    expect(page.locator('select[name="deck"]')).to_have_value(page.url.split("deck=")[1].split("#")[0])
    page.locator('.new input[name="name"]').fill("Ada")
    page.locator(".new .go").click()
    expect(page.locator(".facts-of")).to_contain_text("Three <of us>")


def test_reading_follows_the_form(browser: Browser, saloon: Saloon) -> None:
    """With a script, without a press of a button; a mistake stands beside its field at once, and what was wrong is gone at once."""
    context = browser.new_context(**DESK, locale="en")
    page = context.new_page()
    page.goto(f"{saloon.url}/decks")
    page.get_by_role("button", name="Copy of ours").click()
    page.get_by_role("link", name="Croc Holliday").click()
    page.wait_for_url("**/edit/5", wait_until="load")
    reading = page.locator("#reading")
    expect(reading).to_have_text("A rival lied, or a rival played Croc Holliday too.")
    page.locator('select[name="c.0.count"]').select_option("all")
    expect(reading).to_have_text("Every rival lied, or a rival played Croc Holliday too.")
    page.locator('select[name="c.1.who"]').select_option("me")
    expect(reading).to_contain_text("Allowed:")
    page.locator('select[name="c.1.who"]').select_option("players")
    expect(reading).to_contain_text("Every rival lied, or a player played Croc Holliday.")
    expect(reading).to_contain_text("Found one that every round makes true")
    page.locator('select[name="c.1.who"]').select_option("rivals")
    expect(reading).to_have_text("Every rival lied, or a rival played Croc Holliday too.")
    page.reload()
    expect(reading).to_have_text("A rival lied, or a rival played Croc Holliday too.")
    context.close()


def test_replay_of_a_game_at_the_table(browser: Browser, saloon: Saloon) -> None:
    """From the end of a game to its replay: on and back by links and keys, as others saw it, and played by itself."""
    ada = Guest(browser, saloon.url, "Ada")
    ada.open("outlawed", 2, 1, beginner="true", round_limit="2")
    ada.deal()
    play_to_the_end([ada])
    page = ada.page
    page.get_by_role("link", name="Replay step by step").click()
    expect(page.locator("h1")).to_have_text("As Ada saw it")
    expect(page.locator(".news")).to_contain_text("You")
    page.get_by_role("link", name="All cards open").click()
    expect(page.locator("h1")).to_have_text("All cards open")
    expect(page.locator(".hands li")).to_have_count(2)
    first = page.url
    page.locator("[data-step=after]").click()
    expect(page).not_to_have_url(first)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(first)
    page.locator("[data-play]").click()
    expect(page.locator("[data-play]")).to_have_text("Pause")
    expect(page.locator("[data-step=after]")).to_have_count(0, timeout=60_000)
    expect(page.locator(".dock.replay")).to_be_visible()
    expect(page.locator("#speak")).not_to_be_empty()
    page.get_by_role("link", name="Story").click()
    expect(page.locator(".course tbody tr")).to_have_count(2)
    page.goto(page.url.split("/games/")[0] + "/games/1/review")
    page.get_by_role("button", name="Review this game").click()
    expect(page.locator(".chart svg")).to_be_visible(timeout=120_000)
    page.get_by_role("link", name="What Ada could know then").first.click()
    expect(page.locator("h1")).to_have_text("As Ada saw it")
    assert ada.errors == []
    ada.close()


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_a_hint_in_a_sheet_of_the_table(browser: Browser, saloon: Saloon, game: str) -> None:
    """Opened and closed by keys alone, with the focus back where it was; sound to a screen reader, on a phone."""
    ada = Guest(browser, saloon.url, "Ada", **PHONE)
    ada.open(game, 2, 1, first_player="0")
    page = ada.page
    page.locator('details[data-key="change"] > summary').click()
    page.locator('select[name="hints"]').select_option("true")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.locator(".facts-of")).to_contain_text("Hints")
    ada.deal()
    link, sheet = page.locator("[data-advice]"), page.locator("#advice")
    link.focus()
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible(timeout=120_000)  # the first hint of all has to compile, at low priority
    expect(sheet.locator("meter").first).to_be_visible()
    expect(sheet).to_contain_text("You win the game in about")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found] == []
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()
    assert ada.errors == []
    ada.close()
