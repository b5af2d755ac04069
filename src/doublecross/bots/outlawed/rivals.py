"""What the rivals may have played and claimed, imagined sixty-four times."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.outlawed.characters import CUNNING, DOUBT, TRUST
from doublecross.bots.outlawed.rounds import CLAIMED, LIED, PLAYED, ROUNDS, UNKNOWN, apprehended, at
from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.marks import slot
from doublecross.kernel.bits import ALL, NONE, bit, has, lowest, nth, popcount, without_lowest
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import next_policy_word, policy_uniform

_11 = np.uint64(11)
LEAST_APPEAL = 0.05
"""Even what never pays is played now and then."""


@compiled
def chance(rng: Any) -> Any:
    """A number between 0 and 1, neither included."""
    return ((next_policy_word(rng) >> _11) + 0.5) / 9007199254740992.0


@compiled
def truth_rate(row: Any, seen: Any, seat: Any) -> Any:
    """How often a seat is expected to tell the truth: as often as it did, a belief that counts like so many claims added."""
    return (seen.truths[seat] + row[DOUBT] * row[TRUST]) / (seen.truths[seat] + seen.lies[seat] + row[DOUBT])


@compiled_apart
def weigh_plays(row: Any, seen: Any, rules: Any, rival: Any, appeal: Any, weights: Any) -> None:
    """Fill `weights` (2, MOST): how likely a rival played, or will play, each outlaw truly (row 0), and under a lie (row 1).

    It holds what is in no jail; any outlaw it never showed may be the one it lost. What pays is likelier, as far as rivals are cunning. A
    claim that was heard leaves one true play, and its lies are judged by how likely a liar is to name just this outlaw.
    """
    hidden = popcount(rules.used & ~seen.shown[rival])
    hand = rules.used & ~seen.jails[rival]
    true_sum, false_sum = 0.0, 0.0
    for outlaw in range(MOST):
        weights[0, outlaw] = 0.0
        weights[1, outlaw] = 0.0
        if has(hand, outlaw):
            held = 1.0 if has(seen.shown[rival], outlaw) else 1.0 - 1.0 / hidden
            weights[0, outlaw] = held * (1.0 - row[CUNNING] + row[CUNNING] * appeal[0, outlaw])
            weights[1, outlaw] = held * (1.0 - row[CUNNING] + row[CUNNING] * appeal[1, outlaw])
            true_sum += weights[0, outlaw]
            false_sum += weights[1, outlaw]
    truth, heard = truth_rate(row, seen, rival), slot(seen.claims, rival)
    for outlaw in range(MOST):
        weights[0, outlaw] *= truth / true_sum
        weights[1, outlaw] *= (1.0 - truth) / false_sum
        if heard != 0:
            if outlaw != heard - 1:
                weights[0, outlaw] = 0.0
                weights[1, outlaw] /= popcount(rules.used) - 1
            else:
                weights[1, outlaw] = 0.0


@compiled_apart
def imagine(seen: Any, rules: Any, rival: Any, weights: Any, scene: Any, rng: Any) -> None:
    """Put a rival into the scene: plays in proportion to their weights, spread over the rounds by a stride of its own."""
    base, heard = at(rival, 0), slot(seen.claims, rival)
    for outlaw in range(MOST):
        scene[PLAYED + base + outlaw] = NONE
        scene[CLAIMED + base + outlaw] = NONE
    scene[LIED + rival] = NONE
    total = 0.0
    for mode in range(2):
        for outlaw in range(MOST):
            total += weights[mode, outlaw]
    stride, start = 2 * policy_uniform(rng, ROUNDS // 2) + 1, policy_uniform(rng, ROUNDS)
    step = total / ROUNDS
    target, passed, entry = step * chance(rng), 0.0, -1
    for number in range(ROUNDS):
        while passed <= target and entry < 2 * MOST - 1:
            entry += 1
            passed += weights[entry // MOST, entry % MOST]
        target += step
        there, play = bit((start + number * stride) % ROUNDS), entry % MOST
        scene[PLAYED + base + play] |= there
        claim = play
        if entry >= MOST:
            scene[LIED + rival] |= there
            claim = heard - 1 if heard != 0 else nth(rules.used & ~bit(play), policy_uniform(rng, popcount(rules.used) - 1))
        scene[CLAIMED + base + claim] |= there


@compiled_apart
def weigh_appeal(rules: Any, seat: Any, scene: Any, appeal: Any, rng: Any) -> None:
    """Fill `appeal` (2, MOST): how often each outlaw would be apprehended for a seat that tells the truth (row 0), and that lies."""
    base, outlaws, count = at(seat, 0), rules.used, popcount(rules.used)
    start = policy_uniform(rng, count)
    for number in range(ROUNDS):
        scene[CLAIMED + base + nth(outlaws, (start + number) % count)] |= bit(number)
    while outlaws != NONE:
        outlaw = lowest(outlaws)
        outlaws = without_lowest(outlaws)
        claimed = scene[CLAIMED + base + outlaw]
        scene[PLAYED + base + outlaw] = ALL
        scene[LIED + seat] = ALL
        success = apprehended(scene, rules, seat, outlaw, UNKNOWN) & ~claimed
        appeal[1, outlaw] = popcount(success) / (ROUNDS - popcount(claimed)) + LEAST_APPEAL
        scene[CLAIMED + base + outlaw] = ALL
        scene[LIED + seat] = NONE
        appeal[0, outlaw] = popcount(apprehended(scene, rules, seat, outlaw, outlaw)) / ROUNDS + LEAST_APPEAL
        scene[CLAIMED + base + outlaw] = claimed
        scene[PLAYED + base + outlaw] = NONE
    for outlaw in range(MOST):
        scene[CLAIMED + base + outlaw] = NONE


@compiled_apart
def imagine_rivals(row: Any, seen: Any, rules: Any, seat: Any, scene: Any, rng: Any) -> None:
    """Put all rivals into an empty scene: at random first, to see what pays, and then as those who see that too would play."""
    appeal, weights = np.ones((2, MOST)), np.empty((2, MOST))
    for rival in range(rules.players):
        if rival != seat:
            weigh_plays(row, seen, rules, rival, appeal, weights)
            imagine(seen, rules, rival, weights, scene, rng)
    if row[CUNNING] > 0.0:
        weigh_appeal(rules, seat, scene, appeal, rng)
        for rival in range(rules.players):
            if rival != seat:
                weigh_plays(row, seen, rules, rival, appeal, weights)
                imagine(seen, rules, rival, weights, scene, rng)
