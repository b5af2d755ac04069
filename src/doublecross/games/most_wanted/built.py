"""Positions of Most Wanted built by hand: who holds what, and where everybody stands, at the beginning of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from doublecross.games.most_wanted import GAME
from doublecross.games.most_wanted.cards import card_kind, card_text, cards_in, multiset
from doublecross.games.most_wanted.record import CARDS, NO_TILE, OPENING
from doublecross.kernel.decisions import make_position
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position


def card_kinds(cards: str) -> list[int]:
    """The kinds of some cards, ``"Qw 6s"``; raises `BadInput`."""
    found = [(text, card_kind(text)) for text in cards.split()]
    unknown = [text for text, kind in found if kind is None]
    if unknown:
        raise BadInput(Phrase("cards"), ", ".join(map(repr, unknown)), "6s 6h 6c 6w 7s … Aw")
    return [kind for _, kind in found if kind is not None]


@dataclass(frozen=True)
class Built:
    """A table at the start of a turn. Cards named nowhere lie in the deck unless something else is said.

    Attributes:
        players: how many seats.
        hands: cards by seat; other seats hold none.
        deck, discard: the cards of the piles, low to high or not. Where only the deck is named, all others are discarded.
        hoard: the seat that holds all cards that are named nowhere.
        pos, bags: of each seat from seat 0 on; 0 for those left out.
        active, turns: whose turn it is, and its number.
        shuffles: how often the discard pile has become the deck.
        lose_turn: the seats that lose their next turn.
        opening: it is the opening duel instead.
        options: options of the game.
    """

    players: int = 3
    hands: Mapping[int, str] = field(default_factory=dict)
    deck: str | None = None
    discard: str | None = None
    hoard: int | None = None
    pos: Sequence[int] = ()
    bags: Sequence[int] = ()
    active: int = 0
    turns: int = 1
    shuffles: int = 0
    lose_turn: Sequence[int] = ()
    opening: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def position(self, script: str = "") -> Position:
        """The position, checked as bytes from outside are, after what a script chooses; raises `BadInput`."""
        return make_position(GAME, self.players, self.options, self._fill, script)

    def _fill(self, state: Any, rules: Any) -> None:
        for name, pile in self._piles(rules).items():
            once, twice = multiset(pile)
            where, _, seat = name.partition(" ")
            if seat:
                state.hand1[int(seat)], state.hand2[int(seat)], state.held[int(seat)] = once, twice, len(pile)
            else:
                for number, value in (("1", once), ("2", twice), ("_size", len(pile))):
                    setattr(state, f"{where}{number}", value)
        state.shuffled1, state.shuffled2, state.shuffles = rules.cards1, rules.cards2, self.shuffles
        state.pos[: len(self.pos)] = self.pos
        state.bags[: len(self.bags)] = self.bags
        state.supply = int(rules.supply) - sum(self.bags)
        state.turns, state.active, state.tile = self.turns, self.active, NO_TILE
        state.pending = state.deciders = 1 << self.active
        state.lose_turn = sum(1 << seat for seat in self.lose_turn)
        if self.opening:
            state.turns, state.tile, state.phase, state.hand_size = 0, OPENING, CARDS, 1
            state.pending = state.deciders = state.inside = rules.seats

    def _piles(self, rules: Any) -> dict[str, list[int]]:
        """All cards, by where they lie."""
        piles = {f"hand {seat}": card_kinds(cards) for seat, cards in self.hands.items()}
        piles |= {name: card_kinds(cards or "") for name, cards in (("deck", self.deck), ("discard", self.discard))}
        left = Counter(cards_in(rules.cards1, rules.cards2))
        left.subtract(kind for pile in piles.values() for kind in pile)
        missing = " ".join(card_text(kind) for kind in left if left[kind] < 0)
        if missing:
            raise BadInput(Phrase("cards"), missing, Phrase("no more cards than the deck has"))
        others = "discard" if self.deck is not None and self.discard is None else "deck"
        rest = others if self.hoard is None else f"hand {self.hoard}"
        piles[rest] = [*piles.get(rest, []), *left.elements()]
        return piles
