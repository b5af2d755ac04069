"""What whoever runs a server decides."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase

HOST = re.compile(r"([\w.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?", re.ASCII)
"""A host, perhaps with a port."""
_PUBLIC = re.compile(rf"https?://{HOST.pattern}(/[\w.~-]+)*/*", re.ASCII)
_USUAL_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True)
class Rates:
    """How often is often enough, in the notation of the package limits ("10/minute"); what goes beyond is refused for a while.

    Attributes:
        request: any request, per address.
        act: commands at tables, per person.
        talk: chat and reactions, per person.
        create: new tables, per address.
        person: new people, per address.
        code: invitation codes that were tried, per address.
        keep: decks that were changed and files that were sent up, per person or address.
        advice: hints and reviews that were asked for, per person or address.
    """

    request: str = "1200/minute"
    act: str = "120/minute"
    talk: str = "20/minute"
    create: str = "20/minute"
    person: str = "60/minute"
    code: str = "10/minute"
    keep: str = "120/minute"
    advice: str = "20/minute"


@dataclass(frozen=True)
class Settings:
    """One server's settings.

    Attributes:
        folder: where everything is kept.
        public_url: the address people use, if it is not the one they ask for; its path is a prefix before every page.
        trusted_proxies: addresses or networks whose forwarded headers count.
        passphrase: who opens a table must know it; None: anyone may.
        keep_days: finished games are deleted after so many days; None: never.
        tables_per_person, tables_per_server: unfinished tables at most.
        decks_per_person: kept decks at most.
        sockets_per_person: open connections at most.
        bot_delay: a bot answers after a time drawn evenly from these seconds, whatever it holds; one that thinks, so much later that its
            budget lies before them.
        bot_reading: bots leave people so many seconds for each thing that has just happened before everybody's eyes.
        bot_seconds: how long a bot thinks about a choice, if nobody else waits; the plan allows no more than 2.5.
        thinkers_per_person, thinkers_per_server: bots that think, at the tables somebody opened and at all that are in use, at most.
        idle_seconds: a table without connections leaves memory after this time.
        listed_seconds: an open table without connections leaves the list after this time.
        rates: limits of frequency.
    """

    folder: Path
    public_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    passphrase: str | None = None
    keep_days: int | None = None
    tables_per_person: int = 20
    tables_per_server: int = 5000
    decks_per_person: int = 50
    sockets_per_person: int = 40
    bot_delay: tuple[float, float] = (0.7, 2.2)
    bot_reading: float = 0.3
    bot_seconds: float = 0.8
    thinkers_per_person: int = 24
    thinkers_per_server: int = 1000
    idle_seconds: float = 300.0
    listed_seconds: float = 3600.0
    rates: Rates = field(default_factory=Rates)

    @property
    def origin(self) -> str | None:
        """Scheme, host and port of the public address, as browsers write it: without the port that the scheme stands for."""
        if self.public_url is None:
            return None
        parts = urlsplit(self.public_url)
        return f"{parts.scheme}://{parts.netloc}".lower().removesuffix(_USUAL_PORTS[parts.scheme])

    @property
    def prefix(self) -> str:
        """The path before every page, without a slash at its end."""
        return urlsplit(self.public_url).path.rstrip("/") if self.public_url else ""

    @property
    def secure(self) -> bool:
        """Whether cookies may be sent over TLS only."""
        return self.public_url is not None and self.public_url.startswith("https:")


def check_public_url(text: str) -> str:
    """The address without a slash at its end; raises `BadInput` unless it is one that a browser can open."""
    if not _PUBLIC.fullmatch(text):
        raise BadInput("--public-url", repr(text), Phrase("an address such as https://example.org/games"))
    return text.rstrip("/")
