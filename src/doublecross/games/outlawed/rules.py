"""OutLawed! as the kernel plays it: setup, whose turn it is, one step, the end. Compiled; `judging` judges the rounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.outlawed.judging import judge
from doublecross.games.outlawed.marks import agreeing, mark, placed, slot
from doublecross.games.outlawed.record import CLAIM, CLAIM_0, NOBODY, OVER, PLAY, Kind
from doublecross.kernel.bits import NONE, bit, has, lowest, popcount, without_lowest
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVERYONE, SEALED, draw, draw_number, emit

_CHOSE, _REMOVED, _FIRST, _ROUND = int(Kind.CHOSE), int(Kind.REMOVED), int(Kind.FIRST), int(Kind.ROUND)
_CLAIMED, _REVEALED, _JAILED = int(Kind.CLAIMED), int(Kind.REVEALED), int(Kind.JAILED)
_END, _SCORE, _REMOVED_SHOWN, _TIE, _WON = int(Kind.END), int(Kind.SCORE), int(Kind.REMOVED_SHOWN), int(Kind.TIE), int(Kind.WON)
_CLAIMS = np.uint64(CLAIM_0)

NAMED, DRAWN = 0, 1
TARGET, LIMIT = 0, 1
BY_DOLLARS, BY_OUTLAWS, BY_WORTH_LOST = 0, 1, 2
BEST, LEAST_LOST, FIRST_IN_ORDER = 0, 1, 2


@compiled
def next_seat(rules: Any, seat: Any) -> Any:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < rules.players else 0


@compiled
def setup(state: Any, rules: Any, log: Any) -> None:
    """Remove one outlaw of each seat and give out the badge (OL-01 to OL-06)."""
    for seat in range(rules.players):
        removed = bit(draw(state, log, rules.used, NONE))
        state.removed[seat] = removed
        state.hands[seat] = rules.used & ~removed
        emit(log, _REMOVED, seat, bit(seat), 0, 0, 0, removed, NONE)
    if rules.first_player == NOBODY:
        state.badge = draw_number(state, log, rules.players)
        emit(log, _FIRST, state.badge, EVERYONE, DRAWN, 0, 0, NONE, NONE)
    else:
        state.badge = rules.first_player
        emit(log, _FIRST, state.badge, EVERYONE, NAMED, 0, 0, NONE, NONE)
    _begin_round(state, rules, log)


@compiled
def _begin_round(state: Any, rules: Any, log: Any) -> None:
    """The badge holder is the first to claim (OL-10)."""
    state.round_number += 1
    state.turn = state.badge
    state.left = rules.players
    emit(log, _ROUND, state.badge, EVERYONE, state.round_number, 0, 0, NONE, NONE)


@compiled
def to_act(state: Any, rules: Any) -> Any:
    """The mask of the one seat whose turn it is to play and claim (OL-10); empty when the game is over."""
    return NONE if state.phase == OVER else bit(state.turn)


@compiled
def legal(state: Any, rules: Any, seat: Any) -> Any:
    """An outlaw of the hand, then any outlaw in use as the claim (OL-10)."""
    if seat != state.turn or state.phase == OVER:
        return NONE
    if state.phase == PLAY:
        return state.hands[seat]
    return rules.used << _CLAIMS


@compiled
def mid_choice(state: Any, rules: Any, seat: Any) -> Any:
    """Whether the seat has placed an outlaw and owes the claim."""
    return state.phase == CLAIM and state.turn == seat


@compiled
def winners(state: Any, rules: Any) -> Any:
    """The mask of the winner; empty while the game goes on."""
    return state.won


@compiled
def step(state: Any, rules: Any, log: Any, seat: Any, action: Any) -> None:
    """Place an outlaw face down, or claim; after the last claim of the round all is revealed."""
    emit(log, _CHOSE, seat, bit(seat) | np.uint64(SEALED), action, 0, 0, NONE, NONE)
    if state.phase == PLAY:
        state.hands[seat] ^= bit(action)
        state.plays |= placed(action, seat)
        state.phase = CLAIM
        return
    claim = action - CLAIM_0
    state.claims |= placed(claim, seat)
    emit(log, _CLAIMED, seat, EVERYONE, claim, 0, 0, NONE, NONE)
    state.phase = PLAY
    state.turn = next_seat(rules, seat)
    state.left -= 1
    if state.left == 0:
        reveal(state, rules, log)


@compiled
def reveal(state: Any, rules: Any, log: Any) -> None:
    """Reveal and judge the round, fill the jails, and go on or end the game (OL-11 to OL-14, OL-30, OL-33)."""
    plays, claims = state.plays, state.claims
    for seat in range(rules.players):
        emit(log, _REVEALED, seat, EVERYONE, slot(plays, seat) - 1, slot(claims, seat) - 1, 0, NONE, NONE)
    apprehended = judge(rules, log, plays, claims)
    true = agreeing(plays, claims)
    most = 0
    for seat in range(rules.players):
        outlaw = bit(slot(plays, seat) - 1)
        state.shown[seat] |= outlaw
        if (true & mark(seat)) != NONE:
            state.truths[seat] += 1
        else:
            state.lies[seat] += 1
        if (apprehended & mark(seat)) != NONE:
            state.jails[seat] |= outlaw
            emit(log, _JAILED, seat, EVERYONE, slot(plays, seat) - 1, popcount(state.jails[seat]), 0, NONE, NONE)
        else:
            state.hands[seat] |= outlaw
        most = max(most, popcount(state.jails[seat]))
    state.plays = NONE
    state.claims = NONE
    _go_on(state, rules, log, most)


@compiled
def _go_on(state: Any, rules: Any, log: Any, most: Any) -> None:
    """End the game if a jail holds the target or the last round is played, else pass the badge on (OL-14, OL-30, OL-33)."""
    if most >= rules.target:
        emit(log, _END, NOBODY, EVERYONE, state.round_number, TARGET, 0, NONE, NONE)
        finish(state, rules, log)
    elif state.round_number >= rules.round_limit:
        emit(log, _END, NOBODY, EVERYONE, state.round_number, LIMIT, 0, NONE, NONE)
        finish(state, rules, log)
    else:
        state.badge = next_seat(rules, state.badge)
        _begin_round(state, rules, log)


@compiled
def dollars(rules: Any, outlaws: Any) -> Any:
    """What some outlaws are worth together."""
    total, rest = np.int64(0), outlaws
    while rest != NONE:
        total += rules.rewards[lowest(rest)]
        rest = without_lowest(rest)
    return total


@compiled
def _score(state: Any, rules: Any, seat: Any) -> Any:
    """Dollars in jail (OL-31), or with casual scoring, outlaws in jail (OL-32)."""
    if rules.casual != 0:
        return np.int64(popcount(state.jails[seat]))
    return dollars(rules, state.jails[seat])


@compiled
def _best(state: Any, rules: Any) -> Any:
    """The mask of the seats with the highest score, and that score."""
    best, tied = np.int64(-1), NONE
    for seat in range(rules.players):
        score = _score(state, rules, seat)
        if score > best:
            best, tied = score, NONE
        if score == best:
            tied |= bit(seat)
    return tied, best


@compiled
def _least_lost(state: Any, rules: Any, among: Any) -> Any:
    """The mask of the seats among some whose lost outlaw is worth least, and its worth (OL-31)."""
    least, tied = np.int64(-1), NONE
    for seat in range(rules.players):
        worth = dollars(rules, state.removed[seat])
        if has(among, seat) and (least < 0 or worth < least):
            least, tied = worth, NONE
        if has(among, seat) and worth == least:
            tied |= bit(seat)
    return tied, least


@compiled
def _first_from_badge(state: Any, rules: Any, among: Any) -> Any:
    """The first seat among some in seat order from the badge holder, that holder first."""
    seat = np.int64(state.badge)
    while not has(among, seat):
        seat = np.int64(next_seat(rules, seat))
    return seat


@compiled
def finish(state: Any, rules: Any, log: Any) -> None:
    """Show jails and lost outlaws, and find the winner (OL-30 to OL-32); the badge stays where it is."""
    for seat in range(rules.players):
        jail, lost = state.jails[seat], state.removed[seat]
        emit(log, _SCORE, seat, EVERYONE, popcount(jail), dollars(rules, jail), 0, jail, NONE)
        emit(log, _REMOVED_SHOWN, seat, EVERYONE, lowest(lost), dollars(rules, lost), 0, lost, NONE)
    tied, score = _best(state, rules)
    how = BEST
    if popcount(tied) > 1:
        emit(log, _TIE, NOBODY, EVERYONE, tied, score, BY_OUTLAWS if rules.casual != 0 else BY_DOLLARS, NONE, NONE)
        how = FIRST_IN_ORDER
        if rules.casual == 0:
            tied, worth = _least_lost(state, rules, tied)
            if popcount(tied) == 1:
                how = LEAST_LOST
            else:
                emit(log, _TIE, NOBODY, EVERYONE, tied, worth, BY_WORTH_LOST, NONE, NONE)
    winner = _first_from_badge(state, rules, tied)
    emit(log, _WON, winner, EVERYONE, how, score, 0, NONE, NONE)
    state.won = bit(winner)
    state.turn = state.badge
    state.phase = OVER
