"""The deck of a table: before a game its host picks one of their own, ours, or one whose link they have."""

from __future__ import annotations

import re
import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.kernel.errors import DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import words
from doublecross.store.people import Person
from doublecross.tables.commands import SetOptions
from doublecross.tables.refusals import Refusal
from doublecross.tables.views import TableView
from doublecross.web.answers import html, page, see_other, status_of
from doublecross.web.bodies import read_form
from doublecross.web.decks.kept import DECKS_OF, decks_to_play, with_deck
from doublecross.web.decks.pages import table_deck_page
from doublecross.web.live import LiveTable
from doublecross.web.reading import language_of
from doublecross.web.server import Server, server_of

_ID = re.compile(r"(?:^|/decks/)([\w-]{1,64})(?:/(?:file|edit).*)?/?$")
"""What somebody pastes: the id of a deck, or its link."""


async def _at(request: Request) -> tuple[Server, LiveTable, Person]:
    """The table, if whoever asks may say which deck it plays with."""
    server = server_of(request)
    live = await server.hall.get(request.path_params["table"])
    person = await server.person(request)
    if person is None or not live.view(person.id, language_of(request)).host:
        raise Refusal(Phrase("Only the host can do that."))
    return server, live, person


@page
async def choose(request: Request) -> Response:
    """What there is to choose from."""
    server, live, person = await _at(request)
    return html(await _page(request, server, live, person))


async def _page(request: Request, server: Server, live: LiveTable, person: Person, refusal: str = "") -> str:
    language = language_of(request)
    decks = await decks_to_play(server, person, language)
    return table_deck_page(live.view(person.id, language), decks, refusal, server.links(request), language)


@page
async def take(request: Request) -> Response:
    """The next game is played with this deck."""
    server, live, person = await _at(request)
    server.limiter.check("act", person.id)
    wanted = _ID.search(str((await read_form(request)).get("deck", "")).strip())
    try:
        if wanted is None:
            raise Refusal(Phrase("There is no such deck here, or no longer."))
        options = await with_deck(server, _others(live.view(person.id, "en")), wanted[1])
        await live.give(SetOptions(key=secrets.token_urlsafe(9), options=options), person.id)
    except DoublecrossError as error:
        said = words(language_of(request)).repeat(error.args[0])
        return html(await _page(request, server, live, person, said), status_of(error))
    return see_other(server.links(request).table(live.id))


def _others(view: TableView) -> dict[str, str]:
    """The options as they are, but for the deck."""
    if view.game != DECKS_OF:
        raise Refusal(Phrase("This game is not played with a deck of outlaws."))
    return {option.name: option.value for option in view.options if option.name != "deck"}


ROUTES: list[BaseRoute] = [
    Route("/t/{table}/deck", choose),
    Route("/t/{table}/deck", take, methods=["POST"]),
]
