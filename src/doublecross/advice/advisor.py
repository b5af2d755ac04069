"""What the advice says about one game: how a choice is called, what comes of it, what makes a bluff. Each game has a file of its own."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from doublecross.bots.bot import Decision
from doublecross.kernel.game import Event, Game
from doublecross.kernel.position import as_record
from doublecross.kernel.words import Words

ENDS = ("turn", "round", "over", "end")
"""Kinds of events with which a part of a game (a turn, a round) is over, in every game that has such parts."""


def percent(share: float) -> str:
    """A share as people write it."""
    return f"{100 * min(max(share, 0.0), 1.0):.0f}%"


def phase_of(decision: Decision) -> str:
    """What kind of choice a seat is asked for: the `phase` of its View, empty in a game whose View has none."""
    view = decision.game.view(as_record(decision.seen), as_record(decision.rules), decision.seat, ())
    return str(getattr(view, "phase", ""))


class Advisor(Protocol):
    """What is particular to a game. Facts are numbers that are averaged over imagined worlds; `reasons` says the averages."""

    def name_part(self, event: Event, words: Words) -> str:
        """The turn or round that an event of `ENDS` begins, in a few words; empty: as the log announces it."""
        ...

    def name_choice(self, tokens: Sequence[str], asked: str, rules: Any, names: Sequence[str], words: Words) -> str:
        """A whole choice, in a few words; `asked` is the phase of the game in which it was asked for (`phase_of`)."""
        ...

    def facts(self, event: Event, seat: int) -> Iterator[tuple[str, float]]:
        """What an event means to the seat, as named numbers."""
        ...

    def reasons(self, means: Mapping[str, float], rules: Any, words: Words) -> list[str]:
        """Sentences about the means of the facts: what will come of the choice."""
        ...

    def is_claim(self, tokens: Sequence[str], rules: Any) -> bool:
        """Whether the choice says something to the table that may be a lie."""
        ...

    def is_lie(self, tokens: Sequence[str], rules: Any) -> bool:
        """Whether what such a choice says is untrue."""
        ...

    def believable(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float:
        """In which share of the worlds that a rival can imagine before the choice the seat has what it takes to say this truthfully."""
        ...

    def name_claim(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        """What was said to the table, in a few words."""
        ...

    def name_truth(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        """What lay there in truth, in a few words."""
        ...

    def show(self, decision: Decision, tokens: Sequence[str]) -> tuple[Sequence[str], float] | None:
        """If a choice tells the table that a hand is good: that hand, and the chance that one rival's is worse, by what the seat knows."""
        ...

    def shown_better(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float | None:
        """In which share of the worlds that a rival can imagine before it that hand is better than its own; None if it cannot answer."""
        ...

    def name_hand(self, hand: Sequence[str], words: Words) -> str:
        """Such a hand in a few words."""
        ...


class NoAdvisor:
    """For a game without advice of its own: choices are called by their tokens, nothing is said about claims and bluffs."""

    def name_part(self, event: Event, words: Words) -> str:
        return ""

    def name_choice(self, tokens: Sequence[str], asked: str, rules: Any, names: Sequence[str], words: Words) -> str:
        return " ".join(tokens)

    def facts(self, event: Event, seat: int) -> Iterator[tuple[str, float]]:
        return iter(())

    def reasons(self, means: Mapping[str, float], rules: Any, words: Words) -> list[str]:
        return []

    def is_claim(self, tokens: Sequence[str], rules: Any) -> bool:
        return False

    def is_lie(self, tokens: Sequence[str], rules: Any) -> bool:
        return False

    def believable(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float:
        return 1.0

    def name_claim(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        return ""

    def name_truth(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        return ""

    def show(self, decision: Decision, tokens: Sequence[str]) -> tuple[Sequence[str], float] | None:
        return None

    def shown_better(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float | None:
        return None

    def name_hand(self, hand: Sequence[str], words: Words) -> str:
        return ""


_ADVISORS = {"most-wanted": "doublecross.advice.most_wanted", "outlawed": "doublecross.advice.outlawed"}


def advisor(game: Game) -> Advisor:
    """The advisor of a game."""
    module = _ADVISORS.get(game.name)
    found: Advisor = importlib.import_module(module).ADVISOR if module else NoAdvisor()
    return found
