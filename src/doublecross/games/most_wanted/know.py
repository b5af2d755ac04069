"""What a seat may know, and the positions it cannot tell apart (MW-53, MW-58). The only door through which hidden cards could leave."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.most_wanted.contests import put_on_table
from doublecross.games.most_wanted.record import CHALLENGE, NO_TILE, OVER, PLACES, SEATS, SHERIFF, TURN
from doublecross.kernel.bits import NONE, bit, less, nth, popcount
from doublecross.kernel.jit import compiled
from doublecross.kernel.rng import WORDS, next_policy_word, policy_uniform


@compiled
def know(state: Any, rules: Any, seat: Any, seen: Any) -> None:
    """Build in `seen`, all zero, what a seat (or a spectator, -1) may know; its generator stays zero, the deck's order unknown.

    A sealed step shows as if nobody else had chosen yet; so does an action that the active player has not finished choosing.
    """
    know_table(state, seen)
    know_standings(state, rules, seen)
    own = bit(seat) if seat >= 0 else NONE
    seen.pending = (state.deciders & ~own) | (state.pending & own)
    seen.sealed_in = state.sealed_in & own
    seen.tile = state.tile
    seen.hand_size = state.hand_size
    seen.targets = state.targets
    if state.phase == TURN and state.active != seat:
        seen.tile = NO_TILE
        seen.hand_size = 0
        seen.targets = NONE
    if seat >= 0:
        seen.hand1[seat] = state.hand1[seat]
        seen.hand2[seat] = state.hand2[seat]
        seen.table1[seat] = state.table1[seat]
        seen.table2[seat] = state.table2[seat]
        seen.drawn1[seat] = state.drawn1[seat]
        seen.drawn2[seat] = state.drawn2[seat]


@compiled
def know_table(state: Any, seen: Any) -> None:
    """Copy what lies open on the table, and the sizes of what does not."""
    seen.laid1 = state.laid1
    seen.laid2 = state.laid2
    seen.discard1 = state.discard1
    seen.discard2 = state.discard2
    seen.shuffled1 = state.shuffled1
    seen.shuffled2 = state.shuffled2
    seen.deciders = state.deciders
    seen.inside = state.inside
    seen.tied = state.tied
    seen.lose_turn = state.lose_turn
    seen.won = state.won
    seen.supply = state.supply
    seen.deck_size = state.deck_size
    seen.discard_size = state.discard_size
    seen.sheriff_size = state.sheriff_size
    seen.phase = state.phase
    seen.active = state.active
    seen.stake = state.stake
    seen.tie_round = state.tie_round
    seen.shuffles = state.shuffles
    seen.turns = state.turns
    for place in range(PLACES):
        seen.stale[place] = state.stale[place]


@compiled
def know_standings(state: Any, rules: Any, seen: Any) -> None:
    """Copy what each seat shows; once the game is over, its hand too."""
    for seat in range(rules.players):
        seen.held[seat] = state.held[seat]
        seen.pos[seat] = state.pos[seat]
        seen.bags[seat] = state.bags[seat]
        if state.phase == OVER:
            seen.hand1[seat] = state.hand1[seat]
            seen.hand2[seat] = state.hand2[seat]


@compiled
def unseen_cards(seen: Any, rules: Any) -> Any:
    """The multiset of cards that lie where this record does not show them: the deck, other hands, face-down cards."""
    once, twice = less(rules.cards1, rules.cards2, seen.discard1, seen.discard2)
    once, twice = less(once, twice, seen.laid1, seen.laid2)
    for seat in range(SEATS):
        once, twice = less(once, twice, seen.hand1[seat], seen.hand2[seat])
        once, twice = less(once, twice, seen.table1[seat], seen.table2[seat])
    return once, twice


@compiled
def maybe_in_deck(seen: Any, rules: Any) -> Any:
    """The multiset of cards that may still be in the deck: in it at the last shuffle, and not seen since (MW-58)."""
    once, twice = unseen_cards(seen, rules)
    list1, list2 = seen.shuffled1, seen.shuffled2
    for seat in range(SEATS):
        list1, list2 = less(list1, list2, seen.drawn1[seat], seen.drawn2[seat])
    return once & list1, twice & list2


@compiled
def pick_card(once: Any, twice: Any, rng: Any) -> Any:
    """One card of a multiset that is not empty, each copy equally likely; its kind."""
    singles = popcount(once)
    index = policy_uniform(rng, singles + popcount(twice))
    return nth(once, index) if index < singles else nth(twice, index - singles)


@compiled
def without(once: Any, twice: Any, kind: Any) -> Any:
    """The multiset without one card of a kind it holds."""
    card = bit(kind)
    if (twice & card) != NONE:
        return once, twice & ~card
    return once & ~card, twice


@compiled
def put_in_deck(seen: Any, kind: Any) -> None:
    """Add a card to the deck."""
    seen.deck2 |= seen.deck1 & bit(kind)
    seen.deck1 |= bit(kind)


@compiled
def put_in_hand(seen: Any, seat: Any, kind: Any) -> None:
    """Add a card to a seat's hand, or to the Sheriff's face-down cards."""
    if seat == SHERIFF:
        seen.sheriff2 |= seen.sheriff1 & bit(kind)
        seen.sheriff1 |= bit(kind)
    else:
        seen.hand2[seat] |= seen.hand1[seat] & bit(kind)
        seen.hand1[seat] |= bit(kind)


@compiled
def held_by(seen: Any, place: Any) -> Any:
    """How many cards lie with a seat or with the Sheriff."""
    return np.int64(seen.sheriff_size) if place == SHERIFF else np.int64(seen.held[place])


@compiled
def determinize(seen: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Complete a `know` record into a position that the seat cannot tell from the true one, all deals equally likely (MW-58).

    The deck, and every card that a hand must have drawn since the last shuffle, come from the list of cards that went into the deck then;
    what else is unseen fills the rest. Others have not chosen yet in this step, and the random key is a new one.
    """
    new_key(seen, rng)
    if seen.phase == OVER:
        seen.deck1, seen.deck2 = unseen_cards(seen, rules)
        return
    rest1, rest2 = unseen_cards(seen, rules)
    fresh1, fresh2 = maybe_in_deck(seen, rules)
    for place in range(-1, PLACES):
        if place == seat and seat >= 0:
            continue
        count = np.int64(seen.deck_size) if place < 0 else held_by(seen, place) - min(held_by(seen, place), np.int64(seen.stale[place]))
        for _ in range(count):
            if fresh1 == NONE:  # only in a position made by hand, which no play could reach
                fresh1, fresh2 = rest1, rest2
            kind = pick_card(fresh1, fresh2, rng)
            fresh1, fresh2 = without(fresh1, fresh2, kind)
            rest1, rest2 = without(rest1, rest2, kind)
            if place < 0:
                put_in_deck(seen, kind)
            else:
                put_in_hand(seen, place, kind)
    for place in range(PLACES):
        if place == seat:
            continue
        for _ in range(min(held_by(seen, place), np.int64(seen.stale[place]))):
            kind = pick_card(rest1, rest2, rng)
            rest1, rest2 = without(rest1, rest2, kind)
            put_in_hand(seen, place, kind)
    if seen.phase == CHALLENGE and seen.active != seat:
        lay_claim(seen, rng)


@compiled
def lay_claim(seen: Any, rng: Any) -> None:
    """The active player's claim lies face down: any of the cards dealt to it, as likely as any other."""
    for _ in range(seen.hand_size):
        put_on_table(seen, seen.active, pick_card(seen.hand1[seen.active], seen.hand2[seen.active], rng))


@compiled
def new_key(seen: Any, rng: Any) -> None:
    """Give a determinization a random key of its own: it shuffles neither as the true game nor as another determinization."""
    for word in range(0, 8, 2):
        drawn = next_policy_word(rng)
        seen.key[word] = np.uint32(drawn & np.uint64(0xFFFF_FFFF))
        seen.key[word + 1] = np.uint32(drawn >> np.uint64(32))
    seen.counter = np.uint64(0)
    seen.stream = np.uint64(0)
    seen.spent = WORDS
