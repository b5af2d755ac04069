"""Taking one's seats to another device: a QR code that works once."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.kernel.phrases import Phrase
from doublecross.store.people import MOVE, new_token
from doublecross.tables.refusals import Refusal
from doublecross.web.answers import html, page, see_other
from doublecross.web.guard import client, is_loopback
from doublecross.web.pages import enter_page, move_page
from doublecross.web.qr import qr_svg
from doublecross.web.reading import language_of
from doublecross.web.server import Server, server_of

MINUTES = 10
"""How long a one-time token lives."""


async def one_time_token(server: Server, person_id: str) -> str:
    """A token that makes one more device the person's, once, soon."""
    token = new_token()
    await asyncio.wrap_future(server.store.people.add_token(person_id, token, MOVE, time.time() + MINUTES * 60))
    return token


@page
async def move(request: Request) -> Response:
    """Show a code for the other device."""
    server, table = server_of(request), request.path_params["table"]
    await server.hall.get(table)
    person = await server.person(request)
    if person is None:
        raise Refusal(Phrase("You have no seat to take along."))
    server.limiter.check("person", client(request.scope))
    links = server.links(request)
    address = links.whole(links.enter(table, await one_time_token(server, person.id)))
    return html(move_page(table, qr_svg(address), MINUTES, links, language_of(request)))


@page
async def enter(request: Request) -> Response:
    """Ask first: programs that look at links before people do must not use it up."""
    table, token = request.path_params["table"], request.path_params["token"]
    return html(enter_page(table, token, server_of(request).links(request), language_of(request)))


@page
async def enter_now(request: Request) -> Response:
    """Make this device one of the person's."""
    server, table = server_of(request), request.path_params["table"]
    server.limiter.check("code", client(request.scope))
    person_id = await asyncio.wrap_future(server.store.people.spend(request.path_params["token"]))
    if person_id is None:
        raise Refusal(Phrase("This link has been used or is too old. Ask for a new one on the first device."))
    response = see_other(server.links(request).table(table))
    await server.visitors.let_in(person_id, response)
    return response


@page
async def start(request: Request) -> Response:
    """What the server itself opens in the browser of its own machine: no question is asked there."""
    if not is_loopback(request.scope):
        return await enter(request)
    person = await server_of(request).person(request)
    owner = await asyncio.to_thread(server_of(request).store.owner)
    if person is not None and person == owner:
        return see_other(server_of(request).links(request).table(request.path_params["table"]))
    return await enter_now(request)


ROUTES: list[BaseRoute] = [
    Route("/t/{table}/move", move, methods=["POST"]),
    Route("/t/{table}/enter/{token}", enter),
    Route("/t/{table}/enter/{token}", enter_now, methods=["POST"]),
    Route("/t/{table}/start/{token}", start),
]
