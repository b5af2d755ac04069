"""From what a person types to a choice."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.tables.choices import END_OF_SET


def read_choice(position: Position, seat: int, text: str, listed: Sequence[int]) -> list[int]:
    """The actions that a line names, each as its number in the list shown or as its token; the cards of a set in any order.

    Nothing is applied. Legality is tried on a position that the seat cannot tell from the true one.

    Args:
        position: the game.
        seat: who chooses.
        text: the line.
        listed: the actions as they were shown, the first being number 1.

    Raises:
        BadInput: for a word that names no action, or for more than one whole choice.
        IllegalAction: with the reason, for what cannot be chosen.
    """
    wanted = [_action(position, word, listed) for word in text.replace(",", " ").split()]
    try:
        return _try(position, seat, wanted)
    except IllegalAction:
        # Sets are spelled in ascending order; people need not care.
        ordered = _ascending(position, seat, wanted)
        if ordered is None:
            raise
        return ordered


def offered(position: Position, seat: int) -> list[int]:
    """The legal actions and, of a set, whatever can follow the first of them: people need not name cards in ascending order."""
    legal = position.legal(seat)
    found, after = set(legal), position.determinize(seat, 0)
    following = legal
    while set(legal) & set(following):
        found |= {action for action in following if position.action_text(action) != END_OF_SET}
        after.apply(seat, following[0])
        following = after.legal(seat) if seat in after.to_act and after.mid_choice(seat) else []
    return sorted(found)


def _action(position: Position, word: str, listed: Sequence[int]) -> int:
    """The action of one word; upper and lower case do not matter where no other token is meant."""
    if word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= len(listed):
        return listed[int(word) - 1]
    for spelling in (word, word.lower(), word.capitalize()):
        with contextlib.suppress(BadInput):
            return position.action_from_text(spelling)
    raise BadInput(Phrase("choice"), repr(word), Phrase("a number from 1 to {last}, or the word after it", last=len(listed)))


def _try(position: Position, seat: int, actions: Sequence[int]) -> list[int]:
    """The actions, if they can be taken one after the other and are no more than one whole choice."""
    trial = position.determinize(seat, 0)
    for place, action in enumerate(actions):
        if place and not (seat in trial.to_act and trial.mid_choice(seat)):
            raise BadInput(Phrase("choice"), " ".join(map(position.action_text, actions)), Phrase("one whole choice at a time"))
        trial.apply(seat, action)
    return list(actions)


def _ascending(position: Position, seat: int, actions: Sequence[int]) -> list[int] | None:
    """The same actions, at each step the lowest that is legal; None if that leads nowhere."""
    trial, rest, found = position.determinize(seat, 0), sorted(actions), []
    while rest:
        mask = trial.legal_mask(seat)
        action = next((action for action in rest if mask >> action & 1), None)
        if action is None:
            return None
        trial.apply(seat, action)
        rest.remove(action)
        found.append(action)
    return found
