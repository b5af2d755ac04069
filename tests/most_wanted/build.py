"""Positions of Most Wanted built by hand, and short scripts played from them, for tests of single rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pytest

import doublecross
from doublecross.games.most_wanted.built import Built, card_kinds
from doublecross.games.most_wanted.cards import KINDS, card_text, cards_in
from doublecross.kernel.chance import step_with
from doublecross.kernel.game import Event
from doublecross.kernel.position import Position, as_record, from_bytes

_PLACES = {each.name for each in fields(Built)}


def table(players: int = 3, hands: Mapping[int, str] = MappingProxyType({}), **given: Any) -> Table:
    """A position at the start of a turn, or of the opening duel: what `Built` takes, and options of the game."""
    places = {name: value for name, value in given.items() if name in _PLACES}
    options = {name: value for name, value in given.items() if name not in _PLACES}
    return Table(Built(players, hands, **places, options=options).position())


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
        queue = card_kinds(draws)
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
