"""The files of ``web/static``: found by name once, served for ever under an address that changes with their content."""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).parent / "static"
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class StaticFile:
    """One file, as it is sent."""

    kind: str
    body: bytes
    zipped: bytes
    fingerprint: str


@functools.cache
def static_files() -> dict[str, StaticFile]:
    """All of them by name; a name that is not among them does not exist, so no path ever reaches the file system."""
    paths = [path for path in sorted(STATIC.rglob("*")) if path.is_file()] if STATIC.is_dir() else []
    return {path.relative_to(STATIC).as_posix(): _read(path) for path in paths}


def _read(path: Path) -> StaticFile:
    body = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return StaticFile(kind, body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:12])


def fingerprint(name: str) -> str:
    """Changes with the content of the file."""
    found = static_files().get(name)
    return found.fingerprint if found else "none"
