"""The options of OutLawed! in every form (OL-03, OL-06, OL-32, OL-33, OL-41)."""

from __future__ import annotations

from pathlib import Path

import pytest

import doublecross
from doublecross.games.outlawed.deck_files import deck_from_plain, deck_text, house_deck
from doublecross.games.outlawed.game import GAME
from doublecross.games.outlawed.options import OPTIONS, DeckKind
from doublecross.games.outlawed.shipped import shipped_deck
from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import check_options, options_text
from doublecross.kernel.saved import plain_options, stored_options
from tests.outlawed.build import plain_deck


def test_the_deck_option_in_every_form(tmp_path: Path) -> None:
    kind, own = DeckKind(), deck_from_plain(plain_deck(4), "f")
    path = tmp_path / "own.toml"
    path.write_text(deck_text(own), encoding="utf-8")
    for form in (own, plain_deck(4), str(path), kind.text(own), kind.plain(own)):
        assert kind.read(form, "option") == own
    assert kind.text(house_deck()) == "house"
    assert kind.read("house", "option") == house_deck()
    assert kind.read("tuned", "option") == shipped_deck("tuned")
    with pytest.raises(BadInput, match="tuned: found no file"):
        kind.read("./tuned", "option")
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


def test_names_of_decks_are_known_to_those_at_the_machine_only() -> None:
    """Bytes, save files and tables take no name for anything."""
    position = doublecross.new("outlawed", players=3, seed=1, deck="tuned")
    assert position.options["deck"] == shipped_deck("tuned")
    plain = plain_options(GAME, position.options)
    assert stored_options(GAME, plain, "bytes")["deck"] == shipped_deck("tuned")
    with pytest.raises(BadInput, match="not the name of a file"):
        stored_options(GAME, plain | {"deck": "tuned"}, "bytes")
