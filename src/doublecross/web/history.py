"""My games: what somebody has played to its end here, how it ended, and the ways back to it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.kernel.registry import game_names, load_game
from doublecross.kernel.words import Words, words
from doublecross.store.games import GameRow
from doublecross.web.answers import html, page
from doublecross.web.drawing import render
from doublecross.web.reading import language_of
from doublecross.web.server import server_of
from doublecross.web.standing import Standing, score_words


@dataclass(frozen=True)
class Place:
    """One seat in the standing of a game."""

    name: str
    won: bool
    yours: bool
    score: str


@dataclass(frozen=True)
class GameLine:
    """One finished game in the list."""

    table: str
    number: int
    game: str
    title: str
    won: bool
    outcome: str
    places: tuple[Place, ...]
    day: str
    when: str


def game_line(row: GameRow, seat: int, speaker: Words) -> GameLine:
    """A game as the one who had this seat reads of it."""
    standing = msgspec.json.decode(row.standing, type=Standing)
    order = sorted(range(len(standing.names)), key=lambda each: (each in standing.winners, standing.scores[each : each + 1]), reverse=True)
    places = [
        Place(
            standing.names[each],
            each in standing.winners,
            each == seat,
            score_words(row.game, standing.scores[each], speaker) if standing.scores else "",
        )
        for each in order
    ]
    title = load_game(row.game).title if row.game in game_names() else row.game
    when = time.gmtime(row.finished_at)
    day, moment = time.strftime("%Y-%m-%d", when), time.strftime("%Y-%m-%dT%H:%M:%SZ", when)
    return GameLine(
        row.table_id, row.number, row.game, title, seat in standing.winners, _outcome(standing, seat, speaker), tuple(places), day, moment
    )


def _outcome(standing: Standing, seat: int, speaker: Words) -> str:
    if seat in standing.winners:
        return speaker.say("You won.") if len(standing.winners) == 1 else speaker.say("You shared the win.")
    names = speaker.both(standing.names[each] for each in standing.winners) if standing.winners else "?"
    return speaker.plural("Won by {names}.", "Shared by {names}.", len(standing.winners), names=names)


@page
async def history(request: Request) -> Response:
    """The page."""
    server, language = server_of(request), language_of(request)
    person = await server.person(request)
    rows = await asyncio.to_thread(server.store.games.of_person, person.id) if person else []
    lines = [game_line(row, seat, words(language)) for row, seat in rows]
    won = sum(line.won for line in lines)
    return html(render("history.html", language, server.links(request), games=lines, won=won))


ROUTES: list[BaseRoute] = [Route("/history", history)]
