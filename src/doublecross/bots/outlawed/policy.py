"""One action of a character of OutLawed!, by what it is worth in the rounds that are imagined."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from doublecross.bots.outlawed.characters import CARELESS, CAUTION, GREED, GUILE, HEAT, HONESTY, ROWS, SCALE, SPITE, TEMPO
from doublecross.bots.outlawed.rivals import chance, imagine_rivals
from doublecross.bots.outlawed.rounds import PLAYED, ROUNDS, SCENE, UNKNOWN, apprehended, at, take_back, take_part
from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.marks import slot
from doublecross.games.outlawed.record import CLAIM, CLAIM_0
from doublecross.kernel.bits import NONE, bit, lowest, nth, popcount, without_lowest
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import policy_uniform

CASUAL = 100.0
"""What each outlaw is worth where only their number counts."""
PLAIN_REWARD = 150.0
"""Rewards above it draw the greedy, those below it do not."""


@compiled
def policy(number: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The action of a seat, from what it may know; always legal.

    Args:
        number: the character, a row of `doublecross.bots.outlawed.characters.ROWS`.
        seen: the seat's `know` record.
        rules: the rules record.
        seat: who acts.
        rng: a `doublecross.kernel.rng.POLICY_RNG` record, the only source of chance.
    """
    if CARELESS[number] > 0.0 and chance(rng) < CARELESS[number]:
        return np.int64(anything(seen, rules, seat, rng))
    return play(ROWS[number], seen, rules, seat, rng)


@compiled
def anything(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """What is chosen without a thought: any outlaw of the hand; the truth as often as all lies together, for a lie takes some thought."""
    if seen.phase != CLAIM:
        return nth(seen.hands[seat], policy_uniform(rng, popcount(seen.hands[seat])))
    outlaw = slot(seen.plays, seat) - 1
    lies = rules.used & ~bit(outlaw)
    return CLAIM_0 + (outlaw if chance(rng) < 0.5 else nth(lies, policy_uniform(rng, popcount(lies))))


@compiled
def play(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """What a character of this row does."""
    if seen.phase == CLAIM:
        return np.int64(choose_claim(row, seen, rules, seat, rng))
    return np.int64(choose_outlaw(row, seen, rules, seat, rng))


@compiled
def noise(rng: Any) -> Any:
    """Gumbel noise: the greatest of some values with it added is each of them as often as a softmax says."""
    return -math.log(-math.log(chance(rng)))


@compiled
def reward(rules: Any, outlaw: Any) -> Any:
    """What an outlaw in jail counts, in dollars."""
    return CASUAL if rules.casual != 0 else rules.rewards[outlaw] * 1.0


@compiled
def dollars(rules: Any, outlaws: Any) -> Any:
    """What some outlaws in jail count."""
    total, rest = 0.0, outlaws
    while rest != NONE:
        total += reward(rules, lowest(rest))
        rest = without_lowest(rest)
    return total


@compiled
def leader(row: Any, seen: Any, rules: Any, seat: Any) -> Any:
    """The rival that is furthest ahead."""
    best, found = -1.0, -1
    for rival in range(rules.players):
        if rival != seat:
            ahead = dollars(rules, seen.jails[rival]) + row[TEMPO] * popcount(seen.jails[rival])
            if ahead > best:
                best, found = ahead, rival
    return found


@compiled
def standing(row: Any, rules: Any, mine: Any, jailed: Any, theirs: Any, their_jailed: Any, most: Any) -> Any:
    """The chance to win with so many dollars and outlaws in jail against a rival's; certain where the round ends the game."""
    if max(jailed, their_jailed, most) >= rules.target:
        return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    left = rules.target - max(jailed, their_jailed, most)
    lead = (mine - theirs + row[TEMPO] * (jailed - their_jailed)) / (row[SCALE] * math.sqrt(left))
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))


@compiled_apart
def weigh_outcomes(row: Any, seen: Any, rules: Any, seat: Any, rival: Any, outlaw: Any, outcomes: Any) -> None:
    """Fill `outcomes` (2, MOST + 1): the chance to win after the round if the own outlaw is jailed (1) or not, and each of the rival's."""
    mine, theirs = dollars(rules, seen.jails[seat]), dollars(rules, seen.jails[rival])
    jailed, their_jailed = popcount(seen.jails[seat]), popcount(seen.jails[rival])
    most = 0
    for each in range(rules.players):
        most = max(most, popcount(seen.jails[each]))
    got = reward(rules, outlaw)
    got += row[GREED] * (got - PLAIN_REWARD)
    for other in range(MOST + 1):
        if other == MOST:
            lost, count = 0.0, 0
        else:
            lost, count = row[SPITE] * reward(rules, other), 1
        outcomes[0, other] = standing(row, rules, mine, jailed, theirs + lost, their_jailed + count, most)
        outcomes[1, other] = standing(row, rules, mine + got, jailed + 1, theirs + lost, their_jailed + count, most)


