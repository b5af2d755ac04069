"""Packages that only some commands need: asked for by name where they are missing."""

from __future__ import annotations

import importlib.util

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase


def needed(package: str, extra: str) -> None:
    """Raise `BadInput` unless a package is installed, naming the extra that brings it."""
    if importlib.util.find_spec(package) is None:
        how = Phrase("{package}; install it with: pip install 'doublecross[{extra}]'", package=package, extra=extra)
        raise BadInput(Phrase("this command"), Phrase("no package {package}", package=package), how)
