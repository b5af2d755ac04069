"""The columns of parts as Polars frames, and frames for people: with names instead of numbers."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from doublecross.lab.playing import Columns, Part
from doublecross.lab.study import Study

if TYPE_CHECKING:
    import polars as pl


def part_frame(part: Part, columns: Columns) -> pl.DataFrame:
    """The rows of a part, each with the numbers of its cell and kind of players."""
    import polars as pl

    where = [pl.lit(part.cell, pl.Int32).alias("cell"), pl.lit(part.kind, pl.Int32).alias("kind")]
    return pl.DataFrame(columns).select(*where, pl.all())


def digest_of_frame(frame: pl.DataFrame) -> str:
    """A name for names, types and values of a frame of numbers: equal frames have equal names."""
    digest = hashlib.blake2b(digest_size=16)
    for column in frame:
        digest.update(f"{column.name} {column.dtype} ".encode())
        digest.update(column.to_numpy().tobytes())
    return digest.hexdigest()


def option_columns(varied: Mapping[str, str], taken: Collection[str]) -> dict[str, Any]:
    """Varied options as columns; one whose name is taken (the option `turn_limit`, say, and whether it ended a game) is `option_NAME`."""
    return {f"option_{name}" if name in taken else name: text for name, text in varied.items()}


def named(frame: pl.DataFrame, study: Study) -> pl.DataFrame:
    """The same rows with the names of cells and kinds, the players, and the text of every varied option."""
    import polars as pl

    if frame.is_empty():
        return frame
    taken = {*frame.columns, "cell_name", "players", "bots"}
    cells = pl.DataFrame(
        [
            {"cell": number, "cell_name": cell.name, "players": cell.players} | option_columns(cell.varied, taken)
            for number, cell in enumerate(study.cells)
        ],
        infer_schema_length=None,
    ).cast({"cell": pl.Int32})
    kinds = pl.DataFrame({"kind": range(len(study.kinds)), "bots": study.kinds}).cast({"kind": pl.Int32})
    joined = frame.join(cells, on="cell", how="left").join(kinds, on="kind", how="left")
    first = [*[name for name in cells.columns if name != "cell"], "bots"]
    rest = [name for name in joined.columns if name not in {*first, "cell", "kind"}]
    return joined.select([*first, *rest]).rename({"cell_name": "cell"})
