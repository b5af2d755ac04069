"""The pages of decks, replays, history and advice, with everything on them that they can show, for the tests of all pages."""

from __future__ import annotations

import functools

import msgspec

from doublecross.advice.hints import Hint, hints
from doublecross.advice.review import Review, review
from doublecross.bots.bot import Decision
from doublecross.games.outlawed.deck_files import house_deck
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import start
from doublecross.kernel.words import words
from doublecross.store.games import GameRow
from doublecross.tables.replays import Replay, Rider, viewers
from doublecross.web.advice.pages import hint_page, review_page
from doublecross.web.advice.reviews import Job
from doublecross.web.decks import drafts, faults, pages
from doublecross.web.decks.drafts import DeckDraft, TextDraft, draft_of, empty_draft
from doublecross.web.decks.parts import Part
from doublecross.web.decks.shown import shelf_line
from doublecross.web.drawing import render
from doublecross.web.history import game_line
from doublecross.web.replays.pages import replay_page, story_page, upload_page
from doublecross.web.shown import Links
from doublecross.web.standing import Standing
from tests.web.states import GAMES, Play

PLAYED = ("mw-book", "ol-beginner")


@functools.cache
def played(name: str) -> Replay:
    """A game of `GAMES`, played to its end at a table."""
    play = Play(**GAMES[name])
    play.start()
    while play.table.state.phase != "over":
        for _ in play.step():
            pass
    state = play.table.state
    assert state.position is not None
    return Replay(state.position, [Rider(seat.name, seat.look, seat.owner, seat.bot) for seat in state.seats], "t1", 1)


def spoilt() -> DeckDraft:
    """Ours, with a mistake in every field of one outlaw, and a name that would be markup."""
    draft = draft_of(house_deck())
    nested = Part("any", holds=False, parts=(Part("played", who="me", subject="nobody"), Part("all"), Part("same-played", count="=2")))
    outlaw = msgspec.structs.replace(
        draft.outlaws[1],
        name=TextDraft("Bo <b>. <script>" * 4),
        animal=TextDraft(""),
        reward="lots",
        condition=Part("all", parts=(nested, Part("claimed", subject="my_claim"))),
        sends=("nobody",),
        art="No art",
    )
    draft = msgspec.structs.replace(drafts.replaced(draft, 1, outlaw), name=TextDraft(""), note=TextDraft(" x"))
    return drafts.replaced(draft, 2, msgspec.structs.replace(draft.outlaws[2], id="me"))


def deck_pages(links: Links, language: str) -> dict[str, str]:
    """Every page of the deck editor."""
    speaker, ours, wrong, bare = words(language), draft_of(house_deck()), spoilt(), empty_draft()
    lines = [shelf_line(f"d{place}", draft, faults.examine(draft), speaker) for place, draft in enumerate((ours, wrong, bare))]
    return {
        "decks": pages.list_page(lines, speaker.say("Not found"), links, language),
        "deck": pages.deck_page("d0", house_deck(), True, links, language),
        "deck-house": pages.deck_page("house", house_deck(), False, links, language),
        "deck-edit": pages.edit_page("d0", ours, faults.examine(ours), "", links, language),
        "deck-edit-wrong": pages.edit_page("d1", wrong, faults.examine(wrong), "", links, language),
        "outlaw-edit": pages.outlaw_page("d0", ours, 10, faults.examine(ours), links, language),
        "outlaw-edit-wrong": pages.outlaw_page("d1", wrong, 1, faults.examine(wrong), links, language),
        "outlaw-edit-id": pages.outlaw_page("d1", wrong, 2, faults.examine(wrong), links, language),
        "outlaw-edit-empty": pages.outlaw_page("d2", bare, 0, faults.examine(bare), links, language),
    }


def replay_pages(links: Links, language: str) -> dict[str, str]:
    """Replays of both games for every kind of viewer: the deal, the middle, the end; and their stories."""
    found = {"replays": upload_page("<i>Bo", links, language)}
    for name in PLAYED:
        replay = played(name)
        everyone = tuple(viewers(replay.final.players))

        def address(step: int, viewer: str) -> str:
            return links.replay("t1", 1, step, viewer)

        for viewer in ("", "0", "open"):
            for step in (0, replay.total // 2, replay.total):
                text = replay_page(replay, step, viewer, everyone, address, links.table("t1"), links.replay_save("t1", 1), links, language)
                found[f"replay-{name}-{viewer or 'watch'}-{step}"] = text
        found[f"story-{name}"] = story_page(replay, "open", address, links.table("t1"), links.replay_save("t1", 1), links, language)
    return found


@functools.cache
def weighed(name: str) -> Review:
    """The review of a game that was played to its end, made with the least effort."""
    return review(played(name).final, worlds=1)


@functools.cache
def hinted(name: str, language: str) -> list[Hint]:
    """Hints for the first choice of a game."""
    final = played(name).final
    dealt = start(final.game, final.players, final.seed, final.options)
    return hints(Decision(dealt, min(dealt.to_act)), 1, language, [rider.name for rider in played(name).riders], worlds=1)


def advice_pages(links: Links, language: str) -> dict[str, str]:
    """Hints for both games; reviews that nobody wanted yet, that began, failed, and are there."""
    found = {}
    for name in PLAYED:
        replay = played(name)

        def address(step: int, viewer: str) -> str:
            return links.replay("t1", 1, step, viewer)

        jobs = {
            "unasked": None,
            "begun": Job(),
            "half": Job(done=40, total=90),
            "failed": Job(refusal=Phrase("No advice could be found this time. Try again.")),
            "done": Job(review=weighed(name)),
        }
        for state, job in jobs.items() if name == PLAYED[0] else [("done", jobs["done"])]:
            here, back = links.review("t1", 1), address(0, "open")
            found[f"review-{name}-{state}"] = review_page(replay, job, address, here, back, links, language)
        questions = [(question, hinted(name, language)) for question in ("Bo <b>?", "<i>?")]
        found[f"hint-{name}"] = hint_page(questions, links.table("t1"), links, language, part=False)
    return found


def shelf_pages(links: Links, language: str) -> dict[str, str]:
    """All of these pages, by name."""
    standing = msgspec.json.encode(Standing(("Ada", "Bo <b>.", "Cleo"), (1,), ((4, 2), (13, 1), (9, 0))))
    games = [
        game_line(GameRow("t1", place, name, standing, 0.0), place, words(language))
        for place, name in enumerate(("most-wanted", "outlawed"))
    ]
    return {
        **deck_pages(links, language),
        **replay_pages(links, language),
        **advice_pages(links, language),
        "history": render("history.html", language, links, games=games, won=1),
        "history-empty": render("history.html", language, links, games=[], won=0),
    }
