"""``doublecross warm``: compile everything now."""

from __future__ import annotations

import argparse

from doublecross.cli.compiling import compile_advice, compile_bots, compile_game
from doublecross.kernel.jit import CACHE_DIR, INTERPRETED
from doublecross.kernel.registry import game_names, load_game
from doublecross.kernel.words import words


def run(args: argparse.Namespace) -> int:
    """Compile the rules and bots of every installed game and say where the machine code lies."""
    speaker = words(args.language)
    if INTERPRETED:
        print(speaker.say("Nothing to compile: NUMBA_DISABLE_JIT is set."))
        return 0
    for name in game_names():
        compile_game(load_game(name), speaker, args.plain)
        compile_bots(load_game(name), speaker, args.plain)
        compile_advice(load_game(name), speaker, args.plain)
    if CACHE_DIR is not None:
        print(speaker.say("All rules are compiled. The machine code is in {folder}", folder=CACHE_DIR))
    return 0
