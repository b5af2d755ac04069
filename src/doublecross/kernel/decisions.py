"""What a game says about its decisions: which kinds there are, and positions made on purpose for those that games hardly come to.

Whoever tests a player (`doublecross bot check`) has to know that everything was asked. For that, a game registers a `Decisions` under its
own name in the entry point group ``doublecross.decisions``. It may do without; then only what turns up by chance is known.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any

from doublecross.kernel.errors import RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.machine import blank_state
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, as_record, from_bytes, make_rules

DECISIONS_GROUP = "doublecross.decisions"
"""The entry point group under which games say which kinds of decision they have."""


@dataclass(frozen=True)
class Decisions:
    """The kinds of decision of a game. A kind is a question with one sort of answer to it; both have short names in English.

    Attributes:
        kinds: every question that a seat can be asked, and the sorts of answers that are legal to it now or then.
        kind: called with a seat's View, in which it has to choose, and the tokens of its legal actions: the question, and their sorts.
        positions: makes the positions that the game keeps for what games hardly come to, by name; somebody has to choose in each.
    """

    kinds: Mapping[str, Sequence[str]]
    kind: Callable[[Any, Sequence[str]], tuple[str, frozenset[str]]]
    positions: Callable[[], Iterable[tuple[str, Position]]]


@functools.cache
def decisions_of(game: Game) -> Decisions | None:
    """What a game says about its decisions; None if it says nothing."""
    for entry in entry_points(group=DECISIONS_GROUP, name=game.name):
        found = entry.load()
        if not isinstance(found, Decisions):
            raise RuleError(f"entry point {entry.name} = {entry.value} of {DECISIONS_GROUP} names no Decisions")
        return found
    return None


def make_position(
    game: Game, players: int, options: Mapping[str, Any], fill: Callable[[Any, Any], None], script: str = "", seed: int = 1
) -> Position:
    """A position made by hand, and played on.

    Args:
        game: what is played.
        players: how many seats.
        options: options of the game, values or their text form; the others are at their defaults.
        fill: called with a state record, all zero but for the generator, and the rules record; it writes the position.
        script: what is chosen from there on, ``seat:token+token`` between blanks. Its events are the position's whole history.
        seed: of the position's chance.

    Raises:
        BadInput: the options cannot be played, a token does not exist, or the record breaks an invariant of the game.
        IllegalAction: the script chooses what is not allowed.
    """
    values = check_options(game.options, options, Phrase("options"))
    rules = make_rules(game, players, values)
    state = blank_state(game, seed)
    fill(as_record(state), as_record(rules))
    position = from_bytes(Position(game, values, rules, state, None).to_bytes())
    for word in script.split():
        seat, _, tokens = word.partition(":")
        for token in tokens.split("+"):
            position.apply(int(seat), position.action_from_text(token))
    return position
