"""A review in words, for pages and terminals alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from doublecross.advice.advisor import ENDS, advisor, percent
from doublecross.advice.review import Claim, Judged, Review, Show, blunders, mean_loss
from doublecross.advice.weighing import start_of
from doublecross.kernel.game import SPECTATOR, Event
from doublecross.kernel.position import Position
from doublecross.kernel.words import Words, mark, words

WORST = 10
"""Choices that are told one by one."""
INSTEAD = {"clock": mark("The clock chose."), "bot": mark("A bot stood in.")}
"""Who can choose in the place of the person whose seat it is."""
NOBODY: Mapping[int, str] = MappingProxyType({})
GRADES = {"fine": mark("fine"), "mistake": mark("mistake"), "blunder": mark("blunder")}


class SaidChoice(msgspec.Struct, frozen=True):
    """One choice: where in the replay, who, and its worth in words.

    Attributes:
        step, seat: as in `doublecross.advice.review.Judged`.
        part: the turn or round it was made in.
        name, text: who chose, and what.
        before, after, loss: percentages.
        grade: in words.
        better: the better choice in words, empty if there is none worth telling.
        instead: who chose in the seat's place, as a sentence; empty for nobody.
        sentence: all of it, in sentences.
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
    instead: str
    sentence: str


class SaidClaim(msgspec.Struct, frozen=True):
    """One claim: who, what, whether it was true, and how believable it was.

    Attributes:
        step, seat, part, name: as in `SaidChoice`.
        text: what was said.
        lie, verdict: whether it was a lie, and as words: what lay there in truth.
        rivals: what the rivals could know, as sentences.
    """

    step: int
    seat: int
    part: str
    name: str
    text: str
    lie: bool
    verdict: str
    rivals: tuple[str, ...]


class SaidShow(msgspec.Struct, frozen=True):
    """A show of strength: who, with what, and how it looked.

    Attributes:
        step, seat, part, name: as in `SaidChoice`.
        text: what was chosen.
        bluff, verdict: whether the hand would rather lose, and as words.
        rivals: what the seat and its rivals could know, as sentences.
    """

    step: int
    seat: int
    part: str
    name: str
    text: str
    bluff: bool
    verdict: str
    rivals: tuple[str, ...]


