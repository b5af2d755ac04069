"""State is the fold of events: what each event does to a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from doublecross.kernel.phrases import Phrase
from doublecross.tables import chat, clocks, decisions, devices, drafts, rematch, requests, seats, setup, standins, timeouts
from doublecross.tables import events as e
from doublecross.tables.refusals import DamagedTable, OtherRules
from doublecross.tables.state import KEYS_KEPT, State

_FOLDS: dict[type, Callable[[State, Any, float], None]] = {
    e.Opened: setup.fold_opened,
    e.Seated: seats.fold_seated,
    e.GotUp: seats.fold_got_up,
    e.Renamed: seats.fold_renamed,
    e.Moved: seats.fold_moved,
    e.BotSeated: seats.fold_bot_seated,
    e.BotGone: seats.fold_bot_gone,
    e.SettingsChanged: setup.fold_settings,
    e.Watching: seats.fold_watching,
    e.Queued: seats.fold_queued,
    e.Unqueued: seats.fold_unqueued,
    e.Hosted: seats.fold_hosted,
    e.KickedOut: seats.fold_kicked_out,
    e.Started: rematch.fold_started,
    e.Reopened: rematch.fold_reopened,
    e.Laid: drafts.fold_laid,
    e.Readied: drafts.fold_readied,
    e.Chosen: decisions.fold_chosen,
    e.TimedOut: timeouts.fold_timed_out,
    e.Granted: clocks.fold_granted,
    e.StoodIn: standins.fold_stood_in,
    e.CameBack: standins.fold_came_back,
    e.Asked: requests.fold_asked,
    e.Agreed: requests.fold_agreed,
    e.Declined: requests.fold_declined,
    e.Passed: requests.fold_passed,
    e.Said: chat.fold_said,
    e.Reacted: chat.fold_reacted,
    e.Muted: chat.fold_muted,
    e.Shown: devices.fold_shown,
    e.OutOfService: clocks.fold_outage,
    e.Gone: seats.fold_gone,
    e.Back: seats.fold_back,
}


def open_state(event: e.Stored) -> State:
    """The table that its first event opens."""
    fact = event.fact
    if not isinstance(fact, e.Opened) or event.number != 1:
        raise DamagedTable(Phrase("The first stored event does not open a table."))
    if fact.fold_version != e.FOLD_VERSION:
        here = e.FOLD_VERSION
        raise OtherRules(Phrase("This table is stored in form {found}; here is form {here}.", found=fact.fold_version, here=here))
    return State(fact.table, fact.code, fact.settings)


def fold(state: State, event: e.Stored) -> None:
    """Change the state by one event.

    Raises:
        DamagedTable: if the event does not fit; the state must not be used any more.
        OtherRules: if the table was played by other rules.
    """
    if event.number != state.number + 1:
        raise DamagedTable(Phrase("Event {found} is stored where {wanted} should be.", found=event.number, wanted=state.number + 1))
    person, clock = _only_for(state, event.fact), state.clock
    try:
        _FOLDS[type(event.fact)](state, event.fact, event.at)
    except (KeyError, IndexError, ValueError) as error:
        raise DamagedTable(Phrase("Event {number} does not fit this table: {error}", number=event.number, error=repr(error))) from error
    if state.clock != clock:
        clocks.begin_anew(state, event.at)
    state.number = event.number
    if person is None:
        state.public += 1
    elif person:
        state.private[person] = state.private.get(person, 0) + 1
    _remember(state, event)


def _only_for(state: State, fact: e.Fact) -> str | None:
    """The one person who can see the effect of an event, empty for nobody; None if it is public."""
    if isinstance(fact, e.Muted):
        return fact.by
    if isinstance(fact, e.Shown):
        return fact.person
    if isinstance(fact, e.Laid) and not _joins_or_withdraws(state, fact):
        seat = state.seats[fact.seat]
        return "" if seat.left else seat.owner
    return None


def _joins_or_withdraws(state: State, fact: e.Laid) -> bool:
    part = state.decision.parts.get(fact.seat) if state.decision is not None else None
    return part is not None and fact.inside is not None and fact.inside != part.inside


def _remember(state: State, event: e.Stored) -> None:
    """The key of an accepted command, for as long as it may come again."""
    keys = state.keys.setdefault(event.by or "", {})
    keys[event.key] = None
    while len(keys) > KEYS_KEPT:
        del keys[next(iter(keys))]
