"""Who chose in the place of a seat's owner: the clock, or a bot that stood in. It is read from a table's events as they are folded."""

from __future__ import annotations

from doublecross.tables import events as e
from doublecross.tables.state import State


class Instead:
    """Watches a table.

    Attributes:
        steps: "clock" or "bot" by the step of the present game after which somebody chose who was not the owner.
    """

    def __init__(self) -> None:
        self._begin(0)

    def _begin(self, game: int) -> None:
        self._game = game
        self.steps: dict[int, str] = {}
        self._laid: set[int] = set()
        self._out: set[int] = set()

    def see(self, before: State, fact: object) -> None:
        """Something is about to happen to the table as it is."""
        if before.game_number != self._game:
            self._begin(before.game_number)
        if isinstance(fact, e.TimedOut):
            self._time_out(before, fact)
        elif isinstance(fact, e.Chosen):
            self._chosen(before, fact)

    def _time_out(self, before: State, fact: e.TimedOut) -> None:
        """What the clock chooses, not what the seat has laid down itself: a choice, cards for a robbery, or to stay out of it."""
        decision = before.decision
        if fact.outcome != "neutral" or decision is None:
            return
        if fact.choice is not None:
            self._laid.add(fact.seat)
        elif decision.kind == "robbery" and not decision.parts[fact.seat].inside:
            self._out.add(fact.seat)

    def _chosen(self, before: State, fact: e.Chosen) -> None:
        decision, step = before.decision, len(before.steps)
        if decision is None:
            return
        robbery = decision.kind == "robbery"
        for number, choice in fact.choices:
            seat = before.seats[number]
            if decision.parts[number].timed and number in (self._out if robbery else self._laid):
                self.steps[step] = "clock"
            elif seat.owner and seat.bot:
                self.steps[step] = "bot"
            step += len(choice.split())
        self._out.clear()
        if not robbery:  # the cards of a robbery are those of the next decision
            self._laid.clear()
