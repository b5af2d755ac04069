"""Sixty-four imagined rounds at once: a mask over them for every fact, so that one pass through a condition judges all of them.

Bit n of every mask stands for imagined round n. A scene, an array of `SCENE` masks, holds who lied, who played what and who claimed what in
which of the rounds; `apprehended` gives the rounds in which a seat's outlaw goes to jail, by the same programs and blocks as
`doublecross.games.outlawed.judging`, with which a test compares it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.games.outlawed import program
from doublecross.games.outlawed.conditions import MAX_ATOMS
from doublecross.games.outlawed.decks import MOST
from doublecross.games.outlawed.judging import LIARS_PLAYERS, LIARS_RIVALS, part
from doublecross.games.outlawed.record import SEATS
from doublecross.kernel.bits import ALL, NONE, has, lowest, without_lowest
from doublecross.kernel.jit import compiled, compiled_apart

LIED, PLAYED, CLAIMED = 0, SEATS, SEATS + SEATS * MOST
"""Where in a scene the masks of each seat begin; those of seat s and outlaw i stand `at(s, i)` behind the last two."""
REACH = CLAIMED + SEATS * MOST
"""Where `holding` keeps the rounds in which its program comes to each place."""
SCENE = REACH + MAX_ATOMS
"""The masks of a scene."""
ROUNDS = 64
UNKNOWN = -1
"""As a claim: it differs from round to round."""


@compiled
def at(seat: Any, outlaw: Any) -> Any:
    """Where a seat's outlaw stands in a scene."""
    return seat * MOST + outlaw


@compiled
def between(first: Any, second: Any, third: Any, fourth: Any, fifth: Any, least: Any, most: Any) -> Any:
    """The rounds that lie in at least `least` and at most `most` of five masks (a sorting network of bits: counts in unary)."""
    one, two, three, four, five = first, NONE, NONE, NONE, NONE
    for extra in (second, third, fourth, fifth):
        five |= four & extra
        four |= three & extra
        three |= two & extra
        two |= one & extra
        one |= extra
    reached = ALL if least <= 0 else one if least == 1 else two if least == 2 else three if least == 3 else four if least == 4 else five
    if least > 5:
        reached = NONE
    passed = one if most == 0 else two if most == 1 else three if most == 2 else four if most == 3 else five if most == 4 else NONE
    return reached & ~passed


@compiled
def matches(scene: Any, code: Any, seat: Any, outlaw: Any, claim: Any, other: Any, players: Any) -> Any:
    """The rounds in which another seat, or the same, belongs to an atom's group and matches its fact."""
    group = part(code, program.GROUP)
    if other >= players or (group == program.ME and other != seat) or (group == program.RIVALS and other == seat):
        return NONE
    if part(code, program.FACT) == program.CLAIM_FACT:
        return scene[LIED + other] if part(code, program.OTHERWISE) != 0 else ~scene[LIED + other]
    source, subject = part(code, program.SOURCE), part(code, program.SUBJECT) - 1
    if source == program.OUTLAW_I_PLAYED:
        subject = np.int64(outlaw)
    elif source == program.OUTLAW_I_CLAIMED:
        subject = np.int64(claim)
    played = part(code, program.FACT) == program.PLAYED_FACT
    if subject >= 0:
        return scene[PLAYED + at(other, subject)] if played else scene[CLAIMED + at(other, subject)]
    found = NONE
    for each in range(MOST):
        found |= scene[CLAIMED + at(seat, each)] & (scene[PLAYED + at(other, each)] if played else scene[CLAIMED + at(other, each)])
    return found


