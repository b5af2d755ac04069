"""``doublecross bot check`` and ``doublecross bot list``: bots of one's own, and those there are."""

from __future__ import annotations

import argparse
import dataclasses
import sys

import msgspec
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from doublecross.bots.cast import CAST
from doublecross.bots.checking import Checked, Fault, check_bot_plays
from doublecross.bots.registry import bot_names, parameters_of, plays_game, read_bot
from doublecross.cli.compiling import compile_game
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import all_games, load_game
from doublecross.kernel.words import Words, words

FAULTY = 1
"""The exit code for a bot with a fault, or one that was not asked everything."""


def run(args: argparse.Namespace) -> int:
    """Check a bot, or list all."""
    speaker = words(args.language)
    return _check(args, speaker) if args.action == "check" else _list(speaker)


def _list(speaker: Words) -> int:
    """The bots of each game, each with what can be set."""
    for game in all_games():
        print(game.name)
        for name in bot_names(game):
            print(f"  {name:<10}{speaker.say(CAST[name].about)}" if name in CAST else f"  {name}")
            for option in parameters_of(name):
                print(f"    :{option.name}=  {speaker.say(option.about)} ({speaker.repeat(option.kind.allowed())})")
    return 0


def _check(args: argparse.Namespace, speaker: Words) -> int:
    games = [load_game(args.game)] if args.game else [game for game in all_games() if plays_game(args.bot, game)]
    if not games:
        raise BadInput(Phrase("bot"), ascii(args.bot), Phrase("a bot that plays some game"))
    results = {game.name: _check_one(args, game, speaker) for game in games}
    if args.json:
        print(msgspec.json.format(msgspec.json.encode({name: dataclasses.asdict(found) for name, found in results.items()})).decode())
    return FAULTY if any(found.fault or found.missing for found in results.values()) else 0


def _check_one(args: argparse.Namespace, game: Game, speaker: Words) -> Checked:
    spec = read_bot(args.bot, game)
    compile_game(game, speaker, args.plain, batches=False)
    about = speaker.say("Kinds of decisions")
    if args.plain or not sys.stderr.isatty():
        found = check_bot_plays(spec, game, args.seed)
    else:
        columns = (SpinnerColumn(), TextColumn("{task.description}: {task.completed}"))
        with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
            task = bar.add_task(about, total=None)
            found = check_bot_plays(spec, game, args.seed, lambda kinds: bar.update(task, completed=kinds))
    if not args.json:
        _say(game, found, speaker)
    return found


def _say(game: Game, found: Checked, speaker: Words) -> None:
    """What was put to a bot without fault, and all about the first fault otherwise."""
    if found.fault is None:
        places = {"kinds": found.count, "slowest": f"{found.slowest:.2f}"}
        print(speaker.say("{game}: {kinds} kinds of decisions, no fault. The slowest choice took {slowest} s.", game=game.title, **places))
        _say_what(found, speaker)
        return
    fault = found.fault
    print(speaker.say("{game}: a fault.", game=game.title))
    print(f"  {speaker.repeat(fault.why)}")
    print(f"  {speaker.say('Asked: {question}', question=fault.prompt)}")
    print(f"  {speaker.say('Possible: {choices}', choices=', '.join(fault.legal))}")
    print(f"  {_where(fault, speaker)}")


def _say_what(found: Checked, speaker: Words) -> None:
    """The kinds that were put, and where; those that were not are named, because nobody knows what the bot makes of them."""
    for question, sorts in found.kinds.items() if found.named else ():
        print(f"  {question}: {', '.join(sorts)}")
    if not found.named:
        print(f"  {speaker.say('The game does not name its kinds of decisions: these are those that came up by chance.')}")
    players = ", ".join(map(str, found.players))
    where = {"players": players, "options": len(found.options), "positions": len(found.positions)}
    print(f"  {speaker.say('Players: {players}. Values of options: {options}. Positions made on purpose: {positions}.', **where)}")
    if found.missing:
        kinds = "; ".join(f"{question}: {', '.join(sorts)}" for question, sorts in found.missing.items())
        print(f"  {speaker.say('The check did not come to all kinds of decisions that the game names. Not put: {kinds}.', kinds=kinds)}")


def _where(fault: Fault, speaker: Words) -> str:
    """Where it happened, so that it can be looked at again."""
    if fault.position:
        places = {"seat": fault.seat, "players": fault.players, "position": fault.position}
        return speaker.say("Seat {seat} of {players}, in the position {position}, made on purpose.", **places)
    where = speaker.say(
        "Seat {seat} of {players}, after {actions} actions of the game with seed {seed}.",
        seat=fault.seat,
        players=fault.players,
        actions=fault.actions,
        seed=fault.seed,
    )
    return " ".join([where, *(f"-o {name}={value}" for name, value in fault.options.items())])
