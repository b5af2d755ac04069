"""`doublecross bot check`: every kind of decision is asked, and the first fault is named."""

from __future__ import annotations

import importlib.util
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from doublecross.bots import checking, registry
from doublecross.bots.bot import Bot, Decision
from doublecross.bots.checking import check_bot_plays
from doublecross.bots.registry import BotSpec, read_bot
from doublecross.bots.varied import tables
from doublecross.cli import main
from doublecross.games.most_wanted.decisions import KINDS as MOST_WANTED_KINDS
from doublecross.games.most_wanted.tokens import PHASES
from doublecross.games.outlawed.decisions import DECISIONS, KINDS
from doublecross.kernel.decisions import Decisions
from doublecross.kernel.errors import RuleError
from doublecross.kernel.game import Game
from doublecross.kernel.position import start
from doublecross.kernel.registry import load_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "command_bot.py"
PACKAGE = Path(__file__).parents[2] / "examples" / "bot_package" / "doublecross_honest.py"
OUTLAWED, MOST_WANTED = load_game("outlawed"), load_game("most-wanted")


CORNERS: dict[str, Callable[[Decision], bool]] = {
    "a tie with the Sheriff": lambda decision: bool(decision.view.tie_round) and "sheriff" in decision.view.tied,
    "a challenge among six": lambda decision: decision.view.players == 6 and decision.view.phase == "challenge",
    "no bags to earn": lambda decision: decision.view.phase == "turn" and decision.view.supply == 0,
    "labor for more bags": lambda decision: bool(decision.options["labor_bags"] == 8),
    "every card in one hand": lambda decision: len(decision.legal) == 37,
}


class Chance:
    """A bot that plays by chance, after something else."""

    def __init__(self, game: Game, seed: int, before: Callable[[Decision], Any] = lambda decision: None) -> None:
        self.rng, self.before = np.random.default_rng(seed), before

    def choose(self, decision: Decision) -> Any:
        found = self.before(decision)
        return int(self.rng.choice(decision.legal)) if found is None else found


def spec(before: Callable[[Decision], Any]) -> BotSpec:
    return BotSpec("mine", "mine", lambda game, seed: Chance(game, seed, before))


def test_every_kind_of_decision_is_asked() -> None:
    """In Most Wanted: all phases, choices that go on, both sides of every tile, an opening duel."""
    phases, going_on, tokens, players, corners = set[str](), set[str](), set[str](), set[int](), set[str]()

    def note(decision: Decision) -> None:
        view = decision.view
        phases.add(view.phase)
        tokens.update(map(decision.text, decision.legal))
        players.add(view.players)
        corners.update(name for name, met in CORNERS.items() if met(decision))
        if decision.determinize(0).mid_choice(decision.seat):
            going_on.add(view.phase)

    found = check_bot_plays(spec(note), MOST_WANTED)
    assert found.fault is None
    assert found.missing == {}
    assert found.kinds == {question: list(sorts) for question, sorts in MOST_WANTED_KINDS.items()}
    assert phases == set(PHASES.values() if isinstance(PHASES, dict) else PHASES) - {"over"}
    assert {"turn", "cards"} <= going_on
    assert {"pony", "stage", "train", "church", "labor", "duel", "in", "out", "done", "pass"} <= tokens
    assert corners == set(CORNERS)
    assert players == set(MOST_WANTED.players) == set(found.players)


def test_every_table_can_be_dealt() -> None:
    for game in (OUTLAWED, MOST_WANTED):
        found = list(tables(game))
        assert {table.players for table in found} == set(game.players)
        assert {name for table in found for name in table.changed} >= {"first_player"}
        for table in found:
            start(game, table.players, 1, table.options)


def _raise(decision: Decision) -> None:
    raise KeyError("card")


def _raise_in_a_game(decision: Decision) -> None:
    if decision.players == 4:  # in no position of the game's own
        raise KeyError("game")


def _change(decision: Decision) -> None:
    decision.seen["turn"] += 1


def _claims_nothing(decision: Decision) -> str | None:
    return "bess" if decision.text(decision.legal[0]).startswith("as:") else None


@pytest.mark.parametrize(
    ("before", "why", "prompt"),
    [
        (_raise, "KeyError: 'card'", "place face down"),
        (_change, "changed records", "place face down"),
        (lambda decision: 63, "found 63; allowed: 0 (", "place face down"),
        (lambda decision: 1.0, "found 1.0", "place face down"),
        (lambda decision: True, "found True", "place face down"),
        (_claims_nothing, "found 'bess'", "claim"),
    ],
)
def test_faults_are_named(before: Callable[[Decision], Any], why: str, prompt: str) -> None:
    fault = check_bot_plays(spec(before), OUTLAWED).fault
    assert fault is not None
    assert why in fault.why
    assert prompt in fault.prompt
    assert fault.legal
    assert fault.players in OUTLAWED.players


def _fails_on(*tokens: str) -> Callable[[Decision], None]:
    """A bot that fails where one of these is possible."""

    def before(decision: Decision) -> None:
        if set(tokens) & set(map(decision.text, decision.legal)):
            raise ValueError(decision.view.players)

    return before


