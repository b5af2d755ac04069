"""A table as one viewer may see it. Built up from what the viewer may know, never stripped down; an unknown viewer is a spectator."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

import msgspec

from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event
from doublecross.kernel.position import Position, as_record
from doublecross.kernel.words import Words
from doublecross.tables.adapters import adapter
from doublecross.tables.asks import Question, ask, question
from doublecross.tables.devices import next_hands, shown_seat
from doublecross.tables.events import Settings
from doublecross.tables.notices import tell
from doublecross.tables.rematch import wanting
from doublecross.tables.requests import wanted
from doublecross.tables.setup import option_views
from doublecross.tables.state import Notice, State
from doublecross.tables.views import (
    AskView,
    ChatLine,
    CurtainView,
    DecisionView,
    Line,
    OptionView,
    PersonView,
    RequestView,
    ResultView,
    SeatClock,
    SeatView,
    TableView,
)

QUESTIONS = 32
"""Questions that are kept, with their choices, for each table."""
LINES = 50
"""Lines of log, and of chat, in a view."""


@dataclass
class Known:
    """The events of the game as one seat, or a spectator, may know them, and after how many steps each of them came."""

    game: int
    events: list[Event]
    came: list[int]
    steps: int = 0


@dataclass
class Memory:
    """What was worked out for a view and can be used again. Nothing in it has a say in what a view shows."""

    known: dict[int, Known] = field(default_factory=dict)
    questions: dict[tuple[Any, ...], Question | None] = field(default_factory=dict)
    everything: tuple[int, Any] = (0, None)
    game_views: dict[int, tuple[tuple[int, int], Any]] = field(default_factory=dict)
    options: dict[str, tuple[Settings, tuple[OptionView, ...]]] = field(default_factory=dict)
    seats: tuple[int, tuple[SeatView, ...]] = (-1, ())
    lines: dict[tuple[int, str], tuple[tuple[Any, ...], dict[int, Line]]] = field(default_factory=dict)

    def events(self, state: State, seat: int) -> Known:
        """The game's events for a seat or a spectator; only the new ones are read."""
        known = self.known.get(seat)
        if known is None or known.game != state.game_number or known.steps > len(state.steps):
            dealt = _dealt(state, seat)
            known = self.known[seat] = Known(state.game_number, dealt, [0] * len(dealt))
        for step in range(known.steps, len(state.steps)):
            new = state.steps[step].seen_by(seat)
            known.events += new
            known.came += [step + 1] * len(new)
        known.steps = len(state.steps)
        return known

    def game_view(self, state: State, seat: int | None) -> Any:
        """The game's own View for the seat, or for a spectator; made anew with each step of the game."""
        position, viewer = _need(state.position), SPECTATOR if seat is None else seat
        made_for = state.game_number, len(state.steps)
        if self.game_views.get(viewer, (None,))[0] != made_for:
            events = self.events(state, viewer).events
            view = position.game.view(as_record(position.know(viewer)), position.rules, viewer, events)
            self.game_views[viewer] = made_for, view
        return self.game_views[viewer][1]

    def told(self, state: State, viewer: int, words: Words) -> dict[int, Line]:
        """The lines already put into words for a seat or a spectator, by number."""
        key = (viewer, words.language)
        made_for = (state.game_number, state.position is None, *state.names())
        if key not in self.lines or self.lines[key][0] != made_for:
            self.lines[key] = made_for, {}
        return self.lines[key][1]

    def all_options(self, state: State, words: Words) -> tuple[OptionView, ...]:
        """The options in words."""
        known = self.options.get(words.language)
        if known is None or known[0] is not state.settings:
            known = self.options[words.language] = state.settings, option_views(state, words)
        return known[1]

    def all_open(self, state: State, person: str | None) -> Any:
        """The game's View with nothing hidden, once the game is over. It tells how everyone bluffed: it is for those who sat there."""
        if state.phase != "over" or person is None or all(seat.owner != person for seat in state.seats):
            return None
        if self.everything[0] != state.game_number:
            self.everything = state.game_number, _need(state.position).view(EVERYTHING)
        return self.everything[1]

    def ask(self, state: State, seat: int, words: Words) -> AskView | None:
        """What the seat is asked, or may still change; its choices are worked out once for each decision."""
        decision = state.decision
        if decision is None or seat not in decision.parts or decision.parts[seat].fixed:
            return None
        key = (state.game_number, decision.id, decision.kind, seat, words.language, tuple(state.names()))
        if key not in self.questions:
            while len(self.questions) > QUESTIONS:
                del self.questions[next(iter(self.questions))]
            self.questions[key] = question(state, seat, words, self.game_view(state, seat))
        asked = self.questions[key]
        return ask(decision, seat, asked) if asked is not None else None


