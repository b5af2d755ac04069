"""A game that is over, or that was saved, step by step: at each step the `TableView` of one who looks on.

Nothing here is decided anew: the stored choices are applied once more, and each view is what the kernel lets that viewer know.
"""

from __future__ import annotations

import bisect
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event
from doublecross.kernel.happened import Events
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, as_record, start
from doublecross.kernel.savefile import load, save
from doublecross.kernel.words import Words
from doublecross.tables.commands import Clock
from doublecross.tables.events import Stored
from doublecross.tables.instead import Instead
from doublecross.tables.naming import LOOKS
from doublecross.tables.table import Table
from doublecross.tables.views import Line, SeatView, TableView

LINES = 50
"""Lines of log in a view."""
CHAPTERS = ("turn", "round")
"""Kinds of events that begin a part of the game."""


@dataclass(frozen=True)
class Rider:
    """Who had a seat when the game ended; `name` is empty where nobody knows, `owner` for a bot of its own."""

    name: str
    look: str
    owner: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Story:
    """The lines one viewer was told, each with the step it came after, and the steps after which there is something new to see."""

    lines: list[tuple[int, Line]]
    beats: list[int]


@dataclass
class Replay:
    """One game, from the deal to its last stored choice.

    Attributes:
        final: the position it led to.
        riders: who sat there.
        table, number: which game at which table; 0 for a file.
        instead: who chose in the place of a seat's owner, by step (`doublecross.tables.instead`); of a file nobody knows.
        steps: what happened with each action.
    """

    final: Position
    riders: Sequence[Rider]
    table: str = ""
    number: int = 0
    instead: Mapping[int, str] = field(default_factory=dict)
    steps: list[Events] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stories: dict[tuple[int, str], Story] = {}
        self._choices = self.final.choices()
        trial = self._start()
        self.steps = [trial.apply(seat, action) for seat, action in self._choices]

    def _start(self) -> Position:
        return start(self.final.game, self.final.players, self.final.seed, self.final.options)

    @property
    def total(self) -> int:
        """The last step."""
        return len(self.steps)

    @property
    def is_over(self) -> bool:
        """Whether the game was played to its end; only then can all cards lie open."""
        return self.final.is_over

    def owns(self, person: str) -> int | None:
        """The first seat a person had."""
        return next((seat for seat, rider in enumerate(self.riders) if person and rider.owner == person), None)

    def save_file(self) -> bytes:
        """The game as a save file. It tells everything."""
        return save(self.final)

    def names(self, words: Words) -> list[str]:
        """What the seats are called."""
        return [rider.name or name for rider, name in zip(self.riders, self.final.seat_names(words.language), strict=True)]

    def story(self, viewer: int, words: Words) -> Story:
        """What a viewer was told."""
        key = viewer, words.language
        found = self._stories.get(key)
        if found is None:
            found = self._stories[key] = self._tell(viewer, words)
        return found

    def _tell(self, viewer: int, words: Words) -> Story:
        came = [(step, event) for step, events in enumerate(self.steps, 1) for event in events.seen_by(viewer)]
        known = self.final.events(viewer)
        dealt: list[tuple[int, Event]] = [(0, event) for event in known[: len(known) - len(came)]]
        names, language, lines = self.names(words), self.final.game.language, list[tuple[int, Line]]()
        for step, event in dealt + came:
            text = language.tell(event, self.final.rules, names, viewer, words)
            if text:
                lines.append((step, Line(len(lines) + 1, text, event.kind, event.seat, event.facts, self.number)))
        return Story(lines, sorted({0, self.total, *(step for step, _ in lines)}))

    def before(self, step: int, viewer: int, words: Words) -> int | None:
        """The step before this one at which the viewer saw something new."""
        beats = self.story(viewer, words).beats
        place = bisect.bisect_left(beats, step)
        return beats[place - 1] if place else None

    def after(self, step: int, viewer: int, words: Words) -> int | None:
        """The next one."""
        beats = self.story(viewer, words).beats
        place = bisect.bisect_right(beats, step)
        return beats[place] if place < len(beats) else None

    def news(self, step: int, viewer: int, words: Words) -> list[str]:
        """What the viewer was told at this step, in sentences."""
        return [line.text for when, line in self.story(viewer, words).lines if when == step]

    def chapters(self, viewer: int, words: Words) -> list[tuple[int, str]]:
        """Where turns or rounds begin."""
        return [(step, line.text) for step, line in self.story(viewer, words).lines if line.kind in CHAPTERS]

    def view(self, step: int, viewer: int, words: Words) -> TableView:
        """The table after so many steps, as a seat, `SPECTATOR` or (`EVERYTHING`) one who sees all cards could see it.

        Raises:
            BadInput: there is no such step, or the game was not played to its end and its cards cannot lie open.
        """
        if not 0 <= step <= self.total:
            raise BadInput(Phrase("step"), str(step), Phrase("a whole number from {least} to {most}", least=0, most=self.total))
        if viewer == EVERYTHING and not self.is_over:
            raise BadInput(Phrase("step"), Phrase("a game that is not over"), Phrase("one that is over"))
        position = self._at(step)
        game_view = self._look(position, viewer)
        seat = viewer if viewer >= 0 else None
        return TableView(
            table=self.table,
            code="",
            version=step,
            phase="over" if position.is_over else "playing",
            game=position.game.name,
            title=position.game.title,
            number=self.number,
            players=position.players,
            options=(),
            clock=Clock(kind="none"),
            usual_clock=False,
            chat=False,
            listed=False,
            hints=False,
            seats=tuple(self._seat(number, name, seat) for number, name in enumerate(self.names(words))),
            own=() if seat is None else (seat,),
            shown=seat,
            game_view=game_view,
            everything=game_view if viewer == EVERYTHING else None,
            log=tuple([line for when, line in self.story(viewer, words).lines if when <= step][-LINES:]),
        )

    def _at(self, step: int) -> Position:
        position = self._start()
        for seat, action in self._choices[:step]:
            position.apply(seat, action)
        return position

    def _look(self, position: Position, viewer: int) -> object:
        """The game's own View; its history is left out, the log has it."""
        seen = np.frombuffer(position.state_bytes(), position.game.state_dtype) if viewer == EVERYTHING else position.know(viewer)
        return position.game.view(as_record(seen), position.rules, viewer, ())

    def _seat(self, number: int, name: str, shown: int | None) -> SeatView:
        rider = self.riders[number]
        kind = "bot" if rider.bot and not rider.owner else "person"
        return SeatView(number, name, rider.look, yours=number == shown, kind="bot" if kind == "bot" else "person")


def finished_game(events: Iterable[Stored], number: int) -> Replay | None:
    """The game with this number at the table with these events; None if it is not over (or never was).

    Raises:
        DamagedTable, OtherRules: the table cannot be read.
    """
    table: Table | None = None
    instead = Instead()
    for event in events:
        if table is None:
            table = Table.from_events([event])
        else:
            instead.see(table.state, event.fact)
            table.fold(event)
        state = table.state
        if state.game_number == number and state.phase == "over" and state.position is not None:
            riders = [Rider(seat.name, seat.look, seat.owner, seat.bot) for seat in state.seats]
            return Replay(state.position, riders, state.table, number, instead.steps)
    return None


def saved_game(data: bytes, where: str) -> Replay:
    """The game in a save file; raises `BadInput`."""
    final = load(data, where)
    looks = list(LOOKS)
    return Replay(final, [Rider("", looks[seat % len(looks)]) for seat in range(final.players)])


@functools.cache
def viewers(players: int) -> dict[str, int]:
    """By what addresses call them: spectators (the empty name), seats ("0", "1"), and "open" for one who sees all cards."""
    return {"": SPECTATOR, **{str(seat): seat for seat in range(players)}, "open": EVERYTHING}
