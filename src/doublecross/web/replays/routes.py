"""The routes of replays.

Whoever sat in a game sees all of it once it is over: as any seat saw it, with all cards open, and as a save file. Whoever only has the
table's link sees what spectators saw: how somebody bluffs stays among those who played. Whoever has a save file has everything anyway.
"""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.words import words
from doublecross.tables.replays import Replay, viewers
from doublecross.web.answers import html, page, see_other, status_of
from doublecross.web.guard import client
from doublecross.web.reading import language_of
from doublecross.web.replays import pages
from doublecross.web.replays.kept import MOST_BYTES, NoSuchGame
from doublecross.web.server import Server, server_of
from doublecross.web.uploads import read_file

_WATCHED = ("",)


async def _game(request: Request) -> tuple[Server, Replay, int | None]:
    """The finished game of the request, and the seat that whoever asks had in it."""
    server = server_of(request)
    person = await server.person(request)
    replay = await server.replays.game(request.path_params["table"], request.path_params["number"])
    return server, replay, replay.owns(person.id) if person else None


def _all_viewers(replay: Replay) -> tuple[str, ...]:
    return tuple(name for name in viewers(replay.final.players) if name != "open" or replay.is_over)


@page
async def game(request: Request) -> Response:
    """A finished game at one step."""
    server, replay, seat = await _game(request)
    links = server.links(request)
    allowed = _all_viewers(replay) if seat is not None else _WATCHED
    save = links.replay_save(replay.table, replay.number) if seat is not None else ""
    review = links.review(replay.table, replay.number) if seat is not None else ""
    back = links.table(replay.table)

    def address(step: int, viewer: str) -> str:
        return links.replay(replay.table, replay.number, step, viewer)

    return await _step(request, replay, allowed, address, back, save, review, "" if seat is None else str(seat))


async def _step(
    request: Request,
    replay: Replay,
    allowed: tuple[str, ...],
    address: pages.Address,
    back: str,
    save: str,
    review: str,
    default: str,
) -> Response:
    step = request.path_params.get("step")
    if step is None:
        return see_other(address(0, default))
    viewer = request.query_params.get("as", "")
    if viewer not in allowed or step > replay.total:
        raise NoSuchGame
    links, language = server_of(request).links(request), language_of(request)
    return html(await asyncio.to_thread(pages.replay_page, replay, step, viewer, allowed, address, back, save, links, language, review))


@page
async def save(request: Request) -> Response:
    """A finished game as a save file, for those who sat in it."""
    _, replay, seat = await _game(request)
    if seat is None:
        raise NoSuchGame
    name = f"{replay.final.game.name}-{replay.number}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(replay.save_file(), media_type="application/jsonl", headers=headers)


@page
async def story(request: Request) -> Response:
    """A finished game, told."""
    server, replay, seat = await _game(request)
    links, language = server.links(request), language_of(request)
    save = links.replay_save(replay.table, replay.number) if seat is not None else ""
    viewer = "open" if seat is not None else ""

    def address(step: int, viewer: str) -> str:
        return links.replay(replay.table, replay.number, step, viewer)

    return html(await asyncio.to_thread(pages.story_page, replay, viewer, address, links.table(replay.table), save, links, language))


@page
async def form(request: Request) -> Response:
    """A form to look at a save file."""
    return html(pages.upload_page("", server_of(request).links(request), language_of(request)))


@page
async def upload(request: Request) -> Response:
    """A save file, to be looked at for a while by whoever has the address."""
    server, language = server_of(request), language_of(request)
    server.limiter.check("keep", client(request.scope))
    links, speaker = server.links(request), words(language)
    try:
        data = await read_file(request, "file", MOST_BYTES)
        name = await server.replays.keep_file(data, speaker.say("save file"))
    except DoublecrossError as error:
        return html(pages.upload_page(speaker.repeat(error.args[0]), links, language), status_of(error))
    return see_other(links.uploaded_replay(name))


@page
async def file(request: Request) -> Response:
    """A save file that was sent up, at one step."""
    server, name = server_of(request), request.path_params["name"]
    links, replay = server.links(request), server.replays.file(name)

    def address(step: int, viewer: str) -> str:
        return links.uploaded_replay(name, step, viewer)

    review, default = links.uploaded_review(name), "open" if replay.is_over else ""
    return await _step(request, replay, _all_viewers(replay), address, links.replays(), "", review, default)


ROUTES: list[BaseRoute] = [
    Route("/t/{table}/games/{number:int}", game),
    Route("/t/{table}/games/{number:int}/save", save),
    Route("/t/{table}/games/{number:int}/story", story),
    Route("/t/{table}/games/{number:int}/{step:int}", game),
    Route("/replays", form),
    Route("/replays", upload, methods=["POST"]),
    Route("/replays/{name}", file),
    Route("/replays/{name}/{step:int}", file),
]