@compiled_apart
def sharing(scene: Any, rules: Any, code: Any) -> Any:
    """The rounds in which at least so many seats share an outlaw."""
    claims, found = part(code, program.FACT) == program.CLAIMED_FACT, NONE
    outlaws = rules.used
    while outlaws != NONE:
        outlaw = lowest(outlaws)
        outlaws = without_lowest(outlaws)
        m0 = scene[CLAIMED + at(0, outlaw)] if claims else scene[PLAYED + at(0, outlaw)]
        m1 = scene[CLAIMED + at(1, outlaw)] if claims else scene[PLAYED + at(1, outlaw)]
        m2 = scene[CLAIMED + at(2, outlaw)] if claims else scene[PLAYED + at(2, outlaw)]
        m3 = scene[CLAIMED + at(3, outlaw)] if claims else scene[PLAYED + at(3, outlaw)]
        m4 = scene[CLAIMED + at(4, outlaw)] if claims else scene[PLAYED + at(4, outlaw)]
        found |= between(m0, m1, m2, m3, m4, part(code, program.LEAST), SEATS)
    return found


@compiled_apart
def holding(scene: Any, rules: Any, seat: Any, outlaw: Any, claim: Any) -> Any:
    """The rounds in which the condition of an outlaw is true for a seat, were it played there; a claim may be `UNKNOWN`."""
    first, players = outlaw * MAX_ATOMS, rules.players
    for place in range(MAX_ATOMS):
        scene[REACH + place] = NONE
    scene[REACH] = ALL
    true, place = NONE, 0
    while place < MAX_ATOMS and rules.program[first + place] != 0:
        here, code = scene[REACH + place], rules.program[first + place]
        if here != NONE:
            if part(code, program.GROUP) == program.SAME:
                found = sharing(scene, rules, code)
            else:
                m0 = matches(scene, code, seat, outlaw, claim, 0, players)
                m1 = matches(scene, code, seat, outlaw, claim, 1, players)
                m2 = matches(scene, code, seat, outlaw, claim, 2, players)
                m3 = matches(scene, code, seat, outlaw, claim, 3, players)
                m4 = matches(scene, code, seat, outlaw, claim, 4, players)
                found = between(m0, m1, m2, m3, m4, part(code, program.LEAST), part(code, program.MOST_OF))
            yes, no = part(code, program.IF_TRUE), part(code, program.IF_FALSE)
            if yes == program.TRUE:
                true |= here & found
            elif yes < MAX_ATOMS:
                scene[REACH + yes] |= here & found
            if no == program.TRUE:
                true |= here & ~found
            elif no < MAX_ATOMS:
                scene[REACH + no] |= here & ~found
        place += 1
    return true


@compiled
def blocked(scene: Any, rules: Any, seat: Any, outlaw: Any) -> Any:
    """The rounds in which a seat's outlaw is sent back (OL-22)."""
    back = NONE
    for other in range(rules.outlaws):
        named = has(rules.blocks[other], outlaw)
        if named or rules.liars[other] != 0:
            for owner in range(rules.players):
                there = scene[PLAYED + at(owner, other)]
                if named:
                    back |= there
                if rules.liars[other] == LIARS_PLAYERS or (rules.liars[other] == LIARS_RIVALS and owner != seat):
                    back |= there & scene[LIED + seat]
    return back


@compiled
def apprehended(scene: Any, rules: Any, seat: Any, outlaw: Any, claim: Any) -> Any:
    """The rounds in which a seat's outlaw would go to jail (OL-12), of all rounds, those in which the scene has it there or not."""
    return holding(scene, rules, seat, outlaw, claim) & ~blocked(scene, rules, seat, outlaw)


@compiled
def take_part(scene: Any, seat: Any, outlaw: Any, claim: Any) -> None:
    """Let a seat play and claim the same in all rounds."""
    scene[PLAYED + at(seat, outlaw)] = ALL
    scene[CLAIMED + at(seat, claim)] = ALL
    scene[LIED + seat] = NONE if outlaw == claim else ALL


@compiled
def take_back(scene: Any, seat: Any, outlaw: Any, claim: Any) -> None:
    """Undo `take_part`."""
    scene[PLAYED + at(seat, outlaw)] = NONE
    scene[CLAIMED + at(seat, claim)] = NONE
