"""The golden playthroughs are told as they were. After an intended change: ``make golden``, and read what changed."""

from __future__ import annotations

import pytest

from tests.golden import FOLDER, PLAYTHROUGHS, Playthrough, path, text

MOST_LINES = 300


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.name)
def test_a_playthrough_is_told_as_it_was(playthrough: Playthrough) -> None:
    told = text(playthrough)
    assert told.splitlines() == path(playthrough).read_text(encoding="utf-8").splitlines()
    assert told.count("\n") < MOST_LINES


def test_there_is_no_other_file() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {path(playthrough).name for playthrough in PLAYTHROUGHS}
