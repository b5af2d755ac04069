"""``doublecross solve``: an equilibrium of a small game, how it was approached, and what is done in it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from doublecross.cli.opening import open_game
from doublecross.games.minis import MINIS, mini
from doublecross.kernel.errors import BadInput
from doublecross.kernel.registry import game_names
from doublecross.kernel.words import Words, words
from doublecross.lab.solve.bots import numbers_of, strategy_of
from doublecross.lab.solve.habits import habits
from doublecross.lab.solve.solver import Point, Solution, nash_conv, solve
from doublecross.lab.solve.table import Row, table
from doublecross.lab.solve.tree import Tree, build


def run(args: argparse.Namespace) -> int:
    """Solve, then print the value, the curve, habits and the decisions that come up most often; or one JSON object."""
    speaker = words(args.language)
    tree = build(*_variant(args))
    bots = _bots(args.bots, tree)
    if not args.json:
        sizes = {"nodes": len(tree.parent), "sets": len(tree.ways)}
        print(speaker.say("{game}, {players} players", game=tree.game.title, players=tree.players))
        print(speaker.say("{nodes} nodes, {sets} information sets", **sizes), flush=True)
    solution = solve(tree, args.iterations, args.method, args.target, None if args.json else lambda point: _show_point(point, speaker))
    measured = {name: nash_conv(tree, strategy_of(tree, number)) for name, number in bots.items()}
    rows = table(tree, solution.strategy, args.rows)
    if args.json:
        found = _plain(solution, rows, measured, args.language)
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        _show(solution, rows, measured, args.language)
    return 0


def _variant(args: argparse.Namespace) -> tuple[Any, int, Mapping[str, Any]]:
    """Game, players and options: a mini variant, with options changed, or a game."""
    if args.game in MINIS:
        small = mini(args.game)
        args.game, args.players = small.game.name, args.players or small.players
        args.options = [*small.options.items(), *args.options]
    elif args.game not in game_names():
        raise BadInput("VARIANT", repr(args.game), ", ".join([*MINIS, *game_names()]))
    opening = open_game(args)
    return opening.game, opening.players, opening.options


def _bots(given: str | None, tree: Tree) -> dict[str, int]:
    """The policies that are to be measured: all of them, or some by name."""
    known = numbers_of(tree)
    names = list(known) if given == "all" else [name.strip() for name in (given or "").split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise BadInput("--bots", repr(name), ", ".join(["all", *known]))
    return {name: known[name] for name in names}


def _show_point(point: Point, speaker: Words) -> None:
    text = speaker.say(
        "Iteration {iteration}, {seconds} s: NashConv {distance}, shares {shares}",
        iteration=point.iteration,
        seconds=f"{point.seconds:.1f}",
        distance=f"{point.nash_conv:.2g}",
        shares=" ".join(f"{value:.4f}" for value in point.values),
    )
    print(text, file=sys.stdout, flush=True)


def _show(solution: Solution, rows: list[Row], measured: Mapping[str, float], language: str) -> None:
    speaker = words(language)
    for name, distance in measured.items():
        print(speaker.say("NashConv of the bot {bot}: {distance}", bot=name, distance=f"{distance:.3f}"))
    print("\n" + speaker.say("Habits, with how often a game gives occasion for them:"))
    for situation, (often, share) in habits(solution.tree, solution.strategy).items():
        print(f"  {speaker.repeat(situation)}: {share:.1%} ({often:.3f})")
    print("\n" + speaker.say("The decisions that come up most often:"))
    for row in rows:
        print("\n" + speaker.say("Seat {seat}, in {share} of all games:", seat=row.seat, share=f"{row.reached:.1%}"))
        print("  " + " ".join(row.position.trace(row.seat, language)))
        for action, share in row.choice:
            print(f"  {share:6.1%}  {row.position.describe(row.seat, action, language)}")


def _plain(solution: Solution, rows: list[Row], measured: Mapping[str, float], language: str) -> dict[str, Any]:
    """Everything that was found, for programs."""
    tree = solution.tree
    decisions = [
        {
            "seat": row.seat,
            "reached": row.reached,
            "story": row.position.trace(row.seat, language),
            "choice": {row.position.action_text(action): share for action, share in row.choice},
        }
        for row in rows
    ]
    return {
        "game": tree.game.name,
        "players": tree.players,
        "nodes": len(tree.parent),
        "information_sets": len(tree.ways),
        "method": solution.method,
        "nash_conv": solution.nash_conv,
        "values": solution.values,
        "curve": [{"iteration": p.iteration, "nash_conv": p.nash_conv, "values": p.values} for p in solution.curve],
        "bots": dict(measured),
        "habits": {str(name): {"often": often, "share": share} for name, (often, share) in habits(tree, solution.strategy).items()},
        "decisions": decisions,
    }
