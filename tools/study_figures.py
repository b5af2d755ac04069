"""Draw the plots of docs/studies.md from the folders of the shipped studies.

Usage: ``python tools/study_figures.py RESULTS``, where ``RESULTS/track`` and so on are folders that ``doublecross lab run`` wrote.
"""

from __future__ import annotations

import sys
from pathlib import Path

from doublecross.kernel.words import words
from doublecross.lab.analysis import analyse
from doublecross.lab.folder import Folder
from doublecross.lab.plots import as_svg, group_figure, standing_alone

DOCS = Path(__file__).parent.parent / "docs" / "studies"
SHOWN: dict[str, dict[str, tuple[str, ...]]] = {
    "track": {"bail": ("bail_owed", "bail_paid", "bankruptcies"), "lead": ("lead_changes", "margin", "close")},
    "tiles": {"bail": ("bankruptcies", "spaces_lost", "bail_paid"), "length": ("turns",)},
    "split": {"labor": ("false_claims", "challenged", "caught")},
    "first-player": {"wins": tuple(f"win_place_{place}" for place in range(1, 9))},
    "players": {"length": ("turns", "decisions"), "lead": ("close",)},
    "tuned-deck": {"jail": ()},
}
"""For each study the groups drawn and their measures; none stands for all that begin with ``jailed_``."""


def main() -> None:
    """Write the SVG files."""
    speaker = words("en")
    DOCS.mkdir(parents=True, exist_ok=True)
    for name, groups in SHOWN.items():
        found = analyse(Folder(Path(sys.argv[1]) / name))
        for group, measures in groups.items():
            listed = [each for each in found.groups()[group] if (each.name in measures if measures else each.name.startswith("jailed_"))]
            figure = group_figure(found, listed, speaker)
            (DOCS / f"{name}-{group}.svg").write_text(standing_alone(as_svg(figure, f"{name}-{group}")), encoding="utf-8")
        print(f"{name}: {len(found.findings)} findings shared, {len(found.disagreements)} not")


if __name__ == "__main__":
    main()
