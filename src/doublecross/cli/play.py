"""``doublecross play``: one person or several at one keyboard, and bots."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import platformdirs

from doublecross.bots.bot import Bot, bot_seed
from doublecross.bots.registry import make_bot, read_bots, usual_opponent
from doublecross.cli.compiling import compile_game
from doublecross.cli.opening import Opening, open_game, read_names
from doublecross.cli.screen import EndOfInputError, Screen
from doublecross.cli.table import QuitGame, Table
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, start
from doublecross.kernel.savefile import write
from doublecross.kernel.words import Words, words

NAMES = ("Dakota", "Jesse", "Robin", "Sam", "Frankie", "Rio", "Kit", "Charlie")
"""Names for seats that nobody named: of people of any gender, in both languages."""
YES = ("y", "yes", "s", "si", "sí")


def run(args: argparse.Namespace) -> int:
    """Play one game to its end, or until someone quits or the input ends; then save it."""
    speaker, screen = words(args.language), Screen(args.plain)
    opening = open_game(args, args.humans)
    kinds, names = _bot_kinds(args, opening), read_names(args.names, opening.players, NAMES)
    _check_save(args.save)
    compile_game(opening.game, speaker, args.plain, batches=False)
    position = start(opening.game, opening.players, args.seed, opening.options)
    bots: list[Bot | None] = [None] * args.humans
    bots += [make_bot(kind, opening.game, bot_seed(position.seed, seat)) for seat, kind in enumerate(kinds, args.humans)]
    screen.say(speaker.say("{game}: type `?` for help, `q` to quit.", game=opening.game.title))
    keep = True
    try:
        Table(position, bots, names, screen, args.language).play()
    except QuitGame:
        keep = _wants_to_save(screen, speaker)
    except EndOfInputError:
        screen.say(speaker.say("The input has ended."))
    finally:
        # Ctrl-C included: what was played is kept unless someone said that it need not be.
        if keep:
            _save(position, args.save, screen, speaker)
    return 0


def _bot_kinds(args: argparse.Namespace, opening: Opening) -> list[str]:
    """The bots' names, one for each seat that no person takes."""
    seats = opening.players - args.humans
    if seats < 0:
        raise BadInput("--humans", str(args.humans), Phrase("at most {most}", most=opening.players))
    if args.bots is None and seats == 0:
        return []
    return read_bots(args.bots or usual_opponent(opening.game), opening.game, seats)


def _check_save(path: str | None) -> None:
    """Refuse a place for the save file before the game rather than after it."""
    if path is None:
        return
    if Path(path).exists():
        raise BadInput("--save", path, Phrase("a file that does not exist yet"))
    if not Path(path).parent.is_dir():
        raise BadInput("--save", path, Phrase("a file in a folder that exists"))


def _wants_to_save(screen: Screen, speaker: Words) -> bool:
    """Ask; if nobody can answer any more, yes."""
    try:
        return screen.ask(speaker.say("Save the game (yes or no)? ")).lower() in YES
    except EndOfInputError:
        return True


def _save(position: Position, path: str | None, screen: Screen, speaker: Words) -> None:
    """Save what was played, and say where."""
    if not position.choices():
        return
    if path is None:
        folder = platformdirs.user_data_path("doublecross", appauthor=False) / "games"
        folder.mkdir(parents=True, exist_ok=True)
        path = str(_free(folder, f"{position.game.name}-{time.strftime('%Y%m%d-%H%M%S')}"))
    write(position, path)
    screen.say(speaker.say("Saved in {file}", file=path))


def _free(folder: Path, name: str) -> Path:
    """A file of this name that does not exist yet, with a number if need be."""
    candidates: Sequence[Path] = [folder / f"{name}{f'-{number}' if number else ''}.jsonl" for number in range(1000)]
    return next(path for path in candidates if not path.exists())
