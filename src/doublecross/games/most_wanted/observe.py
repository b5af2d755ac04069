"""The observation: a `know` record as an int8 vector, the observing seat always first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from doublecross.games.most_wanted.actions import robbery_points
from doublecross.games.most_wanted.cards import KINDS, card_text
from doublecross.games.most_wanted.deck import next_seat
from doublecross.games.most_wanted.know import maybe_in_deck
from doublecross.games.most_wanted.record import SEATS, SHERIFF, TILE_0
from doublecross.kernel.bits import has
from doublecross.kernel.jit import compiled

PILES = ("hand", "placed", "open", "discarded", "maybe in deck")
SEAT_FACTS = (
    "present",
    "position",
    "bags",
    "cards held",
    "loses its next turn",
    "active",
    "chooses in this step",
    "in the contest",
    "in the tie-break",
    "challenged by the active player",
)
TABLE_FACTS = (
    "phase",
    "tile",
    "cards to place",
    "bags at stake",
    "tie round",
    "shuffles",
    "supply",
    "cards in the deck",
    "Sheriff's cards",
    "Sheriff in the contest",
    "Sheriff in the tie-break",
    "own sealed answer is in",
    "Pony Express points",
    "Stagecoach points",
    "Train points",
)
LENGTH = len(PILES) * KINDS + SEATS * len(SEAT_FACTS) + len(TABLE_FACTS)
_SEAT_FACTS, _SEATS_AT = len(SEAT_FACTS), len(PILES) * KINDS
_TABLE_AT = _SEATS_AT + SEATS * _SEAT_FACTS
MOST = 127


def observation_names(rules: Any) -> Sequence[str]:
    """What each entry of the observation is; seats are counted from the observing seat, numbers above 127 read 127."""
    piles = [f"{pile} {card_text(kind)}" for pile in PILES for kind in range(KINDS)]
    seats = [f"seat +{distance} {fact}" for distance in range(SEATS) for fact in SEAT_FACTS]
    return [*piles, *seats, *TABLE_FACTS]


@compiled
def observe(seen: Any, rules: Any, seat: Any, out: Any) -> None:
    """Write the vector of `LENGTH` int8 entries that `observation_names` describes."""
    first = seat if seat >= 0 else 0
    observe_pile(out, 0, seen.hand1[first], seen.hand2[first])
    observe_pile(out, 1, seen.table1[first], seen.table2[first])
    observe_pile(out, 2, seen.laid1, seen.laid2)
    observe_pile(out, 3, seen.discard1, seen.discard2)
    once, twice = maybe_in_deck(seen, rules)
    observe_pile(out, 4, once, twice)
    other = first
    for distance in range(rules.players):
        observe_seat(out, _SEATS_AT + distance * _SEAT_FACTS, seen, other)
        other = next_seat(rules, other)
    for row in range(_SEATS_AT + rules.players * _SEAT_FACTS, _TABLE_AT):
        out[row] = 0
    observe_table(out, seen, rules, first)


@compiled
def observe_pile(out: Any, pile: Any, once: Any, twice: Any) -> None:
    """How many of each kind lie in a pile."""
    for kind in range(KINDS):
        out[pile * KINDS + kind] = (1 if has(once, kind) else 0) + (1 if has(twice, kind) else 0)


@compiled
def observe_seat(out: Any, row: Any, seen: Any, seat: Any) -> None:
    """The public facts of one seat."""
    out[row] = 1
    out[row + 1] = seen.pos[seat]
    out[row + 2] = min(seen.bags[seat], MOST)
    out[row + 3] = seen.held[seat]
    out[row + 4] = 1 if has(seen.lose_turn, seat) else 0
    out[row + 5] = 1 if seen.active == seat else 0
    out[row + 6] = 1 if has(seen.deciders, seat) else 0
    out[row + 7] = 1 if has(seen.inside, seat) else 0
    out[row + 8] = 1 if has(seen.tied, seat) else 0
    out[row + 9] = 1 if has(seen.targets, seat) else 0


@compiled
def observe_table(out: Any, seen: Any, rules: Any, seat: Any) -> None:
    """The public facts of the table, and the seat's own sealed answer."""
    row = _TABLE_AT
    out[row] = seen.phase
    out[row + 1] = seen.tile if seen.tile < TILE_0 else seen.tile - TILE_0 + 1
    out[row + 2] = seen.hand_size
    out[row + 3] = min(seen.stake, MOST)
    out[row + 4] = min(seen.tie_round, MOST)
    out[row + 5] = min(seen.shuffles, MOST)
    out[row + 6] = min(seen.supply, MOST)
    out[row + 7] = seen.deck_size
    out[row + 8] = seen.sheriff_size
    out[row + 9] = 1 if has(seen.inside, SHERIFF) else 0
    out[row + 10] = 1 if has(seen.tied, SHERIFF) else 0
    out[row + 11] = 1 if has(seen.sealed_in, seat) else 0
    for robbery in range(3):
        out[row + 12 + robbery] = robbery_points(seen, rules, robbery)
