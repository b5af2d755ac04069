"""Characters as data: each is a row of numbers in a table whose columns say what a number does and within which bounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Column:
    """One number that a character has.

    Attributes:
        name: of the column, the same as that of the constant that compiled code reads it by.
        low, high: what it may be, both included.
        about: what it does.
    """

    name: str
    low: float
    high: float
    about: str


def table(columns: Sequence[Column], characters: Mapping[str, Sequence[float]]) -> np.ndarray[Any, Any]:
    """The rows of some characters by their policy numbers, shape (characters + 1, columns); row 0, of chance, is all zero.

    Raises:
        ValueError: naming the character and the column of a number that is missing, one too many or out of bounds.
    """
    rows = np.zeros((len(characters) + 1, len(columns)))
    for number, (name, values) in enumerate(characters.items(), start=1):
        if len(values) != len(columns):
            raise ValueError(f"{name} has {len(values)} numbers for {len(columns)} columns")
        for place, (column, value) in enumerate(zip(columns, values, strict=True)):
            if not column.low <= value <= column.high:
                raise ValueError(f"{name}, column {column.name}: {value} is not from {column.low} to {column.high}")
            rows[number, place] = value
    return rows


def with_beginners(
    columns: Sequence[Column], characters: Mapping[str, Sequence[float]], beginners: Mapping[str, float], like: str
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """The rows of some characters, and after them of beginners, who have the row of one of these; and how careless each number is.

    Args:
        beginners: how often each of them chooses without a thought, from 0 to 1.
        like: the character that they play like otherwise.
    """
    rows = table(columns, {**characters, **dict.fromkeys(beginners, characters[like])})
    careless = np.zeros(len(rows))
    careless[len(characters) + 1 :] = list(beginners.values())
    return rows, careless
