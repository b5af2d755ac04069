"""From the text of a whole choice to the actions of the kernel, cards of a set in any order. Only the position judges."""

from __future__ import annotations

from collections import Counter

from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.tables.refusals import Refusal

END_OF_SET = "done"
"""The token that, in every game, ends a set whose size is free; it may be left out at the end of a choice."""
MOST_TOKENS = 80


def read_choice(position: Position, seat: int, text: str) -> str:
    """A whole choice as the kernel spells it, tokens with single blanks between them; the position stays as it is.

    Raises:
        Refusal: with the reason why the seat cannot choose this.
    """
    tokens = text.split()
    if not tokens or len(tokens) > MOST_TOKENS:
        raise Refusal(Phrase("Nothing was chosen.") if not tokens else Phrase("That is more than one choice."))
    try:
        actions = [position.action_from_text(token) for token in tokens]
        return " ".join(map(position.action_text, _in_order(position.clone(), seat, actions)))
    except BadInput as error:
        raise Refusal(Phrase("There is no choice {found}.", found=error.found)) from error
    except IllegalAction as error:
        raise Refusal(Phrase(error.reason.value)) from error


def _in_order(trial: Position, seat: int, wanted: list[int]) -> list[int]:
    """The actions in the order in which they can be taken: at each step the lowest that is legal, the end of a set last."""
    rest, found = Counter(wanted), list[int]()
    while rest:
        if found and not unfinished(trial, seat):
            raise Refusal(Phrase("That is more than one choice."))
        legal = [action for action in trial.legal(seat) if action in rest]
        going_on = [action for action in legal if trial.action_text(action) != END_OF_SET or rest.total() == 1]
        # What is not legal is tried all the same: the position says why.
        action = going_on[0] if going_on else min(rest)
        trial.apply(seat, action)
        found.append(action)
        rest -= Counter([action])
    if unfinished(trial, seat):
        ends = [action for action in trial.legal(seat) if trial.action_text(action) == END_OF_SET]
        if not ends:
            raise Refusal(Phrase("The choice is not complete yet."))
        found += ends
    return found


def unfinished(position: Position, seat: int) -> bool:
    """Whether the seat has begun a choice and not completed it."""
    return seat in position.to_act and position.mid_choice(seat)


def take(position: Position, seat: int, choice: str) -> None:
    """Take a whole choice on a position that is only tried."""
    for token in choice.split():
        position.apply(seat, position.action_from_text(token))
