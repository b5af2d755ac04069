"""Opening a table, from a form's fields or a program's request."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from doublecross.bots.registry import usual_opponent
from doublecross.kernel.errors import BadInput, DoublecrossError
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.store.people import Person
from doublecross.tables.commands import AddBot, Clock, Command, Sit
from doublecross.tables.events import Stored
from doublecross.tables.refusals import Refusal
from doublecross.tables.table import Table
from doublecross.web.decks.kept import DECKS_OF, with_deck
from doublecross.web.live import LiveTable
from doublecross.web.server import Server

WEEK = 7 * 86_400.0
"""Tables at which nothing has happened for so long do not count as open."""


class NotAllowed(DoublecrossError):
    """This server opens tables only for those who know its passphrase."""

    def __init__(self) -> None:
        super().__init__(Phrase("That is not this server's passphrase."))


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened.

    Attributes:
        game, players, options: what is played; options by name, in text form.
        deck: id of a deck of OutLawed! that is kept here; "" for the one in `options`, or ours.
        name, look: of the person who opens it and sits down there.
        sits: whether they do sit down.
        bots: how many bots sit down with them; `bot` is which, "" for the usual opponent.
        clock: "" for the usual one: 60 seconds and a bank, none for a person alone with bots.
        seconds, bank, days, run_out: of the clock; see `doublecross.tables.commands.Clock`.
        listed: offer it to everyone.
        chat: people can write.
        hints: people can ask what their choices are worth.
        passphrase: needed where the server asks for it.
    """

    game: str
    players: int
    options: dict[str, Any] = {}
    deck: str = ""
    name: str = ""
    look: str = ""
    sits: bool = True
    bots: int = 0
    bot: str = ""
    clock: str = ""
    seconds: int = 60
    bank: int = 120
    days: int = 2
    run_out: str = "stand-in"
    listed: bool = False
    chat: bool = True
    hints: bool = False
    passphrase: str = ""


def read_opening(fields: Mapping[str, Any]) -> Opening:
    """From the fields of a form; raises `BadInput`."""
    given = {name: value for name, value in fields.items() if value != "" and not isinstance(value, dict)}
    # The form shows the options of every game, each in a group named after its game.
    given["options"] = fields.get(str(given.get("game")), fields.get("options", {}))
    if isinstance(given["options"], dict):
        given["options"] = {name: value for name, value in given["options"].items() if value != ""}
    try:
        return msgspec.convert(given, Opening, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(Phrase("the request"), str(error)[:200], Phrase("what the form asks for")) from None


async def open_table(server: Server, person: Person, opening: Opening) -> LiveTable:
    """Open it.

    Raises:
        NotAllowed: the passphrase is wrong.
        NoSuchDeck: the deck is not kept here.
        Refusal: there cannot be such a table, or there are too many already.
    """
    passphrase = server.settings.passphrase
    if passphrase is not None and not hmac.compare_digest(passphrase.encode(), opening.passphrase.encode()):
        raise NotAllowed
    mine, all_of_them = await asyncio.to_thread(server.store.tables.open_counts, person.id, time.time() - WEEK)
    if mine >= server.settings.tables_per_person:
        raise Refusal(Phrase("You have {number} unfinished tables here; finish one before you open another.", number=mine))
    if all_of_them >= server.settings.tables_per_server:
        raise Refusal(Phrase("This server has as many tables as it takes. Try again later."))
    if opening.bots and not opening.bot:
        opening = msgspec.structs.replace(opening, bot=usual_opponent(load_game(opening.game)))
    server.bots.check(server.hall.live, person.id, opening.game, [opening.bot] * opening.bots)
    if opening.game == DECKS_OF:
        opening = msgspec.structs.replace(opening, options=await with_deck(server, opening.options, opening.deck))
    return await server.hall.open(_maker(person, opening), person.id)


def _maker(person: Person, opening: Opening) -> Callable[[str, str, float], tuple[Table, Sequence[Stored]]]:
    clock = _clock(opening)
    if not 0 <= opening.bots <= opening.players:
        raise Refusal(Phrase("There are not so many seats for bots."))

    def make(table_id: str, code: str, now: float) -> tuple[Table, Sequence[Stored]]:
        events = Table.open(
            table_id,
            code,
            game=opening.game,
            players=opening.players,
            now=now,
            options=opening.options,
            clock=clock,
            chat=opening.chat,
            listed=opening.listed,
            hints=opening.hints,
        )
        table = Table.from_events(events)
        commands: list[Command] = [Sit(key=_key(), name=opening.name, look=opening.look, program=person.is_bot)] if opening.sits else []
        commands += [AddBot(key=_key(), bot=opening.bot) for _ in range(opening.bots)]
        for command in commands:
            for event in table.decide(command, person.id, now, secrets.randbits(256)):
                table.fold(event)
                events.append(event)
        return table, events

    return make


def _clock(opening: Opening) -> Clock | None:
    if not opening.clock:
        return None
    fields = {"kind": opening.clock, "seconds": opening.seconds, "bank": opening.bank, "days": opening.days, "run_out": opening.run_out}
    try:
        return msgspec.convert(fields, Clock)
    except msgspec.ValidationError as error:
        raise BadInput(Phrase("the request"), str(error)[:200], "none, decision, days") from None


def _key() -> str:
    return secrets.token_urlsafe(9)
