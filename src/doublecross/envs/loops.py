"""Compiled loops of the environments: one turn of one game, one round of all seats, one step of many games.

This file is a template, like `doublecross.kernel.loops`: `doublecross.kernel.machine.instantiate` executes it for one game and policy,
with ``GAME``, ``POLICY`` and ``SCORE`` set beforehand. Each door takes a step, builds what the next seat may know, and writes its
observation and mask of legal actions, all in one call.

Arrays of many games are flat: game g's observation begins at ``g * length``. ``spare`` holds two state records: one that stays all zero,
and one in which `know` builds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.envs.borrowed import borrowed
from doublecross.envs.slots import ILLEGAL, NEXT_STEP, NOBODY, OVER, PLAYING, SAME_STEP, SLOT, TRUNCATED, WIN_SHARE, ZERO_SUM
from doublecross.kernel.bits import NONE, ONE, has, lowest, nth, popcount
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import NUMBER, RANDOM, RNGS, VECTOR, array_of, door
from doublecross.kernel.rng import WORDS, next_policy_word, policy_uniform

GAME: Game
POLICY: Any
SCORE: Any

_setup, _to_act, _legal, _step = GAME.setup, GAME.to_act, GAME.legal, GAME.step
_winners, _know, _observe = GAME.winners, GAME.know, GAME.observe
_ACTIONS = GAME.actions
_policy, _score = POLICY, SCORE
STATES, RULES, QUIET = array_of(GAME.state_dtype), array_of(GAME.rules_dtype), array_of(SILENT)
SLOTS, NUMBERS, REALS, BOOLS = (array_of(np.dtype(kind)) for kind in (SLOT, np.int64, np.float64, np.bool_))

MOST_DEALS = 1000
"""Deals in which the learner had nothing to decide, one after the other, before `deal` gives up."""


@compiled_apart
def advance(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """One legal action."""
    _step(state, rules, log, seat, action)


@compiled
def write_mask(mask: Any, out: Any, at: Any) -> None:
    """Write a mask of actions as 0 and 1."""
    for action in range(_ACTIONS):
        out[at + action] = np.int8((mask >> np.uint64(action)) & ONE)


@compiled_apart
def look(state: Any, rules: Any, seat: Any, spare: Any, out: Any) -> Any:
    """Write a seat's observation; returns the mask of its legal actions."""
    spare[1] = spare[0]
    _know(state, rules, seat, spare[1])
    _observe(spare[1], rules, seat, out)
    return _legal(state, rules, seat)


@compiled
def show(state: Any, rules: Any, seat: Any, spare: Any, row: Any, extra: Any) -> None:
    """Write a seat's row: its observation, then its mask; `extra` is how many more actions the row has room for."""
    mask = look(state, rules, seat, spare, row)
    at = row.shape[0] - extra - _ACTIONS
    write_mask(mask, row, at)
    if extra > 0:
        row[at + _ACTIONS] = 1 if mask == NONE else 0


@compiled
def refused(state: Any, rules: Any, seat: Any, action: Any) -> Any:
    """Whether the seat may not take this action."""
    return action < 0 or action >= _ACTIONS or not has(_legal(state, rules, seat), action)


@compiled
def next_to_act(state: Any, rules: Any) -> Any:
    """The lowest seat that has to choose, or `NOBODY`."""
    seats = _to_act(state, rules)
    return NOBODY if seats == NONE else lowest(seats)


# One game, for PettingZoo.


@compiled
def turn(state: Any, rules: Any, log: Any, spare: Any, seat: Any, action: Any, row: Any) -> Any:
    """Take an action and show the next seat its row; returns that seat, `NOBODY` at the end, or `ILLEGAL` and nothing has changed."""
    if refused(state, rules, seat, action):
        return ILLEGAL
    advance(state, rules, log, seat, action)
    following = next_to_act(state, rules)
    if following >= 0:
        show(state, rules, following, spare, row, 0)
    return following


@door(STATES, RULES, QUIET, STATES, NUMBER, NUMBER, VECTOR)
def enter_turn(states: Any, rules: Any, logs: Any, spare: Any, seat: Any, action: Any, row: Any) -> Any:
    """`turn`."""
    states, rules, logs, spare, row = borrowed(states, rules, logs, spare, row)
    return turn(states[0], rules[0], logs[0], spare, seat, action, row)


@door(STATES, RULES, STATES, NUMBER, VECTOR, NUMBER)
def enter_show(states: Any, rules: Any, spare: Any, seat: Any, row: Any, extra: Any) -> None:
    """`show`."""
    states, rules, spare, row = borrowed(states, rules, spare, row)
    show(states[0], rules[0], seat, spare, row, extra)


@door(STATES, RULES)
def enter_next(states: Any, rules: Any) -> Any:
    """`next_to_act`."""
    return next_to_act(states[0], rules[0])


