"""The games as PettingZoo environments: `env` (AEC, one seat after the other) and `parallel_env` (all seats in every step)."""

from __future__ import annotations

import operator
import random
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from doublecross.envs.history import NUMBERS, PIECES, History
from doublecross.envs.setting import Setting, loops, make_setting, spare_states, whole
from doublecross.envs.story import Story
from doublecross.kernel.errors import BadInput, IllegalAction, Reason, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.log import EVENT, MAX_EVENTS, SILENT
from doublecross.kernel.machine import blank_state, machine, records, scratch_log
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import SEEDS, Position

try:
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("doublecross.envs.pettingzoo needs PettingZoo: pip install 'doublecross[envs]'") from error

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

RENDER_MODES = ("human", "ansi")
NOBODY, ILLEGAL = -1, -2
"""What the compiled turn answers in the place of the next seat (see `doublecross.envs.loops`)."""


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


class _Seats:
    """What both kinds of environment are made of: one game in arrays, and what its seats see of it."""

    def __init__(self, setting: Setting, history: History | None, story: Story | None, extra: int) -> None:
        self.setting, self.history, self.story, self.extra = setting, history, story, extra
        self.names = [f"player_{seat}" for seat in range(setting.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.rules, self.spare, self.log = setting.rules, spare_states(setting.game), records(SILENT)
        self.loops, self.machine, self.told = loops(setting.game), machine(setting.game), scratch_log()
        self.state = blank_state(setting.game, 0)
        self.row = np.zeros(setting.length + setting.game.actions + extra, dtype=np.int8)
        self.steps = 0
        self._seeds: random.Random | None = None

    def spaces(self) -> tuple[dict[str, Space[Any]], dict[str, Space[Any]]]:
        """The observation spaces and the action spaces."""
        actions = self.setting.game.actions + self.extra
        parts: dict[str, Space[Any]] = {
            "observation": Box(-128, 127, (self.setting.length,), np.int8),
            "action_mask": Box(0, 1, (actions,), np.int8),
        }
        if self.history is not None:
            limits = np.iinfo(np.int32)
            parts["events"] = Box(limits.min, limits.max, (self.history.window, len(NUMBERS)), np.int32)
            parts["pieces"] = Box(0, 3, (self.history.window, PIECES), np.int8)
        return {name: Dict(parts) for name in self.names}, {name: Discrete(actions) for name in self.names}

    def deal(self, seed: int | None) -> int:
        """Start a game; returns the lowest seat that has to choose. The game is that of `doublecross.new` with this seed."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < SEEDS:
                raise BadInput("seed", repr(seed), Phrase("a whole number from {least} to {most}", least=0, most="2^256 - 1"))
            self._seeds = random.Random(int(seed))
        elif self._seeds is None:
            self._seeds = random.Random(secrets.randbits(256))
        number = self._seeds.getrandbits(256) if seed is None else int(seed)
        self.state, self.steps = blank_state(self.setting.game, number), 0
        count = self.machine.enter_setup(self.state, self.rules, self.told)
        if self.history is not None:
            self.history.clear()
            self._remember(count)
        if self.story is not None:
            setting = self.setting
            self.story.begin(setting, number)
        return int(self.loops.enter_next(self.state, self.rules))

    def _remember(self, count: int) -> None:
        assert self.history is not None
        if count > MAX_EVENTS:
            raise RuleError(f"{self.setting.game.name}: {count} events in one step, at most {MAX_EVENTS} can be kept")
        self.history.add(self.told["events"][0].reshape(-1).view(EVENT)[:count])

    def take(self, seat: int, action: int) -> int:
        """Take an action; the next seat's row is then in ``row``. Returns that seat, `NOBODY` or `ILLEGAL`."""
        if self.history is None:
            following: int = self.loops.enter_turn(self.state, self.rules, self.log, self.spare, seat, action, self.row)
        elif self.machine.enter_step(self.state, self.rules, self.told, seat, action):
            return ILLEGAL
        else:
            self._remember(int(self.told["count"][0]))
            following = self.loops.enter_next(self.state, self.rules)
            if following >= 0:
                self.loops.enter_show(self.state, self.rules, self.spare, following, self.row, self.extra)
        if following != ILLEGAL:
            self.steps += 1
            if self.story is not None:
                self.story.add(seat, action)
        return following

    def show(self, seat: int) -> Array:
        """A new row for a seat: observation, then mask."""
        row = np.empty_like(self.row)
        self.loops.enter_show(self.state, self.rules, self.spare, seat, row, self.extra)
        return row

    def observation(self, seat: int, row: Array) -> Observation:
        """What a seat gets, from its row."""
        length = self.setting.length
        seen = {"observation": row[:length], "action_mask": row[length:]}
        if self.history is not None:
            seen["events"], seen["pieces"] = self.history.known(seat)
        return seen

    def rewards(self, over: bool) -> dict[str, float]:
        """The reward of every seat at the end: nothing if the game was cut short."""
        returns = np.zeros(self.setting.players)
        if over:
            self.loops.enter_pay(self.state, self.rules, self.setting.kind, returns)
        return dict(zip(self.names, returns.tolist(), strict=True))

    def refusal(self, seat: int, action: Any) -> IllegalAction:
        """Why an action is refused, in words; whatever is no whole number is no action."""
        position = Position(self.setting.game, self.setting.options, self.rules, self.state, None)
        try:
            position.clone().apply(seat, action)
        except IllegalAction as error:
            return error
        return IllegalAction(Reason.NO_SUCH_ACTION, seat, action)

    def everything(self) -> Array:
        """The observations of all seats, one after the other."""
        if self._seeds is None:
            raise AssertionError("reset() needs to be called before state.")
        return np.concatenate([self.show(seat)[: self.setting.length] for seat in range(self.setting.players)])

    def metadata(self, parallel: bool) -> dict[str, Any]:
        """PettingZoo's facts about an environment."""
        return {"name": self.setting.name, "render_modes": list(RENDER_MODES), "is_parallelizable": parallel, "render_fps": 1}

    def render(self, render_mode: str | None) -> str | None:
        """The story so far, or what is new of it."""
        if self.story is None:
            logger.warn("render() does nothing: the environment was made without a render_mode.")
            return None
        return self.story.render()


def _number(action: Any) -> int:
    """An action as a whole number from 0 to 63, -1 if it is none."""
    try:
        number = -1 if isinstance(action, (bool, np.bool_)) else operator.index(action)
    except TypeError:
        return -1
    return number if 0 <= number < 64 else -1


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
        self._seats = _Seats(setting, history, story, extra=0)
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
        following = game.take(seat, action if type(action) is int and 0 <= action < 64 else _number(action))
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
        self._seats = _Seats(setting, history, story, extra=1)
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
        taken = [_number(actions[name]) for name in game.names]
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
