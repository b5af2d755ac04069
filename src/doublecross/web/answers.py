"""Answers to requests: pages, and what is said when something cannot be done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from doublecross.kernel.errors import BadInput, DoublecrossError
from doublecross.kernel.words import words
from doublecross.store.database import OutOfReach
from doublecross.tables.refusals import Refusal
from doublecross.web.bodies import TooLarge
from doublecross.web.decks.kept import NoSuchDeck
from doublecross.web.hall import NoSuchTable
from doublecross.web.limiting import TooOften
from doublecross.web.live import TableStopped, Unavailable
from doublecross.web.opening import NotAllowed
from doublecross.web.pages import message_page
from doublecross.web.reading import language_of
from doublecross.web.replays.kept import NoSuchGame
from doublecross.web.server import server_of

Endpoint = Callable[[Request], Awaitable[Response]]

STATUS: dict[type[DoublecrossError], int] = {
    NotAllowed: 403,
    NoSuchTable: 404,
    NoSuchDeck: 404,
    NoSuchGame: 404,
    TableStopped: 410,
    TooOften: 429,
    Unavailable: 503,
    OutOfReach: 503,
    TooLarge: 413,
    BadInput: 400,
    Refusal: 409,
}
"""What each error is in HTTP."""


def status_of(error: DoublecrossError) -> int:
    """The status of an error, that of its nearest class."""
    return next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)


def wants_json(request: Request) -> bool:
    """Whether the answer is for a script or a program."""
    return "application/json" in request.headers.get("accept", "")


def json_error(request: Request, error: DoublecrossError) -> Response:
    """Why it was refused, in the reader's language."""
    said = words(language_of(request)).repeat(error.args[0])
    return Response(msgspec.json.encode({"refusal": said}), status_of(error), media_type="application/json")


def html(text: str, status: int = 200) -> HTMLResponse:
    """A page."""
    return HTMLResponse(text, status)


def see_other(address: str) -> RedirectResponse:
    """After a form: go there."""
    return RedirectResponse(address, 303)


def answered(endpoint: Endpoint) -> Endpoint:
    """An endpoint for people: what goes wrong becomes a page that says so in their language."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except DoublecrossError as error:
            return error_page(request, error)

    return answer


def page(endpoint: Endpoint) -> Endpoint:
    """As `answered`, for what people open: the language and the light that its address chooses are remembered."""
    inner = answered(endpoint)

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        response = await inner(request)
        server_of(request).visitors.remember_taste(request, response)
        return response

    return answer


def error_page(request: Request, error: DoublecrossError) -> Response:
    """Say what went wrong."""
    language = language_of(request)
    speaker = words(language)
    text = message_page(speaker.say("That did not work"), speaker.repeat(error.args[0]), server_of(request).links(request), language)
    response = html(text, status_of(error))
    if isinstance(error, TooOften):
        response.headers["retry-after"] = "10"
    return response
