"""Build hook: compiles the message catalogues, so that wheels and editable installs speak every language.

Run as a script it compiles those that changed, in place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALES = Path(__file__).parent / "src" / "doublecross" / "locales"


def compile_catalogues() -> None:
    """Write the ``.mo`` file beside each ``.po`` file that is newer than it."""
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        with source.open("rb") as text:
            catalogue = read_po(text, locale=source.parent.parent.name)
        unfinished = target.with_suffix(".tmp")
        with unfinished.open("wb") as binary:
            write_mo(binary, catalogue)
        unfinished.replace(target)


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles the catalogues before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues()


if __name__ == "__main__":
    compile_catalogues()
