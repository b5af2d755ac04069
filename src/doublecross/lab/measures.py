"""What is measured, from the columns of games: each measure is a ratio of two sums over games."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase, mark
from doublecross.lab.playing import DRAMA, GAMES
from doublecross.lab.statistics import Numbers

Table = Mapping[str, np.ndarray[Any, Any]]
"""Columns of one cell by one kind of players, games in order."""
Take = Callable[[Table], Numbers]


@dataclass(frozen=True)
class Measure:
    """One measure.

    Attributes:
        name: a name for programs.
        group: the group it is reported in.
        title: what people call it; measures of one name differ in the places of one sentence at most.
        top, bottom: the two numbers of every game; without a bottom it is a mean over games.
        share: whether it lies between 0 and 1.
        fair: what it would be if nothing mattered, where that is known.
        source: from which columns it is taken, `GAMES` or `DRAMA`.
    """

    name: str
    group: str
    title: Phrase
    top: Take
    bottom: Take | None = None
    share: bool = False
    fair: float | None = None
    source: str = GAMES


@dataclass(frozen=True)
class Setting:
    """What the measures of a cell depend on.

    Attributes:
        players: how many seats.
        rules: the rules record.
    """

    players: int
    rules: Any


MODULES: Mapping[str, str] = {
    "most-wanted": "doublecross.lab.measures_most_wanted",
    "outlawed": "doublecross.lab.measures_outlawed",
}
GROUPS: Mapping[str, str] = {
    "wins": mark("Who wins"),
    "length": mark("Length"),
    "tiles": mark("Tiles: how often, and with what success"),
    "points": mark("Where points come from"),
    "bail": mark("Bail and bankruptcies"),
    "contests": mark("Contests: ties, Double Cross, company"),
    "flips": mark("Flipped tiles and the supply"),
    "labor": mark("Labor and challenges"),
    "truth": mark("Claims and lies"),
    "jail": mark("How often each outlaw goes to jail"),
    "worth": mark("What each outlaw is worth"),
    "blocks": mark("Blocks"),
    "lead": mark("Who is in front"),
    "drama": mark("Drama"),
}
"""The titles of all groups of measures, in the order of the report."""


def _module(game: Game) -> ModuleType | None:
    return importlib.import_module(MODULES[game.name]) if game.name in MODULES else None


def groups_of(game: Game) -> tuple[str, ...]:
    """The groups of measures that a game has, in the order of the report."""
    module = _module(game)
    own: Sequence[str] = module.GROUPS if module else ("wins", "length")
    return tuple(group for group in GROUPS if group in own or group == "drama")


def measures_of(game: Game, setting: Setting) -> list[Measure]:
    """All measures of a cell."""
    module = _module(game)
    listed = module.measures(setting) if module else []
    order = list(GROUPS)
    return sorted([*_wins(setting), *_length(), *listed, *_drama()], key=lambda measure: order.index(measure.group))


def column(name: str) -> Take:
    """A column as numbers."""
    return lambda table: table[name].astype(np.float64)


def total(*names: str) -> Take:
    """The sum of some columns."""
    return lambda table: np.sum([table[name] for name in names], axis=0).astype(np.float64)


def happened(name: str) -> Take:
    """1 in games in which a column is not 0."""
    return lambda table: (table[name] != 0).astype(np.float64)


def won_share(table: Table, seat: Any) -> Numbers:
    """The share of the win that a seat has: a number, or one for each game."""
    won = table["won"].astype(np.int64)
    share: Numbers = ((won >> seat) & 1) / np.maximum(np.bitwise_count(won), 1)
    return share


def _wins(setting: Setting) -> list[Measure]:
    """Wins by place in turn order, where it is known who was first, and by seat."""
    players = setting.players
    found = []
    for place in range(players):
        title = Phrase("Wins of place {number} in turn order", number=place + 1)
        found.append(Measure(f"win_place_{place + 1}", "wins", title, _by_place(place, players), share=True, fair=1 / players))
    for seat in range(players):
        title = Phrase("Wins of seat {seat}", seat=seat)
        found.append(Measure(f"win_seat_{seat}", "wins", title, _by_seat(seat), share=True, fair=1 / players))
    return found


def _by_seat(seat: int) -> Take:
    return lambda table: won_share(table, seat)


def _by_place(place: int, players: int) -> Take:
    def take(table: Table) -> Numbers:
        first = table["first"].astype(np.int64) if "first" in table else np.zeros(len(table["won"]), dtype=np.int64)
        return won_share(table, (first + place) % players)

    return take


def _length() -> list[Measure]:
    return [Measure("decisions", "length", Phrase("Decisions in a game"), column("decisions"))]


def _drama() -> list[Measure]:
    """From the winning chances at the beginning of every turn; see `doublecross.lab.drama`."""
    return [
        Measure("low_turns", "drama", Phrase("Turns that a seat spends below 5%"), column("low"), column("seat_turns"), True, source=DRAMA),
        Measure(
            "clear_choices",
            "drama",
            Phrase("Decisions whose best action leads by 10 points"),
            column("clear"),
            column("choices"),
            True,
            source=DRAMA,
        ),
        Measure("comebacks", "drama", Phrase("Wins from below 10%"), column("comeback"), None, True, source=DRAMA),
        Measure("swing", "drama", Phrase("Change of the winning chances in a turn"), column("swing"), column("steps"), True, source=DRAMA),
    ]
