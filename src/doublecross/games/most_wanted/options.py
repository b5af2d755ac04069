"""The options of Most Wanted (MW-02 to MW-05, MW-63, MW-68, MW-80): every printed number, and the rules record they make.

The defaults stand in ``variant.toml`` beside this module; a file of the same form holds a variant (`read_variant`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import RANKS, SUITS
from doublecross.games.most_wanted.record import DUEL_FIRST, MAX_GOAL, RANDOM_FIRST, RULES, SEATS
from doublecross.kernel.errors import BadInput
from doublecross.kernel.options import Choice, Digits, Kind, Letters, Option, SeatOr, Whole, check_options
from doublecross.kernel.phrases import Phrase, mark
from doublecross.kernel.variants import check_variant, read_variant_file

FEWEST_PLAYERS, MOST_PLAYERS = 2, SEATS

_ROBBERIES = ("Pony Express", "Stagecoach", "Train")
_MOST_CARDS = len(RANKS) * len(SUITS) * 2
_FIRST = (mark("random"), "duel")

_SPECS: tuple[tuple[str, Kind, str], ...] = (
    ("church", Choice((mark("church"), mark("saloon"))), mark("The side of the first tile: Church, or Saloon.")),
    ("labor", Choice((mark("honest"), mark("dishonest"))), mark("The side of the second tile: Honest Labor, or Dishonest Labor.")),
    ("duel", Choice((mark("duel"), mark("shootout"))), mark("The side of the third tile: Duel, or Shootout.")),
    (
        "split",
        Choice((mark("challengers"), mark("everyone"))),
        mark("Who shares the bags of a false claim: the challengers, or everyone in it, whoever claimed included."),
    ),
    ("track", Digits(1, 3, 1, MAX_GOAL - 1), mark("The Bail of each space of the track, from the first to the last.")),
    ("goal", Whole(2, MAX_GOAL), mark("The space that wins: one more than the track has.")),
    ("first_player", SeatOr(_FIRST, SEATS), mark("Who begins: drawn at random, whoever wins a duel of all seats, or a seat.")),
    ("turn_limit", Whole(1, 1_000_000), mark("After so many turns the game ends and the farthest token wins.")),
    ("ranks", Letters(RANKS, 1), mark("The ranks in the deck.")),
    ("suits", Whole(1, len(SUITS)), mark("How many suits the deck has.")),
    ("copies", Whole(1, 2), mark("How many copies of each card the deck has.")),
    ("hand", Whole(1, _MOST_CARDS // FEWEST_PLAYERS), mark("How many cards are dealt, and drawn up to after an action.")),
    ("robbery_cards", Digits(1, 4, 3, 3), mark("How many cards the Pony Express, the Stagecoach and the Train need.")),
    ("sheriff_cards", Digits(1, 9, 3, 3), mark("How many cards the Sheriff draws for each of them.")),
    ("points", Digits(1, 9, 3, 3), mark("The points of each robbery.")),
    ("flipped_points", Digits(1, 9, 3, 3), mark("The points of each robbery once its tile is flipped.")),
    ("church_draw", Whole(1, _MOST_CARDS // FEWEST_PLAYERS), mark("How many cards you draw up to at the Church.")),
    ("saloon_draw", Whole(1, _MOST_CARDS // FEWEST_PLAYERS), mark("How many cards you draw up to at the Saloon.")),
    ("saloon_price", Whole(0, 9), mark("How many bags the Saloon costs.")),
    ("labor_bags", Whole(1, 9), mark("How many bags each card of labor brings.")),
    ("duel_sizes", Digits(1, 4, 1, 4, ascending=True), mark("How many cards a Duel can be played with.")),
    ("shootout_sizes", Digits(1, 4, 1, 4, ascending=True), mark("How many cards a Shootout can be played with.")),
    ("shootout_points", Whole(1, 9), mark("The points of a Shootout.")),
    ("start_bags", Whole(0, 99), mark("How many bags each seat has at the start.")),
    ("supply", Whole(0, 99), mark("How many bags the game has in all.")),
)
_KINDS = {name: kind for name, kind, _ in _SPECS}


def read_variant(path: str | Path) -> dict[str, Any]:
    """The options that a variant file sets, each checked; raises `BadInput`."""
    return read_variant_file(path, _KINDS)


def _shipped_options() -> tuple[Option, ...]:
    """The options with the defaults of the file that is shipped."""
    where = "variant.toml"
    defaults = check_variant(resources.files("doublecross.games.most_wanted").joinpath(where).read_bytes(), where, _KINDS)
    missing = [name for name, _, _ in _SPECS if name not in defaults]
    if missing:
        raise BadInput(where, Phrase("nothing for {names}", names=", ".join(missing)), Phrase("a value for every option"))
    return tuple(Option(name, kind, defaults[name], about) for name, kind, about in _SPECS)


OPTIONS: tuple[Option, ...] = _shipped_options()


def make_rules(players: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The rules record (array of length 1) for a number of players and some options; the others are at their defaults.

    Raises:
        BadInput: for a value that is not allowed, or values that together cannot be played.
    """
    Whole(FEWEST_PLAYERS, MOST_PLAYERS).read(players, Phrase("players"))
    values = check_options(OPTIONS, options, Phrase("options"))
    _check_track(values)
    _check_sheriff(values)
    if isinstance(values["first_player"], int):
        SeatOr(_FIRST, players).read(values["first_player"], _option("first_player"))
    _check_deal(values, players)
    return _record(players, values)


