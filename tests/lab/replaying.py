"""Games of a study played once more in Python, step by step, so that what the compiled loops noted can be counted anew."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.policies import policy_of
from doublecross.kernel.game import EVERYTHING, Event
from doublecross.kernel.log import EVENT
from doublecross.kernel.machine import blank_state, machine, policy_rng
from doublecross.kernel.position import Position, scratch
from doublecross.lab.study import Study


def replay(study: Study, cell: int, kind: str, number: int) -> tuple[Position, list[list[Event]]]:
    """The finished game and its events, those of each step apart; the setup is the first step."""
    game, rules = study.game, study.rules(cell)
    loops = machine(game, policy_of(game))
    state = blank_state(game, study.seed)
    state["stream"] = number
    count = machine(game).enter_setup(state, rules, scratch.log)
    raw = scratch.log["events"][0][:count].tobytes()
    position = Position(game, study.cells[cell].options, rules, state, (None, raw))
    rng = policy_rng(number ^ (study.seed & 0xFFFF_FFFF) << 32)
    policies = study.policies(cell, kind)
    assert policies is not None
    steps = [read(position, np.frombuffer(raw, dtype=EVENT))]
    while not position.is_over:
        seat = min(position.to_act)
        action = int(loops.enter_policy(policies[seat], position.know(seat), rules, seat, rng))
        steps.append(list(position.apply(seat, action)))
    return position, steps


def read(position: Position, raw: np.ndarray[Any, Any]) -> list[Event]:
    """Stored events as everybody and nobody may know them."""
    events = (position.game.read_event(each, position.rules, EVERYTHING) for each in raw)
    return [event for event in events if event is not None]
