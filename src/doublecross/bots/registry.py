"""Bots by name: everything registered under the entry point group ``doublecross.bots``, here or in another package."""

from __future__ import annotations

import functools
from importlib.metadata import entry_points
from typing import Protocol

from doublecross.bots.bot import Bot
from doublecross.bots.policies import Character
from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase

BOTS_GROUP = "doublecross.bots"


class BotMaker(Protocol):
    """What an entry point of the group names: it makes a bot for one seat."""

    def plays(self, game: Game) -> bool:
        """Whether there is such a bot for a game."""
        ...

    def __call__(self, game: Game, seed: int) -> Bot:
        """The bot; all its chance comes from the seed."""
        ...


@functools.cache
def _makers() -> dict[str, BotMaker]:
    found = {}
    for entry in sorted(entry_points(group=BOTS_GROUP), key=lambda entry: entry.name):
        maker = entry.load()
        if not callable(maker) or not callable(getattr(maker, "plays", None)):
            raise RuleError(f"entry point {entry.value} of {BOTS_GROUP} makes no bots")
        found[entry.name] = maker
    return found


def bot_names(game: Game) -> list[str]:
    """The names of all bots that play a game, sorted."""
    return [name for name, maker in _makers().items() if maker.plays(game)]


def check_bot(name: str, game: Game) -> str:
    """The name, if there is such a bot for the game; raises `BadInput`."""
    names = bot_names(game)
    if name not in names:
        raise BadInput(Phrase("bots of {game}", game=game.title), repr(name), ", ".join(names))
    return name


def read_bots(text: str, game: Game, seats: int) -> list[str]:
    """A bot's name for each of `seats` seats, from names separated by commas and repeated until all seats have one.

    Raises:
        BadInput: for a name that no bot of this game has, or more names than seats.
    """
    names = [check_bot(name.strip(), game) for name in text.split(",")]
    if len(names) > seats:
        found = Phrase("{count} names", count=len(names))
        raise BadInput(Phrase("bots of {game}", game=game.title), found, Phrase("at most {most}", most=seats))
    return [names[seat % len(names)] for seat in range(seats)]


def make_bot(name: str, game: Game, seed: int) -> Bot:
    """A new bot of this name; raises `BadInput` if there is none for the game."""
    return _makers()[check_bot(name, game)](game, seed)


def policy_number(name: str, game: Game) -> int | None:
    """The policy number of a bot that is a compiled policy, else None: such a bot plays in batches on one core only."""
    maker = _makers()[check_bot(name, game)]
    return maker.number(game) if isinstance(maker, Character) else None


def default_bot(game: Game) -> str:
    """The bot that plays if nobody says which: the best character there is."""
    names = bot_names(game)
    return "heuristic" if "heuristic" in names else "random"
