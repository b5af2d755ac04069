"""Tables in every state, by real play: whatever the pages have to draw comes from `Table.view`, never from views made by hand."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from doublecross.bots.registry import make_bot
from doublecross.kernel.words import words
from doublecross.tables import commands as c
from doublecross.tables.refusals import Refusal
from doublecross.tables.table import Table
from doublecross.tables.views import AskView, ChoiceView, TableView
from doublecross.web.desks import desk_of

NOW = 1_800_000_000.0
PEOPLE = {"p-ada": "Ada", "p-bo": "Bo <b>", "p-cleo": "Cleopatra Jonesville"}
"""One of the names would be markup if it were not escaped."""


class Play:
    """A table, its people, and a clock that goes on with every command."""

    def __init__(self, game: str, seed: int = 1, people: int = 3, bots: int = 1, **options: Any) -> None:
        self.rng = random.Random(seed)
        self.now = NOW
        self.keys = 0
        self.people = list(PEOPLE)[:people]
        players = people + bots
        self.table = Table.from_events(Table.open("t1", "QK7W", game=game, players=players, now=self.now, options=options, chat=True))
        for person in self.people:
            self.give(person, c.Sit, name=PEOPLE[person])
        for _ in range(bots):
            self.give("p-ada", c.AddBot, bot="random")

    def give(self, person: str | None, command: Callable[..., Any], **fields: Any) -> None:
        """Have somebody do something; raises `Refusal`."""
        self.now += 1
        self.keys += 1
        for event in self.table.decide(command(key=f"k{self.keys}", **fields), person, self.now, self.rng.getrandbits(256)):
            self.table.fold(event)

    def view(self, person: str | None, language: str = "en") -> TableView:
        """What somebody sees."""
        return self.table.view(person, language)

    def start(self) -> None:
        """Deal."""
        self.give("p-ada", c.Start)

    def some_choice(self, ask: AskView) -> str:
        """A legal choice, at random."""
        if ask.many > 1 or (ask.kind == "robbery" and ask.choices):
            return " ".join(choice.token for choice in self.rng.sample(ask.choices, ask.many))
        return self._path(ask.choices)

    def _path(self, choices: tuple[ChoiceView, ...]) -> str:
        choice = self.rng.choice(choices)
        if not choice.then:
            return choice.token
        if choice.many:
            cards = [other.token for other in choice.then if other.token != "done"]
            for size in (self.rng.randint(1, len(cards)), 1) if cards else ():
                picked = " ".join(self.rng.sample(cards, size))
                return f"{choice.token} {picked}"
            return choice.token
        return f"{choice.token} {self._path(choice.then)}"

    def bots(self) -> None:
        """Let every bot that is asked answer."""
        for asked in self.table.asked_bots:
            bot = make_bot("random", asked.position.game, self.rng.getrandbits(32))
            try:
                self.give(None, c.BotChose, decision=asked.decision, seat=asked.seat, choice=asked.choose(bot))
            except Refusal:
                continue

    def step(self) -> Iterator[None]:
        """One round of answers: every person asked does something, and after each the table can be looked at."""
        acted = False
        for person in self.people:
            view = self.view(person)
            ask = view.ask
            if ask is None or ask.ready:
                continue
            acted = True
            try:
                self._answer(person, ask)
            except Refusal:
                continue
            yield
        if not acted:
            before = self.table.state.number
            self.bots()
            if before == self.table.state.number:
                raise AssertionError("nobody does anything")
            yield

    def _answer(self, person: str, ask: AskView) -> None:
        if ask.kind == "robbery":
            if not ask.inside and self.rng.random() < 0.4 and ask.may_stay_out:
                self.give(person, c.Choose, decision=ask.decision, choice="out", seat=ask.seat)
            elif ask.draft is None and ask.choices:
                self.give(person, c.Draft, decision=ask.decision, choice=self.some_choice(ask), seat=ask.seat)
            else:
                self.give(person, c.Ready, decision=ask.decision, seat=ask.seat)
            return
        self.give(person, c.Choose, decision=ask.decision, choice=self.some_choice(ask), seat=ask.seat)


SHORT = {"game": "most-wanted", "goal": 8, "track": "1112233"}
OTHER_SIDES = {"church": "saloon", "labor": "dishonest", "duel": "shootout", "first_player": "duel"}
GAMES: dict[str, dict[str, Any]] = {
    "mw-book": {**SHORT, "seed": 3},
    "mw-other-sides": {**SHORT, **OTHER_SIDES, "seed": 1},
    "mw-two": {**SHORT, "seed": 2, "people": 2, "bots": 0},
    "ol-beginner": {"game": "outlawed", "seed": 5, "beginner": True},
    "ol": {"game": "outlawed", "seed": 6, "round_limit": 3},
    "ol-five": {"game": "outlawed", "seed": 7, "bots": 2, "round_limit": 1},
}
MOST_STEPS = 400


def label(view: TableView) -> str:
    """What kind of state a view shows; few enough kinds to look at all of them."""
    if view.phase == "lobby":
        return "lobby" if view.own else "lobby-stranger"
    _, desk = desk_of(view, words("en"))
    ask = view.ask
    parts = [desk.mode or ("wait" if view.own else "spectator")]
    if ask is not None and ask.ready:
        parts.append("ready")
    if view.game == "most-wanted":
        parts += [desk.game.tile] if desk.game.tile and view.phase == "playing" else []
        parts += ["in"] if ask is not None and ask.inside else []
        parts += ["tie"] if desk.game.tie_round else []
        parts += ["reveal"] if any(poster.shown_cards for poster in desk.posters) else []
    else:
        parts += ["reveal"] if desk.reveal else []
    return "-".join(parts)


@dataclass(frozen=True)
class State:
    """What one viewer saw at one moment, by language; `hidden` are the cards and outlaws that only others held then."""

    name: str
    views: Mapping[str, TableView]
    hidden: frozenset[str]


def hidden_cards(table: Table, view: TableView) -> frozenset[str]:
    """The cards in others' hands that nothing in this view tells of. (In OutLawed! everyone knows every outlaw, not who holds it.)"""
    position = table.state.position
    if position is None or view.phase == "over" or view.game != "most-wanted":
        return frozenset()
    held = {card for seat in range(position.players) if seat != view.shown for card in position.view(seat).hand}
    # What may be in the deck is any card at first: it says nothing, and no page shows it.
    told = msgspec.json.encode((msgspec.structs.replace(view.game_view, maybe_in_deck=()), view.log, view.ask)).decode()
    return frozenset(card for card in held if f'"{card}"' not in told and f" {card}" not in told)


