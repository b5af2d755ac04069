"""Who sits where: people and bots come, go and move; one of the people is the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.bots.cast import seated_name
from doublecross.bots.registry import default_bot
from doublecross.kernel.phrases import Phrase
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables import standins
from doublecross.tables.naming import LOOKS, MOST_PEOPLE, check_room, free_look, free_looks, free_name, known_look
from doublecross.tables.refusals import Refusal
from doublecross.tables.requests import settle_requests
from doublecross.tables.setup import known_bot
from doublecross.tables.state import Person, Seat, State, Waiting
from doublecross.tables.texts import alike

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def sit(hearing: Hearing, command: c.Sit) -> None:
    """Take a seat before a game; else come back to a seat that one left, or queue for the next game."""
    state, person = hearing.state, hearing.person
    left = [number for number, seat in enumerate(state.seats) if seat.owner == person and seat.left]
    if state.phase != "lobby" and left:
        hearing.happen(e.CameBack(person=person, seats=tuple(left)))
        return
    if state.own_seats(person) and not command.another:
        raise Refusal(Phrase("You already have a seat at this table."))
    queues = any(waiting.person == person for waiting in state.queue)
    name, seat = free_name(state, command.name, person, another=queues and command.another), _wanted_seat(state, command)
    if state.phase != "lobby" or seat is None:
        _queue(hearing, command, name)
        return
    if state.seats[seat].bot:
        hearing.happen(e.BotGone(seat=seat))
    hearing.happen(e.Seated(seat=seat, person=person, name=name, look=free_look(state, command.look), program=command.program))
    if not state.host:
        hearing.happen(e.Hosted(person=person))


def _queue(hearing: Hearing, command: c.Sit, name: str) -> None:
    state, person = hearing.state, hearing.person
    if any(waiting.person == person for waiting in state.queue) and not command.another:
        raise Refusal(Phrase("You are already in the queue for the next game."))
    check_room(state, person)
    hearing.happen(e.Queued(person=person, name=name, look=known_look(command.look), program=command.program))


def _wanted_seat(state: State, command: c.Sit) -> int | None:
    """The seat that is named if it has no person; else the first free one, or the first bot's; None if there is none."""
    if command.seat is not None and state.phase == "lobby":
        _check_seat(state, command.seat)
        if state.seats[command.seat].owner:
            raise Refusal(Phrase("{name} sits there already.", name=state.seats[command.seat].name))
        return command.seat
    free = [number for number, seat in enumerate(state.seats) if seat.free]
    return next(iter([*free, *(number for number, seat in enumerate(state.seats) if not seat.owner)]), None)


def _check_seat(state: State, number: int) -> None:
    if not 0 <= number < len(state.seats):
        raise Refusal(Phrase("There is no such seat."))


def leave(hearing: Hearing, command: c.Leave) -> None:
    """Get up from one seat, or from all of them and the queue."""
    state, person = hearing.state, hearing.person
    own = state.own_seats(person) if command.seat is None else [hearing.own_seat(command.seat)]
    queued = command.seat is None and any(waiting.person == person for waiting in state.queue)
    if not own and not queued:
        raise Refusal(Phrase("You have no seat at this table."))
    if queued:
        hearing.happen(e.Unqueued(person=person))
    for seat in own:
        _get_up(hearing, seat)
    hearing.pass_host()
    settle_requests(hearing)


def _get_up(hearing: Hearing, seat: int) -> None:
    state = hearing.state
    bot = "" if state.phase == "lobby" else state.seats[seat].bot or default_bot(state.game)
    hearing.happen(e.GotUp(seat=seat, bot=bot))


def kick(hearing: Hearing, command: c.Kick) -> None:
    """Host: send a person away for good."""
    state = hearing.state
    hearing.need_host()
    known = state.people.get(command.person)
    if known is None or known.kicked:
        raise Refusal(Phrase("There is no such person at this table."))
    if command.person == hearing.person:
        raise Refusal(Phrase("You cannot send yourself away; you can get up."))
    for seat in state.own_seats(command.person):
        _get_up(hearing, seat)
    hearing.happen(e.KickedOut(person=command.person))
    hearing.pass_host()
    settle_requests(hearing)


def rename(hearing: Hearing, command: c.Rename) -> None:
    """Another name or look for one's seat."""
    state = hearing.state
    seat = hearing.own_seat(command.seat)
    name = free_name(state, command.name, hearing.person, but=seat)
    look = free_look(state, command.look, but=seat) if command.look else state.seats[seat].look
    if (name, look) != (state.seats[seat].name, state.seats[seat].look):
        hearing.happen(e.Renamed(seat=seat, name=name, look=look))


def move(hearing: Hearing, command: c.Move) -> None:
    """Move to a free seat."""
    state = hearing.state
    hearing.need_lobby()
    seat = hearing.own_seat(command.seat)
    _check_seat(state, command.to)
    if command.to == seat:
        return
    if not state.seats[command.to].free:
        raise Refusal(Phrase("{name} sits there already.", name=state.seats[command.to].name))
    hearing.happen(e.Moved(seat=seat, to=command.to))


def add_bot(hearing: Hearing, command: c.AddBot) -> None:
    """Host: a bot on a free seat."""
    state = hearing.state
    hearing.need_host()
    hearing.need_lobby()
    free = [number for number, seat in enumerate(state.seats) if seat.free]
    if command.seat is not None:
        _check_seat(state, command.seat)
        free = [number for number in free if number == command.seat]
    if not free:
        raise Refusal(Phrase("There is no free seat for a bot."))
    bot, look = known_bot(state, command.bot), free_looks(state)[0]
    hearing.happen(e.BotSeated(seat=free[0], bot=bot, name=_bot_name(state, bot, look), look=look))


