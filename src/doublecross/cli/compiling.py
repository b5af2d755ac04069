"""Compiling the rules in front of a person: it takes a while once, and says so."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from doublecross.bots.policies import policy_of
from doublecross.kernel.game import Game
from doublecross.kernel.warm import is_warm, warm
from doublecross.kernel.words import Words


def compile_game(game: Game, speaker: Words, plain: bool, batches: bool = True) -> None:
    """Compile a game's rules and bots into the cache, with progress on the error stream; silent where that is done already.

    Without `batches`, only what play at a table needs.
    """
    if is_warm(game, policy_of(game), batches):
        return
    about = speaker.say("Compiling the rules of {game} (only the first time)", game=game.title)
    if plain:
        print(about + " ...", file=sys.stderr, flush=True)
        warm(game, policy_of(game), batches)
        return
    console = Console(file=sys.stderr)
    with Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console, transient=True) as progress:
        progress.add_task(about)
        warm(game, policy_of(game), batches)
