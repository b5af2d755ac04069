"""``doublecross judge`` at a real table."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import doublecross
from doublecross.cli import main
from doublecross.games.most_wanted.judge_words import explain_judgement
from doublecross.games.outlawed.deck_files import house_text
from doublecross.kernel.words import LANGUAGES, words

ROUND = ["pandito:lionel", "croc:croc", "duke:jill"]
PLAYS = [("pandito", "lionel"), ("croc", "croc"), ("duke", "jill")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contest_in_sentences(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "most-wanted", "AA", "66", "--sheriff", "KKQ8", "--lang", language]) == 0
    found = doublecross.judge_most_wanted(["AA", "66"], "KKQ8")
    assert capsys.readouterr().out.splitlines() == explain_judgement(found, "KKQ8", words(language))


def test_a_contest_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "most-wanted", "AA", "--sheriff", "66QA", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == msgspec.to_builtins(doublecross.judge_most_wanted(["AA"], "66QA"))
    assert printed["winners"] == printed["double_cross"] == ["sheriff"]
    assert printed["sheriff"]["cards"] == "66"


def test_what_is_no_contest_is_refused_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "most-wanted", "AA", "6", "--lang", "en"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "doublecross: hand 1: found '6'; allowed: as many ranks as the first hand has: 2\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_in_sentences(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "outlawed", *ROUND, "--lang", language]) == 0
    assert capsys.readouterr().out.splitlines() == doublecross.judge_outlawed(PLAYS, lang=language).reasons


def test_a_round_as_json_with_a_deck_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(house_text(), encoding="utf-8")
    assert main(["judge", "outlawed", *ROUND, "--deck", str(deck), "--json", "--lang", "en"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == msgspec.to_builtins(doublecross.judge_outlawed(PLAYS))
    assert (printed["apprehended"], printed["sent_back"]) == ([False, True, False], [0, 2])


def test_an_unknown_outlaw_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "outlawed", "nobody:lionel", "croc:croc", "--lang", "en"]) == 2
    assert "nobody" in capsys.readouterr().err
