"""The weights of `doublecross.bots.search.most_wanted.value`, fitted to games of the heuristic against itself by number of players."""

from __future__ import annotations

WEIGHTS: dict[int, tuple[float, ...]] = {
    2: (1.537, 1.487, -0.429, 0.273, 1.199, -0.347, 0.093, -0.185, 1.263, -0.927, 1.194, 0.227, -0.472, 0.396, 0.0, 0.004),
    4: (2.453, -0.077, 1.411, 0.378, 2.292, 0.573, 0.016, -0.42, 1.149, -1.508, 3.83, 0.55, -0.357, 0.542, -0.338, -0.005),
}
"""For a number of players that is not here, those of the nearest one."""
