"""What a study is: a game, the cells in which its rules are varied, who plays, how often, and what is measured."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from doublecross.bots.registry import policy_number
from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.position import make_rules
from doublecross.kernel.registry import load_game

FORMAT = 1
"""The form of study files; raised when old ones can no longer be read."""
STUDIES = Path(__file__).with_name("studies")
"""The studies that are shipped."""


@dataclass(frozen=True)
class Cell:
    """One variant of the game at one number of players.

    Attributes:
        name: what tells it from the other cells.
        players: how many seats.
        options: all options of the game, checked.
        varied: the text of those that differ between cells.
    """

    name: str
    players: int
    options: Mapping[str, Any]
    varied: Mapping[str, str]

    def same(self, other: Cell) -> bool:
        """Whether both have the same options, whatever their players."""
        return dict(self.options) == dict(other.options)


@dataclass(frozen=True)
class Study:
    """A study, checked.

    Attributes:
        name: a short name for folders.
        title, question: what it is about, for people, in the language of its author.
        game: the game.
        cells: the variants, each compared with its baseline.
        baselines: for each cell the number of the cell it is compared with; its own for a baseline.
        bots: for every kind of player a bot's name for each seat; shorter lists are repeated around the table. The first kind is the one
            whose findings the others have to confirm.
        games: how many a cell, for each kind.
        seed: with the same version the same seed gives the same numbers.
        drama: in how many games a cell the winning chances are followed.
        measures: the groups of measures in the report.
    """

    name: str
    title: str
    question: str
    game: Game
    cells: tuple[Cell, ...]
    baselines: tuple[int, ...]
    bots: Mapping[str, tuple[str, ...]]
    games: int
    seed: int
    drama: int
    measures: tuple[str, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds of players."""
        return tuple(self.bots)

    def seated(self, cell: int, kind: str) -> list[str]:
        """The bot's name of each seat."""
        names = self.bots[kind]
        return [names[seat % len(names)] for seat in range(self.cells[cell].players)]

    def policies(self, cell: int, kind: str) -> list[int] | None:
        """The policy number of each seat, or None if some bot is a program of its own."""
        numbers = [policy_number(name, self.game) for name in self.seated(cell, kind)]
        known = [number for number in numbers if number is not None]
        return known if len(known) == len(numbers) else None

    def rules(self, cell: int) -> np.ndarray[Any, Any]:
        """The rules record (array of length 1) of a cell."""
        return make_rules(self.game, self.cells[cell].players, self.cells[cell].options)

    @cached_property
    def plain(self) -> dict[str, Any]:
        """All that decides the numbers and the report, as JSON holds it; `from_plain` takes it back."""
        kinds = {option.name: option.kind for option in self.game.options}
        return {
            "format": FORMAT,
            "name": self.name,
            "title": self.title,
            "question": self.question,
            "game": self.game.name,
            "cells": [
                {
                    "name": cell.name,
                    "players": cell.players,
                    "options": {name: kinds[name].plain(value) for name, value in cell.options.items()},
                    "varied": dict(cell.varied),
                }
                for cell in self.cells
            ],
            "baselines": list(self.baselines),
            "bots": {kind: list(names) for kind, names in self.bots.items()},
            "games": self.games,
            "seed": hex(self.seed),
            "drama": self.drama,
            "measures": list(self.measures),
        }


def from_plain(plain: Mapping[str, Any]) -> Study:
    """The study that `Study.plain` describes, its options checked again; raises `BadInput`."""
    game = load_game(plain["game"])
    cells = tuple(
        Cell(cell["name"], cell["players"], check_options(game.options, cell["options"], cell["name"]), cell["varied"])
        for cell in plain["cells"]
    )
    return Study(
        name=plain["name"],
        title=plain["title"],
        question=plain["question"],
        game=game,
        cells=cells,
        baselines=tuple(plain["baselines"]),
        bots={kind: tuple(names) for kind, names in plain["bots"].items()},
        games=plain["games"],
        seed=int(plain["seed"], 16),
        drama=plain["drama"],
        measures=tuple(plain["measures"]),
    )


def digest_of(plain: Any) -> str:
    """A short name for plain data: equal data have equal names."""
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:16]


def baselines_of(cells: Sequence[Cell], wanted: Mapping[str, Any]) -> tuple[int, ...]:
    """For each cell the number of the cell it is compared with.

    That is the first of the same number of players whose options are as `wanted`. If no number of players has two cells, all are compared
    with the first: then it is the players that are varied.
    """
    firsts: dict[int, int] = {}
    for number, cell in enumerate(cells):
        if all(cell.options[name] == value for name, value in wanted.items()):
            firsts.setdefault(cell.players, number)
    for number, cell in enumerate(cells):
        firsts.setdefault(cell.players, number)
    if len(firsts) == len(cells):
        return (0,) * len(cells)
    return tuple(firsts[cell.players] for cell in cells)


def shipped_studies() -> list[Path]:
    """The files of the studies that are shipped, by name."""
    return sorted(STUDIES.glob("*.toml"))
