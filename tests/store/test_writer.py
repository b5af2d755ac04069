"""The thread that writes: whatever goes wrong, nobody waits for ever, and what comes after it is kept."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from doublecross.store import database
from doublecross.store.folder import DATABASE
from doublecross.store.store import Store
from doublecross.store.writer import _Job
from tests.store.test_store import event, row

SECONDS = 30.0
"""Nothing here takes longer, unless it hangs."""


@contextmanager
def held_up(store: Store) -> Iterator[None]:
    """While this lasts the writer is busy, so that jobs gather for its next commit."""
    begun, hold = threading.Event(), threading.Event()
    held = store._writer.submit(lambda connection: (begun.set(), hold.wait(SECONDS)))
    begun.wait(SECONDS)
    yield
    hold.set()
    held.result(SECONDS)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_writer_that_has_died_lets_nobody_wait(tmp_path: Path) -> None:
    """A mistake of ours ends the thread; what was on disk by then is acknowledged, the rest is refused."""

    def fail(jobs: int, seconds: float) -> None:
        raise RuntimeError("a mistake")

    store = Store(tmp_path, fail)
    with held_up(store):
        written = store.tables.create(row(), [event(1)])
        store._writer.submit(lambda connection: None)
    store._writer._thread.join(SECONDS)
    assert not store.healthy
    assert written.done()
    with pytest.raises(RuntimeError, match="the writer of the store has stopped"):
        written.result(SECONDS)
    with pytest.raises(RuntimeError, match="the writer of the store has stopped"):
        store.tables.append("t1", [event(2)])
    store.close()


def test_what_comes_as_it_closes_is_kept_or_refused(tmp_path: Path) -> None:
    store, closed = Store(tmp_path), threading.Event()
    with held_up(store):
        kept = store.tables.create(row(), [event(1)])
        closing_down = threading.Thread(target=lambda: (store.close(), closed.set()))
        closing_down.start()
        while store.healthy:
            pass
        with pytest.raises(RuntimeError, match="has stopped"):
            store.tables.append("t1", [event(2)])
        assert not closed.is_set()
    assert kept.result(SECONDS) is None
    closing_down.join(SECONDS)
    assert closed.is_set()


def test_a_commit_that_fails_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    """SQLite refuses this commit and stays within the transaction; what comes next is not part of it."""
    store = Store(tmp_path)

    def member_of_nothing(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        connection.exec_driver_sql("INSERT INTO members VALUES ('no table', 'p1')")

    with pytest.raises(IntegrityError):
        store._writer.submit(member_of_nothing).result(SECONDS)
    assert store.healthy, "the job was wrong, not the disk"
    store.tables.create(row(), [event(1)], ["p1"]).result(SECONDS)
    assert [found.id for found in store.tables.of_person("p1")] == ["t1"]
    store.close()


def test_a_database_that_somebody_holds_is_waited_for_once_and_no_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs of one commit do not wait one after the other; healthy is what keeps things."""
    monkeypatch.setattr(database, "BUSY_MS", 20)
    store = Store(tmp_path)
    store.tables.create(row(), [event(1)]).result(SECONDS)
    jobs = [_Job(lambda connection: connection.exec_driver_sql("UPDATE tables SET names = 'Bo'").rowcount) for _ in range(3)]
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as curious:
        curious.execute("BEGIN IMMEDIATE")
        store._writer._commit_together(jobs)
        first = jobs[0].done.exception(SECONDS)
        assert isinstance(first, OperationalError)
        assert [job.done.exception(SECONDS) for job in jobs] == [first] * 3
        assert not store.healthy
        assert store.tables.get("t1") is not None, "reading goes on"
    store.tables.append("t1", [event(2)]).result(SECONDS)
    assert store.healthy
    store.close()
