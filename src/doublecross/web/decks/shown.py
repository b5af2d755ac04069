"""What the pages of decks show: plain models, made of drafts and decks, that the templates fill in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from doublecross.games.outlawed.conditions import MY_CLAIM, MY_OUTLAW
from doublecross.games.outlawed.deck_words import blocks_words, condition_words
from doublecross.games.outlawed.decks import FIELDS, SOURCES, Deck, Outlaw
from doublecross.games.outlawed.shown import FIELD_WORDS, SOURCE_WORDS, games_words, reward_words
from doublecross.kernel.errors import BadInput
from doublecross.kernel.words import Words, mark
from doublecross.web.decks import parts
from doublecross.web.decks.drafts import DeckDraft, OutlawDraft, TextDraft
from doublecross.web.decks.faults import DECK, Examined, reading
from doublecross.web.decks.parts import Part

SHORT_SOURCES = {"seed": mark("rulebook"), "public": mark("public"), "house": mark("house"), "": mark("own")}
"""The sources of fields in a word."""
LIARS = {
    "": mark("nobody for lying"),
    "rivals": mark("the outlaws of lying rivals"),
    "players": mark("the outlaws of all liars, its own too"),
}
WHO = {"me": mark("I (who plays this outlaw)"), "rivals": mark("rivals"), "players": mark("players, me too")}
KINDS = {
    "true": mark("told the truth"),
    "lie": mark("lied"),
    "played": mark("played"),
    "claimed": mark("claimed"),
    "same-played": mark("played one and the same outlaw"),
    "same-claimed": mark("claimed one and the same outlaw"),
}
GROUPS = {"all": mark("all of these are true"), "any": mark("at least one of these is true")}
COUNTS = {
    "1": mark("at least one"),
    "2": mark("at least two"),
    "3": mark("at least three"),
    "4": mark("at least four"),
    "5": mark("five"),
    "half": mark("at least half"),
    "all": mark("all"),
    "=0": mark("none"),
    "=1": mark("exactly one"),
    "=2": mark("exactly two"),
    "=3": mark("exactly three"),
    "=4": mark("exactly four"),
    "=5": mark("exactly five"),
}
MINE = {MY_OUTLAW: mark("the outlaw I played"), MY_CLAIM: mark("the outlaw I claimed")}
LANGUAGE_NAMES = {"es": mark("Spanish")}
"""The languages that a text can have of its own, as they are called within a sentence."""

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class FaultLine:
    """A mistake: what was found, and what is allowed."""

    found: str
    allowed: str


@dataclass(frozen=True)
class FieldLine:
    """A field of an outlaw for reading: what it is called, what it says, where it comes from."""

    label: str
    value: str
    source: str
    source_word: str


@dataclass(frozen=True)
class OutlawLine:
    """An outlaw for reading."""

    number: int
    id: str
    name: str
    art: str
    reward: str
    condition: str
    fields: tuple[FieldLine, ...]
    house: int


@dataclass(frozen=True)
class PartRow:
    """A part of a condition in the builder.

    Attributes:
        path: its place, as the buttons name it.
        prefix: before the names of its fields.
        subjects: what it can be about; an id that no outlaw has is among them while the part is about it.
    """

    part: Part
    path: str
    prefix: str
    group: bool
    subjects: Options
    parts: tuple[PartRow, ...]


@dataclass(frozen=True)
class Shelf:
    """One line of the list of decks: its id, its name, how many outlaws and mistakes it has."""

    id: str
    name: str
    outlaws: int
    faults: int


def said(text: TextDraft, words: Words) -> str:
    """A text in the reader's language."""
    return text.own.get(words.language) or text.all


def shelf_line(deck_id: str, draft: DeckDraft, found: Examined, words: Words) -> Shelf:
    """A deck in the list."""
    return Shelf(deck_id, said(draft.name, words) or words.say("Deck without a name"), len(draft.outlaws), len(found.faults))


def fault_lines(found: Examined, number: int, words: Words) -> dict[str, FaultLine]:
    """The mistakes of one outlaw, or (`DECK`) of the deck itself, by field."""
    return {field: _fault(error, words) for (place, field), error in found.faults.items() if place == number}


def _fault(error: BadInput, words: Words) -> FaultLine:
    return FaultLine(words.repeat(error.found), words.repeat(error.allowed))


def outlaw_lines(deck: Deck, words: Words) -> list[OutlawLine]:
    """Every outlaw of a sound deck, for reading."""
    return [_outlaw_line(number, outlaw, deck, words) for number, outlaw in enumerate(deck.outlaws)]


