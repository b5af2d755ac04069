"""Who is asking. A browser holds a token in a signed cookie, a program in a header; the store knows its hash."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from doublecross.store.people import DEVICE, PROGRAM, Person, new_token, token_hash
from doublecross.store.store import Store
from doublecross.web.reading import LANGUAGE, THEME, language_of, theme_of
from doublecross.web.settings import Settings

COOKIE = "doublecross"
"""How the name of the cookie begins. It goes on with a mark of the server: to a browser all ports of a machine are one and the same."""
YEAR = 365 * 86_400
REMEMBERED = 20_000
"""People whose tokens are kept in memory, so that the database need not be asked at every request."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,64}")


class Visitors:
    """Finds out who asks, and gives newcomers a token."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        key = store.cookie_key()
        self._signer = Signer(key, salt="doublecross device")
        self._cookie = f"{COOKIE}-{hashlib.blake2b(key.encode(), digest_size=4).hexdigest()}"
        self._known: OrderedDict[tuple[bytes, str], Person] = OrderedDict()

    async def find(self, connection: HTTPConnection) -> Person | None:
        """The person behind the request; None for someone we do not know (yet)."""
        program = _bearer(connection)
        token, purpose = (self._device_token(connection), DEVICE) if program is None else (program, PROGRAM)
        if token is None:
            return None
        key = (token_hash(token), purpose)
        person = self._known.get(key)
        if person is None:
            person = await asyncio.to_thread(self._store.people.by_token, token, purpose)
            if person is not None:
                self._remember(key, person)
        return person

    async def known_or_new(self, person: Person | None, may_come: Callable[[], None]) -> tuple[Person, str | None]:
        """The person, or a new one with the token that their browser is to get; `may_come` raises if too many newcomers have come."""
        if person is not None:
            return person, None
        may_come()
        token = new_token()
        person = await asyncio.wrap_future(self._store.people.add(token, DEVICE))
        self._remember((token_hash(token), DEVICE), person)
        return person, token

    async def register(self, name: str) -> tuple[Person, str]:
        """A new program, and the token it has to send."""
        token = new_token()
        person = await asyncio.wrap_future(self._store.people.add(token, PROGRAM, is_bot=True, name=name))
        return person, token

    async def let_in(self, person_id: str, response: Response) -> None:
        """Make the device that gets this response one of the person's."""
        token = new_token()
        await asyncio.wrap_future(self._store.people.add_token(person_id, token, DEVICE))
        self.hand_over(response, token)

    async def call(self, person: Person, name: str, look: str) -> None:
        """Remember a person's name and look for the next table."""
        if (person.name, person.look) == (name, look):
            return
        await asyncio.wrap_future(self._store.people.rename(person.id, name, look))
        for key, known in self._known.items():
            if known.id == person.id:
                self._known[key] = replace(known, name=name, look=look)

    def hand_over(self, response: Response, token: str) -> None:
        """Set the cookie."""
        self._set(response, self._cookie, self._signer.sign(token).decode())

    def remember_taste(self, connection: HTTPConnection, response: Response) -> None:
        """If this request chooses a language or a theme, the browser is to say so from now on."""
        if LANGUAGE in connection.query_params:
            self._set(response, LANGUAGE, language_of(connection))
        if THEME in connection.query_params:
            self._set(response, THEME, theme_of(connection))

    def _set(self, response: Response, name: str, value: str) -> None:
        path = self._settings.prefix + "/"
        response.set_cookie(name, value, max_age=YEAR, path=path, secure=self._settings.secure, httponly=True, samesite="lax")

    def _device_token(self, connection: HTTPConnection) -> str | None:
        try:
            return self._signer.unsign(connection.cookies.get(self._cookie, "")[:200]).decode()
        except (BadSignature, UnicodeError):
            return None

    def _remember(self, key: tuple[bytes, str], person: Person) -> None:
        self._known[key] = person
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _bearer(connection: HTTPConnection) -> str | None:
    """The token of a program, from its Authorization header."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" and _TOKEN.fullmatch(token) else None
