"""Options of a game as OpenSpiel parameters, and back.

OpenSpiel reads ``name(key=value, ...)`` and takes what looks like a number for one: a text of digits stands in quotes (``track='1122'``),
and characters that would end a value are percent-encoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from doublecross.games.minis import mini
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import Flag, Option, Whole, check_options
from doublecross.kernel.phrases import Phrase

PLAYERS, RECALL = "players", "recall"
"""Parameters that every game has: seats, and how many events an information-state tensor holds (0: there is none)."""
_PLAIN = " -_.:/"


def short_name(game: Game) -> str:
    """The name of a game in OpenSpiel."""
    return f"python_{game.name.replace('-', '_')}"


def encoded(text: str) -> str:
    """A text as OpenSpiel passes it on unharmed."""
    safe = quote(text, safe=_PLAIN)
    return f"'{safe}'" if _looks_like_a_number(safe) else safe


def _looks_like_a_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text.lower() in {"true", "false"}
    return True


def decoded(text: str) -> str:
    """The text that `encoded` was given; also one written without need for it."""
    bare = text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text
    return unquote(bare)


def _parameter(option: Option, value: Any) -> int | bool | str:
    """The value of an option as a parameter: a number, true or false, or a text."""
    return value if isinstance(option.kind, (Whole, Flag)) else encoded(option.kind.text(value))


def specification(game: Game) -> dict[str, Any]:
    """All parameters of a game with their defaults, as OpenSpiel wants them."""
    return {PLAYERS: game.players[0], RECALL: 0} | {option.name: _parameter(option, option.default) for option in game.options}


def read_parameters(game: Game, given: Mapping[str, Any]) -> tuple[int, int, dict[str, Any]]:
    """Players, recall and checked options; raises `BadInput`."""
    players, recall = given.get(PLAYERS, game.players[0]), given.get(RECALL, 0)
    if players not in game.players:
        raise BadInput(Phrase("players"), repr(players), Phrase("{fewest} to {longest}", fewest=game.players[0], longest=game.players[-1]))
    Whole(0, 100_000).read(recall, RECALL)
    texts = {name: decoded(value) if isinstance(value, str) else value for name, value in given.items() if name not in {PLAYERS, RECALL}}
    return players, recall, check_options(game.options, texts, game.name)


def parameters(game: Game, players: int, recall: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that make this game, those at their defaults left out."""
    wanted = {PLAYERS: players, RECALL: recall} | {option.name: _parameter(option, options[option.name]) for option in game.options}
    return {name: value for name, value in wanted.items() if value != specification(game)[name]}


def mini_parameters(name: str) -> tuple[str, dict[str, Any]]:
    """The OpenSpiel name and the parameters of a mini variant."""
    small = mini(name)
    return short_name(small.game), parameters(small.game, small.players, small.recall, small.options)
