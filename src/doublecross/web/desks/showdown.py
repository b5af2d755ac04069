"""The last contest of Most Wanted, read back from the lines of the log: who showed what, who won, and what it cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from doublecross.games.most_wanted.facts import THE_SHERIFF
from doublecross.games.most_wanted.words_names import RANK, bags, capital, hand_name
from doublecross.kernel.words import Words
from doublecross.tables.views import Line

_BEGINS = ("declare", "opening", "claim")
_TOLD = ("best", "sheriff_stops", "claim_shown", "challenged")
Shower = int | str


class Shown(msgspec.Struct, frozen=True, cache_hash=True):
    """What one seat, or the Sheriff, laid open.

    Attributes:
        cards: the cards, in order; those of a tie-break follow.
        hand: what the first of them made, in words.
        cost: what losing cost, in words.
        best: whether this won.
    """

    cards: tuple[str, ...] = ()
    hand: str = ""
    cost: str = ""
    best: bool = False


@dataclass(frozen=True)
class Showdown:
    """A contest, or a challenged claim, that was decided: what each showed, and the sentences that say why."""

    tile: str
    shown: dict[Shower, Shown]
    sentences: tuple[str, ...]


def last_showdown(lines: Sequence[Line], words: Words) -> Showdown | None:
    """The last contest or claim in these lines (oldest first), if anything was laid open in it."""
    first = max((place for place, line in enumerate(lines) if line.kind in _BEGINS), default=None)
    if first is None:
        return None
    # What the active seat did after it, such as Honest Labor on the next turn, belongs to another action.
    turns = [place for place, line in enumerate(lines) if line.kind == "turn" and place > first]
    if len(turns) > 1:
        return None
    part = lines[first : turns[0]] if turns else lines[first:]
    shown: dict[Shower, Shown] = {}
    for line in part:
        _read(line, shown, words)
    sentences = tuple(line.text for line in part if line.kind in _TOLD and line.text)
    tile = "dishonest_labor" if lines[first].kind == "claim" else str(lines[first].facts.get("tile", "opening"))
    return Showdown(tile, shown, sentences) if shown else None


def _read(line: Line, shown: dict[Shower, Shown], words: Words) -> None:
    """Add what one line says."""
    facts = line.facts
    seat: Shower = THE_SHERIFF if line.kind == "sheriff_reveal" or line.seat is None else line.seat
    one = shown.get(seat, Shown())
    if facts.get("cards"):
        more = replace(one, cards=(*one.cards, *facts["cards"]))
        if line.kind in ("reveal", "sheriff_reveal"):
            shown[seat] = replace(more, hand=one.hand or _hand(facts["ranks"], bool(facts["double_cross"]), words))
        elif line.kind == "tie_draw":
            shown[seat] = more
        elif line.kind == "claim_shown":
            hand, best = (words.say("True"), True) if facts["true"] else (words.say("A lie"), False)
            shown[seat] = replace(more, hand=hand, best=best)
    if seat not in shown:
        return
    if line.kind == "best":
        shown[seat] = replace(one, best=True)
    elif line.kind == "bail":
        shown[seat] = replace(one, cost=words.say("Pays {bags}", bags=bags(facts["paid"], words)))


def _hand(ranks: str, crossing: bool, words: Words) -> str:
    """A hand's name for a stamp: without the cards that only decide between equals."""
    if crossing:
        return words.say("Double Cross")
    held = {rank: ranks.count(rank) for rank in ranks}
    if len(ranks) > 1 and held[ranks[0]] == 1:
        return capital(words.say("high card {rank}", rank=words.say(RANK[ranks[0]])))
    pairs = list(held.values()).count(2)
    named = [rank for place, rank in enumerate(held) if place == 0 or (pairs == 2 and held[rank] == 2)]
    return capital(hand_name("".join(rank * held[rank] for rank in named), words))
