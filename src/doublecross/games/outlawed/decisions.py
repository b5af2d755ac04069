"""The kinds of decision in OutLawed!, and positions that games hardly come to: `doublecross bot check` puts them all to a bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from doublecross.games.outlawed.decks import FEWEST, MOST
from doublecross.games.outlawed.game import CLAIM_PREFIX, GAME
from doublecross.games.outlawed.views import View
from doublecross.kernel.decisions import Decisions, make_position
from doublecross.kernel.options import check_options
from doublecross.kernel.position import Position, start

KINDS = {"place": ("outlaw", "last outlaw"), "claim": ("truth", "lie")}
"""The questions, and the sorts of answers to each."""


def kind(view: View, tokens: Sequence[str]) -> tuple[str, frozenset[str]]:
    """The question that a seat faces, and the sorts of its legal actions."""
    placed = view.seats[view.viewer].play
    if placed is None:
        return "place", frozenset(["outlaw" if len(tokens) > 1 else "last outlaw"])
    return "claim", frozenset("truth" if token == f"{CLAIM_PREFIX}{placed}" else "lie" for token in tokens)


_CONDITIONS: tuple[dict[str, Any], ...] = (
    {"who": "me", "claim": "true"},
    {"who": "me", "claim": "lie"},
    {"who": "me", "claimed": "a"},
    {"who": "rivals", "claim": "lie", "at_least": "half"},
    {"who": "rivals", "claim": "true", "at_least": "all"},
    {"who": "rivals", "played": "my_outlaw"},
    {"who": "rivals", "claimed": "my_claim"},
    {"who": "rivals", "played": "b", "at_least": 1},
    {"who": "players", "claim": "true", "exactly": 1},
    {"who": "players", "played": "c"},
    {"who": "players", "claimed": "d", "at_least": 2},
    {"same": "played"},
    {"same": "claimed", "at_least": 2},
    {"not": {"who": "rivals", "claimed": "my_outlaw"}},
    {"all": [{"who": "me", "claim": "lie"}, {"not": {"any": [{"who": "rivals", "claim": "true"}, {"same": "played"}]}}]},
    {"any": [{"who": "rivals", "played": "e"}, {"all": [{"who": "me", "claimed": "f"}, {"who": "players", "claim": "lie"}]}]},
)
"""Every form that a condition can have."""
_BLOCKS: tuple[list[dict[str, Any]], ...] = (
    [],
    [{"outlaws": ["a", "b"]}],
    [{"liars": "rivals"}],
    [{"outlaws": ["c"]}, {"liars": "players"}],
)
_ROUNDS = 20
_REWARDS: tuple[Any, ...] = (0, 100, {"per_player": 50})


def _deck(count: int) -> dict[str, Any]:
    """A deck of so many outlaws, of all forms that there are."""
    return {"format": 1, "name": f"Deck of {count}", "outlaw": [_outlaw(number) for number in range(count)]}


def _outlaw(number: int) -> dict[str, Any]:
    id_ = "abcdefghijklmnop"[number]
    outlaw = {
        "id": id_,
        "name": id_.upper() if number % 2 else {"en": f"{id_.upper()} of the plains", "es": f"{id_.upper()} de la llanura"},
        "animal": "cat",
        "reward": _REWARDS[number % len(_REWARDS)],
        "badge": number % 5 != 4,
        "bullets": number % 7 != 6,
        "condition": _CONDITIONS[number],
    }
    blocks = _BLOCKS[number % len(_BLOCKS)]
    return outlaw | {"blocks": blocks} if blocks else outlaw


def positions() -> Iterator[tuple[str, Position]]:
    """The positions, by name: other decks than the usual one, a hand of one outlaw, and the last round."""
    for players in (2, GAME.players[-1]):
        for count in (FEWEST, MOST):
            options = check_options(GAME.options, {"deck": _deck(count), "first_player": 0}, GAME.name)
            position = start(GAME, players, 1, options)
            yield f"deck-of-{count}-for-{players}", position.clone()
            position.apply(0, position.legal(0)[0])
            yield f"claim-with-deck-of-{count}-for-{players}", position
        yield f"last-outlaw-for-{players}", make_position(GAME, players, {"deck": _deck(FEWEST)}, _one_short)
        yield f"one-short-for-{players}", make_position(GAME, players, {}, _one_short)
    yield "last-round", make_position(GAME, 3, {"round_limit": _ROUNDS}, _one_short)


def _one_short(state: Any, rules: Any) -> None:
    """Every jail lacks one outlaw of those that end the game; each claim was true, in `_ROUNDS` - 1 rounds."""
    used = [number for number in range(int(rules.outlaws)) if int(rules.used) >> number & 1]
    jailed = int(rules.target) - 1
    for seat in range(int(rules.players)):
        state.jails[seat] = state.shown[seat] = sum(1 << number for number in used[:jailed])
        state.hands[seat] = sum(1 << number for number in used[jailed:-1])
        state.removed[seat] = 1 << used[-1]
        state.truths[seat] = _ROUNDS - 1
    state.round_number, state.left = _ROUNDS, rules.players


DECISIONS = Decisions(KINDS, kind, positions)
