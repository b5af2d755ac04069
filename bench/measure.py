"""Fair timing: one pinned core, contestants in turn, medians, and ratios taken pair by pair.

A machine's speed drifts while a benchmark runs (clock, neighbours, caches). So contestants are not measured one after the other
but round by round, A B C A B C ..., and a ratio is the median of the ratios within each round, where both saw the same weather.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """What one contestant did in one round: decisions (or calls) and whole games, in so many seconds."""

    decisions: float
    games: float
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds

    @property
    def game_rate(self) -> float:
        """Games per second."""
        return self.games / self.seconds


@dataclass(frozen=True, slots=True)
class Contestant:
    """Something that can be timed: `run(seconds)` works for about that long and says what it did."""

    name: str
    run: Callable[[float], Sample]


Samples = Mapping[str, Sequence[Sample]]
"""For each contestant its samples, one a round."""


def in_blocks(
    block: Callable[[int], float], games_each: int = 1, clock: Callable[[], float] = time.process_time
) -> Callable[[float], Sample]:
    """A `Contestant.run` from `block(size)`, which plays `size` times `games_each` games and returns the number of decisions in them.

    Blocks grow until one takes an eighth of the time allowed, so that neither the clock nor the call is what is measured. The clock is
    this process's processor time, which does not run while somebody else has the core; with several threads it must be the wall's.
    """
    size = 1

    def run(seconds: float) -> Sample:
        nonlocal size
        decisions, games = 0.0, 0
        start = last = clock()
        while last - start < seconds:
            decisions += block(size)
            games += size * games_each
            now = clock()
            if now - last < seconds / 8:
                size *= 2
            last = now
        return Sample(decisions, games, last - start)

    return run


def alternate(contestants: Sequence[Contestant], rounds: int, seconds: float, started: Callable[[str], None]) -> dict[str, list[Sample]]:
    """Let every contestant run once a round; `started` is told who is on. A first, shorter round warms up and is not counted."""
    samples: dict[str, list[Sample]] = {contestant.name: [] for contestant in contestants}
    for number in range(rounds + 1):
        for contestant in contestants:
            started(contestant.name)
            sample = contestant.run(seconds if number else seconds / 4)
            if number:
                samples[contestant.name].append(sample)
    return samples


def median(values: Sequence[float]) -> float | None:
    """The median, or None of nothing."""
    return statistics.median(values) if values else None


def paired_ratio(samples: Samples, above: str, below: str) -> float | None:
    """The median over the rounds of one contestant's rate divided by another's; None if either was not measured."""
    pairs = zip(samples.get(above, ()), samples.get(below, ()), strict=False)
    return median([one.rate / other.rate for one, other in pairs])


@contextmanager
def on_cores(cores: Sequence[int]) -> Iterator[None]:
    """Keep this process on these cores meanwhile; a system that knows no affinity leaves it free."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def usable_cores() -> list[int]:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))
