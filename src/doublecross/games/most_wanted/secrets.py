"""For tests: positions that differ only in what one viewer cannot know, made without the code that `determinize` uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import cards_in, multiset
from doublecross.games.most_wanted.record import (
    CARDS,
    CHALLENGE,
    JOIN,
    NO_TILE,
    OVER,
    REST,
    SEATS,
    SHERIFF,
    STATE,
    TURN,
)

State = Any
Piles = dict[str, list[int]]
SWAPS = 200


def secrets(state: State, rules: Any, viewer: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A copy in which the cards the viewer cannot see lie elsewhere, others have chosen otherwise in this step, and the key is another.

    Public counts stay: how many cards each pile holds. The deck stays within what went into it at the last shuffle (MW-58).
    """
    changed = np.zeros(1, dtype=np.dtype((np.record, STATE)))
    changed[0] = state
    new = changed[0]
    new.key[:] = rng.integers(0, 2**32, 8, dtype=np.uint32)
    new.words[:] = rng.integers(0, 2**32, 16, dtype=np.uint32)
    new.counter = rng.integers(0, 2**32)
    new.spent = rng.integers(0, 17)
    if int(new.phase) != OVER:
        piles = _hidden_piles(new, viewer)
        fresh = ("deck",) if new.stale[SHERIFF] else ("deck", "sheriff")
        _swap(piles, fresh, _listed(new, viewer), rng)
        _choose_again(new, rules, viewer, piles, rng)
        _put_back(new, piles)
    return changed


def _hidden_piles(new: State, viewer: int) -> Piles:
    """The piles the viewer cannot see; cards that others placed in this sealed step are back in their hands."""
    piles = {"deck": cards_in(new.deck1, new.deck2), "sheriff": cards_in(new.sheriff1, new.sheriff2)}
    for seat in range(SEATS):
        if seat != viewer:
            piles[f"hand {seat}"] = cards_in(new.hand1[seat], new.hand2[seat])
            piles[f"table {seat}"] = cards_in(new.table1[seat], new.table2[seat])
            if int(new.phase) != CHALLENGE:
                piles[f"hand {seat}"] += piles[f"table {seat}"]
                piles[f"table {seat}"] = []
    return piles


def _listed(new: State, viewer: int) -> list[int]:
    """The cards that may be in the deck or before the Sheriff, for all the viewer knows; what others drew themselves is forgotten."""
    listed = cards_in(new.shuffled1, new.shuffled2)
    for seat in range(SEATS):
        if seat == viewer:
            for kind in cards_in(new.drawn1[seat], new.drawn2[seat]):
                listed.remove(kind)
        else:
            new.drawn1[seat] = new.drawn2[seat] = 0
    return listed


def _swap(piles: Piles, fresh: Sequence[str], listed: list[int], rng: np.random.Generator) -> None:
    """Exchange random pairs of hidden cards, as long as the piles drawn since the last shuffle come from its list."""
    places = [(name, index) for name, pile in piles.items() for index in range(len(pile))]
    for _ in range(SWAPS if len(places) > 1 else 0):
        (one, i), (other, j) = (places[k] for k in rng.choice(len(places), 2, replace=False))
        piles[one][i], piles[other][j] = piles[other][j], piles[one][i]
        drawn = [kind for name in fresh for kind in piles[name]]
        if any(drawn.count(kind) > listed.count(kind) for kind in drawn):
            piles[one][i], piles[other][j] = piles[other][j], piles[one][i]


def _choose_again(new: State, rules: Any, viewer: int, piles: Piles, rng: np.random.Generator) -> None:
    """The others' choices of this step, made anew: who has chosen, and what."""
    others = [seat for seat in range(SEATS) if int(new.deciders) >> seat & 1 and seat != viewer]
    own = (1 << viewer if viewer >= 0 else 0) & int(new.pending)
    waiting = {seat for seat in others if rng.random() < 0.5}
    if not own and not waiting:
        waiting = set(others[:1])
    new.pending = own | sum(1 << seat for seat in waiting)
    phase = int(new.phase)
    if phase in (JOIN, CHALLENGE):
        answered = sum(1 << seat for seat in others if seat not in waiting and rng.random() < 0.5)
        new.sealed_in = (int(new.sealed_in) & (1 << viewer if viewer >= 0 else 0)) | answered
    elif phase == CARDS:
        for seat in others:
            hand = piles[f"hand {seat}"]
            rng.shuffle(hand)
            count = int(rng.integers(0, int(new.hand_size))) if seat in waiting else int(new.hand_size)
            piles[f"table {seat}"], piles[f"hand {seat}"] = hand[:count], hand[count:]
            if seat in waiting and count:  # placed so far in ascending order, so the rest must be as high
                _keep_ascending(piles, seat)
    elif phase == TURN and int(new.active) != viewer:
        new.tile = REST if rng.random() < 0.5 and not rules.saloon else NO_TILE
        new.hand_size = new.targets = 0


def _keep_ascending(piles: Piles, seat: int) -> None:
    """Make the placed cards the lowest ones the seat has, so that the choice can be completed."""
    cards = sorted(piles[f"hand {seat}"] + piles[f"table {seat}"])
    count = len(piles[f"table {seat}"])
    piles[f"table {seat}"], piles[f"hand {seat}"] = cards[:count], cards[count:]


def _put_back(new: State, piles: Piles) -> None:
    for name, pile in piles.items():
        once, twice = multiset(pile)
        where, _, seat = name.partition(" ")
        if seat:
            getattr(new, f"{where}1")[int(seat)], getattr(new, f"{where}2")[int(seat)] = once, twice
        else:
            setattr(new, f"{where}1", once)
            setattr(new, f"{where}2", twice)
