"""How plausible a determinization is, given what the others have shown by robbing, joining and fighting, or claimed at work."""

from __future__ import annotations

from typing import Any

from doublecross.bots.most_wanted.holding import owned, suit_mask
from doublecross.bots.search.most_wanted.odds import most_of_a_suit, strength
from doublecross.bots.search.most_wanted.playing import LIARS
from doublecross.games.most_wanted.contests import put_on_table
from doublecross.games.most_wanted.record import CARDS, CHALLENGE, JOIN, OPENING
from doublecross.kernel.bits import NONE, has, lowest, size
from doublecross.kernel.jit import compiled, compiled_apart

CANDIDATES, CLAIM_CANDIDATES = 4, 16
"""So many determinizations are drawn where others have shown something; more where a claim lies on the table that few hands could hold."""
DOUBT = 0.05
"""How plausible the weakest hand is that entered a contest of its own will."""


_SUITS = 4


@compiled
def candidates(root: Any, rules: Any, seat: Any) -> Any:
    """So many determinizations are drawn for one iteration, and one of them taken in proportion to its plausibility."""
    if root.phase == CHALLENGE:
        return CLAIM_CANDIDATES
    contest = root.phase == JOIN or (root.phase == CARDS and root.tied == NONE and root.tile != OPENING)
    return CANDIDATES if contest else 1


@compiled_apart
def revise(state: Any, rules: Any, seat: Any, modelled: Any, table: Any, rng: Any) -> Any:
    """How plausible a determinization is to a seat: who takes part in a contest without having to holds a good hand, and who claims so
    many cards of one suit mostly holds them."""
    if state.phase == CHALLENGE:
        return 1.0 if state.active == seat else plausible_claim(state)
    if state.phase != JOIN and (state.phase != CARDS or state.tied != NONE or state.tile == OPENING):
        return 1.0
    weight = 1.0
    for other in range(rules.players):
        if other != seat and has(state.inside & ~state.targets, other):
            s = strength(table, state.hand1[other], state.hand2[other], state.hand_size, rules.hand)
            weight *= DOUBT + s * s
    return weight


@compiled_apart
def plausible_claim(state: Any) -> Any:
    """How plausible the cards of whoever claims are (MW-63): what they allow is true; else a lie is the rarer the more cards do not fit."""
    once, twice = owned(state, state.active)
    missing = state.hand_size - most_of_a_suit(once, twice)
    if missing > 0:
        return LIARS**missing
    tell_the_truth(state, once, twice)
    return 1.0


@compiled
def tell_the_truth(state: Any, once: Any, twice: Any) -> None:
    """Have the claim be true: cards of a suit of which the active player has enough lie there instead of what was dealt."""
    seat, mask = state.active, suit_mask(0)
    for suit in range(_SUITS):
        each = suit_mask(suit)
        if size(once & each, twice & each) >= state.hand_size:
            mask = each
    state.hand1[seat], state.hand2[seat] = once, twice
    state.table1[seat], state.table2[seat] = NONE, NONE
    for _ in range(state.hand_size):
        put_on_table(state, seat, lowest(state.hand1[seat] & mask))
