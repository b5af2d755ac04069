"""What a seat is asked: its legal choices as a tree of tokens, each explained."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from doublecross.kernel.position import Position, as_record
from doublecross.kernel.words import Words
from doublecross.tables.adapters import adapter
from doublecross.tables.choices import END_OF_SET, unfinished
from doublecross.tables.robbery import MOST_CHANGES
from doublecross.tables.state import Decision, State
from doublecross.tables.views import AskView, ChoiceView


@dataclass
class _Asker:
    """Explains choices to one seat, in one language.

    Attributes:
        now, seen: the position of the table, and the game's View of it for the seat.
    """

    seat: int
    names: list[str]
    words: Words
    now: Position
    seen: Any
    _texts: dict[int, str] = field(default_factory=dict)

    def view(self, position: Position) -> Any:
        """The game's View for the seat; of a position that is only tried, without the history."""
        if position is self.now:
            return self.seen
        return position.game.view(as_record(position.know(self.seat)), position.rules, self.seat, ())

    def text(self, action: int) -> str:
        """The action as a token; the rules stay the same in all that is tried."""
        found = self._texts.get(action)
        if found is None:
            found = self._texts[action] = self.now.action_text(action)
        return found

    def prompt(self) -> str:
        """The question in words."""
        return self.now.game.language.prompt(self.seen, self.now.rules, self.names, self.words)

    def choices(self, position: Position, deep: bool = True) -> tuple[ChoiceView, ...]:
        """The legal actions, and with `deep` what has to follow each of them."""
        view, found = self.view(position), []
        for action in position.legal(self.seat):
            text = position.game.language.describe(action, view, position.rules, self.names, self.words)
            then: tuple[ChoiceView, ...] = ()
            many, copies = False, 1
            if deep:
                after = position.clone()
                after.apply(self.seat, action)
                if unfinished(after, self.seat):
                    many = self._is_set(after)
                    then = self.choices(after, deep=not many)
            else:
                copies = self._copies(position, action)
            found.append(ChoiceView(self.text(action), text, then, many, copies))
        return tuple(found)

    def cards(self, position: Position) -> tuple[ChoiceView, ...]:
        """The actions that can be part of a choice of several that are taken one by one in ascending order."""
        view, after = self.view(position), position.clone()
        found: dict[int, ChoiceView] = {}
        going_on = True
        while going_on:
            legal = after.legal(self.seat)
            for action in legal:
                if action not in found:
                    text = position.game.language.describe(action, view, position.rules, self.names, self.words)
                    found[action] = ChoiceView(self.text(action), text, copies=self._copies(after, action))
            after.apply(self.seat, legal[0])
            going_on = unfinished(after, self.seat)
        return tuple(found[action] for action in sorted(found))

    def _copies(self, position: Position, action: int) -> int:
        """How often an action that is legal as part of a set can be part of it: cards come in twins."""
        after, copies = position.clone(), 1
        after.apply(self.seat, action)
        while unfinished(after, self.seat) and action in after.legal(self.seat):
            after.apply(self.seat, action)
            copies += 1
        return copies

    def _is_set(self, position: Position) -> bool:
        """Whether the actions that are legal now can be taken together: after one of them, nothing new is possible but the end."""
        legal = set(position.legal(self.seat))
        after = position.clone()
        after.apply(self.seat, min(legal, key=lambda action: (self.text(action) == END_OF_SET, action)))
        if not unfinished(after, self.seat):
            return False
        return all(action in legal or self.text(action) == END_OF_SET for action in after.legal(self.seat))


class Question(msgspec.Struct, frozen=True):
    """What one decision asks a seat, whatever the seat has laid down so far; `prompt`, `choices` and `many` as in `AskView`."""

    prompt: str
    choices: tuple[ChoiceView, ...]
    many: int


def question(state: State, seat: int, words: Words, seen: Any) -> Question | None:
    """What the seat is asked, `seen` being the game's View for it; None if it is nothing."""
    decision, position = state.decision, state.position
    if decision is None or position is None or seat not in decision.parts:
        return None
    asker, game = _Asker(seat, state.names(), words, position, seen), adapter(position)
    number = game.face_down(position)
    if decision.kind != "robbery":
        return Question(asker.prompt(), asker.cards(position) if number else asker.choices(position), number or 1)
    prompt = asker.prompt()
    if seat == decision.declarer:
        prompt = words.plural(
            "Place {number} card face down; you may swap it until all are ready.",
            "Place {number} cards face down; you may swap them until all are ready.",
            number,
        )
    # The cards are those the seat can place if it is in.
    return Question(prompt, asker.cards(game.placing(position, seat)), number)


def ask(decision: Decision, seat: int, asked: Question) -> AskView:
    """The question with what the seat has done about it so far."""
    part, robbery, declared = decision.parts[seat], decision.kind == "robbery", seat == decision.declarer
    return AskView(
        decision=decision.id,
        seat=seat,
        kind=decision.kind,
        prompt=asked.prompt,
        choices=asked.choices,
        many=asked.many,
        draft=part.draft,
        ready=part.ready,
        inside=robbery and part.inside,
        may_stay_out=robbery and not declared,
        changes_left=MOST_CHANGES - part.changes if robbery and not declared else 0,
    )
