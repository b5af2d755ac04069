"""``doublecross rules``: the rules in our own words."""

from __future__ import annotations

import argparse
import shutil
import textwrap

from doublecross.kernel.registry import load_game
from doublecross.kernel.words import words

INDENT = 7
"""Columns that a rule's number takes."""


def run(args: argparse.Namespace) -> int:
    """Print the headings and the numbered sentences of a game."""
    speaker = words(args.language)
    game = load_game(args.game)
    width = min(shutil.get_terminal_size().columns, 100)
    print(speaker.say("{game}: the rules in our own words", game=game.title))
    for number, sentence in game.language.rules_text(speaker):
        if not sentence:
            print(f"\n{number}")
        elif args.plain:
            print(f"{number}. {sentence}")
        else:
            print(textwrap.fill(sentence, width, initial_indent=number.ljust(INDENT), subsequent_indent=" " * INDENT))
    return 0
