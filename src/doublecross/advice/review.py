"""The review of a game: what every choice was worth to the one who made it, who lied and how well, and how the chances went.

A choice is judged by what its seat could know when it made it: the chance before is that of the best choice found, the chance after that of
the choice made, both in the same imagined worlds. The chart is made with all cards open: whose game it was, had everyone seen everything.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import msgspec
import numpy as np

from doublecross.advice import WORLDS
from doublecross.advice.advisor import ENDS, advisor, phase_of
from doublecross.advice.weighing import Scales, Worth, weigh_all
from doublecross.bots.bot import Decision
from doublecross.kernel.position import Position, start

GAMES = 400
"""Games that are played on from each point of the chart."""
LARGE = 0.05
"""A loss of at least so much is worth telling, if it is also two standard errors."""
HUGE = 0.15

Progress = Callable[[int, int], None]
"""Called with how many parts are done, of how many."""


class Judged(msgspec.Struct, frozen=True):
    """One whole choice that was not forced.

    Attributes:
        step: how many actions had been taken before it; the replay's step.
        seat: who chose.
        asked: the phase of the game in which it was asked, by which a game names its choices; see `doublecross.advice.advisor.phase_of`.
        choice: its actions, as tokens.
        before: the chance to win of the best choice found, 0 to 1.
        after: the chance of the choice made.
        loss: `before` - `after`; below 0 where the choice made turned out better than the one that seemed best beforehand.
        error: standard error of the loss.
        better: the best choice found, as tokens, where the loss is large; else empty.
        grade: "fine", "mistake" or "blunder".
    """

    step: int
    seat: int
    asked: str
    choice: tuple[str, ...]
    before: float
    after: float
    loss: float
    error: float
    better: tuple[str, ...]
    grade: str


class Claim(msgspec.Struct, frozen=True):
    """Something that was said to the table.

    Attributes:
        step, seat, choice: as in `Judged`.
        lie: whether it was untrue.
        believable: for each rival, seat to the share of the worlds the rival could imagine in which the claim could have been true.
    """

    step: int
    seat: int
    choice: tuple[str, ...]
    lie: bool
    believable: dict[int, float]


class Show(msgspec.Struct, frozen=True):
    """A choice that told the table that a hand was good, such as a robbery.

    Attributes:
        step, seat, choice: as in `Judged`.
        hand: the best hand that the seat had for it, as tokens.
        strength: the chance that it beats one rival's, by what the seat could know.
        bluff: whether it would rather lose.
        better: for each rival who could answer, the share of the worlds that rival could imagine in which the hand behind it is better than
            the rival's own.
    """

    step: int
    seat: int
    choice: tuple[str, ...]
    hand: tuple[str, ...]
    strength: float
    bluff: bool
    better: dict[int, float]


class Point(msgspec.Struct, frozen=True):
    """A point of the chart: the step, and every seat's chance to win with all cards open."""

    step: int
    chances: tuple[float, ...]


class Review(msgspec.Struct, frozen=True):
    """A reviewed game; steps count actions, as the replay does.

    Attributes:
        game, players: which game.
        over: whether it was played to its end.
        choices, claims, shows, points: in order.
        seed: decided the estimates.
    """

    game: str
    players: int
    over: bool
    choices: tuple[Judged, ...]
    claims: tuple[Claim, ...]
    shows: tuple[Show, ...]
    points: tuple[Point, ...]
    seed: int


Part = Judged | Claim | Show | Point


@dataclass(frozen=True)
class _Moment:
    """A whole choice, and the position before it."""

    step: int
    seat: int
    choice: tuple[int, ...]
    before: Position


def review(position: Position, seed: int = 0, progress: Progress | None = None, worlds: int = WORLDS, threads: int | None = None) -> Review:
    """Review a game.

    Args:
        position: where it led; its log must reach back to the deal. It need not be over.
        seed: decides the estimates, however many threads there are.
        progress: called as parts are done.
        worlds: the effort, see `doublecross.advice.weighing.weigh_all`.
        threads: over how many threads; all cores if None.
    """
    moments, marks = _walk(position)
    found: dict[tuple[str, int], Part | None] = {}
    Scales(position.game, 0).warm(position)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        work: dict[Future[Part | None], tuple[str, int]] = {}
        work |= {pool.submit(_judge, moment, _seed(seed, moment.step), worlds): ("choice", moment.step) for moment in moments}
        work |= {pool.submit(_point, step, at, _seed(seed, step)): ("point", step) for step, at in marks}
        work |= {pool.submit(_claim, moment, _seed(seed, moment.step)): ("claim", moment.step) for moment in moments}
        work |= {pool.submit(_show, moment, _seed(seed, moment.step)): ("show", moment.step) for moment in moments}
        try:
            for done, future in enumerate(as_completed(work), 1):
                found[work[future]] = future.result()
                if progress is not None:
                    progress(done, len(work))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    ordered = [found[key] for key in sorted(found)]
    return Review(
        position.game.name,
        position.players,
        position.is_over,
        tuple(part for part in ordered if isinstance(part, Judged)),
        tuple(part for part in ordered if isinstance(part, Claim)),
        tuple(part for part in ordered if isinstance(part, Show)),
        tuple(part for part in ordered if isinstance(part, Point)),
        seed,
    )


