"""A process that thinks for bots: decisions as bytes come in, whole choices go out. It is started by whoever must not wait for a bot.

Messages are MessagePack behind four bytes of length, on standard input and output. Compiled search leaves Python's lock, so `SLOTS` tasks
think side by side. The process has a low priority, and it ends when its input does, whatever a bot is doing then.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import msgspec

from doublecross.bots.bot import Decision, complete_choice
from doublecross.bots.registry import parameters_of, registered_bot
from doublecross.kernel.game import Game
from doublecross.kernel.position import start
from doublecross.kernel.registry import load_game

SLOTS = os.cpu_count() or 1
NICENESS = 10
HEADER = 4
"""Bytes of the length before each message."""
TRY_SECONDS = 0.02
"""How long a bot thinks when it is only made ready."""


class Task(msgspec.Struct, tag=True, frozen=True):
    """Think: `seconds` is the budget, for bots that have such a parameter; None for their own."""

    number: int
    bot: str
    seed: int
    seconds: float | None
    decision: bytes


class Ready(msgspec.Struct, tag=True, frozen=True):
    """Make a bot ready for a game: load what it needs, compile what it has to, let it choose once."""

    number: int
    bot: str
    game: str


class Done(msgspec.Struct, frozen=True):
    """What came of a message.

    Attributes:
        number: its number.
        actions: the whole choice; empty for `Ready`.
        error: the type of what went wrong, "" if nothing did; its text could tell what the seat holds.
        where: the lines of code it passed through.
    """

    number: int
    actions: list[int] = []
    error: str = ""
    where: list[str] = []


def framed(message: Any) -> bytes:
    """A message with its length before it."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(HEADER, "little") + body


def parameters(bot: str, seconds: float | None) -> dict[str, Any]:
    """What a bot is given: its budget, and one core, since several think side by side."""
    wanted = {"seconds": seconds, "threads": 1}
    return {option.name: wanted[option.name] for option in parameters_of(bot) if wanted.get(option.name) is not None}


def think(task: Task) -> Done:
    """The bot's whole choice, or what went wrong."""
    try:
        decision = Decision.from_bytes(task.decision)
        return Done(task.number, _choose(task.bot, decision.game, decision, task.seed, task.seconds))
    except Exception as error:  # whatever a bot does is its own fault alone
        return _failed(task.number, error)


def make_ready(wanted: Ready) -> Done:
    """Let the bot choose once, in a game nobody plays."""
    try:
        game = load_game(wanted.game)
        position = start(game, game.players[0], 0, {option.name: option.default for option in game.options})
        _choose(wanted.bot, game, Decision(position, min(position.to_act)), 0, TRY_SECONDS)
    except Exception as error:
        return _failed(wanted.number, error)
    return Done(wanted.number)


def _choose(name: str, game: Game, decision: Decision, seed: int, seconds: float | None) -> list[int]:
    bot = registered_bot(name, game, seed, **parameters(name, seconds))
    try:
        return [int(action) for action in complete_choice(bot, decision)]
    finally:
        getattr(bot, "close", lambda: None)()


def _failed(number: int, error: Exception) -> Done:
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return Done(number, error=type(error).__name__, where=[f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames])


def _messages(stream: IO[bytes]) -> Any:
    """The messages of a stream, until it ends."""
    decoder = msgspec.msgpack.Decoder(Task | Ready)
    while len(header := stream.read(HEADER)) == HEADER:
        yield decoder.decode(stream.read(int.from_bytes(header, "little")))


def be_modest() -> None:
    """Let everybody else go first, and be a group of its own, so that it can be ended with all that it starts and Ctrl-C passes it by.

    It is no session of its own: Linux shares the cores out among sessions before it looks at priorities (autogroup, sched(7)).
    """
    with contextlib.suppress(OSError):
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        if hasattr(os, "setpgid"):
            os.setpgid(0, 0)


def main() -> None:
    """Answer until the input ends."""
    be_modest()
    # Nothing that a bot prints may get between the messages.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    one_at_a_time = threading.Lock()

    def work(function: Any, message: Any) -> None:
        done = framed(function(message))
        with one_at_a_time, contextlib.suppress(OSError):
            answers.write(done)

    thinking, preparing = ThreadPoolExecutor(SLOTS), ThreadPoolExecutor(1)
    for message in _messages(sys.stdin.buffer):
        if isinstance(message, Task):
            thinking.submit(work, think, message)
        else:
            preparing.submit(work, make_ready, message)
    os._exit(0)  # a bot that does not come back keeps nobody


if __name__ == "__main__":
    main()
