"""Compiled loops over one game: the doors through which Python calls its rules, playouts, and batches of games.

This file is a template. `doublecross.kernel.machine` executes it once per game (and policy), with ``GAME`` and ``POLICY`` set beforehand,
so that the calls below are static and compile into one piece of machine code; the kernel itself names no game.

Records enter from Python inside arrays of length 1, because Numba unpacks an array faster than a record; the rules only ever see the
records. The functions marked as a `door` are called from Python directly by their machine code.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.bits import NONE, has, lowest, nth, popcount
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled
from doublecross.kernel.machine import LOGS, NUMBER, RANDOM, RNGS, VECTOR, array_of, door
from doublecross.kernel.rng import policy_uniform

GAME: Game
POLICY: Any

_setup, _to_act, _legal, _step = GAME.setup, GAME.to_act, GAME.legal, GAME.step
_winners, _mid_choice, _know = GAME.winners, GAME.mid_choice, GAME.know
_determinize, _observe = GAME.determinize, GAME.observe
_ACTIONS = GAME.actions
_policy = POLICY
STATES, RULES = array_of(GAME.state_dtype), array_of(GAME.rules_dtype)

NOT_TO_ACT, NO_SUCH_SEAT, ILLEGAL = -1, -2, -3


@door(STATES, RULES, LOGS)
def enter_setup(states: Any, rules: Any, logs: Any) -> Any:
    """Set up a game; returns how many events it caused."""
    logs[0].count = 0
    _setup(states[0], rules[0], logs[0])
    return logs[0].count


@door(STATES, RULES)
def enter_to_act(states: Any, rules: Any) -> Any:
    """The mask of seats that still have to choose."""
    return _to_act(states[0], rules[0])


@door(STATES, RULES, NUMBER)
def enter_legal(states: Any, rules: Any, seat: Any) -> Any:
    """The mask of legal actions of a seat."""
    return _legal(states[0], rules[0], seat)


@door(STATES, RULES)
def enter_winners(states: Any, rules: Any) -> Any:
    """The mask of winners."""
    return _winners(states[0], rules[0])


@door(STATES, RULES, NUMBER)
def enter_mid_choice(states: Any, rules: Any, seat: Any) -> Any:
    """Whether the seat is between the actions of one choice."""
    return _mid_choice(states[0], rules[0], seat)


@door(STATES, RULES, LOGS, NUMBER, NUMBER)
def enter_step(states: Any, rules: Any, logs: Any, seat: Any, action: Any) -> Any:
    """Take one action if it is legal; returns 0, or why it is refused, and then nothing has changed.

    The log then holds the events, who has to choose now, and what the lowest of those seats may do.
    """
    if seat < 0 or seat >= rules[0].players:
        return NO_SUCH_SEAT
    mask = _legal(states[0], rules[0], seat)
    if mask == NONE:
        return NOT_TO_ACT
    if action < 0 or action >= _ACTIONS or not has(mask, action):
        return ILLEGAL
    logs[0].count = 0
    _step(states[0], rules[0], logs[0], seat, action)
    waiting = _to_act(states[0], rules[0])
    logs[0].waiting = waiting
    logs[0].lowest_legal = NONE if waiting == NONE else _legal(states[0], rules[0], lowest(waiting))
    return 0


@door(STATES, RULES, NUMBER, STATES)
def enter_know(states: Any, rules: Any, seat: Any, seens: Any) -> None:
    """Build in ``seens[0]`` (all zero) what the seat may know."""
    _know(states[0], rules[0], seat, seens[0])


@door(STATES, RULES, NUMBER, RNGS)
def enter_determinize(seens: Any, rules: Any, seat: Any, rngs: Any) -> None:
    """Complete a `know` record into a position that the seat cannot tell from the true one."""
    _determinize(seens[0], rules[0], seat, rngs[0])


@door(STATES, RULES, NUMBER, VECTOR)
def enter_observe(seens: Any, rules: Any, seat: Any, out: Any) -> None:
    """Write a `know` record as a vector."""
    _observe(seens[0], rules[0], seat, out)


@compiled
def pick(mask: Any, rng: Any) -> Any:
    """One action of a mask that is not empty, uniformly."""
    return nth(mask, policy_uniform(rng, popcount(mask)))


@compiled
def playout(state: Any, rules: Any, log: Any, rng: Any) -> Any:
    """Play to the end, uniformly at random; returns the number of actions."""
    decisions = 0
    while True:
        seats = _to_act(state, rules)
        if seats == NONE:
            return decisions
        seat = lowest(seats)
        _step(state, rules, log, seat, pick(_legal(state, rules, seat), rng))
        decisions += 1


@compiled
def enter_playout(states: Any, rules: Any, logs: Any, rngs: Any) -> Any:
    """`playout` from the position in ``states[0]``."""
    return playout(states[0], rules[0], logs[0], rngs[0])


@compiled
def start_game(states: Any, blank: Any, rules: Any, log: Any, rng: Any, game: Any, number: Any) -> None:
    """Set up game `number` of a batch in ``states[game]``: every game has a random stream of its own under the batch's key."""
    states[game] = blank[0]
    states[game].stream = np.uint64(number)
    rng.word = np.uint64(number) ^ (np.uint64(blank[0].key[0]) << np.uint64(32))
    _setup(states[game], rules, log)


@compiled
def run_random(states: Any, blank: Any, rules: Any, logs: Any, rngs: Any, first: Any, decisions: Any) -> None:
    """Play games ``first``, ``first + 1``, ... at random, one in each of ``states``; writes each one's number of actions."""
    for game in range(states.shape[0]):
        start_game(states, blank, rules[0], logs[0], rngs[0], game, first + game)
        decisions[game] = playout(states[game], rules[0], logs[0], rngs[0])


@compiled
def choose(state: Any, rules: Any, seat: Any, rng: Any, policy: Any, blank: Any, seens: Any) -> Any:
    """The action of one seat's policy, which sees a `know` record only."""
    if policy == RANDOM:
        return pick(_legal(state, rules, seat), rng)
    seens[0] = blank[0]
    _know(state, rules, seat, seens[0])
    return _policy(policy, seens[0], rules, seat, rng)


@door(NUMBER, STATES, RULES, NUMBER, RNGS)
def enter_policy(policy: Any, seens: Any, rules: Any, seat: Any, rngs: Any) -> Any:
    """The action of a seat's policy, from the `know` record in ``seens[0]``."""
    if policy == RANDOM:
        return pick(_legal(seens[0], rules[0], seat), rngs[0])
    return _policy(policy, seens[0], rules[0], seat, rngs[0])


@compiled
def run_policies(
    states: Any, blank: Any, nothing: Any, rules: Any, logs: Any, rngs: Any, seens: Any, policies: Any, first: Any, counts: Any, won: Any
) -> None:
    """Play games like `run_random`, each seat by its policy number.

    ``counts[game, seat, action]`` counts the actions taken, ``won[game]`` gets the mask of winners.
    """
    for game in range(states.shape[0]):
        start_game(states, blank, rules[0], logs[0], rngs[0], game, first + game)
        while True:
            seats = _to_act(states[game], rules[0])
            if seats == NONE:
                break
            seat = lowest(seats)
            action = choose(states[game], rules[0], seat, rngs[0], policies[seat], nothing, seens)
            counts[game, seat, action] += 1
            _step(states[game], rules[0], logs[0], seat, action)
        won[game] = _winners(states[game], rules[0])
