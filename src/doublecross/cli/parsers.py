"""The arguments of every command. Only definitions: this module loads nothing that computes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import doublecross
from doublecross.advice import WORLDS
from doublecross.cli.readers import claimed_play, seconds, seed, setting, share, whole
from doublecross.kernel.words import LANGUAGES, Words, mark

MOST_PLAYERS = 8
ANY_NUMBER = 999
"""The game itself knows how many may play it, and says so."""
MOST_GAMES = 999_999_999
COMPARED_GAMES = 8, 1_000_000
"""With fewer games nothing is compared; they are all kept in memory."""
PORT = 8000
MOST_THREADS = 1024

Parser = argparse.ArgumentParser


@dataclass(frozen=True)
class Command:
    """A command: the module ``doublecross.cli.<name>`` has ``run(args) -> int``.

    Every ``run`` finds `language` ("en" or "es") and `plain` (no boxes, colours or cursor moves) among its arguments.
    """

    name: str
    about: str
    add_arguments: Callable[[Parser, Words], None]


def build_parser(speaker: Words) -> Parser:
    """The parser of the whole command line, in one language; the chosen command's name is in ``args.command``."""
    parser = argparse.ArgumentParser(
        prog="doublecross",
        description=speaker.say("Most Wanted and OutLawed!, two games of bluff in the Wild West: play, judge, simulate."),
        parents=[_common_options(speaker)],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=doublecross.__version__, help=speaker.say("show the version and exit"))
    commands = parser.add_subparsers(dest="command", required=True, metavar=speaker.say("COMMAND"), title=speaker.say("commands"))
    for command in COMMANDS:
        command.add_arguments(_part(commands, speaker, command.name, speaker.say(command.about)), speaker)
    return parser


def _part(commands: argparse._SubParsersAction[Parser], speaker: Words, name: str, about: str) -> Parser:
    """The parser of a command, or of a part of one; the common options can stand after it too."""
    return commands.add_parser(name, help=about, description=about, parents=[_common_options(speaker)], allow_abbrev=False)


