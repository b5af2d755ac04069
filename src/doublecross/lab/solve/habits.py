"""The habits of a strategy: how often it lies, joins and challenges, counted over whole games as they are really played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from doublecross.games.most_wanted.hands import same_suit
from doublecross.games.most_wanted.record import CHALLENGE, IN, JOIN, PONY
from doublecross.games.outlawed.marks import slot
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.record import CLAIM, CLAIM_0
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import Position, as_record
from doublecross.lab.solve import sweeps
from doublecross.lab.solve.tree import Tree

Array = np.ndarray[Any, Any]
Habits = Mapping[Phrase, tuple[float, float]]
"""For each situation how often it comes up in a game, and in what share of those the habit shows."""

NEVER = 1e-9
"""Nodes that come up less often are left out."""


def habits(tree: Tree, strategy: Array) -> Habits:
    """What players do: in Most Wanted false claims, challenges and joining; in OutLawed! lies, by outlaw."""
    own, others = np.zeros(len(tree.parent)), np.zeros(len(tree.parent))
    sweeps.reach_down(tree.parent, tree.mover, tree.chance, tree.slot, strategy, 0, own, others)
    reach = own * others
    count = _most_wanted if tree.game.name == "most-wanted" else _outlawed
    found: dict[Phrase, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for node in np.flatnonzero((tree.mover >= 0) & (reach > NEVER)):
        places = slice(tree.first[tree.info[node]], tree.first[tree.info[node] + 1])
        choice = dict(zip(tree.actions[places].tolist(), strategy[places].tolist(), strict=True))
        for situation, share in count(tree.position(int(node)), int(tree.mover[node]), choice):
            found[situation][0] += float(reach[node])
            found[situation][1] += float(reach[node]) * share
    return {situation: (often, shown / often) for situation, (often, shown) in sorted(found.items())}


def _record(position: Position) -> Any:
    return as_record(np.frombuffer(position.state_bytes(), dtype=position.game.state_dtype))


def _most_wanted(position: Position, seat: int, choice: Mapping[int, float]) -> list[tuple[Phrase, float]]:
    """Robbing and joining by what is held, challenges and false claims by the number of cards."""
    state = _record(position)
    hand = " ".join(getattr(position.view(seat), "hand", ()))
    if state.phase == JOIN:
        return [(Phrase("join"), choice[IN]), (Phrase("join holding {hand}", hand=hand), choice[IN])]
    if state.phase == CHALLENGE:
        several, count = state.hand_size > 1, int(state.hand_size)
        challenge = Phrase("challenge a claim of {count} cards", count=count) if several else Phrase("challenge a claim of 1 card")
        found = [(challenge, choice[IN])]
        if seat == min(position.to_act):  # one of them counts the claim
            claim = Phrase("false claim of {count} cards", count=count) if several else Phrase("false claim of 1 card")
            found.append((claim, 0.0 if same_suit(state.table1[state.active]) else 1.0))
        return found
    if position.mid_choice(seat) or not any(PONY <= action < PONY + 3 for action in choice):
        return []
    robs = sum(share for action, share in choice.items() if PONY <= action < PONY + 3)
    return [(Phrase("rob"), robs), (Phrase("rob holding {hand}", hand=hand), robs)]


def _outlawed(position: Position, seat: int, choice: Mapping[int, float]) -> list[tuple[Phrase, float]]:
    """Lies by the outlaw placed, by round and by who claims before, and what each outlaw is called."""
    state = _record(position)
    if state.phase != CLAIM:
        return []
    names = [outlaw.id for outlaw in deck_of(position.rules).outlaws]
    placed = slot(state.plays, seat) - 1
    lies = 1.0 - choice[CLAIM_0 + placed]
    where = Phrase("lie in round {round}, claim {turn}", round=int(state.round_number), turn=position.players - int(state.left) + 1)
    found = [(Phrase("lie"), lies), (Phrase("lie with {outlaw}", outlaw=names[placed]), lies), (where, lies)]
    for action, share in choice.items():
        found.append((Phrase("{outlaw} is called {claim}", outlaw=names[placed], claim=names[action - CLAIM_0]), share))
    return found
