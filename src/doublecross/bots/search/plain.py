"""How search plays a game it knows nothing about: random playouts to the end, every determinization as plausible as any other.

A *guide* is a module with these names; `doublecross.bots.search.guides` says which one a game has. Its functions are compiled, read of a
position only what the acting seat may know, and never fail.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.bits import nth, popcount
from doublecross.kernel.jit import compiled
from doublecross.kernel.rng import policy_uniform

EXPLORATION = 0.5
"""Weight of the confidence term of UCB1: the more a playout's outcome varies, the greater. Here it is a win or a loss."""
MODELLED = 0.0
"""The share of iterations in which rivals do what a model of them does; in the others they choose what is best for them."""


@compiled
def candidates(root: Any, rules: Any, seat: Any) -> Any:
    """So many determinizations are drawn for one iteration, and one of them taken in proportion to its plausibility."""
    return 1


def prepare(rules: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Numbers (float64) that depend on the rules record alone, computed once and handed to the compiled functions."""
    return np.zeros(1)


@compiled
def revise(state: Any, rules: Any, seat: Any, modelled: Any, table: Any, rng: Any) -> Any:
    """How plausible a determinization is to a seat, given what the others have done; it may exchange hidden things to make it more so."""
    return 1.0


@compiled
def sees(seen: Any, rules: Any, seat: Any) -> Any:
    """Whether a seat that is not the searcher gets a node here, told apart by `seen`, its `know` record, which may be made coarser."""
    return True


@compiled
def act(state: Any, rules: Any, seat: Any, mask: Any, table: Any, rng: Any) -> Any:
    """What a seat does in a playout: one action of the mask."""
    return nth(mask, policy_uniform(rng, popcount(mask)))


@compiled
def judge(state: Any, root: Any, rules: Any, table: Any, values: Any) -> Any:
    """Whether the playout from `root` ends here; then `values` gets the expected win share of every seat."""
    return False


@compiled
def reply(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """What the model of a rival does, from the rival's `know` record."""
    return 0


@compiled
def blur(seen: Any, rules: Any, seat: Any) -> None:
    """Make a rival's `know` record coarser: what its model answered where the records are the same then, is remembered together."""


@compiled
def suppose(root: Any, work: Any, blank: Any, rules: Any, silent: Any, seat: Any, table: Any, rng: Any, count: Any) -> None:
    """Before a search from `root`, write in the table what the rivals are likely to have done; `work` holds two records."""
