"""Who is there. A person is present while a connection is open, and for a while after a page was asked for without one."""

from __future__ import annotations

import secrets
import time

from doublecross.tables.commands import PersonBack, PersonGone
from doublecross.tables.refusals import Refusal
from doublecross.web.live import LiveTable, Unavailable

RELOAD_SECONDS = 10.0
"""A reload, or a short loss of the network, is no absence."""
PAGE_SECONDS = 90.0
"""Without a connection (no JavaScript) a page speaks for its reader for so long."""


def is_present(live: LiveTable, person: str) -> bool:
    """Whether the person is connected, or was until a moment ago."""
    patience = RELOAD_SECONDS if person in live.connected_once else PAGE_SECONDS
    return live.sockets[person] > 0 or time.monotonic() - live.seen.get(person, -PAGE_SECONDS) < patience


async def call_the_roll(live: LiveTable) -> None:
    """Tell the table who has gone and who is back."""
    for person, away in live.table.presence.items():
        if away == is_present(live, person):
            await announce(live, person, back=away)


async def announce(live: LiveTable, person: str, back: bool) -> None:
    """Tell the table that one person has gone or is back."""
    key = secrets.token_urlsafe(9)
    try:
        await live.give(PersonBack(key=key, person=person) if back else PersonGone(key=key, person=person), None)
    except (Refusal, Unavailable):
        # Whatever stands against it now, the next roll call asks again.
        return


async def arrive(live: LiveTable, person: str | None) -> None:
    """Someone asks for a page or connects: if the table takes them for away, they are back at once."""
    live.touch(person)
    if person is not None and live.table.presence.get(person):
        await announce(live, person, back=True)
