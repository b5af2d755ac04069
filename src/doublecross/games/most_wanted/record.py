"""The records of Most Wanted: its state, its rules, and the numbers that name actions, phases, tiles and events."""

from __future__ import annotations

import enum

import numpy as np

from doublecross.games.most_wanted.cards import KINDS
from doublecross.kernel.rng import RNG_FIELDS

SEATS = 8
SHERIFF = 8
"""The Sheriff's place behind the seats, in contests of two-player games (MW-70)."""
PLACES = 9
NOBODY = -1

# Actions: one fixed space of small integers.
DONE = KINDS
TILE_0 = 37
PONY, STAGE, TRAIN, REST, LABOR, FIGHT = range(TILE_0, TILE_0 + 6)
"""The six tiles (MW-04); REST is Church or Saloon, LABOR honest or dishonest, FIGHT Duel or Shootout."""
SIZE_0 = 42
"""Contest size n is the action SIZE_0 + n (sizes 1 to 4)."""
SEAT_0 = 47
IN = 55
"""Join a robbery, or challenge."""
OUT = 56
"""Stay out of a robbery, or let the claim go."""
PASS = 57
ACTIONS = 58

OPENING = 0
"""`tile` while the opening duel is played (MW-05)."""
NO_TILE = -1


class Phase(enum.IntEnum):
    """What the table is doing; public."""

    TURN = 0  # the active player chooses an action, or the parts of one
    JOIN = 1  # the others say whether they are in (sealed)
    CARDS = 2  # those who take part place their cards (sealed)
    CHALLENGE = 3  # the others challenge or let it go (sealed)
    OVER = 4


TURN, JOIN, CARDS, CHALLENGE, OVER = (int(phase) for phase in Phase)


class Kind(enum.IntEnum):
    """What an event says. a, b, c are its numbers; "cards" are the event's multiset."""

    CHOSE = 1  # sealed: the seat took action a in phase b
    DEAL = 2  # the seat got b cards at the start
    FIRST = 3  # the seat begins; a: 0 named, 1 drawn at random, 2 won the opening duel
    TURN = 4  # the seat's turn number a begins
    PASS = 5  # the seat passes; a: 0 lost turn, 1 nothing possible
    DECLARE = 6  # the seat declares tile a with b cards; c: mask of the seats it challenges
    SHERIFF_DRAWS = 7  # the Sheriff draws b cards face down, c wanted
    JOINED = 8  # a: mask of the seats that joined, b: mask of those that could
    PLACED = 9  # the seat's own b cards, face down; cards known to the seat until the reveal
    REVEAL = 10  # the seat's hand of b cards; a: hand key, c: 1 if a Double Cross, 2 if it falls to one
    SHERIFF_REVEAL = 11  # the Sheriff's chosen hand; a: hand key, b: cards chosen, c: as in REVEAL
    SHERIFF_SPARES = 12  # the Sheriff's other cards, turned up and discarded; b: how many
    TIE = 13  # a: mask of the tied places, b: round of the tie-break
    TIE_DRAW = 14  # the tied place draws the top card and plays it (cards)
    DROPPED = 15  # the tied place can play no card and drops out
    # The place wins the contest; a: 0 best hand, 1 no contest, 2 the others cannot play, 3 nearest to the active player; b: tie rounds;
    # c: key of the next best hand, or -1; cards: the winning hand.
    BEST = 16
    POINTS = 17  # the seat gets a points
    MOVE = 18  # the seat's token goes from space a to space b
    BAIL = 19  # the seat owes a bags of Bail and pays b
    BACK = 20  # the seat's token goes back from a to b, c bags were missing
    PAY = 21  # the seat owes a bags for the Saloon and pays b
    DISCARD = 22  # the seat discards b cards (cards, public)
    DRAW = 23  # the seat draws b cards (known to the seat), c wanted
    SHUFFLE = 24  # a cards become the new deck; b: which shuffle
    FLIP = 25  # tile a now gives b points
    LABOR = 26  # the seat plays b cards face up (cards) and takes a bags
    CLAIM = 27  # the seat lays b cards face down with a bags on them
    CLAIM_SHOWN = 28  # the seat's labor cards (cards); a: 1 if all of one suit
    CHALLENGED = 29  # a: mask of the challengers
    BAGS = 30  # the seat takes a bags; b: 0 keeps its labor, 1 its share of a false claim
    REMAINDER = 31  # a bags go back to the supply
    LOSES_TURN = 32  # the seat must pass its next turn
    OVER = 33  # a: mask of the winners, b: 0 reached the goal, 1 turn limit
    SHERIFF_STOPS = 34  # the Sheriff wins the robbery of tile a: no one scores
    SHERIFF_OUT = 35  # too few cards for the Sheriff: he takes no part
    OPENING = 36  # everyone plays one card for the first turn
    HAND = 37  # at the end, what the seat still held (cards)


