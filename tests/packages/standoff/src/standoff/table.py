"""What Standoff needs around its rules: options, checks, views, events."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from doublecross.kernel.errors import BadInput, Reason
from doublecross.kernel.game import Event
from doublecross.kernel.options import Option, Whole
from doublecross.kernel.rng import WORDS
from standoff.rules import ACTIONS, CARDS, FOLD, RULES, SEATS, STAND, STATE, Kind

OPTIONS = (Option("rounds", Whole(1, 9), 3, "After so many rounds in which nobody stands the lowest card wins."),)
TOKENS = ("stand", "fold")
ALL_CARDS = (1 << CARDS) - 1


class View(msgspec.Struct, frozen=True):
    """Everything a viewer may know."""

    players: int
    viewer: int
    round_number: int
    card: int | None
    shown: tuple[int | None, ...]
    must_choose: bool
    over: bool
    winner: int | None
    legal: tuple[int, ...]
    events: tuple[Event, ...]


def make_rules(players: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The rules record."""
    rules = np.zeros(1, dtype=RULES)
    rules["seats"], rules["players"], rules["rounds"] = (1 << players) - 1, players, options["rounds"]
    return rules


def _card(mask: Any) -> int | None:
    return int(mask).bit_length() if mask else None


def make_view(seen: Any, rules: Any, viewer: int, events: Sequence[Event]) -> View:
    """The view of what the record shows."""
    players, over = int(rules.players), not int(seen.pending)
    must = viewer >= 0 and bool(int(seen.pending) >> viewer & 1)
    return View(
        players=players,
        viewer=viewer,
        round_number=int(seen.deal),
        card=_card(seen.card[viewer]) if viewer >= 0 else None,
        shown=tuple(_card(seen.card[seat]) if over else None for seat in range(players)),
        must_choose=must,
        over=over,
        winner=int(seen.won).bit_length() - 1 if seen.won else None,
        legal=(STAND, FOLD) if must else (),
        events=tuple(events),
    )


def read_event(raw: Any, rules: Any, viewer: int) -> Event | None:
    """The event as the viewer may know it."""
    kind, seat, knows = Kind(int(raw["kind"])), int(raw["seat"]), int(raw["knows"])
    privy = viewer == -2 or (viewer >= 0 and knows >> viewer & 1) or knows == 0x7FFF
    if kind is Kind.CHOSE:
        return Event("chose", seat, {"action": action_text(rules, int(raw["a"]))}) if privy else None
    facts: dict[str, Any] = {"a": int(raw["a"])}
    if privy and raw["once"]:
        facts["card"] = _card(raw["once"])
    return Event(kind.name.lower(), seat, facts)


def action_text(rules: Any, action: int) -> str:
    """The token of an action."""
    return TOKENS[action]


def action_from_text(rules: Any, text: str) -> int:
    """The action of a token."""
    if text not in TOKENS:
        raise BadInput("choice", repr(text), " or ".join(TOKENS))
    return TOKENS.index(text)


def verify(seen: Any, rules: Any, seat: int, action: int) -> enum.Enum | None:
    """Why an action is refused."""
    pending = int(seen["pending"][0])
    if not pending:
        return Reason.GAME_OVER
    if not pending >> seat & 1:
        return Reason.NOT_YOUR_TURN
    return None if 0 <= action < ACTIONS else Reason.NO_SUCH_ACTION


def check_state(state: Any, rules: Any) -> None:
    """Every field and invariant."""
    players, seats = int(rules.players), int(rules.seats)
    cards = [int(state.card[seat]) for seat in range(SEATS)]
    held = [card for card in cards if card]
    right = (
        0 <= int(state.spent) <= WORDS
        and len(held) == players
        and not any(cards[players:])
        and all(card.bit_count() == 1 for card in held)
        and sum(held) + int(state.deck) == ALL_CARDS
        and 1 <= int(state.deal) <= int(rules.rounds)
        and not int(state.pending) & ~seats
        and not int(state.standing) & ~(seats & ~int(state.pending))
        and (int(state.won) in [1 << seat for seat in range(players)]) == (not int(state.pending))
        and (not int(state.pending) or not int(state.won))
    )
    if not right:
        raise BadInput("state", "fields that do not fit together", "a position of Standoff")


def count_cards(state: Any, rules: Any) -> dict[str, int]:
    """All cards there are."""
    return {"cards": sum(int(card).bit_count() for card in state.card) + int(state.deck).bit_count()}


def observation_names(rules: Any) -> Sequence[str]:
    """The entries of the observation."""
    return [*(f"card {card + 1}" for card in range(CARDS)), "round", "stands"]


def secrets(state: Any, rules: Any, viewer: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A position that differs only in what the viewer cannot know."""
    changed = np.zeros(1, dtype=np.dtype((np.record, STATE)))
    changed[0] = state
    new = changed[0]
    new.key[:] = rng.integers(0, 2**32, 8, dtype=np.uint32)
    if not int(new.pending):
        return changed
    others = [seat for seat in range(int(rules.players)) if seat != viewer]
    hidden = [1 << card for card in range(CARDS) if viewer < 0 or int(new.card[viewer]) != 1 << card]
    dealt = rng.permutation(hidden)[: len(others)]
    new.card[others] = dealt
    new.deck = ALL_CARDS & ~sum(int(card) for card in new.card)
    own = 1 << viewer if viewer >= 0 else 0
    new.pending = (int(new.pending) & own) | (1 << others[0])
    new.standing = int(new.standing) & own & ~int(new.pending)
    return changed
