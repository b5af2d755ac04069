"""What games say about their decisions: their kinds, and positions that keep every promise of the rules."""

from __future__ import annotations

import random
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from doublecross.games.most_wanted.built import Built
from doublecross.kernel import decisions
from doublecross.kernel.conformance import _Game
from doublecross.kernel.decisions import Decisions, decisions_of, make_position
from doublecross.kernel.errors import BadInput, IllegalAction, RuleError
from doublecross.kernel.position import as_record, from_bytes, start
from doublecross.kernel.registry import load_game

GAMES = ("most-wanted", "outlawed")


def said(game: str) -> Decisions:
    found = decisions_of(load_game(game))
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_position_keeps_the_contract(game: str) -> None:
    """As many pieces as at the start of a game, masks, words, secrets, determinizations; and it can be played to its end."""
    names = []
    for name, position in said(game).positions():
        names.append(name)
        assert position.to_act, name
        assert from_bytes(position.to_bytes()) == position, name
        fresh = start(position.game, position.players, 0, position.options)
        counts = [position.game.count_cards(as_record(each._state), each.rules) for each in (position, fresh)]
        assert counts[0] == counts[1], name
        checked = _Game(position.game, position.players, dict(position.options), 0)
        checked._look(position)
        checked._look_closely(position)
        chance = random.Random(1)
        for _ in range(20):
            if not position.is_over:
                seat = min(position.to_act)
                position.apply(seat, chance.choice(position.legal(seat)))
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_a_position_is_named(game: str) -> None:
    known = said(game)
    for name, position in known.positions():
        for seat in position.to_act:
            question, sorts = known.kind(position.view(seat), [position.action_text(action) for action in position.legal(seat)])
            assert sorts, name
            assert sorts <= set(known.kinds[question]), name


def test_a_position_that_no_game_comes_to() -> None:
    """Nothing is possible but to pass (MW-67)."""
    made = dict(said("most-wanted").positions())
    for players in (2, 3, 8):
        position = made[f"nothing-possible-{players}"]
        (seat,) = position.to_act
        assert [position.action_text(action) for action in position.legal(seat)] == ["pass"]


@pytest.mark.parametrize(
    ("built", "script", "why"),
    [
        (Built(hands={0: "6s 6x"}), "", "cards: found '6x'"),
        (Built(hands={0: "6s 6s", 1: "6s"}), "", "cards: found 6s; allowed: no more cards than the deck has"),
        (Built(bags=(64,)), "", "field bags"),
        (Built(pos=(13,)), "", "field pos"),
        (Built(options={"church": "bank"}), "", "option church"),
        (Built(hands={0: "6s"}), "0:hurry", "hurry"),
    ],
)
def test_what_cannot_be_is_refused(built: Built, script: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        built.position(script)


def test_a_script_keeps_to_the_rules() -> None:
    with pytest.raises(IllegalAction):
        Built(hands={0: "6s"}).position("0:pony")
    game = load_game("most-wanted")
    with pytest.raises(BadInput, match="players"):
        make_position(game, 9, {}, lambda state, rules: None)


def test_a_game_may_say_nothing_but_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[EntryPoint] = []

    def entries(**given: Any) -> list[EntryPoint]:
        assert given == {"group": "doublecross.decisions", "name": "outlawed"}
        return found

    monkeypatch.setattr(decisions, "entry_points", entries)
    game = load_game("outlawed")
    assert decisions_of.__wrapped__(game) is None
    found.append(EntryPoint("outlawed", "doublecross.games.outlawed.decisions:KINDS", "doublecross.decisions"))
    with pytest.raises(RuleError, match="names no Decisions"):
        decisions_of.__wrapped__(game)
