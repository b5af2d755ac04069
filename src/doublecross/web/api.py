"""The interface for programs, under ``/api/v1``: the same views and commands as JSON. `doublecross.web.openapi` describes it.

A program says who it is by ``Authorization: Bearer TOKEN``; it gets the token by ``POST /api/v1/people``, and its seats are shown as bots.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.kernel.errors import BadInput, DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.store.people import Person
from doublecross.web.answers import json_error
from doublecross.web.bodies import read_body, read_command
from doublecross.web.guard import client
from doublecross.web.hall import NoSuchTable, plain_code
from doublecross.web.home import game_choices, open_tables
from doublecross.web.live import LiveTable
from doublecross.web.opening import Opening, open_table
from doublecross.web.presence import arrive
from doublecross.web.reading import language_of
from doublecross.web.server import Server, server_of
from doublecross.web.table_routes import obey

LONGEST_WAIT = 55.0
"""Seconds a call may wait for a change."""
_WHERE = Phrase("the request")


class NewProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program that wants to play, and how it calls itself."""

    name: str


class Registered(msgspec.Struct, frozen=True):
    """Who the program is from now on; `token` is shown this once. `person` is its handle in views."""

    token: str
    person: str


class OpenedTable(msgspec.Struct, frozen=True):
    """A table: its id, its code, and its page for people."""

    table: str
    code: str
    page: str


class Accepted(msgspec.Struct, frozen=True):
    """The command was carried out; `version` is that of the sender's view after it."""

    version: int


class Refused(msgspec.Struct, frozen=True):
    """Nothing changed; `refusal` says why, in the language of the request."""

    refusal: str


class NotKnown(DoublecrossError):
    """The request says not who it comes from."""

    def __init__(self) -> None:
        super().__init__(Phrase("Say who you are: Authorization: Bearer TOKEN."))


Call = Callable[[Request], Awaitable[Any]]


def call(function: Call) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint whose result is sent as JSON, and whose errors are as well."""

    @wraps(function)
    async def answer(request: Request) -> Response:
        try:
            result = await function(request)
        except DoublecrossError as error:
            response = json_error(request, error)
            if isinstance(error, NotKnown):
                response.status_code = 401
                response.headers["www-authenticate"] = "Bearer"
            return response
        return result if isinstance(result, Response) else Response(msgspec.json.encode(result), media_type="application/json")

    return answer


async def _known(request: Request) -> Person:
    person = await server_of(request).person(request)
    if person is None:
        raise NotKnown
    return person


async def _body(request: Request, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(await read_body(request), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(_WHERE, str(error)[:200], kind.__name__) from None


@call
async def people(request: Request) -> Registered:
    """A new program."""
    server = server_of(request)
    server.limiter.check("person", client(request.scope))
    wanted: NewProgram = await _body(request, NewProgram)
    person, token = await server.visitors.register(wanted.name[:64])
    return Registered(token, person.id)


@call
async def games(request: Request) -> Any:
    """What can be opened."""
    return game_choices(language_of(request))


@call
async def tables(request: Request) -> Any:
    """Open tables."""
    return open_tables(server_of(request))


@call
async def new_table(request: Request) -> OpenedTable:
    """Open one."""
    server = server_of(request)
    server.limiter.check("create", client(request.scope))
    live = await open_table(server, await _known(request), await _body(request, Opening))
    return _opened(server, live, request)


@call
async def by_code(request: Request) -> OpenedTable:
    """The table with a code."""
    server = server_of(request)
    server.limiter.check("code", client(request.scope))
    row = await asyncio.to_thread(server.store.tables.by_code, plain_code(request.path_params["code"][:40]))
    if row is None:
        raise NoSuchTable
    return _opened(server, await server.hall.get(row.id), request)


def _opened(server: Server, live: LiveTable, request: Request) -> OpenedTable:
    return OpenedTable(live.id, live.row.code, server.links(request).invitation(live.id))


@call
async def table(request: Request) -> Response:
    """What the sender may see of a table; with ``after`` and ``wait`` as soon as there is something newer than that version."""
    server = server_of(request)
    person = await server.person(request)
    viewer, language = person.id if person else None, language_of(request)
    after, wait = _number(request, "after", -1, 2**53), _number(request, "wait", 0, LONGEST_WAIT)
    live = await server.hall.get(request.path_params["table"])
    await arrive(live, viewer)
    who = viewer or client(request.scope)
    if wait and server.may_connect(who):
        with server.connection(who):
            live = await _changed(server, live, lambda table: table.table.version(viewer) != after, wait)
    headers = {"etag": live.tag(viewer, language), "cache-control": "no-cache, private", "vary": "Authorization, Cookie"}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(msgspec.json.encode(live.view(viewer, language)), media_type="application/json", headers=headers)


async def _changed(server: Server, live: LiveTable, is_new: Callable[[LiveTable], bool], seconds: float) -> LiveTable:
    """Wait until there is something new, or for so long; the table in memory then."""
    wake = asyncio.Event()
    live.wakers.add(wake)
    try:
        async with asyncio.timeout(seconds):
            while live.gone or not is_new(live):
                await wake.wait()
                wake.clear()
                if live.gone:
                    live.wakers.discard(wake)
                    live = await server.hall.get(live.id)
                    live.wakers.add(wake)
    except TimeoutError:
        pass
    finally:
        live.wakers.discard(wake)
    return live


def _number(request: Request, name: str, least: float, most: float) -> float:
    text = request.query_params.get(name)
    if text is None:
        return least
    try:
        number = float(text[:20])
    except ValueError:
        number = math.nan
    if math.isnan(number):
        raise BadInput(_WHERE, repr(text[:20]), Phrase("a number"))
    return min(max(number, least), most)


@call
async def command(request: Request) -> Accepted:
    """Carry out a command."""
    server, person = server_of(request), await _known(request)
    live = await server.hall.get(request.path_params["table"])
    await obey(server, live, person, await read_command(request))
    return Accepted(live.table.version(person.id))


async def document(request: Request) -> Response:
    """The description of all this."""
    from doublecross.web.openapi import openapi

    return Response(openapi(server_of(request).settings.prefix), media_type="application/json")


ROUTES: list[BaseRoute] = [
    Route("/api/v1/openapi.json", document),
    Route("/api/v1/people", people, methods=["POST"]),
    Route("/api/v1/games", games),
    Route("/api/v1/tables", tables),
    Route("/api/v1/tables", new_table, methods=["POST"]),
    Route("/api/v1/tables/{table}", table),
    Route("/api/v1/tables/{table}/commands", command, methods=["POST"]),
    Route("/api/v1/codes/{code}", by_code),
]
