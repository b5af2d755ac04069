"""The records of OutLawed!: its state, its rules, and the numbers that name actions, phases and events."""

from __future__ import annotations

import enum

import numpy as np

from doublecross.games.outlawed.conditions import MAX_ATOMS
from doublecross.games.outlawed.decks import MAX_DECK, MOST
from doublecross.kernel.rng import RNG_FIELDS

SEATS = 5
NOBODY = -1

# Actions: one fixed space of small integers.
PLAY_0 = 0
"""Place outlaw i of your hand face down."""
CLAIM_0 = MOST
"""Say that it is outlaw i."""
ACTIONS = 2 * MOST


class Phase(enum.IntEnum):
    """What the seat whose turn it is does; that it has placed an outlaw shows only with its claim (OL-10)."""

    PLAY = 0
    CLAIM = 1
    OVER = 2


PLAY, CLAIM, OVER = (int(phase) for phase in Phase)


class Kind(enum.IntEnum):
    """What an event says. a, b, c are its numbers; once, twice hold outlaws or the facts of a round."""

    CHOSE = 1  # sealed: the seat took action a
    REMOVED = 2  # one outlaw of the seat is out of the game (once, known to the seat)
    FIRST = 3  # the seat holds the badge first; a: 0 named, 1 drawn at random
    ROUND = 4  # round a begins; the seat holds the badge
    CLAIMED = 5  # the seat has placed an outlaw and says that it is outlaw a
    REVEALED = 6  # the seat played outlaw a and claimed outlaw b
    SENT_BACK = 7  # the seat's outlaw a is sent back by outlaw b; c: 1 as a liar's; once: marks of the seats that played b
    JUDGED = 8  # the seat's outlaw was apprehended or not, and why: `doublecross.games.outlawed.judging` says how it is packed
    JAILED = 14  # the seat's outlaw a goes to jail, which then holds b
    END = 9  # the game ends in round a; b: 0 a jail holds the target, 1 the last round is played
    SCORE = 10  # the seat's jail (once) holds a outlaws worth b dollars
    REMOVED_SHOWN = 11  # the outlaw that the seat lost at the start was a, worth b dollars
    TIE = 12  # a: mask of the seats that are tied; b: what they are tied at; c: 0 dollars, 1 outlaws, 2 the worth of the lost outlaw
    WON = 13  # the seat wins; a: 0 best score, 1 least worth lost, 2 first in order from the badge; b: its score


STATE = np.dtype(
    [
        *RNG_FIELDS,
        ("hands", "u8", (SEATS,)),  # masks of outlaws
        ("jails", "u8", (SEATS,)),
        ("removed", "u8", (SEATS,)),  # the one outlaw lost at the start
        ("shown", "u8", (SEATS,)),  # outlaws that the seat has ever revealed; public
        ("plays", "u8"),  # a byte per seat: 1 + the outlaw played in this round, 0 for none
        ("claims", "u8"),  # a byte per seat: 1 + the outlaw claimed in this round, 0 for none
        ("won", "u8"),  # mask of the winner, when the game is over
        ("truths", "i4", (SEATS,)),  # true claims so far
        ("lies", "i4", (SEATS,)),
        ("badge", "i4"),
        ("turn", "i4"),
        ("left", "i4"),  # seats that have not claimed yet in this round
        ("phase", "i4"),
        ("round_number", "i4"),  # from 1
    ]
)
"""One position: 364 bytes, no pointers, equal bytes for equal positions."""

RULES = np.dtype(
    [
        ("used", "u8"),  # mask of the outlaws in use
        ("seats", "u8"),  # marks of all seats
        ("blocks", "u8", (MOST,)),  # outlaws that each outlaw sends back
        ("deck_id", "u8"),
        ("program", "i8", (MOST * MAX_ATOMS,)),  # the conditions, see `doublecross.games.outlawed.program`
        ("liars", "i4", (MOST,)),  # liars that each outlaw sends back: 0 none, 1 rivals, 2 all players
        ("rewards", "i4", (MOST,)),  # dollars at this table
        ("players", "i4"),
        ("outlaws", "i4"),  # in the deck
        ("target", "i4"),
        ("round_limit", "i4"),
        ("first_player", "i4"),  # a seat, or NOBODY: drawn
        ("casual", "i4"),
        ("beginner", "i4"),
        ("deck_size", "i4"),
        ("deck", "u1", (MAX_DECK,)),  # the whole deck as JSON
    ]
)
