"""Playing by the JSON view alone: what somebody may do next, chosen by chance."""

from __future__ import annotations

import random
from typing import Any


def next_command(view: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """The fields of a command, None if nothing is asked of the viewer; face-down choices are made in two steps, and sometimes changed."""
    ask = view["ask"]
    if ask is None or ask["ready"]:
        return None
    answer = {"decision": ask["decision"], "seat": ask["seat"]}
    if ask["kind"] == "choose":
        return {"do": "choose", "choice": _path(ask["choices"], rng), **answer}
    if ask["draft"] is not None and rng.random() < 0.7:
        return {"do": "ready", "ready": True, **answer}
    if ask["kind"] == "robbery" and ask["may_stay_out"] and (rng.random() < 0.5 or not ask["changes_left"]):
        return {"do": "ready", "ready": True, **answer}
    choice = _several(ask, rng)
    if sorted(choice.split()) == sorted((ask["draft"] or "").split()):  # laid down already: nothing would happen, nothing be stored
        return {"do": "ready", "ready": True, **answer}
    return {"do": "draft", "choice": choice, **answer}


def _several(ask: dict[str, Any], rng: random.Random) -> str:
    if ask["kind"] == "robbery" or ask["many"] > 1:
        return " ".join(rng.sample([choice["token"] for choice in ask["choices"] for _ in range(choice["copies"])], ask["many"]))
    return _path(ask["choices"], rng)


def _path(choices: list[dict[str, Any]], rng: random.Random) -> str:
    choice = rng.choice(choices)
    return f"{choice['token']} {_path(choice['then'], rng)}" if choice["then"] else str(choice["token"])
