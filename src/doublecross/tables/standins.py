"""Bots that play: their own seats, and those of people who are away, as stand-ins who give the seat back at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from doublecross.bots.bot import Bot, Decision, whole_choice
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.tables import clocks
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.refusals import Refusal
from doublecross.tables.setup import known_bot
from doublecross.tables.state import State

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


@dataclass(frozen=True)
class AskedBot:
    """A bot the table waits for.

    Attributes:
        decision, seat: what its `doublecross.tables.commands.BotChose` has to name.
        bot: the bot's name.
        position: the game. A bot sees it through `doublecross.bots.bot.Decision` alone.
    """

    decision: str
    seat: int
    bot: str
    position: Position

    def choose(self, bot: Bot) -> str:
        """What the bot chooses, in text form; it can take its time, and be asked on another thread."""
        return self.text(whole_choice(bot, self.position, self.seat))

    def to_bytes(self) -> bytes:
        """The decision for a bot in another process: what its seat may know and nothing else."""
        return Decision(self.position, self.seat).to_bytes()

    def text(self, actions: Sequence[int]) -> str:
        """A whole choice in text form."""
        return " ".join(map(self.position.action_text, actions))


def asked_bots(state: State) -> list[AskedBot]:
    """The bots the table waits for now: in a robbery first for in or out, then, when every person is ready, for their cards."""
    decision, position = state.decision, state.position
    if decision is None or position is None:
        return []
    waiting = [seat for seat in decision.waits_for if state.seats[seat].bot]
    return [AskedBot(decision.id, seat, state.seats[seat].bot, position.clone()) for seat in waiting]


def stand_in(hearing: Hearing, command: c.StandIn) -> None:
    """A bot for one's own seat at any time, for another's when its owner is away or out of time."""
    state = hearing.state
    hearing.need_game()
    if not 0 <= command.seat < len(state.seats):
        raise Refusal(Phrase("There is no such seat."))
    seat = state.seats[command.seat]
    if seat.bot:
        raise Refusal(Phrase("A bot plays for {name} already.", name=seat.name))
    if seat.owner != hearing.person:
        hearing.need_seat()
        if not state.people[seat.owner].away and not state.overdue(command.seat):
            raise Refusal(Phrase("{name} is here and has time left.", name=seat.name))
    hearing.happen(e.StoodIn(seat=command.seat, bot=known_bot(state, command.bot)))


def take_back(hearing: Hearing, command: c.TakeBack) -> None:
    """One's seats are one's own again, those one had left too."""
    state, person = hearing.state, hearing.person
    seats = tuple(number for number, seat in enumerate(state.seats) if seat.owner == person)
    if not seats:
        raise Refusal(Phrase("You have no seat at this table."))
    if any(state.seats[seat].bot or state.seats[seat].left for seat in seats):
        hearing.happen(e.CameBack(person=person, seats=seats))


def fold_stood_in(state: State, fact: e.StoodIn, at: float) -> None:
    """The bot plays from now on."""
    state.note("stood-in", fact.seat)
    begin(state, fact.seat, fact.bot)


def fold_came_back(state: State, fact: e.CameBack, at: float) -> None:
    """The owner plays from now on."""
    for seat in fact.seats:
        state.set_seat(seat, left=False)
        if state.seats[seat].bot:
            state.note("came-back", seat)
            end(state, seat, at)


def begin(state: State, seat: int, bot: str) -> None:
    """A bot plays the seat; what its owner has already laid down stays down."""
    state.set_seat(seat, bot=bot)
    decision = state.decision
    if decision is not None and seat in decision.parts:
        part = decision.parts[seat]
        laid = part.draft is not None or part.inside
        state.set_part(seat, ready=part.ready or laid, ends=None, overdue=False)


def end(state: State, seat: int, at: float) -> None:
    """The owner plays the seat, can change what is laid down, and has time for it."""
    state.set_seat(seat, bot="")
    decision = state.decision
    if decision is not None and seat in decision.parts and not decision.parts[seat].fixed:
        state.set_part(seat, ready=False, ends=clocks.new_end(state, seat, at))
