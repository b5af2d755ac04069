"""Drama: what the winning chances of a game, turn by turn, come to as numbers of that game.

The winning chance of a seat is the share of 64 playouts, by the same players from the true position with all chance to come drawn anew, in
which it wins. So it is what somebody who sees all cards, but not the future, would give for it; the players know less.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

LOW, LEAD, FAR_BEHIND = 0.05, 0.10, 0.10
"""A chance below the first is nearly none; an action that leads by the second is clearly best; wins from below the third are comebacks."""

Table = Mapping[str, np.ndarray[Any, Any]]


def by_game(turns: Table, players: int) -> dict[str, np.ndarray[Any, Any]]:
    """One row a game, from one row a turn (in order).

    Returns:
        ``game`` and ``won``; ``low``: chances below `LOW`, of ``seat_turns``; ``clear``: decisions whose best action led by `LEAD` when
        it and the next best were played out anew, of ``choices``; ``comeback``: 1 if a winner's chance was once below `FAR_BEHIND`;
        ``swing``: half the sum of all changes of chances from turn to turn, of ``steps`` changes.
    """
    games, starts = np.unique(turns["game"], return_index=True)
    chances = np.stack([turns[f"chance_{seat}"] for seat in range(players)], axis=1).astype(np.float64)
    names = ("low", "seat_turns", "clear", "choices", "comeback", "swing", "steps")
    found = {"game": games, "won": turns["won"][starts]} | {name: np.zeros(len(games)) for name in names}
    for row, (begin, end) in enumerate(zip(starts, [*starts[1:], len(turns["game"])], strict=True)):
        here, several = chances[begin:end], turns["best"][begin:end] >= 0
        winners = [seat for seat in range(players) if int(turns["won"][begin]) >> seat & 1]
        found["low"][row], found["seat_turns"][row] = (here < LOW).sum(), here.size
        found["clear"][row] = (turns["lead"][begin:end][several] >= LEAD - 1e-6).sum()
        found["choices"][row] = several.sum()
        found["comeback"][row] = bool(winners) and bool((here[:, winners] < FAR_BEHIND).any())
        found["swing"][row], found["steps"][row] = np.abs(np.diff(here, axis=0)).sum() / 2, max(0, end - begin - 1)
    return found
