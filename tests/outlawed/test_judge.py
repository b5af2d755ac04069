"""The judge of a round on a real table (OL-11, OL-12, OL-20 to OL-23)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import doublecross
from doublecross.games.outlawed.deck_files import house_deck, house_text
from doublecross.kernel.errors import BadInput
from tests.outlawed.build import TRUE_CLAIM, deck, outlaw

CASES = json.loads((Path(__file__).parent.parent / "data" / "outlawed_rounds.json").read_text(encoding="utf-8"))["rounds"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(f"{played}:{claimed}" for played, claimed in case["plays"]))
def test_ol_12_rounds_judged_by_hand(case: dict[str, Any]) -> None:
    verdict = doublecross.judge_outlawed([(played, claimed) for played, claimed in case["plays"]])
    assert verdict.apprehended == case["apprehended"]
    assert verdict.sent_back == case["sent_back"]
    assert len(verdict.reasons) == len(case["plays"])
    for reason, caught in zip(verdict.reasons, verdict.apprehended, strict=True):
        assert reason.endswith(".")
        assert ("not apprehended" in reason) is not caught


def test_icon_filters_do_not_apply() -> None:
    assert doublecross.judge_outlawed([("twins", "twins"), ("twins", "parson")]).apprehended == [True, True]


def test_decks_in_every_form(tmp_path: Path) -> None:
    own = deck(*(outlaw(name, TRUE_CLAIM) for name in ("ana", "ben", "cleo")))
    plays = [("ana", "ana"), ("ben", "ana")]
    assert doublecross.judge_outlawed(plays, own).apprehended == [True, False]
    path = tmp_path / "own.toml"
    path.write_text(house_text(), encoding="utf-8")
    for form in (path, str(path), house_deck(), None):
        assert doublecross.judge_outlawed([("lionel", "lionel"), ("jill", "croc")], form).apprehended == [True, True]


def test_names_and_language_of_the_reasons() -> None:
    verdict = doublecross.judge_outlawed([("croc", "lionel"), ("jill", "jill")], lang="es", names=["Ana", "Ben"])
    assert verdict.reasons[0].startswith("Croc Holliday (Ana) devuelve a la mano a Croc Holliday (Ana), porque")
    assert (
        verdict.reasons[1] == "Se apresa a Jackalope Jill (Ben): ningún rival jugó a Jackalope Jill y ningún rival declaró Jackalope Jill."
    )


@pytest.mark.parametrize(
    ("plays", "where", "allowed"),
    [
        ([], "plays", "2 to 5 plays"),
        ([("croc", "croc")], "plays", "2 to 5 plays"),
        ([("croc", "croc")] * 6, "plays", "2 to 5 plays"),
        ([("croc", "croc"), ("crook", "croc")], "play of seat 1", "lionel, duke"),
        ([("croc", "crook"), ("croc", "croc")], "play of seat 0", "lionel, duke"),
        ([("croc", "croc"), ("croc",)], "play of seat 1", "the outlaw played and the outlaw claimed"),
        ([("croc", "croc"), "cc"], "play of seat 1", "the outlaw played and the outlaw claimed"),
        ([("croc", "croc"), (["croc"], 7)], "play of seat 1", "lionel, duke"),
    ],
)
def test_refused_with_what_was_found_and_what_is_allowed(plays: list[Any], where: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        doublecross.judge_outlawed(plays)
    assert refused.value.where == where
    assert allowed in refused.value.allowed
