"""A decision holds what the seat may know, and nothing else, here and in another process."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

import doublecross
from doublecross.bots.bot import Decision, bot_seed, complete_choice
from doublecross.bots.registry import make_bot
from doublecross.kernel.errors import BadInput
from doublecross.kernel.position import Position

TABLES = [("most-wanted", 2), ("most-wanted", 5), ("outlawed", 3)]


def decisions(game: str, players: int, seed: int, every: int = 1) -> Iterator[tuple[Position, int, Decision]]:
    """A game between heuristics: every so many of its decisions, those in the middle of a choice too."""
    position = doublecross.new(game, players=players, seed=seed)
    bots = [make_bot("heuristic", position.game, bot_seed(seed, seat)) for seat in range(players)]
    number = 0
    while not position.is_over:
        for seat in sorted(position.to_act):
            decision = Decision(position, seat)
            if number % every == 0:
                yield position, seat, decision
            number += 1
        position.apply(seat, bots[seat].choose(decision))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_it_says_what_the_position_would_say(game: str, players: int) -> None:
    for position, seat, decision in decisions(game, players, 4, every=7):
        assert decision.events == position.events(seat)
        assert decision.view == position.view(seat)
        assert decision.legal == position.legal(seat)
        assert [decision.text(action) for action in decision.legal] == [position.action_text(action) for action in decision.legal]
        assert (decision.players, dict(decision.options)) == (players, dict(position.options))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_nothing_of_the_true_position_hangs_on_it(game: str, players: int) -> None:
    for position, seat, decision in decisions(game, players, 5, every=11):
        reached, waiting = set[int](), [decision]
        while waiting:
            thing = waiting.pop()
            if id(thing) in reached or thing is decision.game or isinstance(thing, type):
                continue
            reached.add(id(thing))
            assert thing is not position
            assert thing is not position._state
            waiting += gc.get_referents(thing)
        unknown = position.clone()
        unknown._state[:] = doublecross_secrets(position, seat)
        assert Decision(unknown, seat).log == decision.log
        assert Decision(unknown, seat).seen.tobytes() == decision.seen.tobytes()


def doublecross_secrets(position: Position, seat: int) -> np.ndarray:
    """A state that differs from this one only in what the seat cannot know."""
    return position.game.secrets(position._state.view(np.recarray)[0], position.rules, seat, np.random.default_rng(1))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_it_comes_back_from_bytes(game: str, players: int) -> None:
    for position, seat, decision in decisions(game, players, 6, every=5):
        sent = decision.to_bytes()
        again = Decision.from_bytes(sent)
        assert again.seen.tobytes() == decision.seen.tobytes()
        assert again.rules.tobytes() == decision.rules.tobytes()
        assert (again.log, again.legal, again.seat, again.players) == (decision.log, decision.legal, seat, position.players)
        assert again.view == decision.view
        assert again.to_bytes() == sent


def test_bytes_hold_nothing_hidden() -> None:
    """The same bytes, whatever lies where the seat cannot see: its cards are not in them, and neither is the random key."""
    for position, seat, decision in decisions("most-wanted", 3, 7, every=13):
        other = position.clone()
        other._state[:] = doublecross_secrets(position, seat)
        assert Decision(other, seat).to_bytes() == decision.to_bytes()


def test_a_bot_plays_the_same_from_bytes() -> None:
    for position, _seat, decision in decisions("most-wanted", 4, 8, every=9):
        if position.mid_choice(decision.seat):
            continue
        here, there = (make_bot("heuristic", position.game, 3) for _ in range(2))
        assert complete_choice(here, decision) == complete_choice(there, Decision.from_bytes(decision.to_bytes()))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({0: "something else"}, "doublecross decision"),
        ({1: 99}, "99"),
        ({2: 1}, "seat 1"),
        ({2: -7}, "seat -7"),
        ({3: b"no position"}, "to_bytes wrote"),
    ],
)
def test_bytes_from_outside_are_checked(change: dict[int, object], named: str) -> None:
    position = doublecross.new("outlawed", players=2, seed=1, first_player="0")
    packed = msgspec.msgpack.decode(Decision(position, 0).to_bytes())
    for place, value in change.items():
        packed[place] = value
    with pytest.raises(BadInput, match=named):
        Decision.from_bytes(msgspec.msgpack.encode(packed))


def test_bytes_that_are_no_message_are_refused() -> None:
    with pytest.raises(BadInput, match="decision"):
        Decision.from_bytes(b"\xc1\xff")


def test_a_record_that_breaks_the_rules_is_refused() -> None:
    """Compiled code checks no bounds: an impossible record must not get there."""
    position = doublecross.new("most-wanted", players=2, seed=1)
    seat = min(position.to_act)
    packed = msgspec.msgpack.decode(Decision(position, seat).to_bytes())
    inner = msgspec.msgpack.decode(packed[3])
    for byte in range(0, len(inner[6]), 17):
        broken = bytearray(inner[6])
        broken[byte] ^= 0xA5
        inner_broken = [*inner[:6], bytes(broken), inner[7]]
        packed[3] = msgspec.msgpack.encode(inner_broken)
        try:
            found = Decision.from_bytes(msgspec.msgpack.encode(packed))
        except BadInput:
            continue
        assert found.legal
