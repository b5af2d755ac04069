"""The folder that holds everything a server keeps, and the lock that lets only one server use it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

import platformdirs

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.locks import lock
from doublecross.kernel.phrases import Phrase

DATABASE = "doublecross.sqlite3"
LOCK = "doublecross.lock"


class FolderInUse(DoublecrossError, RuntimeError):
    """Another server uses this folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            Phrase("{folder}: another doublecross server uses this folder; stop it, or give this one its own: --data-dir", folder=folder)
        )


def data_folder(chosen: str | Path | None = None) -> Path:
    """The folder chosen, or the platform's place for a person's data; made if it is not there, for its owner only."""
    folder = Path(chosen) if chosen else Path(platformdirs.user_data_dir("doublecross", appauthor=False))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder.resolve()


class FolderLock:
    """Held by a running server; the system lets go of it however the process ends, so no stale lock is ever left."""

    def __init__(self, folder: Path) -> None:
        # Not opened for writing from the start: the file's text tells a person who holds the lock.
        self._file: IO[str] = (folder / LOCK).open("a+", encoding="ascii")
        try:
            lock(self._file)
        except OSError:
            self._file.close()
            raise FolderInUse(folder) from None
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def release(self) -> None:
        """Let another server in."""
        self._file.close()
