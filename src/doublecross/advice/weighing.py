"""What the choices of a decision are worth, by playing on from each of them in worlds that the seat can imagine.

The estimate is flat Monte Carlo over information sets with common random numbers; the candidates are thinned out by sequential halving
(Karnin, Koren, Somekh 2013), and those that are left are weighed again in fresh worlds, so that the best one is not praised for its luck.
Worlds are drawn as the search draws them (`doublecross.bots.search.guides`): what others have claimed, or joined, makes some likelier.
Everything is made from a `Decision`: what the seat may know, and nothing else.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.bots.bot import Decision
from doublecross.bots.policies import PLAYERS, policy_of
from doublecross.bots.search.guides import guide_of
from doublecross.kernel.game import Game
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import RANDOM, instantiate, machine, policy_rng, records
from doublecross.kernel.position import Position, start

Choice = tuple[int, ...]
"""The actions of one whole choice."""

CANDIDATES = 40
"""So many choices are weighed; where there are more, a sample of each kind."""
LEAVES = 500
"""So many whole choices are listed; where there are more, they are sampled."""
LAST = 4
"""The best so many of them are weighed a last time, in fresh worlds."""
STAGES = ((1, 12), (4, LAST))
"""In how many times the budget's worlds the candidates are weighed, and how many of them go on."""


@dataclass(frozen=True)
class Worth:
    """What one whole choice is worth to the seat.

    Attributes:
        choice: its actions.
        value: the seat's expected share of the win.
        error: standard error of `value`.
        behind: by how much the value is below that of the favourite; negative if it turned out above.
        behind_error: standard error of `behind`, which is paired and therefore smaller than that of the values.
        shares: every seat's expected share of the win.
        favourite: whether it is the choice that was best before the last worlds were drawn: compared with that one, nothing is praised
            or blamed for the luck of being the best of several estimates.
    """

    choice: Choice
    value: float
    error: float
    behind: float
    behind_error: float
    shares: tuple[float, ...]
    favourite: bool


@functools.cache
def loops(game: Game) -> Any:
    """The compiled loops of a game, with its best policy, and what its search knows of plausible worlds."""
    policy, guide = policy_of(game), guide_of(game)
    given = {"CHOOSE": machine(game, policy).choose, "CANDIDATES": guide.candidates, "REVISE": guide.revise}
    return instantiate(Path(__file__).with_name("loops.py"), "doublecross.advice.loops", game, policy, **given)


@functools.lru_cache(maxsize=32)
def _table_of(game: Game, rules: bytes) -> np.ndarray[Any, Any]:
    array = records(game.rules_dtype)
    array[:] = np.frombuffer(rules, game.rules_dtype)
    table: np.ndarray[Any, Any] = guide_of(game).prepare(array)
    return table


def table_of(decision: Decision) -> np.ndarray[Any, Any]:
    """The guide's numbers for the rules of a decision."""
    return _table_of(decision.game, decision.rules.tobytes())


def best_policy(game: Game) -> int:
    """The number of the policy that plays on: the game's best, or random play where there is none."""
    players = PLAYERS.get(game.name)
    return players.numbers["heuristic"] if players else RANDOM


class Scales:
    """Weighs choices and positions of one game; one per thread.

    Args:
        game: the game.
        seed: decides all estimates.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self._loops = loops(game)
        self._policy = best_policy(game)
        self._rng = policy_rng(seed)
        self._silent, self._nothing, self._seens = records(SILENT), records(game.state_dtype), records(game.state_dtype)
        self._work = records(game.state_dtype, 2)

    def warm(self, position: Position) -> None:
        """Compile everything, so that threads find it ready."""
        state = np.frombuffer(bytearray(start_of(position).state_bytes()), position.game.state_dtype)
        self.chances(state, position.rules_array, 1)
        first = Decision(start_of(position), min(start_of(position).to_act))
        self.weigh(first, [_by_policy(first, 0)], 1)

    def weigh(self, decision: Decision, choices: Sequence[Choice], worlds: int) -> np.ndarray[Any, Any]:
        """Every seat's share of the win, float32 (worlds, choices, players)."""
        longest = max(map(len, choices))
        table = np.full((len(choices), longest), -1, dtype=np.int64)
        for row, choice in zip(table, choices, strict=True):
            row[: len(choice)] = choice
        shares = np.zeros((worlds, len(choices), decision.players), dtype=np.float32)
        self._loops.weigh(
            decision.seen,
            decision.rules,
            self._silent,
            self._rng,
            decision.seat,
            table,
            self._policy,
            self._nothing,
            self._seens,
            table_of(decision),
            self._work,
            shares,
        )
        return shares

    def chances(self, state: np.ndarray[Any, Any], rules: np.ndarray[Any, Any], games: int) -> np.ndarray[Any, Any]:
        """Every seat's share of the win from a position as it is, float32 (games, players); only chance to come is imagined."""
        shares = np.zeros((games, int(rules["players"][0])), dtype=np.float32)
        self._loops.play_on(state, rules, self._silent, self._rng, self._policy, self._nothing, self._seens, self._work, shares)
        return shares


