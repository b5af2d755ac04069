"""Reading records from Python."""

from __future__ import annotations

from typing import Any

import numpy as np


class Fields:
    """A record as plain numbers and lists, for Python code that reads most of its fields.

    The attributes of `numpy.record` are looked up by Python code and give NumPy's scalars, both of which take some ten times as long.
    Compiled functions get the record.
    """

    def __init__(self, record: Any) -> None:
        self.__dict__ = {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in zip(record.dtype.names, record.item(), strict=True)
        }

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)  # there are no others; this tells type checkers that there are any at all

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]