def _bot_name(state: State, bot: str, look: str) -> str:
    """The bot's own name, or the one that goes with the portrait; a number tells it from a person of that name."""
    own = seated_name(bot) or LOOKS[look]
    taken = [seat.name for seat in state.seats] + [waiting.name for waiting in state.queue]
    names = [own, *(f"{own} {number}" for number in range(2, MOST_PEOPLE + 20))]
    return next(name for name in names if not any(alike(name, other) for other in taken))


def remove_bot(hearing: Hearing, command: c.RemoveBot) -> None:
    """Host: send a bot away before the game."""
    state = hearing.state
    hearing.need_host()
    hearing.need_lobby()
    _check_seat(state, command.seat)
    if not state.seats[command.seat].bot:
        raise Refusal(Phrase("There is no bot on that seat."))
    hearing.happen(e.BotGone(seat=command.seat))


def watch(hearing: Hearing, command: c.Watch) -> None:
    """Be here under a name."""
    state, person = hearing.state, hearing.person
    name = free_name(state, command.name, person)
    check_room(state, person)
    if person not in state.people or state.people[person].name != name:
        hearing.happen(e.Watching(person=person, name=name))


def person_gone(hearing: Hearing, command: c.PersonGone) -> None:
    """Server: a person's last connection is gone."""
    known = hearing.state.people.get(command.person)
    if known is not None and not known.away:
        hearing.happen(e.Gone(person=command.person))


def person_back(hearing: Hearing, command: c.PersonBack) -> None:
    """Server: a person is connected again; a bot that stood in gives the seat back."""
    state = hearing.state
    known = state.people.get(command.person)
    if known is None:
        return
    if known.away:
        hearing.happen(e.Back(person=command.person))
    stood_in = tuple(seat for seat in state.own_seats(command.person) if state.seats[seat].bot)
    if stood_in:
        hearing.happen(e.CameBack(person=command.person, seats=stood_in))


def fold_seated(state: State, fact: e.Seated, at: float) -> None:
    """A person sits; the first of their places in the queue is used up."""
    state.seats[fact.seat] = Seat(owner=fact.person, name=fact.name, look=fact.look, program=fact.program)
    queued = next((waiting for waiting in state.queue if waiting.person == fact.person), None)
    if queued is not None:
        state.queue.remove(queued)
    if fact.person in state.people:
        state.set_person(fact.person, name=fact.name)
    else:
        state.people[fact.person] = Person(fact.name)
    state.note("seated", fact.seat)


def fold_got_up(state: State, fact: e.GotUp, at: float) -> None:
    """Before a game the seat is free; else a bot plays it."""
    state.note("got-up", fact.seat, name=state.seats[fact.seat].name)
    if state.phase == "lobby":
        state.seats[fact.seat] = Seat()
        return
    state.set_seat(fact.seat, left=True)
    standins.begin(state, fact.seat, fact.bot)


def fold_renamed(state: State, fact: e.Renamed, at: float) -> None:
    """The person goes by the name as well."""
    state.note("renamed", fact.seat, before=state.seats[fact.seat].name, after=fact.name)
    state.set_seat(fact.seat, name=fact.name, look=fact.look)
    state.set_person(state.seats[fact.seat].owner, name=fact.name)


def fold_moved(state: State, fact: e.Moved, at: float) -> None:
    """The old seat is free."""
    state.seats[fact.to], state.seats[fact.seat] = state.seats[fact.seat], Seat()
    person = state.seats[fact.to].owner
    if state.people[person].shown == fact.seat:
        state.set_person(person, shown=fact.to)


def fold_bot_seated(state: State, fact: e.BotSeated, at: float) -> None:
    """A bot of its own."""
    state.seats[fact.seat] = Seat(bot=fact.bot, name=fact.name, look=fact.look)
    state.note("bot-seated", fact.seat)


def fold_bot_gone(state: State, fact: e.BotGone, at: float) -> None:
    """The seat is free."""
    state.seats[fact.seat] = Seat()


def fold_watching(state: State, fact: e.Watching, at: float) -> None:
    """A person the table knows, or another name for one."""
    if fact.person in state.people:
        state.set_person(fact.person, name=fact.name)
    else:
        state.people[fact.person] = Person(fact.name)


def fold_queued(state: State, fact: e.Queued, at: float) -> None:
    """At the end of the queue."""
    state.queue.append(Waiting(fact.person, fact.name, fact.look, fact.program))
    if fact.person not in state.people:
        state.people[fact.person] = Person(fact.name)


def fold_unqueued(state: State, fact: e.Unqueued, at: float) -> None:
    """Out of the queue, with all places."""
    state.queue = [waiting for waiting in state.queue if waiting.person != fact.person]


def fold_hosted(state: State, fact: e.Hosted, at: float) -> None:
    """The host, or nobody."""
    state.host = fact.person
    seat = next(iter(state.own_seats(fact.person)), None)
    if seat is not None:
        state.note("host", seat)


def fold_kicked_out(state: State, fact: e.KickedOut, at: float) -> None:
    """Away for good; a bot that plays their seat has it for itself."""
    state.set_person(fact.person, kicked=True)
    state.queue = [waiting for waiting in state.queue if waiting.person != fact.person]
    state.requests.pop(fact.person, None)
    for number, seat in enumerate(state.seats):
        if seat.owner == fact.person:
            state.set_seat(number, owner="", left=False, program=False)


def fold_gone(state: State, fact: e.Gone, at: float) -> None:
    """Away, seats and all."""
    state.set_person(fact.person, away=True)


def fold_back(state: State, fact: e.Back, at: float) -> None:
    """Here again."""
    state.set_person(fact.person, away=False)
