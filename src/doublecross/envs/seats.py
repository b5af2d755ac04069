"""What both kinds of PettingZoo environment are made of: one game in arrays, and what its seats see of it."""

from __future__ import annotations

import operator
import random
import secrets
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete, Space

from doublecross.envs.history import NUMBERS, PIECES, History
from doublecross.envs.setting import Setting, loops, spare_states
from doublecross.envs.slots import ILLEGAL
from doublecross.envs.story import Story
from doublecross.kernel.errors import BadInput, IllegalAction, Reason, RuleError
from doublecross.kernel.log import EVENT, MAX_EVENTS, SILENT
from doublecross.kernel.machine import blank_state, machine, records, scratch_log
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import SEEDS, Position

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

RENDER_MODES = ("human", "ansi")


def whole_action(action: Any) -> int:
    """An action as a whole number from 0 to 63, -1 if it is none."""
    try:
        number = -1 if isinstance(action, (bool, np.bool_)) else operator.index(action)
    except TypeError:
        return -1
    return number if 0 <= number < 64 else -1


class Seats:
    """One game, its seats' names and spaces, and the door to the compiled loops.

    Args:
        setting: what is played.
        history: where events are kept, if observations hold them.
        story: what is rendered, if anything is.
        extra: actions beside those of the game (``wait``).
    """

    def __init__(self, setting: Setting, history: History | None, story: Story | None, extra: int) -> None:
        self.setting, self.history, self.story, self.extra = setting, history, story, extra
        self._open_doors()
        self.names = [f"player_{seat}" for seat in range(setting.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        self.spare, self.log, self.told = spare_states(setting.game), records(SILENT), scratch_log()
        self.state = blank_state(setting.game, 0)
        self.row = np.zeros(setting.length + setting.game.actions + extra, dtype=np.int8)
        self.steps = 0
        self._seeds: random.Random | None = None

    def _open_doors(self) -> None:
        """What every process has for itself: compiled code, and the rules record that it reads."""
        self.rules, self.loops, self.machine = self.setting.rules, loops(self.setting.game), machine(self.setting.game)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("rules", "loops", "machine")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._open_doors()

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
