"""How search plays Most Wanted."""

from __future__ import annotations

from typing import Any

from doublecross.bots.search.most_wanted.plausible import candidates, revise
from doublecross.bots.search.most_wanted.playing import act
from doublecross.bots.search.most_wanted.preparing import prepare
from doublecross.bots.search.most_wanted.value import judge
from doublecross.bots.search.plain import MODELLED, blur, reply, suppose
from doublecross.kernel.jit import compiled

__all__ = ["EXPLORATION", "MODELLED", "act", "blur", "candidates", "judge", "prepare", "reply", "revise", "sees", "suppose"]

EXPLORATION = 0.15
"""Weight of the confidence term of UCB1."""


@compiled
def sees(seen: Any, rules: Any, seat: Any) -> Any:
    """Rivals get no nodes: their hands differ from one determinization to the next, so that hardly any node would be met twice."""
    return False
