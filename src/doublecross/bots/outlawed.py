"""The heuristic player of OutLawed!, compiled: `policy` picks one action from what a seat may know.

It imagines the round a few times, each rival telling the truth about as often as before, and judges every outlaw and claim of its own in
each of these rounds by the functions that judge the game. What pays best is likeliest, but nothing is certain: it shows no pattern.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from doublecross.games.outlawed.judging import holds, sent_back
from doublecross.games.outlawed.marks import mark, placed, slot
from doublecross.games.outlawed.record import CLAIM, CLAIM_0
from doublecross.kernel.bits import NONE, bit, has, lowest, nth, popcount, without_lowest
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import next_policy_word, policy_uniform

HEURISTIC = 1
"""The policy number of the heuristic."""
PLAY_ROUNDS, CLAIM_ROUNDS = 10, 24
"""So many rounds are imagined to choose an outlaw, and to choose a claim for it."""
TEMPERATURE = 20.0
"""In dollars: of two choices that differ by so much, the better is taken e times as often."""
TEMPO = 60.0
"""What one more outlaw in jail is worth beside its reward, in dollars."""
CASUAL = 100.0
"""What each outlaw is worth where only their number counts."""
DOUBT = 2.0
"""Before a rival was heard, it counts as having told the truth, and lied, so many times."""
_53 = np.uint64(11)


@compiled
def policy(number: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The action of a seat, from what it may know; always legal.

    Args:
        number: the character; there is one so far, `HEURISTIC`.
        seen: the seat's `know` record.
        rules: the rules record.
        seat: who acts.
        rng: a `doublecross.kernel.rng.POLICY_RNG` record, the only source of chance.
    """
    if seen.phase == CLAIM:
        return np.int64(choose_claim(seen, rules, seat, rng))
    return np.int64(choose_outlaw(seen, rules, seat, rng))


@compiled
def chance(rng: Any) -> Any:
    """A number between 0 and 1, neither included."""
    return ((next_policy_word(rng) >> _53) + 0.5) / 9007199254740992.0


@compiled
def noise(rng: Any) -> Any:
    """Gumbel noise: the greatest of some values with it added is each of them as often as a softmax says."""
    return -math.log(-math.log(chance(rng)))


@compiled
def temperature(seen: Any, rules: Any) -> Any:
    """How freely to choose: the more rounds ended with nobody in jail, the more."""
    jailed = 0
    for seat in range(rules.players):
        jailed += popcount(seen.jails[seat])
    return TEMPERATURE * (1 + max(seen.round_number - 1 - jailed, 0))


@compiled
def worth(rules: Any, outlaw: Any) -> Any:
    """What jailing an outlaw is worth, in dollars."""
    return CASUAL if rules.casual != 0 else rules.rewards[outlaw] + TEMPO


@compiled
def truth_rate(seen: Any, seat: Any) -> Any:
    """How often a seat is expected to tell the truth."""
    return (seen.truths[seat] + DOUBT) / (seen.truths[seat] + seen.lies[seat] + 2.0 * DOUBT)


@compiled
def pick(outlaws: Any, rng: Any) -> Any:
    """One of some outlaws, uniformly."""
    return nth(outlaws, policy_uniform(rng, popcount(outlaws)))


@compiled
def imagine_rival(seen: Any, rules: Any, rival: Any, rng: Any) -> Any:
    """What a rival may have played or will play, and its claim: the one that was heard, or one to come."""
    hand = rules.used & ~seen.jails[rival]
    heard = slot(seen.claims, rival)
    honest = chance(rng) < truth_rate(seen, rival)
    if heard == 0:
        play = pick(hand, rng)
        return play, play if honest else pick(rules.used & ~bit(play), rng)
    claim = heard - 1
    if has(hand, claim) and honest:
        return claim, claim
    return pick(hand & ~bit(claim), rng), claim


@compiled_apart
def imagine_rounds(seen: Any, rules: Any, seat: Any, rounds: Any, rng: Any) -> None:
    """Fill `rounds` (n, 2) with lineups of the rivals' plays and claims."""
    for number in range(rounds.shape[0]):
        plays, claims = NONE, NONE
        for rival in range(rules.players):
            if rival != seat:
                play, claim = imagine_rival(seen, rules, rival, rng)
                plays |= placed(play, rival)
                claims |= placed(claim, rival)
        rounds[number, 0] = plays
        rounds[number, 1] = claims


@compiled_apart
def success(rules: Any, seat: Any, outlaw: Any, claim: Any, rounds: Any) -> Any:
    """In what share of the imagined rounds an outlaw of the seat would be apprehended under a claim."""
    apprehended = 0
    for number in range(rounds.shape[0]):
        plays = rounds[number, 0] | placed(outlaw, seat)
        claims = rounds[number, 1] | placed(claim, seat)
        if (sent_back(rules, plays, claims) & mark(seat)) == NONE:
            true, _ = holds(rules, plays, claims, seat)
            apprehended += 1 if true else 0
    return apprehended / rounds.shape[0]


@compiled_apart
def choose_outlaw(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """An outlaw of the hand, by what its best claim is expected to bring."""
    rounds = np.empty((PLAY_ROUNDS, 2), dtype=np.uint64)
    imagine_rounds(seen, rules, seat, rounds, rng)
    heat = temperature(seen, rules)
    best, choice = -1e9, 0
    hand = seen.hands[seat]
    while hand != NONE:
        outlaw = lowest(hand)
        hand = without_lowest(hand)
        hope, claims = 0.0, rules.used
        while claims != NONE:
            hope = max(hope, success(rules, seat, outlaw, lowest(claims), rounds))
            claims = without_lowest(claims)
        value = hope * worth(rules, outlaw) / heat + noise(rng)
        if value > best:
            best, choice = value, outlaw
    return choice


@compiled_apart
def choose_claim(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """A claim for the outlaw that was placed, by what it is expected to bring."""
    rounds = np.empty((CLAIM_ROUNDS, 2), dtype=np.uint64)
    imagine_rounds(seen, rules, seat, rounds, rng)
    heat = temperature(seen, rules)
    outlaw = slot(seen.plays, seat) - 1
    best, choice = -1e9, 0
    claims = rules.used
    while claims != NONE:
        claim = lowest(claims)
        claims = without_lowest(claims)
        # Ten lies stand against one truth: so many more chances of noise are made up for.
        truth = math.log(popcount(rules.used) - 1) if claim == outlaw else 0.0
        value = success(rules, seat, outlaw, claim, rounds) * worth(rules, outlaw) / heat + noise(rng) + truth
        if value > best:
            best, choice = value, claim
    return CLAIM_0 + choice
