"""Writing down the games that end, for "my games"."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from doublecross.kernel.words import LANGUAGES
from doublecross.store.games import GameRow, Games
from doublecross.web.live import LiveTable
from doublecross.web.standing import standing_of

NOTED = 10_000


class History:
    """Writes down every game that ends, for the lists of those who sat there."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._noted: OrderedDict[tuple[str, int], None] = OrderedDict()

    def note(self, live: LiveTable) -> None:
        """A table has changed. Nobody waits for this: should it get lost, it is noted at the next change."""
        if live.row.phase != "over":
            return
        view = live.view(None, LANGUAGES[0])
        key = live.id, view.number
        if key in self._noted:
            return
        self._noted[key] = None
        while len(self._noted) > NOTED:
            self._noted.popitem(last=False)
        row = GameRow(live.id, view.number, view.game, msgspec.json.encode(standing_of(view)), live.row.touched_at)
        noting = self._games.add(row, {seat.seat: seat.person for seat in view.seats if seat.person})
        noting.add_done_callback(lambda done: self._noted.pop(key, None) if done.exception() else None)
