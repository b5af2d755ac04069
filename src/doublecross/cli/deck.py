"""``doublecross deck``: make, check and show decks of OutLawed!"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from doublecross.games.outlawed.deck_files import house_deck, load_deck, new_deck_text
from doublecross.games.outlawed.shipped import shipped_or_file
from doublecross.games.outlawed.shown import deck_lines, games_words
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import Words, words


def run(args: argparse.Namespace) -> int:
    """Do what ``args.action`` says with the deck file ``args.file``."""
    speaker = words(args.language)
    actions = {"new": _new, "check": _check, "show": _show}
    for line in actions[args.action](args.file, speaker):
        print(line)
    return 0


def _new(file: str, speaker: Words) -> Iterator[str]:
    path = Path(file)
    try:
        with path.open("x", encoding="utf-8") as written:
            written.write(new_deck_text(speaker))
    except FileNotFoundError:
        raise BadInput(file, Phrase("no such folder"), Phrase("a file in a folder that exists")) from None
    except FileExistsError:
        raise BadInput(file, Phrase("a file of this name"), Phrase("the name of a new file")) from None
    yield speaker.say("{file} holds the house set now. Edit it, then: doublecross deck check {file}", file=file)


def _check(file: str, speaker: Words) -> Iterator[str]:
    deck = load_deck(shipped_or_file(file))
    number = len(deck.outlaws)
    yield speaker.plural("{file}: {number} outlaw, no mistakes.", "{file}: {number} outlaws, no mistakes.", number, file=file)
    for game, notes in games_words(deck, speaker):
        yield game
        yield from (f"  {note}" for note in notes)


def _show(file: str | None, speaker: Words) -> Iterator[str]:
    yield from deck_lines(load_deck(shipped_or_file(file)) if file else house_deck(), speaker)
