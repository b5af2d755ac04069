"""The contract between the kernel and a game.

A game is two record types and a few functions over them. The functions marked *compiled* are written in the subset of Python that
Numba compiles (see `doublecross.kernel.jit.compiled`), take records and numbers only, and never fail: the caller guards legality with
the mask.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from doublecross.kernel.errors import RuleError
from doublecross.kernel.options import Option
from doublecross.kernel.words import Words

Rules = Any
"""A read-only record of the game's rules dtype: everything the options decide, for one number of players."""
State = Any
"""A record of the game's state dtype; its first fields are `doublecross.kernel.rng.RNG_FIELDS`."""

SPECTATOR = -1
"""The viewer who holds no seat and sees the public part only."""
EVERYTHING = -2
"""The viewer who sees all; allowed once the game is over."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one viewer may know it.

    Attributes:
        kind: the game's name for it.
        seat: whom it concerns, or None.
        facts: named numbers, names and card lists; what the viewer may not know is absent.
    """

    kind: str
    seat: int | None
    facts: Mapping[str, Any] = field(default_factory=dict)


class Language(Protocol):
    """The words of one game: all of its sentences in one place, each from the point of view of a viewer.

    `names` has one name per seat; `viewer` is the seat addressed as "you", or `SPECTATOR`.
    """

    def tell(self, event: Event, rules: Rules, names: Sequence[str], viewer: int, words: Words) -> str:
        """The event as one or more whole sentences; empty if there is nothing to say."""
        ...

    def describe(self, action: int, view: Any, rules: Rules, names: Sequence[str], words: Words) -> str:
        """What choosing this action means, to a person looking at this view."""
        ...

    def prompt(self, view: Any, rules: Rules, names: Sequence[str], words: Words) -> str:
        """What the viewer has to decide, or for whom the table waits."""
        ...

    def show(self, view: Any, rules: Rules, names: Sequence[str], words: Words) -> str:
        """The whole view as plain text, several lines."""
        ...

    def rules_text(self, words: Words) -> Sequence[tuple[str, str]]:
        """The rules in our own words: (number or heading, sentence) in order."""
        ...

    def help_topics(self, rules: Rules, words: Words) -> Mapping[str, str]:
        """What `?` explains: topic to text."""
        ...


@dataclass(frozen=True, eq=False)
class Game:
    """A game as the kernel knows it.

    Attributes:
        name: the name people type ("most-wanted").
        title: the name people read.
        rules_version: raised with every change that can alter a game played from the same seed and choices.
        players: the player counts it can be played with.
        actions: size of the action space (at most 64).
        state_dtype, rules_dtype: the record types.
        options: the options it knows, in the order shown.
        make_rules: checked options and a player count to a rules record (array of length 1); raises `BadInput`.
        setup: compiled (state, rules, log); deals. The state is all zero but for the generator's fields.
        to_act: compiled (state, rules) -> mask of the seats that still have to choose in this step; empty when the game is over.
        legal: compiled (state, rules, seat) -> mask of actions; empty for a seat that need not act. Depends on what the seat may know only:
            it gives the same on the `know` record.
        step: compiled (state, rules, log, seat, action); the action is legal.
        winners: compiled (state, rules) -> mask of the winning seats, more than one only where the rules share the win.
        mid_choice: compiled (state, rules, seat) -> True between the actions of one whole choice (a card set).
        know: compiled (state, rules, seat, seen); builds in `seen` (a zeroed state record) what the seat, or a spectator (-1), may know.
            The only door out: views, observations, determinizations and policies are made from `seen`.
        determinize: compiled (seen, rules, seat, rng); completes a `know` record into a full position, uniformly over those the seat cannot
            tell from the true one; `rng` is a `POLICY_RNG` record, from which the new random key is drawn too.
        observe: compiled (seen, rules, seat, out); the `know` record as an int8 vector of `observation_names` length.
        observation_names: what each entry of the observation is.
        verify: (seen array, rules array, seat, action) -> why the action is refused, or None. Sees the `know` record only.
        check_state: (state record, rules record) -> None; plain Python; raises `BadInput` unless every field and invariant holds.
        view: (seen record, rules record, viewer, events) -> the View struct.
        read_event: (raw event record, rules record, viewer) -> the `Event` as that viewer may know it, or None.
        event_kinds: the numbers of all kinds of event; 1 is always `doublecross.kernel.log.CHOSE`.
        action_text, action_from_text: (rules, action) -> token without spaces, and back (raises `BadInput`).
        secrets: (state record, rules record, viewer, rng) -> a state that differs only in what the viewer cannot know (for tests), built
            independently of `determinize`.
        language: the game's sentences.
        count_cards: (state record, rules record) -> multiset of all pieces, for the conservation check.
    """

    name: str
    title: str
    rules_version: int
    players: range
    actions: int
    state_dtype: np.dtype[Any]
    rules_dtype: np.dtype[Any]
    options: tuple[Option, ...]
    make_rules: Callable[[int, Mapping[str, Any]], np.ndarray[Any, Any]]
    setup: Callable[..., Any]
    to_act: Callable[..., Any]
    legal: Callable[..., Any]
    step: Callable[..., Any]
    winners: Callable[..., Any]
    mid_choice: Callable[..., Any]
    know: Callable[..., Any]
    determinize: Callable[..., Any]
    observe: Callable[..., Any]
    observation_names: Callable[[Any], Sequence[str]]
    verify: Callable[[Any, Any, int, int], enum.Enum | None]
    check_state: Callable[[Any, Any], None]
    view: Callable[[Any, Any, int, Sequence[Event]], Any]
    read_event: Callable[[Any, Any, int], Event | None]
    event_kinds: Sequence[int]
    action_text: Callable[[Any, int], str]
    action_from_text: Callable[[Any, str], int]
    secrets: Callable[[Any, Any, int, np.random.Generator], np.ndarray[Any, Any]]
    count_cards: Callable[[Any, Any], Mapping[str, int]]
    language: Language

    def __post_init__(self) -> None:
        shadowed = [name for dtype in (self.state_dtype, self.rules_dtype) for name in dtype.names or () if hasattr(np.record, name)]
        if shadowed:
            raise RuleError(f"{self.name}: fields {shadowed} are attributes of every NumPy record; interpreted rules would not see them")
