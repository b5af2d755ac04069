"""What a person may ask advice about: the decision of a seat that is asked, as that seat may know it, at a table that allows hints."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from doublecross.bots.bot import Decision
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.kernel.words import Words
from doublecross.tables.refusals import Refusal
from doublecross.tables.robbery import IN, OUT
from doublecross.tables.state import State


@dataclass(frozen=True)
class HintQuestion:
    """One question that a hint answers.

    Attributes:
        text: the question in words.
        decision: bytes of a `doublecross.bots.bot.Decision`: what the seat may know, and nothing else.
        names: what the seats are called.
        seed: the same as long as the question is open, so that asking twice brings nothing new.
    """

    text: str
    decision: bytes
    names: tuple[str, ...]
    seed: int


def hint_questions(state: State, person: str | None, seat: int | None, words: Words) -> list[HintQuestion]:
    """What the seat before a person is asked now; in a robbery first whether to be in, then with which cards.

    Raises:
        Refusal: the table allows no hints, or nothing is asked.
    """
    if not state.settings.hints:
        raise Refusal(Phrase("This table plays without hints."))
    decision, position = state.decision, state.position
    if person is None or seat is None or decision is None or position is None or seat not in decision.parts or decision.parts[seat].fixed:
        raise Refusal(Phrase("You are not asked anything just now."))
    asked = [position] if seat in position.to_act else []
    if decision.kind == "robbery":
        asked.append(_with_cards(state, position, seat))
    names, seed = tuple(state.names()), int.from_bytes(hashlib.blake2b(decision.id.encode(), digest_size=6).digest(), "little")
    return [HintQuestion(_question(each, seat, list(names), words), Decision(each, seat).to_bytes(), names, seed) for each in asked]


def _question(position: Position, seat: int, names: list[str], words: Words) -> str:
    return position.game.language.prompt(position.view(seat, last=0), position.rules, names, words)


def _with_cards(state: State, position: Position, seat: int) -> Position:
    """The robbery as it stands for all to see, with this seat in it: a trial in which the cards are placed."""
    decision, trial = state.decision, position.clone()
    assert decision is not None
    for each in sorted(trial.to_act):
        inside = each == seat or decision.parts[each].inside
        trial.apply(each, trial.action_from_text(IN if inside else OUT))
    return trial
