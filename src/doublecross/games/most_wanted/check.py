"""Is this record a position of Most Wanted? Every field and invariant, before compiled code trusts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from doublecross.games.most_wanted.cards import KINDS
from doublecross.games.most_wanted.record import (
    CARDS,
    CHALLENGE,
    FIGHT,
    JOIN,
    LABOR,
    NO_TILE,
    OPENING,
    OVER,
    PLACES,
    PONY,
    REST,
    SEATS,
    SHERIFF,
    TRAIN,
    TURN,
)
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.rng import WORDS

State = Any
Rules = Any


def _counts(once: Any, twice: Any) -> np.ndarray[Any, Any]:
    """How many of each kind two masks hold."""
    return np.array([(int(once) >> kind & 1) + (int(twice) >> kind & 1) for kind in range(KINDS)])


def _size(once: Any, twice: Any) -> int:
    return int(once).bit_count() + int(twice).bit_count()


def _seats(mask: Any) -> list[int]:
    return [place for place in range(PLACES) if int(mask) >> place & 1]


def piles(state: State) -> Iterator[tuple[str, int, int]]:
    """Every multiset that lies somewhere, with its place: together they are the whole deck (MW-01)."""
    for seat in range(SEATS):
        yield f"hand of seat {seat}", int(state.hand1[seat]), int(state.hand2[seat])
    for place in range(PLACES):
        yield f"table of place {place}", int(state.table1[place]), int(state.table2[place])
    for name in ("sheriff", "laid", "deck", "discard"):
        yield name, int(getattr(state, f"{name}1")), int(getattr(state, f"{name}2"))


def count_cards(state: State, rules: Rules) -> dict[str, int]:
    """How many cards and bags there are: never more nor fewer than at the start."""
    cards = sum(_size(once, twice) for _, once, twice in piles(state))
    bags = int(state.supply) + int(state.stake) + sum(int(bags) for bags in state.bags)
    return {"cards": cards, "bags": bags}


def check_state(state: State, rules: Rules) -> None:
    """Raise `BadInput`, naming the field, unless the record is a position that play can reach or a test could build by the rules."""
    for check in (_check_ranges, _check_cards, _check_sizes, _check_money, _check_masks, _check_phase):
        check(state, rules)


def _wrong(field: str, found: Any, allowed: str) -> BadInput:
    return BadInput(Phrase("state, field {field}", field=field), str(found), allowed)


def _within(field: str, value: Any, least: int, most: int) -> None:
    if not least <= int(value) <= most:
        raise _wrong(field, int(value), Phrase("{least} to {most}", least=least, most=most))


def _equal(field: str, found: Any, wanted: Any) -> None:
    if int(found) != int(wanted):
        raise _wrong(field, int(found), str(int(wanted)))


def _subset(field: str, mask: Any, of: int) -> None:
    if int(mask) & ~of:
        raise _wrong(field, hex(int(mask)), Phrase("members of {mask}", mask=hex(of)))


def _check_ranges(state: State, rules: Rules) -> None:
    """Plain numbers lie where compiled code expects them."""
    players = int(rules.players)
    _within("spent", state.spent, 0, WORDS)
    _within("phase", state.phase, TURN, OVER)
    _within("active", state.active, 0, players - 1)
    _within("turns", state.turns, 0, rules.turn_limit)
    _within("shuffles", state.shuffles, 0, 2**30)
    _within("tie_round", state.tie_round, 0, 2**20)
    _within("hand_size", state.hand_size, 0, 2 * KINDS)
    tiles = (NO_TILE, OPENING, *range(PONY, FIGHT + 1))
    if int(state.tile) not in tiles:
        raise _wrong("tile", state.tile, ", ".join(str(tile) for tile in tiles))
    for seat in range(SEATS):
        _within("pos", state.pos[seat], 0, rules.goal if seat < players else 0)
        _within("bags", state.bags[seat], 0, rules.supply if seat < players else 0)
        _within("held", state.held[seat], 0, 2 * KINDS if seat < players else 0)
        _within("stale", state.stale[seat], 0, 2 * KINDS if seat < players else 0)
    _within("stale", state.stale[SHERIFF], 0, state.sheriff_size)


def _check_cards(state: State, rules: Rules) -> None:
    """Each pile is a multiset, and together they are the whole deck; the last shuffle held the deck."""
    total = np.zeros(KINDS, dtype=int)
    for name, once, twice in piles(state):
        if once >> KINDS or twice & ~once:
            raise _wrong(name, f"{once:#x} {twice:#x}", Phrase("a multiset of cards"))
        total += _counts(once, twice)
    if (total != _counts(rules.cards1, rules.cards2)).any():
        raise _wrong(Phrase("cards"), total.sum(), Phrase("each card of the deck in exactly one place"))
    once, twice = int(state.shuffled1), int(state.shuffled2)
    if once >> KINDS or twice & ~once:
        raise _wrong("shuffled", f"{once:#x} {twice:#x}", Phrase("a multiset of cards"))
    if (_counts(once, twice) > _counts(rules.cards1, rules.cards2)).any():
        raise _wrong("shuffled", f"{once:#x} {twice:#x}", Phrase("cards of the deck"))
    since = _counts(state.deck1, state.deck2)
    for seat in range(SEATS):
        once, twice = int(state.drawn1[seat]), int(state.drawn2[seat])
        if once >> KINDS or twice & ~once:
            raise _wrong("drawn", f"{once:#x} {twice:#x}", Phrase("a multiset of cards"))
        since += _counts(once, twice)
    if not int(state.stale[SHERIFF]):
        since += _counts(state.sheriff1, state.sheriff2)
    if (since > _counts(state.shuffled1, state.shuffled2)).any():
        raise _wrong("deck", _size(state.deck1, state.deck2), Phrase("cards of the last shuffle"))


def _check_sizes(state: State, rules: Rules) -> None:
    """The counts agree with the piles."""
    _equal("deck_size", state.deck_size, _size(state.deck1, state.deck2))
    _equal("discard_size", state.discard_size, _size(state.discard1, state.discard2))
    for seat in range(SEATS):
        owned = _size(state.hand1[seat], state.hand2[seat]) + _size(state.table1[seat], state.table2[seat])
        _equal("held", state.held[seat], owned)
    _equal("sheriff_size", state.sheriff_size, _size(state.sheriff1, state.sheriff2))
    _equal("table of the Sheriff", int(state.table1[SHERIFF]), 0)


def _check_money(state: State, rules: Rules) -> None:
    """No bag is made or lost."""
    _within("supply", state.supply, 0, rules.supply)
    _within("stake", state.stake, 0, rules.supply)
    _equal("supply", count_cards(state, rules)["bags"], rules.supply)


def _check_masks(state: State, rules: Rules) -> None:
    """Masks of seats name seats of this game."""
    seats = int(rules.seats)
    for field in ("deciders", "sealed_in", "targets", "lose_turn", "won"):
        _subset(field, getattr(state, field), seats)
    _subset("inside", state.inside, seats | (1 << SHERIFF if rules.players == 2 else 0))
    _subset("tied", state.tied, int(state.inside))
    _subset("pending", state.pending, int(state.deciders))
    if (int(state.pending) == 0) != (int(state.phase) == OVER):
        raise _wrong("pending", hex(int(state.pending)), Phrase("seats to choose, unless the game is over"))


def _check_phase(state: State, rules: Rules) -> None:
    """What each phase promises the rules."""
    checks: Mapping[int, Callable[[State, Rules], None]] = {
        TURN: _check_turn,
        JOIN: _check_join,
        CARDS: _check_contest,
        CHALLENGE: _check_claim,
        OVER: _check_over,
    }
    checks[int(state.phase)](state, rules)
    goal_reached = any(int(state.pos[seat]) == int(rules.goal) for seat in range(int(rules.players)))
    if goal_reached and int(state.phase) != OVER:
        raise _wrong("pos", int(rules.goal), Phrase("below the goal, unless the game is over"))


def _nothing(state: State, *fields: str) -> None:
    for field in fields:
        _equal(field, getattr(state, field), 0)


def _no_cards_on_table(state: State, but: int) -> None:
    """No seat outside the mask `but` has cards on the table."""
    for seat in range(SEATS):
        if not but >> seat & 1:
            _equal(f"table of place {seat}", int(state.table1[seat]), 0)


def _others(state: State, rules: Rules) -> int:
    return int(rules.seats) & ~(1 << int(state.active))


def _able(state: State, mask: int, count: int) -> int:
    """Those of a mask who own at least `count` cards."""
    return sum(1 << seat for seat in _seats(mask) if seat < SEATS and int(state.held[seat]) >= count)


def _check_turn(state: State, rules: Rules) -> None:
    """The active player chooses an action, or the parts of one; nothing of the last action is left."""
    own = 1 << int(state.active)
    _equal("deciders", state.deciders, own)
    _nothing(state, "inside", "tied", "sealed_in", "laid1", "sheriff_size", "stake", "tie_round", "won")
    _no_cards_on_table(state, own)
    tile = int(state.tile)
    if tile not in (NO_TILE, REST, LABOR, FIGHT):
        raise _wrong("tile", tile, f"{NO_TILE}, {REST}, {LABOR}, {FIGHT}")
    if tile in (NO_TILE, FIGHT):
        _no_cards_on_table(state, 0)
    if tile != FIGHT:
        _nothing(state, "hand_size", "targets")
    elif int(state.hand_size):
        sizes = int(rules.shootout_sizes if rules.shootout else rules.duel_sizes)
        _subset("hand_size", 1 << int(state.hand_size), sizes)
        able = _able(state, _others(state, rules), int(state.hand_size)) if rules.shootout else 0
        _subset("targets", state.targets, able)
        _within("held", state.held[int(state.active)], int(state.hand_size), 2 * KINDS)
    else:
        _nothing(state, "targets")
    placed = int(state.table1[int(state.active)])
    suits = [sum(placed >> (4 * rank + suit) & 1 for rank in range(9)) for suit in range(4)]
    if tile == LABOR and not rules.dishonest and sum(1 for count in suits if count) > 1:
        raise _wrong("table", hex(placed), Phrase("cards of one suit"))


def _robbery_size(state: State, rules: Rules) -> int:
    if not PONY <= int(state.tile) <= TRAIN:
        raise _wrong("tile", state.tile, f"{PONY} to {TRAIN}")
    return int(rules.robbery_cards[int(state.tile) - PONY])


def _sheriff_in(state: State, rules: Rules, count: int) -> int:
    """The Sheriff's bit if he takes part: in every robbery of two players for which he could draw enough (MW-70, MW-74)."""
    _within("sheriff_size", state.sheriff_size, 0, int(rules.sheriff_cards[int(state.tile) - PONY]) if rules.players == 2 else 0)
    return 1 << SHERIFF if rules.players == 2 and int(state.sheriff_size) >= count else 0


