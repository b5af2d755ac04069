"""Variant files: options of a game in TOML, each checked, with the line named on which something is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import Kind
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.reading import read_limited

MAX_FILE = 16 * 1024
"""Bytes a variant file may have."""


def read_variant_file(path: str | Path, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The options that a variant file sets, each checked; whether they fit together, the game's `make_rules` says.

    Args:
        path: the file.
        kinds: what each option of the game takes.

    Raises:
        BadInput: if the file cannot be read, is too long, is no TOML, or holds an option that is unknown or out of bounds.
    """
    return check_variant(read_limited(path, MAX_FILE, Phrase("a variant file (TOML) that can be read")), str(path), kinds)


def check_variant(content: bytes, where: str, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """`read_variant_file` for the content of a file that is called `where` in errors."""
    if len(content) > MAX_FILE:
        allowed = Phrase("a variant file of at most {limit} bytes", limit=MAX_FILE)
        raise BadInput(where, Phrase("more than {limit} bytes", limit=MAX_FILE), allowed)
    try:
        text = content.decode("utf-8")
        given = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise BadInput(where, Phrase("bytes that are no UTF-8"), Phrase("text in UTF-8")) from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise BadInput(where, Phrase("no TOML ({fault})", fault=error), Phrase("TOML: an option and its value on each line")) from error
    for name in given:
        if name not in kinds:
            raise BadInput(_place(text, where, name), Phrase("option {name}", name=repr(name)), ", ".join(kinds))
    return {
        name: kinds[name].read(value, Phrase("{where}, option {name}", where=_place(text, where, name), name=name))
        for name, value in given.items()
    }


def _place(text: str, where: str, name: str) -> str:
    """The file and the line on which an option stands, where that is plain to see."""
    match = re.search(rf"""^[ \t]*\[*[ \t]*["']?{re.escape(name)}["']?[ \t]*[=.\]]""", text, re.MULTILINE)
    return Phrase("{file}, line {line}", file=where, line=text.count("\n", 0, match.start()) + 1) if match else where
