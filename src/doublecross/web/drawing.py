"""The templates: one environment per language, everything they fill in escaped, with the few words and drawings they share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jinja2
import msgspec
from jinja2.runtime import Macro

from doublecross.bots.cast import CAST
from doublecross.bots.registry import bot_names, usual_opponent
from doublecross.games.most_wanted.words_names import capital, card_name
from doublecross.kernel.registry import all_games, load_game
from doublecross.kernel.words import Words, mark, words
from doublecross.tables.commands import REACTIONS
from doublecross.tables.naming import LOOKS
from doublecross.tables.setup import LONGEST_CLOCK, MOST_DAYS
from doublecross.tables.views import OptionView, TableView
from doublecross.web.carded import carding
from doublecross.web.compiling import Templates
from doublecross.web.desks.common import lasting, name_of, talking
from doublecross.web.desks.most_wanted_parts import Card
from doublecross.web.regions import Drawings, Kept, Page
from doublecross.web.shown import Links

TEMPLATES = Path(__file__).parent / "templates"
_REACTION_WORDS = {
    "howdy": mark("Howdy!"),
    "nice": mark("Nice one!"),
    "laugh": mark("Ha ha!"),
    "gasp": mark("What?!"),
    "doubt": mark("I doubt that."),
    "hurry": mark("The sun is going down…"),
    "sorry": mark("Sorry, partner."),
    "well-played": mark("Well played."),
}
REACTION_WORDS = {name: _REACTION_WORDS[name] for name in REACTIONS}
"""What quick reactions say, in the order of their buttons."""
LOOK_WORDS = {
    "kate": mark("red hat and braids"),
    "deacon": mark("tall black hat and cross"),
    "moe": mark("bald with a beard"),
    "sal": mark("eyepatch and feather"),
    "tess": mark("great curls and hoops"),
    "hank": mark("big hat and moustache"),
    "doc": mark("top hat and glasses"),
    "stranger": mark("masked"),
}
"""What portraits show, for those who do not see them."""
BOT_WORDS = {name: persona.about for name, persona in CAST.items()}
"""Bots as people choose them; those we know nothing of go by their names."""
HAND_WORDS = {
    name: name
    for name in (
        mark("Double Cross"),
        mark("Four of a kind"),
        mark("Three of a kind"),
        mark("Two pair"),
        mark("Pair"),
        mark("High card"),
    )
}
_ART = ("lion", "duke", "stretch", "twins", "panda", "croc", "owl", "jackalope", "snake", "bison", "vulture", "unknown")
OUTLAW_ART = {f"a-{name}" for name in _ART}
_COLUMNS = (8, 66)
_DRAWN_ONCE = (
    *("icon", "vh", "pin", "bot", "fact", "card", "open_card", "mini", "jail", "wanted_body"),
    *("tools", "shut", "looks_of", "logo", "menu", "menu_button", "people_button", "keys"),
)
"""The macros of ``parts.html`` that depend on nothing but a few plain values: they are drawn once for each of these."""
MOST_KEPT = 4096
"""Drawings and sentences of each kind that are kept."""
PIPS: dict[str, list[tuple[float, float]]] = {
    "7": [*((x, y) for x in _COLUMNS for y in (-14, 45, 104)), (37, 15)],
    "8": [*((x, y) for x in _COLUMNS for y in (-14, 45, 104)), (37, 15), (37, 75)],
    "9": [*((x, y) for x in _COLUMNS for y in (-14, 25.8, 65.7, 104)), (37, 45)],
    "10": [*((x, y) for x in _COLUMNS for y in (-14, 25.8, 65.7, 104)), (37, 6), (37, 85)],
}
"""Where the suit's symbol stands on the cards from 7 to 10."""


def render(template: str, language: str, links: Links, **places: Any) -> str:
    """A template in a language."""
    return _environment(language, links.static("sprite.svg")).get_template(template).render(links=links, **places)


