"""Is this bot fit to play? Every kind of decision that a game has is put to it, and its first fault named.

What kinds there are, the game itself tells: the sentence with which it asks (`Language.prompt`), and the sentences that describe what can
be chosen, before their places are filled. Games with all numbers of players and with each option changed are played by chance until no
new kind turns up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from doublecross.bots.bot import Bot, Decision, bot_seed, complete_choice
from doublecross.bots.policies import RANDOM_BOT
from doublecross.bots.registry import BotSpec
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import Choice, Flag, SeatOr, Whole
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import as_record, make_rules, start
from doublecross.kernel.words import Words

MOST_ROUNDS = 8
"""So often every table is played at most."""
MOST_ACTIONS = 150
"""So long a game is looked at: nothing new turns up in a game by chance that goes on and on."""
_FAR = 6
"""How far a number is moved from its default."""

Kind = tuple[str, str]
"""The sentence that asks, and one that describes a possible choice."""


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
    """

    why: str
    players: int
    options: Mapping[str, str]
    seed: int
    seat: int
    actions: int
    prompt: str
    legal: tuple[str, ...]


@dataclass
class Checked:
    """What came of a check.

    Attributes:
        kinds: how many kinds of decision were put to the bot.
        decisions: in how many decisions.
        slowest: seconds of the choice that took longest.
        fault: the first fault, if there was one.
    """

    kinds: int = 0
    decisions: int = 0
    slowest: float = 0.0
    fault: Fault | None = None


@dataclass(frozen=True)
class _Table:
    """A game to be played by chance."""

    game: Game
    players: int
    options: Mapping[str, Any]
    changed: Mapping[str, str] = field(default_factory=dict)


def check_bot_plays(spec: BotSpec, game: Game, seed: int = 0, progress: Callable[[int], None] | None = None) -> Checked:
    """Put every kind of decision to a bot, until its first fault.

    Args:
        spec: the bot.
        game: which it should be able to play.
        seed: decides which decisions it gets.
        progress: called with the number of kinds so far.
    """
    found, seen = Checked(), set[Kind]()
    played = list(tables(game))
    since = 0  # games since a new kind turned up
    for number, table in enumerate(played * MOST_ROUNDS):
        before = len(seen)
        _check_game(spec, table, bot_seed(seed, number), seen, found)
        found.kinds = len(seen)
        since = 0 if len(seen) > before else since + 1
        if progress is not None:
            progress(found.kinds)
        if found.fault is not None or since == len(played):
            break
    return found


def tables(game: Game) -> Iterator[_Table]:
    """Every number of players with the usual options, then each option changed, with as many players as it allows."""
    usual = {option.name: option.default for option in game.options}
    for players in game.players:
        yield _Table(game, players, usual)
    for option in game.options:
        for value in _others(option.kind, option.default):
            changed = {**usual, option.name: value}
            for players in reversed(game.players):
                try:
                    make_rules(game, players, changed)
                except BadInput:
                    continue  # these numbers do not go together
                yield _Table(game, players, changed, {option.name: option.kind.text(value)})
                break


def _others(kind: Any, default: Any) -> list[Any]:
    """Values of an option other than the default, near to it; none where only its game knows what would be sensible."""
    if isinstance(kind, Flag):
        return [not default]
    if isinstance(kind, Choice):
        return [word for word in kind.words if word != default]
    if isinstance(kind, SeatOr):
        return [word for word in (*kind.words, 0) if word != default]
    if isinstance(kind, Whole):
        return sorted({max(kind.least, default - _FAR), min(kind.most, default + _FAR)} - {default})
    return []


def _check_game(spec: BotSpec, table: _Table, seed: int, seen: set[Kind], found: Checked) -> None:
    """Play one game by chance, and put those of its decisions to the bot that are of a new kind."""
    position = start(table.game, table.players, seed, table.options)
    chance = RANDOM_BOT(table.game, seed)
    bots: dict[int, Bot] = {}
    try:
        for actions in range(MOST_ACTIONS):
            if position.is_over:
                break
            seat = min(position.to_act)
            decision = Decision(position, seat)
            kinds = _kinds(decision)
            if not kinds <= seen:
                seen |= kinds
                found.decisions += 1
                begun, asked = time.perf_counter(), decision
                try:
                    if seat not in bots:
                        bots[seat] = spec.bot(table.game, bot_seed(seed, seat))
                    watched = _Watched(bots[seat])
                    try:
                        complete_choice(watched, decision)
                    finally:
                        asked = watched.asked or decision
                except Exception as error:  # whatever a bot does wrong is what is looked for
                    found.fault = _fault(error, table, seed, asked, actions)
                    return
                found.slowest = max(found.slowest, time.perf_counter() - begun)
            position.apply(seat, chance.choose(decision))
    finally:
        for bot in bots.values():
            getattr(bot, "close", lambda: None)()


def _kinds(decision: Decision) -> set[Kind]:
    """The kinds of a decision; its history says nothing about them, so the View is made without one."""
    game, rules = decision.game, as_record(decision.rules)
    view = game.view(as_record(decision.seen), rules, decision.seat, ())
    speaker = _Sentences("en")
    names = [speaker.say("Seat {seat}", seat=seat) for seat in range(decision.players)]
    game.language.prompt(view, rules, names, speaker)
    asked, kinds = speaker.last, set()
    for action in decision.legal:
        speaker.last = ""
        said = game.language.describe(action, view, rules, names, speaker)
        kinds.add((asked, speaker.last or said))
    return kinds


class _Watched:
    """A bot whose choices are looked at before they are taken.

    Attributes:
        asked: the decision that was put to it last.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.asked: Decision | None = None

    def choose(self, decision: Decision) -> int:
        """The bot's action; raises `BadInput` if it is none, or if the bot changed what it was given."""
        self.asked = decision
        before = decision.seen.copy()
        action: Any = self._bot.choose(decision)
        if decision.seen.tobytes() != before.tobytes():
            decision.seen[:] = before
            raise BadInput(Phrase("decision"), Phrase("changed records"), Phrase("records left as they were: determinizations are copies"))
        if not hasattr(action, "__index__") or isinstance(action, bool) or int(action) not in decision.legal:
            raise BadInput(Phrase("choice"), ascii(action)[:80], ", ".join(f"{each} ({decision.text(each)})" for each in decision.legal))
        return int(action)


def _fault(error: Exception, table: _Table, seed: int, decision: Decision, actions: int) -> Fault:
    rules, speaker = as_record(decision.rules), Words("en")
    names = [speaker.say("Seat {seat}", seat=seat) for seat in range(table.players)]
    return Fault(
        why=error.args[0] if isinstance(error, BadInput) else f"{type(error).__name__}: {error}",
        players=table.players,
        options=table.changed,
        seed=seed,
        seat=decision.seat,
        actions=actions,
        prompt=table.game.language.prompt(decision.view, rules, names, speaker),
        legal=tuple(map(decision.text, decision.legal)),
    )
