"""OL-20 to OL-22: conditions and blocks, compiled, against the obvious evaluation of their plain data."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import doublecross
from doublecross.games.outlawed.conditions import atoms as atoms_of
from doublecross.games.outlawed.conditions import deciding
from doublecross.games.outlawed.deck_check import possible
from doublecross.games.outlawed.deck_files import deck_plain, house_deck
from doublecross.games.outlawed.deck_read import from_plain
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.judge import Verdict, enter_judge
from doublecross.games.outlawed.judging import SEEN_BITS
from doublecross.games.outlawed.marks import placed, seats_of, slots_of
from doublecross.games.outlawed.options import table_rules
from doublecross.games.outlawed.record import RULES, Kind
from doublecross.kernel.bits import NONE
from doublecross.kernel.log import EVENT
from doublecross.kernel.machine import records, scratch_log
from tests.outlawed import oracle
from tests.outlawed.build import A_LIE, TRUE_CLAIM, deck, outlaw
from tests.outlawed.oracle import IDS, Plays


class Bench:
    """The compiled judge over one deck and number of players, without the checks of deck files."""

    def __init__(self, plain: dict[str, Any], players: int) -> None:
        self.deck: Deck = from_plain(plain, "test")
        self.rules = records(RULES)
        self.rules[:] = table_rules(self.deck, players)
        self.log = scratch_log()

    def apprehended(self, plays: Plays) -> list[bool]:
        lineups = [NONE, NONE]
        for seat, play in enumerate(plays):
            for which in (0, 1):
                lineups[which] |= placed(self.deck.index(play[which]), seat)
        seats = seats_of(enter_judge(self.rules, self.log, *lineups))
        return [seat in seats for seat in range(len(plays))]

    def events(self) -> list[Any]:
        raw = self.log["events"][0].view("u1").reshape(-1)[: int(self.log["count"][0]) * EVENT.itemsize]
        return list(raw.view(EVENT))


def one_condition(condition: dict[str, Any]) -> dict[str, Any]:
    return deck(*(outlaw(name, condition) for name in IDS))


def plays_of(players: int) -> st.SearchStrategy[Plays]:
    return st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(IDS)), min_size=players, max_size=players)


@given(oracle.conditions(), st.integers(2, 5).flatmap(plays_of))
def test_ol_21_compiled_conditions_say_what_their_data_says(condition: dict[str, Any], plays: Plays) -> None:
    bench = Bench(one_condition(condition), len(plays))
    assert bench.apprehended(plays) == [oracle.holds(condition, seat, plays) for seat in range(len(plays))]


@given(oracle.conditions(), st.integers(2, 5).flatmap(plays_of))
def test_ol_23_the_facts_named_decide_the_condition(condition: dict[str, Any], plays: Plays) -> None:
    bench = Bench(one_condition(condition), len(plays))
    found = bench.apprehended(plays)
    listed = list(atoms_of(bench.deck.outlaws[0].condition))
    for raw in bench.events():
        assert raw["kind"] == Kind.JUDGED
        seen = {number: bool(raw["b"] >> SEEN_BITS + number & 1) for number in range(SEEN_BITS) if raw["b"] >> number & 1}
        value, why = deciding(bench.deck.outlaws[0].condition, seen)
        assert value == found[raw["seat"]]
        # Whatever the other atoms were, with these the condition comes out the same.
        others = [number for number in range(len(listed)) if number not in why]
        for values in itertools.islice(itertools.product((False, True), repeat=len(others)), 64):
            whole = dict(zip(others, values, strict=True)) | {number: seen[number] for number in why}
            assert deciding(bench.deck.outlaws[0].condition, whole)[0] == value


@given(
    st.lists(st.tuples(oracle.atoms(), st.one_of(st.none(), oracle.blocks())), min_size=6, max_size=6), st.integers(2, 5).flatmap(plays_of)
)
def test_ol_22_blocks_and_conditions_together(outlaws: list[tuple[dict[str, Any], list[dict[str, Any]] | None]], plays: Plays) -> None:
    plain = deck(
        *(outlaw(name, condition, **({"blocks": blocks} if blocks else {})) for name, (condition, blocks) in zip(IDS, outlaws, strict=True))
    )
    bench = Bench(plain, len(plays))
    apprehended, back = oracle.judged(plain, plays)
    assert bench.apprehended(plays) == apprehended
    assert sorted({int(raw["seat"]) for raw in bench.events() if raw["kind"] == Kind.SENT_BACK}) == back


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_house_set_against_the_obvious_evaluation(players: int) -> None:
    plain, rng = deck_plain(house_deck()), random.Random(players)
    bench, ids = Bench(plain, players), [each.id for each in house_deck().outlaws]
    every = oracle.rounds(ids, 2) if players == 2 else ([(rng.choice(ids), rng.choice(ids)) for _ in range(players)] for _ in range(3000))
    for plays in every:
        assert bench.apprehended(plays) == oracle.judged(plain, plays)[0]


def apprehended(condition: dict[str, Any], plays: Plays) -> bool:
    """Whether seat 0 is apprehended."""
    return Bench(one_condition(condition), len(plays)).apprehended(plays)[0]


LIE, TRUTH = ("a", "b"), ("a", "a")


@pytest.mark.parametrize(
    ("condition", "plays", "expected"),
    [
        ({"who": "rivals", "claim": "lie"}, [LIE, TRUTH], False),  # one's own lie is no rival's
        ({"who": "rivals", "claim": "lie"}, [TRUTH, LIE], True),
        ({"who": "rivals", "claim": "true"}, [TRUTH, LIE, LIE], False),
        ({"who": "rivals", "claim": "true"}, [LIE, LIE, TRUTH], True),  # "a rival" is at least one
        ({"who": "rivals", "claim": "true"}, [LIE, TRUTH, TRUTH], True),
        ({"who": "players", "claim": "lie", "at_least": "all"}, [TRUTH, LIE, LIE], False),  # "every claim" includes your own
        ({"who": "players", "claim": "lie", "at_least": "all"}, [LIE, LIE, LIE], True),
        (TRUE_CLAIM, [TRUTH, LIE], True),
        (TRUE_CLAIM, [LIE, TRUTH], False),
        ({"who": "rivals", "played": "my_claim"}, [("a", "b"), ("b", "c")], True),
        ({"who": "rivals", "played": "my_claim"}, [("a", "a"), ("b", "a")], False),  # your own play is no rival's
        ({"not": {"who": "rivals", "played": "my_outlaw"}}, [("a", "b"), ("b", "a")], True),
        ({"not": {"who": "rivals", "played": "my_outlaw"}}, [("a", "b"), ("c", "a"), ("a", "c")], False),
        ({"same": "played"}, [("a", "b"), ("a", "c"), ("d", "e")], True),  # your own play counts
        ({"same": "played"}, [("a", "b"), ("c", "c"), ("c", "e")], True),  # and so does any other pair
        ({"same": "played"}, [("a", "b"), ("b", "a"), ("c", "a")], False),
        ({"same": "played", "at_least": 3}, [("a", "b"), ("a", "a"), ("b", "a"), ("b", "b")], False),
        ({"same": "claimed"}, [("a", "b"), ("b", "a"), ("c", "a")], True),
    ],
)
def test_ol_20_what_the_words_of_conditions_mean(condition: dict[str, Any], plays: Plays, expected: bool) -> None:
    assert apprehended(condition, plays) is expected


@pytest.mark.parametrize(("rivals", "needed"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_ol_20_half_rounds_up(rivals: int, needed: int) -> None:
    for truths in range(rivals + 1):
        plays = [LIE] + [TRUTH] * truths + [LIE] * (rivals - truths)
        assert apprehended({"who": "rivals", "claim": "true", "at_least": "half"}, plays) is (truths >= needed)


def test_ol_21_exactly_counts_exactly() -> None:
    for lies in range(6):
        plays = [LIE] * lies + [TRUTH] * (5 - lies)
        assert apprehended({"who": "players", "claim": "lie", "exactly": 1}, plays) is (lies == 1)
        assert apprehended({"who": "players", "claim": "lie", "exactly": 0}, plays) is (lies == 0)


def judge(*plays: str) -> Verdict:
    pairs = [play.split(":") for play in plays]
    return doublecross.judge_outlawed([(played, claimed) for played, claimed in pairs])


def test_ol_22_duke_sends_every_lionel_back_even_one_claimed_truly() -> None:
    verdict = judge("lionel:lionel", "lionel:croc", "duke:croc")
    assert verdict.sent_back == [0, 1]
    assert verdict.apprehended[:2] == [False, False]


def test_ol_22_a_block_works_whether_its_outlaw_is_apprehended_or_not() -> None:
    for claim, caught in (("duke", False), ("croc", True)):
        verdict = judge("lionel:lionel", f"duke:{claim}", "pandito:croc", "jill:jill")
        assert verdict.apprehended[1] is caught
        assert verdict.sent_back == [0]


def test_ol_22_a_blocked_outlaw_still_blocks() -> None:
    verdict = judge("jill:jill", "ray:ray", "bess:bess")  # bess sends ray back, ray sends jill back all the same
    assert verdict.sent_back == [0, 1]


@pytest.mark.parametrize(("liars", "back"), [("rivals", [1]), ("players", [0, 1])])
def test_ol_22_blocks_on_liars_hit_rivals_unless_the_file_says_players(liars: str, back: list[int]) -> None:
    plain = deck(outlaw("croc", A_LIE, blocks=[{"liars": liars}]), outlaw("b", TRUE_CLAIM), outlaw("c", TRUE_CLAIM))
    verdict = doublecross.judge_outlawed([("croc", "b"), ("b", "c"), ("c", "c")], plain)
    assert verdict.sent_back == back
    assert verdict.apprehended == [liars == "rivals", False, True]


def test_ol_22_two_blockers_of_lying_rivals_hit_each_other() -> None:
    plain = deck(outlaw("croc", A_LIE, blocks=[{"liars": "rivals"}]), outlaw("b", TRUE_CLAIM), outlaw("c", TRUE_CLAIM))
    assert doublecross.judge_outlawed([("croc", "b"), ("croc", "c"), ("c", "c")], plain).sent_back == [0, 1]


def test_ol_22_an_outlaw_that_sends_its_own_kind_back() -> None:
    plain = deck(outlaw("a", A_LIE, blocks=[{"outlaws": ["a"]}]), outlaw("b", TRUE_CLAIM), outlaw("c", TRUE_CLAIM))
    assert doublecross.judge_outlawed([("a", "b"), ("b", "b")], plain).apprehended == [False, True]


@given(oracle.conditions(IDS[:3]), st.integers(2, 3), st.integers(3, 4))
def test_what_a_condition_can_come_to_is_found_exactly(condition: dict[str, Any], players: int, outlaws: int) -> None:
    ids = IDS[: outlaws if players == 2 else 3]
    plain = deck(*(outlaw(name, condition) for name in ids))
    first = from_plain(plain, "test").outlaws[0]
    truths = {oracle.holds(condition, 0, plays) for plays in oracle.rounds(ids, players) if plays[0][0] == first.id}
    assert possible(first, ids, players) == truths


def test_lineups_read_back() -> None:
    assert slots_of(int(placed(0, 0) | placed(15, 4)), 5) == [0, None, None, None, 15]
