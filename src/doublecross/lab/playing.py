"""Playing one part of a study: some games of one cell by one kind of players."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from doublecross.bots.bot import Decision, bot_seed
from doublecross.bots.registry import make_bot
from doublecross.kernel.log import LOG, SILENT
from doublecross.kernel.machine import blank_state, records
from doublecross.kernel.position import Position, scratch, start
from doublecross.kernel.rng import POLICY_RNG
from doublecross.lab.study import Study
from doublecross.lab.watching import TURN, columns, watched, watcher

PLAYOUTS = 64
"""Playouts for one winning chance."""
GAMES, DRAMA = "games", "drama"
GAMES_EACH, DRAMA_EACH, BY_PROGRAMS_EACH = 1000, 2, 20
"""Games in one part: what is lost at most when a run is killed."""
MOST_TURNS = 1000
"""Turns of one game whose winning chances are followed."""
_programs = threading.Lock()
"""Bots that are programs of their own may not be called from several threads."""

Columns = dict[str, np.ndarray[Any, Any]]


@dataclass(frozen=True, order=True)
class Part:
    """Some games of one cell, by one kind of players; what is stored whole or not at all.

    Attributes:
        what: `GAMES`, or `DRAMA`: games whose winning chances are followed.
        cell, kind: which cell, and the number of the kind of players.
        first, count: the numbers of the games.
    """

    what: str
    cell: int
    kind: int
    first: int
    count: int

    @property
    def name(self) -> str:
        """Its file, without the ending."""
        return f"{self.what}-{self.cell:03d}-{self.kind}-{self.first:08d}-{self.count}"


def parts_of(study: Study) -> Iterator[Part]:
    """All parts of a study, in the order in which they are played."""
    for what, games, each in ((GAMES, study.games, GAMES_EACH), (DRAMA, study.drama, DRAMA_EACH)):
        for cell in range(len(study.cells)):
            for kind, name in enumerate(study.kinds):
                compiled = study.policies(cell, name) is not None
                if what == DRAMA and not compiled:
                    continue  # a winning chance takes a hundred thousand games; see docs/lab.md
                size = each if compiled else BY_PROGRAMS_EACH
                for first in range(0, games, size):
                    yield Part(what, cell, kind, first, min(size, games - first))


def play_part(study: Study, part: Part) -> Columns:
    """The games of one part as columns. They depend on the study and the part alone, not on who plays them when."""
    policies = study.policies(part.cell, study.kinds[part.kind])
    if part.what == DRAMA:
        assert policies is not None
        return _follow(study, part, policies)
    rows = _play_programs(study, part) if policies is None else _play_policies(study, part, policies)
    found = columns(rows, watcher(study.game).names(study.rules(part.cell)[0]))
    return {"game": np.arange(part.first, part.first + part.count, dtype=np.int32), **found}


def _play_policies(study: Study, part: Part, policies: list[int]) -> np.ndarray[Any, Any]:
    game = study.game
    rows, states, nothing, seens = (records(dtype, n) for dtype, n in _needed(study, part.count))
    logs, rngs = records(LOG), records(POLICY_RNG)
    numbers = np.array(policies, dtype=np.int64)
    blank, rules = blank_state(game, study.seed), study.rules(part.cell)
    watched(game).play_watched(rows, states, blank, nothing, rules, logs, rngs, seens, numbers, part.first)
    return rows


def _needed(study: Study, count: int) -> list[tuple[np.dtype[Any], int]]:
    state = study.game.state_dtype
    return [(watcher(study.game).ROW, count), (state, 1), (state, 1), (state, 1)]


def game_seed(study: Study, number: int) -> int:
    """The seed of a game that is played in Python."""
    return int.from_bytes(hashlib.blake2b(f"lab {study.seed} {number}".encode(), digest_size=32).digest(), "little")


def _play_programs(study: Study, part: Part) -> np.ndarray[Any, Any]:
    """Games in which some bot is a program of its own, one after the other."""
    rows, loops, rules = records(watcher(study.game).ROW, part.count), watched(study.game), study.rules(part.cell)
    names, cell = study.seated(part.cell, study.kinds[part.kind]), study.cells[part.cell]
    with _programs:
        for number in range(part.count):
            position = start(study.game, cell.players, game_seed(study, part.first + number), cell.options)
            loops.begin_row(rows, number, _state(study, position), rules, scratch.log)
            bots = [make_bot(name, study.game, bot_seed(position.seed, seat)) for seat, name in enumerate(names)]
            while not position.is_over:
                seat = min(position.to_act)
                action = bots[seat].choose(Decision(position, seat))
                position.apply(seat, action)
                loops.watch_row(rows, number, _state(study, position), rules, scratch.log)
            loops.finish_row(rows, number, _state(study, position), rules)
    return rows


def _state(study: Study, position: Position) -> np.ndarray[Any, Any]:
    state = records(study.game.state_dtype)
    state[:] = np.frombuffer(position.state_bytes(), dtype=study.game.state_dtype)
    return state


def _follow(study: Study, part: Part, policies: list[int]) -> Columns:
    """The beginnings of all turns of some games, with winning chances."""
    game, state = study.game, study.game.state_dtype
    trials, states, nothing, seens = (records(state) for _ in range(4))
    silents, rngs, rules = records(SILENT), records(POLICY_RNG, 2), study.rules(part.cell)
    blank, numbers, found = blank_state(game, study.seed), np.array(policies, dtype=np.int64), []
    for number in range(part.first, part.first + part.count):
        turns = records(TURN, MOST_TURNS)
        turns["best"] = -1
        count, won = watched(game).follow_game(
            turns, trials, states, blank, nothing, rules, silents, rngs, seens, numbers, number, PLAYOUTS
        )
        turns["game"], turns["won"] = number, won
        found.append(turns[:count])
    seats = tuple(str(seat) for seat in range(study.cells[part.cell].players))
    return columns(np.concatenate(found), {"chance": seats})
