"""What the page of Most Wanted is made of: cards, posters, the track, the six signs, the pot."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from doublecross.games.most_wanted.view import SeatView as Place
from doublecross.games.most_wanted.view import TileView, View
from doublecross.tables.views import ChoiceView
from doublecross.web.desks.common import Call, Face, Press
from doublecross.web.desks.showdown import Shown

SUITS = {"s": "star", "h": "shoe", "c": "cactus", "w": "wheel"}


class Card(msgspec.Struct, frozen=True, cache_hash=True):
    """A card to look at or to choose. `key` tells two equal cards apart."""

    token: str
    name: str
    key: str
    chosen: bool = False

    @property
    def rank(self) -> str:
        """As printed: 10 for T."""
        return "10" if self.token[0] == "T" else self.token[0]

    @property
    def suit(self) -> str:
        """Name of the suit's symbol and class."""
        return SUITS[self.token[1]]


class Poster(msgspec.Struct, frozen=True, cache_hash=True):
    """One seat on the mat.

    Attributes:
        place: the game's view of it; None for the Sheriff.
        stamp: its part in what is under way ("Robber").
        held: how many cards are still in its hand: those laid face down, for good or not yet, do not count.
        downs: how many cards lie face down before it.
        shown: what it laid open in the last contest.
        state, good: a line about it, and whether that is a stamp of honour.
        turn: it is this seat's turn.
    """

    who: Face
    place: Place | None
    held: int = 0
    stamp: str = ""
    downs: int = 0
    shown: Shown | None = None
    shown_cards: tuple[Card, ...] = ()
    state: str = ""
    good: bool = False
    turn: bool = False
    mine: bool = False

    @property
    def key(self) -> int:
        """What tells it from the others."""
        return self.who.seat


class Stop(msgspec.Struct, frozen=True, cache_hash=True):
    """One space of the track; `me` is the viewer's seat if its token stands here."""

    number: int
    bail: int
    pins: tuple[Face, ...]
    wins: bool
    me: int | None

    @property
    def key(self) -> int:
        """What tells it from the others."""
        return self.number


class Sign(msgspec.Struct, frozen=True, cache_hash=True):
    """One of the six tiles.

    Attributes:
        press: the button, where the viewer can choose it now; None elsewhere.
        opens: the choice needs more than the hand: the button opens the sheet of targets.
        does: one short line; `about`: the whole sentence.
        missing: why the viewer cannot choose it on this turn.
    """

    tile: TileView
    name: str
    icon: str
    does: str
    about: str = ""
    press: Press | None = None
    opens: bool = False
    missing: str = ""
    live: bool = False

    @property
    def key(self) -> int:
        """What tells it from the others."""
        return self.tile.action


class Pot(msgspec.Struct, frozen=True, cache_hash=True):
    """What is at stake, or what came of it. `stakes`: (about, value, "warn" or "bags" or nothing)."""

    icon: str
    title: str
    worth: str = ""
    stakes: tuple[tuple[str, str, str], ...] = ()
    sentences: tuple[str, ...] = ()


class Fight(msgspec.Struct, frozen=True, cache_hash=True):
    """The sheet on which a Duel or Shootout is put together."""

    title: str
    act: str
    sizes: tuple[ChoiceView, ...]
    targets: tuple[tuple[Face, ChoiceView], ...]
    several: bool


@dataclass(frozen=True)
class Desk:
    """Everything the page of a table shows beside the `TableView`.

    Attributes:
        tiles: what each tile is called and does, for the aids.
        by_rank, by_suit: what chosen cards make, as JSON for the page's live label.
        chosen: how many cards of the hand are.
    """

    game: View
    call: Call
    posters: tuple[Poster, ...]
    pot: Pot | None
    stops: tuple[Stop, ...]
    signs: tuple[Sign, ...]
    tiles: tuple[tuple[str, str], ...]
    me: Place | None
    hand: tuple[Card, ...]
    presses: tuple[Press, ...]
    need: int
    chosen: int
    made: str
    by_rank: str
    by_suit: str
    counts: tuple[str, ...]
    top: str
    fight: Fight | None = None
    mode: str = ""
