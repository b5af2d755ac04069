"""No policy reads or writes beyond its arrays, whatever the options: machine code would not notice, interpreted code does."""

from __future__ import annotations

import os
import subprocess
import sys

PLAY = """
import sys
from doublecross.bots.policies import NUMBERS
from doublecross.bots.registry import make_bot, bot_names
from doublecross.bots.bot import Decision
from doublecross.kernel.jit import INTERPRETED
from doublecross.kernel.position import new

assert INTERPRETED
TABLES = [
    ("most-wanted", 2, {"church": "saloon"}),
    ("most-wanted", 3, {"church": "saloon", "labor": "dishonest", "duel": "shootout", "hand": 12}),
    ("most-wanted", 2, {"sheriff_cards": "999"}),
    ("most-wanted", 2, {"hand": 36}),
    ("most-wanted", 8, {"labor": "dishonest", "first_player": "duel"}),
    ("most-wanted", 2, {"ranks": "6QA", "suits": 2, "copies": 1, "hand": 2}),
    ("outlawed", 2, {}),
    ("outlawed", 3, {"beginner": True}),
    ("outlawed", 5, {}),
]
for game, players, options in TABLES:
    position = new(game, players=players, seed=4, **options)
    names = [name for name in bot_names(position.game) if name in NUMBERS]
    bots = [make_bot(names[seat % len(names)], position.game, seat) for seat in range(players)]
    for _ in range(60):
        if position.is_over:
            break
        seat = min(position.to_act)
        position.apply(seat, bots[seat].choose(Decision(position, seat)))
    print(game, players, options)
"""


def test_policies_keep_within_their_arrays() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-W", "error::RuntimeWarning", "-c", PLAY], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(done.stdout.splitlines()) == 9


def test_the_odds_are_exact_for_hands_of_any_size() -> None:
    """A hand of half the deck: the binomials reach that far, and the chances of all splits add up to one."""
    import numpy as np

    from doublecross.bots.most_wanted.odds import CHOOSE, ways

    left = np.array([8] * 9, dtype=np.int64)
    for held in (8, 9, 10, 36, 72):
        low = np.zeros(9, dtype=np.int64)
        below, above = np.full(9, 8, dtype=np.int64), np.zeros(9, dtype=np.int64)
        below[0], above[0] = 3, 4
        few = ways(left, low, below, held)
        many = ways(left, above, np.full(9, 8, dtype=np.int64), held)
        assert (few + many) / CHOOSE[72, held] == 1.0 or abs((few + many) / CHOOSE[72, held] - 1) < 1e-12
