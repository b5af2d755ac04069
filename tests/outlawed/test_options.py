"""The options of OutLawed! in every form (OL-03, OL-06, OL-32, OL-33, OL-41)."""

from __future__ import annotations

from pathlib import Path

import pytest

from doublecross.games.outlawed.deck_files import deck_from_plain, deck_text, house_deck
from doublecross.games.outlawed.options import OPTIONS, DeckKind
from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import check_options, options_text
from tests.outlawed.build import plain_deck


def test_the_deck_option_in_every_form(tmp_path: Path) -> None:
    kind, own = DeckKind(), deck_from_plain(plain_deck(4), "f")
    path = tmp_path / "own.toml"
    path.write_text(deck_text(own), encoding="utf-8")
    for form in (own, plain_deck(4), str(path), kind.text(own), kind.plain(own)):
        assert kind.read(form, "option") == own
    assert kind.text(house_deck()) == "house"
    assert kind.read("house", "option") == house_deck()
    for wrong in (None, 7, "", "{", "{}", [1]):
        with pytest.raises(BadInput):
            kind.read(wrong, "option")


def test_options_read_back_from_their_text() -> None:
    given_ = {"beginner": True, "casual": "yes", "deck": plain_deck(4), "round_limit": "9", "first_player": "1"}
    checked = check_options(OPTIONS, given_, "outlawed")
    assert check_options(OPTIONS, options_text(OPTIONS, checked), "outlawed") == checked
    assert options_text(OPTIONS, check_options(OPTIONS, {}, "outlawed")) == {}
    for name, value in (("round_limit", 0), ("round_limit", 1001), ("beginner", "maybe"), ("first_player", 5), ("colour", 1)):
        with pytest.raises(BadInput, match=name):
            check_options(OPTIONS, {name: value}, "outlawed")
