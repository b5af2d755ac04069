"""Non-interference: what a viewer cannot know has no say in anything that viewer receives from a table."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from doublecross.kernel.machine import records
from doublecross.kernel.position import Position, as_record
from doublecross.tables import commands as c
from doublecross.tables.refusals import Refusal
from doublecross.tables.table import Table
from tests.tables.build import Desk

VARIANTS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("most-wanted", 3, {"labor": "dishonest", "first_player": "duel"}),
    ("most-wanted", 2, {"duel": "shootout"}),
    ("outlawed", 3, {}),
)


def with_other_secrets(desk: Desk, viewer: int, rng: np.random.Generator) -> Table:
    """The same table, but with another truth behind everything that the viewer cannot know.

    The kernel of a table never holds half of a sealed step: a truth in which others have already chosen is drawn again.
    """
    state = desk.table.state.copy()
    position = state.position
    assert position is not None
    for _ in range(20):
        changed = position.game.secrets(as_record(position._state), position.rules, viewer, rng)
        array = records(position.game.state_dtype)
        array[:] = changed
        other = Position(position.game, position.options, position.rules_array, array, position._chain)
        if other.to_act == position.to_act:
            state.position = other
            break
    decision = state.decision
    assert decision is not None
    for seat, part in decision.parts.items():
        if seat != viewer and part.draft is not None:
            state.set_part(seat, draft="another choice")
    return Table(state)


def receives(table: Table, person: str | None) -> list[bytes]:
    return [msgspec.json.encode(table.view(person, language)) for language in ("en", "es")]


def answers(table: Table, person: str, choices: list[str]) -> list[str]:
    """What a person is told about choices."""
    decision, found = table.state.decision, []
    assert decision is not None
    for number, choice in enumerate(choices):
        try:
            table.decide(c.Draft(key=f"try {number}", decision=decision.id, choice=choice), person, 0.0)
            found.append("accepted")
        except Refusal as refusal:
            found.append(str(refusal.reason))
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: f"{variant[0]}-{variant[1]}")
def test_view_does_not_depend_on_what_the_viewer_cannot_know(variant: tuple[str, int, dict[str, Any]]) -> None:
    game, players, options = variant
    people = ("ada", "bo", "cleo")[:players]
    rng, draws, changed = random.Random(4), np.random.default_rng(4), 0
    desk = Desk(game, players, options).seat(*people).start()
    for _ in range(30):
        desk.play_on(rng.randrange(10**6), 1)
        if desk.table.state.phase != "playing":
            break
        for person in (*people, None):
            seat = desk.seat_of(person) if person else -1
            other = with_other_secrets(desk, seat, draws)
            changed += other.state.position != desk.table.state.position
            assert receives(other, person) == receives(desk.table, person)
            if person and desk.table.state.decision and seat in desk.table.state.decision.parts:
                tries = [desk.any_choice(seat, rng), "6s", "6s 6s", "in", "out", "nonsense"]
                assert answers(other, person, tries) == answers(desk.again().table, person, tries)
    assert changed > 20
