"""A game in all its variety: tables with every number of players, and with each option changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import Choice, Digits, Flag, Letters, SeatOr, Whole
from doublecross.kernel.position import make_rules

_FAR = 6
"""How far a number is moved from its default."""


@dataclass(frozen=True)
class Table:
    """A game that can be dealt.

    Attributes:
        game, players, options: what is played; all options.
        changed: those that do not have their default, in their text form.
    """

    game: Game
    players: int
    options: Mapping[str, Any]
    changed: Mapping[str, str] = field(default_factory=dict)


def tables(game: Game) -> Iterator[Table]:
    """Every number of players with the usual options, and with all words and flags changed; then each option, with as many as it allows."""
    usual = {option.name: option.default for option in game.options}
    others = {option.name: _others(option.kind, option.default) for option in game.options}
    words = {option.name: others[option.name][-1] for option in game.options if isinstance(option.kind, Choice | Flag | SeatOr)}
    for players in game.players:
        yield Table(game, players, usual)
        yield from _changed(game, words, [players])
    for name, values in others.items():
        for value in values:
            yield from _changed(game, {name: value}, reversed(game.players))


def _changed(game: Game, values: Mapping[str, Any], counts: Iterable[int]) -> Iterator[Table]:
    """A table at which these options are changed, with the first of these numbers of players that they can be played with."""
    options = {option.name: values.get(option.name, option.default) for option in game.options}
    for players in counts:
        try:
            make_rules(game, players, options)
        except BadInput:
            continue
        kinds = {option.name: option.kind for option in game.options}
        yield Table(game, players, options, {name: kinds[name].text(value) for name, value in values.items()})
        return


def _others(kind: Any, default: Any) -> list[Any]:
    """Values of an option other than the default, near to it; none where only its game knows what would be sensible."""
    match kind:
        case Flag():
            return [not default]
        case Choice():
            return [word for word in kind.words if word != default]
        case SeatOr():
            return [word for word in (*kind.words, 0) if word != default]
        case Whole():
            return sorted({max(kind.least, default - _FAR), min(kind.most, default + _FAR)} - {default})
        case Letters():
            return [letters for letters in (kind.letters[1::2],) if len(letters) >= kind.fewest and letters != default]
        case Digits(ascending=True):
            return [numbers for numbers in (tuple(range(kind.least, kind.most + 1))[: kind.longest],) if numbers != default]
        case Digits():
            return [numbers for numbers in (tuple(min(number + 1, kind.most) for number in default),) if numbers != default]
    return []
