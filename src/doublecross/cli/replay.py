"""``doublecross replay``: a saved game, told again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec

from doublecross.cli.screen import Screen
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position
from doublecross.kernel.savefile import read
from doublecross.kernel.words import words


class Replayed(msgspec.Struct, frozen=True):
    """A saved game as data: events as the viewer may know them, and the same as sentences."""

    game: str
    players: int
    over: bool
    returns: list[float]
    events: Sequence[Event]
    story: list[str]


def run(args: argparse.Namespace) -> int:
    """Tell the game: everything, or as a seat saw it. Of a game that is not over, no more than everyone saw, unless for a seat."""
    position = read(args.file)
    if args.seat is not None and args.seat >= position.players:
        raise BadInput("--seat", str(args.seat), Phrase("a whole number from {least} to {most}", least=0, most=position.players - 1))
    viewer = args.seat if args.seat is not None else EVERYTHING if position.is_over else SPECTATOR
    events, story = position.events(viewer), position.trace(viewer, args.language)
    if args.json:
        found = Replayed(position.game.name, position.players, position.is_over, position.returns(), events, story)
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0
    _print(position, viewer, story, Screen(args.plain), args.language)
    return 0


def _print(position: Position, viewer: int, story: Sequence[str], screen: Screen, language: str) -> None:
    speaker = words(language)
    screen.say(speaker.say("{game}, {players} players", game=position.game.title, players=position.players))
    screen.story(story)
    shown = position.game.language.show(position.view(viewer), position.rules, position.seat_names(language), speaker)
    title = speaker.say("The game is over.") if position.is_over else speaker.say("The game was saved before its end.")
    screen.page(title, shown)
