"""`Table`: one live table as an object. Commands in, events out; the caller stores the events, then folds them in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import SEEDS
from doublecross.kernel.savefile import save
from doublecross.kernel.words import words
from doublecross.tables import chat, clocks, devices, drafts, rematch, requests, seats, setup, standins, timeouts
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.decisions import settle
from doublecross.tables.devices import shown_seat
from doublecross.tables.fold import fold, open_state
from doublecross.tables.hearing import Hearing
from doublecross.tables.hinting import HintQuestion, hint_questions
from doublecross.tables.refusals import DamagedTable, Refusal
from doublecross.tables.showing import Memory, presence, show
from doublecross.tables.standins import AskedBot, asked_bots
from doublecross.tables.state import State
from doublecross.tables.views import Listing, TableView

_DECIDES: dict[type, Callable[[Hearing, Any], None]] = {
    c.Sit: seats.sit,
    c.Leave: seats.leave,
    c.Rename: seats.rename,
    c.Move: seats.move,
    c.AddBot: seats.add_bot,
    c.RemoveBot: seats.remove_bot,
    c.SetOptions: setup.set_options,
    c.Start: rematch.start,
    c.Rematch: rematch.rematch,
    c.Choose: drafts.choose,
    c.Draft: drafts.draft,
    c.Ready: drafts.ready,
    c.Say: chat.say,
    c.React: chat.react,
    c.Mute: chat.mute,
    c.Kick: seats.kick,
    c.GrantTime: clocks.grant_time,
    c.StandIn: standins.stand_in,
    c.TakeBack: standins.take_back,
    c.AskForSeat: requests.ask_for_seat,
    c.Agree: requests.agree,
    c.Watch: seats.watch,
    c.Show: devices.show,
    c.TimeOut: timeouts.time_out,
    c.BotChose: drafts.bot_chose,
    c.Outage: clocks.outage,
    c.PersonGone: seats.person_gone,
    c.PersonBack: seats.person_back,
}
ANSWERS_KEPT = 1024
"""Keys remembered of commands that changed nothing."""
_SERVER = c.TimeOut | c.BotChose | c.Outage | c.PersonGone | c.PersonBack


class Table:
    """One live table.

    `decide` changes nothing: it says what a command leads to. Store these events first; then `fold` them in, in order, and show everyone
    their new `view`.

    >>> events = Table.open("t1", "QK7", game="most-wanted", players=3, now=0.0)  # doctest: +SKIP
    >>> table = Table.from_events(events)  # doctest: +SKIP
    >>> events = table.decide(Sit(key="a", name="Ada"), "p1", now=1.0, seed=secrets.randbits(256))  # doctest: +SKIP
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self._memory = Memory()
        self._answered: dict[tuple[str, str], Refusal | None] = {}

    @staticmethod
    def open(
        table: str, code: str, *, game: str, players: int, now: float, options: Mapping[str, Any] | None = None, **settings: Any
    ) -> list[e.Stored]:
        """The first events of a new table; nobody sits there yet, and whoever sits down first is the host.

        Args:
            table: an id that nobody can guess.
            code: the short code that others join with.
            game, players, options: what is played.
            now: Unix time.
            settings: `clock`, `chat`, `listed` of `doublecross.tables.events.Settings`.

        Raises:
            Refusal: for settings that no game can be dealt with.
        """
        opened = e.Opened(
            fold_version=e.FOLD_VERSION, table=table, code=code, settings=setup.make_settings(game, options or {}, players, **settings)
        )
        return [e.Stored(1, now, None, "open", opened)]

    @classmethod
    def from_events(cls, events: Iterable[e.Stored]) -> Table:
        """The table that these events lead to.

        Raises:
            DamagedTable, OtherRules: this table cannot go on.
        """
        table: Table | None = None
        for event in events:
            if table is None:
                table = cls(open_state(event))
            table.fold(event)
        if table is None:
            raise DamagedTable(Phrase("Nothing is stored of this table."))
        return table

    def decide(self, command: c.Command | c.ServerCommand, by: str | None, now: float, seed: int = 0) -> list[e.Stored]:
        """What a command leads to; the table itself stays as it is.

        Args:
            command: the command.
            by: the person who gives it, or None for the server.
            now: Unix time.
            seed: below 2^256, drawn anew for each command where nobody can guess it; decides all chance that comes with the command.

        Returns:
            The events to store and then to fold in; none if the command has nothing to change, or its key was accepted before.

        Raises:
            Refusal: with the reason.
        """
        if not 0 <= seed < SEEDS:
            raise ValueError("a seed is a whole number below 2^256")
        sender = (by or "", command.key)
        if command.key in self.state.keys.get(sender[0], ()):
            return []
        if sender in self._answered:
            return self._answer_again(sender)
        try:
            events = self._hear(command, by, now, seed)
        except Refusal as refusal:
            self._remember(sender, refusal)
            raise
        if not events:
            self._remember(sender, None)
        return events

    def _remember(self, sender: tuple[str, str], answer: Refusal | None) -> None:
        """A command that changed nothing: a late copy of it must not change anything either."""
        self._answered[sender] = answer
        while len(self._answered) > ANSWERS_KEPT:
            del self._answered[next(iter(self._answered))]

    def _answer_again(self, sender: tuple[str, str]) -> list[e.Stored]:
        """The same key gets the same answer."""
        refusal = self._answered[sender]
        if refusal is not None:
            raise Refusal(refusal.reason)
        return []

    def _hear(self, command: c.Command | c.ServerCommand, by: str | None, now: float, seed: int) -> list[e.Stored]:
        if isinstance(command, _SERVER) != (by is None):
            raise Refusal(Phrase("Only somebody at the table can do that."))
        if by is not None and by in self.state.people and self.state.people[by].kicked:
            raise Refusal(Phrase("The host has sent you away from this table."))
        hearing = Hearing(self.state.copy(), by, now, command.key, seed)
        _DECIDES[type(command)](hearing, command)
        rematch.seat_the_queue(hearing)
        settle(hearing)
        return hearing.events

    def fold(self, event: e.Stored) -> None:
        """Take in the next event.

        Raises:
            DamagedTable, OtherRules: this table must not be used any more.
        """
        fold(self.state, event)

    def view(self, viewer: str | None, language: str) -> TableView:
        """Everything a viewer may see, in their language; anyone the table does not know is a spectator."""
        return show(self.state, self._memory, viewer, words(language))

    def version(self, viewer: str | None) -> int:
        """The version of a viewer's view, without making it."""
        return self.state.public + self.state.private.get(viewer or "", 0)

    @property
    def listing(self) -> Listing:
        """What lists of tables say of this one."""
        state = self.state
        names = tuple(seat.name for seat in state.seats if seat.name)
        return Listing(state.settings.game, state.phase, state.settings.listed, names)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that play now, one for each of their seats; every viewer may know them."""
        return tuple(seat.bot for seat in self.state.seats if seat.bot)

    @property
    def presence(self) -> dict[str, bool]:
        """Those to whom a seat belongs, who wait for one, or who watch, by handle, and whether the table takes them for away."""
        return presence(self.state)

    @property
    def asked_bots(self) -> list[AskedBot]:
        """The bots the table waits for; give each answer as a `doublecross.tables.commands.BotChose`, after a delay that does not
        depend on its hand."""
        return asked_bots(self.state)

    def hint_questions(self, viewer: str | None, language: str) -> list[HintQuestion]:
        """What the seat before a viewer may ask advice about now; raises `Refusal` if it is nothing."""
        return hint_questions(self.state, viewer, shown_seat(self.state, viewer), words(language))

    @property
    def deadlines(self) -> list[tuple[float, str, int]]:
        """(Unix time, decision, seat) of the clocks that run, the next first; then give a `doublecross.tables.commands.TimeOut`."""
        return clocks.deadlines(self.state)

    def save_file(self) -> bytes | None:
        """The save file of the game that is over, None while there is none."""
        if self.state.phase != "over" or self.state.position is None:
            return None
        return save(self.state.position)
