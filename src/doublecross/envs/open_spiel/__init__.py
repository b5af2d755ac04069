"""Most Wanted and OutLawed! in OpenSpiel (Lanctot et al. 2019); importing this module registers them.

``python_most_wanted`` has simultaneous nodes where several seats choose face down; ``python_outlawed`` has none, because its seats
choose one after the other. ``python_most_wanted_seq`` and ``python_outlawed_seq`` are twins in which every choice is a turn of its own,
those face down hidden turns in seat order. Options of the game are parameters.
"""

from __future__ import annotations

try:
    import pyspiel
except ImportError as error:
    raise ImportError("doublecross.envs.open_spiel needs OpenSpiel: pip install 'doublecross[openspiel]'") from error

from doublecross.envs.open_spiel.adapter import REGISTERED, SpielGame, SpielState, register, resampler
from doublecross.envs.open_spiel.parameters import mini_parameters

__all__ = ["REGISTERED", "SpielGame", "SpielState", "load_mini", "resampler"]

register()


def load_mini(name: str, sequential: bool = True) -> pyspiel.Game:
    """A mini variant (`doublecross.games.minis.MINIS`) as an OpenSpiel game with information-state tensors; raises `BadInput`."""
    short_name, parameters = mini_parameters(name)
    return pyspiel.load_game(short_name + ("_seq" if sequential else ""), parameters)
