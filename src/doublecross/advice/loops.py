"""Compiled loops that estimate what a choice is worth. A template, executed once per game and policy; see `doublecross.kernel.machine`.

A choice is weighed by playing on from it: the seat imagines a world (a position that it cannot tell from the true one, the likelier the
better it fits what the others have done), makes the choice in it, and from there on a policy plays for everyone. All choices are tried in
the same worlds with the same random numbers, so that their difference is known better than their values (common random numbers).
"""

from __future__ import annotations

from typing import Any

from doublecross.bots.search.chance import chance
from doublecross.kernel.bits import NONE, has, lowest, popcount
from doublecross.kernel.game import Game
from doublecross.kernel.jit import compiled_apart
from doublecross.kernel.rng import WORDS, next_policy_word

GAME: Game
CHOOSE: Any
CANDIDATES: Any
REVISE: Any

_to_act, _step, _winners, _determinize = GAME.to_act, GAME.step, GAME.winners, GAME.determinize
_choose, _candidates, _revise = CHOOSE, CANDIDATES, REVISE


@compiled_apart
def imagine(seen: Any, rules: Any, rng: Any, seat: Any, table: Any, work: Any) -> None:
    """Draw a world in ``work[0]``: one of a few determinizations, as likely as the search's guide of the game finds it plausible.

    Args:
        seen: the seat's `know` record (array of length 1); unchanged.
        rules, rng: records.
        table: the guide's numbers for these rules (`doublecross.bots.search.plain`).
        work: scratch, two states.
    """
    total = 0.0
    for _ in range(_candidates(seen[0], rules, seat)):
        work[1] = seen[0]
        _determinize(work[1], rules, seat, rng)
        weight = _revise(work[1], rules, seat, False, table, rng)
        total += weight
        if total == weight or chance(rng) * total < weight:
            work[0] = work[1]


@compiled_apart
def imagine_one(seen: Any, rules: Any, rngs: Any, seat: Any, table: Any, work: Any) -> None:
    """The same for callers in Python: ``rules`` and ``rngs`` are arrays of length 1."""
    imagine(seen, rules[0], rngs[0], seat, table, work)


@compiled_apart
def finish(state: Any, rules: Any, log: Any, rng: Any, policy: Any, nothing: Any, seens: Any) -> Any:
    """Play to the end, everyone by the policy; returns the mask of the winners."""
    while True:
        seats = _to_act(state, rules)
        if seats == NONE:
            return _winners(state, rules)
        seat = lowest(seats)
        action = _choose(state, rules, seat, rng, policy, nothing, seens)
        _step(state, rules, log, seat, action)


@compiled_apart
def share_out(winners: Any, players: Any, shares: Any) -> None:
    """Write each seat's share of a win."""
    share = 1.0 / popcount(winners)
    for seat in range(players):
        shares[seat] = share if has(winners, seat) else 0.0


@compiled_apart
def weigh(
    seen: Any,
    rules: Any,
    logs: Any,
    rngs: Any,
    seat: Any,
    choices: Any,
    policy: Any,
    nothing: Any,
    seens: Any,
    table: Any,
    work: Any,
    shares: Any,
) -> None:
    """Try every choice in as many imagined worlds as ``shares`` has room for.

    Args:
        seen: the seat's `know` record (array of length 1); unchanged.
        rules, logs, rngs, nothing, seens: arrays of length 1; ``nothing`` is a blank state, ``seens`` is scratch.
        choices: int64 (choices, longest), the actions of each whole choice, filled up with -1.
        policy: number of the policy that plays on.
        table: as in `imagine`.
        work: scratch, two states: the world, and the game played in it.
        shares: float32 (worlds, choices, players); gets each seat's share of the win.
    """
    for world in range(shares.shape[0]):
        imagine(seen, rules[0], rngs[0], seat, table, work)
        word = next_policy_word(rngs[0])
        for choice in range(choices.shape[0]):
            work[1] = work[0]
            rngs[0].word = word
            for place in range(choices.shape[1]):
                if choices[choice, place] >= 0:
                    _step(work[1], rules[0], logs[0], seat, choices[choice, place])
            winners = finish(work[1], rules[0], logs[0], rngs[0], policy, nothing, seens)
            share_out(winners, rules[0].players, shares[world, choice])
        rngs[0].word = word


@compiled_apart
def play_on(state: Any, rules: Any, logs: Any, rngs: Any, policy: Any, nothing: Any, seens: Any, work: Any, shares: Any) -> None:
    """Play on from one position as it is, with other chance to come each time.

    Args:
        state: the position (array of length 1); unchanged.
        shares: float32 (games, players); gets each seat's share of the win. The others are as in `weigh`.
    """
    for game in range(shares.shape[0]):
        work[0] = state[0]
        work[0].stream = next_policy_word(rngs[0])
        work[0].spent = WORDS
        winners = finish(work[0], rules[0], logs[0], rngs[0], policy, nothing, seens)
        share_out(winners, rules[0].players, shares[game])
