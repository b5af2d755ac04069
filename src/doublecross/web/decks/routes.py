"""The routes of the deck editor. Whoever has a deck's link reads it; only whom it belongs to changes it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.games.outlawed.deck_files import MAX_FILE, deck_text, read_deck
from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import Words, words
from doublecross.store.decks import DeckRow
from doublecross.store.people import Person
from doublecross.tables.refusals import Refusal
from doublecross.web.answers import html, page, see_other, status_of
from doublecross.web.bodies import read_form
from doublecross.web.decks import forms, pages
from doublecross.web.decks.drafts import DeckDraft, decode, draft_of, empty_draft, encode
from doublecross.web.decks.faults import examine, examine_kept
from doublecross.web.decks.kept import OURS, NoSuchDeck, sound_deck
from doublecross.web.decks.shown import shelf_line
from doublecross.web.guard import client
from doublecross.web.reading import language_of
from doublecross.web.server import Server, server_of
from doublecross.web.uploads import read_file


def _speaker(request: Request) -> Words:
    return words(language_of(request))


async def _own(request: Request) -> tuple[Server, Person, DeckRow, DeckDraft]:
    """The deck of the request, if it belongs to whoever asks; for anyone else there is none to change."""
    server = server_of(request)
    person = await server.person(request)
    row = await asyncio.to_thread(server.store.decks.get, request.path_params["deck"])
    if person is None or row is None or row.person_id != person.id:
        raise NoSuchDeck
    return server, person, row, decode(row.body)


@page
async def decks(request: Request) -> Response:
    """The visitor's decks, and ours."""
    return html(await _list(request))


async def _list(request: Request, refusal: str = "") -> str:
    server, speaker = server_of(request), _speaker(request)
    person = await server.person(request)
    rows = await asyncio.to_thread(server.store.decks.of_person, person.id) if person else []

    def lines() -> list[Any]:
        return [shelf_line(row.id, decode(row.body), examine_kept(row.body), speaker) for row in rows]

    return pages.list_page(await asyncio.to_thread(lines), refusal, server.links(request), language_of(request))


@page
async def new_deck(request: Request) -> Response:
    """One more: a copy of a deck whose id one knows, or an empty one."""
    server = server_of(request)
    origin = str((await read_form(request)).get("from", ""))[:64]
    draft = empty_draft() if not origin else draft_of(await sound_deck(server, origin))
    return await _add(request, draft)


@page
async def upload(request: Request) -> Response:
    """One more, from a deck file."""
    server, speaker = server_of(request), _speaker(request)
    server.limiter.check("keep", client(request.scope))
    try:
        text = await read_file(request, "file", MAX_FILE)
        deck = await asyncio.to_thread(read_deck, text, speaker.say("deck file"))
    except DoublecrossError as error:
        return html(await _list(request, speaker.repeat(error.args[0])), status_of(error))
    return await _add(request, draft_of(deck))


async def _add(request: Request, draft: DeckDraft) -> Response:
    server = server_of(request)
    person, token = await server.visitors.known_or_new(
        await server.person(request), lambda: server.limiter.check("person", client(request.scope))
    )
    server.limiter.check("keep", person.id)
    most = server.settings.decks_per_person
    deck_id = await asyncio.wrap_future(server.store.decks.add(person.id, encode(forms.checked(draft)), most))
    if deck_id is None:
        raise Refusal(Phrase("You have {number} decks here; delete one before you make another.", number=most))
    response: Response = see_other(server.links(request).deck_edit(deck_id))
    if token is not None:
        server.visitors.hand_over(response, token)
    return response


@page
async def deck(request: Request) -> Response:
    """A sound deck in words, for everyone who has its link."""
    server, deck_id = server_of(request), request.path_params["deck"]
    person = await server.person(request)
    row = None if deck_id in OURS else await asyncio.to_thread(server.store.decks.get, deck_id)
    own = row is not None and person is not None and row.person_id == person.id
    found = await sound_deck(server, deck_id)
    return html(await asyncio.to_thread(pages.deck_page, deck_id, found, own, server.links(request), language_of(request)))


