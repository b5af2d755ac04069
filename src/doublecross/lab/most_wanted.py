"""What is noted of each game of Most Wanted, by compiled functions that read the events of every step."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.record import FIGHT, LABOR, NO_TILE, NOBODY, PONY, REST, SEATS, TILE_0, TRAIN, TURN, Kind
from doublecross.kernel.bits import has, popcount
from doublecross.kernel.jit import compiled
from doublecross.lab.events import a_of, b_of, c_of, kept, kind_of, seat_of

_CHOSE, _FIRST, _TURN, _PASS, _DECLARE = (int(kind) for kind in (Kind.CHOSE, Kind.FIRST, Kind.TURN, Kind.PASS, Kind.DECLARE))
_JOINED, _REVEAL, _SHERIFF_REVEAL, _BEST = int(Kind.JOINED), int(Kind.REVEAL), int(Kind.SHERIFF_REVEAL), int(Kind.BEST)
_POINTS, _BAIL, _BACK, _PAY = int(Kind.POINTS), int(Kind.BAIL), int(Kind.BACK), int(Kind.PAY)
_SHUFFLE, _FLIP, _LABOR, _CLAIM = int(Kind.SHUFFLE), int(Kind.FLIP), int(Kind.LABOR), int(Kind.CLAIM)
_CLAIM_SHOWN, _CHALLENGED, _BAGS = int(Kind.CLAIM_SHOWN), int(Kind.CHALLENGED), int(Kind.BAGS)
_LOSES_TURN, _OVER, _SHERIFF_STOPS, _OPENING = (int(kind) for kind in (Kind.LOSES_TURN, Kind.OVER, Kind.SHERIFF_STOPS, Kind.OPENING))

SOURCES = 4
"""Where points come from: the three robberies, and the Duel or Shootout."""
FIGHT_SOURCE = 3
FLIPS = 3

ROW = np.dtype(
    [
        ("won", "i4"),  # mask of the winning seats
        ("first", "i4"),  # the seat that had the first turn
        ("decisions", "i4"),  # actions taken by all seats
        ("turns", "i4"),  # turns, those lost included
        ("turn_limit", "i4"),  # 1 if the turn limit ended the game
        ("used", "i4", (6,)),  # how often each tile was used
        ("success", "i4", (6,)),  # contests that the seat won which declared them; labor whose bags it kept
        ("points", "i4", (SOURCES,)),  # points of all seats
        ("winner_points", "i4", (SOURCES,)),  # points of the winners
        ("contests", "i4"),  # robberies, Duels and Shootouts
        ("robberies", "i4"),
        ("unopposed", "i4"),  # robberies that nobody else joined; the Sheriff may have been in them
        ("joined", "i4"),  # seats that joined robberies
        ("sheriff_stops", "i4"),  # robberies that the Sheriff won
        ("double_crosses", "i4"),  # contests in which some hand was a Double Cross
        ("ties", "i4"),  # contests that were tied at least once
        ("tie_rounds", "i4"),
        ("bails", "i4"),  # how often Bail was due
        ("bail_owed", "i4"),  # bags
        ("bail_paid", "i4"),
        ("bankruptcies", "i4"),  # how often bags were missing, for Bail or at the Saloon
        ("spaces_lost", "i4"),
        ("saloon_owed", "i4"),
        ("saloon_paid", "i4"),
        ("labor_bags", "i4"),  # bags that labor brought to whoever did it
        ("shuffles", "i4"),
        ("flip_turn", "i4", (FLIPS,)),  # the turn in which each robbery tile was flipped; 0 if it was not
        ("supply_least", "i4"),  # fewest bags that were left in the supply
        ("supply_out", "i4"),  # the turn in which the supply was first empty; 0 if it never was
        ("claims", "i4"),  # Dishonest Labor
        ("false_claims", "i4"),
        ("challenged", "i4"),  # claims that somebody challenged
        ("caught", "i4"),  # false claims that somebody challenged
        ("lost_turns", "i4"),  # turns lost to a wrong challenge
        ("passes", "i4"),  # turns in which nothing was possible
        ("lead_changes", "i4"),  # how often another seat came to be alone in front
        ("margin", "i4"),  # spaces between the first and the second
        ("winner_active", "i4"),  # 1 if a winner had the last turn
        ("spaces", "i4", (SEATS,)),  # where each token ended
        ("_turn", "i4"),
        ("_by", "i4"),
        ("_tile", "i4"),
        ("_crossed", "i4"),
        ("_false", "i4"),
        ("_challengers", "i4"),
        ("_leader", "i4"),
        ("_seat_points", "i4", (SEATS, SOURCES)),
    ]
)
"""One game. Fields that begin with a line are for the counting only and are not kept."""


def names(rules: Any) -> dict[str, tuple[str, ...]]:
    """What the places of each field with several numbers are called."""
    sources = ("pony", "stage", "train", "fight")
    seats = tuple(str(seat) for seat in range(int(rules["players"])))
    tiles = ("pony", "stage", "train", "rest", "labor", "fight")
    return {"used": tiles, "success": tiles, "points": sources, "winner_points": sources, "flip_turn": ("1", "2", "3"), "spaces": seats}


@compiled
def begin(row: Any, state: Any, rules: Any, log: Any) -> None:
    """A game has been set up; the log holds the events of the setup."""
    row._tile = NO_TILE
    row._leader = NOBODY
    row.supply_least = state.supply
    row.supply_out = 1 if state.supply == 0 else 0
    watch(row, state, rules, log)


@compiled
def watch(row: Any, state: Any, rules: Any, log: Any) -> None:
    """A step has been taken; the log holds its events."""
    turn = np.int64(row._turn)
    for number in range(kept(log)):
        kind, seat = kind_of(log, number), seat_of(log, number)
        a, b, c = a_of(log, number), b_of(log, number), c_of(log, number)
        if kind == _CHOSE:
            row.decisions += 1
            if a == REST and b == TURN:
                row.used[REST - TILE_0] += 1
                row.success[REST - TILE_0] += 1
        elif kind == _FIRST:
            row.first = seat
        elif kind == _TURN:
            row._turn = a
        elif kind == _PASS:
            row.passes += a
        elif kind in (_BAIL, _PAY):
            note_payment(row, kind, a, b)
        elif kind == _BACK:
            row.bankruptcies += 1
            row.spaces_lost += a - b
        elif kind <= _BEST or kind in (_SHERIFF_STOPS, _OPENING):
            note_contest(row, kind, seat, a, b, c)
        elif kind == _POINTS:
            note_points(row, seat, a)
        else:
            note_other(row, kind, seat, a, b)
    note_supply(row, state, turn)
    note_leader(row, state, rules)


@compiled
def note_payment(row: Any, kind: Any, owed: Any, paid: Any) -> None:
    """Bail, or the Saloon."""
    if kind == _BAIL:
        row.bails += 1
        row.bail_owed += owed
        row.bail_paid += paid
    else:
        row.saloon_owed += owed
        row.saloon_paid += paid


@compiled
def note_contest(row: Any, kind: Any, seat: Any, a: Any, b: Any, c: Any) -> None:
    """From the declaration of a robbery, a Duel or a Shootout to its winner; the opening duel is none of them."""
    if kind == _OPENING:
        row._tile = NO_TILE
    elif kind == _DECLARE:
        row._tile, row._by, row._crossed = a, seat, 0
        row.used[a - TILE_0] += 1
        row.contests += 1
        row.robberies += 1 if a <= TRAIN else 0
        row.unopposed += 1 if a <= TRAIN else 0
    elif kind == _JOINED:
        row.joined += popcount(np.uint64(a))
        row.unopposed -= 1 if a != 0 else 0
    elif (kind in (_REVEAL, _SHERIFF_REVEAL)) and c == 1 and row._tile != NO_TILE and row._crossed == 0:
        row._crossed = 1
        row.double_crosses += 1
    elif kind == _BEST and row._tile != NO_TILE:
        row.tie_rounds += b
        row.ties += 1 if b > 0 else 0
        if seat == row._by:
            row.success[row._tile - TILE_0] += 1
    elif kind == _SHERIFF_STOPS:
        row.sheriff_stops += 1


@compiled
def note_points(row: Any, seat: Any, points: Any) -> None:
    """Points, by what they were scored with."""
    source = FIGHT_SOURCE if row._tile == FIGHT else row._tile - PONY
    row.points[source] += points
    row._seat_points[seat, source] += points


@compiled
def note_other(row: Any, kind: Any, seat: Any, a: Any, b: Any) -> None:
    """Labor, shuffles, and the end."""
    if kind == _SHUFFLE:
        row.shuffles += 1
    elif kind == _FLIP:
        row.flip_turn[a - PONY] = row._turn
    elif kind == _LABOR:
        row.used[LABOR - TILE_0] += 1
        row.success[LABOR - TILE_0] += 1
        row.labor_bags += a
    elif kind == _CLAIM:
        row.used[LABOR - TILE_0] += 1
        row.claims += 1
        row._by = seat
    elif kind == _CHALLENGED:
        row._challengers = 1 if a != 0 else 0
        row.challenged += row._challengers
    elif kind == _CLAIM_SHOWN:
        row._false = 1 - a
        row.false_claims += 1 - a
        row.caught += row._challengers * (1 - a)
        row.success[LABOR - TILE_0] += 1 - row._challengers * (1 - a)
    elif kind == _BAGS:
        row.labor_bags += a if seat == row._by else 0
    elif kind == _LOSES_TURN:
        row.lost_turns += 1
    elif kind == _OVER:
        row.turn_limit = b


@compiled
def note_supply(row: Any, state: Any, turn: Any) -> None:
    """How far the supply has run down; `turn` is the one in which the step was taken."""
    if state.supply < row.supply_least:
        row.supply_least = state.supply
        if state.supply == 0:
            row.supply_out = turn


@compiled
def note_leader(row: Any, state: Any, rules: Any) -> None:
    """Whether another seat is alone in front now."""
    leader, farthest = NOBODY, np.int64(-1)
    for seat in range(rules.players):
        if state.pos[seat] > farthest:
            leader, farthest = seat, np.int64(state.pos[seat])
        elif state.pos[seat] == farthest:
            leader = NOBODY
    if leader != NOBODY and leader != row._leader:
        row.lead_changes += 1 if row._leader != NOBODY else 0
        row._leader = leader


@compiled
def finish(row: Any, state: Any, rules: Any, won: Any) -> None:
    """The game is over."""
    row.won = np.int64(won)
    row.turns = state.turns
    row.winner_active = 1 if has(won, state.active) else 0
    first, second = np.int64(-1), np.int64(-1)
    for seat in range(rules.players):
        row.spaces[seat] = state.pos[seat]
        place = np.int64(state.pos[seat])
        if place > first:
            first, second = place, first
        elif place > second:
            second = place
        if has(won, seat):
            for source in range(SOURCES):
                row.winner_points[source] += row._seat_points[seat, source]
    row.margin = first - second


@compiled
def begins_turn(state: Any) -> Any:
    """Whether the active player is about to choose an action."""
    return state.phase == TURN and state.tile == NO_TILE
