"""Matches between rows of parameters: how strong a character is, how it would do with other numbers, how it can be exploited."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.bots.policies import PLAYERS
from doublecross.kernel.game import Game
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import blank_state, instantiate, records
from doublecross.kernel.options import check_options
from doublecross.kernel.position import make_rules
from doublecross.kernel.rng import POLICY_RNG

TEMPLATE = Path(__file__).with_name("loops.py")


@functools.cache
def _loops(game: Game) -> Any:
    players = importlib.import_module(PLAYERS[game.name].module)
    return instantiate(TEMPLATE, "doublecross.bots.trials.loops", game, players.policy, PLAY=players.play)


@dataclass(frozen=True)
class Trials:
    """Games of one kind between policies and rows of parameters.

    Attributes:
        game: one that has characters.
        players: seats.
        options: of the game; those not named have their defaults.
    """

    game: Game
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def wins(self, seats: Sequence[int | np.ndarray[Any, Any]], games: int, seed: int) -> np.ndarray[Any, Any]:
        """Who won each of some games, shape (games, players): 1 for a win, shared evenly.

        Args:
            seats: who plays: a policy number, or a row of parameters. From game to game they move on by one seat, and column n of the
                result is always the n-th of them.
            games, seed: equal seeds deal the same cards.
        """
        players = self.players
        rows = [seat for seat in seats if not isinstance(seat, int)]
        table = np.array(rows if rows else [[0.0]], dtype=np.float64)
        waiting = iter(range(len(rows)))
        who = np.array([seat if isinstance(seat, int) else -1 - next(waiting) for seat in seats], dtype=np.int64)
        # Game n begins with the n-th seat moved on: column c sits at seat (c + n) % players.
        turns = (np.arange(players)[None, :] - np.arange(games)[:, None]) % players
        won = np.zeros(games, dtype=np.uint64)
        self._run(table, np.ascontiguousarray(who[turns]), seed, won)
        by_seat = (won[:, None] >> np.arange(players, dtype=np.uint64)[None, :]) & np.uint64(1)
        shares = by_seat / by_seat.sum(axis=1, keepdims=True)
        places = (np.arange(players)[None, :] + np.arange(games)[:, None]) % players
        return np.take_along_axis(shares, places, axis=1)

    def _run(self, table: np.ndarray[Any, Any], seated: np.ndarray[Any, Any], seed: int, won: np.ndarray[Any, Any]) -> None:
        game = self.game
        rules = make_rules(game, self.players, check_options(game.options, self.options, game.title))
        states, nothing, seens = (records(game.state_dtype) for _ in range(3))
        blank, silent, rng = blank_state(game, seed), records(SILENT), records(POLICY_RNG)
        _loops(game).run_trials(states, blank, nothing, rules, silent, rng, seens, table, seated, 0, won)
