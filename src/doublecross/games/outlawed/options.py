"""The options of OutLawed! (OL-03 to OL-06, OL-32, OL-33, OL-41) and the rules record they make."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from doublecross.games.outlawed.conditions import MAX_ATOMS
from doublecross.games.outlawed.deck_files import deck_from_plain, deck_json, deck_plain, house_deck, load_deck
from doublecross.games.outlawed.deck_read import quoted
from doublecross.games.outlawed.decks import FEWEST, Deck, Outlaw, target
from doublecross.games.outlawed.judging import LIARS_PLAYERS, LIARS_RIVALS
from doublecross.games.outlawed.program import program
from doublecross.games.outlawed.record import NOBODY, RULES, SEATS
from doublecross.games.outlawed.shipped import shipped_or_file
from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import Flag, Option, SeatOr, Whole
from doublecross.kernel.phrases import Phrase, mark

PLAYERS = range(2, SEATS + 1)
HOUSE = "house"


class DeckKind:
    """A deck: the name of a shipped one, the path of a deck file, JSON text, a plain dictionary, or a `Deck`; stored whole with games."""

    reads_files = True
    """A server must not take a path from a client: see `doublecross.tables.setup`."""

    def read(self, value: Any, where: str) -> Deck:
        if isinstance(value, Deck):
            value = deck_plain(value)
        if value == HOUSE:
            return house_deck()
        if isinstance(value, str) and value.startswith("{"):
            try:
                value = msgspec.json.decode(value)
            except (msgspec.DecodeError, RecursionError) as error:
                raise BadInput(where, quoted(str(error))[1:-1], self.allowed()) from error
        if isinstance(value, Mapping):
            return deck_from_plain(value, where)
        if not isinstance(value, str) or not value:
            raise BadInput(where, quoted(value), self.allowed())
        return load_deck(shipped_or_file(value))

    def text(self, value: Any) -> str:
        return HOUSE if value == house_deck() else deck_json(value).decode()

    def allowed(self) -> str:
        return Phrase("`house`, `tuned`, or the path of a deck file (`doublecross deck new` writes one)")

    def plain(self, value: Any) -> Any:
        return deck_plain(value)


OPTIONS: tuple[Option, ...] = (
    Option("beginner", Flag(), False, mark("Only outlaws with a badge, and 4 in a jail end the game instead of 7.")),
    Option("casual", Flag(), False, mark("Whoever has the most outlaws in jail wins, whatever their rewards.")),
    Option("deck", DeckKind(), house_deck(), mark("The deck of outlaws: `house`, `tuned`, or the path of a deck file.")),
    Option("round_limit", Whole(1, 1000), 60, mark("After so many rounds the game is scored as it stands.")),
    Option("first_player", SeatOr(("random",), SEATS), "random", mark("Who holds the badge first: drawn at random, or a seat.")),
)


def make_rules(players: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The rules record (array of length 1) for checked options.

    Raises:
        BadInput: for a first player who does not play, or fewer than 3 outlaws in use; it names the filter (OL-30).
    """
    deck: Deck = options["deck"]
    used = deck.in_use(players, options["beginner"])
    if len(used) < FEWEST:
        raise _too_few(players, options["beginner"], len(used))
    first = options["first_player"]
    if first != "random" and not first < players:
        raise BadInput(Phrase("option {name}", name="first_player"), str(first), OPTIONS[4].kind.allowed())
    rules = table_rules(deck, players)
    record = rules[0]
    record["used"] = sum(1 << number for number in used)
    record["target"] = target(len(used), options["beginner"])
    record["round_limit"] = options["round_limit"]
    record["first_player"] = NOBODY if first == "random" else first
    record["casual"], record["beginner"] = options["casual"], options["beginner"]
    return rules


def table_rules(deck: Deck, players: int) -> np.ndarray[Any, Any]:
    """A rules record (array of length 1) that holds what judging a round needs: the deck and the seats."""
    rules = np.zeros(1, dtype=RULES)
    record = rules[0]
    record["seats"] = sum(0x80 << 8 * seat for seat in range(players))
    record["players"], record["outlaws"] = players, len(deck.outlaws)
    _write_deck(record, deck, players)
    return rules


def _too_few(players: int, beginner: bool, count: int) -> BadInput:
    allowed = Phrase("at least {fewest} outlaws in use", fewest=FEWEST)
    if beginner and players == 2:
        found = Phrase("{count} outlaws with badge and bullets, which a beginner game of two players uses", count=count)
    elif beginner:
        found = Phrase("{count} outlaws with a badge, which a beginner game uses", count=count)
    else:
        found = Phrase("{count} outlaws with bullets, which a game of two players uses", count=count)
    return BadInput(Phrase("option {name}", name="deck"), found, allowed)


def _write_deck(record: Any, deck: Deck, players: int) -> None:
    for number, outlaw in enumerate(deck.outlaws):
        record["rewards"][number] = outlaw.reward.worth(players)
        record["blocks"][number] = _blocked(outlaw, deck)
        record["liars"][number] = _liars(outlaw)
        place = number * MAX_ATOMS
        record["program"][place : place + MAX_ATOMS] = program(outlaw.condition, deck, players)
    text = deck_json(deck)
    record["deck_size"] = len(text)
    record["deck"][: len(text)] = np.frombuffer(text, dtype=np.uint8)
    record["deck_id"] = int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def _blocked(outlaw: Outlaw, deck: Deck) -> int:
    numbers = {deck.index(each) for block in outlaw.blocks for each in block.outlaws}
    return sum(1 << number for number in numbers)


def _liars(outlaw: Outlaw) -> int:
    kinds = {block.liars for block in outlaw.blocks}
    return LIARS_PLAYERS if "players" in kinds else LIARS_RIVALS if "rivals" in kinds else 0


_decks: dict[int, Deck] = {}
_MOST_DECKS = 64


def deck_of(rules: Any) -> Deck:
    """The deck of a rules record; decoded once for every deck in use."""
    number = int(rules["deck_id"])
    deck = _decks.get(number)
    if deck is None:
        deck = deck_from_plain(msgspec.json.decode(rules["deck"][: rules["deck_size"]].tobytes()), "deck")
        if len(_decks) >= _MOST_DECKS:
            _decks.clear()
        _decks[number] = deck
    return deck