def start_of(position: Position) -> Position:
    """The game as it was dealt."""
    return start(position.game, position.players, position.seed, position.options)


def imagine(decision: Decision, seed: int) -> Position:
    """A position that the seat cannot tell from the true one; it has no past."""
    world = decision.seen.copy()
    machine(decision.game).enter_determinize(world, decision.rules, decision.seat, policy_rng(seed))
    return Position(decision.game, decision.options, decision.rules, world, None)


def likely(decision: Decision, seed: int) -> Position:
    """The same, the likelier the better it fits what the others have done so far."""
    work = records(decision.game.state_dtype, 2)
    loops(decision.game).imagine_one(decision.seen, decision.rules, policy_rng(seed), decision.seat, table_of(decision), work)
    return Position(decision.game, decision.options, decision.rules, work[:1].copy(), None)


def whole_choices(decision: Decision, seed: int, limit: int = LEAVES) -> list[Choice]:
    """The whole choices of a decision, all of them if they are no more than `limit`, else a sample; in a fixed order."""
    world, seat = imagine(decision, 0), decision.seat
    found: list[Choice] = []
    waiting: list[tuple[Position, Choice]] = [(world, ())]
    while waiting and len(found) <= limit:
        position, before = waiting.pop()
        for action in reversed(position.legal(seat)):
            following = position.clone()
            following.apply(seat, action)
            choice = (*before, action)
            if seat in following.to_act and following.mid_choice(seat):
                waiting.append((following, choice))
            else:
                found.append(choice)
    if len(found) <= limit:
        return sorted(found)
    chance = random.Random(seed)
    return sorted({_walk(world, seat, chance) for _ in range(limit)})


def _walk(world: Position, seat: int, chance: random.Random) -> Choice:
    """One whole choice at random."""
    position, choice = world.clone(), []
    while True:
        choice.append(chance.choice(position.legal(seat)))
        position.apply(seat, choice[-1])
        if not (seat in position.to_act and position.mid_choice(seat)):
            return tuple(choice)


def candidates(decision: Decision, seed: int, named: Sequence[Choice] = ()) -> list[Choice]:
    """The choices worth weighing: the named ones, what the best policy would do, and some of every kind (by first action)."""
    every = whole_choices(decision, seed)
    if len(every) <= CANDIDATES:
        return sorted({*every, *named})
    chosen = {*named, *(_by_policy(decision, seed + number) for number in range(4))}
    chance = random.Random(seed)
    kinds: dict[int, list[Choice]] = {}
    for choice in every:
        kinds.setdefault(choice[0], []).append(choice)
    for kind in kinds.values():
        chance.shuffle(kind)
    while len(chosen) < CANDIDATES and any(kinds.values()):
        chosen.update(kind.pop() for kind in kinds.values() if kind)
    return sorted(chosen)


def _by_policy(decision: Decision, seed: int) -> Choice:
    """The whole choice of the game's best policy."""
    game, seat = decision.game, decision.seat
    position, choice, rng = imagine(decision, seed), [], policy_rng(seed)
    policy, number = machine(game, policy_of(game)), best_policy(game)
    while True:
        choice.append(int(policy.enter_policy(number, position.know(seat), decision.rules, seat, rng)))
        position.apply(seat, choice[-1])
        if not (seat in position.to_act and position.mid_choice(seat)):
            return tuple(choice)


def weigh_all(decision: Decision, seed: int, worlds: int, named: Sequence[Choice] = ()) -> list[Worth]:
    """The best choices of a decision and all named ones, best first.

    Args:
        decision: what the seat knows.
        seed: decides the estimate.
        worlds: how many worlds each candidate is tried in at first; those that are left at the end, in sixteen times as many.
        named: choices that shall be weighed to the end in any case, such as the one that was made.
    """
    scales = Scales(decision.game, seed)
    left = candidates(decision, seed, named)
    for times, go_on in STAGES:
        if len(left) > go_on or go_on == LAST:
            values = scales.weigh(decision, left, worlds * times)[:, :, decision.seat].mean(axis=0)
            left = [left[index] for index in sorted(range(len(left)), key=lambda index: (-values[index], left[index]))][:go_on]
    last = [*left, *(choice for choice in named if choice not in left)]
    return _summary(last, scales.weigh(decision, last, worlds * 16), decision.seat)


def _summary(choices: Sequence[Choice], shares: np.ndarray[Any, Any], seat: int) -> list[Worth]:
    """The first of the choices is the favourite."""
    mine = shares[:, :, seat].astype(np.float64)
    behind = mine[:, :1] - mine
    scale = mine.shape[0] ** -0.5
    found = [
        Worth(
            choice,
            float(mine[:, index].mean()),
            float(mine[:, index].std() * scale),
            float(behind[:, index].mean()),
            float(behind[:, index].std() * scale),
            tuple(float(value) for value in shares[:, index].mean(axis=0)),
            index == 0,
        )
        for index, choice in enumerate(choices)
    ]
    return sorted(found, key=lambda worth: (-worth.value, worth.choice))
