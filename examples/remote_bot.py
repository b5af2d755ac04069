"""A bot that plays from anywhere: it sits down at a live table and plays by chance, with the standard library alone.

    python examples/remote_bot.py http://localhost:8000 QK7WHX

The address is the server's, the code is the table's. What there is to know stands in the server's own description, /api/v1/openapi.json.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import urllib.error
import urllib.request
from typing import Any

WAIT = 25
"""Seconds that a call waits for something new."""


class Server:
    """The interface of a server, used as one program."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.token = address.rstrip("/") + "/api/v1", ""
        self.keys = itertools.count()
        self.token = self.call("/people", {"name": name})["token"]

    def call(self, path: str, body: Any = None) -> Any:
        """GET, or POST with a body; what comes back. A refusal raises `ValueError` with the reason."""
        headers = {"content-type": "application/json", "authorization": f"Bearer {self.token}"} if self.token else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=WAIT + 10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise ValueError(json.load(error)["refusal"]) from None

    def command(self, table: str, **fields: Any) -> None:
        """Do something at a table. The key makes sure that it counts once, should it be sent again."""
        self.call(f"/tables/{table}/commands", {"key": f"bot-{next(self.keys)}", **fields})


def answer(view: Any, rng: random.Random) -> dict[str, Any]:
    """A random answer to what a seat is asked (the `ask` of the view)."""
    ask = view["ask"]
    about = {"decision": ask["decision"], "seat": ask["seat"]}
    if ask["kind"] == "robbery":
        if ask["draft"] is not None or (ask["may_stay_out"] and rng.random() < 0.5):
            return {"do": "ready", **about}
        return {"do": "draft", "choice": several(ask, rng), **about}
    if ask["many"] > 1:  # so many cards at once, in any order
        return {"do": "choose", "choice": several(ask, rng), **about}
    tokens, choices = [], ask["choices"]
    while choices:
        choice = rng.choice(choices)
        tokens.append(choice["token"])
        choices = choice["then"]
    return {"do": "choose", "choice": " ".join(tokens), **about}


def several(ask: Any, rng: random.Random) -> str:
    """So many cards as are asked for; one that is held twice stands once among the choices, with two copies."""
    cards = [choice["token"] for choice in ask["choices"] for _ in range(choice["copies"])]
    return " ".join(rng.sample(cards, ask["many"]))


def play(server: Server, table: str, rng: random.Random) -> Any:
    """Play until the game is over; the last view."""
    version = -1
    while True:
        view = server.call(f"/tables/{table}?after={version}&wait={WAIT}")
        if view["phase"] == "over":
            return view
        version = view["version"]
        ask = view["ask"]
        if ask is not None and not ask["ready"]:
            try:
                server.command(table, **answer(view, rng))
            except ValueError as refusal:  # somebody else was faster, say; look again
                print(refusal)
            version = -1


def main() -> None:
    """Sit down at the table with a code, and play one game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address")
    parser.add_argument("code")
    parser.add_argument("--name", default="Tin Man")
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    server = Server(chosen.address, chosen.name)
    table = server.call(f"/codes/{chosen.code}")["table"]
    server.command(table, do="sit", name=chosen.name)
    view = play(server, table, random.Random(chosen.seed))
    print(", ".join(view["results"][-1]["winners"]))


if __name__ == "__main__":
    main()
