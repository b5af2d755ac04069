"""OutLawed! as the kernel knows it."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping
from typing import Any

from doublecross.games.outlawed import knowing, rules
from doublecross.games.outlawed.checking import check_state
from doublecross.games.outlawed.events import ids, read_event
from doublecross.games.outlawed.language import OutlawedLanguage
from doublecross.games.outlawed.marks import slots_of
from doublecross.games.outlawed.options import OPTIONS, PLAYERS, deck_of, make_rules
from doublecross.games.outlawed.record import ACTIONS, CLAIM_0, PLAY, RULES, STATE, Kind
from doublecross.games.outlawed.views import view
from doublecross.kernel.errors import BadInput, Reason
from doublecross.kernel.game import Game
from doublecross.kernel.phrases import Phrase, mark

CLAIM_PREFIX = "as:"


class OutlawedReason(enum.Enum):
    """Why OutLawed! refuses an action."""

    NOT_IN_HAND = mark("This outlaw is not in your hand.")
    NOT_IN_USE = mark("This outlaw is not in use in this game.")
    PLACE_FIRST = mark("Place an outlaw face down before you claim.")
    PLACED_ALREADY = mark("Your outlaw is face down and stays there; claim which one it is.")


def verify(seen: Any, rules_: Any, seat: int, action: int) -> enum.Enum | None:
    """Why an action of the seat whose turn it is is refused, or None."""
    state, record = seen[0], rules_[0]
    outlaw, claiming = action % CLAIM_0, action >= CLAIM_0
    if outlaw >= int(record["outlaws"]):
        return Reason.NO_SUCH_ACTION
    if int(state["phase"]) == PLAY and claiming:
        return OutlawedReason.PLACE_FIRST
    if int(state["phase"]) != PLAY and not claiming:
        return OutlawedReason.PLACED_ALREADY
    if not int(record["used"]) >> outlaw & 1:
        return OutlawedReason.NOT_IN_USE
    if not claiming and not int(state["hands"][seat]) >> outlaw & 1:
        return OutlawedReason.NOT_IN_HAND
    return None


def action_text(rules_: Any, action: int) -> str:
    """ "croc" plays an outlaw, "as:croc" claims one."""
    outlaw = deck_of(rules_).outlaws[action % CLAIM_0].id
    return f"{CLAIM_PREFIX}{outlaw}" if action >= CLAIM_0 else outlaw


def action_from_text(rules_: Any, text: str) -> int:
    """The action of a token; raises `BadInput`."""
    deck = deck_of(rules_)
    first = CLAIM_0 if text.startswith(CLAIM_PREFIX) else 0
    try:
        return first + deck.index(text.removeprefix(CLAIM_PREFIX))
    except KeyError:
        known = ", ".join(outlaw.id for outlaw in deck.outlaws)
        allowed = Phrase("the id of an outlaw, after `as:` for a claim: {ids}", ids=known)
        raise BadInput(Phrase("choice"), repr(text), allowed) from None


def count_cards(state: Any, rules_: Any) -> Mapping[str, int]:
    """How often each outlaw of each seat is anywhere: once, if it is in use (OL-01)."""
    deck, players = deck_of(rules_), int(rules_["players"])
    counts: Counter[str] = Counter()
    for seat, play in enumerate(slots_of(state["plays"], players)):
        places = [*(int(state[name][seat]) for name in ("hands", "jails", "removed")), 0 if play is None else 1 << play]
        for place in places:
            counts.update(f"{seat} {outlaw}" for outlaw in ids(place, deck))
    return counts


GAME = Game(
    name="outlawed",
    title="OutLawed!",
    rules_version=1,
    players=PLAYERS,
    actions=ACTIONS,
    state_dtype=STATE,
    rules_dtype=RULES,
    options=OPTIONS,
    make_rules=make_rules,
    setup=rules.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    step=rules.step,
    winners=rules.winners,
    mid_choice=rules.mid_choice,
    know=knowing.know,
    determinize=knowing.determinize,
    observe=knowing.observe,
    observation_names=knowing.observation_names,
    verify=verify,
    check_state=check_state,
    view=view,
    read_event=read_event,
    event_kinds=tuple(int(kind) for kind in Kind),
    action_text=action_text,
    action_from_text=action_from_text,
    secrets=knowing.secrets,
    count_cards=count_cards,
    language=OutlawedLanguage(),
)
