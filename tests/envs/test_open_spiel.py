"""The games in OpenSpiel: its own conformance test, secrets, and its algorithms on mini variants."""

from __future__ import annotations

import importlib
import pickle
import random
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy  # noqa: E402  # only where it is installed
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

from doublecross.envs.open_spiel import REGISTERED, SpielState, load_mini, resampler  # noqa: E402
from doublecross.envs.open_spiel.parameters import decoded, encoded, mini_parameters  # noqa: E402
from doublecross.games.minis import MINIS, mini  # noqa: E402
from doublecross.kernel.errors import BadInput, IllegalAction, RuleError  # noqa: E402

GAMES = [
    "python_most_wanted(turn_limit=40)",
    "python_most_wanted(players=3,first_player=duel,labor=dishonest,turn_limit=20)",
    "python_most_wanted(players=8,duel=shootout,church=saloon,track='12',goal=3,turn_limit=12)",
    "python_most_wanted_seq(turn_limit=30)",
    "python_most_wanted_seq(players=4,labor=dishonest,split=everyone,ranks='67',turn_limit=12,hand=3)",
    "python_outlawed(round_limit=12)",
    "python_outlawed(players=5,casual=true,round_limit=3)",
    "python_outlawed_seq(players=3,beginner=true,first_player='1')",
]


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, True, False)


@pytest.mark.parametrize("name", MINIS)
@pytest.mark.parametrize("sequential", [False, True])
def test_openspiel_finds_nothing_wrong_with_the_minis(name: str, sequential: bool) -> None:
    pyspiel.random_sim_test(load_mini(name, sequential), 3, True, False)


