"""Most Wanted with one promise of the contract broken at a time, for test_conformance.py; run as a program, interpreted."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import numpy as np

from doublecross.games.most_wanted import GAME
from doublecross.kernel import saved, savefile
from doublecross.kernel.conformance import check_game
from doublecross.kernel.errors import RuleError
from doublecross.kernel.game import Game


def leaks_a_hand(state: Any, rules: Any, seat: Any, seen: Any) -> None:
    GAME.know(state, rules, seat, seen)
    seen.hand1[0] = state.hand1[0]


def shows_who_has_chosen(state: Any, rules: Any, seat: Any, seen: Any) -> None:
    GAME.know(state, rules, seat, seen)
    seen.pending = state.pending


def loses_a_card(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    GAME.step(state, rules, log, seat, action)
    state.discard1 = np.uint64(0)


def depends_on_the_order(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    GAME.step(state, rules, log, seat, action)
    state.words[0] = seat


def depends_on_the_global_generator(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    GAME.step(state, rules, log, seat, action)
    state.words[0] = np.random.randint(2**31)


def forgets_the_end(state: Any, rules: Any) -> Any:
    return np.uint64(0)


def allows_too_much(state: Any, rules: Any, seat: Any) -> Any:
    mask = GAME.legal(state, rules, seat)
    return mask | np.uint64(1) if mask else mask


def allows_those_who_wait(state: Any, rules: Any, seat: Any) -> Any:
    mask = GAME.legal(state, rules, seat)
    return mask if mask else np.uint64(1)


def returns_the_truth(seen: Any, rules: Any, seat: Any, rng: Any) -> None:
    GAME.determinize(seen, rules, seat, rng)
    seen.key[:] = 7


def refuses_by_the_deck(seen: Any, rules: Any, seat: int, action: int) -> Any:
    return None


def observes_too_much(seen: Any, rules: Any, seat: Any, out: Any) -> None:
    GAME.observe(seen, rules, seat, out)
    out[0] = np.random.randint(100)


def one_text_for_all(rules: Any, action: int) -> str:
    return "done"


def tells_too_much(raw: Any, rules: Any, viewer: int) -> Any:
    event = GAME.read_event(raw, rules, viewer)
    return None if event is None else dataclasses.replace(event, facts={**event.facts, "once": int(raw["once"])})


class Speechless:
    """No sentence for what an action means."""

    def describe(self, *_: Any) -> str:
        return ""

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME.language, name)


BROKEN: dict[str, dict[str, Any]] = {
    "hand": {"know": leaks_a_hand},
    "sealed": {"know": shows_who_has_chosen},
    "conservation": {"step": loses_a_card},
    "order": {"step": depends_on_the_order},
    "determinism": {"step": depends_on_the_global_generator},
    "returns": {"winners": forgets_the_end},
    "legal": {"legal": allows_too_much},
    "waiting": {"legal": allows_those_who_wait},
    "key": {"determinize": returns_the_truth},
    "reasons": {"verify": refuses_by_the_deck},
    "observation": {"observe": observes_too_much},
    "tokens": {"action_text": one_text_for_all},
    "events": {"read_event": tells_too_much},
    "words": {"language": Speechless()},
}


def finds(change: dict[str, Any]) -> str:
    """What `check_game` says about Most Wanted with this change; empty if it finds nothing wrong."""
    game: Game = dataclasses.replace(GAME, **change)
    saved.load_game = savefile.load_game = lambda name: game  # as if it were registered
    try:
        check_game(game, players=3, games=3, track="1223", goal=5)
    except RuleError as error:
        return str(error).splitlines()[0]
    return ""


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(f"{name}\t{finds({} if name == 'sound' else BROKEN[name])}\n")
