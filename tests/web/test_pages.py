"""Every page, without a browser: complete in both languages, escaped, no inline code, silent about what its viewer may not know."""

from __future__ import annotations

import functools
import gzip
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import msgspec
import pytest
from babel.messages.pofile import read_po

from doublecross.games.most_wanted.words_names import card_name
from doublecross.kernel.registry import load_game
from doublecross.kernel.words import LOCALES, words
from doublecross.tables import commands as c
from doublecross.tables.refusals import Refusal
from doublecross.web import pages
from doublecross.web.decks.pages import table_deck_page
from doublecross.web.desks import desk_of
from doublecross.web.drawing import TEMPLATES
from doublecross.web.home import game_choices
from doublecross.web.pages import home_page, message_page, move_page, rules_page, screen_page, table_fragment, table_page
from doublecross.web.pressing import pressed
from doublecross.web.qr import qr_svg
from doublecross.web.shown import HomeView, Links, TableLine
from doublecross.web.static_files import static_files
from tests.web.shelf_pages import shelf_pages
from tests.web.states import NOW, Play, State, moments, states

LINKS = Links("/games", "https://saloon.example/games")
LANGUAGES = ("en", "es")
VOID = {"meta", "link", "input", "br", "img", "use", "path"}
STARTS = ("mw-book-", "mw-other-sides-", "mw-two-", "ol-beginner-", "ol-five-", "ol-")
WANTED_STATES = {
    "lobby",
    "lobby-stranger",
    "turn",
    "turn-reveal",
    "wait",
    "spectator",
    "over-reveal",
    "cards-opening",
    "cards-ready-opening",
    "cards-duel",
    "cards-shootout",
    "challenge-dishonest_labor",
    "challenge-ready-dishonest_labor",
    "robbery-pony",
    "robbery-pony-in",
    "robbery-ready-pony-in",
    "choose",
    "choose-reveal",
    "wait-reveal",
}


class Page(HTMLParser):
    """What a browser would make of a page: its tags, what can be read, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.words += [value for name, value in attrs if value and name in ("aria-label", "alt", "placeholder", "title")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        """All that can be read or heard, on one line."""
        return " ".join(" ".join(self.words).split())

    def all(self, name: str) -> list[str]:
        """The values of an attribute."""
        return [value for _, attrs in self.tags if (value := attrs.get(name)) is not None]


def home(language: str) -> str:
    games = tuple(choice for choice in game_choices(language) if choice.game in ("most-wanted", "outlawed"))
    lines = (TableLine("t1", "most-wanted", "Most Wanted", "playing", "Ada, <i>Bo", "K7QW", 2, 4, 0.0),)
    return home_page(HomeView("Kate", "kate", games, lines, lines, lines, True, "", {}), LINKS, language)


def other_pages(language: str) -> dict[str, str]:
    game, speaker = load_game("outlawed"), words(language)
    view = next(state.views[language] for name, state in states().items() if "spectator" in name)
    return {
        "home": home(language),
        "rules": rules_page(game.title, list(game.language.rules_text(speaker)), LINKS, language),
        "message": message_page(speaker.say("Not found"), "<script>", LINKS, language),
        "move": move_page("t1", qr_svg("https://saloon.example"), 10, LINKS, language),
        "enter": pages.enter_page("t1", "token", LINKS, language),
        "screen": screen_page(view, LINKS, language, NOW),
        "table-deck": table_deck_page(moments()["lobby-free"][language], [("d0", "Bo <b>.")], "<i>Bo", LINKS, language),
        **{name: table_page(found[language], LINKS, language, NOW) for name, found in moments().items()},
        **shelf_pages(LINKS, language),
    }


@functools.cache
def every_page() -> list[tuple[str, str, str]]:
    """(name, language, HTML) of all pages in all states."""
    found = [(state.name, language, draw(state, language)) for state in states().values() for language in LANGUAGES]
    return found + [(name, language, text) for language in LANGUAGES for name, text in other_pages(language).items()]


def draw(state: State, language: str) -> str:
    return table_page(state.views[language], LINKS, language, NOW + 60)


def test_play_leads_to_every_state_that_is_to_be_seen() -> None:
    found = {name.removeprefix(prefix) for name in states() for prefix in STARTS}
    assert WANTED_STATES - found == set()
    assert any("tie" in name for name in found)


def test_every_page_is_whole_and_has_each_id_once() -> None:
    for name, language, text in every_page():
        page = Page(text)
        assert page.open == ["html"] or page.open == [], (name, page.open)
        doubled = [found for found, count in Counter(page.all("id")).items() if count > 1]
        assert doubled == [], (name, doubled)
        moving = [found for found, count in Counter(page.all("data-vt")).items() if count > 1]
        assert moving == [], (name, moving)
        assert [attrs["lang"] for tag, attrs in page.tags if tag == "html"] == [language]


def test_without_a_script_a_page_that_waits_loads_itself_anew() -> None:
    """And one on which somebody chooses does not."""
    found = {True: 0, False: 0}
    for state in states().values():
        view = state.views["en"]
        waits = view.phase == "playing" and (view.ask is None or view.ask.ready)
        assert ('<noscript><meta http-equiv="refresh"' in draw(state, "en")) == waits, state.name
        found[waits] += 1
    assert min(found.values()) > 3


def test_rules_show_no_marks_of_text_files() -> None:
    page = other_pages("en")["rules"]
    assert "<code>" in page
    assert "`" not in page


def test_every_control_has_a_name_that_can_be_pointed_at() -> None:
    for name, _, text in every_page():
        page = Page(text)
        targets = set(page.all("id"))
        for attribute in ("aria-labelledby", "aria-describedby", "popovertarget", "form", "for"):
            missing = {part for value in page.all(attribute) for part in value.split()} - targets
            assert missing == set(), (name, attribute, missing)


def test_no_page_has_inline_code_or_styles() -> None:
    for name, _, text in every_page():
        for tag, attrs in Page(text).tags:
            assert tag != "style", name
            assert "style" not in attrs, (name, tag)
            assert not [attribute for attribute in attrs if attribute.startswith("on")], (name, tag)
            assert tag != "script" or attrs.get("src"), name


def test_names_and_texts_are_escaped() -> None:
    for name, _, text in every_page():
        assert "<b>." not in text, name
        assert "Bo <b>" not in text, name
        assert "<i>Bo" not in text, name
        assert "<b>one more" not in text, name
        assert "<script>" not in text, name
    assert any("Bo &lt;b&gt;" in text for _, _, text in every_page())


def test_templates_take_nothing_as_it_is_but_our_own_qr_code() -> None:
    """Everything else is escaped, whatever a page shows in which state."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in TEMPLATES.glob("*.html")}
    found = {name: re.findall(r"\w+\s*\|\s*safe\b|autoescape|[Mm]arkup", text) for name, text in texts.items()}
    assert {name: marks for name, marks in found.items() if marks} == {"move.html": ["qr|safe"]}


