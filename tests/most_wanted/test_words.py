"""Every event, choice, view and rule of Most Wanted has its sentences, in every language and from every point of view."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.games.most_wanted import GAME
from doublecross.games.most_wanted.cards import RANKS, multiset
from doublecross.games.most_wanted.facts import hand_ranks, read_event
from doublecross.games.most_wanted.hands import hand_key
from doublecross.games.most_wanted.record import FIGHT, LABOR, PASS, PONY, Kind
from doublecross.games.most_wanted.tokens import action_text, ranks_in_order
from doublecross.games.most_wanted.verify import Refusal
from doublecross.games.most_wanted.words_names import card_name, hand_name, made_hand
from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event
from doublecross.kernel.log import EVENT, EVERYONE, SEALED
from doublecross.kernel.position import Position
from doublecross.kernel.words import LANGUAGES, words

NAMES = ["Ana", "Bo", "Cleo", "Dag", "Eva", "Fin", "Gus", "Hal"]
LANGUAGE = GAME.language
ENGLISH = words("en")
RULE_NUMBERS = [
    f"MW-{number:02}"
    for first, last in ((1, 15), (20, 22), (30, 32), (40, 42), (50, 53), (55, 58), (60, 68), (70, 74), (80, 80))
    for number in range(first, last + 1)
]
SIDES = ({}, {"church": "saloon", "labor": "dishonest", "duel": "shootout"})

Numbers = dict[str, int]
SEALED_TO_1 = SEALED | 1 << 1
CARDS: Numbers = {"once": 0b1_0001, "twice": 0b1}  # 6s 6s 7s
SAMPLES: dict[Kind, list[Numbers]] = {
    Kind.CHOSE: [{"a": 55, "b": 1}, {"a": 56, "b": 1}, {"a": 55, "b": 3}, {"a": 56, "b": 3}],
    Kind.DEAL: [{"b": 3, "c": 5, **CARDS}],
    Kind.FIRST: [{"a": why} for why in range(3)],
    Kind.TURN: [{"a": 7}],
    Kind.PASS: [{"a": 0}, {"a": 1}],
    Kind.DECLARE: [*({"a": PONY + robbery, "b": 2} for robbery in range(3)), {"a": FIGHT, "b": 2, "c": 0b101}],
    Kind.SHERIFF_DRAWS: [{"b": 4, "c": 4}, {"b": 1, "c": 4}],
    Kind.JOINED: [{"a": 0b101, "b": 0b101}, {"a": 0, "b": 0b101}, {"a": 0, "b": 0}],
    Kind.PLACED: [{"b": 3, **CARDS}],
    Kind.REVEAL: [{"a": 0x10001, "b": 3, "c": crossing, **CARDS} for crossing in range(3)],
    Kind.SHERIFF_REVEAL: [{"a": 0x10001, "b": 3, "c": crossing, "seat": -1, **CARDS} for crossing in range(3)],
    Kind.SHERIFF_SPARES: [{"b": 3, **CARDS}],
    Kind.TIE: [{"a": 0b1_0000_0011, "b": 1}],
    Kind.TIE_DRAW: [{"once": 1}, {"once": 1, "seat": -1}],
    Kind.DROPPED: [{}, {"seat": -1}],
    Kind.BEST: [
        {"a": why, "b": rounds, "c": key, "seat": seat, "once": 1 << 4}
        for why, key in ((0, 0), (1, -1), (2, -1), (3, -1))
        for rounds in (0, 2)
        for seat in (1, -1)
        if why or rounds
    ],
    Kind.POINTS: [{"a": 2}],
    Kind.MOVE: [{"a": 0, "b": 2}],
    Kind.BAIL: [{"a": 2, "b": 2}, {"a": 2, "b": 1}],
    Kind.BACK: [{"a": 1, "b": 0, "c": 1}],
    Kind.PAY: [{"a": 1, "b": 1}, {"a": 1, "b": 0}],
    Kind.DISCARD: [{"b": 3, **CARDS}, {"b": 0}],
    Kind.DRAW: [{"b": 3, "c": 3, **CARDS}, {"b": 0, "c": 2}],
    Kind.SHUFFLE: [{"a": 40, "b": 1}],
    Kind.FLIP: [{"a": PONY, "b": 3}],
    Kind.LABOR: [{"a": 6, "b": 3, **CARDS}],
    Kind.CLAIM: [{"a": 6, "b": 3}],
    Kind.CLAIM_SHOWN: [{"a": true, "b": 3, **CARDS} for true in (0, 1)],
    Kind.CHALLENGED: [{"a": 0b101}, {"a": 0}],
    Kind.BAGS: [{"a": 6, "b": 0}, {"a": 6, "b": 1}],
    Kind.REMAINDER: [{"a": 1}],
    Kind.LOSES_TURN: [{}],
    Kind.OVER: [{"a": 0b10, "b": 0}, {"a": 0b11, "b": 1}],
    Kind.SHERIFF_STOPS: [{"a": PONY}],
    Kind.SHERIFF_OUT: [{}],
    Kind.OPENING: [{}],
    Kind.HAND: [{"b": 3, **CARDS}, {"b": 0}],
}
KNOWS = {Kind.CHOSE: SEALED_TO_1, Kind.PLACED: SEALED_TO_1, Kind.DEAL: 1 << 1, Kind.DRAW: 1 << 1}
NOBODYS = {Kind.SHERIFF_DRAWS, Kind.SHERIFF_SPARES, Kind.JOINED, Kind.TIE, Kind.SHUFFLE, Kind.FLIP, Kind.CHALLENGED, Kind.REMAINDER}
NOBODYS |= {Kind.OVER, Kind.SHERIFF_STOPS, Kind.SHERIFF_OUT, Kind.OPENING}


def raw_event(kind: Kind, numbers: Numbers) -> Any:
    record = np.zeros(1, dtype=EVENT)
    record["kind"], record["seat"], record["knows"] = kind, -1 if kind in NOBODYS else 1, KNOWS.get(kind, EVERYONE)
    for column, value in numbers.items():
        record[column] = value
    return record[0]


def told(kind: Kind, numbers: Numbers, viewer: int, language: str, rules: Any) -> str | None:
    """The event in words; None where the viewer may not know of it."""
    event = read_event(raw_event(kind, numbers), rules, viewer)
    return None if event is None else LANGUAGE.tell(event, rules, NAMES, viewer, words(language))


def whole(text: str) -> bool:
    """Whether a text is made of whole sentences with all places filled."""
    return bool(re.fullmatch(r"[¿¡A-Z0-9ÁÉÍÓÚ].*[.!?]", text)) and "{" not in text and "None" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", list(Kind))
def test_every_event_is_told_in_whole_sentences(kind: Kind, language: str) -> None:
    for sides in SIDES:
        rules = doublecross.new("most-wanted", players=3, seed=1, **sides).rules
        for numbers in SAMPLES[kind]:
            public = KNOWS.get(kind, EVERYONE) & SEALED == 0
            for viewer in (0, 1, SPECTATOR, EVERYTHING):
                text = told(kind, numbers, viewer, language, rules)
                assert (text is not None) == (public or viewer in (1, EVERYTHING))
                assert text is None or whole(text)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in NOBODYS])
def test_the_seat_concerned_is_addressed_and_the_others_hear_its_name(kind: Kind) -> None:
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    for numbers in SAMPLES[kind]:
        if numbers.get("seat") == -1:
            continue
        own, full = (told(kind, numbers, viewer, "en", rules) for viewer in (1, EVERYTHING))
        assert own is not None
        assert full is not None
        assert re.search(r"\b[Yy]ou", own)
        assert "Bo" not in own
        assert "Bo" in full
        assert not re.search(r"\b[Yy]ou", full)


@pytest.mark.parametrize(
    ("winner", "following", "rounds", "text"),
    [
        ("Qw Kh", 0x00065, 0, "Ana wins the contest. Best hand: high card king, with a queen. Next best: high card queen, with a jack. "),
        ("6s 6h", 0x10008, 0, "Double Cross: all sixes beat all aces."),
        (
            "9s",
            0x00002,
            2,
            "Ana wins round 2 of the tie-break. Best hand: a nine. Next best: an eight. The higher rank decides: nine against eight.",
        ),
    ],
)
def test_why_a_contest_was_won(winner: str, following: int, rounds: int, text: str) -> None:
    """The category, the deciding rank, the Double Cross, the round of the tie-break (MW-20, MW-21, MW-30, MW-40)."""
    kinds = [RANKS.index(card[0]) * 4 + "shcw".index(card[1]) for card in winner.split()]
    once, twice = multiset(kinds)
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    said = told(Kind.BEST, {"seat": 0, "c": following, "b": rounds, "once": once, "twice": twice}, SPECTATOR, "en", rules)
    assert said is not None
    assert text in said


def test_the_kicker_that_decides_is_named() -> None:
    """MW-21."""
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    once, twice = multiset([24, 25, 12])  # Qs Qh 9s
    key = int(hand_key(*(np.uint64(mask) for mask in multiset([26, 27, 8]))))  # Qc Qw 8s
    said = told(Kind.BEST, {"seat": 1, "c": key, "once": once, "twice": twice}, 1, "en", rules)
    assert said == (
        "You win the contest. Best hand: pair of queens, with a nine. Next best: pair of queens, with an eight. "
        "The higher rank decides: nine against eight."
    )


def test_a_double_cross_tells_what_falls_to_it() -> None:
    """MW-30."""
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    aces, _ = multiset([32, 33])
    said = told(Kind.REVEAL, {"a": 0x10008, "b": 2, "c": 2, "once": aces}, 0, "en", rules)
    assert said == "Bo reveals As Ah: pair of aces. All aces: the Double Cross beats this."


def random_views(players: int, options: dict[str, Any], seed: int, steps: int) -> Iterator[tuple[Position, int, Any]]:
    rng = np.random.default_rng(seed)
    position = doublecross.new("most-wanted", players=players, seed=seed, **options)
    for _ in range(steps):
        if position.is_over:
            return
        seat = int(rng.choice(sorted(position.to_act)))
        yield position, seat, position.view(seat)
        position.apply(seat, int(rng.choice(position.legal(seat))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("players", [2, 4])
def test_choices_prompts_and_views_are_said(players: int, sides: dict[str, Any], language: str) -> None:
    speaker = words(language)
    for position, seat, view in random_views(players, {**sides, "first_player": "duel"}, 5, 60):
        prompt = LANGUAGE.prompt(view, position.rules, NAMES, speaker)
        assert prompt[-1] in ".?"
        assert "{" not in prompt
        described = [LANGUAGE.describe(action, view, position.rules, NAMES, speaker) for action in view.legal]
        assert all(whole(text) for text in described)
        assert len(set(described)) == len(described)
        other = position.view((seat + 1) % players)
        for seen in (view, other, position.view(SPECTATOR)):
            shown = LANGUAGE.show(seen, position.rules, NAMES, speaker)
            assert "{" not in shown
            assert all(name in shown for name in NAMES[:players])
        assert LANGUAGE.prompt(position.view(SPECTATOR), position.rules, NAMES, speaker)


def test_every_action_is_described() -> None:
    described: set[int] = {PASS}
    variants: tuple[tuple[int, dict[str, Any]], ...] = ((8, {"duel": "shootout", "shootout_sizes": "1234"}), (8, {"labor": "dishonest"}))
    for players, options in variants:
        for position, _, view in random_views(players, options, 2, 500):
            described |= set(view.legal)
            last = position, view
    assert described == set(range(GAME.actions))
    position, view = last
    assert LANGUAGE.describe(PASS, view, position.rules, NAMES, ENGLISH) == "Pass, as no action is possible."


def test_a_robbery_is_described_with_what_it_gives_and_risks() -> None:
    position = doublecross.new("most-wanted", players=2, seed=1, first_player=0)
    said = position.describe(0, PONY, names=NAMES)
    assert said == (
        "Pony Express: rob with 2 cards, the best hand scores 2 points. The Sheriff draws 4 cards. Who can join: Bo. "
        "If you lose, you pay no Bail."
    )
    assert "Trabajo honrado" in position.describe(0, LABOR, lang="es")


def test_nothing_is_told_twice_of_a_turns_choice() -> None:
    event = Event("chose", 0, {"action": "pony", "phase": "turn"})
    rules = doublecross.new("most-wanted", players=3, seed=1).rules
    assert LANGUAGE.tell(event, rules, NAMES, 0, ENGLISH) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told(language: str) -> None:
    lines = LANGUAGE.rules_text(words(language))
    assert [number for number, text in lines if text] == RULE_NUMBERS
    assert all(whole(re.sub(r" \([^()]*\)$", "", text)) for _, text in lines if text)


def test_rules_say_what_is_a_ruling_of_the_house() -> None:
    rules = dict(LANGUAGE.rules_text(ENGLISH))
    assert "(house ruling)" in rules["MW-03"]
    assert "(known from public sources)" in rules["MW-03"]
    assert "(" not in rules["MW-12"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 5])
def test_help_has_its_topics(players: int, language: str) -> None:
    rules = doublecross.new("most-wanted", players=players, seed=1, track="112", goal=4, church="saloon").rules
    topics = LANGUAGE.help_topics(rules, words(language))
    assert len(topics) == (8 if players == 2 else 7)
    assert "1-2: 1, 3: 2" in topics[words(language).say("bail")]
    assert all(text and "{" not in text for text in topics.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_said(language: str) -> None:
    said = [words(language).say(reason.value) for reason in Refusal]
    assert all(whole(text) for text in said)
    assert len(set(said)) == len(said)


def test_cards_and_hands_in_words() -> None:
    assert card_name("Qw", ENGLISH) == "queen of wheels"
    assert card_name("Qw", words("es")) == "reina de ruedas"
    assert made_hand(["9c", "Qs", "Qh"], ENGLISH) == "pair of queens, with a nine"
    assert made_hand(["9c", "Qs", "Qh"], words("es")) == "pareja de reinas, con un nueve"
    assert hand_name("KK99", ENGLISH) == "two pair, kings and nines"
    assert hand_name("AAA6", ENGLISH) == "three aces, with a six"
    assert hand_name("6666", ENGLISH) == "four sixes"
    assert hand_name("AT97", ENGLISH) == "high card ace, with a ten, a nine and a seven"


def test_hands_are_named_as_the_rules_compare_them() -> None:
    """Every hand of 1 to 4 cards, by ranks: the key that decides contests and the words tell the same hand."""
    for size in range(1, 5):
        for ranks in itertools.combinations_with_replacement(range(len(RANKS)), size):
            kinds = [rank * 4 + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            once, twice = multiset(kinds)
            key = int(hand_key(np.uint64(once), np.uint64(twice)))
            assert hand_ranks(key, size) == ranks_in_order(RANKS[rank] for rank in ranks)


def test_action_tokens_of_the_sides() -> None:
    plain, turned = (doublecross.new("most-wanted", players=2, seed=1, **sides).rules for sides in SIDES)
    assert [action_text(plain, action) for action in range(40, 43)] == ["church", "labor", "duel"]
    assert [action_text(turned, action) for action in range(40, 43)] == ["saloon", "labor", "shootout"]
