"""The pages of advice: the review of a game, how far it is, and hints for one decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from doublecross.advice.chart import draw
from doublecross.advice.hints import Hint
from doublecross.advice.said import Said, SaidChoice, SaidClaim, SaidShow, say
from doublecross.kernel.words import words
from doublecross.tables.replays import Replay
from doublecross.web.advice.reviews import Job
from doublecross.web.drawing import render
from doublecross.web.shown import Links

Address = Callable[[int, str], str]
"""From a step, and a viewer as addresses call them, to the address of the replay."""


@dataclass(frozen=True)
class Seen:
    """Where to see the table as someone saw it at a moment: the address, and whose eyes."""

    to: str
    name: str


@dataclass(frozen=True)
class Told:
    """A choice, a claim or a show of strength, and where its maker, and everyone else, can be looked over the shoulder."""

    what: SaidChoice | SaidClaim | SaidShow
    own: Seen
    others: tuple[Seen, ...]


def review_page(replay: Replay, job: Job | None, address: Address, here: str, back: str, links: Links, language: str) -> str:
    """The review, or how far it is, or the wish for one.

    Args:
        replay: the game.
        job: its review, if someone wanted one.
        address: of the replay's steps.
        here: POST: begin.
        back: the replay.
    """
    speaker = words(language)
    refusal = speaker.repeat(job.refusal) if job is not None and job.refusal else ""
    names = replay.names(speaker)
    said, chart, worst, claims, shows = None, Markup(""), list[Told](), list[Told](), list[Told]()
    if job is not None and job.review is not None:
        said = say(job.review, replay.final, names, language, replay.instead)
        chart = Markup(draw(said.points, names, speaker.say("Chances to win"), _about(said, names, language)))
        worst = [_told(choice, names, address) for choice in said.worst]
        claims = [_told(claim, names, address) for claim in said.claims]
        shows = [_told(show, names, address) for show in said.shows]
    return render(
        "review.html",
        language,
        links,
        title=replay.final.game.title,
        job=job,
        said=said,
        chart=chart,
        worst=worst,
        claims=claims,
        shows=shows,
        names=names,
        address=address,
        here=here,
        back=back,
        refusal=refusal,
    )


def _about(said: Said, names: Sequence[str], language: str) -> str:
    """The chart for those who do not see it: where everyone began and ended."""
    speaker, first, last = words(language), said.points[0], said.points[-1]
    return " ".join(
        speaker.say(
            "{name}: from {first} to {last}.", name=name, first=f"{100 * first.chances[seat]:.0f}%", last=f"{100 * last.chances[seat]:.0f}%"
        )
        for seat, name in enumerate(names)
    )


def _told(what: SaidChoice | SaidClaim | SaidShow, names: Sequence[str], address: Address) -> Told:
    seen = [Seen(address(what.step, str(seat)), name) for seat, name in enumerate(names)]
    return Told(what, seen[what.seat], tuple(each for seat, each in enumerate(seen) if seat != what.seat))


def hint_page(questions: Sequence[tuple[str, Sequence[Hint]]], back: str, links: Links, language: str, part: bool) -> str:
    """Hints for what a seat is asked: each question with its best choices.

    Args:
        questions: (question in words, choices, best first).
        back: the table.
        part: only the hints, to be shown on the table's own page.
    """
    return render("hint_part.html" if part else "hint.html", language, links, questions=questions, back=back)
