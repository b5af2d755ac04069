"""Events of Most Wanted as one viewer may know them: each number of the raw record under its name, and nothing else."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from doublecross.games.most_wanted.cards import RANKS, card_text, cards_in
from doublecross.games.most_wanted.hands import FOUR, HIGH_CARD, PAIR, THREE, TWO_PAIR
from doublecross.games.most_wanted.record import SHERIFF, Kind
from doublecross.games.most_wanted.tokens import PHASES, action_text, category_text, tile_text
from doublecross.kernel.game import EVERYTHING, Event
from doublecross.kernel.log import EVENT, EVERYONE, SEALED

MOST_REMEMBERED = 8192
"""Sets of cards whose text is remembered."""
THE_SHERIFF = "sheriff"
Place = int | str
"""Who takes part in a contest: a seat, or "sheriff"."""

Facts = dict[str, Any]
Raw = Mapping[str, int]
"""A stored event as Python numbers, by the names of its columns."""
Reader = Callable[[Raw, Any], Facts]
"""(stored event, rules) -> facts from the public numbers of an event."""

PLAIN, CROSSES, FALLS = range(3)
"""What a revealed hand has to do with the Double Cross: nothing, it is one, it falls to one."""

_WHY: dict[Kind, tuple[str, ...]] = {
    Kind.FIRST: ("named", "drawn", "won_duel"),
    Kind.PASS: ("lost_turn", "nothing_possible"),
    Kind.BEST: ("best_hand", "no_contest", "others_cannot", "nearest"),
    Kind.BAGS: ("kept", "share"),
    Kind.OVER: ("goal", "turn_limit"),
}
_EQUAL_CARDS = {HIGH_CARD: (), PAIR: (2,), TWO_PAIR: (2, 2), THREE: (3,), FOUR: (4,)}
"""How often the first ranks of a hand key are held; the others once."""
_COLUMNS = EVENT.names or ()


def places(mask: int) -> list[Place]:
    """The members of a mask of places, the Sheriff last."""
    mask = int(mask)
    seats: list[Place] = [seat for seat in range(SHERIFF) if mask >> seat & 1]
    return [*seats, THE_SHERIFF] if mask >> SHERIFF & 1 else seats


def seats_in(mask: int) -> list[int]:
    """The seats in a mask of seats or places."""
    mask = int(mask)
    return [seat for seat in range(SHERIFF) if mask >> seat & 1]


def card_texts(once: int, twice: int) -> list[str]:
    """The cards of a multiset as text, low to high."""
    return list(_card_texts(int(once), int(twice)))


@functools.lru_cache(MOST_REMEMBERED)
def _card_texts(once: int, twice: int) -> tuple[str, ...]:
    return tuple(card_text(kind) for kind in cards_in(once, twice))


def hand_ranks(key: int, size: int) -> str:
    """The ranks of a hand of `size` cards with this key, in the order in which they compare (MW-21): ``QQ9``."""
    if not 1 <= size <= 4:  # only a log that came from outside can say so
        raise LookupError(size)
    counts = _EQUAL_CARDS[key >> 16]
    digits = len(counts) + size - sum(counts)
    ranks = [RANKS[key >> (4 * place) & 0xF] for place in reversed(range(digits))]
    return "".join(rank * count for rank, count in zip(ranks, [*counts, *[1] * digits], strict=False))


def _numbers(**columns: str) -> Reader:
    """Facts that are numbers of the record: name=column."""
    return lambda raw, rules: {name: raw[column] for name, column in columns.items()}


def _why(kind: Kind, column: str, **numbers: str) -> Reader:
    """A fact that says why, in a word, and others that are numbers."""
    return lambda raw, rules: {"why": _WHY[kind][raw[column]], **{name: raw[at] for name, at in numbers.items()}}


def _chose(raw: Raw, rules: Any) -> Facts:
    return {"action": action_text(rules, raw["a"]), "phase": PHASES[raw["b"]]}


def _declare(raw: Raw, rules: Any) -> Facts:
    return {"tile": tile_text(rules, raw["a"]), "count": raw["b"], "targets": seats_in(raw["c"])}


def _flip(raw: Raw, rules: Any) -> Facts:
    return {"tile": tile_text(rules, raw["a"]), "points": raw["b"]}


def _reveal(raw: Raw, rules: Any) -> Facts:
    key, crossing = raw["a"], raw["c"]
    return {
        "count": raw["b"],
        "category": "double_cross" if crossing == CROSSES else category_text(key),
        "ranks": hand_ranks(key, raw["b"]),
        "double_cross": crossing == CROSSES,
        "double_crossed": crossing == FALLS,
    }


def _best(raw: Raw, rules: Any) -> Facts:
    """The next best hand explains the win; it belongs to the public comparison, and its size is that of the winning one."""
    size, key = len(cards_in(raw["once"], raw["twice"])), raw["c"]
    return {
        "why": _WHY[Kind.BEST][raw["a"]],
        "rounds": raw["b"],
        "next_best": hand_ranks(key, size) if key >= 0 else None,
        "cards": card_texts(raw["once"], raw["twice"]),
    }


_READERS: dict[Kind, Reader] = {
    Kind.CHOSE: _chose,
    Kind.DEAL: _numbers(count="b", wanted="c"),
    Kind.FIRST: _why(Kind.FIRST, "a"),
    Kind.TURN: _numbers(number="a"),
    Kind.PASS: _why(Kind.PASS, "a"),
    Kind.DECLARE: _declare,
    Kind.SHERIFF_DRAWS: _numbers(count="b", wanted="c"),
    Kind.JOINED: lambda raw, rules: {"seats": seats_in(raw["a"]), "asked": seats_in(raw["b"])},
    Kind.PLACED: _numbers(count="b"),
    Kind.REVEAL: _reveal,
    Kind.SHERIFF_REVEAL: _reveal,
    Kind.SHERIFF_SPARES: _numbers(count="b"),
    Kind.TIE: lambda raw, rules: {"places": places(raw["a"]), "round": raw["b"]},
    Kind.TIE_DRAW: _numbers(),
    Kind.DROPPED: _numbers(),
    Kind.BEST: _best,
    Kind.POINTS: _numbers(points="a"),
    Kind.MOVE: _numbers(start="a", end="b"),
    Kind.BAIL: _numbers(due="a", paid="b"),
    Kind.BACK: _numbers(start="a", end="b", missing="c"),
    Kind.PAY: _numbers(due="a", paid="b"),
    Kind.DISCARD: _numbers(count="b"),
    Kind.DRAW: _numbers(count="b", wanted="c"),
    Kind.SHUFFLE: _numbers(count="a", number="b"),
    Kind.FLIP: _flip,
    Kind.LABOR: _numbers(bags="a", count="b"),
    Kind.CLAIM: _numbers(bags="a", count="b"),
    Kind.CLAIM_SHOWN: lambda raw, rules: {"true": bool(raw["a"]), "count": raw["b"]},
    Kind.CHALLENGED: lambda raw, rules: {"seats": seats_in(raw["a"])},
    Kind.BAGS: _why(Kind.BAGS, "b", bags="a"),
    Kind.REMAINDER: _numbers(bags="a"),
    Kind.LOSES_TURN: _numbers(),
    Kind.OVER: lambda raw, rules: {"winners": seats_in(raw["a"]), "why": _WHY[Kind.OVER][raw["b"]]},
    Kind.SHERIFF_STOPS: lambda raw, rules: {"tile": tile_text(rules, raw["a"])},
    Kind.SHERIFF_OUT: _numbers(),
    Kind.OPENING: _numbers(),
    Kind.HAND: _numbers(count="b"),
}

_WITH_CARDS = {
    Kind.DEAL,
    Kind.PLACED,
    Kind.REVEAL,
    Kind.SHERIFF_REVEAL,
    Kind.SHERIFF_SPARES,
    Kind.TIE_DRAW,
    Kind.DISCARD,
    Kind.DRAW,
    Kind.LABOR,
    Kind.CLAIM_SHOWN,
    Kind.HAND,
}
"""Events whose cards are the fact `cards`, for those who may know them."""


def knows_cards(raw: Raw, viewer: int) -> bool:
    """Whether a viewer is among those who may see the cards of an event (a spectator sees what is public)."""
    knows = raw["knows"]
    if viewer == EVERYTHING:
        return True
    return bool(knows >> viewer & 1) if viewer >= 0 else knows & EVERYONE == EVERYONE


def read_event(raw: Any, rules: Any, viewer: int) -> Event | None:
    """One event record (`doublecross.kernel.log.EVENT`) as a viewer may know it; None if it is sealed to that viewer."""
    numbers = dict(zip(_COLUMNS, raw.item(), strict=True))
    known = knows_cards(numbers, viewer)
    if numbers["knows"] & SEALED and not known:
        return None
    kind = Kind(numbers["kind"])
    facts = _READERS[kind](numbers, rules)
    if known and kind in _WITH_CARDS:
        facts["cards"] = card_texts(numbers["once"], numbers["twice"])
    return Event(kind.name.lower(), numbers["seat"] if numbers["seat"] >= 0 else None, facts)
