"""The sentences of Standoff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from doublecross.kernel.game import Event
from doublecross.kernel.words import Words
from standoff.rules import STAND
from standoff.table import View


class StandoffWords:
    """The game's `Language`."""

    def tell(self, event: Event, rules: Any, names: Sequence[str], viewer: int, words: Words) -> str:
        """The event as a sentence."""
        name = names[event.seat or 0]
        card = event.facts.get("card")
        if event.kind == "chose":
            return words.say("{name} chose: {action}.", name=name, action=event.facts["action"])
        if event.kind == "deal":
            return (
                words.say("{name} is dealt card {card}.", name=name, card=card) if card else words.say("{name} is dealt a card.", name=name)
            )
        if event.kind == "shown":
            sentence = "{name} stands with card {card}." if event.facts["a"] else "{name} folds card {card}."
            return words.say(sentence, name=name, card=card)
        return words.say("{name} wins.", name=name)

    def describe(self, action: int, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        """What the action means."""
        return words.say("Stand: the highest card that stands wins." if action == STAND else "Fold: sit this round out.")

    def prompt(self, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        """What the viewer has to decide."""
        return words.say("Stand or fold?") if view.must_choose else words.say("The others choose.")

    def show(self, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        """The view as text."""
        lines = [words.say("Round {number}.", number=view.round_number)]
        if view.card:
            lines.append(words.say("You hold card {card}.", card=view.card))
        return "\n".join(lines)

    def rules_text(self, words: Words) -> Sequence[tuple[str, str]]:
        """The rules."""
        return [
            ("SO-01", words.say("Everyone gets one of nine cards, and stands or folds, face down.")),
            ("SO-02", words.say("The highest card that stands wins. If nobody stands, all cards are dealt anew.")),
            ("SO-03", words.say("If nobody stands in the last round, the lowest card wins.")),
        ]

    def help_topics(self, rules: Any, words: Words) -> Mapping[str, str]:
        """What `?` explains."""
        return {"cards": words.say("There are nine cards, from 1 to 9.")}


LANGUAGE = StandoffWords()
