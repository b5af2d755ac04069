"""The one thread that writes. What arrives while a commit is under way shares the next one (group commit)."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import Transaction
from sqlalchemy.exc import OperationalError

from doublecross.store.database import WRITES

T = TypeVar("T")
Work = Callable[[Connection], Any]

MOST_TOGETHER = 256
"""Jobs per commit at most, so that the first of them does not wait for ever."""


@dataclass
class _Job:
    work: Work
    done: Future[Any] = field(default_factory=Future)


class Writer:
    """Does jobs within commits; a job's future is set only after its commit, so who waits for it knows that it is on disk.

    Args:
        engine: the database.
        observe: told of every commit: how many jobs shared it, and how many seconds it took.
    """

    def __init__(self, engine: Engine, observe: Callable[[int, float], None] = lambda jobs, seconds: None) -> None:
        self._engine, self._observe = engine.execution_options(**{WRITES: True}), observe
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._door, self._open, self._failing = threading.Lock(), True, False
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def healthy(self) -> bool:
        """Whether jobs are taken, and the disk took the last ones."""
        return self._open and not self._failing

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Have this done within the next commit. It fails alone: the other jobs of the same commit are not touched.

        Raises:
            RuntimeError: the writer has stopped.
        """
        job = _Job(work)
        # From here on nobody can call it off: it may be on disk already.
        job.done.set_running_or_notify_cancel()
        with self._door:
            if not self._open:
                raise _stopped()
            self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish what was submitted, then stop."""
        with self._door:
            self._open = False
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            going = True
            while going:
                jobs, going = self._next_jobs()
                if jobs:
                    self._commit_together(jobs)
        finally:
            self._hang_up()
            self._refuse_the_rest()

    def _refuse_the_rest(self) -> None:
        """Should the thread have come to an end by a mistake of ours: nobody waits for ever."""
        with self._door:
            self._open = False
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is not None:
                job.done.set_exception(_stopped())

    def _next_jobs(self) -> tuple[list[_Job], bool]:
        """Wait for a job, then take all that are there; and whether the thread goes on after them."""
        first = self._jobs.get()
        if first is None:
            return [], False
        jobs = [first]
        while len(jobs) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def _commit_together(self, jobs: list[_Job]) -> None:
        begun = time.perf_counter()
        try:
            connection = self._connection = self._connection or self._engine.connect()
            transaction = connection.begin()
            results = _do(connection, jobs)
            self.commit(transaction)
        except Exception as error:  # whatever it is, those who wait must hear of it and the thread must live
            self._failing = isinstance(error, OperationalError | OSError)
            for job in jobs:
                job.done.set_exception(error)
            self._hang_up()
            return
        self._failing = False
        for job, (result, problem) in zip(jobs, results, strict=True):
            if problem is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(problem)
        self._observe(len(jobs), time.perf_counter() - begun)

    def _hang_up(self) -> None:
        """A connection on which something failed is not used again: it may be in the middle of a transaction."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None

    def commit(self, transaction: Transaction) -> None:
        """Make it durable."""
        transaction.commit()


def _stopped() -> RuntimeError:
    return RuntimeError("the writer of the store has stopped")


def _do(connection: Connection, jobs: list[_Job]) -> list[tuple[Any, BaseException | None]]:
    """The result of each job, or what went wrong in it alone."""
    if len(jobs) > 1:
        return [_attempt(connection, job.work) for job in jobs]
    # The transaction is its own savepoint; whatever goes wrong fails the one job there is.
    return [(jobs[0].work(connection), None)]


def _attempt(connection: Connection, work: Work) -> tuple[Any, BaseException | None]:
    """A job inside a savepoint: it happens whole or not at all."""
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
    except Exception as error:
        savepoint.rollback()
        return None, error
    savepoint.commit()
    return result, None
