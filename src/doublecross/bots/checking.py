"""Is this bot fit to play? Every kind of decision that a game has is put to it, and its first fault named.

What kinds there are, the game itself says where it can (`doublecross.kernel.decisions`), with positions made on purpose for what games
hardly come to: these come first. Then games are played by chance, with all numbers of players and with each option changed, until a whole
series of them brings nothing new: no kind of decision, and no sentence with which the game asks (`Language.prompt`) or describes what can
be chosen. A game that does not name its kinds is known by its sentences alone. Every question is put anew at each number of players at
which it comes up meanwhile, and something is asked at every table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from doublecross.bots.bot import Bot, Decision, bot_seed, complete_choice
from doublecross.bots.policies import RANDOM_BOT
from doublecross.bots.registry import BotSpec
from doublecross.bots.varied import Table, tables
from doublecross.kernel.decisions import Decisions, decisions_of
from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import as_record, start
from doublecross.kernel.words import Words

MOST_ROUNDS = 8
"""So often every table is played at most."""
MOST_ACTIONS = 150
"""So long a game is looked at: nothing new turns up in a game by chance that goes on and on."""


Aspect = tuple[str | int, ...]
"""Something about a decision that a bot should have met once: a word for what it is, and what tells it from others."""


class _Sentences(Words):
    """A speaker that also keeps the last sentence it was asked to say: the whole one, since its parts are said before."""

    last = ""

    def say(self, sentence: str, **places: Any) -> str:
        said = super().say(sentence, **places)
        self.last = sentence
        return said

    def plural(self, one: str, many: str, number: int, **places: Any) -> str:
        said = super().plural(one, many, number, **places)
        self.last = many
        return said


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, and where.

    Attributes:
        why: the fault, with what was found and what is allowed.
        players, options, seed: the game; options that have their default are left out.
        seat, actions: who had to choose, after how many actions.
        prompt: what was asked.
        legal: what could come first.
        position: the position of the game's own in which it was asked, by name, or empty; then options, seed and actions say nothing.
    """

    why: str
    players: int
    options: Mapping[str, str]
    seed: int
    seat: int
    actions: int
    prompt: str
    legal: tuple[str, ...]
    position: str = ""


@dataclass
class Checked:
    """What came of a check.

    Attributes:
        kinds: the questions that were put to the bot, each with the sorts of answers that were legal. A game that does not say which there
            are has its sentences here, before their places are filled.
        missing: the kinds that the game has and that were not reached; empty unless the bot had a fault or the check itself falls short.
        named: whether the game says which kinds it has.
        players: the numbers of players.
        options: the options that were changed, ``name=value``.
        positions: the positions that the game keeps for what games hardly come to, by name.
        decisions: in how many decisions all this was put.
        slowest: seconds of the choice that took longest.
        fault: the first fault, if there was one.
    """

    kinds: dict[str, list[str]] = field(default_factory=dict)
    missing: dict[str, list[str]] = field(default_factory=dict)
    named: bool = False
    players: list[int] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    positions: list[str] = field(default_factory=list)
    decisions: int = 0
    slowest: float = 0.0
    fault: Fault | None = None

    @property
    def count(self) -> int:
        """How many kinds were put."""
        return sum(map(len, self.kinds.values()))


@dataclass(frozen=True)
class _Place:
    """Where a decision was come by: at a table, or in a position of the game's own."""

    players: int
    changed: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    actions: int = 0
    position: str = ""


def check_bot_plays(spec: BotSpec, game: Game, seed: int = 0, progress: Callable[[int], None] | None = None) -> Checked:
    """Put every kind of decision to a bot, until its first fault.

    Args:
        spec: the bot.
        game: which it should be able to play.
        seed: decides which decisions it gets in games by chance.
        progress: called with the number of kinds so far.

    Raises:
        RuleError: the game comes to a kind of decision that it does not name.
    """
    check = _Check(spec, game)
    check.made_positions(seed)
    played = list(tables(game))
    since = 0  # games since a new kind turned up
    for number, table in enumerate(played * MOST_ROUNDS):
        if check.found.fault is not None or (since >= len(played) and not check.missing()):
            break
        since = 0 if check.game_by_chance(table, bot_seed(seed, number)) else since + 1
        if progress is not None:
            progress(check.found.count)
    return check.result()


