"""The measures of Most Wanted."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from doublecross.kernel.phrases import Phrase, mark
from doublecross.lab.measures import Measure, Setting, column, happened, total

GROUPS = ("wins", "length", "tiles", "points", "bail", "contests", "flips", "labor", "lead")
TILES = {
    "pony": mark("Pony Express"),
    "stage": mark("Stagecoach"),
    "train": mark("Train"),
    "rest": (mark("Church"), mark("Saloon")),
    "labor": (mark("Honest Labor"), mark("Dishonest Labor")),
    "fight": (mark("Duel"), mark("Shootout")),
}
SOURCES = ("pony", "stage", "train", "fight")
_SIDES = {"rest": "saloon", "labor": "dishonest", "fight": "shootout"}


def tile_names(setting: Setting) -> dict[str, str]:
    """What each tile is called at this table."""
    found: dict[str, str] = {}
    for key, name in TILES.items():
        found[key] = Phrase(name if isinstance(name, str) else name[int(setting.rules[_SIDES[key]])])
    return found


def measures(setting: Setting) -> list[Measure]:
    """All but wins, decisions and drama."""
    parts = (_length, _tiles, _points, _bail, _contests, _flips, _labor, _lead)
    return [measure for part in parts for measure in part(setting)]


def _length(setting: Setting) -> Iterator[Measure]:
    yield Measure("turns", "length", Phrase("Turns in a game"), column("turns"))
    yield Measure("turn_limit", "length", Phrase("Games that reach the turn limit"), happened("turn_limit"), share=True)


def _tiles(setting: Setting) -> Iterator[Measure]:
    used = [f"used_{key}" for key in TILES]
    for key, name in tile_names(setting).items():
        yield Measure(f"use_{key}", "tiles", Phrase("Actions at the tile {tile}", tile=name), column(f"used_{key}"), total(*used), True)
    for key, name in tile_names(setting).items():
        if key != "rest" and (key != "labor" or setting.rules["dishonest"]):
            yield Measure(
                f"success_{key}", "tiles", Phrase("Success at {tile}", tile=name), column(f"success_{key}"), column(f"used_{key}"), True
            )


def _points(setting: Setting) -> Iterator[Measure]:
    names = tile_names(setting)
    for field, sentence in (("points", mark("Points from {tile}")), ("winner_points", mark("Points of winners from {tile}"))):
        everything = [f"{field}_{key}" for key in SOURCES]
        for key in SOURCES:
            yield Measure(f"{field}_{key}", "points", Phrase(sentence, tile=names[key]), column(f"{field}_{key}"), total(*everything), True)


def _bail(setting: Setting) -> Iterator[Measure]:
    yield Measure("bails", "bail", Phrase("Times Bail is due in a game"), column("bails"))
    yield Measure("bail_owed", "bail", Phrase("Bags of Bail due in a game"), column("bail_owed"))
    yield Measure("bail_paid", "bail", Phrase("Bail that can be paid"), column("bail_paid"), column("bail_owed"), True)
    yield Measure("bankruptcies", "bail", Phrase("Bankruptcies in a game"), column("bankruptcies"))
    yield Measure("spaces_lost", "bail", Phrase("Spaces lost to missing bags in a game"), column("spaces_lost"))
    if setting.rules["saloon"]:
        yield Measure("saloon_paid", "bail", Phrase("Saloon prices that can be paid"), column("saloon_paid"), column("saloon_owed"), True)


def _contests(setting: Setting) -> Iterator[Measure]:
    yield Measure("contests", "contests", Phrase("Contests in a game"), column("contests"))
    yield Measure("ties", "contests", Phrase("Contests with a tie"), column("ties"), column("contests"), True)
    yield Measure("double_crosses", "contests", Phrase("Contests with a Double Cross"), column("double_crosses"), column("contests"), True)
    yield Measure("joined", "contests", Phrase("Seats that join a robbery"), column("joined"), column("robberies"))
    yield Measure("unopposed", "contests", Phrase("Robberies that nobody joins"), column("unopposed"), column("robberies"), True)
    if setting.players == 2:
        yield Measure(
            "sheriff_stops", "contests", Phrase("Robberies that the Sheriff stops"), column("sheriff_stops"), column("robberies"), True
        )


def _flips(setting: Setting) -> Iterator[Measure]:
    names = tile_names(setting)
    for number, key in enumerate(("pony", "stage", "train"), 1):
        yield Measure(
            f"flip_{number}",
            "flips",
            Phrase("Games in which the tile {tile} is flipped", tile=names[key]),
            happened(f"flip_turn_{number}"),
            share=True,
        )
    yield Measure("shuffles", "flips", Phrase("Shuffles in a game"), column("shuffles"))
    yield Measure("supply_out", "flips", Phrase("Games in which the supply runs out"), happened("supply_out"), share=True)
    yield Measure("supply_least", "flips", Phrase("Fewest bags in the supply"), column("supply_least"))


def _labor(setting: Setting) -> Iterator[Measure]:
    yield Measure("labor_bags", "labor", Phrase("Bags that labor brings at a time"), column("labor_bags"), column("used_labor"))
    yield Measure("passes", "labor", Phrase("Turns in which nothing is possible"), column("passes"), column("turns"), True)
    if setting.rules["dishonest"]:
        yield Measure("false_claims", "labor", Phrase("Claims that are false"), column("false_claims"), column("claims"), True)
        yield Measure("challenged", "labor", Phrase("Claims that are challenged"), column("challenged"), column("claims"), True)
        yield Measure("caught", "labor", Phrase("False claims that are caught"), column("caught"), column("false_claims"), True)
        yield Measure("lost_turns", "labor", Phrase("Turns lost to wrong challenges in a game"), column("lost_turns"))


def _lead(setting: Setting) -> Iterator[Measure]:
    yield Measure("lead_changes", "lead", Phrase("Lead changes in a game"), column("lead_changes"))
    yield Measure("margin", "lead", Phrase("Spaces between the first and the second"), column("margin"))
    yield Measure(
        "close", "lead", Phrase("Games won by one space or two"), lambda table: (table["margin"] <= 2).astype(np.float64), share=True
    )
    yield Measure(
        "winner_inactive", "drama", Phrase("Wins on the turn of another seat"), lambda table: 1.0 - table["winner_active"], share=True
    )
