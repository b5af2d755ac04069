"""Bots by name, here and in other packages (entry point group ``doublecross.bots``), and their text form.

A bot is written as its name and, where it has parameters, ``:key=value`` for each: ``search:playouts=2000``. Several bots stand between
commas. ``cmd:PROGRAM`` is a program of its own (`doublecross.bots.command`), with ``cmd:deadline=2:PROGRAM`` for a time; a command that
holds a comma stands in quotes. Programs are for those at the machine: what comes from afar is read by `check_bot` and made by
`registered_bot`, which know names only.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import Any

from doublecross.bots.bot import Bot
from doublecross.bots.command import COMMAND, Program
from doublecross.bots.levels import USUAL
from doublecross.bots.policies import Character
from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.options import Option
from doublecross.kernel.phrases import Phrase

BOTS_GROUP = "doublecross.bots"
_BETWEEN_COMMAS = re.compile(r"""(?:[^,'"]|'[^']*'|"[^"]*")*""")


BotMaker = Callable[..., Bot]
"""What an entry point of the group names: anything that is called with a game and a seed and returns a bot for one seat of one game, such
as the bot's class; all chance of the bot comes from the seed.

It may have three attributes. ``plays(game) -> bool`` says which games it plays; without it, all. ``parameters`` is a tuple of
`doublecross.kernel.options.Option`: what people may set, handed over as keyword arguments where they do. ``spends`` is how many seconds it
takes for a choice if nobody sets them.
"""


@functools.cache
def _makers() -> dict[str, BotMaker]:
    found = {}
    for entry in sorted(entry_points(group=BOTS_GROUP), key=lambda entry: entry.name):
        maker = entry.load()
        if not callable(maker) or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", entry.name) or entry.name == COMMAND:
            raise RuleError(f"entry point {entry.name} = {entry.value} of {BOTS_GROUP} makes no bots of a name in small letters")
        found[entry.name] = maker
    return found


def _plays(maker: BotMaker, game: Game) -> bool:
    plays = getattr(maker, "plays", None)
    return plays is None or bool(plays(game))


def parameters_of(name: str) -> tuple[Option, ...]:
    """The parameters of a registered bot."""
    return tuple(getattr(_makers()[name], "parameters", ()))


def plays_game(text: str, game: Game) -> bool:
    """Whether a bot plays a game; a program says that only when it is asked."""
    name = text.strip().partition(":")[0]
    return name == COMMAND or name in bot_names(game)


def bot_names(game: Game) -> list[str]:
    """The names of all bots that play a game, sorted."""
    return [name for name, maker in _makers().items() if _plays(maker, game)]


def check_bot(name: str, game: Game) -> str:
    """The name, if there is such a bot for the game; raises `BadInput`. No programs, no parameters: the name may come from afar."""
    names = bot_names(game)
    if name not in names:
        raise BadInput(Phrase("bots of {game}", game=game.title), repr(name), ", ".join(names))
    return name


def registered_bot(name: str, game: Game, seed: int, **parameters: Any) -> Bot:
    """A new bot of a name that may come from afar; raises `BadInput` if there is none of that name for the game."""
    return _makers()[check_bot(name, game)](game, seed, **parameters)


def is_policy(name: str, game: Game) -> bool:
    """Whether a registered bot is a compiled policy, which answers in well under a millisecond; raises `BadInput` for unknown names."""
    maker = _makers()[check_bot(name, game)]
    return isinstance(maker, Character) and maker.number(game) is not None


def spends(name: str) -> float | None:
    """Seconds that a registered bot says it takes for a choice if nobody gives it a budget; None if it says nothing."""
    found = getattr(_makers()[name], "spends", None)
    return None if found is None else float(found)


@dataclass(frozen=True)
class BotSpec:
    """A bot as somebody wrote it, checked for one game.

    Attributes:
        text: how it is written; results are named by it.
        name: its name, "cmd" for a program.
        make: called with a game and a seed.
        takes: the parameters it has.
        given: those that were set, by name.
    """

    text: str
    name: str
    make: BotMaker
    takes: tuple[Option, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)

    def bot(self, game: Game, seed: int) -> Bot:
        """A new bot for one seat of one game."""
        return self.make(game, seed, **self.given)

    def policy_number(self, game: Game) -> int | None:
        """Its number, if it is a compiled policy, else None."""
        return self.make.number(game) if isinstance(self.make, Character) else None

    def parameter(self, name: str) -> Option | None:
        """Its parameter of this name, if it has one."""
        return next((option for option in self.takes if option.name == name), None)

    def set(self, **more: Any) -> BotSpec:
        """The same bot with parameters set that it has; its text stays."""
        return BotSpec(self.text, self.name, self.make, self.takes, {**self.given, **more})


def read_bot(text: str, game: Game) -> BotSpec:
    """A bot from its text form; raises `BadInput` naming what is wrong. For texts of people at this machine only: it can name a program."""
    name, colon, rest = text.strip().partition(":")
    if name == COMMAND and colon:
        return _read_program(rest, game)
    names = bot_names(game)
    if name not in names:
        allowed = Phrase("{names}, or cmd: and a program", names=", ".join(names))
        raise BadInput(Phrase("bots of {game}", game=game.title), repr(name), allowed)
    takes = parameters_of(name)
    given = _read_parameters(name, rest.split(":") if colon else [], takes)
    return BotSpec(_text_of(name, takes, given), name, _makers()[name], takes, given)


def _read_program(rest: str, game: Game) -> BotSpec:
    """What stands behind ``cmd:``: parameters, then the command."""
    parts = []
    while (leading := re.match(r"([a-z]+=[^:\s]*):", rest)) is not None:
        parts.append(leading[1])
        rest = rest[leading.end() :]
    given = _read_parameters(COMMAND, parts, Program.parameters)
    return BotSpec(f"{_text_of(COMMAND, Program.parameters, given)}:{rest}", COMMAND, Program(rest), Program.parameters, given)


def _read_parameters(name: str, parts: Sequence[str], takes: tuple[Option, ...]) -> dict[str, Any]:
    known = {option.name: option for option in takes}
    given: dict[str, Any] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or key not in known or key in given:
            allowed = ", ".join(f"{option.name}=…" for option in takes if option.name not in given) or Phrase("no parameters")
            raise BadInput(Phrase("bot {name}", name=name), repr(part), allowed)
        given[key] = known[key].kind.read(value, Phrase("bot {name}, parameter {parameter}", name=name, parameter=key))
    return given


def _text_of(name: str, takes: tuple[Option, ...], given: Mapping[str, Any]) -> str:
    """The text form of a bot: its parameters in the order in which it has them."""
    return ":".join([name, *(f"{option.name}={option.kind.text(given[option.name])}" for option in takes if option.name in given)])


def split_bots(text: str) -> list[str]:
    """Texts of bots between commas; a comma between quotes separates nothing."""
    parts, at = [], 0
    while True:
        found = _BETWEEN_COMMAS.match(text, at)
        assert found is not None, "it matches nothing, too"
        parts.append(found[0].strip())
        at = found.end() + 1
        if found.end() == len(text):
            return parts
        if text[found.end()] != ",":
            raise BadInput(Phrase("bots"), repr(text[found.end() :]), Phrase("a quote that ends"))


def read_bots(text: str, game: Game, seats: int) -> list[str]:
    """A bot's text form for each of `seats` seats, from those separated by commas and repeated until all seats have one.

    Raises:
        BadInput: for a name that no bot of this game has, a wrong parameter, or more bots than seats.
    """
    names = [read_bot(part, game).text for part in split_bots(text)]
    if len(names) > seats:
        found = Phrase("{count} names", count=len(names))
        raise BadInput(Phrase("bots of {game}", game=game.title), found, Phrase("at most {most}", most=seats))
    return [names[seat % len(names)] for seat in range(seats)]


def make_bot(text: str, game: Game, seed: int) -> Bot:
    """A new bot from its text form (see `read_bot`), for one seat of one game; raises `BadInput` if there is none for the game."""
    return read_bot(text, game).bot(game, seed)


def policy_number(text: str, game: Game) -> int | None:
    """The policy number of a bot that is a compiled policy, else None: such a bot plays in compiled batches."""
    return read_bot(text, game).policy_number(game)


def default_bot(game: Game) -> str:
    """The bot that plays for others, and wherever nobody says which: the best character there is."""
    names = bot_names(game)
    return "heuristic" if "heuristic" in names else "random"


def usual_opponent(game: Game) -> str:
    """The bot that sits down with a person when nobody says which: a fair match for whoever plays for the first time."""
    return USUAL if USUAL in bot_names(game) else default_bot(game)
