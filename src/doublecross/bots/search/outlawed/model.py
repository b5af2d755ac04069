"""What rivals do if they are the heuristic: their answers, and what they have placed if they claim what they claim."""

from __future__ import annotations

from typing import Any

from doublecross.bots.outlawed import HEURISTIC, policy
from doublecross.bots.search.outlawed.plausible import BELIEF
from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.knowing import determinize, know
from doublecross.games.outlawed.marks import placed, slot
from doublecross.games.outlawed.record import CLAIM, CLAIM_0, PLAY
from doublecross.kernel.bits import NONE, bit
from doublecross.kernel.jit import compiled, compiled_apart


@compiled
def reply(seen: Any, rules: Any, seat: Any, rng: Any) -> Any:
    """What the heuristic does."""
    return policy(HEURISTIC, seen, rules, seat, rng)


@compiled
def blur(seen: Any, rules: Any, seat: Any) -> None:
    """Which outlaw a rival has lost is hidden and hardly matters to it."""
    seen.hands[seat] |= seen.removed[seat]
    seen.removed[seat] = NONE


@compiled
def rewind(state: Any, rules: Any, seat: Any) -> None:
    """Back to where a seat was about to place its outlaw of this round: nobody after it has done anything."""
    behind, other = 0, seat
    while True:
        behind += 1
        other = (other + 1) % rules.players
        if other == state.badge:
            break
    state.turn, state.left, state.phase = seat, behind, PLAY
    other = seat
    for _ in range(behind):
        play, claim = slot(state.plays, other) - 1, slot(state.claims, other) - 1
        if play >= 0:
            state.plays ^= placed(play, other)
            state.hands[other] |= bit(play)
        if claim >= 0:
            state.claims ^= placed(claim, other)
        other = (other + 1) % rules.players


@compiled_apart
def suppose(root: Any, work: Any, blank: Any, rules: Any, silent: Any, seat: Any, table: Any, rng: Any, count: Any) -> None:
    """Let each rival that has claimed do so anew, so many times, and note what it had placed whenever it said the same."""
    for number in range(rules.players * MOST):
        table[BELIEF + number] = 0.0
    for rival in range(rules.players):
        heard = slot(root.claims, rival) - 1
        if rival == seat or heard < 0:
            continue
        for _ in range(count):
            work[0] = root
            determinize(work[0], rules, seat, rng)
            rewind(work[0], rules, rival)
            work[1] = blank
            know(work[0], rules, rival, work[1])
            play = policy(HEURISTIC, work[1], rules, rival, rng)
            work[1].hands[rival] ^= bit(play)
            work[1].plays |= placed(play, rival)
            work[1].phase = CLAIM
            if policy(HEURISTIC, work[1], rules, rival, rng) - CLAIM_0 == heard:
                table[BELIEF + rival * MOST + play] += 1.0
