"""Compiling a game ahead of its first use: every door that Python calls, so that nobody waits in the middle of a game."""

from __future__ import annotations

import numpy as np

from doublecross.kernel.game import SPECTATOR, Game
from doublecross.kernel.machine import play_batch
from doublecross.kernel.position import Position, make_rules, new


def warm(game: Game) -> None:
    """Compile everything a live game and a batch of games need; quick where it is in the cache."""
    position = new(game, players=game.players[0], seed=0)
    _ask_everything(position)
    while not position.is_over:
        seat = min(position.to_act)
        position.apply(seat, position.legal(seat)[0])
    position.returns()
    for _ in play_batch(game, make_rules(game, position.players, position.options), [0] * position.players, 1, 0):
        pass


def _ask_everything(position: Position) -> None:
    for seat in (*position.to_act, SPECTATOR):
        position.view(seat)
    seat = min(position.to_act)
    position.mid_choice(seat)
    position.observation(seat)
    position.determinize(seat, np.random.default_rng(0))