def _dealt(state: State, seat: int) -> list[Event]:
    """The events before the first step."""
    position = _need(state.position)
    later = sum(len(step.seen_by(seat)) for step in state.steps)
    events = position.events(seat)
    return events[: len(events) - later]


def _need(position: Position | None) -> Position:
    if position is None:
        raise LookupError("no game has begun")
    return position


def show(state: State, memory: Memory, viewer: str | None, words: Words) -> TableView:
    """Everything the viewer may see, in their language."""
    person = viewer if viewer in state.people else None
    seat = shown_seat(state, person)
    own = state.own_seats(person)
    position, settings = state.position, state.settings
    reason = wanting(state) if state.phase != "playing" else None
    return TableView(
        table=state.table,
        code=state.code,
        version=state.public + (state.private.get(person, 0) if person else 0),
        phase=state.phase,
        game=settings.game,
        title=state.game.title,
        number=state.game_number,
        players=settings.players,
        options=memory.all_options(state, words),
        clock=state.clock,
        usual_clock=settings.clock is None,
        chat=settings.chat,
        listed=settings.listed,
        hints=settings.hints,
        seats=_seats(state, memory, person),
        you=person or "",
        your_name=state.people[person].name if person else "",
        own=tuple(own),
        shown=seat,
        curtain=_curtain(state, person) if own and seat is None else None,
        host=state.acts_as_host(person) if person else False,
        may_start=state.phase != "playing" and reason is None,
        wanting=words.repeat(reason) if reason is not None else "",
        decision=_decision(state, seat, words),
        ask=memory.ask(state, seat, words) if seat is not None else None,
        game_view=memory.game_view(state, seat) if position is not None else None,
        everything=memory.all_open(state, person),
        log=_log(state, memory, seat, words),
        chat_lines=_chat(state, person),
        muted=tuple(sorted(state.people[person].muted)) if person else (),
        people=_people(state, person),
        requests=_requests(state, person),
        results=tuple(ResultView(result.number, result.game, result.winners) for result in state.results),
    )


def _curtain(state: State, person: str | None) -> CurtainView | None:
    if person is None:
        return None
    seat = next_hands(state, person)
    return CurtainView(seat, state.seats[seat].name)


def _seats(state: State, memory: Memory, person: str | None) -> tuple[SeatView, ...]:
    """All seats; they are the same for everyone but for whose is whose."""
    if memory.seats[0] != state.number:
        memory.seats = state.number, tuple(_seat(state, number) for number in range(len(state.seats)))
    own = state.own_seats(person)
    return tuple(msgspec.structs.replace(seat, yours=True) if seat.seat in own else seat for seat in memory.seats[1])


def _seat(state: State, number: int) -> SeatView:
    """One seat. Of what it has laid down nothing shows but who is in a robbery."""
    seat, owner = state.seats[number], state.people.get(state.seats[number].owner)
    decision = state.decision
    part = decision.parts.get(number) if decision is not None else None
    forming = decision is not None and decision.kind == "robbery"
    return SeatView(
        seat=number,
        name=seat.name,
        look=seat.look,
        person=seat.owner,
        host=bool(seat.owner) and seat.owner == state.host,
        kind="free" if seat.free else "person" if seat.owner and not seat.program else "bot",
        bot=seat.bot,
        away=owner is not None and owner.away,
        left=seat.left,
        waited=part is not None and not part.ready,
        ready=part.ready if part is not None and decision is not None and decision.kind != "choose" else None,
        inside=(part is not None and part.inside) if forming else None,
        face_down=_face_down(state, number),
        timed_out=seat.timed_out or (part is not None and part.timed),
        overdue=part is not None and part.overdue,
        clock=_clock(state, number),
    )


