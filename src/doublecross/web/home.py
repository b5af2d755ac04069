"""The home page: open a table, join one, go on with one's own; and the rules."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doublecross.bots.registry import bot_names
from doublecross.kernel.errors import BadInput, DoublecrossError
from doublecross.kernel.options import Option
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import all_games, game_names, load_game
from doublecross.kernel.words import Words, words
from doublecross.store.people import Person
from doublecross.store.tables import TableRow
from doublecross.tables.fields import bounds_of, values_of
from doublecross.web.answers import html, page, see_other, status_of
from doublecross.web.bodies import read_form
from doublecross.web.decks.kept import DECKS_OF, decks_to_play
from doublecross.web.guard import client
from doublecross.web.hall import NoSuchTable, plain_code
from doublecross.web.opening import open_table, read_opening
from doublecross.web.pages import home_page, rules_page
from doublecross.web.reading import language_of
from doublecross.web.server import Server, server_of
from doublecross.web.shown import GameChoice, HomeView, OptionChoice, TableLine


@page
async def home(request: Request) -> Response:
    """The page."""
    server, language = server_of(request), language_of(request)
    person = await server.person(request)
    deck = request.query_params.get("deck", "")[:64]
    filled = {"game": DECKS_OF, "deck": deck} if deck else None
    return html(home_page(await _home_view(server, person, language, "", filled), server.links(request), language))


@page
async def new_table(request: Request) -> Response:
    """Open a table and sit down."""
    server, language = server_of(request), language_of(request)
    fields = await read_form(request)
    server.limiter.check("create", client(request.scope))
    person, token = await server.visitors.known_or_new(
        await server.person(request), lambda: server.limiter.check("person", client(request.scope))
    )
    try:
        opening = read_opening(fields)
        live = await open_table(server, person, opening)
        await server.visitors.call(person, opening.name[:64], opening.look[:32])
        response: Response = see_other(server.links(request).table(live.id))
    except DoublecrossError as error:
        view = await _home_view(server, person, language, words(language).repeat(error.args[0]), _filled(fields))
        response = html(home_page(view, server.links(request), language), status_of(error))
    if token is not None:
        server.visitors.hand_over(response, token)
    return response


def _filled(fields: Mapping[str, Any]) -> dict[str, str]:
    """What was in the form, by the names of its fields, so that a mistake costs nobody the rest; the passphrase is typed again."""
    groups = {f"{group}.{name}": value for group, inner in fields.items() if isinstance(inner, dict) for name, value in inner.items()}
    return {name: value for name, value in {**fields, **groups}.items() if isinstance(value, str) and name != "passphrase"}


@page
async def join(request: Request) -> Response:
    """To the table with a code. In a running game that is to watch: seats are given by those who sit there."""
    server = server_of(request)
    server.limiter.check("code", client(request.scope))
    code = plain_code(str((await read_form(request)).get("code", ""))[:40])
    row = await asyncio.to_thread(server.store.tables.by_code, code)
    if row is None:
        raise NoSuchTable
    return see_other(server.links(request).table(row.id))


@page
async def rules(request: Request) -> Response:
    """The rules of a game."""
    name = request.path_params["game"]
    if name not in game_names():
        raise BadInput(Phrase("the request"), repr(name)[:60], ", ".join(game_names()))
    game, language = load_game(name), language_of(request)
    return html(rules_page(game.title, list(game.language.rules_text(words(language))), server_of(request).links(request), language))


async def _home_view(
    server: Server, person: Person | None, language: str, refusal: str = "", filled: Mapping[str, str] | None = None
) -> HomeView:
    rows = await asyncio.to_thread(server.store.tables.of_person, person.id) if person else []
    return HomeView(
        name=person.name if person else "",
        look=person.look if person else "",
        games=game_choices(language),
        mine=tuple(_line(row) for row in rows if row.phase != "over"),
        open=open_tables(server),
        history=tuple(_line(row) for row in rows if row.phase == "over"),
        passphrase=server.settings.passphrase is not None,
        refusal=refusal,
        filled=filled or {},
        decks=await decks_to_play(server, person, language, (filled or {}).get("deck", "")),
    )


def open_tables(server: Server) -> tuple[TableLine, ...]:
    """Public tables that wait for players, and at which somebody is or was lately."""
    found = []
    for live in server.hall.live:
        if not live.row.public or live.row.phase == "playing":
            continue
        lately = time.monotonic() - live.used < server.settings.listed_seconds
        seats = live.view(None, "en").seats
        taken = sum(seat.kind != "free" for seat in seats)
        if (live.wakers or lately) and taken < len(seats):
            found.append(_line(live.row, taken, len(seats), hidden=True))
    return tuple(sorted(found, key=lambda line: -line.opened))


def _line(row: TableRow, seated: int = 0, players: int = 0, hidden: bool = False) -> TableLine:
    title = load_game(row.game).title if row.game in game_names() else row.game
    table = "" if hidden else row.id
    return TableLine(table, row.game, title, row.phase, row.names, row.code, seated, players, row.created_at)


@functools.cache
def game_choices(language: str) -> tuple[GameChoice, ...]:
    """What can be opened, said in a language."""
    speaker = words(language)
    return tuple(
        GameChoice(
            game=game.name,
            title=game.title,
            players=tuple(game.players),
            bots=tuple(bot_names(game)),
            options=tuple(_option_choice(option, speaker) for option in game.options),
        )
        for game in all_games()
    )


def _option_choice(option: Option, speaker: Words) -> OptionChoice:
    kind = option.kind
    default, allowed = kind.text(option.default), speaker.repeat(kind.allowed())
    return OptionChoice(option.name, speaker.say(option.about), default, allowed, values_of(kind, speaker), bounds_of(kind))


async def robots(request: Request) -> Response:
    """Tables are not for search engines."""
    return Response("User-agent: *\nDisallow: /\n", media_type="text/plain")


ROUTES: list[BaseRoute] = [
    Route("/", home),
    Route("/tables", new_table, methods=["POST"]),
    Route("/join", join, methods=["POST"]),
    Route("/rules/{game}", rules),
    Route("/robots.txt", robots),
]