class _Check:
    """One check.

    Attributes:
        found: what has come of it so far.
    """

    def __init__(self, spec: BotSpec, game: Game) -> None:
        self._spec, self._game = spec, game
        self._says: Decisions | None = decisions_of(game)
        self._seen: set[Aspect] = set()
        self._new = 0  # how often a new kind or sentence has turned up
        self.found = Checked(named=self._says is not None)

    def missing(self) -> dict[str, list[str]]:
        """The kinds that the game has and that were not put."""
        kinds = {} if self._says is None else self._says.kinds
        left = {asked: [sort for sort in sorts if sort not in self.found.kinds.get(asked, ())] for asked, sorts in kinds.items()}
        return {asked: sorts for asked, sorts in left.items() if sorts}

    def result(self) -> Checked:
        """What came of it, in the order in which the game names its kinds."""
        kinds = self.found.kinds if self._says is None else self._says.kinds
        self.found.kinds = {
            asked: [sort for sort in kinds[asked] if sort in self.found.kinds[asked]] for asked in kinds if asked in self.found.kinds
        }
        self.found.missing = self.missing()
        return self.found

    def made_positions(self, seed: int) -> None:
        """Put all decisions of the positions that the game keeps for this, until a fault."""
        for name, position in () if self._says is None else self._says.positions():
            self.found.positions.append(name)
            with _Bots(self._spec, self._game, seed) as bots:
                for seat in sorted(position.to_act):
                    decision = Decision(position, seat)
                    self._put(bots, decision, self._aspects(decision, {}), _Place(position.players, position=name))
                    if self.found.fault is not None:
                        return

    def game_by_chance(self, table: Table, seed: int) -> bool:
        """Play one game by chance, put those of its decisions to the bot that have something new; whether one was of a new kind."""
        position = start(table.game, table.players, seed, table.options)
        chance = RANDOM_BOT(table.game, seed)
        before = self._new
        with _Bots(self._spec, self._game, seed) as bots:
            for actions in range(MOST_ACTIONS):
                if position.is_over or self.found.fault is not None:
                    break
                seat = min(position.to_act)
                decision = Decision(position, seat)
                aspects = self._aspects(decision, table.changed)
                if not aspects <= self._seen:
                    self._put(bots, decision, aspects, _Place(table.players, table.changed, seed, actions))
                position.apply(seat, chance.choose(decision))
        return self._new > before

    def _aspects(self, decision: Decision, changed: Mapping[str, str]) -> set[Aspect]:
        """What there is about a decision that a bot should have met once. Its history is none of it, so the View is made without one."""
        view = self._game.view(as_record(decision.seen), as_record(decision.rules), decision.seat, ())
        kinds = sentences = _sentences(decision, view)
        if self._says is not None:
            question, sorts = self._says.kind(view, [decision.text(action) for action in decision.legal])
            unknown = sorted(sorts - set(self._says.kinds.get(question, ())))
            if unknown:
                raise RuleError(f"{self._game.name}: the decision {question!r} with {unknown} is not among the kinds that the game names")
            kinds = {(question, sort) for sort in sorts}
        aspects: set[Aspect] = {("kind", *kind) for kind in kinds} | {("said", *kind) for kind in sentences}
        aspects |= {("players", decision.players, question) for question, _ in kinds}
        return aspects | {("option", name, value) for name, value in changed.items()}

    def _note(self, aspects: set[Aspect]) -> None:
        """Keep what was put, for the report."""
        for aspect in sorted(aspects - self._seen, key=repr):
            match aspect:
                case ("said", *_):
                    self._new += 1
                case ("kind", str(question), str(sort)):
                    self._new += 1
                    self.found.kinds.setdefault(question, []).append(sort)
                case ("players", int(players), _) if players not in self.found.players:
                    self.found.players = sorted([*self.found.players, players])
                case ("option", name, value):
                    self.found.options.append(f"{name}={value}")
        self._seen |= aspects

    def _put(self, bots: _Bots, decision: Decision, aspects: set[Aspect], place: _Place) -> None:
        """Put a decision to the bot of its seat."""
        self._note(aspects)
        self.found.decisions += 1
        begun, watched = time.perf_counter(), _Watched(decision)
        try:
            watched.bot = bots.of(decision.seat)
            complete_choice(watched, decision)
        except Exception as error:  # whatever a bot does wrong is what is looked for
            self.found.fault = _fault(error, watched.asked, place)
        self.found.slowest = max(self.found.slowest, time.perf_counter() - begun)


