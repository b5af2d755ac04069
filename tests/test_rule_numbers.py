"""Every rule has a test that names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = [
    "MW-01",
    "MW-02",
    "MW-03",
    "MW-04",
    "MW-05",
    "MW-06",
    "MW-07",
    "MW-08",
    "MW-09",
    "MW-10",
    "MW-11",
    "MW-12",
    "MW-13",
    "MW-14",
    "MW-15",
    "MW-20",
    "MW-21",
    "MW-22",
    "MW-30",
    "MW-31",
    "MW-32",
    "MW-40",
    "MW-41",
    "MW-42",
    "MW-50",
    "MW-51",
    "MW-52",
    "MW-53",
    "MW-55",
    "MW-56",
    "MW-57",
    "MW-58",
    "MW-60",
    "MW-61",
    "MW-62",
    "MW-63",
    "MW-64",
    "MW-65",
    "MW-66",
    "MW-67",
    "MW-68",
    "MW-70",
    "MW-71",
    "MW-72",
    "MW-73",
    "MW-74",
    "MW-80",
    "OL-01",
    "OL-02",
    "OL-03",
    "OL-04",
    "OL-05",
    "OL-06",
    "OL-10",
    "OL-11",
    "OL-12",
    "OL-13",
    "OL-14",
    "OL-20",
    "OL-21",
    "OL-22",
    "OL-23",
    "OL-30",
    "OL-31",
    "OL-32",
    "OL-33",
    "OL-40",
    "OL-41",
    "OL-42",
]
"""The numbers of the two rule books as this project keeps them; `doublecross rules GAME` says each."""


def _tests() -> Iterator[str]:
    """The name and docstring of each test function, in one line."""
    for path in sorted(Path(__file__).parent.rglob("test_*.py")):
        if path != Path(__file__):
            source = path.read_text(encoding="utf-8")
            for found in re.finditer(r"def (test_\w+)\(.*?\).*?:\n(?:    \"\"\"(.*?)\"\"\")?", source, re.DOTALL):
                yield f"{found[1]} {found[2] or ''}"


NAMED = " ".join(_tests()).upper().replace("_", "-")


@pytest.mark.parametrize("rule", RULES)
def test_a_test_names_the_rule(rule: str) -> None:
    assert re.search(rf"{rule}(?!\d)", NAMED), f"no test is named after {rule}, nor does one's docstring name it"


def test_no_test_names_a_rule_that_there_is_not() -> None:
    named = set(re.findall(r"\b(?:MW|OL)-\d\d(?!\d)", NAMED))
    assert named <= set(RULES)
