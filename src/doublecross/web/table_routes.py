"""A table's page, the part of it that changes, commands, its QR code and its save file."""

from __future__ import annotations

import time
from dataclasses import replace

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import LANGUAGES, words
from doublecross.store.people import Person
from doublecross.tables.commands import AskForSeat, Command, React, Rename, Say, Sit
from doublecross.tables.refusals import Refusal
from doublecross.tables.views import TableView
from doublecross.web.answers import answered, error_page, html, json_error, page, see_other, wants_json
from doublecross.web.bodies import read_command
from doublecross.web.bot_driver import bots_of
from doublecross.web.guard import client
from doublecross.web.live import LiveTable, Rendered
from doublecross.web.pages import screen_page, table_page, table_part
from doublecross.web.presence import arrive
from doublecross.web.push import Push
from doublecross.web.qr import qr_svg
from doublecross.web.reading import language_of
from doublecross.web.regions import Page
from doublecross.web.server import Server, server_of
from doublecross.web.shown import Links

IMAGE = "image/svg+xml"
TOO_MANY = 1008
"""A WebSocket that is closed with this code need not be tried again."""


async def _table(request: Request) -> tuple[Server, LiveTable, Person | None]:
    server = server_of(request)
    live = await server.hall.get(request.path_params["table"])
    return server, live, await server.person(request)


def _id(person: Person | None) -> str | None:
    return person.id if person else None


@page
async def table(request: Request) -> Response:
    """The page, as its viewer sees it."""
    server, live, person = await _table(request)
    await arrive(live, _id(person))
    language = language_of(request)
    view = live.view(_id(person), language)
    refusal = live.flashes.pop(person.id, None) if person else None
    if refusal is not None:
        view = msgspec.structs.replace(view, refusal=words(language).repeat(refusal))
    return html(table_page(view, server.links(request), language, time.time()))


@page
async def screen(request: Request) -> Response:
    """The page for a television: whoever opens it sees what spectators see."""
    server, live, _ = await _table(request)
    live.touch(None)
    language = language_of(request)
    return html(screen_page(live.view(None, language), server.links(request), language, time.time()))


def fragment(live: LiveTable, viewer: str | None, language: str, links: Links) -> Rendered:
    """The part of the page that changes, with the time of now: it may have been drawn when the decision began."""
    now = time.time()

    def draw(view: TableView) -> Page:
        return table_part(view, links, language, now, live.drawings)

    found = live.render(viewer, language, links, draw)
    return replace(found, page=found.page.at(now))


@answered
async def view(request: Request) -> Response:
    """The fragment, or that it has not changed."""
    server, live, person = await _table(request)
    viewer = None if "screen" in request.query_params else _id(person)
    await arrive(live, viewer)
    found = fragment(live, viewer, language_of(request), server.links(request))
    headers = {"etag": found.tag, "cache-control": "no-cache, private", "vary": "Cookie, Accept-Language"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.page.whole(), media_type="text/html", headers=headers)


async def live(socket: WebSocket) -> None:
    """Push the fragment."""
    server = server_of(socket)
    person = await server.person(socket)
    who = person.id if person else client(socket.scope)
    if not server.may_connect(who):
        await socket.close(TOO_MANY)
        return
    viewer = None if "screen" in socket.query_params else _id(person)
    language, links = language_of(socket), server.links(socket)
    with server.connection(who):
        push = Push(socket, server.hall, server.metrics, viewer)
        await push.run(socket.path_params["table"], lambda table: fragment(table, viewer, language, links))


async def act(request: Request) -> Response:
    """A command: 303 back to the page for a form, JSON for those who ask for it."""
    try:
        server, live, person = await _table(request)
        command = await read_command(request)
        person, token = await server.visitors.known_or_new(person, lambda: server.limiter.check("person", client(request.scope)))
    except DoublecrossError as error:
        return json_error(request, error) if wants_json(request) else error_page(request, error)
    try:
        await obey(server, live, person, command)
    except DoublecrossError as error:
        response = _refused(request, error, live, person)
    else:
        response = _done(request, live, person)
    if token is not None:
        server.visitors.hand_over(response, token)
    return response


def _done(request: Request, live: LiveTable, person: Person) -> Response:
    if wants_json(request):
        return Response(msgspec.json.encode({"version": live.table.version(person.id)}), media_type="application/json")
    return see_other(server_of(request).links(request).table(live.id))


def _refused(request: Request, error: DoublecrossError, live: LiveTable, person: Person) -> Response:
    if wants_json(request):
        return json_error(request, error)
    if not isinstance(error, Refusal):
        return error_page(request, error)
    # The page they are sent back to says it, so that a reload does not send the form again.
    live.flashes[person.id] = error.reason
    return see_other(server_of(request).links(request).table(live.id))


async def obey(server: Server, live: LiveTable, person: Person, command: Command) -> None:
    """Give a person's command, as often as the server's limits allow."""
    server.limiter.check("talk" if isinstance(command, Say | React) else "act", person.id)
    if isinstance(command, Sit | AskForSeat) and person.is_bot:
        command = msgspec.structs.replace(command, program=True)
    live.touch(person.id)
    server.bots.check(server.hall.live, live.row.opened_by, live.row.game, bots_of(live, command))
    await live.give(command, person.id)
    if isinstance(command, Sit | Rename):
        await server.visitors.call(person, command.name[:64], command.look[:32])


@page
async def qr(request: Request) -> Response:
    """The QR code of the invitation."""
    server, live, _ = await _table(request)
    return Response(qr_svg(server.links(request).invitation(live.id)), media_type=IMAGE)


@page
async def save(request: Request) -> Response:
    """The finished game as a save file, for those who sat in it: it tells how everyone bluffed."""
    _, live, person = await _table(request)
    if person is None or all(seat.person != person.id for seat in live.view(person.id, LANGUAGES[0]).seats):
        raise Refusal(Phrase("The save file is for those who sat in the game."))
    text = live.table.save_file()
    if text is None:
        raise Refusal(Phrase("The save file is there once the game is over."))
    name = f"{live.row.game}.jsonl"
    return Response(text, media_type="application/jsonl", headers={"content-disposition": f'attachment; filename="{name}"'})


ROUTES: list[BaseRoute] = [
    Route("/t/{table}", table),
    Route("/t/{table}/screen", screen),
    Route("/t/{table}/view", view),
    WebSocketRoute("/t/{table}/live", live),
    Route("/t/{table}/act", act, methods=["POST"]),
    Route("/t/{table}/qr.svg", qr),
    Route("/t/{table}/save", save),
]
