"""Standoff, a tiny game: everyone holds one card and stands or folds, face down and at once; the highest card that stands wins.

If nobody stands, all cards are shuffled and dealt again; after the last round (option `rounds`) the lowest card wins.
"""

from __future__ import annotations

from doublecross.kernel.game import Game
from standoff.rules import (
    ACTIONS,
    RULES,
    SEATS,
    STATE,
    Kind,
    determinize,
    know,
    legal,
    mid_choice,
    observe,
    setup,
    step,
    to_act,
    winners,
)
from standoff.table import (
    OPTIONS,
    action_from_text,
    action_text,
    check_state,
    count_cards,
    make_rules,
    make_view,
    observation_names,
    read_event,
    secrets,
    verify,
)
from standoff.words import LANGUAGE

GAME = Game(
    name="standoff",
    title="Standoff",
    rules_version=1,
    players=range(2, SEATS + 1),
    actions=ACTIONS,
    state_dtype=STATE,
    rules_dtype=RULES,
    options=OPTIONS,
    make_rules=make_rules,
    setup=setup,
    to_act=to_act,
    legal=legal,
    step=step,
    winners=winners,
    mid_choice=mid_choice,
    know=know,
    determinize=determinize,
    observe=observe,
    observation_names=observation_names,
    verify=verify,
    check_state=check_state,
    view=make_view,
    read_event=read_event,
    event_kinds=tuple(int(kind) for kind in Kind),
    action_text=action_text,
    action_from_text=action_from_text,
    secrets=secrets,
    count_cards=count_cards,
    language=LANGUAGE,
)