class _Bots:
    """The bots of one game, made when they are first asked and closed in the end."""

    def __init__(self, spec: BotSpec, game: Game, seed: int) -> None:
        self._spec, self._game, self._seed = spec, game, seed
        self._bots: dict[int, Bot] = {}

    def of(self, seat: int) -> Bot:
        """The bot of a seat."""
        if seat not in self._bots:
            self._bots[seat] = self._spec.bot(self._game, bot_seed(self._seed, seat))
        return self._bots[seat]

    def __enter__(self) -> _Bots:
        return self

    def __exit__(self, *exc: object) -> None:
        for bot in self._bots.values():
            getattr(bot, "close", lambda: None)()


def _sentences(decision: Decision, view: Any) -> set[tuple[str, str]]:
    """The sentence that asks for a decision, with each that describes a possible choice."""
    game, rules, speaker = decision.game, as_record(decision.rules), _Sentences("en")
    names = [speaker.say("Seat {seat}", seat=seat) for seat in range(decision.players)]
    game.language.prompt(view, rules, names, speaker)
    asked, found = speaker.last, set()
    for action in decision.legal:
        speaker.last = ""
        said = game.language.describe(action, view, rules, names, speaker)
        found.add((asked, speaker.last or said))
    return found


class _Watched:
    """A bot whose choices are looked at before they are taken.

    Attributes:
        bot: whose choices.
        asked: the decision that was put to it last, or is to be put.
    """

    bot: Bot

    def __init__(self, decision: Decision) -> None:
        self.asked = decision

    def choose(self, decision: Decision) -> int:
        """The bot's action; raises `BadInput` if it is none, or if the bot changed what it was given."""
        self.asked = decision
        before = decision.seen.copy()
        action: Any = self.bot.choose(decision)
        if decision.seen.tobytes() != before.tobytes():
            decision.seen[:] = before
            raise BadInput(Phrase("decision"), Phrase("changed records"), Phrase("records left as they were: determinizations are copies"))
        if not hasattr(action, "__index__") or isinstance(action, bool) or int(action) not in decision.legal:
            raise BadInput(Phrase("choice"), ascii(action)[:80], ", ".join(f"{each} ({decision.text(each)})" for each in decision.legal))
        return int(action)


def _fault(error: Exception, decision: Decision, place: _Place) -> Fault:
    rules, speaker = as_record(decision.rules), Words("en")
    names = [speaker.say("Seat {seat}", seat=seat) for seat in range(place.players)]
    return Fault(
        why=error.args[0] if isinstance(error, BadInput) else f"{type(error).__name__}: {error}",
        players=place.players,
        options=place.changed,
        seed=place.seed,
        seat=decision.seat,
        actions=place.actions,
        prompt=decision.game.language.prompt(decision.view, rules, names, speaker),
        legal=tuple(map(decision.text, decision.legal)),
        position=place.position,
    )
