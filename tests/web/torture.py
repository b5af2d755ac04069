"""Kills the server two hundred times while people play: ``make torture``, or ``python -m tests.web.torture --rounds N --seed S``.

Each set of rounds is one table that lives through all of its kills: three people with sockets and a bot, who send again what was not
answered. A quarter of the kills come at a random moment, the others before a commit, between a commit and its publication, and after it.
After each, what was acknowledged is looked for in the store: nothing may be missing, nothing doubled. What fails is named with its seed.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.web.test_recovery import killed

SET = 10
"""Kills that one table lives through."""
SET_SECONDS = 300.0
POINTS = ("before", "between", "after", "")
GAMES = ("most-wanted", "outlawed")


def faults(rng: random.Random, rounds: int) -> list[str]:
    """Where the server dies in each round; never before the table has its people."""
    points = [rng.choice(POINTS) for _ in range(rounds)]
    return [f"{point} {rng.randrange(1, 9) if number else rng.randrange(4, 12)}" if point else "" for number, point in enumerate(points)]


def tell(line: str) -> None:
    """Say how it goes."""
    sys.stderr.write(line + "\n")


def main() -> int:
    """All rounds; 1 if something was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.torture", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, metavar="N", help="kills in all (default 200)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="decides where the kills come (default 1)")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="T", help="begin no more after this time")
    chosen = parser.parse_args()
    begun, done, acknowledged, failed, points = time.monotonic(), 0, 0, 0, Counter[str]()
    for number in range(0, chosen.rounds, SET):
        if time.monotonic() - begun > chosen.seconds:
            break
        seed, rounds = chosen.seed * 1000 + number, min(SET, chosen.rounds - number)
        kills = faults(random.Random(seed), rounds)
        try:
            with tempfile.TemporaryDirectory() as folder:
                playing = killed(Path(folder), kills, seed, GAMES[number // SET % len(GAMES)])
                acknowledged += asyncio.run(asyncio.wait_for(playing, SET_SECONDS))
        except Exception as error:  # the other sets are still worth knowing
            failed += 1
            tell(f"seed {seed}, {kills}: {''.join(traceback.format_exception(error)[-6:])}")
        done += rounds
        points.update(kill.split()[0] if kill else "any moment" for kill in kills)
        tell(f"{done} of {chosen.rounds} kills, {acknowledged} acknowledged commands, {failed} failed sets")
    took = round(time.monotonic() - begun)
    tell(f"{done} kills in {took} s: {dict(points)}; {acknowledged} acknowledged commands; sets that failed: {failed}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