def render_page(template: str, language: str, links: Links, drawings: Drawings, version: int, **places: Any) -> Page:
    """A template whose regions are kept among these drawings; ``now`` among the places is the time it holds."""
    kept = Kept(drawings)
    return kept.page(version, render(template, language, links, kept=kept, **places), places["now"])


@functools.cache
def _environment(language: str, art: str) -> jinja2.Environment:
    """The templates, which speak one language through ``say`` and ``plural``, with the drawings at this address."""
    speaker: Words = words(language)
    environment = Templates(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    say = functools.lru_cache(MOST_KEPT)(speaker.say)
    environment.globals.update(
        say=say,
        plural=speaker.plural,
        lang=language,
        art=art,
        pips=PIPS,
        reactions=REACTION_WORDS,
        looks=tuple(LOOKS),
        look_names=tuple(LOOK_WORDS[look] for look in LOOKS),
        hand_names=HAND_WORDS,
        longest_clock=LONGEST_CLOCK,
        most_days=MOST_DAYS,
        games=all_games(),
        bot_words=BOT_WORDS,
        replay=None,
        carded=carding(art, speaker),
    )
    environment.filters.update(_filters(speaker))
    parts = environment.globals["parts"] = _macros(environment, "parts.html", _DRAWN_ONCE)
    environment.drawn["parts"] = {name: getattr(parts, name) for name in _DRAWN_ONCE}
    environment.globals["mw"] = _macros(environment, "most_wanted_parts.html")
    environment.globals["ol"] = _macros(environment, "outlawed_parts.html")
    return environment


def _filters(speaker: Words) -> dict[str, Callable[..., Any]]:
    """What templates do with values."""
    return {
        "said": speaker.say,
        "lasting": lasting,
        "talking": talking,
        "name_of": name_of,
        "portrait": portrait,
        "outlaw_art": outlaw_art,
        "left_seat": left_seat,
        "stood_in": stood_in,
        "game": load_game,
        "bots": lambda game: bot_names(load_game(game)),
        "usual_bot": lambda game: usual_opponent(load_game(game)),
        "cards": functools.partial(pile, speaker=speaker),
        "option_text": functools.partial(option_text, speaker=speaker),
    }


def _macros(environment: jinja2.Environment, template: str, once: Sequence[str] = ()) -> SimpleNamespace:
    """The macros of a template, those named drawn once for each of the values they are given."""
    found = {name: macro for name, macro in vars(environment.get_template(template).module).items() if isinstance(macro, Macro)}
    return SimpleNamespace(**{**found, **{name: functools.lru_cache(MOST_KEPT)(found[name]) for name in once}})


def portrait(look: str) -> str:
    """The symbol of a portrait; one that we have not drawn is the stranger's."""
    return f"p-{look}" if look in LOOK_WORDS or look == "sheriff" else "p-stranger"


def outlaw_art(slug: str) -> str:
    """The symbol of an outlaw; decks may name any."""
    return slug if slug in OUTLAW_ART else "a-unknown"


def stood_in(view: TableView) -> bool:
    """Whether a bot plays a seat of the viewer's, who has not got up from it."""
    return view.phase == "playing" and any(seat.yours and seat.bot for seat in view.seats)


def left_seat(view: TableView) -> bool:
    """Whether the viewer got up from a seat that is still theirs during the game."""
    return bool(view.you) and any(seat.left and seat.person == view.you for seat in view.seats)


def option_text(option: OptionView, speaker: Words) -> str:
    """The value of an option, for reading: a deck by its name."""
    if option.value.startswith("{"):
        name = msgspec.json.decode(option.value, type=dict[str, Any]).get("name", "")
        return str(name.get(speaker.language) or next(iter(name.values()))) if isinstance(name, dict) else str(name)
    known = {"true": speaker.say("yes"), "false": speaker.say("no"), "house": speaker.say("House set"), **dict(option.values)}
    return known.get(option.value, option.value)


def pile(tokens: Sequence[str], speaker: Words) -> list[Card]:
    """Cards that lie open, with their names."""
    return [Card(token, capital(card_name(token, speaker)), f"{token}{place}") for place, token in enumerate(tokens)]
