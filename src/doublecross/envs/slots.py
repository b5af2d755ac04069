"""What the compiled loops of the environments and the Python around them both know: one record for each game, and some numbers."""

from __future__ import annotations

import numpy as np

SLOT = np.dtype(
    [
        ("legal", "u8"),  # what the caller may do now
        ("seat", "i8"),  # for which seat; after the end, the seat that acted last
        ("steps", "i8"),  # actions of all seats in this game
        ("ended", "i8"),
        ("reward", "f8"),  # of the last step, for the seat that acted in it
        ("terminated", "?"),  # in the last step
        ("truncated", "?"),
    ]
)
"""The bookkeeping of one game of a vector environment."""

PLAYING, OVER, TRUNCATED = 0, 1, 2
"""How a game stands: it goes on, it has ended by its rules, it was cut short by `max_steps`."""

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""The autoreset modes."""

WIN_SHARE, ZERO_SUM, SCORE_MARGIN = 0, 1, 2
"""The kinds of reward."""

NOBODY, ILLEGAL = -1, -2
"""In the place of a seat: nobody has to act any more; an action was refused."""
