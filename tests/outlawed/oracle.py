"""The rules of conditions and blocks once more, the slow and obvious way, from the plain data of a deck; no code is shared."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

Plays = Sequence[tuple[str, str]]
IDS = ("a", "b", "c", "d", "e", "f")


def holds(condition: dict[str, Any], me: int, plays: Plays) -> bool:
    """Whether a condition is true for a seat."""
    if "not" in condition:
        return not holds(condition["not"], me, plays)
    if "all" in condition:
        return all(holds(part, me, plays) for part in condition["all"])
    if "any" in condition:
        return any(holds(part, me, plays) for part in condition["any"])
    if "same" in condition:
        column = {"played": 0, "claimed": 1}[condition["same"]]
        return max(Counter(play[column] for play in plays).values()) >= condition.get("at_least", 2)
    seats = [me]
    if condition["who"] != "me":
        seats = [seat for seat in range(len(plays)) if seat != me or condition["who"] == "players"]
    count = sum(_fits(condition, plays[seat], plays[me]) for seat in seats)
    if "exactly" in condition:
        return bool(count == condition["exactly"])
    number = condition.get("at_least", 1)
    if number == "half":
        return 2 * count >= len(seats)
    return bool(count >= (len(seats) if number == "all" else number))


def _fits(condition: dict[str, Any], play: tuple[str, str], mine: tuple[str, str]) -> bool:
    if "claim" in condition:
        return (play[0] == play[1]) == (condition["claim"] == "true")
    column = 0 if "played" in condition else 1
    wanted = condition["played"] if column == 0 else condition["claimed"]
    return play[column] == {"my_outlaw": mine[0], "my_claim": mine[1]}.get(wanted, wanted)


def sent_back(deck: dict[str, Any], me: int, plays: Plays) -> bool:
    """Whether a seat's outlaw is sent back."""
    outlaws = {each["id"]: each for each in deck["outlaw"]}
    for seat, (played, _) in enumerate(plays):
        for block in outlaws[played].get("blocks", []):
            if plays[me][0] in block.get("outlaws", []):
                return True
            liar = plays[me][0] != plays[me][1]
            if liar and (block.get("liars") == "players" or (block.get("liars") == "rivals" and seat != me)):
                return True
    return False


def judged(deck: dict[str, Any], plays: Plays) -> tuple[list[bool], list[int]]:
    """Who is apprehended, and whose outlaw is sent back."""
    conditions = {each["id"]: each["condition"] for each in deck["outlaw"]}
    back = [seat for seat in range(len(plays)) if sent_back(deck, seat, plays)]
    return [seat not in back and holds(conditions[plays[seat][0]], seat, plays) for seat in range(len(plays))], back


def rounds(ids: Sequence[str], players: int) -> Iterator[Plays]:
    """Every round."""
    return itertools.product(itertools.product(ids, ids), repeat=players)


def _with_number(who: str, fact: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    if who == "me":
        return st.just({"who": who} | fact)
    most = 4 if who == "rivals" else 5
    numbers = st.one_of(
        st.just({}),
        st.sampled_from([*range(1, most + 1), "half", "all"]).map(lambda number: {"at_least": number}),
        st.integers(0, most).map(lambda number: {"exactly": number}),
    )
    return numbers.map(lambda number: {"who": who} | fact | number)


def _facts(who: str, ids: Sequence[str]) -> list[dict[str, Any]]:
    subjects = [*ids, "my_outlaw", "my_claim"] if who == "rivals" else list(ids)
    facts = [{"claim": "true"}, {"claim": "lie"}, *({"claimed": each} for each in subjects)]
    return facts + ([{"played": each} for each in subjects] if who != "me" else [])


def atoms(ids: Sequence[str] = IDS) -> st.SearchStrategy[dict[str, Any]]:
    """Any comparison of the vocabulary."""
    same = st.builds(lambda what, number: {"same": what, "at_least": number}, st.sampled_from(["played", "claimed"]), st.integers(2, 5))
    groups = st.sampled_from(["me", "rivals", "players"])
    counted = groups.flatmap(lambda who: st.sampled_from(_facts(who, ids)).flatmap(lambda fact: _with_number(who, fact)))
    return st.one_of(counted, counted, counted, same)


def conditions(ids: Sequence[str] = IDS) -> st.SearchStrategy[dict[str, Any]]:
    """Any condition of up to twelve comparisons."""
    return st.recursive(
        atoms(ids),
        lambda inner: st.one_of(
            inner.map(lambda part: {"not": part}),
            st.tuples(st.sampled_from(["all", "any"]), st.lists(inner, min_size=2, max_size=3)).map(lambda pair: {pair[0]: pair[1]}),
        ),
        max_leaves=6,
    ).filter(lambda condition: _depth(condition) <= 6)


def _depth(condition: dict[str, Any]) -> int:
    for name in ("not", "all", "any"):
        if name in condition:
            parts = [condition[name]] if name == "not" else condition[name]
            return 1 + max(_depth(part) for part in parts)
    return 0


def blocks(ids: Sequence[str] = IDS) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Any blocks."""
    named = st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True).map(lambda some: {"outlaws": some})
    return st.lists(st.one_of(named, st.sampled_from([{"liars": "rivals"}, {"liars": "players"}])), min_size=1, max_size=2)
