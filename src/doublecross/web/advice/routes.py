"""The routes of advice.

A review tells how everyone bluffed: it is for those who sat in the game, as its replay with open cards is, and for whoever has the save
file. A hint is for the one who is asked, at a table that allows hints, and made from what that seat may know.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.advice.worker import HintTask
from doublecross.tables.replays import Replay
from doublecross.web.advice.pages import Address, hint_page, review_page
from doublecross.web.answers import html, page, see_other
from doublecross.web.guard import client
from doublecross.web.reading import language_of
from doublecross.web.replays.kept import NoSuchGame
from doublecross.web.server import server_of


async def _game(request: Request) -> tuple[str, Replay, Address, str]:
    """The finished game of the request, which whoever asks sat in: its key, itself, the addresses of its replay and of its review."""
    server, links = server_of(request), server_of(request).links(request)
    name = request.path_params.get("name")
    if name is not None:
        replay = server.replays.file(name)
        return f"file {name}", replay, lambda step, viewer: links.uploaded_replay(name, step, viewer), links.uploaded_review(name)
    table, number = request.path_params["table"], request.path_params["number"]
    person = await server.person(request)
    replay = await server.replays.game(table, number)
    if person is None or replay.owns(person.id) is None:
        raise NoSuchGame
    return f"{table} {number}", replay, lambda step, viewer: links.replay(table, number, step, viewer), links.review(table, number)


@page
async def review(request: Request) -> Response:
    """The review of a finished game, or how far it is."""
    key, replay, address, here = await _game(request)
    server, language = server_of(request), language_of(request)
    job = server.reviews.find(key)
    links, back = server.links(request), address(0, "open" if replay.is_over else "")
    return html(await asyncio.to_thread(review_page, replay, job, address, here, back, links, language))


@page
async def begin(request: Request) -> Response:
    """Make the review."""
    key, replay, _, here = await _game(request)
    server = server_of(request)
    if server.reviews.find(key) is None:
        server.limiter.check("advice", client(request.scope))
    server.reviews.begin(key, replay)
    return see_other(here)


@page
async def hint(request: Request) -> Response:
    """Hints for what the visitor is asked now."""
    server, language = server_of(request), language_of(request)
    live = await server.hall.get(request.path_params["table"])
    person = await server.person(request)
    questions = live.table.hint_questions(person.id if person else None, language)
    server.limiter.check("advice", person.id if person else client(request.scope))
    task = HintTask([question.decision for question in questions], language, [*questions[0].names], questions[0].seed)
    answer = await server.hints.ask(task)
    told = [(question.text, hints) for question, hints in zip(questions, answer.hints, strict=True)]
    links = server.links(request)
    response = html(hint_page(told, links.table(live.id), links, language, "part" in request.query_params))
    response.headers["cache-control"] = "no-store"
    return response


ROUTES: list[BaseRoute] = [
    Route("/t/{table}/hint", hint),
    Route("/t/{table}/games/{number:int}/review", review),
    Route("/t/{table}/games/{number:int}/review", begin, methods=["POST"]),
    Route("/replays/{name}/review", review),
    Route("/replays/{name}/review", begin, methods=["POST"]),
]
