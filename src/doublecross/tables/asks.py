"""What a seat is asked: its legal choices as a tree of tokens, each explained."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from doublecross.kernel.position import Position, as_record
from doublecross.kernel.words import Words
from doublecross.tables.adapters import adapter
from doublecross.tables.choices import END_OF_SET, unfinished
from doublecross.tables.robbery import MOST_CHANGES
from doublecross.tables.state import Decision, Part, State
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
            many = False
            if deep:
                after = position.clone()
                after.apply(self.seat, action)
                if unfinished(after, self.seat):
                    many = self._is_set(after)
                    then = self.choices(after, deep=not many)
            found.append(ChoiceView(self.text(action), text, then, many))
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
                    found[action] = ChoiceView(self.text(action), text)
            after.apply(self.seat, legal[0])
            going_on = unfinished(after, self.seat)
        return tuple(found[action] for action in sorted(found))

    def _is_set(self, position: Position) -> bool:
        """Whether the actions that are legal now can be taken together: after one of them, nothing new is possible but the end."""
        legal = set(position.legal(self.seat))
        after = position.clone()
        after.apply(self.seat, min(legal, key=lambda action: (self.text(action) == END_OF_SET, action)))
        if not unfinished(after, self.seat):
            return False
        return all(action in legal or self.text(action) == END_OF_SET for action in after.legal(self.seat))


def ask(state: State, seat: int, words: Words, seen: Any) -> AskView | None:
    """What the seat is asked, or may still change, `seen` being the game's View for it; None if it is nothing."""
    decision, position = state.decision, state.position
    if decision is None or position is None or seat not in decision.parts or decision.parts[seat].fixed:
        return None
    asker, part = _Asker(seat, state.names(), words, position, seen), decision.parts[seat]
    if decision.kind == "robbery":
        return _ask_robbery(asker, decision, part, position)
    down = adapter(position).face_down(position)
    return AskView(
        decision=decision.id,
        seat=seat,
        kind=decision.kind,
        prompt=asker.prompt(),
        choices=asker.cards(position) if down else asker.choices(position),
        many=down or 1,
        draft=part.draft,
        ready=part.ready,
    )


def _ask_robbery(asker: _Asker, decision: Decision, part: Part, position: Position) -> AskView:
    """The cards are those the seat can place if it is in."""
    game, words, declared = adapter(position), asker.words, asker.seat == decision.declarer
    number = game.face_down(position)
    prompt = asker.prompt()
    if declared:
        prompt = words.plural(
            "Place {number} card face down; you may swap it until all are ready.",
            "Place {number} cards face down; you may swap them until all are ready.",
            number,
        )
    return AskView(
        decision=decision.id,
        seat=asker.seat,
        kind="robbery",
        prompt=prompt,
        choices=asker.cards(game.placing(position, asker.seat)),
        many=number,
        draft=part.draft,
        ready=part.ready,
        inside=part.inside,
        may_stay_out=not declared,
        changes_left=0 if declared else MOST_CHANGES - part.changes,
    )