@page
async def file(request: Request) -> Response:
    """A sound deck as a deck file."""
    found = await sound_deck(server_of(request), request.path_params["deck"])
    name = re.sub(r"[^a-z0-9]+", "-", found.name.said("en").lower()).strip("-") or "deck"
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(deck_text(found), media_type="application/toml", headers=headers)


@page
async def edit(request: Request) -> Response:
    """The form of the deck itself."""
    server, _, row, draft = await _own(request)
    found = await asyncio.to_thread(examine_kept, row.body)
    return html(pages.edit_page(row.id, draft, found, "", server.links(request), language_of(request)))


@page
async def keep(request: Request) -> Response:
    """Keep what that form says."""
    server, person, row, draft = await _own(request)
    server.limiter.check("keep", person.id)
    fields = await read_form(request)
    draft = forms.read_deck(fields, draft)
    await _change(server, row, draft)
    links = server.links(request)
    if fields.get("do") == "add":
        return see_other(links.deck_outlaw(row.id, len(draft.outlaws) - 1))
    return see_other(links.deck_edit(row.id))


async def _change(server: Server, row: DeckRow, draft: DeckDraft) -> None:
    body = encode(draft)
    if body != row.body and not await asyncio.wrap_future(server.store.decks.change(row.id, row.person_id, body)):
        raise NoSuchDeck


@page
async def outlaw(request: Request) -> Response:
    """The form of one outlaw."""
    _, _, row, draft = await _own(request)
    return await _outlaw_page(request, row.id, draft, request.path_params["number"])


async def _outlaw_page(request: Request, deck_id: str, draft: DeckDraft, number: int) -> Response:
    if number >= len(draft.outlaws):
        raise NoSuchDeck
    links, language = server_of(request).links(request), language_of(request)
    return html(await asyncio.to_thread(lambda: pages.outlaw_page(deck_id, draft, number, examine(draft), links, language)))


@page
async def keep_outlaw(request: Request) -> Response:
    """Keep what that form says; or only look what it would come to."""
    server, person, row, draft = await _own(request)
    server.limiter.check("keep", person.id)
    number = request.path_params["number"]
    if number >= len(draft.outlaws):
        raise NoSuchDeck
    fields = await read_form(request)
    draft, do = forms.read_outlaw(fields, draft, number), str(fields.get("do", ""))
    if do == "look":
        return await _outlaw_page(request, row.id, draft, number)
    await _change(server, row, draft)
    links = server.links(request)
    if do == "back":
        return see_other(links.deck_edit(row.id))
    if do == "next":
        return see_other(links.deck_outlaw(row.id, (number + 1) % len(draft.outlaws)))
    return see_other(links.deck_outlaw(row.id, number) + ("#condition" if do.partition(" ")[0] in forms.PART_BUTTONS else ""))


@page
async def delete(request: Request) -> Response:
    """Delete a deck for good."""
    server, person, row, _ = await _own(request)
    await asyncio.wrap_future(server.store.decks.remove(row.id, person.id))
    return see_other(server.links(request).decks())


ROUTES: list[BaseRoute] = [
    Route("/decks", decks),
    Route("/decks", new_deck, methods=["POST"]),
    Route("/decks/file", upload, methods=["POST"]),
    Route("/decks/{deck}", deck),
    Route("/decks/{deck}/file", file),
    Route("/decks/{deck}/edit", edit),
    Route("/decks/{deck}/edit", keep, methods=["POST"]),
    Route("/decks/{deck}/edit/{number:int}", outlaw),
    Route("/decks/{deck}/edit/{number:int}", keep_outlaw, methods=["POST"]),
    Route("/decks/{deck}/delete", delete, methods=["POST"]),
]
