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

T = TypeVar("T")
Work = Callable[[Connection], Any]

MOST_TOGETHER = 256
"""Jobs per commit at most, so that the first of them does not wait for ever."""


@dataclass
class _Job:
    work: Work
    done: Future[Any] = field(default_factory=Future)


class Writer:
    """Runs jobs on one connection; a job's future is set only after its commit, so who waits for it knows that it is on disk.

    Args:
        engine: the database.
        observe: told of every commit: how many jobs shared it, and how many seconds it took.
    """

    def __init__(self, engine: Engine, observe: Callable[[int, float], None] = lambda jobs, seconds: None) -> None:
        self._engine, self._observe = engine, observe
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether jobs are still taken and done."""
        return self._thread.is_alive()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Have this done within the next commit. It fails alone: the other jobs of the same commit are not touched."""
        if not self.alive:
            raise RuntimeError("the writer of the store has stopped")
        job = _Job(work)
        # From here on nobody can call it off: it may be on disk already.
        job.done.set_running_or_notify_cancel()
        self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish what was submitted, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        with self._engine.connect() as connection:
            going = True
            while going:
                jobs, going = self._next_jobs()
                if jobs:
                    self._commit_together(connection, jobs)

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

    def _commit_together(self, connection: Connection, jobs: list[_Job]) -> None:
        begun = time.perf_counter()
        results: list[tuple[_Job, Any, BaseException | None]] = []
        try:
            transaction = connection.begin()
            if len(jobs) == 1:
                # The transaction is its own savepoint; whatever goes wrong fails the one job there is.
                results.append((jobs[0], jobs[0].work(connection), None))
            else:
                for job in jobs:
                    results.append((job, *_attempt(connection, job.work)))
            self.commit(transaction)
        except Exception as error:  # whatever it is, those who wait must hear of it and the thread must live
            connection.rollback()
            for job in jobs:
                job.done.set_exception(error)
            return
        for job, result, problem in results:
            if problem is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(problem)
        self._observe(len(jobs), time.perf_counter() - begun)

    def commit(self, transaction: Transaction) -> None:
        """Make it durable."""
        transaction.commit()


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
