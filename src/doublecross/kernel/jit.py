"""The one place that talks to Numba: how a rule function is compiled and where its machine code is kept.

A rule is written once, in the subset of Python that Numba compiles. `compiled` turns it into machine code, or leaves it as it is
under ``NUMBA_DISABLE_JIT=1``. Machine code is cached on disk in a folder whose name carries a hash of every source it may
depend on, because Numba itself notices a change only in the file of the function, not in the functions it calls. That of the kernel and
the games is shared by all; whatever stands on them (bots, environments) has rooms in it, each named after its own sources, so that a change
in a bot compiles that bot anew and nothing else.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import os
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import config

from doublecross.kernel.phrases import Phrase

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(config.DISABLE_JIT)
"""True when the rules run as plain Python (``NUMBA_DISABLE_JIT=1``)."""

PACKAGE = Path(__file__).parent.parent

GAMES_GROUP = "doublecross.games"
"""The entry point group under which games register."""


_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w.]+))", re.MULTILINE)
_COMPILED = re.compile(rb"^\s*@compiled(?:_apart)?$", re.MULTILINE)


def _module_path(package: Path, module: str) -> Path | None:
    """The file of a module of this package, or None if it is none."""
    path = package.parent.joinpath(*module.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _imports(package: Path, source: bytes) -> Iterator[Path]:
    """The files of this package that a source imports, names that may be modules included."""
    for origin, names, plain in _IMPORT.findall(source):
        module = (origin or plain).decode()
        if module.startswith("doublecross"):
            wanted = [module, *(f"{module}.{name}" for name in re.findall(r"\w+", names.decode()))]
            yield from filter(None, (_module_path(package, name) for name in wanted))


def _sources_of(package: Path, starts: Iterable[Path]) -> list[Path]:
    """These files and all that they import: what their machine code may depend on, and no file of words or views."""
    found: set[Path] = set()
    waiting = list(starts)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(package, path.read_bytes())
    return sorted(found)


def _source_files() -> Iterator[Path]:
    """Every file that the rules' code may depend on: in this package, and games installed elsewhere, which are taken whole."""
    rules = (path for room in ("kernel", "games") for path in (PACKAGE / room).rglob("*.py"))
    yield from _sources_of(PACKAGE, (path for path in rules if _COMPILED.search(path.read_bytes())))
    for entry in sorted(entry_points(group=GAMES_GROUP), key=lambda entry: entry.value):
        top = entry.module.partition(".")[0]
        spec = None if top == "doublecross" else importlib.util.find_spec(top)
        if spec is not None and spec.origin:
            yield from _whole(Path(spec.origin))


def _whole(origin: Path) -> list[Path]:
    """A module's file, or all files of a package."""
    return sorted(origin.parent.rglob("*.py")) if origin.name == "__init__.py" else [origin]


def _digest(paths: Iterable[Path]) -> Any:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest


@functools.cache
def sources_name(path: Path) -> str:
    """A name for the present text of a file outside the kernel and the games, and of all it imports; empty for a file of theirs."""
    if any(path.is_relative_to(PACKAGE / room) for room in ("kernel", "games")):
        return ""
    if not path.is_file():
        return hashlib.sha256(str(path).encode()).hexdigest()[:12]
    inside = path.is_relative_to(PACKAGE)
    return str(_digest(_sources_of(PACKAGE, [path]) if inside else sorted({path, *_whole(path.with_name("__init__.py"))})).hexdigest()[:12])


def source_of(function: Callable[..., Any]) -> Path:
    """The file in which a function, compiled or not, is written."""
    plain = getattr(function, "py_func", function)
    return Path(plain.__code__.co_filename)


def cache_name() -> str:
    """The name of the cache folder: it changes with any source of the rules, the Numba and NumPy versions, Python and the debug flags."""
    digest = _digest(_source_files())
    flags = (config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT, config.CPU_NAME)
    digest.update(repr((numba.__version__, np.__version__, sys.version_info[:3], flags)).encode())
    return f"doublecross-{digest.hexdigest()[:16]}"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def _find_cache() -> Path | None:
    """The folder for machine code, or None where nothing is writable; that costs a compilation at each start, so it warns."""
    if INTERPRETED:
        return None
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("doublecross", appauthor=False))
    folder = parent / cache_name()
    if _writable(folder):
        return folder
    warnings.warn(
        Phrase(
            "cannot write to {folder}: the rules are compiled anew at each start; set NUMBA_CACHE_DIR to a writable folder", folder=folder
        ),
        RuntimeWarning,
        stacklevel=2,
    )
    return None


CACHE_DIR: Path | None = _find_cache()
"""The folder that holds the machine code of these very rules, or None if there is none."""


_room = ""
_one_at_a_time = threading.RLock()
"""Where machine code goes is a setting of the whole process while a function is decorated: another thread must not find, or end, it."""


def is_cached() -> bool:
    """Whether machine code of this version is on disk, so that a start need not compile."""
    return INTERPRETED or (CACHE_DIR is not None and any(CACHE_DIR.rglob("*.nbi")))


def compiled(function: F) -> F:
    """Compile a rule function; its arguments are numbers and records, its result a number.

    The GIL is released while it runs, division follows NumPy, and the code is cached in `CACHE_DIR`.
    """
    # Rules are many small functions over the same records: inlined into the playout loop they run a quarter faster.
    return _compile(function, forceinline=True)


def compiled_apart(function: F) -> F:
    """Like `compiled`, for a long function that takes its time anyway, such as a policy: called, not inlined, it compiles much faster."""
    return _compile(function, forceinline=False)


@contextlib.contextmanager
def cache_room(name: str) -> Iterator[None]:
    """Keep the machine code of what is compiled inside in a folder of its own.

    Numba tells cached functions apart by their file, name and line; a file that is executed several times needs a room for each.
    """
    global _room  # noqa: PLW0603  # decorators take no argument for this
    with _one_at_a_time:
        before, _room = _room, name
        try:
            yield
        finally:
            _room = before


def _compile(function: F, forceinline: bool) -> F:
    if INTERPRETED:
        return function
    with _one_at_a_time:
        before = config.CACHE_DIR
        if CACHE_DIR is not None:
            config.CACHE_DIR = str(CACHE_DIR / _room / sources_name(source_of(function)))
        try:
            jit = numba.njit(forceinline=forceinline, nogil=True, error_model="numpy", cache=CACHE_DIR is not None)
            return cast(F, jit(function))
        finally:
            config.CACHE_DIR = before
