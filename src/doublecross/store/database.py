"""Opening the database: its settings, and its migration to the present schema."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from doublecross.kernel.errors import BadInput, DoublecrossError
from doublecross.kernel.phrases import Phrase

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MS = 5000
"""How long a statement waits for another process (a backup, a curious person) before it fails."""
WRITES = "writes"
"""Execution option of the one connection that writes."""


class OutOfReach(DoublecrossError, RuntimeError):
    """The database does not answer, for now."""

    def __init__(self) -> None:
        super().__init__(Phrase("What this server keeps cannot be read just now. Try again."))


def open_database(path: Path) -> Engine:
    """The engine of a SQLite file, made or migrated to the present schema.

    Raises:
        BadInput: the file is no whole database, cannot be opened, or belongs to a newer version.
    """
    _make_private(path)
    engine = create_engine(f"sqlite:///{path}")
    _set_up_sqlite(engine)
    try:
        migrate(engine)
    except OperationalError as error:
        raise unusable(path, error.orig) from error
    except DatabaseError as error:
        raise BadInput(str(path), Phrase("a damaged database"), Phrase("a whole one")) from error
    except CommandError as error:
        raise BadInput(str(path), Phrase("the database of a newer version"), Phrase("one of this version or an older one")) from error
    return engine


def _make_private(path: Path) -> None:
    """Everything in it is secret: cards to come, and who sits where. SQLite gives new files beside it the mode that it has itself."""
    path.touch(mode=0o600)
    for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        if file.is_file():
            file.chmod(0o600)


def unusable(path: Path, error: BaseException | None) -> BadInput:
    """The error that says why a database, sound or not, cannot be used now."""
    found = Phrase("a database that cannot be used ({reason})", reason=str(error))
    return BadInput(str(path), found, Phrase("one that can be read and written"))


def _set_up_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: Any) -> None:
        # Python's own transactions leave out schema changes; SQLAlchemy begins and ends them itself.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def on_begin(connection: Any) -> None:
        # Who writes waits for the database once, before anything is done, and not with every statement.
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection to read by.

    Raises:
        OutOfReach: the database does not answer.
    """
    try:
        with engine.connect() as connection:
            yield connection
    except (OperationalError, NoConnection) as error:
        raise OutOfReach from error


def migrate(engine: Engine) -> None:
    """Bring the schema to the newest version, in one transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
