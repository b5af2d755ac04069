"""The pages of replays: the table's own pages at one step, with a bar to go on by. Every step and every viewer has an address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from doublecross.kernel.words import Words, words
from doublecross.tables.replays import CHAPTERS, Replay, viewers
from doublecross.tables.views import TableView
from doublecross.web.desks import desk_of
from doublecross.web.desks.common import Call, Face, told
from doublecross.web.drawing import pile, render, render_page
from doublecross.web.regions import Drawings
from doublecross.web.shown import Links
from doublecross.web.standing import score_words, scores, short_score

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
    """What a seat holds at this step: cards, or outlaws by name; what lies face down before it; and how it stands."""

    who: Face
    cards: tuple[Any, ...] = ()
    outlaws: str = ""
    placed: str = ""
    down: tuple[Any, ...] = ()
    score: str = ""


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
    story: str
    review: str


def replay_page(
    replay: Replay,
    step: int,
    viewer: str,
    allowed: tuple[str, ...],
    address: Address,
    back: str,
    save: str,
    links: Links,
    language: str,
    review: str = "",
) -> str:
    """A game at one step.

    Args:
        viewer: as whom it is seen: a seat ("0"), "" for a spectator, "open" for all cards open.
        allowed: the viewers that whoever asks may choose from.
        back, save, review: the addresses of the table, of the save file and of the review, empty for none.
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
        story=links.story(replay.table, replay.number) if replay.table else "",
        review=review,
    )
    name = speaker.say("Replay of {game}, doublecross", game=view.title)
    places = {"view": view, "now": "0", "document_title": name, "yours": "", "timer": None, "clock_text": "", "lines": told(view.log)}
    page = render_page(template, language, links, Drawings(), view.version, desk=replace(desk, call=call), replay=bar, **places)
    fragment = Markup(page.whole())  # made by a template, with everything in it escaped
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
    if make is None:
        return []
    found = scores(view.game, game)
    faces = [Face(seat, view.seats[seat].name, view.seats[seat].look) for seat in seats]
    hands = [make(who, game.seats[who.seat], desk, words) for who in faces]
    return [replace(hand, score=score_words(view.game, found[hand.who.seat], words)) for hand in hands]


def _cards_held(who: Face, seat: Any, desk: Any, words: Words) -> Hand:
    down = desk.game.placed if desk.game.viewer == who.seat else ()
    return Hand(who, tuple(pile(seat.cards or (), words)), down=tuple(pile(down, words)))


def _outlaws_held(who: Face, seat: Any, desk: Any, words: Words) -> Hand:
    names = {outlaw.token: outlaw.name for outlaw in desk.deck}
    return Hand(who, (), ", ".join(names[each] for each in seat.hand or ()), names.get(seat.play, ""))


_HANDS: dict[str, Callable[[Face, Any, Any, Words], Hand]] = {"most-wanted": _cards_held, "outlawed": _outlaws_held}


def upload_page(refusal: str, links: Links, language: str) -> str:
    """A form to look at a save file."""
    return render("replays.html", language, links, refusal=refusal)


@dataclass(frozen=True)
class Chapter:
    """A turn or a round: where its replay begins, what happened, and how the seats stood at its end (text, and whether it is more)."""

    title: str
    to: str
    lines: tuple[str, ...]
    scores: tuple[tuple[str, bool], ...]


def story_page(replay: Replay, viewer: str, address: Address, back: str, save: str, links: Links, language: str) -> str:
    """A game told from beginning to end, with the standing after each of its parts."""
    speaker = words(language)
    who = viewers(replay.final.players)[viewer]
    found = list(_chapters(replay, viewer, address, speaker))
    return render(
        "story.html",
        language,
        links,
        title=replay.final.game.title,
        seen_as=_viewer_name(replay, viewer, speaker),
        seats=replay.names(speaker) if any(chapter.scores for chapter in found) else [],
        chapters=found,
        replay=address(0, viewer if who >= 0 else ""),
        back=back,
        save=save,
    )


def _chapters(replay: Replay, viewer: str, address: Address, words: Words) -> Iterator[Chapter]:
    who = viewers(replay.final.players)[viewer]
    starts = replay.chapters(who, words)
    lines = replay.story(who, words).lines
    heads = [place for place, (_, line) in enumerate(lines) if line.kind in CHAPTERS]
    before: tuple[int, ...] = ()
    if heads and heads[0]:
        yield Chapter(words.say("The beginning"), address(0, viewer), tuple(line.text for _, line in lines[: heads[0]]), ())
    for number, (step, title) in enumerate(starts):
        last = number + 1 == len(starts)
        end, rest = (replay.total, len(lines)) if last else (starts[number + 1][0], heads[number + 1])
        view = replay.view(end, who, words)
        found = scores(view.game, view.game_view)
        now = tuple(score[0] for score in found)
        cells = tuple(
            (short_score(view.game, score), bool(before) and score[0] > old) for score, old in zip(found, before or now, strict=True)
        )
        before = now
        yield Chapter(title, address(step, viewer), tuple(line.text for _, line in lines[heads[number] + 1 : rest]), cells)
