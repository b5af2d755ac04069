"""Solving small games: against OpenSpiel, against a game whose solution is known, and with what the solver proves of every tree."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from doublecross.cli import main
from doublecross.games.minis import MINIS, mini
from doublecross.kernel.errors import BadInput, RuleError
from doublecross.kernel.registry import load_game
from doublecross.lab.solve import tree as trees
from doublecross.lab.solve.bots import numbers_of, strategy_of
from doublecross.lab.solve.habits import habits
from doublecross.lab.solve.solver import METHODS, Sweeper, nash_conv, solve
from doublecross.lab.solve.table import reached, table
from doublecross.lab.solve.tree import CHANCE, END, Tree, build

SMALL = ("mw-tiny", "ol-tiny")


def grown(name: str, **changed: Any) -> Tree:
    small = mini(name)
    return build(small.game, small.players, {**small.options, **changed})


@pytest.fixture(scope="module")
def small() -> dict[str, Tree]:
    return {name: grown(name) for name in SMALL}


def tree_of(state: Any) -> tuple[Tree, list[str]]:
    """The tree below a state of OpenSpiel, and the name of each information set."""
    rows: list[tuple[int, int, int, int, float]] = []
    known: dict[tuple[int, str], int] = {}
    payoffs, ways, nodes = [], [], []

    def add(state: Any, parent: int, move: int, chance: float) -> None:
        node = len(rows)
        if state.is_terminal():
            rows.append((parent, END, move, len(payoffs), chance))
            payoffs.append(state.returns())
        elif state.is_chance_node():
            rows.append((parent, CHANCE, move, -1, chance))
            for outcome, probability in state.chance_outcomes():
                add(state.child(outcome), node, outcome, probability)
        else:
            key = (state.current_player(), state.information_state_string())
            if known.setdefault(key, len(known)) == len(ways):
                ways.append(sum(1 << action for action in state.legal_actions()))
                nodes.append(node)
            rows.append((parent, state.current_player(), move, known[key], chance))
            for action in state.legal_actions():
                add(state.child(action), node, action, 0.0)

    add(state, -1, 0, 0.0)
    sets = np.array([(mask, node, seat) for mask, node, (seat, _) in zip(ways, nodes, known, strict=True)], trees.SET)
    table = np.array([(parent, mover, move, info, chance) for parent, mover, move, info, chance in rows], trees.NODE)
    game = load_game("most-wanted")  # only its name is used
    return trees._finished(game, state.num_players(), {}, table, np.array(payoffs), sets), [text for _, text in known]


def test_kuhn_poker_has_its_known_value() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    tree, names = tree_of(pyspiel.load_game("kuhn_poker").new_initial_state())
    solution = solve(tree, 4096, target=1e-6)
    assert solution.values[0] == pytest.approx(-1 / 18, abs=1e-4)
    strategy = {name: solution.strategy[tree.first[number] : tree.first[number + 1]] for number, name in enumerate(names)}
    jack, king = strategy["0"][1], strategy["2"][1]
    assert 0 <= jack <= 1 / 3 + 0.01
    assert king == pytest.approx(3 * jack, abs=0.02)


@pytest.mark.parametrize("name", ["leduc_poker", "kuhn_poker(players=3)"])
def test_best_responses_are_those_of_openspiel(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game(name)
    tree, names = tree_of(game.new_initial_state())
    assert nash_conv(tree, tree.uniform()) == pytest.approx(
        exploitability.nash_conv(game, policy.UniformRandomPolicy(game), use_cpp_br=True)
    )
    found = solve(tree, 8)
    tabular = {
        text: [(int(tree.actions[place]), float(found.strategy[place])) for place in range(tree.first[number], tree.first[number + 1])]
        for number, text in enumerate(names)
    }
    average = policy.tabular_policy_from_callable(game, lambda state: dict(tabular[state.information_state_string()]))
    assert found.nash_conv == pytest.approx(exploitability.nash_conv(game, average, use_cpp_br=True), abs=1e-9)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("mw-tiny", {}),
        ("mw-labor", {"turn_limit": 1, "suits": 2}),
        ("mw-duel", {"turn_limit": 2, "ranks": "6KA", "hand": 1}),
        ("mw-three", {"turn_limit": 1, "ranks": "6A"}),
        ("ol-tiny", {}),
        ("ol-four", {"round_limit": 1}),
        ("ol-table", {"round_limit": 1}),
    ],
)
def test_our_trees_are_those_of_openspiel(name: str, changed: dict[str, Any]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from doublecross.envs.open_spiel.parameters import parameters, short_name

    ours = grown(name, **changed)
    game = pyspiel.load_game(short_name(ours.game) + "_seq", parameters(ours.game, ours.players, 0, ours.options))
    theirs, names = tree_of(game.new_initial_state())
    choosing = np.diff(theirs.first) > 1
    assert choosing.sum() == len(ours.ways)
    assert np.array_equal(ours.payoffs, theirs.payoffs)
    assert nash_conv(ours, ours.uniform()) == pytest.approx(nash_conv(theirs, theirs.uniform()), abs=1e-12)
    texts = {f"seat {seat}\n{_story(ours, number)}" for number, seat in enumerate(ours.seat)}
    assert texts == {text for text, several in zip(names, choosing, strict=True) if several}


def _story(tree: Tree, number: int) -> str:
    from doublecross.envs.open_spiel.moment import Told

    position = tree.position(int(tree.node[number]))
    return "\n".join(Told(None, position.events).lines(int(tree.seat[number])))


PINNED = {"mw-tiny": (0.25, 0.75), "ol-tiny": (0.58888888, 0.41111111)}


@pytest.mark.parametrize("name", PINNED)
@pytest.mark.parametrize("method", METHODS)
def test_the_minis_have_their_values(small: dict[str, Tree], name: str, method: str) -> None:
    solution = solve(small[name], 2048, method)
    most = 0.03 if method == "cfr" else 0.001
    assert solution.nash_conv < most
    assert solution.values == pytest.approx(PINNED[name], abs=most)
    assert sum(solution.values) == pytest.approx(1.0)
    distances = [point.nash_conv for point in solution.curve]
    assert distances[-1] < distances[0] / 10


def test_the_same_numbers_give_the_same_strategy(small: dict[str, Tree]) -> None:
    first, second = (solve(grown("ol-tiny"), 50).strategy for _ in range(2))
    assert first.tobytes() == second.tobytes()
    assert np.add.reduceat(first, small["ol-tiny"].first[:-1]) == pytest.approx(1.0)


SOLVE = """
from doublecross.games.minis import mini
from doublecross.lab.solve.solver import solve
from doublecross.lab.solve.tree import build
small = mini("mw-tiny")
print(solve(build(small.game, small.players, small.options), 8).strategy.tobytes().hex())
"""


def test_interpreted_it_gives_the_same_strategy(small: dict[str, Tree]) -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-W", "error", "-c", SOLVE], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.strip() == solve(small["mw-tiny"], 8).strategy.tobytes().hex()


def test_solving_stops_at_its_target_and_tells_every_point(small: dict[str, Tree]) -> None:
    seen: list[int] = []
    solution = solve(small["mw-tiny"], 10_000, target=0.01, watch=lambda point: seen.append(point.iteration))
    assert seen == [point.iteration for point in solution.curve] == [1 << power for power in range(len(seen))]
    assert solution.nash_conv <= 0.01 < solution.curve[-2].nash_conv


@pytest.mark.parametrize("name", [name for name in MINIS if name not in {"mw-labor", "mw-duel", "ol-five", "ol-table"}])
def test_every_mini_can_be_solved(name: str) -> None:
    tree = grown(name)
    assert 400 < len(tree.parent) < 1_000_000
    assert solve(tree, 16).nash_conv < nash_conv(tree, tree.uniform()) / 3


def test_a_game_that_forgets_is_refused(small: dict[str, Tree]) -> None:
    tree = small["ol-tiny"]
    later = [number for number in range(len(tree.ways)) if tree.ways[number] == tree.ways[-1] and tree.seat[number] == tree.seat[-1]]
    merged = np.where(tree.info == later[0], later[1], tree.info)
    with pytest.raises(RuleError, match="different moves of its own"):
        trees._check_recall(dataclasses.replace(tree, info=np.where(tree.mover >= 0, merged, tree.info)))


def test_different_choices_in_one_set_are_refused(small: dict[str, Tree]) -> None:
    tree = small["ol-tiny"]
    actions = tree.actions.copy()
    actions[5] += 1
    with pytest.raises(RuleError, match="different legal actions"):
        trees._check_choices(dataclasses.replace(tree, actions=actions), np.flatnonzero(tree.slot >= 0))


def test_positions_are_those_of_the_tree(small: dict[str, Tree]) -> None:
    for tree in small.values():
        for number, node in enumerate(tree.node):
            position = tree.position(int(node))
            assert min(position.to_act) == tree.seat[number]
            assert position.legal_mask(int(tree.seat[number])) == tree.ways[number]
        ends = np.flatnonzero(tree.mover == END)[::37]
        assert [tree.position(int(node)).returns() for node in ends] == tree.payoffs[tree.info[ends]].tolist()


def test_what_a_seat_may_know_is_less_than_it_was_told(small: dict[str, Tree]) -> None:
    """The `know` record alone would forget: several information sets share one."""
    for name, tree in small.items():
        records = {tree.position(int(node)).know(int(seat)).tobytes() for node, seat in zip(tree.node, tree.seat, strict=True)}
        assert (len(records) < len(tree.ways)) == (name == "mw-tiny")


def test_bots_are_strategies(small: dict[str, Tree]) -> None:
    for name, tree in small.items():
        assert np.array_equal(strategy_of(tree, 0), tree.uniform())
        strategy = strategy_of(tree, numbers_of(tree)["heuristic"], 20)
        assert np.add.reduceat(strategy, tree.first[:-1]) == pytest.approx(1.0)
        assert nash_conv(tree, strategy) > solve(tree, 100).nash_conv, name


def test_a_best_response_beats_any_other_answer(small: dict[str, Tree]) -> None:
    tree, rng = small["ol-tiny"], np.random.default_rng(7)
    sweeper, fixed = Sweeper(tree), tree.uniform()
    best = sweeper.best_response(fixed, 0)
    mine = np.repeat(tree.seat, np.diff(tree.first)) == 0
    for _ in range(20):
        weights = rng.random(len(fixed))
        answer = weights / np.repeat(np.add.reduceat(weights, tree.first[:-1]), np.diff(tree.first))
        assert sweeper.worth(np.where(mine, answer, fixed), 0) <= best + 1e-12


def test_tables_and_habits_count_whole_games(small: dict[str, Tree]) -> None:
    tree = small["ol-tiny"]
    strategy = solve(tree, 2000).strategy
    counted = habits(tree, strategy)
    assert counted["lie"][0] == pytest.approx(2.0)  # one claim of each seat
    assert counted["lie with lionel"][1] == pytest.approx(0.0, abs=0.01)
    assert counted["lie with duke"][1] == pytest.approx(1.0, abs=0.01)
    rows = table(tree, strategy, 5)
    assert [row.reached for row in rows] == sorted(reached(tree, strategy), reverse=True)[:5]
    assert all(sum(share for _, share in row.choice) == pytest.approx(1.0) for row in rows)


def test_one_card_is_never_a_false_claim() -> None:
    """One card always has one suit; of two cards of two suits some have, and some that claim it do not."""
    tree = grown("mw-labor", turn_limit=1, suits=2, copies=1, ranks="6A")
    counted = habits(tree, tree.uniform())
    assert counted["false claim of 1 card"][1] == 0.0
    assert counted["false claim of 2 cards"][1] == pytest.approx(2 / 3)  # of the six pairs of four cards two have one suit


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadInput, match="at most 1000 nodes"):
        build(load_game("outlawed"), 2, {}, 1000)
    with pytest.raises(BadInput, match="games with more than 1024 choices"):
        build(load_game("most-wanted"), 2, {})
    with pytest.raises(BadInput, match="found 'fast'; allowed: dcfr, cfr"):
        solve(grown("ol-tiny"), 1, "fast")
    with pytest.raises(BadInput, match="mini variant: found 'ol-huge'; allowed: mw-tiny, "):
        mini("ol-huge")


def test_the_command_line_solves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "mw-tiny", "--rows", "2", "--bots", "random", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "555 nodes, 84 information sets" in told
    assert "NashConv of the bot random: 0.606" in told
    assert "Seat 0, in 50.0% of all games:" in told
    assert main(["solve", "mw-tiny", "--json", "-o", "turn_limit=3", "--target", "0.01"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["nash_conv"] <= 0.01
    assert found["values"][0] > 0.9  # two turns against one
    assert main(["solve", "ol-tiny", "--bots", "nobody"]) == 2
    assert "--bots: found 'nobody'; allowed: all, random, heuristic" in capsys.readouterr().err