def sentences() -> list[str]:
    """English sentences of two words and more, without places, that have another wording in Spanish."""
    with (LOCALES / "en" / "LC_MESSAGES" / "doublecross.po").open("rb") as file:
        known = [message.id for message in read_po(file) if isinstance(message.id, str)]
    return [text for text in known if " " in text.strip() and "{" not in text and words("es").say(text) != text]


def test_spanish_pages_hold_no_english() -> None:
    pattern = re.compile("|".join(rf"\b{re.escape(english)}" for english in sorted(sentences(), key=len, reverse=True)))
    for name, language, text in every_page():
        if language == "es":
            # Names of tiles and outlaws are the same in both languages; sentences are not.
            found = [match for match in pattern.findall(Page(text).text) if len(match) > 8]
            assert found == [], (name, found)


def test_templates_say_everything_through_the_catalogues() -> None:
    allowed = {"doublecross", "English", "Español"}
    for path in sorted(TEMPLATES.glob("*.html")):
        source = re.sub(r"{% block room %}.*?{% endblock %}", "", path.read_text(encoding="utf-8"))  # the class of the page
        data = "\0".join(value for _, kind, value in jinja2.Environment().lex(source) if kind == "data")
        outside = re.sub(r"<[^<>]*>", " ", data.replace("\0", ""))
        outside = re.sub(r'[^\s<>]*"', " ", outside)  # attributes of a tag that another template opens
        loose = set(re.findall(r"[^\W\d_]{2,}", re.sub(r"&\w+;", " ", outside))) - allowed
        assert loose == set(), (path.name, loose)


def test_hidden_cards_are_nowhere_in_a_page() -> None:
    guarded = 0
    for state in states().values():
        text = draw(state, "en")
        for token in state.hidden:
            guarded += 1
            assert not re.search(rf"(?<![A-Za-z]){re.escape(token)}(?![a-z])", text), (state.name, token)
            assert card_name(token, words("en")).capitalize() not in text, (state.name, token)
    assert guarded > 100


def test_page_depends_on_the_view_alone() -> None:
    """The same view, taken apart to JSON types where nothing hidden could ride along, draws the same page."""
    for state in list(states().values())[::7]:
        view = state.views["en"]
        again = msgspec.structs.replace(view)
        assert table_fragment(again, LINKS, "en", NOW) == table_fragment(view, LINKS, "en", NOW)


def test_fragment_is_inside_the_page_and_names_its_version() -> None:
    for state in list(states().values())[::5]:
        fragment = table_fragment(state.views["en"], LINKS, "en", NOW + 60)
        assert fragment.strip() in draw(state, "en")
        root = Page(fragment).tags[0][1]
        assert root["id"] == "table"
        assert root["data-version"] == str(state.views["en"].version)
        assert root["data-now"] == f"{NOW + 60:.1f}"


def test_readiness_for_a_robbery_is_for_the_company_the_page_showed() -> None:
    """Every button that says ready or stays out names how often somebody came or went; none that lays cards down does."""
    found = 0
    for state in states().values():
        view = state.views["en"]
        if view.ask is None or view.ask.kind != "robbery" or view.decision is None:
            continue
        for act in Page(draw(state, "en")).all("value"):
            if act.startswith("do=choose"):
                found += 1
                assert act.endswith(f"&changes={view.decision.changes}"), (state.name, act)
            elif act.startswith("do="):
                assert "changes" not in act, (state.name, act)
    assert found > 3


