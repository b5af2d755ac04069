"""Chat and quick reactions. How often someone may write is the server's business."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublecross.kernel.phrases import Phrase
from doublecross.tables import commands as c
from doublecross.tables import events as e
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import CHAT_KEPT, Chat, State
from doublecross.tables.texts import check_line

if TYPE_CHECKING:
    from doublecross.tables.hearing import Hearing


def say(hearing: Hearing, command: c.Say) -> None:
    """Write to the table."""
    hearing.need_name()
    if not hearing.state.settings.chat:
        raise Refusal(Phrase("The chat of this table is off; reactions work."))
    hearing.happen(e.Said(person=hearing.person, text=check_line(command.text)))


def react(hearing: Hearing, command: c.React) -> None:
    """A quick reaction."""
    hearing.need_name()
    if command.reaction not in c.REACTIONS:
        raise Refusal(Phrase("There is no such reaction."))
    hearing.happen(e.Reacted(person=hearing.person, reaction=command.reaction))


def mute(hearing: Hearing, command: c.Mute) -> None:
    """Hide what someone says, for oneself."""
    hearing.need_name()
    if command.person not in hearing.state.people or command.person == hearing.person:
        raise Refusal(Phrase("There is no such person at this table."))
    if (command.person in hearing.state.people[hearing.person].muted) != command.muted:
        hearing.happen(e.Muted(by=hearing.person, person=command.person, muted=command.muted))


def fold_said(state: State, fact: e.Said, at: float) -> None:
    """One more line."""
    _add(state, fact.person, fact.text, "", at)


def fold_reacted(state: State, fact: e.Reacted, at: float) -> None:
    """One more reaction."""
    _add(state, fact.person, "", fact.reaction, at)


def _add(state: State, person: str, text: str, reaction: str, at: float) -> None:
    state.said += 1
    state.chat.append(Chat(state.said, person, text, reaction, at))
    del state.chat[:-CHAT_KEPT]


def fold_muted(state: State, fact: e.Muted, at: float) -> None:
    """Known to the one who mutes alone."""
    muted = state.people[fact.by].muted
    state.set_person(fact.by, muted=muted | {fact.person} if fact.muted else muted - {fact.person})