def _option(name: str) -> str:
    return Phrase("option {name}", name=name)


def _check_track(values: Mapping[str, Any]) -> None:
    spaces = len(values["track"])
    if values["goal"] != spaces + 1:
        allowed = Phrase("{goal}, because the track has {spaces} spaces before it", goal=spaces + 1, spaces=spaces)
        raise BadInput(_option("goal"), str(values["goal"]), allowed)


def _check_sheriff(values: Mapping[str, Any]) -> None:
    for robbery, drawn, needed in zip(_ROBBERIES, values["sheriff_cards"], values["robbery_cards"], strict=True):
        if drawn < needed:
            found = Phrase("{drawn} for the {robbery}", drawn=drawn, robbery=robbery)
            raise BadInput(_option("sheriff_cards"), found, Phrase("at least the {needed} cards that it needs", needed=needed))


def _check_deal(values: Mapping[str, Any], players: int) -> None:
    cards = len(values["ranks"]) * values["suits"] * values["copies"]
    if values["hand"] * players > cards:
        found = Phrase("{needed} cards to deal to {players} players", needed=values["hand"] * players, players=players)
        raise BadInput(_option("hand"), found, Phrase("at most {cards}, the size of the deck", cards=cards))
    if values["start_bags"] * players > values["supply"]:
        found = Phrase("{needed} bags for {players} players", needed=values["start_bags"] * players, players=players)
        raise BadInput(_option("start_bags"), found, Phrase("at most {bags}, the size of the supply", bags=values["supply"]))


def _record(players: int, values: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    array = np.zeros(1, RULES)
    rules = array[0]
    cards = sum(1 << (RANKS.index(rank) * len(SUITS) + suit) for rank in values["ranks"] for suit in range(values["suits"]))
    rules["cards1"], rules["cards2"] = cards, cards if values["copies"] == 2 else 0
    rules["seats"], rules["players"] = (1 << players) - 1, players
    rules["saloon"] = values["church"] == "saloon"
    rules["dishonest"] = values["labor"] == "dishonest"
    rules["shootout"] = values["duel"] == "shootout"
    rules["split_everyone"] = values["split"] == "everyone"
    rules["rest_draw"] = values["saloon_draw"] if rules["saloon"] else values["church_draw"]
    rules["first_player"] = {"random": RANDOM_FIRST, "duel": DUEL_FIRST}.get(values["first_player"], values["first_player"])
    for name in ("duel_sizes", "shootout_sizes"):
        rules[name] = sum(1 << size for size in values[name])
    same = ("hand", "goal", "turn_limit", "saloon_price", "labor_bags", "shootout_points", "start_bags", "supply")
    for name in (*same, "robbery_cards", "sheriff_cards", "points", "flipped_points"):
        rules[name] = values[name]
    rules["bail"][1 : values["goal"]] = values["track"]
    return array
