"""Refusals agree with the mask of legal actions, and each says the precise reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import doublecross
from doublecross.games.most_wanted import GAME
from doublecross.games.most_wanted.record import DONE, FIGHT, IN, LABOR, NO_TILE, PASS, PONY, REST, SEAT_0, SIZE_0
from doublecross.games.most_wanted.verify import Refusal
from doublecross.kernel.errors import IllegalAction, Reason
from doublecross.kernel.machine import blank_state
from doublecross.kernel.options import check_options
from doublecross.kernel.position import make_rules

VARIANTS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (4, {"church": "saloon", "labor": "dishonest", "duel": "shootout"}),
    (3, {"first_player": "duel", "duel": "shootout", "shootout_sizes": "14"}),
    (2, {"ranks": "6A", "suits": 1, "copies": 2, "hand": 2, "church": "saloon", "saloon_price": 2}),
    (3, {"ranks": "678", "suits": 2, "copies": 1, "hand": 2, "labor": "dishonest", "duel": "shootout"}),
    (3, {"ranks": "678", "suits": 2, "copies": 1, "hand": 1, "duel": "shootout"}),
)


def reasons_of(players: int, options: dict[str, Any], seed: int, steps: int) -> set[Any]:
    """Try every action of every seat at each step of a random game; each must be refused exactly if it is not legal."""
    rng = np.random.default_rng(seed)
    rules = make_rules(GAME, players, check_options(GAME.options, options, "test"))
    position = doublecross.new(GAME, players=players, seed=seed, **options)
    found: set[Any] = set()
    for _ in range(steps):
        if position.is_over:
            break
        for seat in range(players):
            seen, legal = position.know(seat), position.legal(seat)
            reasons = [GAME.verify(seen, rules, seat, action) for action in range(GAME.actions)]
            assert [action for action, reason in enumerate(reasons) if reason is None] == legal
            found |= set(reasons)
        seat = int(rng.choice(sorted(position.to_act)))
        position.apply(seat, int(rng.choice(position.legal(seat))))
    return found - {None}


@pytest.mark.parametrize(("players", "options"), VARIANTS)
def test_exactly_the_illegal_actions_are_refused(players: int, options: dict[str, Any]) -> None:
    reasons = reasons_of(players, options, 1, 120)
    assert Reason.NOT_YOUR_TURN in reasons
    assert all(isinstance(reason, (Reason, Refusal)) for reason in reasons)


def test_every_refusal_occurs() -> None:
    found = set()
    for number, (players, options) in enumerate(VARIANTS):
        for seed in range(4):
            found |= reasons_of(players, options, 10 * number + seed, 60)
    # A seat without a card is not reached from a full deal.
    assert {reason for reason in Refusal if reason not in found} == {Refusal.NO_CARD_LEFT}


def test_labor_needs_a_card() -> None:
    """MW-62, MW-63, MW-67."""
    seen, rules = blank_state(GAME, 1), make_rules(GAME, 2, check_options(GAME.options, {}, "test"))
    seen["tile"], seen["pending"], seen["deciders"] = NO_TILE, 1, 1
    assert GAME.verify(seen, rules, 0, LABOR) is Refusal.NO_CARD_LEFT
    assert GAME.verify(seen, rules, 0, PONY) is Refusal.NOT_ENOUGH_CARDS
    assert GAME.verify(seen, rules, 0, FIGHT) is Refusal.NOT_ENOUGH_CARDS
    assert GAME.verify(seen, rules, 0, REST) is None


def refused(position: doublecross.Position, action: int) -> Any:
    (seat,) = position.to_act
    before = position.to_bytes()
    with pytest.raises(IllegalAction) as refusal:
        position.apply(seat, action)
    assert position.to_bytes() == before
    return refusal.value.reason


def test_reasons_are_precise() -> None:
    position = doublecross.new("most-wanted", players=3, seed=5, first_player=1)
    assert refused(position, PASS) is Refusal.SOMETHING_POSSIBLE
    assert refused(position, DONE) is Refusal.NOT_PART_OF_THIS
    assert refused(position, IN) is Refusal.NOT_PART_OF_THIS
    assert refused(position, GAME.actions) is Reason.NO_SUCH_ACTION
    position.apply(1, FIGHT)
    assert refused(position, PONY) is Refusal.NOT_PART_OF_THIS
    assert refused(position, SIZE_0 + 3) is Refusal.NO_SUCH_SIZE
    position.apply(1, SIZE_0 + 1)
    assert refused(position, SEAT_0 + 1) is Refusal.NOT_YOURSELF
    assert refused(position, SEAT_0 + 7) is Refusal.NO_SUCH_OPPONENT
    with pytest.raises(IllegalAction) as refusal:
        position.apply(0, SEAT_0 + 1)
    assert refusal.value.reason is Reason.NOT_YOUR_TURN


def test_saloon_needs_a_bag_or_a_space_to_go_back() -> None:
    """MW-61."""
    position = doublecross.new("most-wanted", players=2, seed=1, first_player=0, church="saloon")
    assert refused(position, REST) is Refusal.CANNOT_PAY_SALOON


def test_cards_are_named_in_ascending_order() -> None:
    position = doublecross.new("most-wanted", players=2, seed=3, first_player=0)
    position.apply(0, REST)
    cards = position.legal(0)[:-1]
    position.apply(0, cards[1])
    assert refused(position, cards[0]) is Refusal.CARD_ORDER
    missing = next(card for card in range(36) if card not in cards)
    assert refused(position, missing) is Refusal.CARD_NOT_HELD