@functools.cache
def states() -> dict[str, State]:
    """The first moment of every kind, in a few whole games."""
    found: dict[str, State] = {}
    for name, options in GAMES.items():
        for play in _moments(options):
            for person in (*play.people, None):
                view = play.view(person)
                key = f"{name}-{label(view)}"
                if key not in found:
                    found[key] = State(key, {"en": view, "es": play.view(person, "es")}, hidden_cards(play.table, view))
    return found


@functools.cache
def moments() -> dict[str, dict[str, TableView]]:
    """Moments that play alone does not lead to, by language."""
    found: dict[str, dict[str, TableView]] = {}

    def keep(name: str, play: Play, person: str | None) -> None:
        found[name] = {language: play.view(person, language) for language in ("en", "es")}

    play = Play("outlawed", people=2, bots=0)
    play.give("p-ada", c.SetOptions, players=4)
    play.give("p-cleo", c.Watch, name=PEOPLE["p-cleo"])
    keep("lobby-free", play, "p-ada")
    play.give("p-ada", c.SetOptions, players=2)
    play.start()
    play.give("p-cleo", c.AskForSeat, name=PEOPLE["p-cleo"], seat=1)
    keep("asked-for-a-seat", play, "p-ada")
    keep("asking-for-a-seat", play, "p-cleo")
    play.give("p-bo", c.Leave)
    keep("left-a-seat", play, "p-bo")
    play.give("p-ada", c.StandIn, seat=0)
    keep("bot-plays", play, "p-ada")
    play.give("p-ada", c.TakeBack)
    play.give("p-dora", c.Sit, name="Dora")
    play.give("p-dora", c.Say, text="Room for <b>one more?")
    play.give("p-dora", c.React, reaction="howdy")
    keep("in-line", play, "p-dora")
    keep("chatting", play, "p-ada")
    device = Play("most-wanted", people=1, bots=1)
    device.give("p-ada", c.SetOptions, players=3)
    device.give("p-ada", c.Sit, name=PEOPLE["p-cleo"], another=True)
    device.start()
    keep("curtain", device, "p-ada")
    _eight(keep)
    played = Play("outlawed", people=2, bots=0, round_limit=1)
    for _ in range(2):
        played.start()
        while played.table.state.phase != "over":
            for _ in played.step():
                pass
        played.give("p-ada", c.Rematch)
    keep("lobby-again", played, "p-ada")
    return found


def _eight(keep: Callable[[str, Play, str | None], None]) -> None:
    """The fullest table, with long names."""
    play = Play("most-wanted", people=2, bots=0)
    play.give("p-ada", c.SetOptions, players=8)
    for number in range(6):
        play.give(f"p-{number}", c.Sit, name=f"Maximilian Longfellow {number + 1}")
    play.people += [f"p-{number}" for number in range(6)]
    keep("eight-lobby", play, "p-0")
    play.start()
    for _ in range(12):
        for _ in play.step():
            pass
        if any(play.view(person).seats[0].inside is not None for person in play.people):
            break
    keep("eight", play, next(person for person in play.people if play.view(person).decision))


def _moments(options: dict[str, Any]) -> Iterator[Play]:
    """A game from the lobby to its end."""
    play = Play(**options)
    yield play
    play.start()
    yield play
    for _ in range(MOST_STEPS):
        if play.table.state.phase == "over":
            return
        for _ in play.step():
            yield play