@compiled
def share(state: Any, rules: Any, seat: Any) -> Any:
    """The seat's share of the win: 1 for the winner, less where the rules share it, 0 for everyone else."""
    won = _winners(state, rules)
    return 1.0 / popcount(won) if has(won, seat) else 0.0


@compiled
def margin(state: Any, rules: Any, seat: Any) -> Any:
    """The seat's score less the best score of the others."""
    best: Any = NOBODY
    for other in range(rules.players):
        if other != seat:
            best = max(best, np.int64(_score(state, rules, other)))
    return float(np.int64(_score(state, rules, seat)) - best)


@compiled_apart
def pay(state: Any, rules: Any, kind: Any, returns: Any, at: Any) -> None:
    """Write the reward of every seat at the end of a game."""
    for seat in range(rules.players):
        if kind == WIN_SHARE:
            returns[at + seat] = share(state, rules, seat)
        elif kind == ZERO_SUM:
            returns[at + seat] = (rules.players * share(state, rules, seat) - 1.0) / (rules.players - 1)
        else:
            returns[at + seat] = margin(state, rules, seat)


@door(STATES, RULES, NUMBER, REALS)
def enter_pay(states: Any, rules: Any, kind: Any, returns: Any) -> None:
    """`pay`."""
    states, rules, returns = borrowed(states, rules, returns)
    pay(states[0], rules[0], kind, returns, 0)


# Many games, for Gymnasium. A number below 0 in `policies` marks a seat that the caller plays.


@compiled
def choose(state: Any, rules: Any, seat: Any, policy: Any, rng: Any, spare: Any) -> Any:
    """The action of a seat's policy, which sees a `know` record only."""
    if policy == RANDOM:
        mask = _legal(state, rules, seat)
        return nth(mask, policy_uniform(rng, popcount(mask)))
    spare[1] = spare[0]
    _know(state, rules, seat, spare[1])
    return _policy(policy, spare[1], rules, seat, rng)


@compiled_apart
def respond(state: Any, rules: Any, log: Any, slot: Any, rng: Any, policies: Any, most: Any, spare: Any) -> Any:
    """Let the policies act until the caller has to; sets the slot's seat. Returns `PLAYING`, `OVER` or `TRUNCATED`."""
    while True:
        seat = next_to_act(state, rules)
        if seat < 0:
            return OVER
        if slot.steps >= most:
            return TRUNCATED
        if policies[seat] < 0:
            slot.seat = seat
            return PLAYING
        advance(state, rules, log, seat, choose(state, rules, seat, policies[seat], rng, spare))
        slot.steps += 1


@compiled
def blank(states: Any, game: Any, dealer: Any, spare: Any) -> None:
    """Empty a game's state and give it a fresh 256-bit key."""
    states[game] = spare[0]
    for word in range(0, 8, 2):
        drawn = next_policy_word(dealer)
        states[game].key[word] = np.uint32(drawn & np.uint64(0xFFFF_FFFF))
        states[game].key[word + 1] = np.uint32(drawn >> np.uint64(32))
    states[game].spent = WORDS


@compiled_apart
def deal(states: Any, game: Any, rules: Any, log: Any, slot: Any, dealer: Any, rng: Any, policies: Any, most: Any, spare: Any) -> Any:
    """Start a new game, up to the caller's first decision. One that ends before it is dealt anew, at most `MOST_DEALS` times."""
    for _ in range(MOST_DEALS):
        blank(states, game, dealer, spare)
        _setup(states[game], rules, log)
        slot.steps = 0
        slot.ended = 0
        if respond(states[game], rules, log, slot, rng, policies, most, spare) == PLAYING:
            return PLAYING
    return OVER


@compiled
def present(state: Any, rules: Any, slot: Any, game: Any, spare: Any, observations: Any, masks: Any, slots: Any) -> None:
    """Write the observation and the mask of the seat that the caller plays next."""
    length = observations.shape[0] // slots.shape[0]
    slot.legal = look(state, rules, slot.seat, spare, observations[game * length : (game + 1) * length])
    write_mask(slot.legal, masks, game * _ACTIONS)


@door(STATES, RULES, QUIET, STATES, SLOTS, RNGS, RNGS, NUMBERS, NUMBER, BOOLS, VECTOR, VECTOR)
def enter_deals(
    states: Any,
    rules: Any,
    logs: Any,
    spare: Any,
    slots: Any,
    dealers: Any,
    rngs: Any,
    policies: Any,
    most: Any,
    wanted: Any,
    observations: Any,
    masks: Any,
) -> Any:
    """Start every game that is wanted; returns -1, or the number of a game in which the caller gets nothing to decide."""
    states, rules, logs, spare, slots, dealers, rngs, policies, wanted, observations, masks = borrowed(
        states, rules, logs, spare, slots, dealers, rngs, policies, wanted, observations, masks
    )
    for game in range(slots.shape[0]):
        if wanted[game]:
            how = deal(states, game, rules[0], logs[0], slots[game], dealers[game], rngs[game], policies, most, spare)
            if how != PLAYING:
                return game
            present(states[game], rules[0], slots[game], game, spare, observations, masks, slots)
    return -1


