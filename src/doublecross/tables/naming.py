"""What those at a table are called and look like: nobody as somebody else here."""

from __future__ import annotations

from doublecross.kernel.phrases import Phrase
from doublecross.tables.refusals import Refusal
from doublecross.tables.state import State
from doublecross.tables.texts import alike, check_name

LOOKS = {
    "kate": "Kate",
    "deacon": "Deacon",
    "moe": "Moe",
    "sal": "Sal",
    "tess": "Tess",
    "hank": "Hank",
    "doc": "Doc",
    "stranger": "Stranger",
}
"""The portraits, each with the name of a bot that gets it."""
MOST_PEOPLE = 200
"""People a table knows by name."""


def check_room(state: State, person: str) -> None:
    """Refuse one person too many."""
    if (person not in state.people and len(state.people) >= MOST_PEOPLE) or len(state.queue) >= MOST_PEOPLE:
        raise Refusal(Phrase("There are too many people at this table."))


def free_name(state: State, name: str, person: str, but: int | None = None, another: bool = False) -> str:
    """The name, if nobody else here goes by it, or will.

    Args:
        person: whose name it is to be; they may use it for a seat, the queue and the chat.
        but: a seat whose name does not count, because it is to have this one.
        another: this person waits in the queue already; then their own name there counts as well.
    """
    text = check_name(name)
    taken = [seat.name for number, seat in enumerate(state.seats) if number != but and not seat.free]
    taken += [waiting.name for waiting in state.queue if another or waiting.person != person]
    taken += [request.name for request in state.requests.values() if request.person != person]
    taken += [other.name for handle, other in state.people.items() if handle != person and not (other.kicked or other.away)]
    if any(alike(text, other) for other in taken):
        raise Refusal(Phrase("Somebody here is already called {name}.", name=text))
    return text


def known_look(look: str) -> str:
    """The portrait, if there is one of this name, or none."""
    if look and look not in LOOKS:
        raise Refusal(Phrase("There is no such portrait."))
    return look


def free_look(state: State, look: str, but: int | None = None) -> str:
    """The portrait that is asked for, or the first that nobody has."""
    taken = [seat.look for number, seat in enumerate(state.seats) if number != but]
    if known_look(look) and look in taken:
        raise Refusal(Phrase("Somebody here already has that portrait."))
    return look or free_looks(state)[0]


def free_looks(state: State) -> list[str]:
    """The portraits that nobody has."""
    return [look for look in LOOKS if look not in [seat.look for seat in state.seats]] or ["stranger"]