def _seed(seed: int, step: int) -> int:
    return int.from_bytes(hashlib.blake2b(f"review {seed} {step}".encode(), digest_size=7).digest(), "little")


def _walk(position: Position) -> tuple[list[_Moment], list[tuple[int, Position]]]:
    """The whole choices of a game, and where its turns or rounds begin and it ends."""
    now = start(position.game, position.players, position.seed, position.options)
    moments, marks = list[_Moment](), [(0, now.clone())]
    begun: dict[int, tuple[int, list[int], Position]] = {}
    for step, (seat, action) in enumerate(position.choices()):
        first, actions, before = begun.setdefault(seat, (step, [], now.clone()))
        actions.append(action)
        events = now.apply(seat, action)
        if not (seat in now.to_act and now.mid_choice(seat)):
            del begun[seat]
            moments.append(_Moment(first, seat, tuple(actions), before))
        if any(event.kind in ENDS for event in events):
            marks.append((step + 1, now.clone()))
    return moments, marks


def _judge(moment: _Moment, seed: int, worlds: int) -> Part | None:
    """What a choice was worth; None if there was no other."""
    decision = Decision(moment.before, moment.seat)
    weighed = weigh_all(decision, seed, worlds, [moment.choice])
    if len(weighed) == 1:
        return None
    best = next(worth for worth in weighed if worth.favourite)
    made = next(worth for worth in weighed if worth.choice == moment.choice)
    grade = _grade(made)
    return Judged(
        moment.step,
        moment.seat,
        phase_of(decision),
        tuple(map(decision.text, made.choice)),
        best.value,
        made.value,
        made.behind,
        made.behind_error,
        tuple(map(decision.text, best.choice)) if grade != "fine" else (),
        grade,
    )


def _grade(worth: Worth) -> str:
    if worth.behind < LARGE or worth.behind < 2 * worth.behind_error:
        return "fine"
    return "blunder" if worth.behind >= HUGE else "mistake"


def _claim(moment: _Moment, seed: int) -> Part | None:
    """What a choice said to the table, and who could believe it; None if it said nothing."""
    position, seat = moment.before, moment.seat
    found, tokens = advisor(position.game), tuple(map(position.action_text, moment.choice))
    if not found.is_claim(tokens, position.rules):
        return None
    rivals = [rival for rival in range(position.players) if rival != seat]
    believable = {rival: found.believable(Decision(position, rival), seat, tokens, seed) for rival in rivals}
    return Claim(moment.step, seat, tokens, found.is_lie(tokens, position.rules), believable)


def _show(moment: _Moment, seed: int) -> Part | None:
    """What a choice told the table of a hand, how good that was, and how it looked to the others; None if it told nothing."""
    position, seat = moment.before, moment.seat
    found, tokens = advisor(position.game), tuple(map(position.action_text, moment.choice))
    shown = found.show(Decision(position, seat), tokens)
    if shown is None:
        return None
    rivals = [rival for rival in range(position.players) if rival != seat]
    looked = {rival: found.shown_better(Decision(position, rival), seat, tokens, seed) for rival in rivals}
    better = {rival: share for rival, share in looked.items() if share is not None}
    hand, strength = shown
    return Show(moment.step, seat, tokens, tuple(hand), strength, strength < 0.5, better)


def _point(step: int, position: Position, seed: int) -> Part | None:
    """Everyone's chances at a step, with all cards open."""
    if position.is_over:
        return Point(step, tuple(position.returns()))
    state = np.frombuffer(bytearray(position.state_bytes()), position.game.state_dtype)
    chances = Scales(position.game, seed).chances(state, position.rules_array, GAMES)
    return Point(step, tuple(float(chance) for chance in chances.mean(axis=0)))


def blunders(found: Review) -> Iterator[Judged]:
    """The choices that cost most, the worst first."""
    yield from sorted((choice for choice in found.choices if choice.grade != "fine"), key=lambda choice: -choice.loss)


def mean_loss(choices: Sequence[Judged]) -> float:
    """What choices cost on average, 0 to 1; 0 if there are none."""
    return sum(choice.loss for choice in choices) / len(choices) if choices else 0.0
