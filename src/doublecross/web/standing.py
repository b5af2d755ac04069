"""How a game stands, in numbers and words, for pages that are about games and not at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from doublecross.games.most_wanted.words_names import bags, points
from doublecross.kernel.words import Words
from doublecross.tables.views import TableView


class Standing(msgspec.Struct, frozen=True):
    """The end of a game.

    Attributes:
        names: what the seats were called.
        winners: the seats that won.
        scores: for each seat a few numbers, the weightiest first; what they are depends on the game. Empty where that is not known.
    """

    names: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...] = ()


def standing_of(view: TableView) -> Standing:
    """The standing of a table whose game is over."""
    names = tuple(seat.name for seat in view.seats)
    won = view.results[-1].winners if view.results else ()
    return Standing(names, tuple(seat for seat, name in enumerate(names) if name in won), scores(view.game, view.game_view))


def scores(game: str, game_view: Any) -> tuple[tuple[int, ...], ...]:
    """The numbers of each seat in a game's View."""
    count = _COUNTS.get(game)
    return tuple(count(seat) for seat in game_view.seats) if count is not None and game_view is not None else ()


def score_words(game: str, score: Sequence[int], words: Words) -> str:
    """The numbers of a seat in words."""
    say = _SAYERS.get(game)
    return say(score, words) if say is not None and score else ""


def short_score(game: str, score: Sequence[int]) -> str:
    """The weightiest number of a seat."""
    return f"${score[0]}" if game == "outlawed" else str(score[0])


def _points_and_bags(score: Sequence[int], words: Words) -> str:
    return words.both([points(score[0], words), bags(score[1], words)])


def _dollars_and_jailed(score: Sequence[int], words: Words) -> str:
    jailed = words.plural("{number} outlaw in jail", "{number} outlaws in jail", score[1])
    return words.both([words.say("${dollars}", dollars=score[0]), jailed])


_COUNTS: dict[str, Callable[[Any], tuple[int, ...]]] = {
    "most-wanted": lambda seat: (seat.pos, seat.bags),
    "outlawed": lambda seat: (seat.dollars, len(seat.jail)),
}
_SAYERS: dict[str, Callable[[Sequence[int], Words], str]] = {"most-wanted": _points_and_bags, "outlawed": _dollars_and_jailed}
