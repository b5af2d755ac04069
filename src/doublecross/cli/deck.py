"""``doublecross deck``: make, check and show decks of OutLawed!"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from doublecross.games.outlawed.deck_check import GameSet, game_sets
from doublecross.games.outlawed.deck_files import house_deck, load_deck, new_deck_text
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.shown import deck_lines
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
    except FileExistsError:
        raise BadInput(file, Phrase("a file of this name"), Phrase("the name of a new file")) from None
    yield speaker.say("{file} holds the house set now. Edit it, then: doublecross deck check {file}", file=file)


def _check(file: str, speaker: Words) -> Iterator[str]:
    deck = load_deck(file)
    number = len(deck.outlaws)
    yield speaker.plural("{file}: {number} outlaw, no mistakes.", "{file}: {number} outlaws, no mistakes.", number, file=file)
    for game in game_sets(deck):
        yield _game_line(game, speaker)
        yield from (f"  {note}" for note in _notes(game, deck, speaker))


def _game_line(game: GameSet, speaker: Words) -> str:
    places = {"players": game.players, "count": len(game.ids), "target": game.target}
    if not game.target:
        if game.beginner:
            return speaker.say("Beginner game, {players} players: {count} outlaws in use, too few for a game.", **places)
        return speaker.say("Standard game, {players} players: {count} outlaws in use, too few for a game.", **places)
    if game.beginner:
        return speaker.say("Beginner game, {players} players: {count} outlaws in use, {target} in a jail end the game.", **places)
    return speaker.say("Standard game, {players} players: {count} outlaws in use, {target} in a jail end the game.", **places)


def _notes(game: GameSet, deck: Deck, speaker: Words) -> Iterator[str]:
    """What OL-30 lowered, and conditions that are always or never true among the outlaws of this game."""

    def name(outlaw: str) -> str:
        return deck.outlaws[deck.index(outlaw)].name.said(speaker.language)

    if 0 < game.target < game.asked:
        yield speaker.say("The target is lower than {asked}: no more outlaws than that fit into a first hand.", asked=game.asked)
    for outlaw in game.never:
        yield speaker.say("{outlaw} can never be apprehended here.", outlaw=name(outlaw))
    for outlaw in game.always:
        yield speaker.say("{outlaw} is apprehended here unless it is sent back.", outlaw=name(outlaw))


def _show(file: str | None, speaker: Words) -> Iterator[str]:
    yield from deck_lines(load_deck(file) if file else house_deck(), speaker)