def _common_options(speaker: Words) -> Parser:
    """The options that stand before or after the command's name; absent from the result unless given."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=speaker.say("language of all texts (default: that of the system)")
    )
    common.add_argument(
        "--plain",
        action="store_true",
        default=argparse.SUPPRESS,
        help=speaker.say("no boxes, colours or cursor moves: for screen readers and pipes"),
    )
    return common


def _game(parser: Parser, speaker: Words) -> None:
    parser.add_argument("game", metavar=speaker.say("GAME"), help=speaker.say("`most-wanted`, `outlawed`, or a game installed beside them"))


def _table(parser: Parser, speaker: Words, usual: str) -> None:
    """The arguments that say what is played: the game, its players, its options, its bots, by default the usual one."""
    players = speaker.say("number of players (default: the fewest)")
    bots = speaker.say(
        "bots, one per seat, separated by commas: a name such as `random` or `heuristic`, `search:playouts=2000` with parameters, "
        "`cmd:PROGRAM` for a program of yours (default: `{bot}`)",
        bot=usual,
    )
    _dealt(parser, speaker, players)
    parser.add_argument("--bots", metavar=speaker.say("NAMES"), help=bots)


def _dealt(parser: Parser, speaker: Words, players: str) -> None:
    """The arguments that decide what is dealt."""
    _game(parser, speaker)
    _variant(parser, speaker, players)
    parser.add_argument("--seed", type=seed(speaker), metavar="S", help=speaker.say("seed of all chance, below 2^256 (default: drawn)"))


def _variant(parser: Parser, speaker: Words, players: str) -> None:
    """The arguments that make a game the variant that is wanted."""
    parser.add_argument("--players", type=whole(speaker, 1, ANY_NUMBER), metavar="N", help=players)
    parser.add_argument(
        "-o",
        "--option",
        dest="options",
        type=setting(speaker),
        action="append",
        default=[],
        metavar=speaker.say("NAME=VALUE"),
        help=speaker.say("an option of the game; can be given several times"),
    )
    _file(parser, speaker, "--variant", speaker.say("options of the game from a TOML file"))
    _file(parser, speaker, "--deck", speaker.say("outlaws from a deck file (OutLawed!)"))


def _file(parser: Parser, speaker: Words, name: str, about: str, **more: Any) -> None:
    parser.add_argument(name, metavar=speaker.say("FILE"), help=about, **more)


def _json(parser: Parser, speaker: Words) -> None:
    parser.add_argument("--json", action="store_true", help=speaker.say("print JSON"))


def _play(parser: Parser, speaker: Words) -> None:
    _table(parser, speaker, "level-2")
    parser.add_argument(
        "--humans",
        type=whole(speaker, 0, MOST_PLAYERS),
        default=1,
        metavar="K",
        help=speaker.say("people at this keyboard (default: {number}); bots take the other seats", number=1),
    )
    _file(parser, speaker, "--save", speaker.say("where the game is saved at the end"))
    parser.add_argument("--names", metavar=speaker.say("NAMES"), help=speaker.say("names of the seats, separated by commas"))


def _simulate(parser: Parser, speaker: Words) -> None:
    _table(parser, speaker, "heuristic")
    parser.add_argument(
        "--games",
        type=whole(speaker, 1, MOST_GAMES),
        default=1000,
        metavar="G",
        help=speaker.say("how many games (default: {number})", number=1000),
    )
    parser.add_argument(
        "--threads", type=whole(speaker, 1, MOST_THREADS), metavar="T", help=speaker.say("how many cores to use (default: all)")
    )
    _json(parser, speaker)


def _arena(parser: Parser, speaker: Words) -> None:
    add = parser.add_argument
    _dealt(parser, speaker, speaker.say("number of players (default: as many as there are bots)"))
    bots = speaker.say("the bots, separated by commas (see docs/bots.md); more than there are seats take turns, fewer sit in several")
    add("--bots", required=True, metavar=speaker.say("NAMES"), help=bots)
    games = speaker.say("how many games for each choice of bots that sit down together (default: {number})", number=400)
    add("--games", type=whole(speaker, 1, MOST_GAMES), default=400, metavar="G", help=games)
    add("--time", type=seconds(speaker), metavar="S", help=speaker.say("seconds for a choice, for bots that search"))
    playouts = speaker.say("playouts for a choice, for bots that search: the same choices every time")
    add("--playouts", type=whole(speaker, 1, MOST_GAMES), metavar="P", help=playouts)
    threads = speaker.say("how many cores to use (default: all)")
    add("--threads", type=whole(speaker, 1, MOST_THREADS), metavar="T", help=threads)
    _file(parser, speaker, "--plot", speaker.say("a picture of the results, PNG or SVG"))
    _json(parser, speaker)


def _bot(parser: Parser, speaker: Words) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=speaker.say("ACTION"), title=speaker.say("actions"))
    check = _part(actions, speaker, "check", speaker.say("put every kind of decision to a bot and name its first fault"))
    bot = speaker.say("a bot's name, with parameters if it has any, or `cmd:PROGRAM`")
    check.add_argument("bot", metavar=speaker.say("BOT"), help=bot)
    check.add_argument("--game", metavar=speaker.say("GAME"), help=speaker.say("the game (default: all that the bot plays)"))
    check.add_argument("--seed", type=seed(speaker), default=0, metavar="S", help=speaker.say("decides which decisions it gets"))
    _json(check, speaker)
    _part(actions, speaker, "list", speaker.say("list the bots of every game, and what can be set"))


def _lab(parser: Parser, speaker: Words) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=speaker.say("ACTION"), title=speaker.say("actions"))
    play = _part(actions, speaker, "run", speaker.say("play a study, go on with one that was stopped, and report"))
    _file(play, speaker, "study", speaker.say("a study file (TOML), or the name of a shipped study"))
    play.add_argument("--out", metavar=speaker.say("FOLDER"), help=speaker.say("where the results go (default: the study's name)"))
    _workers(play, speaker)
    backend = speaker.say("who plays: the cores of this machine, or a Ray cluster")
    play.add_argument("--backend", choices=("local", "ray"), default="local", help=backend)
    play.add_argument("--address", metavar=speaker.say("ADDRESS"), help=speaker.say("the Ray cluster (default: one on this machine)"))
    report = _part(actions, speaker, "report", speaker.say("write the report of a study's results again"))
    report.add_argument("folder", metavar=speaker.say("FOLDER"), help=speaker.say("the folder with the results"))
    _part(actions, speaker, "list", speaker.say("list the studies that are shipped"))
    _lab_compare(_part(actions, speaker, "compare", speaker.say("play two variants from the same seeds and compare them")), speaker)


def _workers(parser: Parser, speaker: Words) -> None:
    about = speaker.say("how many cores to use (default: all)")
    parser.add_argument("--workers", type=whole(speaker, 1, MOST_THREADS), metavar="T", help=about)


def _lab_compare(parser: Parser, speaker: Words) -> None:
    _game(parser, speaker)
    add = parser.add_argument
    for name, about in (
        ("-a", speaker.say("an option of variant A; can be given several times")),
        ("-b", speaker.say("an option of variant B; can be given several times")),
        ("-o", speaker.say("an option of both; can be given several times")),
    ):
        dest = "options" if name == "-o" else name[1:]
        add(name, dest=dest, type=setting(speaker), action="append", default=[], metavar=speaker.say("NAME=VALUE"), help=about)
    players = speaker.say("number of players (default: the fewest)")
    add("--players", type=whole(speaker, 1, ANY_NUMBER), metavar="N", help=players)
    bots = speaker.say("bots, one per seat, separated by commas; once for each kind of players (default: `heuristic`, `rosa`)")
    add("--bots", action="append", metavar=speaker.say("NAMES"), help=bots)
    games = speaker.say("how many games (default: {number})", number=10_000)
    add("--games", type=whole(speaker, *COMPARED_GAMES), default=10_000, metavar="G", help=games)
    add("--seed", type=whole(speaker, 0, 2**63 - 1), metavar="S", help=speaker.say("seed of all chance, below 2^63 (default: drawn)"))
    _workers(parser, speaker)
    _json(parser, speaker)


def _solve(parser: Parser, speaker: Words) -> None:
    add = parser.add_argument
    add("game", metavar=speaker.say("VARIANT"), help=speaker.say("a mini variant such as `ol-three`, or a game (see docs/equilibrium.md)"))
    _variant(parser, speaker, speaker.say("number of players (default: the fewest)"))
    iterations = speaker.say("how many iterations at most (default: {number})", number=1000)
    add("--iterations", type=whole(speaker, 1, MOST_GAMES), default=1000, metavar="N", help=iterations)
    target = speaker.say("stop where all seats together could gain no more than this by deviating (default: {number})", number=1e-4)
    add("--target", type=share(speaker), default=1e-4, metavar="X", help=target)
    add("--method", choices=("dcfr", "cfr+", "cfr"), default="dcfr", help=speaker.say("the method (default: {name})", name="dcfr"))
    rows = speaker.say("how many decisions are shown (default: {number})", number=8)
    add("--rows", type=whole(speaker, 0, 100_000), default=8, metavar="N", help=rows)
    add("--bots", metavar=speaker.say("NAMES"), help=speaker.say("bots to measure, separated by commas, or `all`"))
    _json(parser, speaker)


def _judge(parser: Parser, speaker: Words) -> None:
    games = parser.add_subparsers(dest="game", required=True, metavar=speaker.say("GAME"), title=speaker.say("games"))
    contest = _part(games, speaker, "most-wanted", speaker.say("which hand wins a contest of Most Wanted"))
    contest.add_argument("hands", nargs="+", metavar=speaker.say("HAND"), help=speaker.say("ranks only, T is ten: AA, KQ8T"))
    contest.add_argument("--sheriff", metavar=speaker.say("CARDS"), help=speaker.say("the ranks the Sheriff drew"))
    _json(contest, speaker)
    outlaws = _part(games, speaker, "outlawed", speaker.say("who is apprehended in a round of OutLawed!"))
    outlaws.add_argument(
        "plays",
        nargs="+",
        type=claimed_play(speaker),
        metavar=speaker.say("PLAYED:CLAIMED"),
        help=speaker.say("for each seat, the outlaw played and the outlaw claimed: `pandito:lionel`"),
    )
    _file(outlaws, speaker, "--deck", speaker.say("outlaws from a deck file (OutLawed!)"))
    _json(outlaws, speaker)


def _replay(parser: Parser, speaker: Words) -> None:
    _file(parser, speaker, "file", speaker.say("a save file"))
    parser.add_argument(
        "--seat",
        type=whole(speaker, 0, MOST_PLAYERS - 1),
        metavar="S",
        help=speaker.say("tell the game as this seat saw it (default: everything)"),
    )
    _json(parser, speaker)


def _review(parser: Parser, speaker: Words) -> None:
    _file(parser, speaker, "file", speaker.say("a save file"))
    add = parser.add_argument
    add("--seed", type=whole(speaker, 0, 2**63 - 1), default=0, metavar="N", help=speaker.say("decides the estimates"))
    effort = speaker.say("imagined worlds for each choice at first (default: {number})", number=WORLDS)
    add("--worlds", type=whole(speaker, 1, 10_000), default=WORLDS, metavar="N", help=effort)
    add("--names", metavar=speaker.say("NAMES"), help=speaker.say("names of the seats, separated by commas"))
    _file(parser, speaker, "--chart", speaker.say("where the chart is drawn, as SVG"))
    _json(parser, speaker)


def _deck(parser: Parser, speaker: Words) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar=speaker.say("ACTION"), title=speaker.say("actions"))
    for name, about, needed in (
        ("new", speaker.say("write the house set to a new file, to be edited into your own deck"), None),
        ("check", speaker.say("check a deck file"), None),
        ("show", speaker.say("show a deck in plain words (default: the house set)"), "?"),
    ):
        _file(_part(actions, speaker, name, about), speaker, "file", speaker.say("a deck file"), nargs=needed)


def _rules(parser: Parser, speaker: Words) -> None:
    _game(parser, speaker)


def _data_dir(parser: Parser, speaker: Words) -> None:
    parser.add_argument(
        "--data-dir",
        metavar=speaker.say("FOLDER"),
        help=speaker.say("where a server keeps everything (default: this system's place for your data)"),
    )


def _serve(parser: Parser, speaker: Words) -> None:
    add = parser.add_argument
    add("--game", default="most-wanted", metavar=speaker.say("GAME"), help=speaker.say("the game of the first table"))
    add("--host", default="0.0.0.0", metavar=speaker.say("ADDRESS"), help=speaker.say("where to listen (default: everywhere)"))
    port = speaker.say("the port; if it is taken, the next that is free (default: {number})", number=PORT)
    add("--port", type=whole(speaker, 0, 65535), default=PORT, metavar="N", help=port)
    add("--no-browser", action="store_true", help=speaker.say("open no browser"))
    _data_dir(parser, speaker)
    add("--keep-days", type=whole(speaker, 1, 99999), metavar="N", help=speaker.say("delete finished games after so many days"))
    create = speaker.say("who may open tables; the passphrase is that of DOUBLECROSS_PASSPHRASE, or a new one")
    add("--create", choices=("anyone", "passphrase"), default="anyone", help=create)
    public = speaker.say("the address people use, if a proxy stands before the server")
    add("--public-url", metavar=speaker.say("ADDRESS"), help=public)
    trusted = speaker.say("a proxy whose word about addresses counts; can be given several times")
    add("--trusted-proxy", dest="trusted_proxies", action="append", default=[], metavar=speaker.say("ADDRESS"), help=trusted)


def _backup(parser: Parser, speaker: Words) -> None:
    _file(parser, speaker, "file", speaker.say("the new file"))
    _data_dir(parser, speaker)


def _warm(parser: Parser, speaker: Words) -> None:
    """It takes no arguments of its own."""


COMMANDS = (
    Command("play", mark("play a game at this terminal"), _play),
    Command("serve", mark("open live tables for the browsers of everyone around"), _serve),
    Command("judge", mark("judge the cards on a real table"), _judge),
    Command("simulate", mark("let bots play many games and count"), _simulate),
    Command("arena", mark("let bots play against each other, the same deals for all"), _arena),
    Command("bot", mark("check a bot of yours, or list those there are"), _bot),
    Command("lab", mark("run studies of balance, and compare variants"), _lab),
    Command("solve", mark("find an equilibrium of a small game"), _solve),
    Command("replay", mark("tell a saved game again"), _replay),
    Command("review", mark("say what every choice of a saved game was worth"), _review),
    Command("rules", mark("print the rules in our own words, with their numbers"), _rules),
    Command("deck", mark("make, check or show a deck of OutLawed!"), _deck),
    Command("backup", mark("copy everything a server keeps, while it runs"), _backup),
    Command("warm", mark("compile all rules now, so that later starts are quick"), _warm),
)
"""Every command, in the order of the help."""