STATE = np.dtype(
    [
        *RNG_FIELDS,
        ("hand1", "u8", (SEATS,)),  # hands: kinds held at least once, and twice
        ("hand2", "u8", (SEATS,)),
        ("table1", "u8", (PLACES,)),  # cards placed for the contest or claim under way; the Sheriff's choice at the reveal
        ("table2", "u8", (PLACES,)),
        ("sheriff1", "u8"),  # what the Sheriff drew, less what he plays once revealed
        ("sheriff2", "u8"),
        ("laid1", "u8"),  # cards of this action already face up, not yet in the discard pile
        ("laid2", "u8"),
        ("deck1", "u8"),
        ("deck2", "u8"),
        ("discard1", "u8"),
        ("discard2", "u8"),
        ("shuffled1", "u8"),  # what went into the deck at the last shuffle, less what everyone has seen leave it (MW-58)
        ("shuffled2", "u8"),
        ("drawn1", "u8", (SEATS,)),  # what each seat, for itself, has seen leave it since: its own draws
        ("drawn2", "u8", (SEATS,)),
        ("pending", "u8"),  # seats that still have to choose in this step
        ("deciders", "u8"),  # seats that choose in this step
        ("inside", "u8"),  # places that take part in the contest; challengers of a claim
        ("tied", "u8"),  # places still in the tie-break, empty in a contest's first round
        ("sealed_in", "u8"),  # seats whose sealed answer of this step is IN
        ("targets", "u8"),  # seats chosen so far for a Duel or Shootout
        ("lose_turn", "u8"),
        ("won", "u8"),  # winners, when the game is over
        ("held", "i4", (SEATS,)),  # cards owned, those placed and not yet revealed included
        ("stale", "i4", (PLACES,)),  # at most so many of them may be older than the last shuffle
        ("pos", "i4", (SEATS,)),
        ("bags", "i4", (SEATS,)),
        ("supply", "i4"),
        ("deck_size", "i4"),
        ("discard_size", "i4"),
        ("sheriff_size", "i4"),  # cards the Sheriff has before him
        ("phase", "i4"),
        ("active", "i4"),
        ("tile", "i4"),
        ("hand_size", "i4"),  # cards each participant places in this step; cards of a claim
        ("stake", "i4"),  # bags on a claim
        ("tie_round", "i4"),
        ("shuffles", "i4"),
        ("turns", "i4"),
    ]
)
"""One position: about 900 bytes, no pointers, equal bytes for equal positions."""

MAX_GOAL = 13
RULES = np.dtype(
    [
        ("cards1", "u8"),  # the whole deck
        ("cards2", "u8"),
        ("seats", "u8"),  # mask of all seats
        ("duel_sizes", "u8"),  # masks of contest sizes
        ("shootout_sizes", "u8"),
        ("players", "i4"),
        ("hand", "i4"),
        ("goal", "i4"),
        ("turn_limit", "i4"),
        ("saloon", "i4"),  # flags: the other side of the tile is up
        ("dishonest", "i4"),
        ("shootout", "i4"),
        ("split_everyone", "i4"),
        ("first_player", "i4"),  # a seat, or RANDOM_FIRST, DUEL_FIRST
        ("rest_draw", "i4"),
        ("saloon_price", "i4"),
        ("labor_bags", "i4"),
        ("shootout_points", "i4"),
        ("start_bags", "i4"),
        ("supply", "i4"),
        ("robbery_cards", "i4", (3,)),
        ("sheriff_cards", "i4", (3,)),
        ("points", "i4", (3,)),
        ("flipped_points", "i4", (3,)),
        ("bail", "i4", (MAX_GOAL + 1,)),  # by space; 0 off the board
    ]
)
RANDOM_FIRST = -1
DUEL_FIRST = -2
