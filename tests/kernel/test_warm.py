"""What is compiled is told by marks beside the machine code."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from doublecross.games.most_wanted import GAME
from doublecross.kernel import warm
from doublecross.kernel.jit import INTERPRETED


def test_sources_elsewhere_or_written_anew_have_another_stamp(tmp_path: Path) -> None:
    """Numba compiles for them again, whatever their text: a mark of before would promise a quick start."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    (here / "rules.py").write_text("")
    shutil.copytree(here, there)
    stamp = warm._stamp([here])
    assert stamp == warm._stamp([here])
    assert stamp != warm._stamp([there])
    os.utime(here / "rules.py", ns=(1, 1))
    assert stamp != warm._stamp([here])


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_was_compiled_for_the_table_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And says nothing of batches."""
    monkeypatch.setattr(warm, "CACHE_DIR", tmp_path)
    assert not warm.is_warm(GAME)
    warm.warm(GAME, batches=False)
    assert warm.is_warm(GAME)
    assert not warm.is_warm(GAME, batches=True)
