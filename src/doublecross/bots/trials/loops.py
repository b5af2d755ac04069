"""Compiled matches between rows of parameters that are given as they run: what tuning a character, and exploiting one, is made of.

A template like `doublecross.kernel.loops`: `doublecross.bots.trials` executes it once per game, with the globals ``GAME``, ``POLICY`` (the
game's policy) and ``PLAY`` (what that policy calls with the row of its number).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.bits import NONE, lowest, nth, popcount
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled
from doublecross.kernel.machine import RANDOM
from doublecross.kernel.rng import policy_uniform

GAME: Game
POLICY: Any
PLAY: Any

_setup, _to_act, _legal, _step = GAME.setup, GAME.to_act, GAME.legal, GAME.step
_winners, _know = GAME.winners, GAME.know
_policy, _play = POLICY, PLAY


@compiled
def choose(state: Any, rules: Any, seat: Any, rng: Any, who: Any, rows: Any, nothing: Any, seens: Any) -> Any:
    """The action of a seat: of a policy number from 0 on, of row ``-1 - who`` of the table below."""
    if who == RANDOM:
        mask = _legal(state, rules, seat)
        return nth(mask, policy_uniform(rng, popcount(mask)))
    seens[0] = nothing[0]
    _know(state, rules, seat, seens[0])
    if who > 0:
        return _policy(who, seens[0], rules, seat, rng)
    return _play(rows[-1 - who], seens[0], rules, seat, rng)


@compiled
def run_trials(
    states: Any, blank: Any, nothing: Any, rules: Any, logs: Any, rngs: Any, seens: Any, rows: Any, seated: Any, first: Any, won: Any
) -> None:
    """Play games ``first``, ``first + 1``, ...; ``seated[game, seat]`` says who sits where, ``won[game]`` gets the mask of winners."""
    for game in range(won.shape[0]):
        states[0] = blank[0]
        states[0].stream = np.uint64(first + game)
        rngs[0].word = np.uint64(first + game) ^ (np.uint64(blank[0].key[0]) << np.uint64(32))
        _setup(states[0], rules[0], logs[0])
        while True:
            seats = _to_act(states[0], rules[0])
            if seats == NONE:
                break
            seat = lowest(seats)
            action = choose(states[0], rules[0], seat, rngs[0], seated[game, seat], rows, nothing, seens)
            _step(states[0], rules[0], logs[0], seat, action)
        won[game] = _winners(states[0], rules[0])
