"""The characters as people meet them: a name, and a sentence about how each of them plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from doublecross.kernel.phrases import mark


@dataclass(frozen=True)
class Persona:
    """What people read about a bot.

    Attributes:
        name: what it is called at a table, the same in every language; empty if it takes the name of the portrait it gets there.
        about: the end of a sentence that begins with "bots", or with the name; to be translated.
    """

    name: str
    about: str


CAST: Mapping[str, Persona] = {
    "random": Persona("", mark("who play anything")),
    "heuristic": Persona("", mark("who play well")),
    "search": Persona("", mark("who think ahead")),
    "level-1": Persona("", mark("of level 1, who mostly play at hazard")),
    "level-2": Persona("", mark("of level 2, for those who are new to the game")),
    "level-3": Persona("", mark("of level 3, who know what they are doing")),
    "level-4": Persona("", mark("of level 4, who are hard to beat")),
    "level-5": Persona("", mark("of level 5, the strongest")),
    "clem": Persona("Clem", mark("Clem, who is careful and risks little")),
    "gus": Persona("Gus", mark("Gus, who is greedy and goes for the big money")),
    "silas": Persona("Silas", mark("Silas, who lies as often as lying can pay")),
    "abigail": Persona("Abigail", mark("Abigail, who is honest and hopes that others are")),
    "rosa": Persona("Rosa", mark("Rosa, who is bold and grudges the leader every dollar")),
}
"""Bots that people know by more than their registered names."""


def seated_name(name: str) -> str:
    """What a bot is called at a table; empty if it takes the name of its portrait."""
    return CAST[name].name if name in CAST else ""
