"""``doublecross serve``: live tables in the browsers of everyone around."""

from __future__ import annotations

import argparse
import getpass
import os
import secrets
import sys
import threading
import webbrowser

from doublecross.cli.compiling import compile_game
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import all_games, load_game
from doublecross.kernel.words import Words, words
from doublecross.store.folder import data_folder
from doublecross.store.store import Store
from doublecross.web.addresses import private_addresses
from doublecross.web.app import make_app
from doublecross.web.first_table import first_table
from doublecross.web.logs import set_up_logging
from doublecross.web.metrics import Metrics
from doublecross.web.qr import qr_terminal
from doublecross.web.running import bind
from doublecross.web.running import run as run_server
from doublecross.web.server import Server
from doublecross.web.settings import Settings, check_public_url
from doublecross.web.shown import Links

PASSPHRASE = "DOUBLECROSS_PASSPHRASE"
"""The environment variable with the passphrase; an argument would show in the list of processes."""
EVERYWHERE = ("0.0.0.0", "::")


def run(args: argparse.Namespace) -> int:
    """Serve until the person stops it."""
    speaker = words(args.language)
    game = load_game(args.game)
    for known in [game, *all_games()]:
        compile_game(known, speaker, args.plain, batches=False)
    folder = data_folder(args.data_dir)
    settings = Settings(
        folder=folder,
        public_url=check_public_url(args.public_url) if args.public_url else None,
        trusted_proxies=tuple(args.trusted_proxies),
        passphrase=_passphrase(args.create),
        keep_days=args.keep_days,
    )
    set_up_logging()
    metrics = Metrics()
    store = Store(folder, metrics.committed)
    with bind(args.host, args.port) as listening:
        port = listening.getsockname()[1]
        phones = private_addresses() if args.host in EVERYWHERE else []
        server = Server(settings, store, metrics, lan=[f"http://{phone}:{port}" for phone in phones])
        host = "localhost" if args.host in EVERYWHERE else args.host
        start = _Start(speaker, server, f"http://{host}:{port}", phones, port, args)
        server.when_started = start.make_table
        run_server(make_app(server), listening, settings.trusted_proxies, start.tell)
    return 0


def _passphrase(create: str) -> str | None:
    if create == "anyone":
        return None
    found = os.environ.get(PASSPHRASE, "")
    if found and len(found) < 6:
        raise BadInput(PASSPHRASE, Phrase("{length} characters", length=len(found)), Phrase("at least {least} characters", least=6))
    return found or secrets.token_urlsafe(6)


class _Start:
    """What a person sees when the server starts."""

    def __init__(self, speaker: Words, server: Server, here: str, phones: list[str], port: int, args: argparse.Namespace) -> None:
        self._speaker, self._server, self._here, self._phones, self._port, self._args = speaker, server, here, phones, port, args
        self._table = self._token = ""

    async def make_table(self) -> None:
        """The person's own table, before the first request."""
        live, self._token = await first_table(self._server, self._args.game, _name(self._speaker))
        self._table = live.id

    def tell(self) -> None:
        """Say where it is, and open it."""
        speaker, public = self._speaker, self._server.settings.public_url
        prefix = self._server.settings.prefix
        mine = Links(prefix, public or self._here + prefix)
        link = mine.whole(mine.start(self._table, self._token)) if not public else mine.invitation(self._table)
        print(speaker.say("Your table is open, and you are seated: {address}", address=link))
        bases = [public] if public else [f"http://{phone}:{self._port}" for phone in self._phones]
        others = [Links(prefix, base).invitation(self._table) for base in bases]
        if others:
            self._tell_others(others)
        if self._args.create == "passphrase":
            print(speaker.say("Passphrase for opening tables: {passphrase}", passphrase=self._server.settings.passphrase))
        print(speaker.say("Everything is kept in {folder}", folder=self._server.settings.folder))
        print(speaker.say("Stop with Ctrl+C; games go on where they were."), flush=True)
        if not self._args.no_browser and not public and _has_browser():
            # A browser in a terminal would keep the server waiting.
            threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()

    def _tell_others(self, addresses: list[str]) -> None:
        speaker = self._speaker
        print(speaker.say("For the others, on the same network: {address}", address=addresses[0]))
        for address in addresses[1:]:
            print(speaker.say("or, if that does not answer: {address}", address=address))
        if not self._args.plain:
            print(qr_terminal(addresses[0]))
        port = self._port
        print(
            speaker.say(
                "If no phone connects: is it on the same Wi-Fi, not a guest network, and does the firewall let port {port} in?", port=port
            )
        )


def _name(speaker: Words) -> str:
    """What to call the person who starts the server, until they say otherwise."""
    try:
        return getpass.getuser()[:20].capitalize()
    except (OSError, KeyError):
        return speaker.say("Host")


def _has_browser() -> bool:
    """Whether opening a page would show it to a person: not over SSH, nor without a screen."""
    if "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
