"""The templates: one environment per language, everything they fill in escaped, with the few words and drawings they share."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jinja2
import msgspec

from doublecross.games.most_wanted.words_names import capital, card_name
from doublecross.kernel.words import Words, mark, words
from doublecross.tables.commands import REACTIONS
from doublecross.tables.seats import LOOKS
from doublecross.tables.setup import LONGEST_CLOCK, MOST_DAYS
from doublecross.tables.views import OptionView, TableView
from doublecross.web.desks.most_wanted_parts import Card
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
_DRAWN_ONCE = ("icon", "vh", "pin", "bot", "fact", "menu", "card", "open_card", "mini", "jail", "wanted_body", "tools", "shut", "looks_of")
_MACROS = ("clock", "call_head", "presses", "no_default", "log", "chat", "table_sheet", "sit_form")
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


@functools.cache
def _environment(language: str, art: str) -> jinja2.Environment:
    """The templates, which speak one language through ``say`` and ``plural``, with the drawings at this address."""
    speaker: Words = words(language)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
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
        replay=None,
    )
    environment.filters.update(
        said=speaker.say,
        portrait=portrait,
        outlaw_art=outlaw_art,
        name_of=name_of,
        cards=functools.partial(pile, speaker=speaker),
        option_text=functools.partial(option_text, speaker=speaker),
    )
    environment.globals["parts"] = _Parts(environment.get_template("parts.html").module)
    return environment


class _Parts:
    """The macros of ``parts.html``; those that depend on nothing but a few plain values are drawn once for each of these."""

    def __init__(self, module: Any) -> None:
        for name in _MACROS:
            setattr(self, name, getattr(module, name))
        for name in _DRAWN_ONCE:
            setattr(self, name, functools.lru_cache(MOST_KEPT)(getattr(module, name)))


def portrait(look: str) -> str:
    """The symbol of a portrait; one that we have not drawn is the stranger's."""
    return f"p-{look}" if look in LOOK_WORDS or look == "sheriff" else "p-stranger"


def outlaw_art(slug: str) -> str:
    """The symbol of an outlaw; decks may name any."""
    return slug if slug in OUTLAW_ART else "a-unknown"


def name_of(view: TableView, person: str) -> str:
    """What a person is called at a table."""
    seats = [seat.name for seat in view.seats if seat.person == person]
    return next(iter([*seats, *(one.name for one in view.people if one.person == person)]), "?")


def option_text(option: OptionView, speaker: Words) -> str:
    """The value of an option, for reading: a deck by its name."""
    if option.value.startswith("{"):
        name = msgspec.json.decode(option.value, type=dict[str, Any]).get("name", "")
        return str(name.get(speaker.language) or next(iter(name.values()))) if isinstance(name, dict) else str(name)
    known = {"true": speaker.say("yes"), "false": speaker.say("no")}
    return known.get(option.value, option.value)


def pile(tokens: Sequence[str], speaker: Words) -> list[Card]:
    """Cards that lie open, with their names."""
    return [Card(token, capital(card_name(token, speaker)), f"{token}{place}") for place, token in enumerate(tokens)]
