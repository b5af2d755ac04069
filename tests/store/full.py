"""A disk that can be full."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.engine import Transaction

from doublecross.store.store import Store
from doublecross.store.writer import Writer


class FullStore(Store):
    """A store that can keep nothing while it is `full`."""

    full = False

    def make_writer(self, engine: Engine, observe: Any) -> Writer:
        return _Full(self, engine, observe)


class _Full(Writer):
    def __init__(self, store: FullStore, engine: Engine, observe: Any) -> None:
        self._store = store
        super().__init__(engine, observe)

    def commit(self, transaction: Transaction) -> None:
        if self._store.full:
            raise OSError(28, "No space left on device")
        super().commit(transaction)
