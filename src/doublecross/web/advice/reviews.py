"""The reviews of a server: made in the background when someone wants one, and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field

from doublecross.advice.review import Review
from doublecross.advice.worker import ReviewTask, Step
from doublecross.tables.refusals import Refusal
from doublecross.tables.replays import Replay
from doublecross.web.advice.lane import Lane

SECONDS = 600.0
"""What a review may take on a machine that has much else to do; ten or twenty are usual."""
KEPT = 64


@dataclass
class Job:
    """A review that is being made, or is there.

    Attributes:
        done, total: how many of its parts are done.
        review: the result.
        refusal: why there is none.
    """

    done: int = 0
    total: int = 0
    review: Review | None = None
    refusal: str = ""
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def running(self) -> bool:
        """Whether it is still being made."""
        return self.review is None and not self.refusal


class Reviews:
    """All reviews, by whatever names a game: they depend on the game alone."""

    def __init__(self) -> None:
        self._lane = Lane(SECONDS)
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def find(self, key: str) -> Job | None:
        """The review of a game, if someone wanted it lately."""
        job = self._jobs.get(key)
        if job is not None:
            self._jobs.move_to_end(key)
        return job

    def begin(self, key: str, replay: Replay) -> Job:
        """Make a review, unless it is there or being made."""
        job = self.find(key)
        if job is None or job.refusal:
            job = self._jobs[key] = Job()
            job.task = asyncio.create_task(self._make(job, replay))
            self._forget()
        return job

    async def close(self) -> None:
        """Make no more."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._lane.close()

    async def _make(self, job: Job, replay: Replay) -> None:
        def told(step: Step) -> None:
            job.done, job.total = step.done, step.total

        try:
            answer = await self._lane.ask(ReviewTask(replay.save_file()), told)
        except Refusal as error:
            job.refusal = error.reason
        else:
            job.review = answer.review

    def _forget(self) -> None:
        """The oldest that are done make way."""
        for key in [key for key, job in self._jobs.items() if not job.running][: max(len(self._jobs) - KEPT, 0)]:
            del self._jobs[key]
