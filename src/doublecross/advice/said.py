"""A review in words, for pages and terminals alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from doublecross.advice.advisor import ENDS, advisor, percent
from doublecross.advice.review import Claim, Judged, Review, blunders, mean_loss
from doublecross.advice.weighing import start_of
from doublecross.kernel.game import SPECTATOR
from doublecross.kernel.position import Position
from doublecross.kernel.words import Words, mark, words

WORST = 10
"""Choices that are told one by one."""
GRADES = {"fine": mark("fine"), "mistake": mark("mistake"), "blunder": mark("blunder")}


class SaidChoice(msgspec.Struct, frozen=True):
    """One choice: where in the replay, who, and its worth in words.

    Attributes:
        step, seat: as in `doublecross.advice.review.Judged`.
        part: the turn or round it was made in, as the log announces it.
        name, text: who chose, and what.
        before, after, loss: percentages.
        grade: in words.
        better: the better choice in words, empty if there is none worth telling.
        sentence: all of it as a sentence.
    """

    step: int
    seat: int
    part: str
    name: str
    text: str
    before: str
    after: str
    loss: str
    grade: str
    better: str
    sentence: str


class SaidClaim(msgspec.Struct, frozen=True):
    """One claim: who, what, whether it was true, and how believable it was to each rival."""

    step: int
    seat: int
    part: str
    name: str
    text: str
    lie: bool
    verdict: str
    rivals: tuple[str, ...]


class SaidSeat(msgspec.Struct, frozen=True):
    """How a seat played: choices weighed, mistakes and blunders among them, what a choice cost on average, claims and lies."""

    seat: int
    name: str
    choices: int
    mistakes: int
    blunders: int
    mean_loss: str
    claims: int
    lies: int


class SaidPoint(msgspec.Struct, frozen=True):
    """A point of the chart: the step, what it is called, and the seats' chances, 0 to 1."""

    step: int
    part: str
    chances: tuple[float, ...]


class Said(msgspec.Struct, frozen=True):
    """A review in one language.

    Attributes:
        seats: one row for each seat.
        worst: the choices that cost most, worst first.
        choices: all choices, in order.
        claims: all claims, in order.
        points: the chart.
        method: how the figures were made, and what they can not tell.
    """

    seats: tuple[SaidSeat, ...]
    worst: tuple[SaidChoice, ...]
    choices: tuple[SaidChoice, ...]
    claims: tuple[SaidClaim, ...]
    points: tuple[SaidPoint, ...]
    method: str


def say(found: Review, position: Position, names: Sequence[str], language: str) -> Said:
    """The review of a game in words.

    Args:
        found: the review of `position`.
        position: the game, with its log.
        names: what the seats are called.
        language: "en" or "es".
    """
    return _Sayer(found, position, names, words(language)).say()


class _Sayer:
    """Says the parts of one review."""

    def __init__(self, found: Review, position: Position, names: Sequence[str], speaker: Words) -> None:
        self._found, self._position, self._names, self._words = found, position, names, speaker
        self._advisor, self._parts = advisor(position.game), self._find_parts()

    def _find_parts(self) -> list[tuple[int, str]]:
        """After which steps turns and rounds begin, and how the log announces them."""
        position, found = self._position, [(0, self._words.say("The beginning"))]
        replay = start_of(position)
        for step, (seat, action) in enumerate(position.choices(), 1):
            parts = [event for event in replay.apply(seat, action).seen_by(SPECTATOR) if event.kind in ENDS]
            found += [(step, position.game.language.tell(part, position.rules, self._names, SPECTATOR, self._words)) for part in parts]
        return found

    def _part(self, step: int) -> str:
        return next(text for start, text in reversed(self._parts) if start <= step)

    def say(self) -> Said:
        found = self._found
        return Said(
            tuple(map(self._seat, range(found.players))),
            tuple(self._choice(choice) for choice, _ in zip(blunders(found), range(WORST), strict=False)),
            tuple(map(self._choice, found.choices)),
            tuple(map(self._claim, found.claims)),
            tuple(SaidPoint(point.step, self._part(point.step), point.chances) for point in found.points),
            self._words.say(
                "A choice is judged by what its seat could know: the best choice found and the choice made are played on in the same "
                "imagined worlds, everyone by the program's own best rule of thumb. The chart is drawn with all cards open."
            ),
        )

    def _seat(self, seat: int) -> SaidSeat:
        choices = [choice for choice in self._found.choices if choice.seat == seat]
        claims = [claim for claim in self._found.claims if claim.seat == seat]
        return SaidSeat(
            seat,
            self._names[seat],
            len(choices),
            sum(choice.grade == "mistake" for choice in choices),
            sum(choice.grade == "blunder" for choice in choices),
            self._points_of(mean_loss(self._found, seat)),
            len(claims),
            sum(claim.lie for claim in claims),
        )

    def _points_of(self, share: float) -> str:
        return f"{100 * share:.1f}%"

    def _called(self, tokens: Sequence[str]) -> str:
        return self._advisor.name_choice(tokens, self._position.rules, self._names, self._words)

    def _choice(self, choice: Judged) -> SaidChoice:
        name, text = self._names[choice.seat], self._called(choice.choice)
        better = self._called(choice.better) if choice.better else ""
        places: dict[str, Any] = {"name": name, "choice": text, "before": percent(choice.before), "after": percent(choice.after)}
        sentence = self._words.say("{name}: {choice}. The chance to win was {after}.", **places)
        if better:
            sentence = self._words.say(
                "{name}: {choice}. The chance to win went from {before} to {after}; better: {better}.", better=better, **places
            )
        return SaidChoice(
            choice.step,
            choice.seat,
            self._part(choice.step),
            name,
            text,
            percent(choice.before),
            percent(choice.after),
            self._points_of(choice.loss),
            self._words.say(GRADES[choice.grade]),
            better,
            sentence,
        )

    def _claim(self, claim: Claim) -> SaidClaim:
        speaker = self._words
        sentence = mark("To {name} it could have been true in {share} of the worlds.")
        return SaidClaim(
            claim.step,
            claim.seat,
            self._part(claim.step),
            self._names[claim.seat],
            self._advisor.name_claim(claim.choice, self._position.rules, speaker),
            claim.lie,
            speaker.say("a lie") if claim.lie else speaker.say("the truth"),
            tuple(speaker.say(sentence, name=self._names[seat], share=percent(share)) for seat, share in claim.believable.items()),
        )