def _check_join(state: State, rules: Rules) -> None:
    """The others say whether they are in; whoever holds enough cards is asked, nobody else."""
    count = _robbery_size(state, rules)
    _equal("hand_size", state.hand_size, count)
    _equal("deciders", state.deciders, _able(state, _others(state, rules), count))
    _equal("inside", state.inside, 1 << int(state.active) | _sheriff_in(state, rules, count))
    _within("held", state.held[int(state.active)], count, 2 * KINDS)
    _nothing(state, "tied", "laid1", "stake", "tie_round", "targets", "won")
    _subset("sealed_in", state.sealed_in, int(state.deciders) & ~int(state.pending))
    _no_cards_on_table(state, 0)


def _check_contest(state: State, rules: Rules) -> None:
    """Everyone in the contest, or in the tie-break, places cards."""
    _nothing(state, "sealed_in", "stake", "won")
    if int(state.tied):
        _check_tie(state, rules)
    else:
        _check_first_round(state, rules)
    deciders, pending, count = int(state.deciders), int(state.pending), int(state.hand_size)
    _no_cards_on_table(state, deciders)
    for seat in _seats(deciders):
        placed = _size(state.table1[seat], state.table2[seat])
        if pending >> seat & 1:
            _within("table", placed, 0, count - 1)
        else:
            _equal("table", placed, count)


