"""What is noted of each game of OutLawed!, by compiled functions that read the events of every step."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.judging import APPREHENDED, BACK, CLAIM_SHIFT
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.record import NOBODY, PLAY, SEATS, Kind
from doublecross.games.outlawed.rules import LIMIT, dollars
from doublecross.kernel.bits import has, lowest, popcount
from doublecross.kernel.jit import compiled
from doublecross.lab.events import a_of, b_of, c_of, kept, kind_of, seat_of

_CHOSE, _FIRST, _REVEALED = int(Kind.CHOSE), int(Kind.FIRST), int(Kind.REVEALED)
_JUDGED, _JAILED, _END, _TIE, _SENT_BACK = (int(kind) for kind in (Kind.JUDGED, Kind.JAILED, Kind.END, Kind.TIE, Kind.SENT_BACK))
_OUTLAW = (1 << CLAIM_SHIFT) - 1

ROW = np.dtype(
    [
        ("won", "i4"),  # mask of the winning seat
        ("first", "i4"),  # the seat that held the badge first
        ("decisions", "i4"),  # plays and claims of all seats
        ("rounds", "i4"),
        ("round_limit", "i4"),  # 1 if the round limit ended the game
        ("claims", "i4"),  # claims of all seats
        ("true_claims", "i4"),
        ("apprehended", "i4"),  # outlaws that went to jail
        ("sent_back", "i4"),  # outlaws that a block sent back
        ("blocked_rounds", "i4"),  # rounds in which a block hit somebody
        ("empty_rounds", "i4"),  # rounds in which nobody's outlaw went to jail
        ("lead_changes", "i4"),  # how often another seat came to be alone in front
        ("tied", "i4"),  # 1 if the best score was shared
        ("margin", "i4"),  # dollars (casual: outlaws) between the first and the second
        ("winner_active", "i4"),  # 1 if the winner jailed an outlaw in the last round
        ("plays", "i4", (MOST,)),  # how often each outlaw was played, by all seats
        ("true_plays", "i4", (MOST,)),  # how often it was claimed as what it was
        ("success", "i4", (MOST,)),  # how often it was apprehended
        ("back", "i4", (MOST,)),  # how often it was sent back
        ("blocks", "i4", (MOST,)),  # how often it sent another one back
        ("jail_rounds", "i4", (MOST,)),  # sum of the rounds in which it went to jail
        ("held", "i4", (MOST,)),  # seats that had it in hand at the start
        ("lost", "i4", (SEATS,)),  # the outlaw (its number in the deck) that each seat lost at the start
        ("dollars", "i4", (SEATS,)),  # what each seat has in jail at the end
        ("_leader", "i4"),
        ("_jailers", "i4"),
    ]
)
"""One game. Fields that begin with a line are for the counting only and are not kept."""


def names(rules: Any) -> dict[str, tuple[str, ...]]:
    """What the places of each field with several numbers are called."""
    ids = tuple(outlaw.id for outlaw in deck_of(rules).outlaws)
    seats = tuple(str(seat) for seat in range(int(rules["players"])))
    return dict.fromkeys(("plays", "true_plays", "success", "back", "blocks", "jail_rounds", "held"), ids) | dict.fromkeys(
        ("lost", "dollars"), seats
    )


@compiled
def begin(row: Any, state: Any, rules: Any, log: Any) -> None:
    """A game has been set up; the log holds the events of the setup."""
    row._leader = NOBODY
    watch(row, state, rules, log)


@compiled
def watch(row: Any, state: Any, rules: Any, log: Any) -> None:
    """A step has been taken; the log holds its events."""
    revealed, back, jailers = 0, 0, 0
    for number in range(kept(log)):
        kind, seat, a, b = kind_of(log, number), seat_of(log, number), a_of(log, number), b_of(log, number)
        if kind == _CHOSE:
            row.decisions += 1
        elif kind == _REVEALED:
            revealed += 1
            note_claim(row, a, a == b)
        elif kind == _JUDGED:
            back += 1 if c_of(log, number) == BACK else 0
            note_verdict(row, a & _OUTLAW, c_of(log, number))
        elif kind == _SENT_BACK:
            row.blocks[b] += 1
        elif kind == _JAILED:
            jailers |= 1 << seat
            row.jail_rounds[a] += row.rounds + 1
        elif kind == _END:
            row.round_limit = 1 if b == LIMIT else 0
        elif kind == _TIE:
            row.tied = 1
        elif kind == _FIRST:
            row.first = seat
    if revealed > 0:
        row.rounds += 1
        row.blocked_rounds += 1 if back > 0 else 0
        row.empty_rounds += 1 if jailers == 0 else 0
        row._jailers = jailers
        note_leader(row, state, rules)


@compiled
def note_claim(row: Any, outlaw: Any, true: Any) -> None:
    """What a seat played, and whether it said so."""
    row.claims += 1
    row.plays[outlaw] += 1
    if true:
        row.true_claims += 1
        row.true_plays[outlaw] += 1


@compiled
def note_verdict(row: Any, outlaw: Any, verdict: Any) -> None:
    """What became of a play."""
    if verdict == BACK:
        row.sent_back += 1
        row.back[outlaw] += 1
    elif verdict == APPREHENDED:
        row.apprehended += 1
        row.success[outlaw] += 1


@compiled
def score(state: Any, rules: Any, seat: Any) -> Any:
    """What counts: dollars in jail, or with casual scoring, outlaws."""
    if rules.casual != 0:
        return np.int64(popcount(state.jails[seat]))
    return np.int64(dollars(rules, state.jails[seat]))


@compiled
def note_leader(row: Any, state: Any, rules: Any) -> None:
    """Whether another seat is alone in front now."""
    leader, most = NOBODY, np.int64(-1)
    for seat in range(rules.players):
        value = score(state, rules, seat)
        if value > most:
            leader, most = seat, value
        elif value == most:
            leader = NOBODY
    if leader != NOBODY and leader != row._leader:
        row.lead_changes += 1 if row._leader != NOBODY else 0
        row._leader = leader


@compiled
def finish(row: Any, state: Any, rules: Any, won: Any) -> None:
    """The game is over."""
    row.won = np.int64(won)
    row.winner_active = 1 if (row.won & row._jailers) != 0 else 0
    first, second = np.int64(-1), np.int64(-1)
    for outlaw in range(rules.outlaws):
        row.held[outlaw] = rules.players if has(rules.used, outlaw) else 0
    for seat in range(rules.players):
        row.lost[seat] = lowest(state.removed[seat])
        row.held[row.lost[seat]] -= 1
        row.dollars[seat] = dollars(rules, state.jails[seat])
        value = score(state, rules, seat)
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    row.margin = first - second


@compiled
def begins_turn(state: Any) -> Any:
    """Whether a seat is about to play an outlaw."""
    return state.phase == PLAY
