"""Bots by name."""

from __future__ import annotations

import pytest

from doublecross.bots import registry
from doublecross.bots.batch import play_games
from doublecross.bots.bot import Bot, Decision
from doublecross.bots.registry import bot_names, default_bot, make_bot, policy_number, read_bots
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.options import check_options
from doublecross.kernel.position import make_rules
from doublecross.kernel.registry import load_game

MOST_WANTED = load_game("most-wanted")


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_names(game: str) -> None:
    known = load_game(game)
    assert {"heuristic", "random"} <= set(bot_names(known))
    assert default_bot(known) == "heuristic"
    assert policy_number("random", known) == 0


def test_names_are_repeated_until_all_seats_have_one() -> None:
    assert read_bots("random", MOST_WANTED, 3) == ["random"] * 3
    assert read_bots("heuristic, random", MOST_WANTED, 3) == ["heuristic", "random", "heuristic"]


@pytest.mark.parametrize(
    ("text", "seats", "found"),
    [("fox", 2, "'fox'"), ("random,", 2, "''"), ("random,random,random", 2, "3 names"), ("random", 0, "1 names")],
)
def test_wrong_names(text: str, seats: int, found: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_bots(text, MOST_WANTED, seats)
    assert refused.value.found == found
    if seats and "names" not in found:
        assert "heuristic, level-1" in refused.value.allowed


class Lowest:
    """A bot from elsewhere: it takes the lowest legal action, and looks at all that it is given."""

    def plays(self, game: Game) -> bool:
        return game.name == "most-wanted"

    def __call__(self, game: Game, seed: int) -> Bot:
        return self

    def choose(self, decision: Decision) -> int:
        assert decision.view.viewer == decision.seat
        assert decision.events is not None
        assert decision.text(decision.legal[0])
        return decision.legal[0]


def test_a_bot_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays where it can, is not offered where it cannot, and its games do not depend on who else looks."""
    monkeypatch.setitem(registry._makers(), "lowest", Lowest())
    assert "lowest" in bot_names(MOST_WANTED)
    assert "lowest" not in bot_names(load_game("outlawed"))
    with pytest.raises(BadInput):
        make_bot("lowest", load_game("outlawed"), 0)
    assert policy_number("lowest", MOST_WANTED) is None
    options = check_options(MOST_WANTED.options, {"turn_limit": 20}, "")
    rules = make_rules(MOST_WANTED, 2, options)
    runs = [list(play_games(MOST_WANTED, rules, options, ["lowest", "heuristic"], 3, 7)) for _ in range(2)]
    assert runs[0][0].states.tobytes() == runs[1][0].states.tobytes()
    assert runs[0][0].winners.tolist() == runs[1][0].winners.tolist()
    assert (runs[0][0].counts.sum(axis=2) > 0).all()


@pytest.mark.parametrize("bots", [["heuristic", "random"], ["random", "random"]])
def test_any_number_of_threads_gives_the_same_games(bots: list[str]) -> None:
    options = check_options(MOST_WANTED.options, {}, "")
    rules = make_rules(MOST_WANTED, 2, options)
    runs = [[b.states.tobytes() for b in play_games(MOST_WANTED, rules, options, bots, 600, 7, threads)] for threads in (1, 3)]
    assert runs[0] == runs[1]
