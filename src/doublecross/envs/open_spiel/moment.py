"""A moment of a game as a tree search needs it: immutable, with chance laid open. Knows nothing of OpenSpiel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import numpy as np

from doublecross.kernel.chance import Need, begin_with, step_with
from doublecross.kernel.errors import RuleError
from doublecross.kernel.game import Event, Game
from doublecross.kernel.log import EVENT
from doublecross.kernel.position import Position, from_bytes
from doublecross.kernel.registry import load_game


class Told:
    """The story up to a moment: the events before, and those of one step. Moments share it; each step is put into words once."""

    __slots__ = ("_before", "_seen_by", "_texts")

    def __init__(self, before: Told | None, seen_by: Callable[[int], Sequence[Event]]) -> None:
        self._before, self._seen_by, self._texts = before, seen_by, dict[int, list[str]]()

    def lines(self, seat: int) -> list[str]:
        """A line for each event that a seat has been told of, as it knows it."""
        pieces, told = list[list[str]](), self
        while True:
            if seat not in told._texts:
                told._texts[seat] = [_line(event) for event in told._seen_by(seat)]
            pieces.append(told._texts[seat])
            if told._before is None:
                return [line for piece in reversed(pieces) for line in piece]
            told = told._before


def _line(event: Event) -> str:
    facts = "".join(f" {name}={_plain(value)}" for name, value in event.facts.items())
    return f"{event.kind}{'' if event.seat is None else f' seat={event.seat}'}{facts}"


def _plain(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


@dataclass(frozen=True, eq=False)
class Moment:
    """One node of the game's tree.

    Attributes:
        game, players, options: what is played; the options are checked.
        position: the game after the last step whose chance is known; None while the setup's is not.
        told: its story.
        waiting: actions taken but not carried out yet: the first of them waits for chance.
        outcomes: chance outcomes of that step so far.
        need: the outcome it waits for, or None.
        sealed: how many actions each seat has taken that nobody has been told of.
        apart: of a moment drawn anew, a digest of what each seat held then, since its story is told as one seat knows it.
    """

    game: Game
    players: int
    options: Mapping[str, Any]
    position: Position | None = None
    told: Told | None = None
    waiting: tuple[tuple[int, int], ...] = ()
    outcomes: tuple[int, ...] = ()
    need: Need | None = None
    sealed: tuple[int, ...] = ()
    apart: tuple[str, ...] = ()

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> Any:
        position = None if self.position is None else self.position.to_bytes()
        options = {option.name: option.kind.plain(self.options[option.name]) for option in self.game.options}
        return restored, (self.game.name, self.players, options, position, self.waiting, self.outcomes, self.sealed, self.apart)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.need is None and self.position is not None and self.position.is_over

    def to_act(self) -> list[int]:
        """The seats that have to choose, ascending; none while chance does, or when the game is over."""
        return [] if self.need is not None or self.position is None else sorted(self.position.to_act)

    def chance(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely that is."""
        if self.need is None:
            return []
        total = sum(self.need.weights)
        return [(outcome, weight / total) for outcome, weight in zip(self.need.outcomes, self.need.weights, strict=True)]

    def with_outcome(self, outcome: int) -> Moment:
        """The moment after a chance outcome; raises `RuleError` if it cannot come."""
        if self.need is None or outcome not in self.need.outcomes:
            raise RuleError(f"chance outcome {outcome}, but it can be {self.need.outcomes if self.need else 'none: no chance is awaited'}")
        return replace(self, outcomes=(*self.outcomes, outcome), need=None).carried_out()

    def with_actions(self, actions: Sequence[tuple[int, int]]) -> Moment:
        """The moment after actions, (seat, action) in order; raises `IllegalAction`."""
        return replace(self, waiting=tuple(actions)).carried_out()

    def carried_out(self) -> Moment:
        """The moment after the waiting steps, as far as chance is known; an outcome that is certain needs no asking."""
        position, told, waiting, outcomes, sealed = self.position, self.told, self.waiting, self.outcomes, self.sealed
        while position is None or waiting:
            if position is None:
                step = begin_with(self.game, self.players, self.options, outcomes)
            else:
                step = step_with(position, *waiting[0], outcomes)
            if step.need is not None:
                if len(step.need.outcomes) > 1:
                    return replace(self, position=position, told=told, waiting=waiting, outcomes=outcomes, need=step.need, sealed=sealed)
                outcomes = (*outcomes, step.need.outcomes[0])
                continue
            if position is None or not step.events.all_sealed:
                sealed = (0,) * self.players
            else:
                sealed = tuple(count + (seat == waiting[0][0]) for seat, count in enumerate(sealed))
            waiting = waiting[0 if position is None else 1 :]
            position, told, outcomes = step.position, Told(told, step.events.seen_by), ()
        return replace(self, position=position, told=told, waiting=(), outcomes=(), need=None, sealed=sealed)

    def information_state(self, seat: int) -> str:
        """Everything the seat has been told so far, its own actions included: perfect recall."""
        lines = self.told.lines(seat) if self.told is not None else []
        return "\n".join([*filter(None, self.apart[seat : seat + 1]), *lines] if seat >= 0 else lines)

    def known_events(self, seat: int) -> np.ndarray[Any, Any]:
        """The same as raw events (`doublecross.kernel.log.EVENT`), hidden cards blank."""
        return np.frombuffer(b"" if self.position is None else self.position.known_log(seat), dtype=EVENT)

    def resampled(self, seat: int, rng: np.random.Generator) -> Moment:
        """A moment that the seat cannot tell from this one, all deals equally likely; hidden choices of others are drawn uniformly.

        What the others were told before is not drawn: their information states begin with what they hold now.

        Raises:
            RuleError: while chance decides, or nothing is dealt yet.
        """
        if self.position is None or self.need is not None:
            raise RuleError("there is nothing to draw anew while chance decides")
        position = self.position.determinize(seat, rng)
        held = (blake2b(position.know(other).tobytes(), digest_size=16).hexdigest() for other in range(self.players))
        apart = tuple("" if other == seat else f"drawn anew: {text}" for other, text in enumerate(held))
        moment = replace(self, position=position, told=Told(None, position.events), sealed=(0,) * self.players, apart=apart)
        for other in range(self.players):
            for _ in range(0 if other == seat else self.sealed[other]):
                moment = moment._chosen_secretly(other, rng)
        return replace(moment, sealed=self.sealed)

    def _chosen_secretly(self, seat: int, rng: np.random.Generator) -> Moment:
        """The moment after some action of a seat that nobody else is told of; the same moment if there is none."""
        assert self.position is not None
        legal = self.position.legal(seat)
        for action in rng.permutation(legal).tolist():
            after = self.with_actions([(seat, action)])
            if after.need is None and sum(after.sealed) > 0:
                return replace(after, sealed=(0,) * self.players)
        return self


def first_moment(game: Game, players: int, options: Mapping[str, Any]) -> Moment:
    """The root of a game's tree; raises `BadInput` for options that cannot be played."""
    return Moment(game, players, options).carried_out()


def restored(
    name: str,
    players: int,
    options: Mapping[str, Any],
    position: bytes | None,
    waiting: tuple[tuple[int, int], ...],
    outcomes: tuple[int, ...],
    sealed: tuple[int, ...],
    apart: tuple[str, ...],
) -> Moment:
    """The moment that was pickled; raises `BadInput` unless every part of its position holds."""
    if position is None:
        game = load_game(name)
        checked = {option.name: option.kind.read(options[option.name], option.name) for option in game.options}
        return Moment(game, players, checked, outcomes=outcomes).carried_out()
    there = from_bytes(position)
    story = Told(None, there.events)
    return Moment(there.game, there.players, there.options, there, story, waiting, outcomes, None, sealed, apart).carried_out()
