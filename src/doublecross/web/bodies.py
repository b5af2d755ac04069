"""Reading what people send, within limits, into commands."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import ClientDisconnect, Request

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.tables.commands import Command
from doublecross.web.pressing import pressed

MOST_BYTES = 64 * 1024
MOST_FIELDS = 200
MOST_KEY = 64
SECONDS = 10.0
"""How long a body may take to arrive."""
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
_WHERE = Phrase("the request")


class TooLarge(BadInput):
    """More than a request may hold."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        super().__init__(_WHERE, Phrase("too much"), Phrase("at most {most} bytes", most=most))


async def read_body(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body; raises `TooLarge` before more than so many bytes are kept, and `BadInput` if it does not come."""
    body = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise TooLarge(most)
    except (TimeoutError, ClientDisconnect):
        raise BadInput(_WHERE, Phrase("an unfinished body"), Phrase("a whole one")) from None
    return bytes(body)


async def read_form(request: Request) -> dict[str, Any]:
    """The fields of a form; a name that occurs more than once gives its values with spaces between them (a set of cards)."""
    body = await read_body(request)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, strict_parsing=bool(body), errors="strict")
    except ValueError:
        raise BadInput(_WHERE, Phrase("no form"), FORM) from None
    fields: dict[str, Any] = {}
    for name, value in pairs:
        place, name = _place(fields, name)
        place[name] = f"{place[name]} {value}" if isinstance(place.get(name), str) else value
    return fields


def _place(fields: dict[str, Any], name: str) -> tuple[dict[str, Any], str]:
    """Where a field belongs: ``options.track`` is the entry "track" of the field "options"."""
    outer, dot, inner = name.partition(".")
    if not dot:
        return fields, name
    place = fields.setdefault(outer, {})
    if not isinstance(place, dict):
        raise BadInput(_WHERE, repr(name)[:40], FORM)
    return place, inner


def is_form(request: Request) -> bool:
    """Whether the body says that it is a form."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == FORM


async def read_command(request: Request) -> Command:
    """The command in a body, be it a form or JSON; raises `BadInput`."""
    if is_form(request):
        fields = _meant(await read_form(request))
        # An empty field of a form is one that was not filled in.
        given = {name: value for name, value in fields.items() if value != "" or name in ("choice", "text", "cards")}
        given.setdefault("key", secrets.token_urlsafe(9))
        return _checked(lambda: msgspec.convert(given, Command, strict=False))
    body = await read_body(request)
    return _checked(lambda: msgspec.json.decode(body, type=Command))


def _meant(fields: dict[str, Any]) -> dict[str, Any]:
    try:
        return pressed(fields)
    except ValueError:
        raise BadInput(_WHERE, repr(fields.get("act"))[:60], FORM) from None


def _checked(read: Any) -> Command:
    try:
        command: Command = read()
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(_WHERE, str(error)[:200], Phrase("a command")) from None
    if not 0 < len(command.key) <= MOST_KEY:
        raise BadInput(_WHERE, Phrase("a key of {length} characters", length=len(command.key)), f"1 - {MOST_KEY}")
    return command
