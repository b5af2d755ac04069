"""Files that people name: read with a limit, and if that fails, why, in words that can be said in any language."""

from __future__ import annotations

from pathlib import Path

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase


def read_limited(path: str | Path, most: int, allowed: str) -> bytes:
    """The bytes of a file, of which it may have `most`.

    Raises:
        BadInput: naming the file, if it is longer or cannot be read; `allowed` says what it should be.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadInput(str(path), why_unreadable(error), allowed) from error
    if len(data) > most:
        raise BadInput(str(path), Phrase("more than {most} bytes", most=most), Phrase("at most {most} bytes", most=most))
    return data


def why_unreadable(error: OSError | ValueError) -> str:
    """What was found where a file should be; what is rare stays in the words of the system."""
    if isinstance(error, FileNotFoundError):
        return Phrase("no file")
    if isinstance(error, IsADirectoryError):
        return Phrase("a folder")
    if isinstance(error, PermissionError):
        return Phrase("a file that may not be opened")
    return getattr(error, "strerror", None) or str(error)
