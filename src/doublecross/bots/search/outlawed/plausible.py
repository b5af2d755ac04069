"""What rivals may have placed: the outlaw that they claim, about as often as they told the truth before."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.search.chance import chance
from doublecross.bots.search.outlawed.value import FEATURES
from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.marks import placed, slot
from doublecross.games.outlawed.record import CLAIM, CLAIM_0, SEATS
from doublecross.kernel.bits import NONE, bit, has, lowest, nth, popcount, without_lowest
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import policy_uniform

DOUBT = 2.0
"""Before a rival was heard, it counts as having told the truth, and lied, so many times."""
BELIEF, BELIEFS = FEATURES, SEATS * MOST
"""Where in the table it stands how likely each seat has placed each outlaw, and how many numbers these are."""


@compiled
def truth_rate(state: Any, seat: Any) -> Any:
    """How often a seat is expected to tell the truth."""
    return (state.truths[seat] + DOUBT) / (state.truths[seat] + state.lies[seat] + 2.0 * DOUBT)


@compiled
def believed(rival: Any, held: Any, table: Any, rng: Any) -> Any:
    """One of the outlaws that a rival holds, as likely as `doublecross.bots.search.outlawed.model.suppose` found; -1 if it found none."""
    first, total, rest = BELIEF + rival * MOST, 0.0, held
    while rest != NONE:
        total += table[first + lowest(rest)]
        rest = without_lowest(rest)
    if total == 0.0:
        return -1
    target, rest, outlaw = chance(rng) * total, held, np.int64(-1)
    while rest != NONE and target >= 0.0:
        if table[first + lowest(rest)] > 0.0:
            outlaw = np.int64(lowest(rest))
        target -= table[first + lowest(rest)]
        rest = without_lowest(rest)
    return outlaw


@compiled_apart
def revise(state: Any, rules: Any, seat: Any, modelled: Any, table: Any, rng: Any) -> Any:
    """Let each rival who has claimed have placed what it said as often as it tells the truth, and else any other outlaw of its hand."""
    for rival in range(rules.players):
        if rival == seat or slot(state.claims, rival) == 0:
            continue
        claim, play = slot(state.claims, rival) - 1, slot(state.plays, rival) - 1
        held = state.hands[rival] | bit(play)
        others = held & ~bit(claim)
        chosen = believed(rival, held, table, rng) if modelled else -1
        if chosen >= 0:
            pass
        elif has(held, claim) and chance(rng) < truth_rate(state, rival):
            chosen = claim
        elif others != NONE:
            chosen = np.int64(nth(others, policy_uniform(rng, popcount(others))))
        else:
            chosen = play
        state.plays ^= placed(play, rival) ^ placed(chosen, rival)
        state.hands[rival] = held & ~bit(chosen)
    return 1.0


@compiled
def act(state: Any, rules: Any, seat: Any, mask: Any, table: Any, rng: Any) -> Any:
    """What a seat does in a playout: any outlaw, and a claim that is true as often as it was before."""
    if state.phase == CLAIM and chance(rng) < truth_rate(state, seat):
        return CLAIM_0 + slot(state.plays, seat) - 1
    return nth(mask, policy_uniform(rng, popcount(mask)))
