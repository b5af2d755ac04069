"""Contests judged by people beforehand (tests/data/most_wanted_hands.json), through the public judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import doublecross

CASES = json.loads(Path(__file__).parent.parent.joinpath("data", "most_wanted_hands.json").read_text(encoding="utf-8"))


def _named(case: dict[str, Any]) -> str:
    return "-".join([*case.get("hands", []), case.get("drawn", "")]).strip("-")


@pytest.mark.parametrize("case", CASES["contests"], ids=_named)
def test_contests_mw_20_to_mw_31(case: dict[str, Any]) -> None:
    found = doublecross.judge_most_wanted(case["hands"])
    assert found.winners == case["winners"]
    assert found.double_cross == case["double_cross"]
    assert [hand.category for hand in found.hands] == case["categories"]
    assert found.sheriff is None


@pytest.mark.parametrize("case", CASES["sheriff_contests"], ids=_named)
def test_contests_with_the_sheriff_mw_70_mw_71(case: dict[str, Any]) -> None:
    found = doublecross.judge_most_wanted(case["hands"], sheriff=case["drawn"])
    assert found.sheriff is not None
    assert found.sheriff.cards == case["plays"]
    assert found.winners == case["winners"]
    assert found.double_cross == case["double_cross"]


@pytest.mark.parametrize("case", CASES["sheriff"], ids=_named)
def test_the_sheriffs_choice_mw_70(case: dict[str, Any]) -> None:
    lowest = "".join(sorted("789T"[: len(case["plays"])]))
    found = doublecross.judge_most_wanted([lowest], sheriff=case["drawn"])
    assert found.sheriff is not None
    assert found.sheriff.cards == case["plays"]
