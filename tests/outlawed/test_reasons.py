"""OL-23: after each reveal, every player is told why; and the other sentences."""

from __future__ import annotations

import random

import pytest

import doublecross
from doublecross.games.outlawed.deck_files import house_deck
from doublecross.games.outlawed.deck_read import from_plain
from doublecross.games.outlawed.deck_words import blocks_words, condition_words
from doublecross.games.outlawed.language import OutlawedLanguage
from doublecross.games.outlawed.record import Kind
from doublecross.kernel.game import EVERYTHING, SPECTATOR
from doublecross.kernel.words import LANGUAGES, words
from tests.outlawed.build import TRUE_CLAIM, act, deck, of_kind, outlaw, play_round, start

ENGLISH = words("en")


def reasons(*plays: str) -> list[str]:
    pairs = [play.split(":") for play in plays]
    return doublecross.judge_outlawed([(played, claimed) for played, claimed in pairs], names=["Ana", "Ben", "Cleo", "Dan"]).reasons


def test_ol_23_each_reason_names_the_facts_that_decided() -> None:
    assert reasons("duke:pandito", "twins:twins", "jill:jill") == [
        "Dirty Duke (Ana) is apprehended: the claim was a lie and at least half of the rivals told the truth (Ben and Cleo).",
        "Vixen Twins (Ben) is not apprehended: fewer than two of the same outlaw were played.",
        "Jackalope Jill (Cleo) is apprehended: no rival played Jackalope Jill and no rival claimed Jackalope Jill.",
    ]
    assert reasons("hoot:jill", "jill:jill", "parson:lionel") == [
        "Judge Hoot (Ana) is apprehended: the claim was a lie and a rival played Jackalope Jill (Ben).",
        "Jackalope Jill (Ben) is not apprehended: a rival claimed Jackalope Jill (Ana).",
        "Parson Buzzard (Cleo) is not apprehended: not exactly one claim was a lie (Ana and Cleo).",
    ]


def test_ol_23_only_what_decided_is_named() -> None:
    # Bess told the truth while half lied: the second half of her condition is not mentioned.
    assert reasons("bess:bess", "jill:parson")[0] == (
        "Big Bess (Ana) is apprehended: the claim was true and at least half of the rivals lied (Ben)."
    )


