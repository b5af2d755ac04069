"""The application: all routes behind the guard, and the server's life."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp

from doublecross.kernel.words import words
from doublecross.web import api, history, home, misc, moving, table_routes
from doublecross.web.advice import routes as advice_routes
from doublecross.web.answers import html
from doublecross.web.decks import at_table
from doublecross.web.decks import routes as deck_routes
from doublecross.web.guard import Guard
from doublecross.web.logs import trouble
from doublecross.web.pages import message_page
from doublecross.web.reading import language_of
from doublecross.web.replays import routes as replay_routes
from doublecross.web.server import Server, server_of


def make_app(server: Server) -> ASGIApp:
    """The ASGI application of a server; its lifespan starts and stops the server."""

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        try:
            await server.start()
        except Exception as error:
            trouble("start-failed", error)  # uvicorn's own line about it holds the text, which is not for a log
            await server.stop()
            raise
        try:
            yield
        finally:
            await server.stop()

    # Requests are matched against one route after the other: those that every choice needs come first.
    parts = (table_routes, api, home, moving, deck_routes, at_table, replay_routes, advice_routes, history, misc)
    routes = [route for part in parts for route in part.ROUTES]
    app = Starlette(routes=routes, lifespan=life, exception_handlers={HTTPException: _not_found})
    app.state.server = server
    return Guard(app, server.settings, server.limiter, server.metrics)


async def _not_found(request: Request, error: Exception) -> Response:
    """What no route knows."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    if status != 404:
        return PlainTextResponse("Not allowed", status)
    language = language_of(request)
    speaker = words(language)
    text = message_page(speaker.say("Not found"), speaker.say("There is no such page."), server_of(request).links(request), language)
    return html(text, 404)
