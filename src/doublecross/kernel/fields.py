"""Reading records from Python."""

from __future__ import annotations

from typing import Any

import numpy as np


class Fields:
    """A record that is read often while it does not change: each field is fetched once.

    The attributes of `numpy.record` are looked up by Python code, which takes some ten times as long. Compiled functions get the record.
    """

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = np.void.__getitem__(self._record, name)
        self.__dict__[name] = value
        return value

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)
