"""The pages of decks, as HTML text."""

from __future__ import annotations

from collections.abc import Sequence

from doublecross.games.outlawed.deck_files import house_deck
from doublecross.games.outlawed.decks import UNKNOWN_ART, Deck
from doublecross.games.outlawed.shipped import SHIPPED, shipped_deck
from doublecross.kernel.words import words
from doublecross.tables.views import TableView
from doublecross.web.decks import drafts, shown
from doublecross.web.decks.drafts import DeckDraft
from doublecross.web.decks.faults import Examined
from doublecross.web.decks.kept import HOUSE, OURS
from doublecross.web.drawing import OUTLAW_ART, render
from doublecross.web.shown import Links


def list_page(decks: Sequence[shown.Shelf], refusal: str, links: Links, language: str) -> str:
    """The visitor's decks, and ours."""
    known = {HOUSE: house_deck(), **{name: shipped_deck(name) for name in SHIPPED}}
    ours = [shown.Shelf(name, deck.name.said(language), len(deck.outlaws), 0) for name, deck in known.items()]
    return render("decks.html", language, links, decks=decks, ours=ours, refusal=refusal)


def deck_page(deck_id: str, deck: Deck, own: bool, links: Links, language: str) -> str:
    """A sound deck in words."""
    speaker = words(language)
    outlaws = shown.outlaw_lines(deck, speaker)
    return render(
        "deck.html",
        language,
        links,
        deck=deck_id,
        own=own,
        shared=deck_id not in OURS,
        name=deck.name.said(language),
        note=deck.note.said(language) if deck.note is not None else "",
        outlaws=outlaws,
        house=sum(outlaw.house for outlaw in outlaws),
        games=shown.games(deck, speaker),
        legend=shown.source_legend(speaker),
    )


def edit_page(deck_id: str, draft: DeckDraft, found: Examined, refusal: str, links: Links, language: str) -> str:
    """The form of a deck."""
    speaker = words(language)
    form = shown.deck_form(draft, found, speaker)
    name = shown.said(draft.name, speaker) or speaker.say("Deck without a name")
    return render("deck_edit.html", language, links, deck=deck_id, name=name, form=form, most=drafts.MOST_OUTLAWS, refusal=refusal)


def outlaw_page(deck_id: str, draft: DeckDraft, number: int, found: Examined, links: Links, language: str) -> str:
    """The form of one outlaw."""
    speaker = words(language)
    form = shown.outlaw_form(draft, number, found, speaker)
    art = sorted({*OUTLAW_ART, UNKNOWN_ART, form.outlaw.art})
    name = shown.said(draft.name, speaker) or speaker.say("Deck without a name")
    title = shown.said(form.outlaw.name, speaker) or form.outlaw.id
    return render("outlaw_edit.html", language, links, deck=deck_id, deck_name=name, title=title, form=form, art_choices=art, refusal="")


def table_deck_page(view: TableView, decks: Sequence[tuple[str, str]], refusal: str, links: Links, language: str) -> str:
    """The decks that a table can play with: ours, the visitor's sound ones, and any whose link they have."""
    house = house_deck().name.said(language)
    return render("table_deck.html", language, links, view=view, house=house, decks=decks, refusal=refusal)