def test_press_on_an_old_page_is_refused_when_someone_joined_since() -> None:
    play = robbery()
    first, second = [person for person in play.people if not play.view(person).ask.inside]
    seen = play.view(second)
    old = next(act for act in Page(table_page(seen, LINKS, "en", NOW)).all("value") if act.startswith("do=choose&choice=out"))
    ask = play.view(first).ask
    play.give(first, c.Draft, decision=ask.decision, choice=play.some_choice(ask), seat=ask.seat)
    fields = pressed({"act": old, "decision": seen.ask.decision, "seat": str(seen.ask.seat)})
    assert fields.pop("do") == "choose"
    with pytest.raises(Refusal, match="look again"):
        play.give(second, c.Choose, **(fields | {"seat": int(fields["seat"]), "changes": int(fields["changes"])}))


def test_the_third_change_is_the_last_and_the_page_says_so() -> None:
    play = robbery()
    person = next(person for person in play.people if not play.view(person).ask.inside)

    def page() -> str:
        return table_page(play.view(person), LINKS, "en", NOW)

    for choice, can_withdraw in (("in", True), ("out", False), ("in", False)):
        ask = play.view(person).ask
        play.give(person, c.Draft, decision=ask.decision, choice=play.some_choice(ask) if choice == "in" else "out", seat=ask.seat)
        assert (">Withdraw<" in page()) == can_withdraw
    assert "You have changed three times: you stay in, and can swap cards." in page()
    ask = play.view(person).ask
    play.give(person, c.Ready, decision=ask.decision, seat=ask.seat)
    assert "to swap cards" in page()
    # Whoever declared the robbery never could withdraw.
    declarer = next(person for person in play.people if not play.view(person).ask.may_stay_out)
    assert ">Withdraw<" not in table_page(play.view(declarer), LINKS, "en", NOW)


def robbery() -> Play:
    """A table of three people at which one has just declared a robbery."""
    play = Play("most-wanted", seed=3, people=3, bots=0)
    play.start()
    for _ in range(200):
        for _ in play.step():
            asks = [view.ask for view in map(play.view, play.people) if view.ask is not None and view.ask.kind == "robbery"]
            if len(asks) == 3 and sum(ask.inside for ask in asks) == 1:
                return play
    raise AssertionError("no robbery")


def test_cards_laid_down_are_not_counted_as_held() -> None:
    play = robbery()
    inside = next(person for person in play.people if play.view(person).ask.inside)
    out = next(person for person in play.people if person != inside)
    view = play.view(out)
    _, desk = desk_of(view, words("en"))
    poster = next(poster for poster in desk.posters if poster.downs)
    assert poster.held == poster.place.hand_size - poster.downs
    assert re.search(rf'class="hold">.*?</svg> {poster.held}<', table_page(view, LINKS, "en", NOW), re.S)


def test_refusal_is_the_heading_and_takes_the_focus() -> None:
    for state in list(states().values())[::9]:
        view = msgspec.structs.replace(state.views["en"], refusal="No <such> luck.")
        text = table_page(view, LINKS, "en", NOW)
        assert "No &lt;such&gt; luck." in text
        headings = [attrs for tag, attrs in Page(text).tags if tag == "h1"]
        assert any("data-refusal" in attrs and attrs.get("tabindex") == "-1" for attrs in headings), state.name


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_day_and_night_follow_the_choice_of_the_visitor(theme: str) -> None:
    text = home_page(HomeView("", "", (), (), (), (), False), Links("", "http://x", theme), "en")
    root = next(attrs for tag, attrs in Page(text).tags if tag == "html")
    assert root.get("data-theme") == (None if theme == "auto" else theme)


def test_every_address_keeps_the_prefix() -> None:
    for name, _, text in every_page():
        page = Page(text)
        for address in page.all("href") + page.all("action") + page.all("src"):
            inside = address.startswith(("/games/", "https://saloon.example/games/", "?", "#", "/games"))
            assert inside, (name, address)


def test_first_page_and_script_are_small() -> None:
    files = static_files()
    page = gzip.compress(home("en").encode(), 9)
    total = len(page) + sum(len(files[name].zipped) for name in ("look.css", "table.js", "sprite.svg", "mark.svg"))
    assert total < 60 * 1024
    assert len(files["table.js"].zipped) < 7 * 1024


def test_the_script_holds_no_sentences() -> None:
    source = (Path(pages.__file__).parent / "static" / "table.js").read_text(encoding="utf-8")
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", source)
    texts = re.findall(r'"([^"\n]*)"|`([^`]*)`', code)
    assert [text for pair in texts for text in pair if re.search(r"[A-Za-z]{3,} [A-Za-z]{3,} [A-Za-z]{3,}", text)] == []
    for forbidden in ("randomUUID", "crypto.subtle", "clipboard", "wakeLock", "eval(", "innerHTML"):
        assert forbidden not in code
