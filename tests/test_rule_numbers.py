"""Every rule has a test that names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

MOST_WANTED = [*range(1, 16), 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 52, 53, 55, 56, 57, 58, *range(60, 69), *range(70, 75), 80]
OUTLAWED = [1, 2, 3, 4, 5, 6, 10, 11, 12, 13, 14, 20, 21, 22, 23, 30, 31, 32, 33, 40, 41, 42]
RULES = [*(f"MW-{number:02}" for number in MOST_WANTED), *(f"OL-{number:02}" for number in OUTLAWED)]
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
