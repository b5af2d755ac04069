"""A lock on a file between processes: the system lets go of it however a process ends, so no stale lock is ever left."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[str] | IO[bytes]) -> None:
        """Lock an open file until it is closed. Raises `OSError` at once if another process has it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: IO[str] | IO[bytes]) -> None:
        """Lock an open file until it is closed. Raises `OSError` at once if another process has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
