"""``cmd:PROGRAM``: a bot that is a program of its own, in any language, over JSON lines. The protocol stands in docs/bots.md."""

from __future__ import annotations

import shlex
import shutil
import time
from typing import Any

import msgspec

from doublecross.bots.bot import Decision
from doublecross.bots.child import BotFault, Child, quoted
from doublecross.bots.parameters import Seconds
from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.game import Game
from doublecross.kernel.options import Option
from doublecross.kernel.phrases import Phrase, mark
from doublecross.kernel.position import as_record
from doublecross.kernel.saved import plain_options
from doublecross.kernel.words import words

COMMAND = "cmd"
PROTOCOL = 1
"""Raised with every change that a program could notice."""
DEADLINE = 5.0
START = 10.0
"""Seconds a program has to say hello."""
END_OF_SET = "done"
_MOST_TOKENS = 80
_WHERE = Phrase("bot {name}", name=COMMAND)


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """The first line: what is played, and as whom."""

    protocol: int
    game: str
    rules_version: int
    players: int
    seat: int
    seed: int
    options: dict[str, Any]


class Legal(msgspec.Struct, frozen=True):
    """A legal action: its token, and what it means in English."""

    token: str
    text: str


class Decide(msgspec.Struct, tag="decide", frozen=True):
    """The seat has to choose.

    Attributes:
        number: of this question, from 1.
        deadline: seconds that are left for this choice.
        chosen: tokens of this choice that are taken already, where an answer was not a whole choice.
        legal: what can come next.
        view: the game's View.
    """

    number: int
    deadline: float
    chosen: list[str]
    legal: list[Legal]
    view: Any


class Greeting(msgspec.Struct, frozen=True):
    """What a program answers to `Hello`."""

    protocol: int


class Answer(msgspec.Struct, frozen=True):
    """What a program answers to `Decide`: tokens between blanks, a whole choice or its beginning; the cards of a set in any order."""

    choice: str


class Program:
    """Makes bots that are runs of one program; raises `BadInput` if there is no such program."""

    parameters = (Option("deadline", Seconds(0.01, 3600), DEADLINE, mark("How many seconds a program has for a choice.")),)

    def __init__(self, text: str) -> None:
        try:
            self._command = shlex.split(text)
        except ValueError as error:
            raise BadInput(_WHERE, f"{text!a} ({error})", Phrase("a program and its arguments")) from error
        if not self._command:
            raise BadInput(_WHERE, ascii(text), Phrase("a program and its arguments"))
        if shutil.which(self._command[0]) is None:
            raise BadInput(_WHERE, ascii(self._command[0]), Phrase("a program that can be run"))
        self._text = f"{COMMAND}:{text}"

    def __call__(self, game: Game, seed: int, deadline: float = DEADLINE) -> CommandBot:
        """A bot for one seat of one game."""
        return CommandBot(self._command, self._text, seed, deadline)


class CommandBot:
    """One run of a program, for one seat of one game. It starts with the first decision.

    A fault ends the program; the next decision starts it again, since a decision needs no memory.
    """

    def __init__(self, command: list[str], name: str, seed: int, deadline: float) -> None:
        self._command, self._name, self._seed, self._deadline = command, name, seed, deadline
        self._child: Child | None = None
        self._number = 0
        self._coming: list[tuple[bytes, int]] = []
        """The rest of an answer: what the seat will know when it is its turn, and the action."""
        self._chosen: list[int] = []
        self._until = 0.0

    def choose(self, decision: Decision) -> int:
        """The program's next action; raises `BotFault` naming what it did wrong."""
        if not (self._coming and self._coming[0][0] == decision.seen.tobytes()):
            if not decision.determinize(0).mid_choice(decision.seat):
                self._chosen, self._until = [], 0.0
            self._coming = self._answer(decision)
        action = self._coming.pop(0)[1]
        self._chosen.append(action)
        return action

    def close(self) -> None:
        """End the program."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _answer(self, decision: Decision) -> list[tuple[bytes, int]]:
        child = self._running(decision)
        now = time.monotonic()
        self._until = self._until or now + self._deadline
        self._number += 1
        question = msgspec.json.encode(self._question(decision, self._until - now))
        choice = self._read(child, child.ask(question, self._until - now), Answer, '{"choice": "TOKENS"}').choice
        try:
            return self._taken(decision, choice)
        except BotFault:
            child.kill()
            raise

    def _running(self, decision: Decision) -> Child:
        """The program, started and greeted."""
        if self._child is None or self._child.ended:
            self._number = 0
            self._child = Child(self._command, self._name)
            game = decision.game
            options = plain_options(game, decision.options)
            hello = Hello(PROTOCOL, game.name, game.rules_version, decision.players, decision.seat, self._seed, options)
            wanted = f'{{"protocol": {PROTOCOL}}}'
            line = self._child.ask(msgspec.json.encode(hello), START)
            if self._read(self._child, line, Greeting, wanted).protocol != PROTOCOL:
                self._child.kill()
                raise BotFault(self._name, quoted(line), wanted)
        return self._child

    def _question(self, decision: Decision, seconds: float) -> Decide:
        view, language, speaker = decision.view, decision.game.language, words("en")
        names = [speaker.say("Seat {seat}", seat=seat) for seat in range(decision.players)]
        rules = as_record(decision.rules)
        legal = [Legal(decision.text(action), language.describe(action, view, rules, names, speaker)) for action in decision.legal]
        return Decide(self._number, round(seconds, 3), [decision.text(action) for action in self._chosen], legal, view)

    def _read(self, child: Child, line: bytes, kind: type[Any], wanted: str) -> Any:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            child.kill()
            raise BotFault(self._name, quoted(line), wanted) from None

    def _taken(self, decision: Decision, choice: str) -> list[tuple[bytes, int]]:
        """The actions of an answer in the order in which they can be taken, each with what the seat knows then."""
        trial, seat = decision.determinize(0), decision.seat
        rest = self._actions(decision, choice)
        found: list[tuple[bytes, int]] = []
        while rest:
            if found and not (seat in trial.to_act and trial.mid_choice(seat)):
                raise BotFault(self._name, quoted(choice.encode()), Phrase("one whole choice at a time"))
            legal = [action for action in trial.legal(seat) if action in rest]
            going_on = [action for action in legal if decision.text(action) != END_OF_SET or len(rest) == 1]
            action = going_on[0] if going_on else rest[0]
            known = trial.know(seat).tobytes()
            try:
                trial.apply(seat, action)
            except IllegalAction as error:
                allowed = ", ".join(map(trial.action_text, trial.legal(seat)))
                refused = Phrase("{choice} ({reason})", choice=decision.text(action), reason=Phrase(error.reason.value))
                raise BotFault(self._name, refused, allowed) from error
            found.append((known, action))
            rest.remove(action)
        return found

    def _actions(self, decision: Decision, choice: str) -> list[int]:
        tokens, rules = choice.split(), as_record(decision.rules)
        if not 0 < len(tokens) <= _MOST_TOKENS:
            raise BotFault(self._name, quoted(choice.encode()), Phrase("1 to {most} tokens", most=_MOST_TOKENS))
        try:
            return [decision.game.action_from_text(rules, token) for token in tokens]
        except BadInput as error:
            raise BotFault(self._name, error.found, ", ".join(map(decision.text, decision.legal))) from error
