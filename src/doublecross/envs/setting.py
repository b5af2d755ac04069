"""What the environments of PettingZoo and Gymnasium share: a game with checked options, its compiled loops, and its rewards."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.envs.scores import SCORES, no_score
from doublecross.envs.slots import SCORE_MARGIN, WIN_SHARE, ZERO_SUM
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.machine import instantiate, no_policy, records
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import make_rules
from doublecross.kernel.registry import load_game

REWARDS: Mapping[str, int] = {"win_share": WIN_SHARE, "zero_sum": ZERO_SUM, "score_margin": SCORE_MARGIN}
"""The kinds of reward, all paid at the end of a game.

win_share: 1 for the winner, 0 for the others; a win that the rules share is split evenly.
zero_sum: 1 for the winner and -1 / (players - 1) for each of the others; in general (players * win share - 1) / (players - 1).
score_margin: the seat's score less the best score of the others: spaces of the track, or dollars (outlaws with casual scoring) in jail.
"""

ENDLESS = 2**62
"""`max_steps` where there is none."""


@functools.cache
def loops(game: Game, policy: Callable[..., Any] = no_policy) -> Any:
    """The template `doublecross.envs.loops` made for one game and policy."""
    path = Path(__file__).with_name("loops.py")
    return instantiate(path, "doublecross.envs.loops", game, policy, SCORE=SCORES.get(game.name, no_score))


@dataclass(frozen=True, eq=False)
class Setting:
    """What is played, and for what reward. Pickled, it is made anew from the name of its game, which has to be installed there too.

    Attributes:
        game: the game.
        options: all its options, checked.
        rules: the rules record (array of length 1).
        players: how many seats.
        length: entries of one observation.
        reward: the kind of reward, a key of `REWARDS`.
        max_steps: after so many actions (of all seats) a game that is not over is truncated.
    """

    game: Game
    options: Mapping[str, Any]
    rules: np.ndarray[Any, Any]
    players: int
    length: int
    reward: str
    max_steps: int

    def __deepcopy__(self, memo: Any) -> Setting:
        return self

    def __reduce__(self) -> Any:
        options = {option.name: option.kind.plain(self.options[option.name]) for option in self.game.options}
        most = None if self.max_steps == ENDLESS else self.max_steps
        return make_setting, (self.game.name, self.players, options, self.reward, most)

    @property
    def name(self) -> str:
        """The environment's name with the version of the rules, which rises with any change that can alter a game."""
        return f"{self.game.name.replace('-', '_')}_v{self.game.rules_version - 1}"

    @property
    def kind(self) -> int:
        """The number of the kind of reward."""
        return REWARDS[self.reward]


def make_setting(game: str | Game, players: int, options: Mapping[str, Any], reward: str, max_steps: int | None) -> Setting:
    """A checked setting; raises `BadInput` with what was found and what is allowed."""
    known = load_game(game) if isinstance(game, str) else game
    checked = check_options(known.options, options, known.name)
    rules = make_rules(known, players, checked)
    allowed = [name for name in REWARDS if name != "score_margin" or known.name in SCORES]
    if reward not in allowed:
        raise BadInput(Phrase("reward"), repr(reward), ", ".join(allowed))
    length = len(known.observation_names(rules[0]))
    return Setting(
        known, checked, rules, int(players), length, reward, whole(max_steps, "max_steps", 1) if max_steps is not None else ENDLESS
    )


def whole(value: Any, where: str, least: int) -> int:
    """A whole number of at least `least`; raises `BadInput`."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise BadInput(where, repr(value), Phrase("a whole number of at least {least}", least=least))
    return int(value)


def spare_states(game: Game) -> np.ndarray[Any, Any]:
    """Two empty states for the compiled loops: one that stays empty, one to build a `know` record in."""
    return records(game.state_dtype, 2)
