"""A process that gives advice, so that no table waits for it: decisions and save files come in, hints and reviews go out.

Messages are MessagePack behind four bytes of length, on standard input and output, one task at a time. The process has a low priority and
ends when its input does.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import IO, Any

import msgspec

from doublecross.advice.hints import Hint, hints
from doublecross.advice.ready import make_hints_ready
from doublecross.advice.review import Review, review
from doublecross.bots.bot import Decision
from doublecross.bots.worker import HEADER, be_modest, framed
from doublecross.kernel.registry import load_game
from doublecross.kernel.savefile import load


class HintTask(msgspec.Struct, tag=True, frozen=True):
    """Weigh one decision or several of the same seat.

    Attributes:
        decisions: bytes of `doublecross.bots.bot.Decision`.
        language: "en" or "es".
        names: what the seats are called.
        seed: decides the estimates.
    """

    decisions: list[bytes]
    language: str
    names: list[str]
    seed: int


class ReadyTask(msgspec.Struct, tag=True, frozen=True):
    """Make hints ready for the game of this name."""

    game: str


class ReviewTask(msgspec.Struct, tag=True, frozen=True):
    """Review the game in a save file."""

    save: bytes


class Step(msgspec.Struct, tag=True, frozen=True):
    """How much of a review is done."""

    done: int
    total: int


class Answer(msgspec.Struct, tag=True, frozen=True):
    """What came of a task: hints for each decision, or a review; `error` is the type of what went wrong (its text could tell secrets)."""

    hints: list[list[Hint]] = []
    review: Review | None = None
    error: str = ""


Task = HintTask | ReadyTask | ReviewTask
Send = Callable[[Any], None]


def work(task: Task, send: Send) -> Answer:
    """Do one task; steps are sent as they are done."""
    try:
        if isinstance(task, ReadyTask):
            make_hints_ready(load_game(task.game))
            return Answer()
        if isinstance(task, HintTask):
            decisions = map(Decision.from_bytes, task.decisions)
            return Answer(hints=[hints(decision, task.seed, task.language, task.names) for decision in decisions])
        return Answer(review=review(load(task.save, "save file"), 0, lambda done, total: _tell(done, total, send)))
    except Exception as error:  # whatever it is, the next task is not touched by it
        return Answer(error=type(error).__name__)


def _tell(done: int, total: int, send: Send) -> None:
    """Every hundredth is enough."""
    if done * 100 // total != (done - 1) * 100 // total:
        send(Step(done, total))


def _messages(stream: IO[bytes]) -> Any:
    decoder = msgspec.msgpack.Decoder(Task)
    while len(header := stream.read(HEADER)) == HEADER:
        yield decoder.decode(stream.read(int.from_bytes(header, "little")))


def main() -> None:
    """Answer until the input ends."""
    be_modest()
    # Nothing that anything prints may get between the messages.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)

    def send(message: Any) -> None:
        with contextlib.suppress(OSError):
            answers.write(framed(message))

    for task in _messages(sys.stdin.buffer):
        send(work(task, send))


if __name__ == "__main__":
    main()
