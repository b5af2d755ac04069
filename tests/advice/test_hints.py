"""Hints at the table: from the asker's knowledge only, in both languages, with the odds and what comes next."""

from __future__ import annotations

import re
from typing import Any

import pytest

import doublecross
from doublecross.advice.advisor import advisor, phase_of
from doublecross.advice.hints import SHOWN, hints, outcomes
from doublecross.bots.bot import Decision, whole_choice
from doublecross.bots.registry import make_bot
from doublecross.kernel.position import Position
from doublecross.kernel.words import words
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


def test_answers_are_called_by_what_was_asked() -> None:
    """The same two actions join a robbery and challenge a claim."""
    position = doublecross.new("most-wanted", players=3, seed=2, labor="dishonest")
    seat, found = min(position.to_act), advisor(position.game)
    for token in ("labor", position.view(seat).hand[0], "done"):
        position.apply(seat, position.action_from_text(token))
    asked = phase_of(Decision(position, min(position.to_act)))
    speaker = words("en")
    named = [found.name_choice((token,), asked, position.rules, NAMES, speaker) for token in ("in", "out")]
    assert named == ["challenge the claim", "let the claim go"]
    assert [found.name_choice((token,), "join", position.rules, NAMES, speaker) for token in ("in", "out")] == [
        "join the robbery",
        "stay out",
    ]


def test_an_outlaw_and_its_claim_are_called_by_names() -> None:
    position, speaker = doublecross.new("outlawed", players=3, seed=2), words("en")
    named = [
        advisor(position.game).name_choice(tokens, "play", position.rules, NAMES, speaker)
        for tokens in (("duke",), ("duke", "as:duke"), ("duke", "as:croc"), ("as:croc",))
    ]
    assert named == [
        "play Dirty Duke",
        "play Dirty Duke and tell the truth",
        "play Dirty Duke and claim Croc Holliday",
        "claim Croc Holliday",
    ]


def test_a_tie_break_is_no_contest_of_its_own() -> None:
    """Worlds in which the contest is won are counted, not hands that were shown; who robs hears how many join."""
    position = doublecross.new("most-wanted", players=3, seed=2)
    found = advisor(position.game)
    said = found.reasons({"reveals": 1.3, "won": 0.6, "robs": 1.0, "joined": 1.5, "nobody": 0.2}, position.rules, words("en"))
    assert said == ["You win the contest in 60% of them.", "1.5 others join, on average.", "Nobody joins in 20% of them."]
    assert found.reasons({"reveals": 0.0, "joined": 1.5}, position.rules, words("en")) == []


def test_who_robs_hears_who_joins() -> None:
    position = doublecross.new("most-wanted", players=4, seed=2)
    seat = min(position.to_act)
    means = outcomes(Decision(position, seat), (position.action_from_text("pony"),), advisor(position.game), 3, looks=20)
    assert means["robs"] == 1
    assert 0 < means["joined"] <= 3
    assert means["reveals"] >= 1 > means.get("won", 0.0)


def test_outcomes_of_labor_are_its_bags() -> None:
    position = doublecross.new("most-wanted", players=3, seed=2)
    seat = min(position.to_act)
    decision = Decision(position, seat)
    card = position.view(seat).hand[0]
    choice = tuple(position.action_from_text(token) for token in ("labor", card, "done"))
    means = outcomes(decision, choice, advisor(position.game), 3, looks=10)
    assert means["bags"] == 2
    assert means["draws"] == 1
    assert "reveals" not in means
