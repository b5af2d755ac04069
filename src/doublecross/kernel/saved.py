"""A position as bytes: its options, its record and its log. What comes back is checked before compiled code touches it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING, Game
from doublecross.kernel.log import EVENT
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.kernel.words import words

FORMAT = 1
MAX_BYTES = 64 * 2**20
_WHERE = "bytes"


class _Packed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is written, as MessagePack."""

    magic: str
    format: int
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    state: bytes
    events: bytes


def plain_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options as JSON holds them."""
    return {option.name: option.kind.plain(options[option.name]) for option in game.options}


def pack(game: Game, options: Mapping[str, Any], players: int, state: bytes, events: bytes) -> bytes:
    """The bytes of a position."""
    packed = _Packed("doublecross", FORMAT, game.name, game.rules_version, players, plain_options(game, options), state, events)
    return msgspec.msgpack.encode(packed)


def stored_options(game: Game, given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The checked options of something stored. It may come from anybody, so no text in it is taken for the name of a file."""
    for option in game.options:
        value = given.get(option.name)
        if isinstance(value, str) and getattr(option.kind, "reads_files", False):
            found, allowed = ascii(value[:60]), Phrase("the content itself, not the name of a file")
            raise BadInput(Phrase("{where}, option {name}", where=where, name=option.name), found, allowed)
    return check_options(game.options, given, where)


def unpack(data: bytes) -> tuple[Game, dict[str, Any], int, bytes, bytes]:
    """Game, options, players, state and events of `pack`, their forms checked; the caller checks the state's content."""
    if not isinstance(data, (bytes, bytearray, memoryview)) or len(data) > MAX_BYTES:
        raise BadInput(_WHERE, type(data).__name__, Phrase("at most {most} bytes", most=MAX_BYTES))
    try:
        packed = msgspec.msgpack.decode(data, type=_Packed)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(_WHERE, str(error), Phrase("what to_bytes wrote")) from None
    if packed.magic != "doublecross" or packed.format != FORMAT:
        raise BadInput(_WHERE, f"{packed.magic[:20]!r} {packed.format}", f"'doublecross' {FORMAT}")
    game = load_game(packed.game)
    check_rules_version(game, packed.rules_version, _WHERE)
    if packed.players not in game.players:
        raise BadInput(_WHERE, str(packed.players), f"{game.players[0]} to {game.players[-1]}")
    options = stored_options(game, packed.options, _WHERE)
    if len(packed.state) != game.state_dtype.itemsize:
        raise BadInput(_WHERE, Phrase("a state of {size} bytes", size=len(packed.state)), str(game.state_dtype.itemsize))
    check_events(game, packed.players, packed.events)
    return game, options, packed.players, packed.state, packed.events


def check_rules_version(game: Game, version: int, where: str) -> None:
    """Refuse what other rules wrote: it would be told differently now."""
    if version != game.rules_version:
        raise BadInput(where, Phrase("rules version {version}", version=version), str(game.rules_version))


def check_events(game: Game, players: int, events: bytes) -> None:
    """Refuse a log whose events are not of this game's form."""
    if len(events) % EVENT.itemsize:
        raise BadInput(_WHERE, Phrase("a log of {size} bytes", size=len(events)), Phrase("a multiple of {size}", size=EVENT.itemsize))
    raw = np.frombuffer(events, dtype=EVENT)
    for index in np.flatnonzero((raw["seat"] < -1) | (raw["seat"] >= players) | ~np.isin(raw["kind"], game.event_kinds)):
        found = Phrase("event {index} of kind {kind}", index=index, kind=raw["kind"][index])
        raise BadInput(_WHERE, found, Phrase("an event of this game"))


def check_story(game: Game, rules: Any, names: Sequence[str], raw: np.ndarray[Any, Any]) -> None:
    """Refuse a log, from outside, that cannot be told from its first event to its last."""
    speaker = words("en")
    for index, each in enumerate(raw):
        try:
            event = game.read_event(each, rules, EVERYTHING)
            if event is not None:
                game.language.tell(event, rules, names, EVERYTHING, speaker)
        except (LookupError, TypeError, ValueError, AttributeError):
            found = Phrase("event {index}: {event}", index=index, event=each.item())
            raise BadInput(_WHERE, found, Phrase("an event of this game")) from None
