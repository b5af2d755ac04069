"""Hints at the table: from the asker's knowledge only, in both languages, with the odds and what comes next."""

from __future__ import annotations

import re
from typing import Any

import pytest

import doublecross
from doublecross.advice.advisor import advisor
from doublecross.advice.hints import SHOWN, hints, outcomes
from doublecross.bots.bot import Decision, whole_choice
from doublecross.bots.registry import make_bot
from doublecross.kernel.position import Position
from tests.test_noninterference import another

NAMES = ("Ann", "Bo", "Cy", "Dee")
PROMPTS = {
    "most-wanted": {"turn", "join", "cards", "challenge"},
    "outlawed": {"play"},
}


def every_prompt(game: str, players: int, options: dict[str, Any]) -> dict[str, Position]:
    """A position for each kind of decision, from games between heuristics."""
    found: dict[str, Position] = {}
    for seed in range(20):
        position = doublecross.new(game, players=players, seed=seed, **options)
        bots = [make_bot("heuristic", position.game, seat) for seat in range(players)]
        while not position.is_over and set(found) != PROMPTS[game]:
            seat = min(position.to_act)
            if len(position.legal(seat)) > 1:
                found.setdefault(position.view(seat, last=0).phase, position.clone())
            for action in whole_choice(bots[seat], position, seat):
                position.apply(seat, action)
    return found


@pytest.mark.parametrize(("game", "options"), [("most-wanted", {"labor": "dishonest"}), ("outlawed", {})])
def test_every_kind_of_decision_gets_its_hints(game: str, options: dict[str, Any]) -> None:
    prompts = every_prompt(game, 3, options)
    assert set(prompts) == PROMPTS[game]
    for position in prompts.values():
        seat = min(position.to_act)
        found = hints(Decision(position, seat), 1, "en", NAMES, worlds=2)
        assert 1 < len(found) <= SHOWN
        assert [hint.value for hint in found] == sorted((hint.value for hint in found), reverse=True)
        for hint in found:
            trial = position.clone()
            for token in hint.choice:
                trial.apply(seat, trial.action_from_text(token))
            assert hint.text
            assert f"{100 * hint.value:.0f}%" in hint.odds
            assert not re.search(r"[{}]", hint.text + hint.odds + "".join(hint.reasons))


@pytest.mark.parametrize(("game", "options"), [("most-wanted", {"labor": "dishonest"}), ("outlawed", {})])
def test_nothing_hidden_has_a_say_in_a_hint(game: str, options: dict[str, Any]) -> None:
    for position in every_prompt(game, 3, options).values():
        seat = min(position.to_act)
        truths = [hints(Decision(each, seat), 4, "en", NAMES, worlds=1) for each in (position, another(position, seat, 5))]
        assert truths[0] == truths[1]


def test_spanish_says_the_same_in_spanish() -> None:
    position = doublecross.new("outlawed", players=3, seed=2)
    decision = Decision(position, min(position.to_act))
    english, spanish = (hints(decision, 1, language, NAMES, worlds=1) for language in ("en", "es"))
    assert [hint.choice for hint in english] == [hint.choice for hint in spanish]
    for one, other in zip(english, spanish, strict=True):
        assert one.odds != other.odds
        assert all(mine != theirs for mine, theirs in zip(one.reasons, other.reasons, strict=True))


def test_outcomes_of_an_outlaw_add_up() -> None:
    """Apprehended, missed or sent back: one of them in every world."""
    position = doublecross.new("outlawed", players=3, seed=2)
    seat = min(position.to_act)
    decision = Decision(position, seat)
    choice = tuple(whole_choice(make_bot("heuristic", position.game, 1), position, seat))
    means = outcomes(decision, choice, advisor(position.game), 3, looks=50)
    assert sum(means.get(name, 0.0) for name in ("apprehended", "missed", "sent_back")) == pytest.approx(1)


def test_outcomes_of_labor_are_its_bags() -> None:
    position = doublecross.new("most-wanted", players=3, seed=2)
    seat = min(position.to_act)
    decision = Decision(position, seat)
    card = position.view(seat).hand[0]
    choice = tuple(position.action_from_text(token) for token in ("labor", card, "done"))
    means = outcomes(decision, choice, advisor(position.game), 3, looks=10)
    assert means["bags"] == 2
    assert means["draws"] == 1
    assert "contest" not in means
