"""How plausible a determinization is, given what the others have shown by robbing, joining and fighting."""

from __future__ import annotations

from typing import Any

from doublecross.bots.search.most_wanted.odds import strength
from doublecross.games.most_wanted.record import CARDS, JOIN, OPENING
from doublecross.kernel.bits import NONE, has
from doublecross.kernel.jit import compiled, compiled_apart

CANDIDATES = 4
"""So many determinizations are drawn where others have shown something."""
DOUBT = 0.05
"""How plausible the weakest hand is that entered a contest of its own will."""


@compiled
def candidates(root: Any, rules: Any, seat: Any) -> Any:
    """So many determinizations are drawn for one iteration, and one of them taken in proportion to its plausibility."""
    contest = root.phase == JOIN or (root.phase == CARDS and root.tied == NONE and root.tile != OPENING)
    return CANDIDATES if contest else 1


@compiled_apart
def revise(state: Any, rules: Any, seat: Any, modelled: Any, table: Any, rng: Any) -> Any:
    """How plausible a determinization is to a seat: who takes part in a contest without having to holds a good hand."""
    if state.phase != JOIN and (state.phase != CARDS or state.tied != NONE or state.tile == OPENING):
        return 1.0
    weight = 1.0
    for other in range(rules.players):
        if other != seat and has(state.inside & ~state.targets, other):
            s = strength(table, state.hand1[other], state.hand2[other], state.hand_size, rules.hand)
            weight *= DOUBT + s * s
    return weight
