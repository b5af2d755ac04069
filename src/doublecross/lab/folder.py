"""A study's folder: what it holds, parts that are stored whole or not at all, and results that load with one line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import doublecross
from doublecross.kernel.errors import BadInput
from doublecross.kernel.locks import lock
from doublecross.kernel.phrases import Phrase
from doublecross.lab.frames import digest_of_frame, part_frame
from doublecross.lab.playing import DRAMA, GAMES, Columns, Part, parts_of
from doublecross.lab.study import Study, digest_of, from_plain
from doublecross.lab.watching import code_name

if TYPE_CHECKING:
    import polars as pl

MANIFEST = "study.json"
PARTS = "parts"
REPORT = "report.html"
LOCK = "run.lock"
DIGEST = "doublecross"
"""Under this name a part's file carries the digest of its rows, because Parquet notices few damages by itself."""


class Folder:
    """Where a study's results are.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._parts = self.path / PARTS

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other runs out; the system lets go of the folder however a run ends. Raises `BadInput` if another run is in it."""
        with (self.path / LOCK).open("ab") as file:
            try:
                lock(file)
            except OSError as error:
                allowed = Phrase("a folder in which no other run is under way")
                raise BadInput(str(self.path), Phrase("another run that is under way"), allowed) from error
            yield

    def begin(self, study: Study) -> None:
        """Make the folder, or go on with it if it holds this very study by this very version; raises `BadInput` if it does not."""
        manifest = self.path / MANIFEST
        wanted = manifest_of(study)
        if manifest.exists():
            self._compare(wanted)
        elif self.path.exists() and self._others():
            found = Phrase("a folder with other things in it") if self.path.is_dir() else Phrase("a file")
            raise BadInput(str(self.path), found, Phrase("a new or empty folder"))
        else:  # the manifest comes first: killed at any moment, a run leaves nothing that the next one takes for somebody else's
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(manifest, json.dumps(wanted, indent=1).encode())
        self._parts.mkdir(exist_ok=True)

    def _others(self) -> bool:
        """Whether a folder without a manifest holds more than what a run leaves that was killed at its very beginning."""
        return not self.path.is_dir() or any(entry.name not in (f"{MANIFEST}.new", LOCK) for entry in self.path.iterdir())

    def _compare(self, wanted: Mapping[str, Any]) -> None:
        present = self.manifest()
        changed = [name for name in ("doublecross", "rules", "code") if present.get(name) != wanted[name]]
        changed += [name for name, value in wanted["study"].items() if present["study"].get(name) != value]
        if changed:
            found = Phrase("results of another study or version; it differs in: {names}", names=", ".join(changed))
            raise BadInput(str(self.path), found, Phrase("the same study and version, or another folder (--out)"))

    def manifest(self) -> dict[str, Any]:
        """What the folder says of itself; raises `BadInput` if it is no folder of a study."""
        try:
            found = msgspec.json.decode((self.path / MANIFEST).read_bytes())
        except (OSError, msgspec.DecodeError) as error:
            raise self._no_results() from error
        if not isinstance(found, dict) or not isinstance(found.get("study"), dict):
            raise self._no_results()
        return found

    def _no_results(self) -> BadInput:
        return BadInput(str(self.path), Phrase("no results"), Phrase("a folder that `doublecross lab run` wrote"))

    def study(self) -> Study:
        """The study whose results these are; raises `BadInput` if the folder does not say it."""
        try:
            return from_plain(self.manifest()["study"])
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(str(self.path / MANIFEST), Phrase("no study"), Phrase("the file as `doublecross lab run` wrote it")) from error

    def has(self, part: Part) -> bool:
        """Whether a part is stored."""
        return self._file(part).exists() or self._merged(part.what).exists()

    def put(self, part: Part, columns: Columns) -> None:
        """Store a part; after that it outlives whatever happens to this process or machine."""
        frame, path = part_frame(part, columns), self._file(part)
        fresh = path.with_suffix(".new")
        frame.write_parquet(fresh, metadata={DIGEST: digest_of_frame(frame)})
        _settle(fresh, path)

    def _file(self, part: Part) -> Path:
        return self._parts / f"{part.name}.parquet"

    def _merged(self, what: str) -> Path:
        return self.path / f"{what}.parquet"

    def merge(self, parts: Iterable[Part]) -> None:
        """Put all parts into one file for games and one for drama; the parts go only when those are stored.

        Raises:
            BadInput: if a part is not as it was written.
        """
        import polars as pl

        listed = list(parts)
        for what in (GAMES, DRAMA):
            own = [part for part in sorted(listed) if part.what == what]
            if not own or self._merged(what).exists():
                continue
            frame = pl.concat([self._stored(part) for part in own], how="diagonal")
            fresh = self._merged(what).with_suffix(".new")
            frame.write_parquet(fresh)
            _settle(fresh, self._merged(what))
        for file in [*self._parts.glob("*.parquet"), *self._parts.glob("*.new")]:  # .new: of a run that was killed while it wrote them
            file.unlink()

    def _stored(self, part: Part) -> pl.DataFrame:
        """The rows of a part, exactly as they were written; raises `BadInput` if the disk gives anything else."""
        import polars as pl

        path = self._file(part)
        try:
            frame, digest = pl.read_parquet(path), pl.read_parquet_metadata(path).get(DIGEST)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise self._damaged(path) from error
        if digest != digest_of_frame(frame) or frame.select("cell", "kind").unique().rows() != [(part.cell, part.kind)]:
            raise self._damaged(path)
        return frame

    def _damaged(self, path: Path) -> BadInput:
        allowed = Phrase("the file as it was written; delete it and run the study again: what is missing is played again")
        return BadInput(str(path), Phrase("a file that is damaged"), allowed)

    def require_all(self, study: Study) -> None:
        """Raise `BadInput` unless the study was played to its end."""
        if not all(self._merged(what).exists() for what in {part.what for part in parts_of(study)}):
            how = Phrase("a study that was played to its end: run it again, and it goes on")
            raise BadInput(str(self.path), Phrase("an unfinished study"), how)

    def frame(self, what: str) -> pl.DataFrame:
        """The rows of `GAMES` or `DRAMA`; empty if there are none. Raises `BadInput` if the file is damaged."""
        import polars as pl

        path = self._merged(what)
        try:
            return pl.read_parquet(path) if path.exists() else pl.DataFrame()
        except (OSError, pl.exceptions.PolarsError) as error:
            raise self._damaged(path) from error


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
