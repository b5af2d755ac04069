"""What people do at a table beside playing on: change their mind, reload, watch, read Spanish, use the keyboard alone, have no script."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Saloon
from tests.browser.driving import PHONE, Guest
from tests.browser.test_games import play_to_the_end

FIRST = {"first_player": "0"}
BO = '[data-key="seat-1"]'


@pytest.fixture
def guests(browser: Browser, saloon: Saloon) -> Iterator[list[Guest]]:
    """Whoever a test invites; they leave at its end, and nothing went wrong in their browsers."""
    invited: list[Guest] = []
    yield invited
    for guest in invited:
        assert guest.errors == [], guest.name
        guest.close()


def robbery(browser: Browser, saloon: Saloon, guests: list[Guest], **context: object) -> tuple[Guest, Guest]:
    """Ada has declared a robbery of two cards; Bo has to answer."""
    ada, bo = Guest(browser, saloon.url, "Ada"), Guest(browser, saloon.url, "Bo", seed=2, **context)
    guests += [ada, bo]
    address = ada.open("most-wanted", 2, 0, **FIRST)
    bo.sit(address)
    ada.deal()
    ada.page.locator("button.sign:visible", has_text="Pony Express").click()
    expect(ada.page.locator("h1")).to_have_text("Your robbery: choose your cards")
    expect(bo.page.locator(".call.yours h1")).to_be_visible()
    expect(bo.page).to_have_title("(your move) Most Wanted, doublecross")
    return ada, bo


def test_mind_is_changed_until_all_are_ready(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = robbery(browser, saloon, guests)
    bo.choose(2)
    bo.page.get_by_role("button", name="Join with 2 cards").click()
    expect(bo.page.locator("h1")).to_have_text("You are in: ready?")
    expect(ada.page.locator(BO).locator(".downs svg")).to_have_count(2)
    bo.page.get_by_role("button", name="Withdraw").click()
    expect(ada.page.locator(BO).locator(".downs svg")).to_have_count(0)
    bo.choose(2)
    bo.page.get_by_role("button", name="Join with 2 cards").click()
    bo.page.get_by_role("button", name="Ready").click()
    expect(ada.page.locator(BO).locator(".stamp.ok")).to_have_text("Ready")
    ada.choose(2)
    ada.page.get_by_role("button", name="Place 2 cards").click()
    ada.page.get_by_role("button", name="Ready").click()
    for guest in (ada, bo):
        expect(guest.page.locator(".lines")).to_contain_text(re.compile("reveals? "))


def test_a_wrong_choice_is_refused_with_its_reason_and_focus(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    _, bo = robbery(browser, saloon, guests)
    bo.choose(1)
    bo.page.get_by_role("button", name="Join with 2 cards").click()
    expect(bo.page.locator(".call.refused h1")).to_be_focused()
    assert bo.page.locator("[name='x.card']:checked").count() == 1


def test_reload_and_a_closed_tab_keep_the_choice(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    _, bo = robbery(browser, saloon, guests, **PHONE)
    bo.choose(2)
    chosen = [box.get_attribute("value") for box in bo.page.locator("[name='x.card']:checked").all()]
    bo.page.get_by_role("button", name="Join with 2 cards").click()
    expect(bo.page.locator("h1")).to_have_text("You are in: ready?")
    bo.page.reload()
    assert [box.get_attribute("value") for box in bo.page.locator("[name='x.card']:checked").all()] == chosen
    address = bo.page.url
    bo.page.close()
    bo.page = bo.context.new_page()
    bo.page.goto(address)
    assert [box.get_attribute("value") for box in bo.page.locator("[name='x.card']:checked").all()] == chosen
    expect(bo.page.locator("h1")).to_have_text("You are in: ready?")


def test_pushes_keep_selection_focus_and_open_sheets(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = robbery(browser, saloon, guests)
    bo.choose(1)
    bo.page.locator("[name='x.card']").nth(3).focus()
    bo.page.evaluate("document.getElementById('people').showPopover()")
    ada.page.locator("summary", has_text="Quick words").click()
    ada.page.get_by_role("button", name="Howdy!").click()
    expect(bo.page.locator(".said li")).to_have_count(1)
    assert bo.page.locator("[name='x.card']:checked").count() == 1
    assert bo.page.locator("#people:popover-open").count() == 1
    assert bo.page.evaluate("document.activeElement.name") == "x.card"


def test_spectators_see_no_hand_and_everyone_reads_their_own_language(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = robbery(browser, saloon, guests)
    zoe = Guest(browser, saloon.url, "Zoe", locale="es-MX")
    guests.append(zoe)
    zoe.page.goto(ada.page.url)
    expect(zoe.page.locator("html")).to_have_attribute("lang", "es")
    expect(zoe.page.locator(".watch")).to_contain_text("Estás mirando.")
    expect(zoe.page.locator(".lines")).to_contain_text("atraco")
    expect(bo.page.locator(".lines")).to_contain_text("robbery")
    assert zoe.page.locator("[name='x.card']").count() == 0
    html = zoe.page.content()
    assert not re.search(r"\b[6-9TJQKA][shcw]\b", html)


def test_news_is_spoken_once_in_the_order_it_happened(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = robbery(browser, saloon, guests)
    bo.page.get_by_role("button", name="Stay out").click()
    ada.choose(2)
    ada.page.get_by_role("button", name="Place 2 cards").click()
    ada.page.get_by_role("button", name="Ready").click()
    expect(bo.page.locator(".lines")).to_contain_text(re.compile("reveals? |wins "))
    log = [line.inner_text() for line in reversed(bo.page.locator(".lines li").all())]
    spoken = [line.inner_text().strip() for line in bo.page.locator("#speak span").all()]
    heard = [line for line in (" ".join(text.split()) for text in spoken) if line]
    told = [" ".join(text.split()) for text in log]
    assert heard
    places = [told.index(line) for line in heard if line in told]
    assert len(set(heard[-5:])) == len(heard[-5:])
    assert places == sorted(places)


def test_single_keys_work_stay_out_of_text_fields_and_can_be_switched_off(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    _, bo = robbery(browser, saloon, guests, **PHONE)
    page = bo.page
    page.keyboard.press("1")
    assert page.locator("[name='x.card']").first.is_checked()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_visible()
    page.locator("#say-text").fill("")
    page.locator("#say-text").press_sequentially("1al")
    assert page.locator("#say-text").input_value() == "1al"
    assert page.locator("[name='x.card']").first.is_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#log")).to_be_hidden()
    expect(page.locator("#say-text")).not_to_be_focused()
    page.keyboard.press("a")
    page.locator("summary", has_text="Keys").click()
    page.locator("[data-shortcuts]").uncheck()
    page.keyboard.press("Escape")
    page.locator("body").press("1")
    assert page.locator("[name='x.card']").first.is_checked()


def tab_to(page: Page, selector: str) -> None:
    """Go on with Tab until this has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def test_a_whole_game_by_keyboard_alone(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada = Guest(browser, saloon.url, "Ada")
    guests.append(ada)
    ada.open("outlawed", 2, 1, round_limit="2")
    page = ada.page
    tab_to(page, ".go")
    page.keyboard.press("Enter")
    for _ in range(40):
        page.locator("#table.ended, #table.ol .call.yours").first.wait_for()
        if ada.over:
            break
        before = ada.version()
        tab_to(page, "[name='x.play']")
        page.keyboard.press("Space")
        tab_to(page, "[name='x.claim']")
        page.keyboard.press("ArrowDown")
        tab_to(page, ".claim .main")
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.getElementById('table').dataset.version !== before", arg=before)
    expect(page.locator(".standing")).to_be_visible()


@pytest.mark.parametrize(("game", "options"), [("outlawed", {"round_limit": "1"}), ("most-wanted", {"goal": "3", "track": "11"})])
def test_a_whole_game_without_javascript(browser: Browser, saloon: Saloon, guests: list[Guest], game: str, options: dict[str, str]) -> None:
    ada = Guest(browser, saloon.url, "Ada", java_script_enabled=False)
    guests.append(ada)
    page = ada.page
    page.goto(saloon.url)
    page.locator(f'input[name="game"][value="{game}"]').check(force=True)
    page.locator('.new input[name="name"]').fill("Ada")
    page.locator('select[name="players"]').select_option("3")
    page.locator('select[name="bots"]').select_option("2")
    page.locator(f'details[data-game="{game}"] summary').click()
    for name, value in options.items():
        page.locator(f'[name="{game}.{name}"]').fill(value)
    page.locator(".new .go").click()
    ada.deal()
    for _ in range(300):
        if ada.over:
            break
        if not ada.called:
            page.reload()
            continue
        ada.press()
    expect(page.locator(".standing")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_name_portrait_and_clock_can_be_changed_before_the_game(
    browser: Browser, saloon: Saloon, guests: list[Guest], script: bool
) -> None:
    ada = Guest(browser, saloon.url, "Ada", java_script_enabled=script)
    guests.append(ada)
    page = ada.page
    address = ada.open("outlawed", 2, 1)
    page.locator(".own-seat summary").click()
    page.locator('.own-seat input[name="name"]').fill("Adelina Ravenswood")
    page.locator('.own-seat input[value="doc"]').check(force=True)
    page.locator(".own-seat .go").click()
    expect(page.locator("#log")).to_contain_text("Adelina Ravenswood")
    page.locator(".setup summary").click()
    page.locator('[name="clock.kind"]').select_option("decision")
    page.locator('[name="clock.seconds"]').fill("45")
    page.locator('[name="clock.bank"]').fill("30")
    expect(page.locator('[name="clock.days"]')).not_to_be_visible()
    page.locator('[name="clock.run_out"]').select_option("neutral")
    page.locator(".setup .go").click()
    expect(page.locator(".facts-of")).to_contain_text("45 s a decision, 30 s more for the game")
    state = saloon.table(address).state
    assert (state.seats[0].name, state.seats[0].look, state.clock.run_out) == ("Adelina Ravenswood", "doc", "neutral")


def test_press_on_an_old_page_of_a_robbery_is_refused(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    """Ada would be ready for a robbery alone; Bo has joined, which her page does not show yet."""
    ada, bo = robbery(browser, saloon, guests)
    ada.choose(2)
    ada.page.locator(".acts .main").click()
    expect(ada.page.locator("h1")).to_have_text("You are in: ready?")
    act = ada.page.locator(".acts .main").get_attribute("value") or ""
    bo.choose(2)
    bo.page.get_by_role("button", name="Join with 2 cards").click()
    expect(ada.page.locator(BO).locator(".downs svg")).to_have_count(2)
    ada.page.locator(".acts .main").evaluate("(button, act) => { button.value = act; }", act)
    ada.page.locator(".acts .main").click()
    expect(ada.page.locator(".call.refused h1")).to_have_text("Who is in has changed: look again, then be ready.")


def test_everybody_meets_again_after_the_game(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = Guest(browser, saloon.url, "Ada"), Guest(browser, saloon.url, "Bo", seed=2)
    guests += [ada, bo]
    bo.sit(ada.open("outlawed", 2, 0, round_limit="1"))
    ada.deal()
    play_to_the_end(guests)
    bo.page.get_by_role("button", name="Play again").click()
    for guest in guests:
        expect(guest.page.locator("#table.lobby")).to_be_visible()
    assert "doublecross" in bo.page.title()


def test_television_shows_the_public_part_and_the_way_in(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada, bo = robbery(browser, saloon, guests)
    screen = Guest(browser, saloon.url, "Screen", viewport={"width": 1920, "height": 1080})
    guests.append(screen)
    screen.page.goto(ada.page.url + "/screen")
    expect(screen.page.locator(".join-here img")).to_be_visible()
    assert screen.page.locator("[name='x.card']").count() == 0
    bo.page.get_by_role("button", name="Stay out").click()
    expect(screen.page.locator(BO).locator(".state")).to_contain_text("Out")


def test_without_sockets_the_page_asks_again(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada = Guest(browser, saloon.url, "Ada")
    address = ada.open("outlawed", 3, 0)
    bo = Guest(browser, saloon.url, "Bo", seed=2)
    guests += [ada, bo]
    bo.page.route_web_socket("**/live", lambda socket: socket.close())
    bo.sit(address)
    cleo = Guest(browser, saloon.url, "Cleo", seed=3)
    guests.append(cleo)
    cleo.sit(address)
    expect(bo.page.locator(".seat", has_text="Cleo")).to_be_visible(timeout=20_000)


def test_two_people_on_one_device_see_nothing_of_each_other(browser: Browser, saloon: Saloon, guests: list[Guest]) -> None:
    ada = Guest(browser, saloon.url, "Ada")
    guests.append(ada)
    page = ada.page
    ada.open("outlawed", 2, 0, first_player="0")
    page.locator(".another summary").click()
    page.locator(".another input").fill("Bea")
    page.locator(".another .go").click()
    expect(page.locator(".poster .name", has_text="Bea")).to_be_visible()
    ada.deal()
    page.get_by_role("button", name="I am Ada").click()
    expect(page.locator("[name='x.play']").first).to_be_attached()
    page.evaluate("for (const told of document.querySelectorAll('#speak, [data-told]')) told.append('You hold two sixes.')")
    ada.press()
    expect(page.locator(".watch")).to_contain_text("Give this device to Bea.")
    expect(page.locator(".wanted")).to_have_count(0)
    for told in ("#speak", "[data-told]"):
        expect(page.locator(told)).to_be_empty()
    page.get_by_role("button", name="I am Bea").click()
    expect(page.locator("[name='x.play']").first).to_be_attached()