def test_ol_23_a_block_is_named_with_those_who_played_it() -> None:
    assert reasons("lionel:lionel", "duke:duke", "duke:jill")[0] == (
        "Dirty Duke (Ben and Cleo) sends back Lionel Manesworth (Ana). "
        "Lionel Manesworth (Ana) was sent back and is not apprehended, whatever its condition says."
    )
    assert reasons("croc:lionel", "jill:jill")[0].startswith(
        "Croc Holliday (Ana) sends back Croc Holliday (Ana), because the claim was a lie. "
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ol_23_every_player_is_told_after_every_reveal(players: int) -> None:
    position, rng, told = start(players), random.Random(players), 0
    while not position.is_over:
        (seat,) = position.to_act
        events = position.apply(seat, rng.choice(position.legal(seat)))
        judged = of_kind(events, "judged")
        if of_kind(events, "revealed"):
            assert [event.seat for event in judged] == list(range(players))
            assert all(event.facts["why"] or event.facts["outcome"] == "sent_back" for event in judged)
            assert all(all(position.tell([event], viewer)) for event in judged for viewer in range(players))
            told += 1
    assert told == position.view().round


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_told_in_every_language(language: str) -> None:
    kinds = set()
    for seed in range(4):
        position = doublecross.new("outlawed", players=3 + seed % 3, seed=seed, beginner=True, casual=seed == 3)
        rng = random.Random(seed)
        while not position.is_over:
            (seat,) = position.to_act
            position.apply(seat, rng.choice(position.legal(seat)))
        names = ["Ana", "Ben", "Cleo", "Dan", "Eve"][: position.players]
        for viewer in (SPECTATOR, EVERYTHING, *range(position.players)):
            for event in position.events(viewer):
                sentence = position.tell([event], viewer, language, names)
                kinds.add(event.kind)
                claims = event.kind == "chose" and event.facts["action"] >= 16
                assert sentence == [] if claims else sentence[0].endswith((".", "?"))
                assert not any("{" in each for each in sentence)
    assert kinds >= {kind.name.lower() for kind in Kind} - {"tie"}


def test_sentences_are_told_from_the_viewer_s_seat() -> None:
    position = start(3, ["duke", "croc", "jill"])
    play_round(position, [("lionel", "croc"), ("jill", "jill"), ("croc", "croc")])
    names = ["Ana", "Ben", "Cleo"]
    mine, theirs = position.trace(0, names=names), position.trace(1, names=names)
    assert "You place Lionel Manesworth face down." in mine
    assert not any("places Lionel" in sentence for sentence in theirs)
    assert "You reveal Lionel Manesworth: your claim, Croc Holliday, was a lie." in mine
    assert "Ana reveals Lionel Manesworth: the claim, Croc Holliday, was a lie." in theirs
    assert "Croc Holliday (Cleo) sends back Lionel Manesworth (you), because the claim was a lie." in mine


def test_prompts_descriptions_and_the_view_in_text() -> None:
    position, language = start(3, ["duke", "croc", "jill"]), OutlawedLanguage()
    rules, names = position._rules[0], ["Ana", "Ben", "Cleo"]

    def prompt(viewer: int) -> str:
        return language.prompt(position.view(viewer), rules, names, ENGLISH)

    assert prompt(0) == "Which outlaw do you place face down?"
    assert prompt(1) == prompt(SPECTATOR) == "Waiting for Ana to place an outlaw and claim."
    croc = position.action_from_text("croc")
    assert position.describe(0, croc) == (
        "Place Croc Holliday face down: $100, apprehended if a rival lied, or a rival played Croc Holliday too; "
        "sends back the outlaw of every liar, its own player's too."
    )
    duke = position.describe(0, position.action_from_text("duke"))
    assert duke.endswith("told the truth; sends back Lionel Manesworth."), duke
    # The choices say what each outlaw of the hand is for; the page above them does not say it again.
    assert "Your hand:" not in language.show(position.view(0), rules, names, ENGLISH)
    assert "Your hand:" in language.show(position.view(1), rules, names, ENGLISH)
    act(position, "croc")
    assert prompt(0) == "You placed Croc Holliday. Which outlaw do you claim that it is?"
    assert prompt(1) == "Waiting for Ana to place an outlaw and claim."
    assert position.describe(0, position.action_from_text("as:croc")) == "Claim that it is Croc Holliday: the truth."
    assert position.describe(0, position.action_from_text("as:duke")) == "Claim that it is Dirty Duke: a lie."
    shown = language.show(position.view(0), rules, names, ENGLISH)
    assert "You placed face down: Croc Holliday." in shown
    assert "You lost at the start: Dirty Duke." in shown
    assert "Croc" not in language.show(position.view(1), rules, names, ENGLISH).split("Your hand:")[0].replace(
        "lost at the start: Croc", ""
    )


@pytest.mark.parametrize(
    ("outlaw_id", "said"),
    [
        ("lionel", "your own claim was true"),
        ("duke", "your own claim was a lie and at least half of the rivals told the truth"),
        ("stretch", "every claim was a lie"),
        ("twins", "two or more of the same outlaw were played"),
        ("pandito", "a rival told the truth"),
        ("croc", "a rival lied, or a rival played Croc Holliday too"),
        ("hoot", "your own claim was a lie and a rival played the outlaw you claimed"),
        ("jill", "no one else played the same outlaw and no rival made the same claim as you"),
        ("ray", "your own claim was a lie and no rival played the outlaw you claimed"),
        ("parson", "exactly one claim was a lie"),
        (
            "bess",
            "your own claim was true and at least half of the rivals lied, "
            "or your own claim was a lie and at least half of the rivals told the truth",
        ),
    ],
)
def test_ol_21_conditions_are_said_back_in_words(outlaw_id: str, said: str) -> None:
    house = house_deck()
    assert condition_words(house.outlaws[house.index(outlaw_id)], house, ENGLISH) == said


@pytest.mark.parametrize(
    ("condition", "english", "spanish"),
    [
        ({"not": {"who": "rivals", "claim": "lie"}}, "no rival lied", "ningún rival mintió"),
        ({"not": {"who": "rivals", "played": "my_outlaw"}}, "no one else played the same outlaw", "nadie más jugó el mismo forajido"),
        ({"not": TRUE_CLAIM}, "your own claim was a lie", "tu propia declaración fue mentira"),
        ({"who": "rivals", "claim": "lie", "at_least": "all"}, "every rival lied", "cada rival mintió"),
        ({"who": "rivals", "claim": "true", "at_least": 2}, "at least two rivals told the truth", "al menos dos rivales dijeron la verdad"),
        ({"who": "players", "claimed": "b", "exactly": 0}, "no player claimed B", "ningún jugador declaró B"),
        ({"who": "players", "claim": "lie", "at_least": "half"}, None, "al menos la mitad de las declaraciones fueron mentira"),
        ({"who": "me", "claimed": "b"}, "you claimed B", "declaraste B"),
        ({"not": {"same": "claimed"}}, "fewer than two players made the same claim", None),
        (
            {"all": [TRUE_CLAIM, {"any": [{"who": "rivals", "claim": "lie"}, {"same": "played", "at_least": 3}]}]},
            "your own claim was true and (either a rival lied, or three or more of the same outlaw were played)",
            None,
        ),
        (
            {"not": {"all": [TRUE_CLAIM, {"who": "rivals", "claimed": "my_outlaw", "at_least": "half"}]}},
            "your own claim was a lie, or fewer than half of the rivals claimed the outlaw you played",
            None,
        ),
    ],
)
def test_ol_21_any_condition_has_words(condition: dict[str, object], english: str | None, spanish: str | None) -> None:
    own = from_plain(deck(outlaw("a", condition), outlaw("b", TRUE_CLAIM), outlaw("c", TRUE_CLAIM)), "test")
    for expected, language in ((english, "en"), (spanish, "es")):
        assert expected in (None, condition_words(own.outlaws[0], own, words(language)))


def test_ol_22_blocks_are_said_back_in_words() -> None:
    blocks = [{"outlaws": ["b", "c"]}, {"liars": "rivals"}, {"liars": "players"}]
    own = from_plain(deck(outlaw("a", TRUE_CLAIM, blocks=blocks), outlaw("b", TRUE_CLAIM), outlaw("c", TRUE_CLAIM)), "test")
    assert blocks_words(own.outlaws[0], own, ENGLISH) == [
        "sends back B and C",
        "sends back the outlaw of every lying rival",
        "sends back the outlaw of every liar, its own player's too",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_and_help_are_complete(language: str) -> None:
    rules = OutlawedLanguage().rules_text(words(language))
    numbers = [number for number, sentence in rules if sentence]
    wanted = [*range(1, 7), *range(10, 15), *range(20, 24), *range(30, 34), *range(40, 43)]
    assert numbers == [f"OL-{number:02}" for number in wanted]
    topics = OutlawedLanguage().help_topics(start(3)._rules[0], words(language))
    assert {each.id for each in house_deck().outlaws} < set(topics)
