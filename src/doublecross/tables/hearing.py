"""One command being heard: who gives it, what they may do, and what comes of it, on a copy of the table."""

from __future__ import annotations

from doublecross.kernel.phrases import Phrase
from doublecross.tables import events as e
from doublecross.tables.devices import shown_seat
from doublecross.tables.fold import fold
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import Decision, State


class Hearing:
    """A command being heard.

    Attributes:
        state: a copy of the table, in which what happens has happened.
        by: who gives the command; None for the server.
        at: when.
        key: the command's key.
        seed: chance for what this command may need.
        events: what happened.
    """

    def __init__(self, state: State, by: str | None, at: float, key: str, seed: int) -> None:
        self.state, self.by, self.at, self.key, self.seed = state, by, at, key, seed
        self.events: list[e.Stored] = []

    def happen(self, fact: e.Fact) -> None:
        """Something happens."""
        event = e.Stored(self.state.number + 1, self.at, self.by, self.key, fact)
        fold(self.state, event)
        self.events.append(event)

    @property
    def person(self) -> str:
        """Who gives the command."""
        if not self.by:
            raise Refusal(Phrase("Only somebody at the table can do that."))
        return self.by

    def need_host(self) -> None:
        """Refuse whoever may not do what the host does."""
        if not self.state.acts_as_host(self.person):
            raise Refusal(Phrase("Only the host can do that."))

    def need_lobby(self) -> None:
        """Refuse during and after a game."""
        if self.state.phase != "lobby":
            raise Refusal(Phrase("That can be done before a game only."))

    def need_game(self) -> None:
        """Refuse outside a game."""
        if self.state.phase != "playing":
            raise Refusal(Phrase("No game is being played."))

    def need_seat(self) -> None:
        """Refuse whoever does not sit at the table."""
        if not self.state.own_seats(self.person):
            raise Refusal(Phrase("You have no seat at this table."))

    def need_name(self) -> None:
        """Refuse whoever the table does not know by name."""
        if self.person not in self.state.people:
            raise Refusal(Phrase("Take a seat, or say under which name you watch."))

    def pass_host(self) -> None:
        """A host who has no seat any more is followed by whoever sits first."""
        state = self.state
        if state.host and state.host not in state.seated:
            here = [person for person in state.seated if not state.people[person].away]
            self.happen(e.Hosted(person=next(iter([*here, *state.seated]), "")))

    def own_seat(self, seat: int | None) -> int:
        """The seat that is meant, one of the person's own."""
        self.need_seat()
        own = self.state.own_seats(self.person)
        meant = shown_seat(self.state, self.person) if seat is None else seat
        if meant is None:
            raise Refusal(Phrase("Say for which of your seats."))
        if meant not in own:
            raise Refusal(Phrase("That seat is not yours."))
        return meant

    def open_decision(self, decision: str) -> Decision:
        """The open decision, if it is this one."""
        now = self.state.decision
        if now is None or now.id != decision:
            raise Refusal(Phrase("That decision is over; nothing has changed."))
        return now

    def seat_in(self, decision: Decision, seat: int | None) -> int:
        """The person's seat that answers the decision; an answer says that its owner is back."""
        meant = self.own_seat(seat)
        if meant not in decision.parts:
            raise Refusal(Phrase("It is not your turn to choose."))
        if self.state.seats[meant].bot:
            self.happen(e.CameBack(person=self.person, seats=(meant,)))
        return meant