def _check_first_round(state: State, rules: Rules) -> None:
    """The first round of a contest: who is in it, and with how many cards."""
    tile, inside, own = int(state.tile), int(state.inside), 1 << int(state.active)
    seats = inside & int(rules.seats)
    _nothing(state, "laid1", "tie_round")
    _equal("deciders", state.deciders, seats)
    if tile == OPENING:
        _equal("hand_size", state.hand_size, 1)
        _equal("inside", inside, rules.seats)
    elif tile == FIGHT:
        _subset("hand_size", 1 << int(state.hand_size), int(rules.shootout_sizes if rules.shootout else rules.duel_sizes))
        _equal("inside", inside, own | int(state.targets))
        if not _others(state, rules) & inside or (not rules.shootout and inside.bit_count() != 2):
            raise _wrong("inside", hex(inside), Phrase("the active player and whom they challenged"))
    else:
        count = _robbery_size(state, rules)
        _equal("hand_size", state.hand_size, count)
        _equal("inside", inside & ~int(rules.seats), _sheriff_in(state, rules, count))
    if tile not in (OPENING,) and not inside & own:
        raise _wrong("inside", hex(inside), Phrase("the active player among them"))
    if tile in (OPENING, FIGHT):
        _nothing(state, "sheriff_size")
    _equal("able", _able(state, seats, int(state.hand_size)), seats)


