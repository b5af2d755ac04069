"""`Position`: one game in progress, as Python sees it: the record, the rules, and an append-only log of events."""

from __future__ import annotations

import functools
import secrets
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from doublecross.kernel.errors import BadInput, IllegalAction, Reason, RuleError
from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event, Game
from doublecross.kernel.happened import Events, known_to
from doublecross.kernel.log import CHOSE, EVENT, LOG, MAX_EVENTS
from doublecross.kernel.machine import blank_state, machine, policy_rng, records, scratch_log
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game
from doublecross.kernel.words import words

Chain = tuple["Chain | None", bytes]
"""The log: the events before, and those of one step. A copy shares it, because nothing in it ever changes."""

SEEDS = 2**256
_SEATS = [frozenset(seat for seat in range(8) if mask >> seat & 1) for mask in range(256)]
_LOWEST = [(mask & -mask).bit_length() - 1 for mask in range(256)]


def _offset(field: str) -> int:
    """Where a field of the log lies, in bytes."""
    fields = LOG.fields
    assert fields is not None
    return int(fields[field][1])


class _Scratch(threading.local):
    """One log per thread: the compiled step writes its events there, without the GIL.

    Attributes:
        log: the log, an array of length 1.
        bytes, words: the same memory, which Python reads fastest in this way.
    """

    def __init__(self) -> None:
        self.log = scratch_log()
        self.bytes: memoryview = self.log.view(np.uint8).data
        self.words = self.bytes.cast("Q")


scratch = _Scratch()
"""The log that every step of this thread writes to."""


