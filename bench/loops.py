"""Random playouts from one position, compiled: what search is measured against. A template for `doublecross.kernel.machine.instantiate`."""

from __future__ import annotations

from typing import Any

from doublecross.kernel.jit import compiled_apart

PLAYOUT: Any

_playout = PLAYOUT  # noqa: F821  # set before the template runs


@compiled_apart
def play_out(states: Any, root: Any, rules: Any, silent: Any, rngs: Any, times: Any) -> None:
    """Play a copy of ``root[0]`` to the end, so many times."""
    for _ in range(times):
        states[0] = root[0]
        _playout(states[0], rules[0], silent[0], rngs[0])
