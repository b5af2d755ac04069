"""The example script makes its plots from a folder of results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from doublecross.lab.run import local, run_study
from tests.lab.building import study

SCRIPT = Path(__file__).parents[2] / "examples" / "lab_plots.py"


def test_the_example_makes_the_main_plots(tmp_path: Path) -> None:
    run_study(study("most-wanted", [(2, {}), (3, {})], games=300), tmp_path / "out", local(2))
    done = subprocess.run(
        [sys.executable, SCRIPT, "out"], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "MPLBACKEND": "Agg"}
    )
    assert done.returncode == 0, done.stderr
    assert "plots of 'Made' are in out" in done.stdout
    for name in ("wins", "length", "findings"):
        assert (tmp_path / "out" / f"{name}.svg").read_text().count("<path") > 5