_WAITING, _LOWEST_LEGAL = (_offset("waiting") // 8, _offset("lowest_legal") // 8)
_EVENTS_AT, _EVENT_BYTES = _offset("events"), EVENT.itemsize
_MAX_BYTES = MAX_EVENTS * _EVENT_BYTES


def members(mask: int) -> list[int]:
    """The members of a mask, ascending."""
    found = []
    left = int(mask)
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return found


class Position:
    """One game in progress. Mutable: `apply` changes it; `clone` copies it in well under a microsecond.

    Made by `doublecross.new` or `doublecross.from_bytes`.

    Attributes:
        game: the game that is played.
        options: all its options, checked.
        players: how many seats there are.
        rules: the rules record, read-only.
    """

    __slots__ = ("_chain", "_loops", "_lowest_legal", "_rules", "_state", "_waiting", "game", "options", "players", "rules")

    def __init__(
        self, game: Game, options: Mapping[str, Any], rules: np.ndarray[Any, Any], state: np.ndarray[Any, Any], chain: Chain | None
    ) -> None:
        self.game: Game = game
        self.options: Mapping[str, Any] = options
        self._rules, self._state, self._chain = rules, state, chain
        self._loops = machine(game)
        self.rules: Any = as_record(rules)
        self.players: int = int(self.rules.players)
        self._waiting: int = self._loops.enter_to_act(state, rules)  # mask of the seats that have to choose; `apply` keeps it
        self._lowest_legal = 0  # what the lowest of them may do, if that is known already

    @property
    def rules_array(self) -> np.ndarray[Any, Any]:
        """The rules as an array of length 1, the form in which compiled functions take them."""
        return self._rules

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that still have to choose in this step, in any order; empty when the game is over."""
        return _SEATS[self._waiting]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self._waiting

    def legal_mask(self, seat: int) -> int:
        """The legal actions of a seat as a 64-bit mask, 0 if it need not act."""
        if self._lowest_legal and _LOWEST[self._waiting] == seat:
            return self._lowest_legal
        if not _is_number(seat) or not 0 <= seat < self.players:
            raise IllegalAction(Reason.NO_SUCH_SEAT, seat, -1)
        mask: int = self._loops.enter_legal(self._state, self._rules, seat)
        return mask

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, ascending; empty if it need not act. Depends only on what that seat may know."""
        if self._lowest_legal and _LOWEST[self._waiting] == seat:  # as `legal_mask` does, a call less
            return members(self._lowest_legal)
        return members(self.legal_mask(seat))

    def apply(self, seat: int, action: int) -> Events:
        """Take an action and return all events it caused.

        Raises:
            IllegalAction: with the reason; nothing has changed.
        """
        if type(seat) is not int or type(action) is not int:
            if _is_number(seat) and _is_number(action):
                return self.apply(int(seat), int(action))
            raise IllegalAction(self._refusal(seat, action), seat, action)
        into = scratch
        try:
            refused = self._loops.enter_step(self._state, self._rules, into.log, seat, action)
        except OverflowError:  # no 64-bit number, so no seat or no action
            refused = True
        if refused:
            raise IllegalAction(self._refusal(seat, action), seat, action)
        words = into.words
        size = words[0] * _EVENT_BYTES
        if size > _MAX_BYTES:
            raise RuleError(f"{self.game.name}: {words[0]} events in one step, at most {MAX_EVENTS} can be kept")
        self._waiting, self._lowest_legal = words[_WAITING], words[_LOWEST_LEGAL]
        raw = into.bytes[_EVENTS_AT : _EVENTS_AT + size].tobytes()
        self._chain = (self._chain, raw)
        return Events(self.game, self.rules, raw)

    def _refusal(self, seat: int, action: int) -> Any:
        if not _is_number(seat) or not 0 <= seat < self.players:
            return Reason.NO_SUCH_SEAT
        if self.is_over:
            return Reason.GAME_OVER
        if seat not in self.to_act:
            return Reason.NOT_YOUR_TURN
        if not _is_number(action) or not 0 <= action < self.game.actions:
            return Reason.NO_SUCH_ACTION
        reason = self.game.verify(self.know(seat), self._rules, seat, action)
        if reason is None:
            raise RuleError(f"{self.game.name}: action {action} of seat {seat} is refused without a reason")
        return reason

    def mid_choice(self, seat: int) -> bool:
        """Whether the seat is between the actions of one whole choice, such as a set of cards."""
        return bool(self._loops.enter_mid_choice(self._state, self._rules, seat))

    def know(self, viewer: int) -> np.ndarray[Any, Any]:
        """The record (array of length 1) of what a viewer may know; everything else in it is zero."""
        seen = records(self.game.state_dtype)
        self._loops.enter_know(self._state, self._rules, viewer, seen)
        return seen

    def _viewer(self, viewer: Any) -> int:
        """A seat as it is; `EVERYTHING` once the game is over; anyone else is a spectator."""
        if _is_number(viewer) and (0 <= viewer < self.players or (viewer == EVERYTHING and self.is_over)):
            return int(viewer)
        return SPECTATOR

    def view(self, viewer: int | None = None, last: int | None = None) -> Any:
        """Everything a viewer may know, and nothing else: the game's View struct. Without a known seat: a spectator's.

        `last` limits its history to the events of the last so many actions, which a page that follows the game has no need to see again.
        """
        who = self._viewer(viewer)
        seen = self._state if who == EVERYTHING else self.know(who)
        return self.game.view(as_record(seen), self.rules, who, self.events(who, last))

    def events(self, viewer: int | None = None, last: int | None = None) -> list[Event]:
        """The history as a viewer may know it, oldest first: all of it, or that of the last so many actions."""
        who = self._viewer(viewer)
        found = (self.game.read_event(raw, self.rules, who) for raw in self._raw_events(last))
        return [event for event in found if event is not None]

    def _chunks(self, last: int | None = None) -> list[bytes]:
        chunks: list[bytes] = []
        chain = self._chain
        while chain is not None and (last is None or len(chunks) < last):
            chain, raw = chain
            chunks.append(raw)
        return chunks[::-1]

    def _raw_events(self, last: int | None = None) -> np.ndarray[Any, Any]:
        return np.frombuffer(b"".join(self._chunks(last)), dtype=EVENT)

    def choices(self) -> list[tuple[int, int]]:
        """Every action taken so far, as (seat, action). Secret: sealed choices are among them."""
        return [(int(raw["seat"]), int(raw["a"])) for raw in self._raw_events() if raw["kind"] == CHOSE]

    def trace(self, viewer: int | None = None, lang: str = "en", names: Sequence[str] | None = None) -> list[str]:
        """The story so far in whole sentences, as a viewer may know it; `EVERYTHING` (-2) tells all once the game is over."""
        return self.tell(self.events(viewer), viewer, lang, names)

    def tell(self, events: Sequence[Event], viewer: int | None, lang: str = "en", names: Sequence[str] | None = None) -> list[str]:
        """These events as sentences, from the viewer's point of view."""
        speaker, who = words(lang), self._viewer(viewer)
        told = (self.game.language.tell(event, self.rules, names or self.seat_names(lang), who, speaker) for event in events)
        return [sentence for sentence in told if sentence]

    def seat_names(self, lang: str = "en") -> list[str]:
        """Names for seats that have none."""
        return [words(lang).say("Seat {seat}", seat=seat) for seat in range(self.players)]

    def describe(self, seat: int, action: int, lang: str = "en", names: Sequence[str] | None = None) -> str:
        """What an action means to the seat, in words."""
        return self.game.language.describe(action, self.view(seat), self.rules, names or self.seat_names(lang), words(lang))

    def returns(self) -> list[float]:
        """1 for the winner and 0 for everyone else; a win that the rules share is split evenly. All 0 while the game goes on."""
        if not self.is_over:
            return [0.0] * self.players
        winners = members(self._loops.enter_winners(self._state, self._rules))
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in range(self.players)]

    def clone(self) -> Position:
        """A copy that goes on independently."""
        copy = object.__new__(Position)
        copy.game, copy.options, copy.players, copy.rules = self.game, self.options, self.players, self.rules
        copy._rules, copy._loops, copy._chain = self._rules, self._loops, self._chain
        copy._waiting, copy._lowest_legal = self._waiting, self._lowest_legal
        copy._state = np.frombuffer(bytearray(self._state.tobytes()), self._state.dtype)  # ten times faster than copying fields
        return copy

    def determinize(self, seat: int, rng: np.random.Generator | int) -> Position:
        """A position drawn uniformly from those the seat cannot tell from this one, with a fresh random key.

        Its log holds only what the seat may know. `rng` is a NumPy generator or a number.
        """
        if not _is_number(seat) or not 0 <= seat < self.players:
            raise IllegalAction(Reason.NO_SUCH_SEAT, seat, -1)
        return complete(self.game, self.options, self._rules, self.know(seat), seat, rng, self.known_log(seat))

    def known_log(self, seat: int) -> bytes:
        """The log as a seat may know it: raw events (`doublecross.kernel.log.EVENT`), hidden ones left out, hidden cards blank."""
        return known_to(self._raw_events(), seat).tobytes()

    def observation(self, seat: int) -> np.ndarray[Any, Any]:
        """What the seat may know of the present position, as an int8 vector; `observation_spec` names its entries."""
        out = np.zeros(len(self.observation_spec()), dtype=np.int8)
        self._loops.enter_observe(self.know(seat), self._rules, seat, out)
        return out

    def observation_spec(self) -> Sequence[str]:
        """What each entry of `observation` is."""
        return self.game.observation_names(self.rules)

    def action_text(self, action: int) -> str:
        """The action as a token without spaces."""
        return self.game.action_text(self.rules, action)

    def action_from_text(self, text: str) -> int:
        """The action a token names; raises `BadInput`."""
        return self.game.action_from_text(self.rules, text)

    @property
    def seed(self) -> int:
        """The random key. Secret: it tells every card to come."""
        return int.from_bytes(np.ascontiguousarray(self._state["key"][0]).tobytes(), "little")

    def state_bytes(self) -> bytes:
        """The record alone, as bytes: equal positions have equal bytes. Secret."""
        return self._state.tobytes()

    def to_bytes(self) -> bytes:
        """The position with its rules and log, as bytes for `doublecross.from_bytes`. Secret."""
        from doublecross.kernel.saved import pack

        return pack(self.game, self.options, self.players, self.state_bytes(), b"".join(self._chunks()))

    def __reduce__(self) -> Any:
        return restore, (self.to_bytes(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Position {self.game.name} players={self.players} to_act={sorted(self.to_act)}>"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def as_record(array: np.ndarray[Any, Any]) -> Any:
    """The one record of an array, with attributes whether compiled or not."""
    return array.view(np.dtype((np.record, array.dtype)))[0] if array.dtype.type is np.void else array[0]


def complete(
    game: Game,
    options: Mapping[str, Any],
    rules: np.ndarray[Any, Any],
    seen: np.ndarray[Any, Any],
    seat: int,
    rng: np.random.Generator | int,
    log: bytes,
) -> Position:
    """A position drawn uniformly from those that fit a seat's `know` record, with a log as the seat may know it (`Position.known_log`)."""
    word = int(rng.integers(0, 2**63)) if isinstance(rng, np.random.Generator) else int(rng)
    state = seen.copy()
    machine(game).enter_determinize(state, rules, seat, policy_rng(word))
    return Position(game, options, rules, state, (None, log) if log else None)


def new(game: str | Game, *, players: int, seed: int | None = None, **options: Any) -> Position:
    """Start a game.

    Args:
        game: "most-wanted", "outlawed" or any registered game.
        players: how many seats.
        seed: an integer below 2^256 that decides all chance; None draws one that nobody can guess.
        options: the game's options (see ``doublecross rules GAME``), values or their text form.

    Raises:
        BadInput: an unknown game or option, a value that is not allowed, a seed or player count out of range.
    """
    known = load_game(game) if isinstance(game, str) else game
    checked = check_options(known.options, options, known.name)
    return start(known, players, seed, checked)


def make_rules(game: Game, players: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    """The rules record (array of length 1) for checked options, shared by all who ask for the same; raises `BadInput`."""
    if not _is_number(players) or players not in game.players:
        raise BadInput(Phrase("players"), repr(players), Phrase("{fewest} to {longest}", fewest=game.players[0], longest=game.players[-1]))
    return _made_rules(game, int(players), tuple(options.items()))


@functools.lru_cache(maxsize=64)
def _made_rules(game: Game, players: int, options: tuple[tuple[str, Any], ...]) -> np.ndarray[Any, Any]:
    rules = records(game.rules_dtype)
    rules[:] = game.make_rules(players, dict(options))
    return rules


def start(game: Game, players: int, seed: int | None, options: Mapping[str, Any]) -> Position:
    """`new` with a loaded game and checked options."""
    rules = make_rules(game, players, options)
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        raise BadInput("seed", repr(seed), Phrase("a whole number from {least} to {most}", least=0, most="2^256 - 1"))
    state = blank_state(game, seed)
    log = scratch.log
    count = machine(game).enter_setup(state, rules, log)
    if count > MAX_EVENTS:
        raise RuleError(f"{game.name}: {count} events in the setup, at most {MAX_EVENTS} can be kept")
    raw = scratch.bytes[_EVENTS_AT : _EVENTS_AT + count * _EVENT_BYTES].tobytes()
    return Position(game, options, rules, state, (None, raw))


def from_bytes(data: bytes) -> Position:
    """The position that `Position.to_bytes` wrote; raises `BadInput` unless every field and invariant holds."""
    from doublecross.kernel.saved import check_story

    position = restore(data)
    check_story(position.game, position.rules, position.seat_names(), position._raw_events())
    return position


def restore(data: bytes) -> Position:
    """`from_bytes`, but for one thing: whether the log can be told from its first event to its last is not tried."""
    from doublecross.kernel.saved import unpack

    game, options, players, state, events = unpack(data)
    rules = make_rules(game, players, options)
    array = records(game.state_dtype)
    array[:] = np.frombuffer(state, dtype=game.state_dtype)
    game.check_state(as_record(array), as_record(rules))
    position = Position(game, options, rules, array, (None, events) if events else None)
    for seat in position.to_act:
        if not position.legal_mask(seat):
            raise BadInput("bytes", Phrase("seat {seat} without a legal action", seat=seat), Phrase("one or more legal actions"))
    return position
