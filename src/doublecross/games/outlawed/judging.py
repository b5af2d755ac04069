"""Judging one round (OL-12, OL-20 to OL-22): who is sent back, whose condition holds. Compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.outlawed.conditions import MAX_ATOMS
from doublecross.games.outlawed.marks import agreeing, equal, mark, slot
from doublecross.games.outlawed.program import (
    CLAIM_FACT,
    CLAIMED_FACT,
    FACT,
    GROUP,
    IF_FALSE,
    IF_TRUE,
    LEAST,
    ME,
    MOST_OF,
    OTHERWISE,
    OUTLAW_I_CLAIMED,
    OUTLAW_I_PLAYED,
    PLAYED_FACT,
    RIVALS,
    SAME,
    SOURCE,
    SUBJECT,
    TRUE,
)
from doublecross.games.outlawed.record import Kind
from doublecross.kernel.bits import NONE, has, popcount
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, emit

_JUDGED, _SENT_BACK = int(Kind.JUDGED), int(Kind.SENT_BACK)
LIARS_RIVALS, LIARS_PLAYERS = 1, 2

SEEN_BITS = MAX_ATOMS
"""In a JUDGED event, b has a bit for each atom that the judge looked at and, from this bit on, a bit for each that was true."""
CLAIM_SHIFT = 8
"""In a JUDGED event, a holds the outlaw and, from this bit on, the claim; once and twice are the lineups of plays and claims."""
BACK, APPREHENDED, NOT_APPREHENDED = 2, 1, 0
"""In a JUDGED event, c: sent back, apprehended, or condition not met."""


@compiled
def part(code: Any, where: Any) -> Any:
    """One part of an instruction."""
    return (code >> where[0]) & ((1 << where[1]) - 1)


@compiled
def _sharing(lineup: Any, seats: Any, players: Any, least: Any) -> Any:
    """Marks of the seats whose outlaw at least `least` seats share."""
    marks = NONE
    for seat in range(players):
        alike = equal(lineup, slot(lineup, seat)) & seats
        if popcount(alike) >= least:
            marks |= alike
    return marks


@compiled
def _matching(code: Any, plays: Any, claims: Any, seat: Any, seats: Any) -> Any:
    """Marks of the seats in an atom's group that match its fact."""
    if part(code, FACT) == CLAIM_FACT:
        marks = agreeing(plays, claims)
        if part(code, OTHERWISE) != 0:
            marks = ~marks
    else:
        source = part(code, SOURCE)
        subject = part(code, SUBJECT)
        if source == OUTLAW_I_PLAYED:
            subject = slot(plays, seat)
        elif source == OUTLAW_I_CLAIMED:
            subject = slot(claims, seat)
        marks = equal(plays if part(code, FACT) == PLAYED_FACT else claims, subject)
    group = part(code, GROUP)
    if group == ME:
        return marks & mark(seat)
    if group == RIVALS:
        return marks & (seats ^ mark(seat))
    return marks & seats


@compiled
def holds(rules: Any, plays: Any, claims: Any, seat: Any) -> Any:
    """Run the condition of the outlaw that a seat played.

    Returns:
        Whether it is true, and the atoms looked at, with those found true from bit `SEEN_BITS` on.
    """
    first = (slot(plays, seat) - 1) * MAX_ATOMS
    at, seen = np.int64(0), np.int64(0)
    while at < TRUE:
        code = rules.program[first + at]
        if part(code, GROUP) == SAME:
            lineup = claims if part(code, FACT) == CLAIMED_FACT else plays
            true = _sharing(lineup, rules.seats, rules.players, part(code, LEAST)) != NONE
        else:
            count = popcount(_matching(code, plays, claims, seat, rules.seats))
            true = part(code, LEAST) <= count <= part(code, MOST_OF)
        if true:
            seen |= (1 | 1 << SEEN_BITS) << at
            at = part(code, IF_TRUE)
        else:
            seen |= 1 << at
            at = part(code, IF_FALSE)
    return at == TRUE, seen


@compiled
def sent_back(rules: Any, plays: Any, claims: Any) -> Any:
    """Marks of the seats whose outlaw is sent back (OL-22): every block of every outlaw played hits, all at once."""
    named, by_all, by_rivals = NONE, NONE, NONE
    for seat in range(rules.players):
        outlaw = slot(plays, seat) - 1
        named |= rules.blocks[outlaw]
        if rules.liars[outlaw] == LIARS_PLAYERS:
            by_all |= mark(seat)
        elif rules.liars[outlaw] == LIARS_RIVALS:
            by_rivals |= mark(seat)
    lying = rules.seats & ~agreeing(plays, claims)
    back = NONE if by_all == NONE else lying
    for seat in range(rules.players):
        own = mark(seat)
        if has(named, slot(plays, seat) - 1) or ((lying & own) != NONE and (by_rivals & ~own) != NONE):
            back |= own
    return back


@compiled
def _report_blocks(rules: Any, log: Any, plays: Any, claims: Any, seat: Any) -> None:
    """Report what sends a seat's outlaw back: each outlaw that does, once for the name and once for the lie."""
    outlaw = slot(plays, seat) - 1
    lied = slot(claims, seat) - 1 != outlaw
    for other in range(rules.outlaws):
        owners = equal(plays, other + 1) & rules.seats
        if owners != NONE and has(rules.blocks[other], outlaw):
            emit(log, _SENT_BACK, seat, EVERYONE, outlaw, other, 0, owners, NONE)
        if rules.liars[other] == LIARS_RIVALS:
            owners &= ~mark(seat)
        if owners != NONE and lied and rules.liars[other] != 0:
            emit(log, _SENT_BACK, seat, EVERYONE, outlaw, other, 1, owners, NONE)


@compiled
def judge(rules: Any, log: Any, plays: Any, claims: Any) -> Any:
    """Marks of the seats whose outlaw is apprehended, all judged on the same facts (OL-12); reports why (OL-23)."""
    back, apprehended = sent_back(rules, plays, claims), NONE
    for seat in range(rules.players):
        both = (slot(plays, seat) - 1) | (slot(claims, seat) - 1) << CLAIM_SHIFT
        if (back & mark(seat)) != NONE:
            _report_blocks(rules, log, plays, claims, seat)
            emit(log, _JUDGED, seat, EVERYONE, both, 0, BACK, plays, claims)
            continue
        true, seen = holds(rules, plays, claims, seat)
        if true:
            apprehended |= mark(seat)
        emit(log, _JUDGED, seat, EVERYONE, both, seen, APPREHENDED if true else NOT_APPREHENDED, plays, claims)
    return apprehended
