"""The kinds of options: what they read, what they refuse, and that every text form reads back."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import Choice, Digits, Flag, Kind, Letters, Option, SeatOr, Whole, check_options, options_text
from doublecross.kernel.words import words

RANKS = "6789TJQKA"
KINDS: dict[str, tuple[Kind, st.SearchStrategy[Any]]] = {
    "choice": (Choice(("left", "right", "both")), st.sampled_from(["left", "right", "both"])),
    "flag": (Flag(), st.booleans()),
    "whole": (Whole(0, 400), st.integers(0, 400)),
    "digits": (Digits(1, 3, 2, 6), st.lists(st.integers(1, 3), min_size=2, max_size=6).map(tuple)),
    "ascending": (Digits(1, 4, 1, 4, ascending=True), st.sets(st.integers(1, 4), min_size=1).map(sorted).map(tuple)),
    "seat": (SeatOr(("random", "duel"), 5), st.sampled_from(["random", "duel", 0, 1, 2, 3, 4])),
    "letters": (
        Letters(RANKS, 2),
        st.sets(st.sampled_from(RANKS), min_size=2).map(lambda some: "".join(sorted(some, key=RANKS.index))),
    ),
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.text("0123456789TJQKA", max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
"""All that JSON or TOML can hold."""


@pytest.mark.parametrize("name", KINDS)
@given(data=st.data())
def test_values_read_back_from_text_and_json(name: str, data: st.DataObject) -> None:
    kind, values = KINDS[name]
    value = data.draw(values)
    assert kind.read(value, "here") == value
    assert kind.read(kind.text(value), "here") == value
    assert kind.read(json.loads(json.dumps(kind.plain(value))), "here") == value


@pytest.mark.parametrize("name", KINDS)
@given(anything=ANYTHING)
def test_anything_is_read_or_refused(name: str, anything: Any) -> None:
    kind, _ = KINDS[name]
    with contextlib.suppress(BadInput):
        value = kind.read(anything, "here")
        assert kind.read(kind.plain(value), "here") == value


REFUSED: list[tuple[Kind, list[Any], str]] = [
    (Choice(("left", "right", "both")), ["", "Left", "left ", None, 1, ["left"]], "left, right or both"),
    (Choice(("only",)), ["other"], "only"),
    (Flag(), ["", "on", "2", 1, 0, None], "true or false"),
    (Whole(1, 9), [0, 10, "10", "1.0", 1.0, "", "-1", "+1", " 1", "1_0", "²", "٣", True, None, "1" * 10], "a whole number from 1 to 9"),
    (
        Digits(1, 3, 2, 2),
        ["1", "123", "14", "01", "", "1a", [1], [1, 4], [1, True], [1.0, 2.0], ["1", "2"], -12, True, None],
        "2 digits from 1 to 3",
    ),
    (Digits(1, 3, 1, 3), ["1231"], "1 to 3 digits from 1 to 3"),
    (Digits(1, 3, 1, 3, ascending=True), ["21", "11", [3, 1]], "1 to 3 digits from 1 to 3, each once, ascending"),
    (SeatOr(("random", "duel"), 5), [5, "5", -1, "-1", "", "seat 1", True, None, 1.0], "random, duel or a seat from 0 to 4"),
    (
        Letters(RANKS, 2),
        ["6", "", "66", "A6", "6x", "6 A", ["6", "A"], None, True],
        "2 or more of 6789TJQKA, each once, in this order",
    ),
]


@pytest.mark.parametrize(("kind", "wrong", "allowed"), REFUSED)
def test_refusals_say_where_what_and_what_is_allowed(kind: Kind, wrong: list[Any], allowed: str) -> None:
    for value in wrong:
        with pytest.raises(BadInput) as refused:
            kind.read(value, "over there")
        assert (refused.value.where, refused.value.found, refused.value.allowed) == ("over there", repr(value), allowed)
        assert str(refused.value) == f"over there: found {value!r}; allowed: {allowed}"


@pytest.mark.parametrize(("given_", "value"), [("true", True), ("YES", True), ("1", True), ("false", False), ("No", False), ("0", False)])
def test_flags_read_words(given_: str, value: bool) -> None:
    assert Flag().read(given_, "here") is value


OPTIONS = (
    Option("side", Choice(("left", "right")), "left", "The side."),
    Option("size", Whole(1, 9), 5, "The size."),
    Option("track", Digits(1, 3, 1, 4), (1, 2), "The track."),
)


def test_defaults_are_filled_in() -> None:
    assert check_options(OPTIONS, {"size": "7"}, "test") == {"side": "left", "size": 7, "track": (1, 2)}
    assert check_options(OPTIONS, {}, "test") == {"side": "left", "size": 5, "track": (1, 2)}


def test_only_what_differs_from_the_default_has_a_text() -> None:
    values = check_options(OPTIONS, {"size": 5, "track": "33"}, "test")
    assert options_text(OPTIONS, values) == {"track": "33"}
    assert check_options(OPTIONS, options_text(OPTIONS, values), "test") == values


def test_unknown_options_and_wrong_values_are_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"^test: found option 'sise'; allowed: side, size, track$"):
        check_options(OPTIONS, {"sise": 5}, "test")
    with pytest.raises(BadInput, match=r"^test, option size: found 'big'; allowed: a whole number from 1 to 9$"):
        check_options(OPTIONS, {"size": "big"}, "test")


def test_a_refusal_is_said_in_spanish() -> None:
    with pytest.raises(BadInput) as refused:
        check_options(OPTIONS, {"size": "big"}, "test")
    assert words("es").repeat(refused.value.args[0]) != str(refused.value)
