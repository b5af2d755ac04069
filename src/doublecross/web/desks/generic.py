"""A table of any registered game, through its words alone: its view as text, its choices as buttons and boxes."""

from __future__ import annotations

from dataclasses import dataclass

from doublecross.kernel.words import Words
from doublecross.tables.views import AskView, SeatView, TableView
from doublecross.web.desks.common import Call, Face, Press, also_deciding, drafted, face, own_ask, state_of, waiting_call

_ELSEWHERE = ("viewer", "players", "legal", "events", "history", "game")
"""Fields that many games have, and that the page shows in another way."""


@dataclass(frozen=True)
class Desk:
    """Everything the page of a table shows beside the `TableView`."""

    call: Call
    riders: tuple[tuple[Face, SeatView, str], ...]
    ask: AskView | None
    draft: tuple[str, ...]
    presses: tuple[Press, ...]
    facts: tuple[tuple[str, str], ...]
    mode: str
    game: None = None  # there are no aids for a game of which the pages know nothing


def desk(view: TableView, words: Words) -> Desk:
    """The page's model of a table with a game."""
    ask = own_ask(view)
    call = waiting_call(view, words)
    if ask is not None and not ask.ready:
        call = Call(True, ask.prompt, "", *also_deciding(view, words))
    return Desk(
        call=call,
        riders=tuple((face(view, seat.seat, words), seat, state_of(seat, words)[0]) for seat in view.seats),
        ask=ask,
        draft=tuple(drafted(ask)),
        presses=tuple(_presses(ask, words)),
        facts=_facts(view),
        mode="over" if view.phase == "over" else ask.kind if ask else "",
    )


def _presses(ask: AskView | None, words: Words) -> list[Press]:
    """The buttons that end a choice."""
    if ask is None:
        return []
    if ask.ready:
        return [Press("do=ready&ready=false", words.say("Not ready"), words.say("to change your mind"))]
    if ask.kind == "choose":
        return [Press("do=choose&choice={pick}", words.say("Choose"), words.say("this is final"), True)]
    return [Press("do=choose&choice={pick}", words.say("Choose"), words.say("face down until all are ready"), True)]


def _facts(view: TableView) -> tuple[tuple[str, str], ...]:
    """The plain fields of the game's view, by name."""
    game = view.everything if view.everything is not None else view.game_view
    names = [name for name in getattr(game, "__struct_fields__", ()) if name not in _ELSEWHERE]
    found = [(name, getattr(game, name)) for name in names]
    return tuple((name.replace("_", " "), _text(value)) for name, value in found if isinstance(value, (int, str, tuple)))


def _text(value: object) -> str:
    return ", ".join(str(part) for part in value if isinstance(part, (int, str))) if isinstance(value, tuple) else str(value)
