"""Cards in sentences, drawn as rank and suit, and read out by their names.

In text a card of Most Wanted is two letters, "7w" or "Th". Whoever has just sat down does not know them, and takes h for hearts.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from doublecross.games.most_wanted.words_names import card_name
from doublecross.kernel.words import Words
from doublecross.web.desks.most_wanted_parts import Card

Draw = Callable[[str], Markup]
"""A text as HTML, with whatever it names drawn."""

_CARD = "[6-9TJQKA][shcw]"
_CARDS = re.compile(rf"(?<![\w'’-])({_CARD}(?: {_CARD})*)(?![\w'’-])")


def carding(art: str, words: Words) -> Draw:
    """What draws the cards in a text.

    Args:
        art: the address of the drawings.
        words: the language of the names.
    """

    def card(token: str) -> str:
        shown = Card(token, card_name(token, words), "")
        symbol = f'<svg aria-hidden="true"><use href="{art}#s-{shown.suit}"/></svg>'
        name = f'<span class="vh">{escape(shown.name)}</span>'
        return f'<b class="named {shown.suit}" data-card="{token}" data-rank="{shown.rank}">{symbol}{name}</b>'

    def cards(tokens: str) -> str:
        return '<span class="vh">,</span> '.join(card(token) for token in tokens.split())

    def draw(text: str) -> Markup:
        # Cards and what stands between them take turns.
        parts = _CARDS.split(text)
        return Markup("".join(cards(part) if place % 2 else escape(part) for place, part in enumerate(parts)))

    return draw
