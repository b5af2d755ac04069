"""The pages of replays: the table's own pages at one step, with a bar to go on by. Every step and every viewer has an address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from doublecross.kernel.words import Words, words
from doublecross.tables.replays import Replay, viewers
from doublecross.tables.views import TableView
from doublecross.web.desks import desk_of
from doublecross.web.desks.common import Call, Face, face, told
from doublecross.web.drawing import pile, render
from doublecross.web.shown import Links

Address = Callable[[int, str], str]
"""From a step, and a viewer as addresses call them, to an address."""


@dataclass(frozen=True)
class Way:
    """A link: where to, what it says, whether it is here."""

    to: str
    text: str
    here: bool = False


@dataclass(frozen=True)
class Hand:
    """What a seat holds at this step: cards, or outlaws by name; and what lies face down before it."""

    who: Face
    cards: tuple[Any, ...] = ()
    outlaws: str = ""
    placed: str = ""


@dataclass(frozen=True)
class Bar:
    """What the bar of a replay shows; empty addresses lead nowhere."""

    step: int
    total: int
    first: str
    before: str
    after: str
    last: str
    seen_as: tuple[Way, ...]
    chapters: tuple[Way, ...]
    hands: tuple[Hand, ...]
    news: tuple[str, ...]
    back: str
    save: str


def replay_page(
    replay: Replay, step: int, viewer: str, allowed: tuple[str, ...], address: Address, back: str, save: str, links: Links, language: str
) -> str:
    """A game at one step.

    Args:
        viewer: as whom it is seen: a seat ("0"), "" for a spectator, "open" for all cards open.
        allowed: the viewers that whoever asks may choose from.
        back, save: the addresses of the table and of the save file, empty for none.
    """
    speaker = words(language)
    who = viewers(replay.final.players)[viewer]
    view = replay.view(step, who, speaker)
    template, desk = desk_of(view, speaker)
    seen_as = tuple(Way(address(step, each), _viewer_name(replay, each, speaker), each == viewer) for each in allowed)
    title = next(way.text for way in seen_as if way.here)
    call = Call(False, title, speaker.say("Step {step} of {total}", step=step, total=replay.total))
    before, after = replay.before(step, who, speaker), replay.after(step, who, speaker)
    chapters = replay.chapters(who, speaker)
    current = max((when for when, _ in chapters if when <= step), default=-1)
    bar = Bar(
        step=step,
        total=replay.total,
        first=address(0, viewer) if before is not None else "",
        before=address(before, viewer) if before is not None else "",
        after=address(after, viewer) if after is not None else "",
        last=address(replay.total, viewer) if after is not None else "",
        seen_as=seen_as,
        chapters=tuple(Way(address(when, viewer), text, when == current) for when, text in chapters),
        hands=tuple(_hands(view, desk, speaker)),
        news=tuple(replay.news(step, who, speaker)),
        back=back,
        save=save,
    )
    name = speaker.say("Replay of {game}, doublecross", game=view.title)
    places = {"view": view, "now": "0", "document_title": name, "yours": "", "timer": None, "clock_text": "", "lines": told(view.log)}
    fragment = Markup(render(template, language, links, desk=replace(desk, call=call), replay=bar, **places))
    return render("replay.html", language, links, fragment=fragment, document_title=name)


def _viewer_name(replay: Replay, viewer: str, words: Words) -> str:
    if viewer == "open":
        return words.say("All cards open")
    if not viewer:
        return words.say("As spectators saw it")
    return words.say("As {name} saw it", name=replay.names(words)[int(viewer)])


def _hands(view: TableView, desk: Any, words: Words) -> list[Hand]:
    """The hands that the viewer sees: one's own, or all of them."""
    game = view.game_view
    seats = range(view.players) if view.everything is not None else view.own
    make = _HANDS.get(view.game)
    return [make(face(view.seats[seat], words, you=False), game.seats[seat], desk, words) for seat in seats] if make else []


def _cards_held(who: Face, seat: Any, desk: Any, words: Words) -> Hand:
    return Hand(who, tuple(pile(seat.cards or (), words)))


def _outlaws_held(who: Face, seat: Any, desk: Any, words: Words) -> Hand:
    names = {outlaw.token: outlaw.name for outlaw in desk.deck}
    return Hand(who, (), ", ".join(names[each] for each in seat.hand or ()), names.get(seat.play, ""))


_HANDS: dict[str, Callable[[Face, Any, Any, Words], Hand]] = {"most-wanted": _cards_held, "outlawed": _outlaws_held}


def upload_page(refusal: str, links: Links, language: str) -> str:
    """A form to look at a save file."""
    return render("replays.html", language, links, refusal=refusal)
