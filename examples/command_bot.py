"""A bot as a program of its own: it plays by chance, over JSON lines, with the standard library alone.

    doublecross play most-wanted --bots "cmd:python examples/command_bot.py"

The protocol stands in docs/bots.md.
"""

from __future__ import annotations

import json
import random
import sys


def main() -> None:
    """Answer every line until the input ends."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            rng.seed(message["seed"])  # the same seed, the same game
            say({"protocol": 1})
        elif message["type"] == "decide":
            # One token is enough: if the choice is not complete with it, the next line asks for the rest.
            say({"choice": rng.choice(message["legal"])["token"]})
        elif message["type"] == "bye":
            return


def say(answer: object) -> None:
    """One line, at once."""
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
