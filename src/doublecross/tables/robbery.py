"""Robberies as written (MW-10 to MW-12): who is in shows at once, the cards do not; join, withdraw and swap until all are ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.tables import events as e
from doublecross.tables.adapters import adapter
from doublecross.tables.choices import read_choice, take
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import Decision

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing

IN, OUT = "in", "out"
MOST_CHANGES = 3
"""Changes of in or out that a seat can make in one robbery; after the last one, what it said last stands."""


def lay(hearing: Hearing, decision: Decision, position: Position, seat: int, choice: str | None) -> None:
    """Join with these cards, swap them, or withdraw. A bot says only in or out; its cards come when all are ready."""
    part, tokens = decision.parts[seat], (OUT if choice is None else choice).split()
    inside = tokens != [OUT]
    if not inside and seat == decision.declarer:
        raise Refusal(Phrase("Whoever declares a robbery cannot withdraw, only swap cards."))
    if inside != part.inside and part.changes >= MOST_CHANGES:
        raise Refusal(Phrase("You have changed between in and out three times: what you said last stands."))
    cards = _read_cards(hearing, position, seat, tokens) if inside else None
    if (inside, cards) != (part.inside, part.draft):
        hearing.happen(e.Laid(decision=decision.id, seat=seat, draft=cards, inside=inside))


def _read_cards(hearing: Hearing, position: Position, seat: int, tokens: list[str]) -> str | None:
    """The cards of a seat that is in; None for a bot's plain "in"."""
    cards = tokens[1:] if tokens[:1] == [IN] else tokens
    if not cards:
        if hearing.state.seats[seat].bot:
            return None
        raise Refusal(Phrase("Say with which cards you are in."))
    return read_choice(adapter(position).placing(position, seat), seat, " ".join(cards))


def read_declared(position: Position, seat: int, declaration: str, cards: str) -> str:
    """The cards that the declarer of a robbery places at once."""
    trial = position.clone()
    take(trial, seat, declaration)
    game = adapter(trial)
    if game.declarer(trial) is None and not (seat in trial.to_act and game.face_down(trial)):
        raise Refusal(Phrase("Cards go with the declaration of a robbery only."))
    return read_choice(game.placing(trial, seat) if game.declarer(trial) is not None else trial, seat, cards)
