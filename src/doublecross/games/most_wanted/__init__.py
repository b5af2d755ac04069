"""Most Wanted: robberies, duels, Bail and the Double Cross, for 2 to 8 players."""

from __future__ import annotations

from doublecross.games.most_wanted.check import check_state, count_cards
from doublecross.games.most_wanted.facts import read_event
from doublecross.games.most_wanted.know import determinize, know
from doublecross.games.most_wanted.legal import legal
from doublecross.games.most_wanted.observe import observation_names, observe
from doublecross.games.most_wanted.options import OPTIONS, make_rules
from doublecross.games.most_wanted.record import ACTIONS, RULES, SEATS, STATE, Kind
from doublecross.games.most_wanted.rules import mid_choice, setup, step, to_act, winners
from doublecross.games.most_wanted.secrets import secrets
from doublecross.games.most_wanted.tokens import action_from_text, action_text
from doublecross.games.most_wanted.verify import verify
from doublecross.games.most_wanted.view import make_view
from doublecross.games.most_wanted.words import LANGUAGE
from doublecross.kernel.game import Game

GAME = Game(
    name="most-wanted",
    title="Most Wanted",
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