def _face_down(state: State, number: int) -> int:
    """Cards on the table: of all who are in a robbery, else of those who are ready."""
    decision, position = state.decision, state.position
    if decision is None or position is None or number not in decision.parts:
        return 0
    part = decision.parts[number]
    lies = part.inside if decision.kind == "robbery" else part.ready or decision.declarer is not None
    return adapter(position).face_down(position) if lies else 0


def _clock(state: State, number: int) -> SeatClock | None:
    if state.clock.kind == "none" or state.phase != "playing":
        return None
    decision, seat = state.decision, state.seats[number]
    part = decision.parts.get(number) if decision is not None else None
    return SeatClock(part.ends if part is not None and not part.ready else None, seat.bank, seat.factor)


def _decision(state: State, seat: int | None, words: Words) -> DecisionView | None:
    decision = state.decision
    if decision is None:
        return None
    waits = decision.waits_for
    others = [state.seats[other].name for other in waits if other != seat]
    waiting = words.say("Waiting for: {seats}.", seats=words.both(others)) if others else ""
    return DecisionView(decision.id, decision.kind, tuple(waits), waiting, decision.changes)


def _log(state: State, memory: Memory, seat: int | None, words: Words) -> tuple[Line, ...]:
    """The last lines: the game's events as the seat may know them, and between them the table's own."""
    viewer = SPECTATOR if seat is None else seat
    known = memory.events(state, viewer) if state.position is not None else Known(0, [], [])
    total = len(state.notices) + len(known.events)
    entries: list[tuple[int, int, Event | Notice]] = [(notice.steps, 1, notice) for notice in state.notices[-LINES:]]
    entries += [(step, 0, event) for step, event in zip(known.came[-LINES:], known.events[-LINES:], strict=True)]
    entries = sorted(entries, key=itemgetter(0, 1))[-LINES:]
    first = total - len(entries) + 1
    told = memory.told(state, viewer, words)
    for number, (_, _, entry) in enumerate(entries, first):
        if number not in told:
            told[number] = _line(state, number, entry, viewer, words)
    for number in [number for number in told if number < first]:
        del told[number]
    return tuple(told[number] for number in range(first, total + 1))


def _line(state: State, number: int, entry: Event | Notice, viewer: int, words: Words) -> Line:
    if isinstance(entry, Notice):
        return Line(number, tell(entry, words), f"table-{entry.kind}", entry.seat, entry.facts, entry.game)
    position = _need(state.position)
    text = position.game.language.tell(entry, position.rules, state.names(), viewer, words)
    return Line(number, text, entry.kind, entry.seat, entry.facts, state.game_number)


def _chat(state: State, person: str | None) -> tuple[ChatLine, ...]:
    muted = state.people[person].muted if person else frozenset()
    lines = [line for line in state.chat if line.person not in muted][-LINES:]
    found = []
    for line in lines:
        seat = next(iter(state.own_seats(line.person)), None)
        name = state.people[line.person].name
        found.append(ChatLine(line.number, line.person, name, seat, line.person == person, line.text, line.reaction, line.at))
    return tuple(found)


def _people(state: State, person: str | None) -> tuple[PersonView, ...]:
    """Who has no seat and is here, or waits for one."""
    queue = [waiting.person for waiting in state.queue]
    found = []
    for handle, known in state.people.items():
        place = queue.index(handle) + 1 if handle in queue else 0
        if not known.kicked and not state.own_seats(handle) and (place or not known.away):
            found.append(PersonView(handle, known.name, handle == person, known.away, place))
    return tuple(found)


def presence(state: State) -> dict[str, bool]:
    """Those to whom a seat belongs, who wait for one, or who watch, and whether the table takes them for away."""
    known = {seat.owner for seat in state.seats} | {waiting.person for waiting in state.queue}
    people = state.people.items()
    return {handle: person.away for handle, person in people if handle in known or not (person.away or person.kicked)}


def _requests(state: State, person: str | None) -> tuple[RequestView, ...]:
    found = []
    for request in state.requests.values():
        missing = tuple(wanted(state, request))
        found.append(RequestView(request.person, request.name, request.seat, request.agreed, missing, person in missing))
    return tuple(found)
