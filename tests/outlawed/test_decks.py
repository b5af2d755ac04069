"""OL-40 to OL-42: deck files. Whatever is wrong is refused with the file, the outlaw, the field, what was found and what is allowed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import doublecross
from doublecross.games.outlawed.conditions import AllOf, AnyOf, Atom, Condition, Not
from doublecross.games.outlawed.deck_check import game_sets
from doublecross.games.outlawed.deck_files import (
    MAX_FILE,
    deck_from_plain,
    deck_plain,
    deck_text,
    house_deck,
    house_text,
    load_deck,
    new_deck_text,
    read_deck,
)
from doublecross.games.outlawed.deck_read import from_plain
from doublecross.games.outlawed.decks import FIELDS, SOURCES, Deck
from doublecross.kernel.errors import BadInput
from doublecross.kernel.words import words
from tests.outlawed import oracle
from tests.outlawed.build import A_LIE, TRUE_CLAIM, deck, outlaw, plain_deck, play_round, start


def kinds_of_ol_20(condition: Condition) -> set[str]:
    """Which of the conditions that OL-20 lists occur in a condition."""
    if isinstance(condition, Not):
        part = condition.part
        if isinstance(part, Atom) and (part.who, part.what, part.subject) == ("rivals", "played", "my_outlaw"):
            return {"no one else played the same"}
        return kinds_of_ol_20(part)
    if isinstance(condition, (AllOf, AnyOf)):
        return set().union(*(kinds_of_ol_20(part) for part in condition.parts))
    known = {
        ("rivals", "claim", "lie", 1): "a rival lied",
        ("rivals", "claim", "true", 1): "a rival told the truth",
        ("players", "claim", "lie", "all"): "every claim was a lie",
        ("me", "claim", "true", 1): "own claim true",
        ("rivals", "played", "my_claim", 1): "claimed outlaw played by a rival",
        ("same", "played", "", 2): "two or more of the same",
    }
    kind = known.get((condition.who, condition.what, condition.subject, condition.number))  # type: ignore[arg-type]
    return {kind} if kind else set()


def test_ol_40_the_house_set_has_eleven_with_the_icons_and_conditions_asked_for() -> None:
    house = house_deck()
    assert len(house.outlaws) == 11
    assert sum(each.badge for each in house.outlaws) >= 6
    assert sum(each.bullets for each in house.outlaws) >= 9
    assert sum(each.badge and each.bullets for each in house.outlaws) >= 6
    assert len(set().union(*(kinds_of_ol_20(each.condition) for each in house.outlaws))) == 7


def test_ol_40_every_field_says_where_it_comes_from() -> None:
    for each in house_deck().outlaws:
        for field in FIELDS:
            assert each.source(field) in SOURCES or (field == "blocks" and not each.blocks), (each.id, field)


def test_ol_40_the_deck_view_shows_house_fields_as_such() -> None:
    from doublecross.games.outlawed.shown import deck_lines

    text = "\n".join(deck_lines(house_deck(), words("en")))
    assert text.count("made up by this project: ") == 11
    card = next(card for card in start(3).view().deck if card.id == "croc")
    assert card.sources["condition"] == "house"
    assert card.sources["name"] == "public"


def test_ol_40_known_facts_are_in_the_house_set() -> None:
    house = {each.id: each for each in house_deck().outlaws}
    assert house["stretch"].reward.worth(4) == 600
    assert [block.outlaws for block in house["duke"].blocks] == [("lionel",)]
    assert house["lionel"].source("condition") == house["twins"].source("condition") == house["pandito"].source("condition") == "public"


def test_ol_41_an_own_deck_file_is_played_with(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    own = deck_from_plain(deck(*(outlaw(name, A_LIE, reward=7) for name in ("ana", "ben", "cleo", "dan"))), "own")
    path.write_text(deck_text(own), encoding="utf-8")
    position = start(3, ["dan"] * 3, deck=str(path))
    play_round(position, [("ana", "ben"), ("ana", "ana"), ("ben", "ben")])
    assert position.view().seats[0].jail == ("ana",)
    # The game holds the deck itself: neither bytes nor plain options need the file again.
    path.unlink()
    assert doublecross.from_bytes(position.to_bytes()) == position


def deck_or_refusal(read: Callable[..., Deck], *arguments: Any) -> Deck | BadInput:
    """What reading comes to."""
    try:
        return read(*arguments)
    except BadInput as error:
        return error


def base() -> dict[str, Any]:
    return plain_deck(4)


def changed(field: str, value: Any) -> dict[str, Any]:
    """A deck whose outlaw b has this in a field."""
    plain = base()
    plain["outlaw"][1][field] = value
    return plain


def condition_of(condition: Any) -> dict[str, Any]:
    return changed("condition", condition)


@pytest.mark.parametrize(
    ("plain", "where", "found", "allowed"),
    [
        (base() | {"format": 2}, "f.toml, field format", "2", "a whole number from 1 to 1"),
        (base() | {"name": ""}, "f.toml, field name", "''", "a text of 1 to 40 characters"),
        (base() | {"extra": 1}, "f.toml, field extra", "'extra'", "format, name, outlaw, note"),
        ({"format": 1, "outlaw": base()["outlaw"]}, "f.toml, field name", "nothing", "this field is needed"),
        ([], "f.toml", "[]", "a table with the fields format, name, outlaw"),
        (changed("id", "a"), "f.toml, outlaw number 2, field id", "'a'", "an id that no other outlaw has"),
        (changed("id", "Big Bess"), "f.toml, outlaw number 2, field id", "'Big Bess'", "a small letter"),
        (changed("id", "rivals"), "f.toml, outlaw number 2, field id", "'rivals'", "none of me, rivals"),
        (changed("id", "b" * 33), "f.toml, outlaw number 2, field id", "bbb", "up to 31"),
        (changed("name", "A"), "f.toml, outlaw b, field name", "'A'", "a name that no other outlaw has"),
        (changed("name", {"en": "B", "fr": "B"}), "f.toml, outlaw b, field name.fr", "'fr'", "en, es"),
        (changed("name", {}), "f.toml, outlaw b, field name", "{}", "en, es"),
        (changed("name", {"es": "a\u202eb"}), "f.toml, outlaw b, field name.es", r"'a\u202eb'", "without control, direction"),
        (changed("name", "x" * 41), "f.toml, outlaw b, field name", "xxx", "1 to 40"),
        (changed("animal", 7), "f.toml, outlaw b, field animal", "7", "a text"),
        (changed("reward", -1), "f.toml, outlaw b, field reward", "-1", "whole dollars from 0"),
        (changed("reward", 1.5), "f.toml, outlaw b, field reward", "1.5", "whole dollars from 0"),
        (changed("reward", True), "f.toml, outlaw b, field reward", "True", "whole dollars from 0"),
        (changed("reward", {"per_player": "x"}), "f.toml, outlaw b, field reward.per_player", "'x'", "a whole number"),
        (changed("badge", 1), "f.toml, outlaw b, field badge", "1", "true or false"),
        (changed("art", "<svg>"), "f.toml, outlaw b, field art", "'<svg>'", "a small letter"),
        (changed("from", "book"), "f.toml, outlaw b, field from", "'book'", '"seed", "public" or "house"'),
        (changed("from", {"blocks": "house"}), "f.toml, outlaw b, field from.blocks", "'blocks'", "name, animal, reward"),
        (changed("blocks", [{"outlaws": ["z"]}]), "f.toml, outlaw b, field blocks.outlaws", "'z'", '"a", "b", "c" or "d"'),
        (changed("blocks", [{"outlaws": ["a", "a"]}]), "f.toml, outlaw b, field blocks.outlaws", "['a', 'a']", "each id once"),
        (changed("blocks", [{"liars": "all"}]), "f.toml, outlaw b, field blocks.liars", "'all'", '"rivals" or "players"'),
        (changed("blocks", [{"liars": "rivals", "outlaws": ["a"]}]), "f.toml, outlaw b, field blocks", "liars", "outlaws, liars"),
        (changed("blocks", []), "f.toml, outlaw b, field blocks", "0 entries", "1 to 4 entries"),
        (condition_of("true"), "f.toml, outlaw b, field condition", "'true'", "a table with who"),
        (condition_of({}), "f.toml, outlaw b, field condition", "{}", "a table with who"),
        (condition_of({"claim": "lie"}), "f.toml, outlaw b, field condition.who", "nothing", '"me", "rivals" or "players"'),
        (condition_of({"who": "me", "claim": "maybe"}), "f.toml, outlaw b, field condition.claim", "'maybe'", '"true" or "lie"'),
        (condition_of({"who": "me", "played": "a"}), "f.toml, outlaw b, field condition.who", "'me'", '"rivals" or "players"'),
        (condition_of({"who": "me", "claimed": "my_claim"}), "f.toml, outlaw b, field condition.claimed", "'my_claim'", '"a", "b"'),
        (condition_of({"who": "players", "played": "my_outlaw"}), "f.toml, outlaw b, field condition.played", "'my_outlaw'", '"a", "b"'),
        (
            condition_of({"who": "rivals", "played": "zed"}),
            "f.toml, outlaw b, field condition.played",
            "'zed'",
            '"my_outlaw" or "my_claim"',
        ),
        (condition_of(TRUE_CLAIM | {"at_least": 1}), "f.toml, outlaw b, field condition.at_least", "'at_least'", "who, claim"),
        (condition_of({"who": "rivals", "claim": "lie", "at_least": 5}), "f.toml, outlaw b, field condition.at_least", "5", "1 to 4"),
        (condition_of({"who": "players", "claim": "lie", "exactly": 6}), "f.toml, outlaw b, field condition.exactly", "6", "0 to 5"),
        (
            condition_of({"who": "rivals", "claim": "lie", "at_least": 1, "exactly": 1}),
            "f.toml, outlaw b, field condition.exactly",
            "1",
            "not both",
        ),
        (condition_of({"same": "played", "at_least": 1}), "f.toml, outlaw b, field condition.at_least", "1", "2 to 5"),
        (condition_of({"same": "names"}), "f.toml, outlaw b, field condition.same", "'names'", '"played" or "claimed"'),
        (condition_of({"all": [TRUE_CLAIM]}), "f.toml, outlaw b, field condition.all", "1 entries", "2 to 12 entries"),
        (condition_of({"any": [TRUE_CLAIM, {"or": 1}]}), "f.toml, outlaw b, field condition.any", "{'or': 1}", "a table with who"),
        (condition_of({"all": [TRUE_CLAIM] * 2, "any": []}), "f.toml, outlaw b, field condition.any", "'any'", "all"),
        (
            condition_of({"all": [{"any": [TRUE_CLAIM] * 7}, {"any": [A_LIE] * 6}]}),
            "f.toml, outlaw b, field condition",
            "13 comparisons",
            "at most 12",
        ),
        (
            condition_of({"not": {"not": {"not": {"not": {"not": {"not": {"not": TRUE_CLAIM}}}}}}}),
            "f.toml, outlaw b, field condition.not.not.not.not.not.not.not",
            "'not'",
            "at most 6 deep",
        ),
        (
            condition_of({"any": [TRUE_CLAIM, A_LIE]}),
            "f.toml, outlaw b, field condition",
            "one that every round makes true with 2 players",
            "some rounds make true and some false",
        ),
        (
            condition_of({"who": "rivals", "claim": "lie", "at_least": 2}),
            "f.toml, outlaw b, field condition",
            "one that no round makes true with 2 players",
            "some rounds make true and some false",
        ),
    ],
)
def test_ol_41_errors_name_file_outlaw_field_found_and_allowed(plain: Any, where: str, found: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        deck_from_plain(plain, "f.toml")
    assert refused.value.where == where
    assert found in refused.value.found
    assert allowed in refused.value.allowed


@pytest.mark.parametrize(("count", "fits"), [(0, False), (2, False), (3, True), (16, True), (17, False)])
def test_ol_42_three_to_sixteen_outlaws(count: int, fits: bool) -> None:
    plain = deck(*(outlaw(f"o{number}", TRUE_CLAIM, reward=0) for number in range(count)))
    if fits:
        assert len(deck_from_plain(plain, "f").outlaws) == count
    else:
        with pytest.raises(BadInput, match="a list of 3 to 16 entries"):
            deck_from_plain(plain, "f")


def test_a_deck_that_no_table_can_use_is_refused() -> None:
    with pytest.raises(BadInput, match="one that no round makes true with 3 players"):
        deck_from_plain(deck(*(outlaw(n, {"who": "rivals", "claim": "lie", "at_least": 3}, bullets=False) for n in "abc")), "f")
    # Without bullets two players cannot use it, so that "two rivals" is possible wherever it is played.
    assert deck_from_plain(deck(*(outlaw(n, {"who": "rivals", "claim": "lie", "at_least": 2}, bullets=False) for n in "abc")), "f")


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        (b"\xff\xfe", "f.toml, line 1", "not UTF-8"),
        ("name = 'a'\n\u202e", "f.toml, line 2", "U+202E"),
        ("a = 1\n\n\x07", "f.toml, line 3", "U+0007"),
        ("\ufeffformat = 1", "f.toml, line 1", "U+FEFF"),
        ("format = \n", "f.toml", "Invalid value"),
        ("#" * (MAX_FILE + 1), "f.toml", "more than 65536 bytes"),
        ("é" * (MAX_FILE // 2) + "é", "f.toml", "more than 65536 bytes"),
        ("a = " + "[" * 20000, "f.toml, line 1", "["),
        ("a = '[[[[[[[[[[[[[[[[[[[[[[[[[[[[['\nb = " + "{x=" * 60, "f.toml, line 2", "{"),
    ],
)
def test_texts_are_checked_before_they_are_parsed(text: str | bytes, where: str, found: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_deck(text, "f.toml")
    assert refused.value.where == where
    assert found in refused.value.found


def test_escapes_cannot_smuggle_characters_in() -> None:
    with pytest.raises(BadInput, match="field name"):
        read_deck(house_text().replace('"Dirty Duke"', r'"Dirty \u202eDuke"'), "f.toml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.toml", "\0"):
        with pytest.raises(BadInput, match="a deck file that can be read"):
            load_deck(path)


def test_the_error_is_said_in_spanish() -> None:
    with pytest.raises(BadInput) as refused:
        deck_from_plain(changed("badge", 1), "f.toml")
    assert words("es").repeat(refused.value.args[0]) == "f.toml, forajido b, campo badge: se encontró 1; se permite: true o false"


def test_texts_per_language() -> None:
    own = deck_from_plain(changed("name", {"en": "Bee", "es": "Abeja"}), "f")
    assert [own.outlaws[1].name.said(language) for language in ("en", "es")] == ["Bee", "Abeja"]
    only = deck_from_plain(changed("name", {"es": "Abeja"}), "f")
    assert only.outlaws[1].name.said("en") == "Abeja"


def test_the_new_file_is_the_house_set(tmp_path: Path) -> None:
    for language in ("en", "es"):
        assert read_deck(new_deck_text(words(language)), "f") == house_deck()


def test_what_ol_30_makes_of_a_small_set() -> None:
    small = deck_from_plain(deck(*(outlaw(name, TRUE_CLAIM, badge=name == "a", bullets=name in "abcd") for name in "abcdef")), "f")
    games = {(game.players, game.beginner): game for game in game_sets(small)}
    assert (games[3, False].target, games[3, False].asked) == (5, 7)
    assert games[2, False].target == 3
    assert games[3, True].target == 0


def test_what_is_impossible_only_for_beginners_is_told_not_refused() -> None:
    plain = deck(
        *(outlaw(name, TRUE_CLAIM) for name in "abc"),
        outlaw("d", {"who": "rivals", "claimed": "e"}),
        outlaw("e", TRUE_CLAIM, badge=False),
    )
    games = {(game.players, game.beginner): game for game in game_sets(deck_from_plain(plain, "f"))}
    assert games[3, False].never == ()
    assert games[3, True].never == ("d",)


def outlaws() -> st.SearchStrategy[list[dict[str, Any]]]:
    line = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), min_size=1, max_size=40).filter(
        lambda text: text == text.strip()
    )
    text = st.one_of(line, st.dictionaries(st.sampled_from(["en", "es"]), line, min_size=1))
    reward = st.one_of(st.integers(0, 100_000), st.integers(0, 100_000).map(lambda number: {"per_player": number}))
    one = st.fixed_dictionaries(
        {
            "name": text,
            "animal": text,
            "reward": reward,
            "badge": st.booleans(),
            "bullets": st.booleans(),
            "condition": oracle.conditions(oracle.IDS[:3]),
        },
        optional={
            "blocks": oracle.blocks(oracle.IDS[:3]),
            "art": st.sampled_from(["a-lion", "a-unknown"]),
            "from": st.one_of(st.sampled_from(SOURCES), st.just({"name": "seed", "reward": "public"}), st.just({})),
        },
    )
    return st.lists(one, min_size=3, max_size=16).map(lambda some: [{"id": "abcdefghijklmnop"[n]} | each for n, each in enumerate(some)])


@given(outlaws())
def test_any_deck_that_is_read_is_written_back(some: list[dict[str, Any]]) -> None:
    first = deck_or_refusal(from_plain, deck(*some), "f")
    if isinstance(first, BadInput):
        assert "a name that no other outlaw has" in str(first) or "at most 12 comparisons" in str(first)
        return
    assert from_plain(tomllib.loads(deck_text(first)), "f") == first
    assert from_plain(json.loads(json.dumps(deck_plain(first))), "f") == first


@given(st.one_of(st.text(max_size=200), st.binary(max_size=200)))
def test_any_text_is_a_deck_or_refused(text: str | bytes) -> None:
    with pytest.raises(BadInput):
        read_deck(text, "f.toml")


@given(st.data())
def test_a_damaged_house_file_is_a_deck_or_refused(data: st.DataObject) -> None:
    text = house_text()
    place = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(st.one_of(st.text(max_size=3), st.sampled_from(['"', "]", "{ ", "true", "\n", "-1", "[[outlaw]]\n"])))
    damaged = text[:place] + piece + text[place + data.draw(st.integers(0, 5)) :]
    read = deck_or_refusal(read_deck, damaged, "f.toml")
    if isinstance(read, BadInput):
        assert read.where.startswith("f.toml")
    else:
        assert read_deck(deck_text(read), "f.toml") == read


plain_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 200), st.floats(), st.text(max_size=5), st.sampled_from(["me", "true", "a"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["who", "claim", "all", "any", "not", "same", "played", "outlaws", "en"]), inner, max_size=3),
    ),
)


@given(st.sampled_from(["id", "blocks", "from", *FIELDS]), plain_values)
def test_any_value_in_any_field_is_a_deck_or_refused(field: str, value: Any) -> None:
    read = deck_or_refusal(deck_from_plain, changed(field, value), "f")
    assert isinstance(read, Deck) or read.where.startswith("f")


def test_a_deck_too_long_to_be_stored_with_every_game_is_refused() -> None:
    ids = [f"{'x' * 30}{number:02}" for number in range(16)]
    for count, fits in ((1, True), (4, False)):
        some = [outlaw(name, TRUE_CLAIM, name=name, blocks=[{"outlaws": ids}] * count) for name in ids]
        read = deck_or_refusal(deck_from_plain, deck(*some), "f")
        assert isinstance(read, Deck) if fits else "bytes of texts and conditions" in str(read)


def test_the_example_of_the_manual_is_a_deck() -> None:
    manual = (Path(__file__).parent.parent.parent / "docs" / "deck-files.md").read_text(encoding="utf-8")
    example = manual.split("```toml\n")[1].split("```")[0]
    assert [each.id for each in read_deck(example, "deck-files.md").outlaws] == ["ana", "ben", "cleo"]
