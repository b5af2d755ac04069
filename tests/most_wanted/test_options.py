"""Options: each has one text form everywhere, and what cannot be played is refused (MW-02 to MW-05, MW-14, MW-60 to MW-68, MW-80)."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from doublecross.games.most_wanted.options import OPTIONS, make_rules, read_variant
from doublecross.games.most_wanted.record import DUEL_FIRST, RANDOM_FIRST, RULES
from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import check_options, options_text
from doublecross.kernel.variants import MAX_FILE

BY_NAME = {option.name: option for option in OPTIONS}
FORMS: list[tuple[str, list[Any], Any, str]] = [
    # option, ways to write the value (Python, -o, TOML, JSON), the checked value, its text form
    ("church", ["saloon"], "saloon", "saloon"),
    ("labor", ["dishonest"], "dishonest", "dishonest"),
    ("duel", ["shootout"], "shootout", "shootout"),
    ("split", ["everyone"], "everyone", "everyone"),
    ("track", ["1323", 1323, [1, 3, 2, 3], (1, 3, 2, 3)], (1, 3, 2, 3), "1323"),
    ("goal", [5, "5"], 5, "5"),
    ("first_player", ["duel"], "duel", "duel"),
    ("first_player", [3, "3"], 3, "3"),
    ("turn_limit", [50, "50"], 50, "50"),
    ("ranks", ["6KA"], "6KA", "6KA"),
    ("ranks", ["6789", 6789], "6789", "6789"),
    ("suits", [3, "3"], 3, "3"),
    ("copies", [1, "1"], 1, "1"),
    ("hand", [4, "4"], 4, "4"),
    ("robbery_cards", ["123", 123, [1, 2, 3]], (1, 2, 3), "123"),
    ("sheriff_cards", ["579", 579, [5, 7, 9]], (5, 7, 9), "579"),
    ("points", ["111", 111], (1, 1, 1), "111"),
    ("flipped_points", ["999", 999], (9, 9, 9), "999"),
    ("church_draw", [6, "6"], 6, "6"),
    ("saloon_draw", [9, "9"], 9, "9"),
    ("saloon_price", [0, "0"], 0, "0"),
    ("labor_bags", [3, "3"], 3, "3"),
    ("duel_sizes", ["3", 3, [3]], (3,), "3"),
    ("shootout_sizes", ["1234", 1234, [1, 2, 3, 4]], (1, 2, 3, 4), "1234"),
    ("shootout_points", [3, "3"], 3, "3"),
    ("start_bags", [2, "2"], 2, "2"),
    ("supply", [40, "40"], 40, "40"),
]
WRONG: list[tuple[str, list[Any]]] = [
    ("church", ["chapel", "Church", "", 1, None]),
    ("labor", ["honest ", True]),
    ("duel", ["saloon", 2]),
    ("split", ["nobody"]),
    ("track", ["", "0123", "1234", "1111222233331", "1112222x", [1, 2, 4], [1, True], 1.5, None, -1, "١١١"]),
    ("goal", [1, 14, "x", 5.0, True, "5.0", " 5", "", None]),
    ("first_player", ["youngest", -1, 8, "8", "-1", True]),
    ("turn_limit", [0, 1_000_001, "1e3"]),
    ("ranks", ["", "66", "A6", "5", "6789TJQKA6", "6789tjqka", "678910", True, None]),
    ("suits", [0, 5]),
    ("copies", [0, 3]),
    ("hand", [0, 37, -5]),
    ("robbery_cards", ["23", "2345", "235", "034"]),
    ("sheriff_cards", ["046", "46", [4, 6, 10]]),
    ("points", ["023", "2345", "23"]),
    ("flipped_points", ["034", ""]),
    ("church_draw", [0, 37]),
    ("saloon_draw", [0, 37]),
    ("saloon_price", [-1, 10]),
    ("labor_bags", [0, 10]),
    ("duel_sizes", ["", "21", "11", "5", "0", "12345"]),
    ("shootout_sizes", ["", "321", "15"]),
    ("shootout_points", [0, 10]),
    ("start_bags", [-1, 100]),
    ("supply", [-1, 100]),
]


@pytest.mark.parametrize(("name", "given", "value", "text"), FORMS)
def test_every_form_of_a_value_reads_as_the_same_value(name: str, given: list[Any], value: Any, text: str) -> None:
    kind = BY_NAME[name].kind
    for form in given:
        assert kind.read(form, name) == value
    assert kind.text(value) == text
    assert kind.read(text, name) == value, "as -o name=value"
    assert kind.read(json.loads(json.dumps(kind.plain(value))), name) == value, "as JSON"
    assert kind.read(tomllib.loads(f"{name} = {json.dumps(kind.plain(value))}")[name], name) == value, "as TOML"
    assert options_text(OPTIONS, check_options(OPTIONS, {name: given[0]}, "test")) == {name: text}


@pytest.mark.parametrize("name", BY_NAME)
def test_defaults_read_back_and_have_no_text(name: str) -> None:
    option = BY_NAME[name]
    assert option.kind.read(option.kind.text(option.default), name) == option.default
    assert option.kind.read(json.loads(json.dumps(option.kind.plain(option.default))), name) == option.default
    assert options_text(OPTIONS, check_options(OPTIONS, {name: option.default}, "test")) == {}
    assert option.about.endswith(".")


@pytest.mark.parametrize(("name", "wrong"), WRONG)
def test_what_is_out_of_bounds_is_refused_with_place_found_and_allowed(name: str, wrong: list[Any]) -> None:
    for value in wrong:
        with pytest.raises(BadInput) as refused:
            make_rules(4, {name: value})
        assert refused.value.where == f"options, option {name}"
        assert refused.value.found == repr(value)
        assert refused.value.allowed == BY_NAME[name].kind.allowed()


def test_every_option_is_tried_above() -> None:
    assert {name for name, *_ in FORMS} == {name for name, _ in WRONG} == set(BY_NAME)


def test_the_books_numbers_mw_01_mw_02_mw_03() -> None:
    assert {name: option.kind.text(option.default) for name, option in BY_NAME.items()} == {
        "church": "church",
        "labor": "honest",
        "duel": "duel",
        "split": "challengers",
        "track": "111122223333",
        "goal": "13",
        "first_player": "random",
        "turn_limit": "2000",
        "ranks": "6789TJQKA",
        "suits": "4",
        "copies": "2",
        "hand": "5",
        "robbery_cards": "234",
        "sheriff_cards": "468",
        "points": "234",
        "flipped_points": "345",
        "church_draw": "7",
        "saloon_draw": "8",
        "saloon_price": "1",
        "labor_bags": "2",
        "duel_sizes": "12",
        "shootout_sizes": "123",
        "shootout_points": "2",
        "start_bags": "0",
        "supply": "63",
    }


# The rules record.


def rules(players: int = 4, **options: Any) -> Any:
    array = make_rules(players, options)
    assert array.shape == (1,)
    assert array.dtype == RULES
    return array[0]


@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_players_mw_02(players: int) -> None:
    record = rules(players)
    assert record["players"] == players
    assert int(record["seats"]) == 2**players - 1
    assert (record["hand"], record["start_bags"], record["supply"], record["turn_limit"]) == (5, 0, 63, 2000)


@pytest.mark.parametrize("players", [0, 1, 9, -2, True, None, "x", 2.0])
def test_other_numbers_of_players_are_refused_mw_02(players: Any) -> None:
    with pytest.raises(BadInput) as refused:
        make_rules(players, {})
    assert (refused.value.where, refused.value.found) == ("players", repr(players))


def test_the_deck_of_72_cards_mw_01() -> None:
    assert int(rules()["cards1"]) == int(rules()["cards2"]) == 2**36 - 1


def test_a_smaller_deck_mw_80() -> None:
    record = rules(2, ranks="6A", suits=2, copies=1, hand=2)
    assert int(record["cards1"]) == 0b11 | 0b11 << 32
    assert int(record["cards2"]) == 0
    assert int(rules(2, ranks="7K", suits=1, copies=2, hand=2)["cards2"]) == 1 << 4 | 1 << 28


def test_the_track_mw_03() -> None:
    assert list(rules()["bail"]) == [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 0]
    assert list(rules(track="321321321321")["bail"]) == [0, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 0]


@pytest.mark.parametrize("other", [{"track": "1123"}, {"goal": 12}, {"track": "1123", "goal": 6}, {"track": "111122223333", "goal": 5}])
def test_a_track_that_does_not_end_before_the_goal_is_refused_mw_03(other: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="option goal: found") as refused:
        make_rules(2, other)
    spaces = len(str(other.get("track", "111122223333")))
    assert refused.value.allowed == f"{spaces + 1}, because the track has {spaces} spaces before it"


def test_a_shorter_track_with_its_goal_mw_80() -> None:
    record = rules(2, track="123", goal=4)
    assert record["goal"] == 4
    assert list(record["bail"]) == [0, 1, 2, 3] + [0] * 10


def test_the_sides_of_the_tiles_mw_04() -> None:
    front, back = rules(), rules(church="saloon", labor="dishonest", duel="shootout", split="everyone")
    for flag in ("saloon", "dishonest", "shootout", "split_everyone"):
        assert (front[flag], back[flag]) == (0, 1)


def test_church_and_saloon_mw_60_mw_61() -> None:
    assert (rules()["rest_draw"], rules(church="saloon")["rest_draw"]) == (7, 8)
    assert rules(church_draw=6, saloon_draw=9)["rest_draw"] == 6
    assert rules(church="saloon", church_draw=6, saloon_draw=9, saloon_price=3)["rest_draw"] == 9
    assert rules(saloon_price=3)["saloon_price"] == 3


def test_robberies_duels_and_shootouts_mw_10_mw_14_mw_64_mw_65_mw_70() -> None:
    record = rules()
    assert list(record["robbery_cards"]) == [2, 3, 4]
    assert list(record["sheriff_cards"]) == [4, 6, 8]
    assert list(record["points"]) == [2, 3, 4]
    assert list(record["flipped_points"]) == [3, 4, 5]
    assert (int(record["duel_sizes"]), int(record["shootout_sizes"])) == (0b110, 0b1110)
    assert (record["shootout_points"], record["labor_bags"], record["saloon_price"]) == (2, 2, 1)
    assert int(rules(duel_sizes="14")["duel_sizes"]) == 0b10010


def test_the_first_player_mw_05() -> None:
    assert rules()["first_player"] == RANDOM_FIRST
    assert rules(first_player="duel")["first_player"] == DUEL_FIRST
    assert [rules(3, first_player=seat)["first_player"] for seat in (0, 1, "2")] == [0, 1, 2]


def test_a_first_player_who_is_not_there_is_refused_mw_05() -> None:
    with pytest.raises(BadInput, match="option first_player: found 3; allowed: random, duel or a seat from 0 to 2"):
        make_rules(3, {"first_player": 3})


def test_a_deck_that_cannot_be_dealt_is_refused_mw_80() -> None:
    assert rules(8, hand=9)["hand"] == 9
    with pytest.raises(BadInput, match="option hand: found 80 cards to deal to 8 players; allowed: at most 72, the size of the deck"):
        make_rules(8, {"hand": 10})
    with pytest.raises(BadInput, match="option hand"):
        make_rules(4, {"ranks": "6A", "suits": 2})


def test_more_starting_bags_than_there_are_is_refused_mw_02() -> None:
    assert rules(3, start_bags=21)["start_bags"] == 21
    with pytest.raises(BadInput, match="option start_bags: found 84 bags for 4 players; allowed: at most 63, the size of the supply"):
        make_rules(4, {"start_bags": 21})


def test_a_sheriff_who_draws_too_little_for_a_robbery_is_refused_mw_70() -> None:
    assert list(rules(2, sheriff_cards="234")["sheriff_cards"]) == [2, 3, 4]
    with pytest.raises(BadInput, match="option sheriff_cards: found 3 for the Train; allowed: at least the 4 cards that it needs"):
        make_rules(2, {"sheriff_cards": "463"})


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(BadInput, match="options: found option 'dek'; allowed: church, labor"):
        make_rules(2, {"dek": "x"})


# Variant files.


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "my.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_the_shipped_file_is_a_variant_file_and_says_where_numbers_come_from() -> None:
    shipped = resources.files("doublecross.games.most_wanted").joinpath("variant.toml")
    with resources.as_file(shipped) as path:
        assert read_variant(path) == {option.name: option.default for option in OPTIONS}
    assert {"book", "public", "house"} <= set(shipped.read_text(encoding="utf-8").replace(",", " ").split())


def test_a_file_may_set_some_options(tmp_path: Path) -> None:
    path = written(tmp_path, 'track = [1, 2]\ngoal = 3\nfirst_player = "duel"\n')
    assert read_variant(path) == {"track": (1, 2), "goal": 3, "first_player": "duel"}
    assert read_variant(str(path)) == read_variant(path)
    assert rules(2, **read_variant(path))["goal"] == 3


FAULTS: list[tuple[str | bytes, str, str, str]] = [
    # text, and what the refusal says after the file's name: place, found, the beginning of what is allowed
    ("hand = 5\n\nhands = 5\n", ", line 3", "option 'hands'", "church, labor, duel"),
    ("[rules]\nhand = 5\n", ", line 1", "option 'rules'", "church, labor, duel"),
    ('supply = 63\ntrack = "1114"\n', ", line 2, option track", "'1114'", "1 to 12 digits from 1 to 3"),
    ("hand = 5\n hand.x = 5\n", "", "", "TOML"),
    ("goal.x = 5\n", ", line 1, option goal", "{'x': 5}", "a whole number from 2 to 13"),
    ("hand 5\n", "", "", "TOML: an option and its value on each line"),
    ("hand = " + "[" * 5000, "", "", "TOML"),
    ("hand = " + "9" * 5000, "", "", "TOML"),
    (b"hand = 5 # \xff\n", "", "bytes that are no UTF-8", "text in UTF-8"),
    ("#" * (MAX_FILE + 1), "", "more than 16384 bytes", "at most 16384 bytes"),
]


@pytest.mark.parametrize(("text", "place", "found", "allowed"), FAULTS)
def test_a_fault_in_a_file_is_refused_with_its_place(tmp_path: Path, text: str | bytes, place: str, found: str, allowed: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput) as refused:
        read_variant(path)
    assert refused.value.where == f"{path}{place}"
    assert found in refused.value.found
    assert refused.value.allowed.startswith(allowed)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(BadInput, match="a variant file") as refused:
            read_variant(path)
        assert refused.value.where == str(path)
    with pytest.raises(BadInput):
        read_variant("a\0b")