def decisions(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game in which somebody chooses."""
    rng, state = np.random.default_rng(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            continue
        yield state.clone()
        if state.is_simultaneous_node():
            legal = [state.legal_actions(seat) or [0] for seat in range(game.num_players())]
            state.apply_actions([int(rng.choice(actions)) for actions in legal])
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_the_names() -> None:
    assert set(REGISTERED) <= set(pyspiel.registered_names())
    simultaneous = pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert [pyspiel.load_game(name).get_type().dynamics == simultaneous for name in REGISTERED] == [True, False, False, False]


@pytest.mark.parametrize("text", ["12", "111122223333", "1e5", "true", "house", "{a: [1, (2=3)]}", 'Stretch\'s "lie"', "señor", "50%", ""])
def test_every_text_can_be_a_parameter(text: str) -> None:
    assert decoded(encoded(text)) == text
    assert not set(encoded(text)) & set(",()=")


def test_a_game_is_loaded_again_from_its_own_name() -> None:
    for game in (pyspiel.load_game("python_most_wanted(players=3,track='1122',goal=5)"), load_mini("ol-five")):
        again = pyspiel.load_game(str(game))
        assert (again.players, again.options, again.recall) == (game.players, game.options, game.recall)
    assert pyspiel.load_game("python_most_wanted", {"ranks": "67", "first_player": "1"}).options["first_player"] == 1


@pytest.mark.parametrize(
    ("parameters", "found"),
    [
        ({"players": 9}, "players: found 9"),
        ({"goal": 4}, "goal"),
        ({"ranks": "12"}, "ranks: found '12'"),
        ({"recall": -1}, "recall: found"),
    ],
)
def test_what_cannot_be_played_is_refused(parameters: dict[str, Any], found: str) -> None:
    with pytest.raises(BadInput, match=found):
        pyspiel.load_game("python_most_wanted", parameters)


def test_the_extra_is_named_where_openspiel_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "doublecross.envs.open_spiel")
    with pytest.raises(ImportError, match=r"pip install 'doublecross\[openspiel\]'"):
        importlib.import_module("doublecross.envs.open_spiel")


def test_the_deal_is_chance_card_by_card() -> None:
    state = pyspiel.load_game("python_most_wanted(ranks='6A',suits=1,copies=2,hand=2,first_player='0',turn_limit=5)").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (32, 0.5)]
    state.apply_action(0)
    assert state.chance_outcomes() == [(0, pytest.approx(1 / 3)), (32, pytest.approx(2 / 3))]
    with pytest.raises(RuleError, match="chance outcome 5, but it can be"):
        state.apply_action(5)
    state.apply_action(0)  # the rest of the deal is certain
    assert state.current_player() == 0
    assert "cards=As,As" in state.information_state_string(1)
    with pytest.raises(IllegalAction):
        state.apply_action(0)


def joining(name: str) -> Any:
    """Three seats, the first has declared a robbery, the two others are asked."""
    game = pyspiel.load_game(f"{name}(players=3,first_player='0',turn_limit=9)")
    for state in decisions(game, 4):
        state.apply_action(state.string_to_action("pony"))
        return state
    raise AssertionError


def test_only_those_who_are_asked_choose_at_a_simultaneous_node() -> None:
    state = joining("python_most_wanted")
    assert state.is_simultaneous_node()
    assert [[state.action_to_string(seat, action) for action in state.legal_actions(seat)] for seat in range(3)] == [
        [],
        ["in", "out"],
        ["in", "out"],
    ]
    state.apply_actions([0, state.string_to_action(1, "out"), state.string_to_action(2, "out")])
    assert state.current_player() == 0


def test_a_hidden_turn_tells_the_next_seat_nothing() -> None:
    state = joining("python_most_wanted_seq")
    assert state.current_player() == 1
    children = [state.child(action) for action in state.legal_actions()]
    assert [child.current_player() for child in children] == [2, 2]
    for seat in (0, 2):
        assert len({child.information_state_string(seat) for child in [state, *children]}) == 1
        assert len({child.observation_string(seat) for child in children}) == 1
        assert len({tuple(child.observation_tensor(seat)) for child in children}) == 1
    assert len({child.information_state_string(1) for child in [state, *children]}) == 3


def test_no_part_of_a_face_down_choice_shows() -> None:
    game, several = pyspiel.load_game("python_most_wanted_seq(players=3,labor=dishonest,duel=shootout,turn_limit=12)"), 0
    for state in decisions(game, 8):
        for child in (state.child(action) for action in state.legal_actions()):
            if any(child.now.sealed):
                others = [seat for seat in range(3) if seat != state.current_player()]
                assert [child.information_state_string(seat) for seat in others] == [
                    state.information_state_string(seat) for seat in others
                ]
                several += max(child.now.sealed) > 1
    assert several > 10  # cards and targets chosen one after the other


def test_turn_based_conversion_hides_sealed_choices() -> None:
    game, seen = pyspiel.convert_to_turn_based(load_mini("mw-duel", sequential=False)), 0
    for state in decisions(game, 6):
        told = state.information_state_string(1)
        if state.current_player() == 0 and told.splitlines()[-1].startswith("declare") and len(state.legal_actions()) > 1:
            children = [state.child(action) for action in state.legal_actions()]
            assert [child.current_player() for child in children] == [1] * len(children)
            assert len({child.information_state_string(1) for child in children}) == 1
            assert len({tuple(child.information_state_tensor(1)) for child in children}) == 1
            assert len({child.information_state_string(0) for child in children}) == len(children)
            seen += 1
    assert seen


@pytest.mark.parametrize(
    "name", ["python_most_wanted_seq(players=3,labor=dishonest,turn_limit=12)", "python_outlawed_seq(players=3,round_limit=6)"]
)
def test_what_a_seat_cannot_know_changes_nothing_it_is_told(name: str) -> None:
    game, draw, differing = pyspiel.load_game(name), np.random.default_rng(1), 0
    for state in decisions(game, 11):
        for seat in range(3):
            other = state.resampled(seat, draw)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            third = (seat + 1) % 3
            differing += other.information_state_string(third) != state.information_state_string(third)
    assert differing > 20


def test_a_sampler_of_openspiel_resamples() -> None:
    state = list(decisions(load_mini("ol-three"), 3))[3]
    drawn = [state.resample_from_infostate(state.current_player(), lambda value=value: value) for value in (0.1, 0.1, 0.7)]
    assert str(drawn[0]) == str(drawn[1])
    assert drawn[0].information_state_string() == state.information_state_string() == drawn[2].information_state_string()


def all_states(state: Any) -> Iterator[Any]:
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from all_states(state.child(action))


@pytest.mark.parametrize("name", ["mw-tiny", "ol-tiny"])
def test_tensors_tell_information_states_apart_as_strings_do(name: str) -> None:
    pairs = set()
    for state in all_states(load_mini(name).new_initial_state()):
        pairs.add((state.information_state_string(), tuple(state.information_state_tensor())))
    assert len(pairs) == len({text for text, _ in pairs}) == len({tensor for _, tensor in pairs}) >= 36


def test_a_tensor_too_short_for_the_story_is_refused() -> None:
    game = pyspiel.load_game("python_outlawed(recall=3)")
    with pytest.raises(BadInput, match="recall: found 3; allowed: at least"):
        [state.information_state_tensor(0) for state in decisions(game, 0)]


@pytest.mark.parametrize("name", MINIS)
def test_the_recall_of_a_mini_is_enough(name: str) -> None:
    longest = max(len(state.now.known_events(seat)) for seed in range(20) for state in decisions(load_mini(name), seed) for seat in (0, 1))
    assert longest <= mini(name).recall


UNIFORM = {"mw-tiny": 0.6064814814814816, "ol-tiny": 0.38888888888888895}
"""NashConv of uniformly random play."""
SOLVED = {"mw-tiny": (0.2503009, 0.0198374), "ol-tiny": (0.5683182, 0.0934016)}
"""What seat 0 wins, and NashConv, after ten iterations of CFR+."""


@pytest.mark.parametrize("name", SOLVED)
def test_openspiel_solves_the_minis(name: str) -> None:
    game = load_mini(name)
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(UNIFORM[name], abs=1e-9)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    found = exploitability.best_response(game, average, 0)["on_policy_value"], exploitability.nash_conv(game, average)
    assert found == pytest.approx(SOLVED[name], abs=1e-6)


@pytest.mark.parametrize(("name", "value"), [("ol-four", 0.640625), ("ol-five", 0.756)])
def test_four_and_five_outlaws_for_a_round(name: str, value: float) -> None:
    short_name, parameters = mini_parameters(name)
    game = pyspiel.load_game(f"{short_name}_seq", parameters | {"round_limit": 1, "recall": 0})
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(value, abs=1e-9)


def test_a_simultaneous_game_converted_is_its_twin() -> None:
    game = pyspiel.convert_to_turn_based(load_mini("mw-tiny", sequential=False))
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(UNIFORM["mw-tiny"], abs=1e-9)


@pytest.mark.parametrize("name", ["python_most_wanted_seq(turn_limit=6)", "python_outlawed_seq(players=3,round_limit=1)"])
def test_ismcts_plays_the_twins(name: str) -> None:
    game = pyspiel.load_game(name)
    random = np.random.RandomState(5)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, random), 2.0, 8, random_state=random)
    bot.set_resampler(resampler(5))
    state, chosen = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(int(action))
            chosen += 1
    assert chosen >= 6
    assert sum(state.returns()) == pytest.approx(1.0)


def test_states_at_which_chance_decides_survive_pickling() -> None:
    """Actions that wait and outcomes so far are kept: what comes after is the same."""
    game, rng, waited = load_mini("mw-robbery", sequential=False), np.random.default_rng(2), 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            waited += bool(state.now.waiting)
            again = pickle.loads(pickle.dumps(state.now))
            assert (again.waiting, again.outcomes, again.need) == (state.now.waiting, state.now.outcomes, state.now.need)
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        elif state.is_simultaneous_node():
            state.apply_actions([int(rng.choice(state.legal_actions(seat) or [0])) for seat in range(2)])
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert waited


def test_hidden_turns_survive_pickling() -> None:
    """What was chosen face down so far decides how a state is drawn anew."""
    sealed = [state.now.sealed for state in decisions(load_mini("mw-duel"), 6)]
    assert [pickle.loads(pickle.dumps(state.now)).sealed for state in decisions(load_mini("mw-duel"), 6)] == sealed
    assert any(map(any, sealed))


def test_states_survive_pickling() -> None:
    game = load_mini("mw-robbery", sequential=False)
    for state in decisions(game, 2):
        _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert isinstance(again, SpielState)
        assert again.information_state_string(1) == state.information_state_string(1)
        assert again.now.position == state.now.position


def test_longest_game_is_as_long_as_said() -> None:
    """In each round of OutLawed! every seat places and claims; nothing ends a game of two rounds before its limit."""
    game = pyspiel.load_game("python_outlawed_seq(players=3,round_limit=2)")
    state, rng, choices = game.new_initial_state(), random.Random(1), 0
    while not state.is_terminal():
        choices += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    assert choices == game.max_game_length() == 12