@compiled_apart
def rival_jails(seen: Any, rules: Any, rival: Any, scene: Any, jails: Any) -> None:
    """Fill `jails` (MOST + 1,): the rounds in which a rival has each outlaw jailed; the last, in which none."""
    claim = slot(seen.claims, rival) - 1
    if claim < 0:
        claim = UNKNOWN
    hand, some = rules.used & ~seen.jails[rival], NONE
    for outlaw in range(MOST):
        jails[outlaw] = NONE
    while hand != NONE:
        outlaw = lowest(hand)
        hand = without_lowest(hand)
        there = scene[PLAYED + at(rival, outlaw)]
        if there != NONE:
            there &= apprehended(scene, rules, rival, outlaw, claim)
            jails[outlaw] = there
            some |= there
    jails[MOST] = ~some


@compiled
def expected(success: Any, jails: Any, outcomes: Any) -> Any:
    """The mean chance to win over the imagined rounds."""
    total = 0.0
    for other in range(MOST + 1):
        there = jails[other]
        if there != NONE:
            good = popcount(there & success)
            total += good * outcomes[1, other] + (popcount(there) - good) * outcomes[0, other]
    return total / ROUNDS


@compiled
def temper(row: Any, seen: Any, rules: Any, success: Any, true: Any, stakes: Any) -> Any:
    """What a character adds for a truth, and takes off for a risk, as a part of what is at stake.

    Whoever claims later will believe in part what it hears: a truth tells them much, the less of it the more there are to listen to.
    """
    rivals = rules.players - 1
    told = row[HONESTY] - row[GUILE] * (seen.left - 1) / rivals**3
    return ((told if true else 0.0) - row[CAUTION] * (1.0 - popcount(success) / ROUNDS)) * stakes


@compiled_apart
def choose_outlaw(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """An outlaw of the hand, by what its best claim is expected to bring."""
    scene = np.zeros(SCENE, dtype=np.uint64)
    imagine_rivals(row, seen, rules, seat, scene, rng)
    rival = leader(row, seen, rules, seat)
    true_jails, false_jails = np.empty(MOST + 1, dtype=np.uint64), np.empty(MOST + 1, dtype=np.uint64)
    outcomes = np.empty((2, MOST + 1))
    best, choice = -1e9, 0
    hand = seen.hands[seat]
    while hand != NONE:
        outlaw = lowest(hand)
        hand = without_lowest(hand)
        weigh_outcomes(row, seen, rules, seat, rival, outlaw, outcomes)
        stakes = outcomes[1, MOST] - outcomes[0, MOST]
        hope, first, claims = -1e9, True, rules.used
        while claims != NONE:
            claim = lowest(claims)
            claims = without_lowest(claims)
            take_part(scene, seat, outlaw, claim)
            if claim == outlaw:
                rival_jails(seen, rules, rival, scene, true_jails)
            elif first:
                rival_jails(seen, rules, rival, scene, false_jails)
                first = False
            success = apprehended(scene, rules, seat, outlaw, claim)
            jails = true_jails if claim == outlaw else false_jails
            hope = max(hope, expected(success, jails, outcomes) + temper(row, seen, rules, success, claim == outlaw, abs(stakes)))
            take_back(scene, seat, outlaw, claim)
        value = hope + row[HEAT] * abs(stakes) * noise(rng)
        if value > best:
            best, choice = value, outlaw
    return choice


@compiled_apart
def choose_claim(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """A claim for the outlaw that was placed, by what it is expected to bring."""
    scene = np.zeros(SCENE, dtype=np.uint64)
    imagine_rivals(row, seen, rules, seat, scene, rng)
    rival = leader(row, seen, rules, seat)
    true_jails, false_jails = np.empty(MOST + 1, dtype=np.uint64), np.empty(MOST + 1, dtype=np.uint64)
    outcomes = np.empty((2, MOST + 1))
    outlaw = slot(seen.plays, seat) - 1
    weigh_outcomes(row, seen, rules, seat, rival, outlaw, outcomes)
    stakes = abs(outcomes[1, MOST] - outcomes[0, MOST])
    best, choice, first = -1e9, 0, True
    claims = rules.used
    while claims != NONE:
        claim = lowest(claims)
        claims = without_lowest(claims)
        take_part(scene, seat, outlaw, claim)
        if claim == outlaw:
            rival_jails(seen, rules, rival, scene, true_jails)
        elif first:
            rival_jails(seen, rules, rival, scene, false_jails)
            first = False
        success = apprehended(scene, rules, seat, outlaw, claim)
        jails = true_jails if claim == outlaw else false_jails
        # Ten lies stand against one truth: so many more chances of noise are made up for.
        luck = noise(rng) + (math.log(popcount(rules.used) - 1) if claim == outlaw else 0.0)
        value = expected(success, jails, outcomes) + temper(row, seen, rules, success, claim == outlaw, stakes) + row[HEAT] * stakes * luck
        if value > best:
            best, choice = value, claim
        take_back(scene, seat, outlaw, claim)
    return CLAIM_0 + choice
