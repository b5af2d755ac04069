"""A Gymnasium vector environment: many games of one kind, all stepped in one compiled call on one core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from doublecross.bots.policies import policy_of
from doublecross.bots.registry import policy_number, read_bots
from doublecross.envs.setting import Setting, loops, make_setting, spare_states, whole
from doublecross.envs.slots import DISABLED, NEXT_STEP, SAME_STEP, SLOT
from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.log import SILENT
from doublecross.kernel.machine import RANDOM, no_policy, records
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.kernel.rng import POLICY_RNG

try:
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError as error:
    raise ImportError("doublecross.envs.vector needs Gymnasium: pip install 'doublecross[envs]'") from error

Array = np.ndarray[Any, Any]

LEARNER = -1
"""In the place of a policy number: a seat that the caller plays."""
_MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}


def make(
    game: str | Game,
    num_envs: int,
    players: int,
    opponents: str | Sequence[str] | None = None,
    *,
    reward: str = "win_share",
    max_steps: int | None = None,
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    copy: bool = True,
    **options: Any,
) -> GamesVectorEnv:
    """Many games in one environment.

    Args:
        game: "most-wanted", "outlawed" or any registered game.
        num_envs: how many games go on at once.
        players: how many seats each has.
        opponents: None: every action is the caller's, for the lowest seat that has to choose. Otherwise the caller plays seat 0, and the
            others are bots inside the compiled call: a name, or several, repeated until all other seats have one. Only bots that are
            compiled policies can be named.
        reward: a key of `doublecross.envs.setting.REWARDS`.
        max_steps: a game that is not over after so many actions, of all seats together, is truncated.
        autoreset_mode: Gymnasium's; in SAME_STEP (the default) no step is lost.
        copy: False returns the environment's own arrays, which the next step overwrites.
        options: the game's options.

    Raises:
        BadInput: for whatever of these is not allowed.
    """
    setting = make_setting(game, players, options, reward, max_steps)
    return GamesVectorEnv(setting, whole(num_envs, "num_envs", 1), _policies(setting, opponents), _mode(autoreset_mode), copy)


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        raise BadInput("autoreset_mode", repr(mode), ", ".join(each.value for each in AutoresetMode)) from None


def _policies(setting: Setting, opponents: str | Sequence[str] | None) -> list[int]:
    """The policy number of every seat, `LEARNER` for those that the caller plays."""
    if opponents is None:
        return [LEARNER] * setting.players
    names = opponents if isinstance(opponents, str) else ",".join(opponents)
    numbers = []
    for name in read_bots(names, setting.game, setting.players - 1):
        number = policy_number(name, setting.game)
        if number is None:
            raise BadInput("opponents", repr(name), Phrase("bots that are compiled policies, such as {name}", name="random"))
        numbers.append(number)
    return [LEARNER, *numbers]


class GamesVectorEnv(VectorEnv[Array, Array, Array]):
    """N games, each at a decision of a seat that the caller plays; made by `make`.

    Observations are int8, shape (num_envs, length); actions whole numbers, shape (num_envs,). The reward of a step is that of the seat
    which acted in it. `info` holds arrays with one row for each game:

    - ``action_mask`` (int8, actions wide): what the seat may do now;
    - ``seat`` (int64): whose decision it is;
    - ``returns`` (float64, players wide): the reward of every seat for this step; zero but where a game ended;
    - ``final_obs`` and ``final_info``, with their ``_final_obs`` and ``_final_info``, as in Gymnasium, in SAME_STEP mode when games have
      ended: what the seat that acted last saw then.
    """

    def __init__(self, setting: Setting, num_envs: int, policies: Sequence[int], mode: AutoresetMode, copy: bool) -> None:
        self.setting, self.num_envs, self.copy = setting, num_envs, copy
        self.metadata = {"name": setting.name, "autoreset_mode": mode, "render_modes": []}
        actions = setting.game.actions
        self.single_observation_space = Box(-128, 127, (setting.length,), np.int8)
        self.observation_space = Box(-128, 127, (num_envs, setting.length), np.int8)
        self.single_action_space = Discrete(actions)
        self.action_space = MultiDiscrete(np.full(num_envs, actions))
        self._mode = mode
        self._policies = np.array(policies, dtype=np.int64)
        self._open_doors()
        self._numbers = np.array([setting.kind, setting.max_steps, _MODES[mode]], dtype=np.int64)
        self._was_reset = False
        self._make_arrays(setting, num_envs)

    def _open_doors(self) -> None:
        """Compiled code, which every process has for itself."""
        compiled = bool((self._policies > RANDOM).any())
        self._loops = loops(self.setting.game, policy_of(self.setting.game) if compiled else no_policy)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_loops"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._open_doors()

    def _make_arrays(self, setting: Setting, num_envs: int) -> None:
        """Everything that the compiled loops write to."""
        self._states, self._spare = records(setting.game.state_dtype, num_envs), spare_states(setting.game)
        self._log, self._slots = records(SILENT), records(SLOT, num_envs)
        self._dealers, self._rngs, self._chooser = records(POLICY_RNG, num_envs), records(POLICY_RNG, num_envs), records(POLICY_RNG)
        self._observations, self._finals = (np.zeros((num_envs, setting.length), dtype=np.int8) for _ in range(2))
        self._masks = np.zeros((num_envs, setting.game.actions), dtype=np.int8)
        self._returns = np.zeros((num_envs, setting.players))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Start all games, or those of ``options["reset_mask"]``; a seed decides all deals, and all that opponents do, from here on."""
        wanted = self._reset_mask(options or {})
        if seed is not None:
            super().reset(seed=whole(seed, "seed", 0))
        if seed is not None or not self._was_reset:
            words = np.random.SeedSequence(seed).generate_state(2 * self.num_envs + 1, np.uint64)
            self._dealers["word"], self._rngs["word"] = words[: self.num_envs], words[self.num_envs : -1]
            self._chooser["word"] = words[-1]
        self._was_reset = True
        self._returns[wanted] = 0.0
        failed = self._loops.enter_deals(
            self._states,
            self.setting.rules,
            self._log,
            self._spare,
            self._slots,
            self._dealers,
            self._rngs,
            self._policies,
            self.setting.max_steps,
            wanted,
            self._observations.reshape(-1),
            self._masks.reshape(-1),
        )
        if failed >= 0:
            self._nothing_to_decide(failed)
        return self._out(self._observations), self._info()

    def _reset_mask(self, options: dict[str, Any]) -> Array:
        mask = options.get("reset_mask")
        if mask is None or not self._was_reset:
            return np.ones(self.num_envs, dtype=np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            allowed = Phrase("an array of {count} truth values, one of them true", count=self.num_envs)
            raise BadInput("options, reset_mask", repr(mask), allowed)
        return np.ascontiguousarray(mask)

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One action in every game.

        Returns:
            Observations of the seats that act next, the rewards of the seats that acted, what has terminated, what was truncated, `info`.

        Raises:
            BadInput: for an array of another shape or type, or an illegal action; nothing has changed.
        """
        if not self._was_reset:
            raise AssertionError("reset() needs to be called before step.")
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            found = Phrase("{kind} of shape {shape}", kind=given.dtype, shape=given.shape)
            raise BadInput("actions", found, Phrase("whole numbers of shape {shape}", shape=(self.num_envs,)))
        failed = self._loops.enter_steps(
            self._states,
            self.setting.rules,
            self._log,
            self._spare,
            self._slots,
            self._dealers,
            self._rngs,
            self._policies,
            np.ascontiguousarray(given, dtype=np.int64),
            self._numbers,
            self._observations.reshape(-1),
            self._masks.reshape(-1),
            self._finals.reshape(-1),
            self._returns.reshape(-1),
        )
        if failed >= 0:
            self._refuse(failed, given)
        info = self._info()
        if self._mode is AutoresetMode.SAME_STEP:
            self._add_finals(info)
        rewards, terminated, truncated = (self._out(self._slots[name]) for name in ("reward", "terminated", "truncated"))
        return self._out(self._observations), rewards, terminated, truncated, info

    def _refuse(self, failed: int, actions: Array) -> None:
        if failed >= self.num_envs:
            self._nothing_to_decide(failed - self.num_envs)
        slot = self._slots[failed]
        where = Phrase("actions, game {game}, seat {seat}", game=failed, seat=int(slot["seat"]))
        legal = [action for action in range(self.setting.game.actions) if int(slot["legal"]) >> action & 1]
        allowed = ", ".join(map(str, legal)) or Phrase("nothing before reset(): this game has ended")
        raise BadInput(where, str(actions[failed]), allowed)

    def _nothing_to_decide(self, game: int) -> None:
        raise RuleError(f"{self.setting.game.name}: seat 0 had nothing to decide in any of many games (game {game} of the environment)")

    def _out(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        out = self._out
        return {"action_mask": out(self._masks), "seat": out(self._slots["seat"]), "returns": out(self._returns)}

    def _add_finals(self, info: dict[str, Any]) -> None:
        """What Gymnasium's SAME_STEP mode says of games that have ended."""
        ended = self._slots["terminated"] | self._slots["truncated"]
        if ended.any():
            final = np.full(self.num_envs, None, dtype=object)
            for game in np.flatnonzero(ended):
                final[game] = self._finals[game].copy()
            returns = {"returns": self._returns.copy(), "_returns": ended}
            info |= {"final_obs": final, "_final_obs": ended, "final_info": returns, "_final_info": ended}

    def random_actions(self) -> Array:
        """One legal action for every game, drawn uniformly by a generator of the environment's own."""
        actions = np.zeros(self.num_envs, dtype=np.int64)
        self._loops.enter_draw(self._slots, self._chooser, actions)
        return actions

    def position(self, game: int) -> Position:
        """A copy of one game as it stands; its history is not kept. ``position(game).seed`` starts the same game with `doublecross.new`."""
        state = records(self.setting.game.state_dtype)
        state[0] = self._states[game]
        return Position(self.setting.game, self.setting.options, self.setting.rules, state, None)
