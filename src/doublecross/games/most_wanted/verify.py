"""Why an action is refused: decided from what the seat may know, nothing else."""

from __future__ import annotations

import enum
from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import KINDS
from doublecross.games.most_wanted.legal import legal
from doublecross.games.most_wanted.record import (
    ACTIONS,
    CARDS,
    DONE,
    IN,
    LABOR,
    NO_TILE,
    OUT,
    OVER,
    PASS,
    PONY,
    REST,
    SEAT_0,
    TRAIN,
    TURN,
)
from doublecross.games.most_wanted.tokens import SIZES, TARGETS, TILES
from doublecross.kernel.bits import has, highest, lowest
from doublecross.kernel.errors import Reason
from doublecross.kernel.phrases import mark


class Refusal(enum.Enum):
    """The reasons of this game; each value is a sentence for people."""

    NOT_PART_OF_THIS = mark("That is not part of this choice.")
    NOT_ENOUGH_CARDS = mark("There are not enough cards in your hand for that.")
    NO_CARD_LEFT = mark("Without a card in your hand you cannot labor.")
    CANNOT_PAY_SALOON = mark("The Saloon is out of reach: you have too few bags and no space to go back.")
    NO_OPPONENT = mark("Nobody else holds enough cards for that.")
    NO_SUCH_SIZE = mark("The contest cannot be played with that many cards.")
    NOT_YOURSELF = mark("You cannot challenge yourself.")
    NO_SUCH_OPPONENT = mark("There is no such seat.")
    OPPONENT_SHORT = mark("That seat does not hold enough cards.")
    OPPONENT_ORDER = mark("Seats are chosen in ascending order, each once.")
    CARD_NOT_HELD = mark("That card is not in your hand.")
    CARD_ORDER = mark("Cards are chosen in ascending order.")
    TOO_FEW_HIGHER = mark("After that card too few higher ones are left to complete the choice.")
    OTHER_SUIT = mark("Honest labor takes cards of one suit.")
    NOTHING_CHOSEN = mark("At least one card is needed.")
    NOBODY_CHOSEN = mark("At least one seat must be challenged.")
    SOMETHING_POSSIBLE = mark("You can pass only when no action is possible.")


def verify(seen_array: Any, rules_array: Any, seat: int, action: int) -> enum.Enum | None:
    """Why `seat` may not take `action`, or None if it may.

    Args:
        seen_array: what the seat may know, an array of one state record.
        rules_array: the rules, an array of one record.
        seat: who wants to act.
        action: what it wants to do.
    """
    seen, rules = _record(seen_array), _record(rules_array)
    general = _general_reason(seen, rules, seat, action)
    if general is not None:
        return general
    if has(legal(seen, rules, seat), action):
        return None
    return _reason(seen, rules, seat, action)


def _record(array: Any) -> Any:
    return array.view(np.dtype((np.record, array.dtype)))[0] if array.dtype.type is np.void else array[0]


def _general_reason(seen: Any, rules: Any, seat: int, action: int) -> Reason | None:
    if not 0 <= seat < rules.players:
        return Reason.NO_SUCH_SEAT
    if seen.phase == OVER:
        return Reason.GAME_OVER
    if not has(seen.pending, seat):
        return Reason.NOT_YOUR_TURN
    return None if 0 <= action < ACTIONS else Reason.NO_SUCH_ACTION


def _reason(seen: Any, rules: Any, seat: int, action: int) -> Refusal:
    """The reason for an action that is not legal in this step."""
    if seen.phase == CARDS:
        return _card_reason(seen, rules, seat, action) if action < KINDS else Refusal.NOT_PART_OF_THIS
    if seen.phase != TURN or action in (IN, OUT):
        return Refusal.NOT_PART_OF_THIS
    if seen.tile == NO_TILE:
        return _tile_reason(seen, rules, seat, action)
    if seen.tile in (REST, LABOR):
        return _set_reason(seen, rules, seat, action)
    return _size_reason(rules, action) if seen.hand_size == 0 else _target_reason(seen, rules, seat, action)


def _tile_reason(seen: Any, rules: Any, seat: int, action: int) -> Refusal:
    """Why an action cannot be completed (MW-06, MW-67)."""
    if action == PASS:
        return Refusal.SOMETHING_POSSIBLE
    if action not in TILES:
        return Refusal.NOT_PART_OF_THIS
    if PONY <= action <= TRAIN:
        return Refusal.NOT_ENOUGH_CARDS
    if action == REST:
        return Refusal.CANNOT_PAY_SALOON
    if action == LABOR:
        return Refusal.NO_CARD_LEFT
    smallest = lowest(rules.shootout_sizes if rules.shootout else rules.duel_sizes)
    return Refusal.NOT_ENOUGH_CARDS if seen.held[seat] < smallest else Refusal.NO_OPPONENT


def _set_reason(seen: Any, rules: Any, seat: int, action: int) -> Refusal:
    """Why a card, or the end of the choice, is refused at Church, Saloon and labor (MW-60 to MW-63)."""
    if action == DONE:
        return Refusal.NOTHING_CHOSEN
    return _card_reason(seen, rules, seat, action) if action < KINDS else Refusal.NOT_PART_OF_THIS


def _card_reason(seen: Any, rules: Any, seat: int, card: int) -> Refusal:
    """Why a card cannot be the next of the set."""
    chosen = seen.table1[seat]
    if not has(seen.hand1[seat], card):
        return Refusal.CARD_NOT_HELD
    if chosen and card < highest(chosen):
        return Refusal.CARD_ORDER
    return Refusal.TOO_FEW_HIGHER if seen.phase == CARDS else Refusal.OTHER_SUIT


def _size_reason(rules: Any, action: int) -> Refusal:
    """Why a contest cannot have this size (MW-64, MW-65)."""
    if action not in SIZES:
        return Refusal.NOT_PART_OF_THIS
    sizes = rules.shootout_sizes if rules.shootout else rules.duel_sizes
    return Refusal.NO_OPPONENT if has(sizes, action - SIZES.start + 1) else Refusal.NO_SUCH_SIZE


def _target_reason(seen: Any, rules: Any, seat: int, action: int) -> Refusal:
    """Why a seat cannot be challenged."""
    if action == DONE:
        return Refusal.NOBODY_CHOSEN
    if action not in TARGETS:
        return Refusal.NOT_PART_OF_THIS
    target = action - SEAT_0
    if target == seat:
        return Refusal.NOT_YOURSELF
    if target >= rules.players:
        return Refusal.NO_SUCH_OPPONENT
    if seen.targets and target <= highest(seen.targets):
        return Refusal.OPPONENT_ORDER
    return Refusal.OPPONENT_SHORT
