"""Compiling the rules in front of a person: it takes a while once, and says so."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from doublecross.advice.ready import make_hints_ready, make_reviews_ready
from doublecross.bots.policies import policy_of
from doublecross.bots.registry import bot_names, is_policy
from doublecross.bots.worker import Ready, make_ready
from doublecross.kernel.game import Game
from doublecross.kernel.warm import is_warm, warm
from doublecross.kernel.words import Words


def compile_game(game: Game, speaker: Words, plain: bool, batches: bool = True) -> None:
    """Compile a game's rules and bots into the cache, with progress on the error stream; silent where that is done already.

    Without `batches`, only what play at a table needs.
    """
    if is_warm(game, policy_of(game), batches):
        return
    with _told(speaker.say("Compiling the rules of {game} (only the first time)", game=game.title), plain):
        warm(game, policy_of(game), batches)


def compile_bots(game: Game, speaker: Words, plain: bool) -> None:
    """Let every bot of a game that is no policy choose once, so that what it needs is compiled. One that fails says so when it plays."""
    for name in bot_names(game):
        if not is_policy(name, game):
            with _told(speaker.say("Making {bot} ready for {game}", bot=name, game=game.title), plain):
                make_ready(Ready(0, name, game.name))


def compile_advice(game: Game, speaker: Words, plain: bool) -> None:
    """Ask for one hint and one point of a review, so that the first person who wants advice does not wait for the compiler."""
    with _told(speaker.say("Making hints and reviews ready for {game}", game=game.title), plain):
        make_reviews_ready(game)
        make_hints_ready(game)


@contextlib.contextmanager
def _told(about: str, plain: bool) -> Iterator[None]:
    """Say what takes a while, with the time it takes where that can be shown."""
    if plain:
        print(about + " ...", file=sys.stderr, flush=True)
        yield
        return
    console = Console(file=sys.stderr)
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True) as progress:
        progress.add_task(about)
        yield
