"""Positions and decks for the tests of OutLawed!"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import doublecross
from doublecross.games.outlawed.game import GAME
from doublecross.games.outlawed.options import deck_of
from doublecross.kernel.game import Event
from doublecross.kernel.position import Position

Plays = Sequence[tuple[str, str]]


def outlaw(id_: str, condition: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An outlaw of a deck file."""
    plain = {"id": id_, "name": id_.title(), "animal": "cat", "reward": 100, "badge": True, "bullets": True}
    return plain | {"condition": condition} | more


def deck(*outlaws: dict[str, Any]) -> dict[str, Any]:
    """A deck of these outlaws."""
    return {"format": 1, "name": "Test", "outlaw": list(outlaws)}


TRUE_CLAIM = {"who": "me", "claim": "true"}
A_LIE = {"who": "me", "claim": "lie"}


def plain_deck(count: int, **more: Any) -> dict[str, Any]:
    """A deck of outlaws a, b, c ... that are apprehended by a true claim."""
    return deck(*(outlaw("abcdefghijklmnop"[number], TRUE_CLAIM, **more) for number in range(count)))


def start(players: int, removed: Sequence[str] = (), **options: Any) -> Position:
    """A game that seat 0 begins, with these outlaws lost, by seat (others as dealt)."""
    position = doublecross.new("outlawed", players=players, seed=1, **({"first_player": 0} | options))
    state, used, index = position._state, int(position._rules["used"][0]), deck_of(position._rules[0]).index
    for seat, lost in enumerate(removed):
        state["removed"][0, seat] = 1 << index(lost)
        state["hands"][0, seat] = used ^ 1 << index(lost)
    return position


def act(position: Position, token: str) -> Sequence[Event]:
    """The seat whose turn it is chooses this."""
    (seat,) = position.to_act
    return position.apply(seat, GAME.action_from_text(position._rules[0], token))


def play_round(position: Position, plays: Plays) -> list[Event]:
    """One whole round; `plays` has what each seat plays and claims, by seat."""
    events: list[Event] = []
    for _ in plays:
        (seat,) = position.to_act
        played, claimed = plays[seat]
        events += [*act(position, played), *act(position, f"as:{claimed}")]
    return events


def ids(position: Position, mask: Any) -> set[str]:
    """The ids of a mask of outlaws."""
    return {each.id for number, each in enumerate(deck_of(position._rules[0]).outlaws) if int(mask) >> number & 1}


def field(position: Position, name: str, seat: int) -> set[str]:
    """The outlaws of a field of the state."""
    return ids(position, position._state[name][0, seat])


def of_kind(events: Sequence[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]
