"""A program that is asked line by line over its standard input and output, with a deadline, and that ends when nobody needs it."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from typing import IO, Any

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase

MOST_BYTES = 65_536
"""How long an answer can be."""
GRACE = 1.0
"""Seconds a program has to end by itself when its input has ended."""
_QUOTED = 80


class BotFault(BadInput):
    """A bot did what it must not; `where` is the bot as it was written."""


class _TooMuch(bytes):
    """What was read of an answer that is too long."""


class Child:
    """A running program. Its errors go where ours go.

    Args:
        command: the program and its arguments.
        name: what it is called in faults.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        self._name = name
        try:
            # A session of its own: what the program started ends with it, and Ctrl-C reaches us alone, who then end it.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=os.name == "posix"
            )
        except OSError as error:
            raise BotFault(name, str(error), Phrase("a program that can be started")) from error
        self._answers: queue.Queue[bytes | None] = queue.Queue(maxsize=4)
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        _thread(_read, self._process.stdout, self._answers)
        _thread(_write, self._process.stdin, self._questions)
        self.close = weakref.finalize(self, _end, self._process, self._questions, self._answers)
        """End the program; at the latest when nobody holds it any more, or Python ends."""

    @property
    def ended(self) -> bool:
        """Whether it was ended, or ended itself by a fault."""
        return not self.close.alive

    def kill(self) -> None:
        """End the program at once, without a word."""
        _kill(self._process)
        self.close()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Send a line and wait for one; raises `BotFault`, and then the program has been ended."""
        with contextlib.suppress(queue.Empty):
            self._fail_on(self._answers.get_nowait(), Phrase("nothing until it is asked"))
        deadline = time.monotonic() + seconds
        self._questions.put(question + b"\n")
        try:
            answer = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            self.kill()
            raise BotFault(
                self._name,
                Phrase("no answer after {seconds} seconds", seconds=f"{seconds:.3g}"),
                Phrase("an answer within its deadline"),
            ) from None
        if answer is None or isinstance(answer, _TooMuch):
            self._fail_on(answer, Phrase("an answer of at most {most} bytes", most=MOST_BYTES))
        assert answer is not None
        return answer

    def _fail_on(self, line: bytes | None, allowed: str) -> None:
        """Say that the program has ended, or that it said what it must not."""
        if line is not None:
            self.kill()
            raise BotFault(self._name, quoted(line), allowed)
        code = self._exit_code()
        self.kill()
        raise BotFault(self._name, code, Phrase("a program that runs until it gets `bye` or its input ends"))

    def _exit_code(self) -> str:
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return Phrase("an output that has ended")
        if code < 0:
            with contextlib.suppress(ValueError):
                return Phrase("an end by {signal}", signal=signal.Signals(-code).name)
        return Phrase("an end with exit code {code}", code=code)


def quoted(line: bytes) -> str:
    """The beginning of a line as it can be quoted back on one line."""
    text = ascii(line[:_QUOTED].decode("utf-8", "replace"))
    return text if len(line) <= _QUOTED else text + "…"


def _thread(work: Any, *args: Any) -> None:
    threading.Thread(target=work, args=args, daemon=True, name="bot-pipe").start()


def _read(stream: IO[bytes], answers: queue.Queue[bytes | None]) -> None:
    """Put every line of the output in the queue, then None; a program that talks too much waits, or is read no further."""
    rest = b""
    with contextlib.suppress(OSError, ValueError), stream:
        while chunk := os.read(stream.fileno(), MOST_BYTES):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in [*lines, rest] if len(rest) > MOST_BYTES else lines:
                answers.put(_TooMuch(line) if len(line) > MOST_BYTES else line)
            if len(rest) > MOST_BYTES:
                return
    answers.put(None)


def _write(stream: IO[bytes], questions: queue.SimpleQueue[bytes | None]) -> None:
    """Write what is in the queue, until None; a program that does not read keeps nobody waiting but this thread."""
    with contextlib.suppress(OSError, ValueError), stream:
        while (question := questions.get()) is not None:
            rest = memoryview(question)
            while rest:
                rest = rest[stream.write(rest) or 0 :]


def _end(process: subprocess.Popen[bytes], questions: queue.SimpleQueue[bytes | None], answers: queue.Queue[bytes | None]) -> None:
    """End its input, and the program and all it started if that does not end it."""
    questions.put(b'{"type":"bye"}\n')
    questions.put(None)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    _kill(process)
    process.wait()
    with contextlib.suppress(queue.Empty):  # so that the thread that reads finds room for its last word
        while True:
            answers.get_nowait()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
