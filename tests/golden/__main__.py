"""Write the golden playthroughs anew."""

from __future__ import annotations

from tests.golden import FOLDER, PLAYTHROUGHS, path, text

for old in FOLDER.glob("*.txt"):
    old.unlink()
for playthrough in PLAYTHROUGHS:
    path(playthrough).write_text(text(playthrough), encoding="utf-8")
