"""What reads the value of an argument, and refuses it with what was found and what is allowed. Loads nothing that computes."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import Whole
from doublecross.kernel.words import Words

SEEDS = 1 << 256
"""Seeds are whole numbers below this."""


def whole(speaker: Words, least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number from `least` to `most`."""
    kind = Whole(least, most)

    def read(text: str) -> int:
        try:
            return kind.read(text, "")
        except BadInput as error:
            raise _wrong(speaker, text, error.allowed) from error

    return read


def seed(speaker: Words) -> Callable[[str], int]:
    """Reads a seed: a whole number below 2^256, decimal, or hexadecimal after ``0x``."""

    def read(text: str) -> int:
        try:
            value = int(text, 16 if text.lower().startswith("0x") else 10) if len(text) <= len(str(SEEDS)) else SEEDS
        except ValueError:
            value = SEEDS
        if not 0 <= value < SEEDS:
            raise _wrong(speaker, text, speaker.say("a whole number below 2^256"))
        return value

    return read


def seconds(speaker: Words) -> Callable[[str], float]:
    """Reads a time in seconds."""

    def read(text: str) -> float:
        try:
            value = float(text) if text.isascii() and len(text) <= 20 else 0.0
        except ValueError:
            value = 0.0
        if not 0.001 <= value <= 3600:
            raise _wrong(speaker, text, speaker.say("{least} to {most} seconds", least="0.001", most="3600"))
        return value

    return read


def share(speaker: Words) -> Callable[[str], float]:
    """Reads a number from 0 to 1."""

    def read(text: str) -> float:
        try:
            value = float(text) if text.isascii() and len(text) <= 20 else -1.0
        except ValueError:
            value = -1.0
        if not 0.0 <= value <= 1.0:
            raise _wrong(speaker, text, speaker.say("a number from 0 to 1"))
        return value

    return read


def setting(speaker: Words) -> Callable[[str], tuple[str, str]]:
    """Reads ``name=value`` of ``-o``; which names and values there are, the game says."""

    def read(text: str) -> tuple[str, str]:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise _wrong(speaker, text, speaker.say("NAME=VALUE"))
        return name, value

    return read


def claimed_play(speaker: Words) -> Callable[[str], tuple[str, str]]:
    """Reads ``played:claimed``."""

    def read(text: str) -> tuple[str, str]:
        played, colon, claimed = text.partition(":")
        if not played or not colon or not claimed:
            raise _wrong(speaker, text, speaker.say("PLAYED:CLAIMED"))
        return played, claimed

    return read


def _wrong(speaker: Words, found: str, allowed: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(speaker.say("found {found}; allowed: {allowed}", found=repr(found), allowed=allowed))