@compiled
def end(state: Any, rules: Any, slot: Any, how: Any, kind: Any, returns: Any, at: Any) -> None:
    """Note that a game has ended, and what it was worth: nothing if it was cut short."""
    slot.ended = 1
    slot.terminated = how == OVER
    slot.truncated = how == TRUNCATED
    if how == OVER:
        pay(state, rules, kind, returns, at)
        slot.reward = returns[at + slot.seat]


@compiled
def leave(state: Any, rules: Any, slot: Any, game: Any, mode: Any, spare: Any, observations: Any, masks: Any, slots: Any) -> None:
    """Show the seat that acted last the end of its game; in `NEXT_STEP`, any action then begins another."""
    present(state, rules, slot, game, spare, observations, masks, slots)
    if mode == NEXT_STEP:
        slot.legal = (ONE << np.uint64(_ACTIONS)) - ONE
        write_mask(slot.legal, masks, game * _ACTIONS)


@compiled
def one_step(
    states: Any,
    game: Any,
    rules: Any,
    log: Any,
    spare: Any,
    slots: Any,
    dealer: Any,
    rng: Any,
    policies: Any,
    action: Any,
    setting: Any,
    observations: Any,
    masks: Any,
    finals: Any,
    returns: Any,
) -> Any:
    """One step of one game; returns `PLAYING`, `OVER` if it stays ended, or -1 if no game with a decision for the caller was dealt."""
    slot, kind, most, mode = slots[game], setting[0], setting[1], setting[2]
    slot.reward = 0.0
    slot.terminated = False
    slot.truncated = False
    if slot.ended == 0:
        advance(states[game], rules, log, slot.seat, action)
        slot.steps += 1
        how = respond(states[game], rules, log, slot, rng, policies, most, spare)
        if how != PLAYING:
            end(states[game], rules, slot, how, kind, returns, game * rules.players)
            if mode != SAME_STEP:
                leave(states[game], rules, slot, game, mode, spare, observations, masks, slots)
                return OVER
            length = finals.shape[0] // slots.shape[0]
            look(states[game], rules, slot.seat, spare, finals[game * length : (game + 1) * length])
    if slot.ended != 0 and deal(states, game, rules, log, slot, dealer, rng, policies, most, spare) != PLAYING:
        return NOBODY
    present(states[game], rules, slot, game, spare, observations, masks, slots)
    return PLAYING


@door(STATES, RULES, QUIET, STATES, SLOTS, RNGS, RNGS, NUMBERS, NUMBERS, NUMBERS, VECTOR, VECTOR, VECTOR, REALS)
def enter_steps(
    states: Any,
    rules: Any,
    logs: Any,
    spare: Any,
    slots: Any,
    dealers: Any,
    rngs: Any,
    policies: Any,
    actions: Any,
    setting: Any,
    observations: Any,
    masks: Any,
    finals: Any,
    returns: Any,
) -> Any:
    """Take one action in every game; `setting` holds the kind of reward, the most actions in a game, and the autoreset mode.

    Returns -1; or the number of the first game whose action is refused, and then nothing has changed; or, counted on from the number of
    games, that of a game in which the caller gets nothing to decide.
    """
    states, rules, logs, spare, slots, dealers, rngs, policies, actions, setting, observations, masks, finals, returns = borrowed(
        states, rules, logs, spare, slots, dealers, rngs, policies, actions, setting, observations, masks, finals, returns
    )
    count = slots.shape[0]
    for game in range(count):
        if actions[game] < 0 or actions[game] >= _ACTIONS or not has(slots[game].legal, actions[game]):
            return game
    returns[:] = 0.0
    for game in range(count):
        how = one_step(
            states,
            game,
            rules[0],
            logs[0],
            spare,
            slots,
            dealers[game],
            rngs[game],
            policies,
            actions[game],
            setting,
            observations,
            masks,
            finals,
            returns,
        )
        if how == NOBODY:
            return count + game
    return -1


@door(SLOTS, RNGS, NUMBERS)
def enter_draw(slots: Any, rngs: Any, actions: Any) -> None:
    """Draw one legal action for every game, uniformly."""
    slots, rngs, actions = borrowed(slots, rngs, actions)
    for game in range(slots.shape[0]):
        actions[game] = nth(slots[game].legal, policy_uniform(rngs[0], popcount(slots[game].legal)))
