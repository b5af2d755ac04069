"""The other engines, each driven by the fastest way its own interface offers. None of them is needed to run the benchmark."""

from __future__ import annotations

import atexit
import importlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, TextIO, cast

from bench import environments
from bench.measure import Contestant, Sample, in_blocks
from bench.prepare import PYTHON, ROOT

ROLLOUTS = 200
"""Rollouts per call into OpenSpiel's C++ loop; ten times as many change the rate of leduc by about 1%."""
COUNTED = {"leduc_poker": 20_000, "gin_rummy": 500}
"""Playouts from which the mean number of decisions in a rollout is taken."""
PACKAGES = {
    "open_spiel_cpp_leduc": "open-spiel",
    "open_spiel_cpp_gin_rummy": "open-spiel",
    "open_spiel_python_leduc": "open-spiel",
    "rlcard_leduc": "rlcard",
    "pettingzoo_leduc": "pettingzoo",
    "pgx_leduc_holdem": "pgx",
    "pgx_kuhn_poker": "pgx",
}
"""Each peer's distribution."""

versions: dict[str, str] = {}
"""The version of each distribution that could be loaded."""


def _after_deal(game: Any, chance: random.Random) -> Any:
    """A position of this OpenSpiel game right after the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def _mean_decisions(state: Any, playouts: int, chance: random.Random) -> float:
    """How many player decisions (chance not counted) a uniformly random playout from here takes, on average."""
    decisions = 0
    for _ in range(playouts):
        copy = state.clone()
        while not copy.is_terminal():
            decisions += copy.current_player() >= 0
            copy.apply_action(chance.choice(copy.legal_actions()))
    return decisions / playouts


def _open_spiel_cpp(name: str) -> Callable[[float], Sample]:
    """OpenSpiel's C++ rollouts: a search of one simulation evaluates its root, and nothing else, by `ROLLOUTS` rollouts."""
    spiel = importlib.import_module("pyspiel")
    game = spiel.load_game(name)
    chance = random.Random(1)
    state = _after_deal(game, chance)
    mean = _mean_decisions(state, COUNTED[name], chance)
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)

    def block(searches: int) -> float:
        for _ in range(searches):
            bot.mcts_search(state)
        return searches * ROLLOUTS * mean

    return in_blocks(block, ROLLOUTS)


def _open_spiel_python() -> Callable[[float], Sample]:
    """OpenSpiel through its Python interface; a chance outcome (uniform in leduc) is drawn as an action is, the fastest way."""
    game = importlib.import_module("pyspiel").load_game("leduc_poker")
    choice = random.Random(1).choice

    def block(games: int) -> float:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                player = state.current_player()
                state.apply_action(choice(state.legal_actions()))
                decisions += player >= 0
        return decisions

    return in_blocks(block)


def _rlcard() -> Callable[[float], Sample]:
    """RLCard's leduc environment with its own random agents."""
    rlcard = importlib.import_module("rlcard")
    agents = importlib.import_module("rlcard.agents")
    env = rlcard.make("leduc-holdem", {"seed": 1})
    env.set_agents([agents.RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def block(games: int) -> float:
        before = env.timestep
        for _ in range(games):
            env.run()
        return float(env.timestep - before)

    return in_blocks(block)


_MAKERS: dict[str, Callable[[], Callable[[float], Sample]]] = {
    "open_spiel_cpp_leduc": lambda: _open_spiel_cpp("leduc_poker"),
    "open_spiel_cpp_gin_rummy": lambda: _open_spiel_cpp("gin_rummy"),
    "open_spiel_python_leduc": _open_spiel_python,
    "rlcard_leduc": _rlcard,
    "pettingzoo_leduc": environments.pettingzoo_leduc,
    "pgx_leduc_holdem": lambda: environments.pgx("leduc_holdem"),
    "pgx_kuhn_poker": lambda: environments.pgx("kuhn_poker"),
}


def serve(name: str) -> int:
    """Be this peer's process: its version out when ready, then for each line of seconds in, a line with the sample out."""
    try:
        run = _MAKERS[name]()
    except Exception as fault:  # whatever another project raises must not end the benchmark
        print(f"{name}: not measured ({PACKAGES[name]}: {type(fault).__name__}: {fault})", file=sys.stderr)
        return 1
    print(version(PACKAGES[name]), flush=True)
    for line in sys.stdin:
        sample = run(float(line))
        print(json.dumps([sample.decisions, sample.games, sample.seconds]), flush=True)
    return 0


def make(name: str) -> Contestant | None:
    """The peer of this name in a process of its own (a heap that others filled slows it), or None; the reason goes to stderr.

    The process inherits the pinned core, sleeps while others are on, and ends with this one.
    """
    python = str(PYTHON) if PYTHON.exists() else sys.executable
    command = [python, "-c", f"import sys; from bench.peers import serve; sys.exit(serve({name!r}))"]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.kill)
    questions, answers = cast(TextIO, process.stdin), cast(TextIO, process.stdout)

    def run(seconds: float) -> Sample:
        print(seconds, file=questions, flush=True)
        return Sample(*json.loads(answers.readline()))

    ready = answers.readline().strip()
    if not ready:
        return None
    versions[PACKAGES[name]] = ready
    return Contestant(name, run)