def test_a_bot_that_fails_only_where_it_must_pass_is_caught() -> None:
    fault = check_bot_plays(spec(_fails_on("pass")), MOST_WANTED).fault
    assert fault is not None
    assert (fault.why, fault.legal, fault.position) == ("ValueError: 2", ("pass",), "nothing-possible-2")


@pytest.mark.parametrize("outlaws", [3, 16])
def test_a_bot_that_fails_with_other_decks_is_caught(outlaws: int) -> None:
    fault = check_bot_plays(spec(lambda decision: 1 // 0 if len(decision.view.deck) == outlaws else None), OUTLAWED).fault
    assert fault is not None
    assert fault.position.startswith(f"deck-of-{outlaws}")


def test_a_game_that_names_no_kinds_is_known_by_its_sentences(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(checking, "decisions_of", lambda game: None)
    assert main(["bot", "check", "random", "--game", "outlawed", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "4 kinds of decisions, no fault" in told
    assert "does not name its kinds" in told
    assert "Positions made on purpose: 0." in told


def test_what_could_not_be_put_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A kind that is named and never comes up makes the check fail; one that comes up and is not named is the game's error."""
    more = Decisions({**KINDS, "claim": ("truth", "lie", "silence"), "shoot": ("seat",)}, DECISIONS.kind, DECISIONS.positions)
    monkeypatch.setattr(checking, "decisions_of", lambda game: more)
    monkeypatch.setattr(checking, "MOST_ROUNDS", 1)
    assert main(["bot", "check", "random", "--game", "outlawed", "--lang", "en"]) == 1
    assert "Not put: claim: silence; shoot: seat." in capsys.readouterr().out
    fewer = Decisions({"place": ("outlaw",)}, DECISIONS.kind, DECISIONS.positions)
    monkeypatch.setattr(checking, "decisions_of", lambda game: fewer)
    with pytest.raises(RuleError, match=r"outlawed: the decision 'claim' with .'lie', 'truth'. is not among"):
        check_bot_plays(read_bot("random", OUTLAWED), OUTLAWED)


def test_the_same_seed_finds_the_same_fault() -> None:
    faults = [check_bot_plays(spec(_raise_in_a_game), OUTLAWED, seed).fault for seed in (3, 3, 4)]
    assert faults[0] == faults[1] != faults[2]


@pytest.mark.parametrize("name", ["random", "heuristic"])
def test_our_own_bots_have_no_fault(name: str) -> None:
    found = check_bot_plays(read_bot(name, OUTLAWED), OUTLAWED)
    assert (found.fault, found.missing, found.count) == (None, {}, 4)


def test_the_command(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"cmd:{shlex.quote(sys.executable)} -S {shlex.quote(str(EXAMPLE))}"
    assert main(["bot", "check", program, "--game", "outlawed", "--lang", "en"]) == 0
    assert "no fault" in capfd.readouterr().out
    assert main(["bot", "check", "cmd:false", "--game", "outlawed", "--lang", "en"]) == 1
    assert "exit code 1" in capfd.readouterr().out
    monkeypatch.setitem(registry._makers(), "mine", Broken)
    assert main(["bot", "check", "mine", "--json"]) == 1
    found = json.loads(capfd.readouterr().out)
    assert set(found) == {"outlawed"}
    assert "ZeroDivisionError" in found["outlawed"]["fault"]["why"]
    assert main(["bot", "check", "fox"]) == 2
    assert "'fox'" in capfd.readouterr().err
    assert main(["bot", "list"]) == 0
    assert "mine" in capfd.readouterr().out


def test_the_example_package_has_no_fault() -> None:
    """The bot of the example, as its entry point would name it, with and without its parameter."""
    found = importlib.util.spec_from_file_location("doublecross_honest", PACKAGE)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    for given in ({}, {"timid": True}):
        spec = BotSpec("honest", "honest", module.Honest, module.Honest.parameters, given)
        assert check_bot_plays(spec, OUTLAWED).fault is None
    position = start(OUTLAWED, 2, 1, {option.name: option.default for option in OUTLAWED.options})
    bots = [module.Honest(OUTLAWED, seat) for seat in range(2)]
    while not position.is_over:
        seat = min(position.to_act)
        position.apply(seat, bots[seat].choose(Decision(position, seat)))
    assert all(event.facts["true"] for event in position.events(0) if event.kind == "revealed")


class Broken:
    """A bot as a package would register it: its class."""

    @staticmethod
    def plays(game: Game) -> bool:
        return game.name == "outlawed"

    def __init__(self, game: Game, seed: int) -> None:
        self.closed = False

    def choose(self, decision: Decision) -> int:
        return 1 // 0


def test_a_class_is_a_maker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._makers(), "mine", Broken)
    made: Bot = read_bot("mine", OUTLAWED).bot(OUTLAWED, 1)
    assert isinstance(made, Broken)
    assert "mine" not in registry.bot_names(MOST_WANTED)