def _outlaw_line(number: int, outlaw: Outlaw, deck: Deck, words: Words) -> OutlawLine:
    yes, no = words.say("yes"), words.say("no")
    condition = sentence(condition_words(outlaw, deck, words))
    values = {
        "name": outlaw.name.said(words.language),
        "animal": outlaw.animal.said(words.language),
        "reward": reward_words(outlaw, None, words),
        "badge": yes if outlaw.badge else no,
        "bullets": yes if outlaw.bullets else no,
        "condition": condition,
        "blocks": sentence(words.both(blocks_words(outlaw, deck, words))) if outlaw.blocks else "",
        "art": outlaw.art,
    }
    fields = tuple(
        FieldLine(words.say(FIELD_WORDS[field]), values[field], outlaw.source(field), words.say(SHORT_SOURCES[outlaw.source(field)]))
        for field in FIELDS
        if values[field] and (field != "art" or outlaw.source("art"))
    )
    house = sum(field.source == "house" for field in fields)
    return OutlawLine(number, outlaw.id, values["name"], outlaw.art, values["reward"], condition, fields, house)


def sentence(text: str) -> str:
    """A clause as a sentence."""
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def games(deck: Deck, words: Words) -> list[tuple[str, list[str]]]:
    """What each kind of game makes of a deck."""
    return list(games_words(deck, words))


def source_legend(words: Words) -> Options:
    """What the words for sources mean."""
    return tuple((words.say(SHORT_SOURCES[source]), words.say(SOURCE_WORDS[source])) for source in (*SOURCES, ""))


def part_rows(draft: DeckDraft, outlaw: OutlawDraft, words: Words) -> PartRow:
    """The builder's tree."""
    names = tuple((each.id, said(each.name, words) or each.id) for each in draft.outlaws)
    return _row(outlaw.condition, (), (*names, *((name, words.say(text)) for name, text in MINE.items())))


def _row(part: Part, path: parts.Path, subjects: Options) -> PartRow:
    known = {name for name, _ in subjects}
    own = subjects if not part.subject or part.subject in known else (*subjects, (part.subject, part.subject))
    inner = tuple(_row(each, (*path, place), subjects) for place, each in enumerate(part.parts))
    place = ".".join(map(str, path))
    return PartRow(part, place, f"c.{place}." if path else "c.", part.kind in parts.GROUPS, own, inner)


def in_words(draft: DeckDraft, outlaw: OutlawDraft, words: Words) -> str:
    """An outlaw's condition as it stands, as a sentence; empty if it cannot be read."""
    return sentence(reading(draft, outlaw, words))


def choices(of: Mapping[str, str], words: Words) -> Options:
    """A list to choose from."""
    return tuple((name, words.say(text)) for name, text in of.items())


@dataclass(frozen=True)
class OutlawForm:
    """Everything the page of one outlaw's form shows."""

    number: int
    outlaw: OutlawDraft
    faults: dict[str, FaultLine]
    tree: PartRow
    reading: str
    others: Options
    full: bool
    labels: dict[str, str]
    sources: Options
    languages: Options
    liars: Options
    who: Options
    kinds: Options
    counts: Options
    groups: Options


def outlaw_form(draft: DeckDraft, number: int, found: Examined, words: Words) -> OutlawForm:
    """The form of one outlaw."""
    outlaw = draft.outlaws[number]
    return OutlawForm(
        number=number,
        outlaw=outlaw,
        faults=fault_lines(found, number, words),
        tree=part_rows(draft, outlaw, words),
        reading=in_words(draft, outlaw, words),
        others=tuple((each.id, said(each.name, words) or each.id) for each in draft.outlaws),
        full=parts.size(outlaw.condition) >= parts.MOST_PARTS,
        labels={field: words.say(text) for field, text in FIELD_WORDS.items()},
        sources=choices(SHORT_SOURCES, words),
        languages=choices(LANGUAGE_NAMES, words),
        liars=choices(LIARS, words),
        who=choices(WHO, words),
        kinds=choices(KINDS, words),
        counts=choices(COUNTS, words),
        groups=choices(GROUPS, words),
    )


@dataclass(frozen=True)
class DeckForm:
    """Everything the page of a deck's form shows. `outlaws`: number, name, condition in words, how many mistakes, portrait."""

    draft: DeckDraft
    faults: dict[str, FaultLine]
    outlaws: tuple[tuple[int, str, str, int, str], ...]
    languages: Options
    sound: bool


def deck_form(draft: DeckDraft, found: Examined, words: Words) -> DeckForm:
    """The form of the deck itself."""
    lines = tuple(
        (number, said(outlaw.name, words) or outlaw.id, in_words(draft, outlaw, words), len(fault_lines(found, number, words)), outlaw.art)
        for number, outlaw in enumerate(draft.outlaws)
    )
    return DeckForm(draft, fault_lines(found, DECK, words), lines, choices(LANGUAGE_NAMES, words), found.deck is not None)
