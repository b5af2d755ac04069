"""A copy of a store while a server is using it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.store.database import unusable
from doublecross.store.folder import DATABASE


def back_up(folder: Path, target: Path) -> int:
    """Copy the database of a folder into a new file, as of one moment; its size in bytes.

    To restore it, stop the server and put the file in an empty folder as ``doublecross.sqlite3``.

    Raises:
        BadInput: there is nothing to copy, the target exists, or what is there cannot be read whole.
    """
    source = folder / DATABASE
    if not source.is_file():
        raise BadInput(str(folder), Phrase("no doublecross database"), Phrase("the --data-dir of a server"))
    if target.exists():
        raise BadInput(str(target), Phrase("a file that exists"), Phrase("the name of a new file"))
    unfinished = target.with_name(target.name + ".unfinished")
    unfinished.unlink(missing_ok=True)
    # It holds what nobody may read: made readable for its owner only before anything is in it.
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    damaged = BadInput(str(source), Phrase("a damaged database"), Phrase("a whole one"))
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(unfinished)) as new:
            # In one step: readers keep no writer waiting, while a copy in several steps begins anew whenever the server writes in between.
            old.backup(new)
            problems = new.execute("PRAGMA integrity_check").fetchall()
        if problems != [("ok",)]:
            raise damaged
        unfinished.replace(target)
    except sqlite3.OperationalError as error:
        raise unusable(source, error) from error
    except sqlite3.DatabaseError as error:
        raise damaged from error
    finally:
        unfinished.unlink(missing_ok=True)
    return target.stat().st_size
