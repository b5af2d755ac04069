"""Where in a TOML text each key stands, so that an error can name the line."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""Keys from the top down; a number counts the tables of a list (``[[cell]]``)."""

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"\n]*"|'[^'\n]*'""")
_LONG = re.compile(r'"""|\'\'\'')


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


class Places:
    """The lines of a TOML text's keys and tables. What stands inside an inline table has the line of the key before it.

    >>> Places("a = 1\\n[b]\\nc = 2").line("b", "c")
    3
    """

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {(): 1}
        table: Path = ()
        lists: dict[Path, int] = {}
        inside = ""
        for number, line in enumerate(text.splitlines(), 1):
            before, inside = inside, _still_open(line, inside)
            if before:
                continue
            header, key = _HEADER.match(line), _KEY.match(line)
            if header:
                table = _parts(header[2])
                if header[1] == "[[":
                    lists[table] = lists.get(table, -1) + 1
                    self._lines.setdefault(table, number)
                    table = (*table, lists[table])
                self._lines.setdefault(table, number)
            elif key:
                path = (*table, *_parts(key[1]))
                for length in range(len(table) + 1, len(path) + 1):
                    self._lines.setdefault(path[:length], number)

    def line(self, *path: str | int) -> int:
        """The line of a key, or of the nearest table around it; 1 where nothing is known."""
        while path not in self._lines:
            path = path[:-1]
        return self._lines[path]


def _still_open(line: str, inside: str) -> str:
    """The quotes of a text over several lines that is open at the end of this line, or nothing."""
    for quotes in _LONG.findall(line):
        inside = "" if inside == quotes else inside or quotes
    return inside
