"""A table under any commands in any order, duplicates, late ones and those of wrong seats among them."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from doublecross.kernel import savefile
from doublecross.tables import commands as c
from doublecross.tables.events import Chosen, Started
from doublecross.tables.refusals import Refusal
from tests.tables.build import Desk

PEOPLE = ("ada", "bo", "cleo", "dee")
ANYONE = (*PEOPLE, "eve", None)
VARIANTS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("most-wanted", 3, {"turn_limit": 8, "first_player": "duel", "labor": "dishonest"}),
    ("most-wanted", 2, {"turn_limit": 8, "duel": "shootout", "church": "saloon"}),
    ("most-wanted", 4, {"turn_limit": 8, "labor": "dishonest", "duel": "shootout"}),
    ("outlawed", 3, {"round_limit": 2}),
)
CLOCKS = (None, c.Clock(run_out="neutral", seconds=10, bank=5), c.Clock(run_out="wait", seconds=10, bank=0), c.Clock(run_out="more"))

people, seats = st.sampled_from(PEOPLE), st.integers(-1, 4)
words = st.sampled_from(
    ["pony", "train", "church", "labor 6s", "duel x1 p1", "shootout x1 p0 p1", "in", "out", "6s", "Aw Kc", "croc as:croc", ""]
)
booleans, names = st.booleans(), st.sampled_from(("ada", "dee", "eve", "Zoe"))


class Tables(RuleBasedStateMachine):
    """What can happen to one table."""

    desk: Desk

    @initialize(variant=st.sampled_from(VARIANTS), clock=st.sampled_from(CLOCKS), bots=st.integers(0, 2))
    def open(self, variant: tuple[str, int, dict[str, Any]], clock: c.Clock | None, bots: int) -> None:
        game, players, options = variant
        self.desk = Desk(game, players, options, clock=clock)
        self.desk.seat(*PEOPLE[: max(1, players - bots)], bots=min(bots, players - 1)).start()
        self.given: list[tuple[Any, str | None]] = []
        self.seen: dict[str | None, tuple[int, bytes]] = {}
        self.random = random.Random(1)

    def attempt(self, by: str | None, kind: type[Any], **fields: Any) -> None:
        """Give a command that may be refused; then nothing changes."""
        command = kind(key=f"m{len(self.given)}", **fields)
        self.given.append((command, by))
        before = self.desk.fingerprint()
        with contextlib.suppress(Refusal):
            self.desk.give(command, by, self.random.getrandbits(256))
            return
        assert self.desk.fingerprint() == before

    @property
    def open_now(self) -> str:
        decision = self.desk.table.state.decision
        return decision.id if decision else "1-1"

    @rule(person=people, another=booleans, seat=st.none() | seats)
    def sit(self, person: str, another: bool, seat: int | None) -> None:
        name = f"{person} {len(self.given) % 3}" if another else person
        self.attempt(person, c.Sit, name=name, another=another, seat=seat)

    @rule(person=people, seat=st.none() | seats)
    def leave(self, person: str, seat: int | None) -> None:
        self.attempt(person, c.Leave, seat=seat)

    @rule(person=people)
    def take_back(self, person: str) -> None:
        self.attempt(person, c.TakeBack)

    @rule(person=people, seat=seats)
    def stand_in(self, person: str, seat: int) -> None:
        self.attempt(person, c.StandIn, seat=seat, bot="random")

    @rule(person=people, gone=booleans)
    def presence(self, person: str, gone: bool) -> None:
        self.attempt(None, c.PersonGone if gone else c.PersonBack, person=person)

    @rule(person=people, seat=seats, factor=st.sampled_from((0, 1, 2, 4, 7)))
    def grant(self, person: str, seat: int, factor: int) -> None:
        self.attempt(person, c.GrantTime, seat=seat, factor=factor)

    @rule(person=people, other=people)
    def kick(self, person: str, other: str) -> None:
        if self.random.random() < 0.2:
            self.attempt(person, c.Kick, person=other)

    @rule(person=st.sampled_from(("dee", "eve")), name=names, seat=seats)
    def ask_for_seat(self, person: str, name: str, seat: int) -> None:
        self.attempt(person, c.AskForSeat, name=name, seat=seat)

    @rule(person=people, other=st.sampled_from(("dee", "eve")), agree=booleans)
    def agree(self, person: str, other: str, agree: bool) -> None:
        self.attempt(person, c.Agree, person=other, agree=agree)

    @rule(person=people, what=st.sampled_from((c.Start, c.Rematch, c.AddBot)))
    def between_games(self, person: str, what: type[Any]) -> None:
        self.attempt(person, what)

    @rule(person=people, players=st.none() | st.integers(1, 5), game=st.sampled_from((None, "outlawed", "most-wanted")), chat=booleans)
    def settings_change(self, person: str, players: int | None, game: str | None, chat: bool) -> None:
        self.attempt(person, c.SetOptions, players=players, game=game, chat=chat)

    @rule(person=people, name=names, seat=st.none() | seats)
    def rename(self, person: str, name: str, seat: int | None) -> None:
        self.attempt(person, c.Rename, name=name, seat=seat)

    @rule(person=people, to=seats, seat=st.none() | seats)
    def move(self, person: str, to: int, seat: int | None) -> None:
        self.attempt(person, c.Move, to=to, seat=seat)

    @rule(person=people, seat=seats)
    def send_bot_away(self, person: str, seat: int) -> None:
        self.attempt(person, c.RemoveBot, seat=seat)

    @rule(person=st.sampled_from((*PEOPLE, "eve")), name=names)
    def watch(self, person: str, name: str) -> None:
        self.attempt(person, c.Watch, name=name)

    @rule(person=people, text=st.text(max_size=5))
    def say(self, person: str, text: str) -> None:
        self.attempt(person, c.Say, text=text)

    @rule(person=people, other=people)
    def mute(self, person: str, other: str) -> None:
        self.attempt(person, c.Mute, person=other)

    @rule(person=people, seat=seats)
    def show(self, person: str, seat: int) -> None:
        self.attempt(person, c.Show, seat=seat)

    @rule(person=st.sampled_from(ANYONE), choice=words, seat=st.none() | seats, decision=st.sampled_from(("", "1-1", "2-3")))
    def choose_anything(self, person: str | None, choice: str, seat: int | None, decision: str) -> None:
        self.attempt(person, c.Choose, decision=decision or self.open_now, choice=choice, seat=seat)

    @rule(person=people, ready=booleans, seat=st.none() | seats)
    def ready(self, person: str, ready: bool, seat: int | None) -> None:
        self.attempt(person, c.Ready, decision=self.open_now, ready=ready, seat=seat)

    @rule(seat=seats, choice=words)
    def bot_out_of_place(self, seat: int, choice: str) -> None:
        self.attempt(None, c.BotChose, decision=self.open_now, seat=seat, choice=choice)

    @rule(later=st.sampled_from((0.0, 7.0, 1000.0)))
    def time_passes(self, later: float) -> None:
        self.desk.now += later
        for _, decision, seat in self.desk.table.deadlines:
            self.attempt(None, c.TimeOut, decision=decision, seat=seat)

    @rule()
    def outage(self) -> None:
        self.attempt(None, c.Outage, seconds=3.0)

    @rule(moves=st.integers(1, 12), seed=st.integers(0, 99))
    def play(self, moves: int, seed: int) -> None:
        self.desk.play_on(seed, moves)

    @precondition(lambda self: self.given)
    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        """A duplicate, however late, does nothing."""
        command, by = data.draw(st.sampled_from(self.given))
        before = self.desk.fingerprint()
        with contextlib.suppress(Refusal):
            assert self.desk.give(command, by) == []
        assert self.desk.fingerprint() == before

    @precondition(lambda self: any(not self.desk.table.state.seats[seat].bot for seat in self.desk.waits))
    @rule(data=st.data(), seed=st.integers(0, 999))
    def lay_down(self, data: st.DataObject, seed: int) -> None:
        """A draft: where nobody may see it, nobody receives anything, however often it changes."""
        state = self.desk.table.state
        seat = data.draw(st.sampled_from([seat for seat in self.desk.waits if not state.seats[seat].bot]))
        person, rng = state.seats[seat].owner, random.Random(seed)
        inside = self.desk.part(seat).inside
        others = [viewer for viewer in (*ANYONE, "stranger") if viewer != person]
        before = {viewer: self.desk.received(viewer) for viewer in others}
        decision = state.decision
        assert decision is not None
        self.attempt(person, c.Draft, decision=decision.id, choice=self.desk.any_choice(seat, rng), seat=seat)
        now = self.desk.table.state.decision
        assert now is not None
        assert now.id == decision.id, "a draft alone reveals nothing"
        if now.parts[seat].inside == inside and not state.seats[seat].bot:
            assert before == {viewer: self.desk.received(viewer) for viewer in others}

    @invariant()
    def views_change_only_with_their_version(self) -> None:
        for viewer in ANYONE:
            view = self.desk.view(viewer, "es" if self.desk.table.state.number % 2 else "en")
            version, encoded = self.desk.table.version(viewer), msgspec.json.encode(self.desk.view(viewer, "en"))
            assert version == view.version
            old, seen = self.seen.get(viewer, (version, encoded))
            assert version >= old
            assert version > old or encoded == seen
            self.seen[viewer] = version, encoded

    @invariant()
    def while_a_game_goes_on_somebody_is_asked_who_can_answer(self) -> None:
        state = self.desk.table.state
        assert (state.decision is not None) == (state.phase == "playing")
        if state.decision is None or state.position is None:
            return
        assert state.decision.waits_for
        asked = {bot.seat for bot in self.desk.table.asked_bots}
        for number in state.decision.waits_for:
            seat = state.seats[number]
            assert number in asked if seat.bot else seat.owner and not seat.left and not state.decision.parts[number].fixed
        assert state.decision.kind == "robbery" or set(state.decision.parts) == set(state.position.to_act)

    @invariant()
    def no_clock_runs_that_is_not_there(self) -> None:
        table = self.desk.table
        assert table.state.clock.kind != "none" or not table.deadlines
        assert not any(table.state.seats[seat].bot for _, _, seat in table.deadlines)

    @invariant()
    def nobody_sits_there_as_somebody_else(self) -> None:
        sit = [seat.name.casefold() for seat in self.desk.table.state.seats if not seat.free]
        assert len(set(sit)) == len(sit)

    @invariant()
    def no_seed_leaves_the_table(self) -> None:
        seeds = [event.fact.seed for event in self.desk.log if isinstance(event.fact, Started)]
        assert not any(seed.encode() in encoded for seed in seeds for _, encoded in self.seen.values())

    @invariant()
    def every_choice_is_stored_exactly_once(self) -> None:
        stored: list[tuple[int, str]] = []
        for event in self.desk.log:
            if isinstance(event.fact, Started):
                stored = []
            elif isinstance(event.fact, Chosen):
                stored += event.fact.choices
        assert stored == self.desk.table.state.choices

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        again = self.desk.again()
        assert again.fingerprint() == self.desk.fingerprint()
        assert [again.received(viewer) for viewer in ANYONE] == [self.desk.received(viewer) for viewer in ANYONE]
        saved, position = self.desk.table.save_file(), self.desk.table.state.position
        if saved is not None:
            assert savefile.load(saved, "table") == position


Tables.TestCase.settings = settings(
    max_examples=20, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
TestTables = Tables.TestCase
