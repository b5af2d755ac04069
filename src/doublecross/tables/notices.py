"""The table's own lines of the log, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from doublecross.kernel.registry import load_game
from doublecross.kernel.words import Words
from doublecross.tables.state import Notice

Facts = Mapping[str, Any]


def tell(notice: Notice, words: Words) -> str:
    """One line in a language."""
    return _TELLERS[notice.kind](notice.facts, words)


def _seated(facts: Facts, words: Words) -> str:
    return words.say("{name} sits down.", name=facts["name"])


def _bot_seated(facts: Facts, words: Words) -> str:
    return words.say("{name}, a bot, sits down.", name=facts["name"])


def _got_up(facts: Facts, words: Words) -> str:
    return words.say("{name} gets up.", name=facts["name"])


def _renamed(facts: Facts, words: Words) -> str:
    return words.say("The new name of {before} is {name}.", before=facts["before"], name=facts["after"])


def _host(facts: Facts, words: Words) -> str:
    return words.say("{name} is the host.", name=facts["name"])


def _settings(facts: Facts, words: Words) -> str:
    if "game" in facts["changed"]:
        return words.say("The next game is {game}.", game=load_game(facts["game"]).title)
    if facts["changed"] == ["chat"]:
        return words.say("The chat is on." if facts["chat"] else "The chat is off; reactions work.")
    if facts["changed"] == ["hints"]:
        return words.say("Hints are allowed." if facts["hints"] else "Hints are not allowed.")
    return words.say("The settings of the table have changed.")


def _timed_out(facts: Facts, words: Words) -> str:
    name = facts["name"]
    if facts["outcome"] == "more":
        return words.say("The time of {name} is up, and begins once more.", name=name)
    if facts["outcome"] == "wait":
        return words.say("The time of {name} is up; the table waits.", name=name)
    if facts["outcome"] == "stand-in":
        return words.say("The time of {name} is up; a bot stands in.", name=name)
    return words.say("The time of {name} is up; the clock has decided.", name=name)


def _granted(facts: Facts, words: Words) -> str:
    name = facts["name"]
    if facts["factor"] == 0:
        return words.say("{name} has all the time in the world.", name=name)
    if facts["factor"] == 1:
        return words.say("{name} has the usual time again.", name=name)
    return words.say("{name} has {factor} times the usual time.", name=name, factor=facts["factor"])


def _stood_in(facts: Facts, words: Words) -> str:
    return words.say("A bot stands in for {name}.", name=facts["name"])


def _came_back(facts: Facts, words: Words) -> str:
    return words.say("{name} is back and plays on.", name=facts["name"])


def _passed(facts: Facts, words: Words) -> str:
    return words.say("The seat of {before} passes to {name}.", before=facts["before"], name=facts["after"])


def _reopened(facts: Facts, words: Words) -> str:
    return words.say("Back to the seats for the next game.")


_TELLERS: dict[str, Callable[[Facts, Words], str]] = {
    "seated": _seated,
    "bot-seated": _bot_seated,
    "got-up": _got_up,
    "renamed": _renamed,
    "host": _host,
    "settings": _settings,
    "timed-out": _timed_out,
    "granted": _granted,
    "stood-in": _stood_in,
    "came-back": _came_back,
    "passed": _passed,
    "reopened": _reopened,
}
