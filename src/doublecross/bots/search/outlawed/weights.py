"""The weights of `doublecross.bots.search.outlawed.value`, fitted to games of the heuristic against itself by number of players."""

from __future__ import annotations

WEIGHTS: dict[int, tuple[float, ...]] = {
    2: (-0.012, 0.733, 0.598, 3.832, -0.278, 5.891, -0.072, 0.308),
    4: (0.401, 0.509, 0.491, 1.758, 0.09, 5.279, 0.018, 0.039),
}
"""For a number of players that is not here, those of the nearest one."""
