"""All sentences of Most Wanted, as the kernel asks for them (`doublecross.kernel.game.Language`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from doublecross.games.most_wanted import words_actions, words_events, words_help, words_rules, words_view
from doublecross.games.most_wanted.view import View
from doublecross.kernel.game import Event, Language
from doublecross.kernel.words import Words


class MostWantedLanguage:
    """The words of Most Wanted."""

    def tell(self, event: Event, rules: Any, names: Sequence[str], viewer: int, words: Words) -> str:
        return words_events.tell(event, rules, names, viewer, words)

    def describe(self, action: int, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        return words_actions.describe(action, view, rules, names, words)

    def prompt(self, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        return words_actions.prompt(view, rules, names, words)

    def show(self, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        return words_view.show(view, rules, names, words)

    def rules_text(self, words: Words) -> Sequence[tuple[str, str]]:
        return words_rules.rules_text(words)

    def help_topics(self, rules: Any, words: Words) -> Mapping[str, str]:
        return words_help.help_topics(rules, words)


LANGUAGE: Language = MostWantedLanguage()
"""The only one there is: it keeps nothing."""