def _check_tie(state: State, rules: Rules) -> None:
    """A tie-break: two or more who can each play one card, from the hand or from the deck (MW-40, MW-42)."""
    tied = int(state.tied)
    _equal("hand_size", state.hand_size, 1)
    _within("tie_round", state.tie_round, 1, 2**20)
    _nothing(state, "sheriff_size")
    if tied.bit_count() < 2:
        raise _wrong("tied", hex(tied), Phrase("two or more"))
    with_cards = _able(state, tied, 1)
    _equal("deciders", state.deciders, with_cards)
    _within("tied", (tied & ~with_cards).bit_count(), 0, int(state.deck_size) + int(state.discard_size))
    if int(state.tile) not in (OPENING, FIGHT):
        _robbery_size(state, rules)


def _check_claim(state: State, rules: Rules) -> None:
    """A claim of Dishonest Labor, which the others challenge or let go."""
    active = int(state.active)
    if int(state.tile) != LABOR or not rules.dishonest:
        raise _wrong("tile", state.tile, Phrase("Dishonest Labor"))
    _nothing(state, "inside", "tied", "laid1", "sheriff_size", "tie_round", "targets", "won")
    _no_cards_on_table(state, 1 << active)
    placed = _size(state.table1[active], state.table2[active])
    _within("hand_size", state.hand_size, 1, 2 * KINDS)
    _equal("hand_size", state.hand_size, placed)
    _within("stake", state.stake, 0, int(rules.labor_bags) * placed)
    _equal("deciders", state.deciders, _others(state, rules))
    _subset("sealed_in", state.sealed_in, int(state.deciders) & ~int(state.pending))


def _check_over(state: State, rules: Rules) -> None:
    """The game is over and someone has won."""
    _nothing(state, "deciders", "pending")
    _no_cards_on_table(state, 0)
    if not int(state.won):
        raise _wrong("won", 0, Phrase("one or more seats"))
