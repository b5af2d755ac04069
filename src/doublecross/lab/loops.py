"""Compiled loops of the lab over one game: batches that note every game, and games whose winning chances are followed.

A template like `doublecross.kernel.loops`: `doublecross.lab.watching` executes it for one game and policy, with the game's watcher and the
loops of the kernel given as globals.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.bits import NONE, has, lowest, mul64, popcount, without_lowest
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import WORDS

GAME: Game
BEGIN: Any
WATCH: Any
FINISH: Any
BEGINS_TURN: Any
START_GAME: Any
CHOOSE: Any

_to_act, _legal, _step, _winners = GAME.to_act, GAME.legal, GAME.step, GAME.winners
_begin, _watch, _finish, _begins_turn, _start_game, _choose = BEGIN, WATCH, FINISH, BEGINS_TURN, START_GAME, CHOOSE

_PLAYOUT = np.uint64(1 << 63)
"""Streams of playouts lie apart from those of games."""
_MIX = np.uint64(0x9E37_79B9_7F4A_7C15)
CONFIRMING = 0x8000
"""The numbers of the playouts that confirm a lead begin here."""


@compiled
def begin_row(rows: Any, game: Any, states: Any, rules: Any, logs: Any) -> None:
    """`BEGIN`, for a game that Python plays; the log holds the events of its setup."""
    _begin(rows[game], states[0], rules[0], logs[0])


@compiled
def watch_row(rows: Any, game: Any, states: Any, rules: Any, logs: Any) -> None:
    """`WATCH`, for a game that Python plays; the log holds the events of its last step."""
    _watch(rows[game], states[0], rules[0], logs[0])


@compiled
def finish_row(rows: Any, game: Any, states: Any, rules: Any) -> None:
    """`FINISH`, for a game that Python plays."""
    _finish(rows[game], states[0], rules[0], _winners(states[0], rules[0]))


@compiled
def play_watched(
    rows: Any, states: Any, blank: Any, nothing: Any, rules: Any, logs: Any, rngs: Any, seens: Any, policies: Any, first: Any
) -> None:
    """Play games ``first``, ``first + 1``, ..., each seat by its policy number, and note each in its row."""
    for game in range(rows.shape[0]):
        logs[0].count = 0
        _start_game(states, blank, rules[0], logs[0], rngs[0], 0, first + game)
        _begin(rows[game], states[0], rules[0], logs[0])
        while True:
            seats = _to_act(states[0], rules[0])
            if seats == NONE:
                break
            seat = lowest(seats)
            action = _choose(states[0], rules[0], seat, rngs[0], policies[seat], nothing, seens)
            logs[0].count = 0
            _step(states[0], rules[0], logs[0], seat, action)
            _watch(rows[game], states[0], rules[0], logs[0])
        _finish(rows[game], states[0], rules[0], _winners(states[0], rules[0]))


@compiled_apart
def playout(
    trials: Any, states: Any, nothing: Any, rules: Any, silents: Any, rngs: Any, seens: Any, policies: Any, action: Any, mark: Any
) -> Any:
    """From the position in ``states[0]`` to the end, all chance to come drawn anew: the mask of the winners.

    Args:
        action: what the lowest seat to act does first, or -1: what its policy chooses.
        mark: names the chance: playouts with the same mark meet the same, so that actions are compared under like conditions.
    """
    trials[0] = states[0]
    trials[0].stream = np.uint64(mark) | _PLAYOUT
    trials[0].spent = WORDS
    rngs[1].word = mul64(np.uint64(mark), _MIX)
    chosen = np.int64(action)
    while True:
        seats = _to_act(trials[0], rules[0])
        if seats == NONE:
            return _winners(trials[0], rules[0])
        seat = lowest(seats)
        if chosen < 0:
            chosen = np.int64(_choose(trials[0], rules[0], seat, rngs[1], policies[seat], nothing, seens))
        _step(trials[0], rules[0], silents[0], seat, chosen)
        chosen = np.int64(-1)


@compiled_apart
def win_share(
    trials: Any,
    states: Any,
    nothing: Any,
    rules: Any,
    silents: Any,
    rngs: Any,
    seens: Any,
    policies: Any,
    seat: Any,
    action: Any,
    mark: Any,
    playouts: Any,
) -> Any:
    """In what share of some playouts a seat wins after an action; a shared win counts its share."""
    total = 0.0
    for number in range(playouts):
        won = playout(trials, states, nothing, rules, silents, rngs, seens, policies, action, mark + number)
        if has(won, seat):
            total += 1.0 / popcount(won)
    return total / playouts


@compiled_apart
def follow_turn(
    turn: Any,
    trials: Any,
    states: Any,
    nothing: Any,
    rules: Any,
    silents: Any,
    rngs: Any,
    seens: Any,
    policies: Any,
    seat: Any,
    mark: Any,
    playouts: Any,
) -> None:
    """Every seat's winning chance at the beginning of a turn, and by how much the best action leads the next best.

    The two best actions are played out again, because the best of many estimates flatters itself: `lead` is that of the second set.
    """
    turn.seat = seat
    for number in range(playouts):
        won = playout(trials, states, nothing, rules, silents, rngs, seens, policies, -1, mark + number)
        for other in range(rules[0].players):
            if has(won, other):
                turn.chance[other] += np.float32(1.0 / popcount(won) / playouts)
    best, second, action, runner_up = -1.0, -1.0, np.int64(-1), np.int64(-1)
    mask = _legal(states[0], rules[0], seat)
    turn.actions = popcount(mask)
    while mask != NONE:
        each = np.int64(lowest(mask))
        mask = without_lowest(mask)
        if turn.actions > 1:
            share = win_share(trials, states, nothing, rules, silents, rngs, seens, policies, seat, each, mark, playouts)
            if share > best:
                best, second, action, runner_up = share, best, each, action
            elif share > second:
                second, runner_up = share, each
    if runner_up >= 0:
        again = mark + CONFIRMING
        best = win_share(trials, states, nothing, rules, silents, rngs, seens, policies, seat, action, again, playouts)
        second = win_share(trials, states, nothing, rules, silents, rngs, seens, policies, seat, runner_up, again, playouts)
        turn.best = action
        turn.lead = np.float32(best - second)


@compiled
def follow_game(
    turns: Any,
    trials: Any,
    states: Any,
    blank: Any,
    nothing: Any,
    rules: Any,
    silents: Any,
    rngs: Any,
    seens: Any,
    policies: Any,
    number: Any,
    playouts: Any,
) -> Any:
    """Play one game of a batch and follow the winning chances turn by turn; returns how many turns were noted and who won."""
    _start_game(states, blank, rules[0], silents[0], rngs[0], 0, number)
    count = 0
    while True:
        seats = _to_act(states[0], rules[0])
        if seats == NONE:
            return count, _winners(states[0], rules[0])
        seat = lowest(seats)
        if count < turns.shape[0] and _begins_turn(states[0]):
            mark = ((number + 1) << 32) + (count << 16)
            turns[count].turn = count
            follow_turn(turns[count], trials, states, nothing, rules, silents, rngs, seens, policies, seat, mark, playouts)
            count += 1
        action = _choose(states[0], rules[0], seat, rngs[0], policies[seat], nothing, seens)
        _step(states[0], rules[0], silents[0], seat, action)