class SaidSeat(msgspec.Struct, frozen=True):
    """How a seat played: choices weighed, mistakes and blunders among them, what a choice cost on average, claims and lies.

    What somebody else chose in the seat's place is not counted.
    """

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
        claims, shows: all claims and shows of strength, in order.
        points: the chart.
        method: how the figures were made, and what they can not tell.
    """

    seats: tuple[SaidSeat, ...]
    worst: tuple[SaidChoice, ...]
    choices: tuple[SaidChoice, ...]
    claims: tuple[SaidClaim, ...]
    shows: tuple[SaidShow, ...]
    points: tuple[SaidPoint, ...]
    method: str


def say(found: Review, position: Position, names: Sequence[str], language: str, instead: Mapping[int, str] = NOBODY) -> Said:
    """The review of a game in words.

    Args:
        found: the review of `position`.
        position: the game, with its log.
        names: what the seats are called.
        language: "en" or "es".
        instead: by step, who chose in the place of the seat: a key of `INSTEAD`. A save file does not tell.
    """
    return _Sayer(found, position, names, words(language), instead).say()


class _Sayer:
    """Says the parts of one review."""

    def __init__(self, found: Review, position: Position, names: Sequence[str], speaker: Words, instead: Mapping[int, str]) -> None:
        self._found, self._position, self._names, self._words, self._instead = found, position, names, speaker, instead
        self._advisor = advisor(position.game)
        self._parts = self._find_parts()

    def _find_parts(self) -> list[tuple[int, str]]:
        """After which steps turns and rounds begin, and what they are called."""
        replay = start_of(self._position)
        dealt = [event for event in replay.events(SPECTATOR) if event.kind in ENDS]
        found = [(0, self._words.say("The beginning")), *((0, self._name_part(event)) for event in dealt)]
        for step, (seat, action) in enumerate(self._position.choices(), 1):
            events = replay.apply(seat, action).seen_by(SPECTATOR)
            found += [(step, self._name_part(event)) for event in events if event.kind in ENDS]
        return found

    def _name_part(self, event: Event) -> str:
        position, named = self._position, self._advisor.name_part(event, self._words)
        return named or position.game.language.tell(event, position.rules, self._names, SPECTATOR, self._words)

    def _part(self, step: int) -> str:
        return next(text for start, text in reversed(self._parts) if start <= step)

    def say(self) -> Said:
        found = self._found
        return Said(
            tuple(map(self._seat, range(found.players))),
            tuple(map(self._choice, self._worst())),
            tuple(map(self._choice, found.choices)),
            tuple(map(self._claim, found.claims)),
            tuple(map(self._show, found.shows)),
            tuple(SaidPoint(point.step, self._part(point.step), point.chances) for point in found.points),
            self._words.say(
                "A choice is judged by what its seat could know: the best choice found and the choice made are played on in the same "
                "imagined worlds, everyone by the program's own best rule of thumb. The chart is drawn with all cards open."
            ),
        )

    def _worst(self) -> list[Judged]:
        return [choice for choice in blunders(self._found) if choice.step not in self._instead][:WORST]

    def _seat(self, seat: int) -> SaidSeat:
        choices = [choice for choice in self._found.choices if choice.seat == seat and choice.step not in self._instead]
        claims = [claim for claim in self._found.claims if claim.seat == seat and claim.step not in self._instead]
        return SaidSeat(
            seat,
            self._names[seat],
            len(choices),
            sum(choice.grade == "mistake" for choice in choices),
            sum(choice.grade == "blunder" for choice in choices),
            self._points_of(mean_loss(choices)),
            len(claims),
            sum(claim.lie for claim in claims),
        )

    def _points_of(self, share: float) -> str:
        return f"{100 * share:.1f}%"

    def _called(self, choice: Judged, tokens: Sequence[str]) -> str:
        return self._advisor.name_choice(tokens, choice.asked, self._position.rules, self._names, self._words)

    def _who_instead(self, step: int) -> str:
        who = self._instead.get(step)
        return self._words.say(INSTEAD[who]) if who else ""

    def _choice(self, choice: Judged) -> SaidChoice:
        name, text = self._names[choice.seat], self._called(choice, choice.choice)
        better, instead = self._called(choice, choice.better) if choice.better else "", self._who_instead(choice.step)
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
            instead,
            f"{sentence} {instead}".rstrip(),
        )

    def _claim(self, claim: Claim) -> SaidClaim:
        speaker, name = self._words, self._names[claim.seat]
        verdict = speaker.say("the truth")
        if claim.lie:
            verdict = speaker.say("a lie: it was {truth}", truth=self._advisor.name_truth(claim.choice, self._position.rules, speaker))
        instead = self._who_instead(claim.step)
        return SaidClaim(
            claim.step,
            claim.seat,
            self._part(claim.step),
            name,
            self._advisor.name_claim(claim.choice, self._position.rules, speaker),
            claim.lie,
            verdict,
            (*([instead] if instead else []), *self._believable(claim), *self._record(claim)),
        )

    def _show(self, show: Show) -> SaidShow:
        speaker, name = self._words, self._names[show.seat]
        hand = self._advisor.name_hand(show.hand, speaker)
        verdict = speaker.say(mark("a bluff, with {hand} at best") if show.bluff else mark("a good hand, {hand}"), hand=hand)
        strength = speaker.say("It beats one rival in {share} of the worlds.", share=percent(show.strength))
        instead = self._who_instead(show.step)
        text = self._advisor.name_choice(show.choice, "turn", self._position.rules, self._names, speaker)
        rivals = self._by_share(mark("To {names} it was the better hand in {share} of the worlds."), show.better)
        lines = (*([instead] if instead else []), strength, *rivals)
        return SaidShow(show.step, show.seat, self._part(show.step), name, text, show.bluff, verdict, lines)

    def _believable(self, claim: Claim) -> Iterator[str]:
        """To whom it could have been true in which share of the worlds."""
        return self._by_share(mark("To {names} it could have been true in {share} of the worlds."), claim.believable)

    def _by_share(self, sentence: str, shares: Mapping[int, float]) -> Iterator[str]:
        """A sentence about some seats and a share of worlds; seats of whom the same is said, together."""
        names: dict[str, list[str]] = {}
        for seat, share in shares.items():
            names.setdefault(percent(share), []).append(self._names[seat])
        for text, some in names.items():
            yield self._words.say(sentence, names=self._words.both(some), share=text)

    def _record(self, claim: Claim) -> Iterator[str]:
        """How often everyone had seen the claimant tell the truth by then: all earlier claims are shown in the end, true or not."""
        before = [each for each in self._found.claims if each.seat == claim.seat and each.step < claim.step]
        if before:
            true = sum(not each.lie for each in before)
            yield self._words.say(
                "True claims of {name} until then: {true} of {count}.", name=self._names[claim.seat], true=true, count=len(before)
            )
