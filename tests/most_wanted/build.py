"""Positions of Most Wanted built by hand, and short scripts played from them, for tests of single rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pytest

import doublecross
from doublecross.games.most_wanted import GAME
from doublecross.games.most_wanted.cards import KINDS, card_kind, card_text, cards_in, multiset
from doublecross.games.most_wanted.record import CARDS, OPENING
from doublecross.kernel.chance import step_with
from doublecross.kernel.game import Event
from doublecross.kernel.machine import blank_state
from doublecross.kernel.options import check_options
from doublecross.kernel.position import Position, as_record, from_bytes, make_rules


def kinds(cards: str) -> list[int]:
    """The kinds of some cards: ``"Qw 6s"``."""
    return [kind for text in cards.split() if (kind := card_kind(text)) is not None or _unknown(text)]


def _unknown(text: str) -> bool:
    raise AssertionError(f"no such card: {text}")


def table(
    players: int = 3,
    hands: Mapping[int, str] = MappingProxyType({}),
    *,
    deck: str | None = None,
    discard: str | None = None,
    hoard: int | None = None,
    pos: Sequence[int] = (),
    bags: Sequence[int] = (),
    active: int = 0,
    turns: int = 1,
    shuffles: int = 0,
    lose_turn: Sequence[int] = (),
    opening: bool = False,
    **options: Any,
) -> Table:
    """A position at the start of the turn of `active` (or of the opening duel), checked as bytes from outside are.

    Cards named nowhere go to the seat `hoard`, else to the deck, or to the discard pile where only the deck is named. Seats that are not
    named hold none.
    """
    values = check_options(GAME.options, options, "test")
    rules = make_rules(GAME, players, values)
    array = blank_state(GAME, 1)
    state, rule = as_record(array), as_record(rules)
    piles = {f"hand {seat}": kinds(cards) for seat, cards in hands.items()}
    piles |= {name: kinds(cards or "") for name, cards in (("deck", deck), ("discard", discard))}
    left = Counter(cards_in(rule.cards1, rule.cards2))
    left.subtract(kind for pile in piles.values() for kind in pile)
    assert min(left.values()) >= 0, f"more cards than there are: {[card_text(kind) for kind in left if left[kind] < 0]}"
    rest = f"hand {hoard}" if hoard is not None else "discard" if deck is not None and discard is None else "deck"
    piles[rest] = [*piles.get(rest, []), *left.elements()]
    for name, pile in piles.items():
        once, twice = multiset(pile)
        where, _, seat = name.partition(" ")
        if seat:
            state.hand1[int(seat)], state.hand2[int(seat)], state.held[int(seat)] = once, twice, len(pile)
        else:
            array[f"{where}1"], array[f"{where}2"], array[f"{where}_size"] = once, twice, len(pile)
    array["shuffled1"], array["shuffled2"], array["shuffles"] = rule.cards1, rule.cards2, shuffles
    state.pos[: len(pos)] = pos
    state.bags[: len(bags)] = bags
    array["supply"] = int(rule.supply) - sum(bags)
    array["turns"], array["active"], array["tile"] = turns, active, -1
    array["pending"] = array["deciders"] = 1 << active
    array["lose_turn"] = sum(1 << seat for seat in lose_turn)
    if opening:
        array["turns"], array["tile"], array["phase"], array["hand_size"] = 0, OPENING, CARDS, 1
        array["pending"] = array["deciders"] = array["inside"] = rule.seats
    return Table(from_bytes(Position(GAME, values, rules, array, None).to_bytes()))


class Table:
    """A position, and what happened since it was built.

    Attributes:
        position: where it stands now.
        events: all events since.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []

    def play(self, script: str, draws: str = "") -> list[Event]:
        """Play a script and return the events it caused.

        The script's words are ``seat:token+token``; the cards among the tokens may stand in any order. Cards are drawn as `draws` says,
        then always the lowest there is, so that a script has one outcome. Every position on the way must be one that bytes may bring back.
        """
        queue = kinds(draws)
        events: list[Event] = []
        for word in script.split():
            seat, _, tokens = word.partition(":")
            actions = [self.position.action_from_text(token) for token in tokens.split("+")]
            cards = iter(sorted(action for action in actions if action < KINDS))
            for action in actions:
                events += self._step(int(seat), next(cards) if action < KINDS else action, queue)
        assert not queue, f"not drawn: {queue}"
        self.events += events
        return events

    def _step(self, seat: int, action: int, queue: list[int]) -> list[Event]:
        outcomes = list(queue)
        while (step := step_with(self.position, seat, action, outcomes)).need is not None:
            outcomes.append(step.need.outcomes[0])
        del queue[: step.used]
        self.position = from_bytes(step.position.to_bytes())
        return list(step.events)

    @property
    def state(self) -> Any:
        """The record."""
        return as_record(self.position._state)

    def hand(self, seat: int) -> str:
        """A seat's hand, low to high."""
        return text(self.state.hand1[seat], self.state.hand2[seat])

    def pile(self, name: str) -> str:
        """The cards of a pile: deck, discard, laid, sheriff, shuffled."""
        return text(getattr(self.state, f"{name}1"), getattr(self.state, f"{name}2"))

    @property
    def pos(self) -> list[int]:
        """Where the tokens stand."""
        return [int(pos) for pos in self.state.pos[: self.position.players]]

    @property
    def bags(self) -> list[int]:
        """Everyone's bags."""
        return [int(bags) for bags in self.state.bags[: self.position.players]]

    @property
    def held(self) -> list[int]:
        """How many cards each seat owns."""
        return [int(held) for held in self.state.held[: self.position.players]]

    @property
    def to_act(self) -> list[int]:
        """Who has to choose."""
        return sorted(self.position.to_act)

    def legal(self, seat: int) -> list[str]:
        """The tokens of the seat's legal actions."""
        return [self.position.action_text(action) for action in self.position.legal(seat)]

    def refused(self, seat: int, token: str) -> str:
        """The name of the reason for which an action is refused; nothing may change."""
        before = self.position.to_bytes()
        with pytest.raises(doublecross.IllegalAction) as refusal:
            self.position.apply(seat, self.position.action_from_text(token))
        assert self.position.to_bytes() == before
        return refusal.value.reason.name


def text(once: Any, twice: Any) -> str:
    """The cards of a multiset, low to high."""
    return " ".join(card_text(kind) for kind in cards_in(once, twice))


def told(events: Sequence[Event], kind: str, *facts: str) -> list[Any]:
    """Of all events of a kind, in order: the seat, or a tuple of the seat and these facts."""
    found = [event for event in events if event.kind == kind]
    return [(event.seat, *(event.facts[fact] for fact in facts)) if facts else event.seat for event in found]


def drawn(events: Sequence[Event]) -> list[tuple[int | None, str]]:
    """Who drew which cards, in order; draws of nothing left out."""
    return [(event.seat, " ".join(event.facts["cards"])) for event in events if event.kind == "draw" and event.facts["cards"]]
