"""A study's folder: what it holds, parts that are stored whole or not at all, and results that load with one line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import doublecross
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.lab.frames import part_frame
from doublecross.lab.playing import DRAMA, GAMES, Columns, Part
from doublecross.lab.study import Study, digest_of, from_plain
from doublecross.lab.watching import code_name

if TYPE_CHECKING:
    import polars as pl

MANIFEST = "study.json"
PARTS = "parts"
REPORT = "report.html"


class Folder:
    """Where a study's results are.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._parts = self.path / PARTS

    def begin(self, study: Study) -> None:
        """Make the folder, or go on with it if it holds this very study by this very version; raises `BadInput` if it does not."""
        manifest = self.path / MANIFEST
        wanted = manifest_of(study)
        if manifest.exists():
            self._compare(wanted)
        elif self.path.exists() and any(self.path.iterdir()):
            raise BadInput(str(self.path), Phrase("a folder with other things in it"), Phrase("a new or empty folder"))
        self._parts.mkdir(parents=True, exist_ok=True)
        for left in self._parts.glob("*.new"):  # from a run that was killed while it wrote them
            left.unlink()
        if not manifest.exists():
            write_whole(manifest, json.dumps(wanted, indent=1).encode())

    def _compare(self, wanted: Mapping[str, Any]) -> None:
        present = self.manifest()
        changed = [name for name in ("doublecross", "rules", "code") if present.get(name) != wanted[name]]
        changed += [name for name, value in wanted["study"].items() if present.get("study", {}).get(name) != value]
        if changed:
            found = Phrase("results of another study or version; it differs in: {names}", names=", ".join(changed))
            raise BadInput(str(self.path), found, Phrase("the same study and version, or another folder (--out)"))

    def manifest(self) -> dict[str, Any]:
        """What the folder says of itself; raises `BadInput` if it is no folder of a study."""
        allowed = Phrase("a folder that `doublecross lab run` wrote")
        try:
            found = msgspec.json.decode((self.path / MANIFEST).read_bytes())
        except (OSError, msgspec.DecodeError) as error:
            raise BadInput(str(self.path), Phrase("no results"), allowed) from error
        if not isinstance(found, dict) or "study" not in found:
            raise BadInput(str(self.path), Phrase("no results"), allowed)
        return found

    def study(self) -> Study:
        """The study whose results these are."""
        return from_plain(self.manifest()["study"])

    def has(self, part: Part) -> bool:
        """Whether a part is stored."""
        return (self._parts / f"{part.name}.parquet").exists() or self._merged(part.what).exists()

    def put(self, part: Part, columns: Columns) -> None:
        """Store a part; after that it outlives whatever happens to this process or machine."""
        path = self._parts / f"{part.name}.parquet"
        fresh = path.with_suffix(".new")
        part_frame(part, columns).write_parquet(fresh)
        _settle(fresh, path)

    def _merged(self, what: str) -> Path:
        return self.path / f"{what}.parquet"

    def merge(self, parts: Iterable[Part]) -> None:
        """Put all parts into one file for games and one for drama; the parts go only when those are stored."""
        import polars as pl

        listed = list(parts)
        for what in (GAMES, DRAMA):
            files = [self._parts / f"{part.name}.parquet" for part in sorted(listed) if part.what == what]
            if not files or self._merged(what).exists():
                continue
            frame = pl.concat([pl.read_parquet(file) for file in files], how="diagonal")
            fresh = self._merged(what).with_suffix(".new")
            frame.write_parquet(fresh)
            _settle(fresh, self._merged(what))
        for file in self._parts.glob("*.parquet"):
            file.unlink()

    def frame(self, what: str) -> pl.DataFrame:
        """The rows of `GAMES` or `DRAMA`; empty if there are none."""
        import polars as pl

        path = self._merged(what)
        return pl.read_parquet(path) if path.exists() else pl.DataFrame()


def manifest_of(study: Study) -> dict[str, Any]:
    """The study, and the versions with which its numbers are the same always."""
    return {
        "doublecross": doublecross.__version__,
        "rules": study.game.rules_version,
        "code": digest_of(code_name(study.game)),
        "digest": digest_of(study.plain),
        "study": study.plain,
    }


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is there whole or not at all, whatever happens meanwhile."""
    fresh = path.with_suffix(path.suffix + ".new")
    fresh.write_bytes(content)
    _settle(fresh, path)


def _settle(fresh: Path, path: Path) -> None:
    """Give a new file its name once it is on the disk."""
    with fresh.open("rb") as file:
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
