"""The games as PettingZoo environments: `env` (AEC, one seat after the other) and `parallel_env` (all seats in every step)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

try:
    from gymnasium.spaces import Box, Space
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("doublecross.envs.pettingzoo needs PettingZoo: pip install 'doublecross[envs]'") from error

from doublecross.envs.history import History
from doublecross.envs.seats import RENDER_MODES, Observation, Seats, whole_action
from doublecross.envs.setting import Setting, make_setting, whole
from doublecross.envs.slots import ILLEGAL, NOBODY
from doublecross.envs.story import Story
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase

Array = np.ndarray[Any, Any]


def env(
    game: str | Game,
    players: int,
    *,
    reward: str = "win_share",
    history: int = 0,
    max_steps: int | None = None,
    render_mode: str | None = None,
    render_seat: int | None = None,
    **options: Any,
) -> GameEnv:
    """One game, in which the seats act one after the other: those that choose face down at the same time in seat order.

    Args:
        game: "most-wanted", "outlawed" or any registered game.
        players: how many seats.
        reward: a key of `doublecross.envs.setting.REWARDS`.
        history: how many of the latest events an observation holds too; 0 for none.
        max_steps: a game that is not over after so many actions, of all seats together, is truncated.
        render_mode: "ansi": `render` returns the story so far; "human": it is printed as it goes on.
        render_seat: whose story that is; None for a spectator's.
        options: the game's options.

    Raises:
        BadInput: for whatever of these is not allowed.
    """
    setting = make_setting(game, players, options, reward, max_steps)
    return GameEnv(setting, _window(history), _story(setting, render_mode, render_seat))


def parallel_env(
    game: str | Game,
    players: int,
    *,
    reward: str = "win_share",
    history: int = 0,
    max_steps: int | None = None,
    render_mode: str | None = None,
    render_seat: int | None = None,
    **options: Any,
) -> GameParallelEnv:
    """One game, in which every seat acts in every step; a seat that need not choose has one legal action, ``wait``.

    ``wait`` is the number after the game's last action. Arguments and errors are those of `env`.
    """
    setting = make_setting(game, players, options, reward, max_steps)
    return GameParallelEnv(setting, _window(history), _story(setting, render_mode, render_seat))


def _window(history: int) -> History | None:
    return History(history) if whole(history, "history", 0) else None


def _story(setting: Setting, mode: str | None, seat: int | None) -> Story | None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadInput("render_mode", repr(mode), Phrase("{first} or {last}", first=RENDER_MODES[0], last=RENDER_MODES[1]))
    if seat is not None and not (type(seat) is int and 0 <= seat < setting.players):
        raise BadInput("render_seat", repr(seat), Phrase("a seat from 0 to {last}", last=setting.players - 1))
    return Story(seat, live=mode == "human") if mode else None


_AFTER_RESET = {"agents", "rewards", "terminations", "truncations", "infos", "agent_selection", "_cumulative_rewards"}
_BY_RESET = {"_seat", "_over", "_rows"}


def _missing(made: Any, name: str) -> Exception:
    """What an attribute that is not there means: most of them come with `reset`."""
    if name in _BY_RESET:
        return AssertionError("reset() needs to be called before step, observe and state.")
    if name in _AFTER_RESET:
        return AttributeError(f"{name} cannot be accessed before reset")
    return AttributeError(f"{type(made).__name__!r} object has no attribute {name!r}")


class GameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game as an AEC environment; made by `env`. It makes its own checks and needs none of PettingZoo's wrappers."""

    def __init__(self, setting: Setting, history: History | None, story: Story | None) -> None:
        super().__init__()
        self._seats = Seats(setting, history, story, extra=0)
        self.metadata = self._seats.metadata(parallel=False)
        self.render_mode = story.mode if story is not None else None
        self.possible_agents = list(self._seats.names)
        self.observation_spaces, self.action_spaces = self._seats.spaces()
        self.state_space = Box(-128, 127, (setting.players * setting.length,), np.int8)
        self._most = setting.max_steps

    def __getattr__(self, name: str) -> Any:
        raise _missing(self, name)

    def observation_space(self, agent: str) -> Space[Any]:
        """The observation space of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The action space of a seat."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: that of `doublecross.new` with this seed, or without one the next of a series. `options` are not used."""
        game = self._seats
        self._seat = game.deal(seed)
        self._over = False
        self.agents = list(game.names)
        self.agent_selection = game.names[self._seat]
        self.rewards, self._cumulative_rewards = dict.fromkeys(game.names, 0.0), dict.fromkeys(game.names, 0.0)
        self.terminations, self.truncations = dict.fromkeys(game.names, False), dict.fromkeys(game.names, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in game.names}
        self._skip_agent_selection = None
        game.loops.enter_show(game.state, game.rules, game.spare, self._seat, game.row, 0)

    def step(self, action: Any) -> None:
        """The selected seat acts; at the end every seat steps once more with None.

        Raises:
            IllegalAction: with the reason; nothing has changed.
        """
        if self._over:
            if not self.agents:
                raise AssertionError("the game is over and every seat has stepped: reset() needs to be called before step.")
            self._was_dead_step(action)
            return
        game, seat = self._seats, self._seat
        following = game.take(seat, action if type(action) is int and 0 <= action < 64 else whole_action(action))
        if following >= 0 and game.steps < self._most:
            self._seat = following
            self.agent_selection = game.names[following]
        elif following == ILLEGAL:
            raise game.refusal(seat, action)
        else:
            self._end(following == NOBODY)

    def _end(self, over: bool) -> None:
        """Every seat is told; the rewards are those of the whole game, as nothing is paid before."""
        game = self._seats
        self._over, self._seat = True, NOBODY
        self.rewards = game.rewards(over)
        self._cumulative_rewards = dict(self.rewards)
        self.terminations, self.truncations = dict.fromkeys(game.names, over), dict.fromkeys(game.names, not over)
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """What a seat may know now, and what it may do if it has to choose, whether it is its turn to step or not."""
        game = self._seats
        seat = game.seats[agent]
        return game.observation(seat, game.row.copy() if seat == self._seat else game.show(seat))

    def state(self) -> Array:
        """What all seats know together: their observations, one after the other."""
        return self._seats.everything()

    def render(self) -> str | None:
        """The story so far ("ansi"), or print what is new of it ("human")."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Nothing to release."""


class GameParallelEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A game as a parallel environment; made by `parallel_env`."""

    def __init__(self, setting: Setting, history: History | None, story: Story | None) -> None:
        super().__init__()
        self._seats = Seats(setting, history, story, extra=1)
        self.metadata = self._seats.metadata(parallel=True)
        self.render_mode = story.mode if story is not None else None
        self.wait = setting.game.actions
        self.possible_agents = list(self._seats.names)
        self.observation_spaces, self.action_spaces = self._seats.spaces()
        self.state_space = Box(-128, 127, (setting.players * setting.length,), np.int8)

    def __getattr__(self, name: str) -> Any:
        raise _missing(self, name)

    def observation_space(self, agent: str) -> Space[Any]:
        """The observation space of a seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The action space of a seat."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start a game, as `GameEnv.reset` does."""
        self._seats.deal(seed)
        self.agents = list(self._seats.names)
        return self._observe(), {name: {} for name in self.agents}

    def _observe(self) -> dict[str, Observation]:
        game = self._seats
        self._rows = [game.show(seat) for seat in range(game.setting.players)]
        return {name: game.observation(seat, self._rows[seat].copy()) for seat, name in enumerate(game.names)}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Every seat acts, or waits if it need not choose.

        Raises:
            IllegalAction: with the reason, if one of them is not allowed; nothing has changed.
            BadInput: if an action is missing or one too many.
        """
        game = self._seats
        taken = self._checked(actions)
        following = 0
        for seat, action in enumerate(taken):
            if action != self.wait:
                following = game.take(seat, action)
        over, cut = following == NOBODY, game.steps >= game.setting.max_steps
        rewards = game.rewards(over) if over else dict.fromkeys(game.names, 0.0)
        terminated, truncated = dict.fromkeys(game.names, over), dict.fromkeys(game.names, cut and not over)
        if over or cut:
            self.agents = []
        return self._observe(), rewards, terminated, truncated, {name: {} for name in game.names}

    def _checked(self, actions: Mapping[str, Any]) -> list[int]:
        """The action of every seat, each one legal."""
        game, rows = self._seats, self._rows
        if not self.agents:
            raise AssertionError("the game is over: reset() needs to be called before step.")
        if set(actions) != set(game.names):
            raise BadInput("actions", ", ".join(map(str, actions)) or Phrase("nothing"), ", ".join(game.names))
        taken = [whole_action(actions[name]) for name in game.names]
        for seat, (name, action) in enumerate(zip(game.names, taken, strict=True)):
            mask = rows[seat][game.setting.length :]
            if not (0 <= action < len(mask) and mask[action]):
                if mask[self.wait]:
                    raise BadInput(Phrase("actions, {seat}", seat=name), repr(actions[name]), f"{self.wait} (wait)")
                raise game.refusal(seat, actions[name])
        return taken

    def state(self) -> Array:
        """What all seats know together: their observations, one after the other."""
        return self._seats.everything()

    def render(self) -> str | None:
        """The story so far ("ansi"), or print what is new of it ("human")."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Nothing to release."""
