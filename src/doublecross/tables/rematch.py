"""From game to game at one table: the start, and back to the seats with the same link and code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import start as start_game
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.decisions import open_decision
from doublecross.tables.devices import lower_curtains
from doublecross.tables.naming import free_looks
from doublecross.tables.refusals import DamagedTable, OtherRules, Refusal
from doublecross.tables.setup import checked_options
from doublecross.tables.state import Seat, State, Waiting

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def start(hearing: Hearing, command: c.Start) -> None:
    """Host: deal. After a game, the next one at once."""
    state = hearing.state
    hearing.need_host()
    if state.phase == "playing":
        raise Refusal(Phrase("A game is being played."))
    if state.phase == "over":
        _reopen(hearing)
    reason = wanting(state)
    if reason is not None:
        raise Refusal(reason)
    hearing.happen(e.Started(rules_version=state.game.rules_version, seed=f"{hearing.seed:064x}"))


def wanting(state: State) -> Phrase | None:
    """What stands in the way of a start; after a game, of the next one."""
    free = sum(seat.free for seat in state.seats)
    if state.phase == "over":
        free = max(0, sum(seat.left for seat in state.seats) - len(state.queue))
    if free == 1:
        return Phrase("One seat is still free: wait for somebody, ask a bot, or play with fewer.")
    if free:
        return Phrase("Some seats are still free ({free}): wait for people, ask bots, or play with fewer.", free=free)
    return None


def rematch(hearing: Hearing, command: c.Rematch) -> None:
    """Anyone seated: back to the seats."""
    hearing.need_seat()
    if hearing.state.phase != "over":
        raise Refusal(Phrase("A rematch comes after a game."))
    _reopen(hearing)


def _reopen(hearing: Hearing) -> None:
    """Back to the seats."""
    hearing.happen(e.Reopened())
    seat_the_queue(hearing)
    if not hearing.state.host and hearing.state.seated:
        hearing.happen(e.Hosted(person=hearing.state.seated[0]))


def seat_the_queue(hearing: Hearing) -> None:
    """Before a game, who queues gets the free seats, then those of bots."""
    state = hearing.state
    for waiting in list(state.queue) if state.phase == "lobby" else ():
        free = [number for number, seat in enumerate(state.seats) if seat.free]
        bots = [number for number, seat in enumerate(state.seats) if seat.bot]
        seat = next(iter([*free, *bots]), None)
        if seat is None:
            return
        if seat in bots:
            hearing.happen(e.BotGone(seat=seat))
        look = _look(state, waiting)
        hearing.happen(e.Seated(seat=seat, person=waiting.person, name=waiting.name, look=look, program=waiting.program))


def _look(state: State, waiting: Waiting) -> str:
    free = free_looks(state)
    return waiting.look if waiting.look in free else free[0]


def fold_started(state: State, fact: e.Started, at: float) -> None:
    """The kernel deals; the first decision opens."""
    game = state.game
    if fact.rules_version != game.rules_version:
        found, here = fact.rules_version, game.rules_version
        raise OtherRules(Phrase("This table plays by version {found} of the rules; here is version {here}.", found=found, here=here))
    try:
        position = start_game(game, len(state.seats), int(fact.seed, 16), checked_options(game, state.settings))
    except (BadInput, ValueError) as error:
        raise DamagedTable(Phrase("A stored game cannot be dealt: {error}", error=str(error))) from error
    state.position, state.phase = position, "playing"
    state.game_number += 1
    state.decisions = 0
    state.steps, state.choices = [], []
    # Whoever is alone with bots now may be joined by others, and then has a bank as well.
    clock = state.settings.clock or c.Clock()
    bank = float(clock.bank) if clock.kind == "decision" else 0.0
    for number in range(len(state.seats)):
        state.set_seat(number, bank=bank, factor=1, timed_out=False)
    for person in state.seated:
        state.set_person(person, shown=None, shares=len(state.own_seats(person)) > 1)
    open_decision(state, at)
    lower_curtains(state)


def fold_reopened(state: State, fact: e.Reopened, at: float) -> None:
    """People keep their seats, stand-ins have gone, those who left have left; bots of their own stay."""
    state.phase, state.position = "lobby", None
    state.steps, state.notices = [], []
    for number, seat in enumerate(state.seats):
        if seat.left:
            state.seats[number] = Seat()
        elif seat.owner:
            state.set_seat(number, bot="", timed_out=False)
    state.note("reopened")
