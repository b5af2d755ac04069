"""The kinds of decision in Most Wanted, and positions that games hardly come to: `doublecross bot check` puts them all to a bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doublecross.games.most_wanted.built import Built
from doublecross.games.most_wanted.cards import card_kind
from doublecross.games.most_wanted.view import View
from doublecross.kernel.decisions import Decisions
from doublecross.kernel.position import Position

_CONTESTS = ("opening", "pony", "stage", "train", "duel", "shootout")

KINDS: dict[str, tuple[str, ...]] = {
    "action": ("pony", "stage", "train", "church", "saloon", "labor", "duel", "shootout", "pass"),
    "church": ("card", "done"),
    "saloon": ("card", "done"),
    "honest_labor": ("card", "done"),
    "dishonest_labor": ("card", "done"),
    "duel, size": ("x1", "x2", "x3", "x4"),
    "shootout, size": ("x1", "x2", "x3", "x4"),
    "duel, target": ("seat",),
    "shootout, target": ("seat", "done"),
    "pony, join": ("in", "out"),
    "stage, join": ("in", "out"),
    "train, join": ("in", "out"),
    "challenge": ("in", "out"),
    **{f"{contest}, cards": ("card",) for contest in _CONTESTS},
    **{f"{contest}, tie-break": ("card",) for contest in _CONTESTS},
}
"""The questions, and the sorts of answers to each."""


def kind(view: View, tokens: Sequence[str]) -> tuple[str, frozenset[str]]:
    """The question that a seat faces, and the sorts of its legal actions."""
    return _question(view), frozenset(map(_sort, tokens))


def _question(view: View) -> str:
    if view.phase == "cards":
        return f"{view.tile}, tie-break" if view.tie_round else f"{view.tile}, cards"
    if view.phase == "join":
        return f"{view.tile}, join"
    if view.phase == "challenge":
        return view.phase
    if view.tile in ("duel", "shootout"):
        return f"{view.tile}, target" if view.size else f"{view.tile}, size"
    return view.tile or "action"


def _sort(token: str) -> str:
    if card_kind(token) is not None:
        return "card"
    return "seat" if token[0] == "p" and token[1:].isdigit() else token


_SAME = {0: "6s 6h 7s 7h Ts", 1: "6c 6w 7c 7w Tc"}
"""Two hands that tie in any contest and have a card left for the tie-break."""
_ALL_SIZES = {"duel_sizes": "1234", "shootout_sizes": "1234"}
_SHOOTOUT = {"duel": "shootout", **_ALL_SIZES}
_DISHONEST = {"labor": "dishonest"}


def positions() -> Iterator[tuple[str, Position]]:
    """The positions, by name."""
    yield from _nothing_possible()
    yield from _scarce()
    yield from _extremes()
    yield from _ties()


def _nothing_possible() -> Iterator[tuple[str, Position]]:
    """MW-67: no card, and the Saloon cannot be paid for. No game comes to it, because whoever lays cards draws as many."""
    for players in (2, 3, 8):
        built = Built(players, hoard=1, deck="", discard="", options={"church": "saloon"})
        yield f"nothing-possible-{players}", built.position()


def _scarce() -> Iterator[tuple[str, Position]]:
    """Bags and cards have run out."""
    yield "no-bags", Built(hands=_SAME, bags=(21, 21, 21)).position()
    yield "claim-for-no-bags", Built(hands=_SAME, bags=(21, 21, 21), options=_DISHONEST).position("0:labor+6s+6h+done")
    yield "nothing-to-draw", Built(hands={0: "6s", 1: "7s"}, hoard=2, deck="", discard="").position()
    yield "only-rest", Built(hands={1: "6s", 2: "7s"}).position()
    yield "only-labor", Built(hands={0: "6s"}, options={"church": "saloon"}).position()
    yield "alone-in-a-robbery", Built(hands={0: "6s 7s"}).position("0:pony")
    yield "no-sheriff", Built(2, _SAME, deck="8s", hoard=1).position("0:train")


def _extremes() -> Iterator[tuple[str, Position]]:
    """The most that there can be, and the last turn."""
    yield "every-card", Built(hoard=0, hands={1: "6s"}, deck="", discard="").position()
    yield "every-card-to-discard", Built(hoard=0, hands={1: "6s"}, deck="", discard="").position("0:church")
    yield "twins", Built(hands={0: "6s 6s 6h 6h 7s 7s", 1: "6c 6c"}).position("0:labor+6s")
    yield "before-the-goal", Built(8, {seat: "6s" if seat % 2 else "6h" for seat in range(4)}, pos=(12,) * 8).position()
    yield "last-turn", Built(hands=_SAME, turns=2000).position()
    yield "all-lose-a-turn", Built(hands=_SAME, lose_turn=(0, 1, 2), options=_DISHONEST).position("0:labor+6s+done")
    yield "large-duel", Built(hands=_SAME, options=_ALL_SIZES).position("0:duel")
    yield "large-shootout", Built(8, _SAME | {2: "8s 8h 9s 9h"}, options=_SHOOTOUT).position("0:shootout")


def _ties() -> Iterator[tuple[str, Position]]:
    """Every contest comes to a tie-break; in some, not all who are tied hold a card, or one of them is the Sheriff."""
    yield "opening-tie", Built(hands={0: "Ts 6s", 1: "Tc 6c", 2: "8s"}, opening=True).position("0:Ts 1:Tc 2:8s")
    yield "pony-tie", Built(hands=_SAME).position("0:pony 1:in 0:6s+6h 1:6c+6w")
    yield "stage-tie", Built(hands=_SAME).position("0:stage 1:in 0:6s+6h+7s 1:6c+6w+7c")
    yield "train-tie", Built(hands=_SAME).position("0:train 1:in 0:6s+6h+7s+7h 1:6c+6w+7c+7w")
    yield "duel-tie", Built(hands=_SAME).position("0:duel+x2+p1 0:6s+6h 1:6c+6w")
    yield "shootout-tie", Built(hands=_SAME, options=_SHOOTOUT).position("0:shootout+x2+p1+done 0:6s+6h 1:6c+6w")
    yield "tie-without-cards", Built(hands={0: "6s 6h 7s", 1: "6c 6w"}).position("0:pony 1:in 0:6s+6h 1:6c+6w")
    yield "tie-with-the-sheriff", Built(2, {0: "9s 9h 6s", 1: "7s 8s"}, deck="9c 9w 6c 7c").position("0:pony 1:out 0:9s+9h")


DECISIONS = Decisions(KINDS, kind, positions)
