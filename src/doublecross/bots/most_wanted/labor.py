"""Labor, claims and rest as a character does them."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.bots.most_wanted.characters import LIES, LOST_TURN, SUSPICION, TOIL
from doublecross.bots.most_wanted.holding import LONGEST_LIE, owned, suit_mask, suit_to_work
from doublecross.bots.most_wanted.odds import chance_of_suit
from doublecross.bots.most_wanted.worth import whim, worth_of_bags
from doublecross.games.most_wanted.cards import ACES
from doublecross.games.most_wanted.hands import same_suit
from doublecross.games.most_wanted.record import DONE, IN, OUT
from doublecross.kernel.bits import NONE, from_, highest, less, lowest, popcount, size
from doublecross.kernel.jit import compiled, compiled_apart
from doublecross.kernel.rng import policy_uniform


@compiled
def labor_value(row: Any, seen: Any, rules: Any, seat: Any) -> Any:
    """What the bags of an honest labor are worth."""
    once, twice = owned(seen, seat)
    mask = suit_to_work(once, twice)
    earned = min(rules.labor_bags * size(once & mask, twice & mask), seen.supply)
    return worth_of_bags(row, seen, rules, seat, earned) + row[TOIL]


@compiled_apart
def next_to_work(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """The next card of a labor, or the end of it; where nobody checks, sometimes a card of another suit."""
    once, twice = owned(seen, seat)
    table1, table2 = seen.table1[seat], seen.table2[seat]
    placed = size(table1, table2)
    after = from_(highest(table1)) if table1 != NONE else from_(0)
    left1, _ = less(once, twice, table1, table2)
    left1 &= after
    if not same_suit(table1):
        low = left1 & ~ACES
        return lowest(low) if placed < LONGEST_LIE - 1 and low != NONE else DONE
    suit = suit_mask(lowest(table1) & 3) if table1 != NONE else suit_to_work(once, twice)
    other = left1 & ~suit & ~ACES
    if rules.dishonest and placed < LONGEST_LIE and other != NONE:
        share = np.int64(10000 * chance_to_lie(row, seen, rules, seat, placed + 1))
        if policy_uniform(rng, 10000) < share:
            return lowest(other)
    left1 &= suit
    return lowest(left1) if left1 != NONE else DONE


@compiled
def chance_to_lie(row: Any, seen: Any, rules: Any, seat: Any, count: Any) -> Any:
    """How often to lie in a claim of so many cards: as often as makes challenging it as good as not, or a part of that."""
    won = worth_of_bags(row, seen, rules, seat, min(2 * count, np.int64(seen.supply)))
    return row[LIES] * row[LOST_TURN] / (row[LOST_TURN] + won)


@compiled_apart
def answer_claim(row: Any, seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """Challenge if the claim is so unlikely that a share of the bags is worth the risk of a lost turn (MW-63)."""
    possible = chance_of_suit(seen, rules, seen.hand_size, seen.held[seen.active])
    true = possible / (possible + (1.0 - possible) * row[SUSPICION])
    takers = 1 + (popcount(seen.deciders) - 1) // 2 + (1 if rules.split_everyone else 0)
    won = worth_of_bags(row, seen, rules, seat, np.int64(seen.stake) // takers)
    return IN if (1.0 - true) * won + whim(row, rng) > true * row[LOST_TURN] + whim(row, rng) else OUT
