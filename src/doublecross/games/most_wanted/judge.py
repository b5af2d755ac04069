"""The judge of a contest on a real table: which hand wins, and why (MW-20 to MW-32, MW-40, MW-70 to MW-73).

The hands go into a record and are compared by the very functions that compare them in a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from doublecross.games.most_wanted.cards import RANKS, SUITS, cards_in, multiset
from doublecross.games.most_wanted.contests import choose_sheriff_hand
from doublecross.games.most_wanted.facts import hand_ranks
from doublecross.games.most_wanted.hands import CATEGORIES, DOUBLE_CROSS, best_places, hand_key, is_double_cross
from doublecross.games.most_wanted.record import SEATS, SHERIFF, STATE
from doublecross.kernel.bits import bit, has
from doublecross.kernel.errors import BadInput
from doublecross.kernel.machine import records
from doublecross.kernel.phrases import Phrase

Contestant = int | Literal["sheriff"]
"""Whose hand: an index into the hands given, or the Sheriff's."""

MOST_CARDS = 4
COPIES = 8
"""So many cards of each rank are in the deck (MW-01)."""


class JudgedHand(msgspec.Struct, frozen=True):
    """One hand of a contest.

    Attributes:
        cards: its ranks from high to low.
        category: its category in this contest; a Double Cross is one only because of another hand.
        compared: the same ranks in the order in which hands are compared: those held most often first (MW-21).
    """

    cards: str
    category: str
    compared: str


class Judgement(msgspec.Struct, frozen=True):
    """What `judge_most_wanted` finds.

    Attributes:
        hands: the hands in the order given.
        sheriff: the hand the Sheriff plays, or None without him.
        winners: whose hands are best, the Sheriff last; more than one means a tie-break.
        double_cross: whose hands are a Double Cross, the Sheriff last.
    """

    hands: list[JudgedHand]
    sheriff: JudgedHand | None
    winners: list[Contestant]
    double_cross: list[Contestant]


def judge_most_wanted(hands: Sequence[str], sheriff: str | None = None) -> Judgement:
    """Judge one contest of Most Wanted.

    Args:
        hands: the ranks of each hand, in any order: ``"AA"``, ``"KQ8T"`` (T is ten).
        sheriff: the ranks of all the cards the Sheriff drew; he plays the best ordinary hand in them (MW-70).

    Raises:
        BadInput: if this cannot lie on a table: an unknown rank, unequal or impossible sizes, too many hands, more than eight of a rank.

    >>> judge_most_wanted(["AA", "66", "KK"]).winners
    [1]
    >>> judge_most_wanted(["777", "AAK"], sheriff="A8877T").sheriff.cards
    'A88'
    """
    size = _check_hands(hands, sheriff)
    _check_copies([*hands, sheriff or ""])
    state = records(STATE)[0]
    places = bit(0) & ~bit(0)
    for place, hand in enumerate(hands):
        state["table1"][place], state["table2"][place] = _masks(hand)
        places |= bit(place)
    if sheriff is not None:
        state["sheriff1"], state["sheriff2"] = _masks(sheriff)
        choose_sheriff_hand(state, size)
        places |= bit(SHERIFF)
    best = best_places(state, places)
    everyone = [place for place in range(SHERIFF + 1) if has(places, place)]
    judged = {place: _judge_hand(state, places, place) for place in everyone}
    crossed = [place for place in everyone if judged[place].category == CATEGORIES[DOUBLE_CROSS]]
    return Judgement(
        hands=[judged[place] for place in range(len(hands))],
        sheriff=judged.get(SHERIFF),
        winners=[_contestant(place) for place in everyone if has(best, place)],
        double_cross=[_contestant(place) for place in crossed],
    )


def _contestant(place: int) -> Contestant:
    return "sheriff" if place == SHERIFF else place


def _judge_hand(state: Any, places: Any, place: int) -> JudgedHand:
    once, twice = state["table1"][place], state["table2"][place]
    ranks = [RANKS[kind // len(SUITS)] for kind in cards_in(once, twice)]
    key = int(hand_key(once, twice))
    category = DOUBLE_CROSS if is_double_cross(state, places, place) else key >> 16
    return JudgedHand(cards="".join(reversed(ranks)), category=CATEGORIES[category], compared=hand_ranks(key, len(ranks)))


def _masks(ranks: str) -> tuple[int, int]:
    """Cards of these ranks. Which suits they have never matters: each rank takes all suits once before any twice."""
    counts = Counter(RANKS.index(rank) for rank in ranks)
    return multiset(rank * len(SUITS) + copy % len(SUITS) for rank, count in counts.items() for copy in range(count))


def _check_hands(hands: Sequence[str], sheriff: str | None) -> int:
    """Refuse what is no contest; returns the size of the hands."""
    where = Phrase("hands")
    least, most = (2, SEATS) if sheriff is None else (1, 2)
    if isinstance(hands, str) or not all(isinstance(hand, str) for hand in hands):
        raise BadInput(where, repr(hands), Phrase("a list of texts, one for each hand"))
    if not least <= len(hands) <= most:
        allowed = Phrase("{least} or {most} hands with the Sheriff", least=1, most=2)
        if sheriff is None:
            allowed = Phrase("{least} to {most} hands without the Sheriff", least=least, most=most)
        raise BadInput(where, Phrase("number {number}", number=len(hands)), allowed)
    for index, hand in enumerate(hands):
        _check_ranks(Phrase("hand {index}", index=index), hand)
    for index, hand in enumerate(hands):
        if not 1 <= len(hand) <= MOST_CARDS:
            raise BadInput(Phrase("hand {index}", index=index), repr(hand), Phrase("{least} to {most} ranks", least=1, most=MOST_CARDS))
        if len(hand) != len(hands[0]):
            allowed = Phrase("as many ranks as the first hand has: {size}", size=len(hands[0]))
            raise BadInput(Phrase("hand {index}", index=index), repr(hand), allowed)
    if sheriff is not None:
        _check_sheriff(sheriff, len(hands[0]))
    return len(hands[0])


def _check_sheriff(drawn: str, size: int) -> None:
    where = Phrase("Sheriff")
    if not isinstance(drawn, str):
        raise BadInput(where, repr(drawn), Phrase("the ranks of the cards drawn, as a text"))
    _check_ranks(where, drawn)
    if size == 1:
        raise BadInput(where, repr(drawn), Phrase("no Sheriff with hands of one card: no robbery is that small"))
    if len(drawn) != 2 * size:
        raise BadInput(where, repr(drawn), Phrase("{number} ranks, twice the size of a hand", number=2 * size))


def _check_ranks(where: str, ranks: str) -> None:
    for rank in ranks:
        if rank not in RANKS:
            raise BadInput(where, repr(rank), Phrase("ranks out of {ranks} (T is ten)", ranks=RANKS))


def _check_copies(all_ranks: list[str]) -> None:
    for rank, count in Counter("".join(all_ranks)).items():
        if count > COPIES:
            found = Phrase("{count} cards of rank {rank}", count=count, rank=rank)
            raise BadInput(Phrase("contest"), found, Phrase("at most {most} of a rank", most=COPIES))
