"""Does a game keep the contract? `check_game` plays it at random and tries every promise of `doublecross.kernel.game.Game` on the way.

Whoever adds a game runs this on it; it needs no knowledge of the rules. What only the rules can say, such as that a hand beats another, is
for the game's own tests.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np

from doublecross.kernel.errors import BadInput, DoublecrossError, IllegalAction, RuleError
from doublecross.kernel.game import EVERYTHING, SPECTATOR, Event, Game
from doublecross.kernel.log import CHOSE, EVERYONE, SEALED
from doublecross.kernel.options import check_options, options_text
from doublecross.kernel.position import Position, as_record, from_bytes, start
from doublecross.kernel.registry import load_game
from doublecross.kernel.savefile import load, save
from doublecross.kernel.words import LANGUAGES, words

MOST_STEPS = 200_000
"""A game that lasts longer is taken for one that never ends."""
SPOTS = {0, 1, 2, 5, 12, 30, 75, 190, 470, 1200}
"""The numbers of actions after which a position is looked at closely; so it is at the end, and now and then at random."""
NOW_AND_THEN = 0.01
RECENT = 60
"""So many of the latest events are read and told each time."""
VIEWERS = 3
"""So many seats, drawn anew each time, look at a position closely; so does a spectator."""
PLAYED_ON = 40
"""Actions played on from a determinization."""


def check_game(game: str | Game, *, players: int | Iterable[int] | None = None, games: int = 1, seed: int = 0, **options: Any) -> None:
    """Play a game at random and check what its contract promises.

    Args:
        game: the game or its name.
        players: one number or several; None for every number that the options can be played with.
        games: how many games for each number of players.
        seed: decides deals and choices: a failure comes back with the same seed.
        options: the game's options.

    Raises:
        RuleError: a promise is broken; it names the game, players, options, seed and step.
        BadInput: the options cannot be played.
    """
    known = load_game(game) if isinstance(game, str) else game
    checked = check_options(known.options, options, known.name)
    counts = [players] if isinstance(players, int) else list(players or _playable(known, checked))
    for count in counts:
        for number in range(seed, seed + games):
            _Game(known, count, checked, number).check()


def _playable(game: Game, options: dict[str, Any]) -> list[int]:
    """The player counts that fit the options; raises the last `BadInput` if there is none."""
    found, refused = [], None
    for players in game.players:
        try:
            start(game, players, 0, options)
        except BadInput as error:
            refused = error
        else:
            found.append(players)
    if refused is not None and not found:
        raise refused
    return found


def _demand(condition: bool, what: str) -> None:
    if not condition:
        raise RuleError(what)


class _Game:
    """One game, played at random and looked at on the way."""

    def __init__(self, game: Game, players: int, options: dict[str, Any], seed: int) -> None:
        self.game, self.players, self.options, self.seed = game, players, options, seed
        self.rng = random.Random(seed)
        self.numpy_rng = np.random.default_rng(seed)
        self.step = 0

    def check(self) -> None:
        """Everything; whatever goes wrong is told with where it went wrong."""
        try:
            self._play()
        except (RuleError, DoublecrossError, AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            options = options_text(self.game.options, self.options)
            where = f"{self.game.name}, {self.players} players, options {options}, seed {self.seed}, step {self.step}"
            raise RuleError(f"{where}: {type(error).__name__}: {error}") from error

    def _play(self) -> None:
        position = start(self.game, self.players, self.seed, self.options)
        pieces = self.game.count_cards(as_record(position._state), position.rules)
        while not position.is_over:
            _demand(self.step < MOST_STEPS, f"not over after {MOST_STEPS} actions")
            self._look(position)
            if self.step in SPOTS or (self.step < max(SPOTS) and self.rng.random() < NOW_AND_THEN):
                self._look_closely(position)
            seat = self.rng.choice(sorted(position.to_act))
            position.apply(seat, self.rng.choice(position.legal(seat)))
            self.step += 1
            found = self.game.count_cards(as_record(position._state), position.rules)
            _demand(found == pieces, f"pieces made or lost: {found} instead of {pieces}")
        self._look(position)
        self._look_closely(position)
        self._end(position)

    # What every position promises.

    def _look(self, position: Position) -> None:
        """Legal actions: exactly for those who have to choose, one and the same in each form, the same on what the seat may know."""
        for seat in range(self.players):
            mask, legal = position.legal_mask(seat), position.legal(seat)
            _demand(legal == [action for action in range(64) if mask >> action & 1], f"seat {seat}: mask {mask:#x} and list {legal} differ")
            _demand(bool(legal) == (seat in position.to_act), f"seat {seat}: {len(legal)} legal actions, to act: {sorted(position.to_act)}")
            _demand(mask >> self.game.actions == 0, f"seat {seat}: mask {mask:#x} has actions that there are not")
            known = int(position._loops.enter_legal(position.know(seat), position.rules_array, seat))
            _demand(known == mask, f"seat {seat}: legal {mask:#x}, but {known:#x} for all the seat knows")

    def _look_closely(self, position: Position) -> None:
        seats = self.rng.sample(range(self.players), min(VIEWERS, self.players))
        self._refusals(position)
        self._round_trips(position)
        self._tokens(position)
        self._seals(position)
        for viewer in (SPECTATOR, *seats):
            self._words(position, viewer)
            self._secrets(position, viewer)
        for seat in seats if not position.is_over else ():
            self._determinize(position, seat)

    def _wrong_actions(self, position: Position, seat: int) -> list[Any]:
        legal = position.legal(seat)
        wrong = [action for action in range(self.game.actions) if action not in legal]
        return [*self.rng.sample(wrong, min(4, len(wrong))), -1, self.game.actions, 64, None, "0", 1.5]

    def _refusals(self, position: Position) -> None:
        """What is illegal is refused with a reason, and nothing changes."""
        before = position.to_bytes()
        for seat in range(self.players):
            for action in self._wrong_actions(position, seat):
                _demand(bool(_refusal(position, seat, action)), f"seat {seat}: action {action!r} is refused without a reason")
        for nobody in (-1, self.players, None, "0"):
            _refusal(position, nobody, 0)
        _demand(position.to_bytes() == before, "a refused action changed something")

    def _round_trips(self, position: Position) -> None:
        """Bytes and copies are the position; a copy goes its own way."""
        data = position.to_bytes()
        back = from_bytes(data)
        _demand(back.to_bytes() == data and back == position, "to_bytes and from_bytes do not give the same position")
        viewer = self.rng.randrange(-1, self.players)
        _demand(encoded(back.view(viewer)) == encoded(position.view(viewer)), f"viewer {viewer}: another view after from_bytes")
        copy = position.clone()
        _demand(copy == position, "a copy differs")
        if position.to_act:
            seat = self.rng.choice(sorted(position.to_act))
            action = self.rng.choice(position.legal(seat))
            copy.apply(seat, action)
            back.apply(seat, action)
            _demand(copy == back, "a copy and its bytes go on differently")
            _demand(position.to_bytes() == data, "a copy's action changed the original")

    def _words(self, position: Position, viewer: int) -> None:
        """Every action, prompt, view and event has words in every language."""
        for language in LANGUAGES:
            for name, text in said(position, viewer, recent(position), language).items():
                _demand(bool(text), f"viewer {viewer}: no {name} in {language}")

    def _tokens(self, position: Position) -> None:
        """Every legal action has a text form that reads back."""
        for action in {action for seat in position.to_act for action in position.legal(seat)}:
            text = position.action_text(action)
            _demand(bool(text) and not any(letter.isspace() for letter in text), f"action {action}: text {text!r}")
            _demand(position.action_from_text(text) == action, f"action {action}: text {text!r} reads as another action")

    # Sealed choices.

    def _seals(self, position: Position) -> None:
        """Those who choose in one step may do so in any order, and none of it shows before all have chosen."""
        if len(position.to_act) < 2:
            return
        chosen = {seat: self._choose(position, seat) for seat in sorted(position.to_act)}
        self._nothing_shows(position, chosen)
        orders = [[(seat, action) for seat in order for action in chosen[seat]] for order in (sorted(chosen), sorted(chosen, reverse=True))]
        orders.append(self._mixed(chosen))
        ends = [self._after(position, order) for order in orders]
        _demand(all(end == ends[0] for end in ends), f"choices {chosen}: the order in which the seats chose matters")

    def _choose(self, position: Position, seat: int) -> list[int]:
        """One whole choice of a seat while others have not chosen."""
        copy, actions = position.clone(), []
        while seat in copy.to_act:
            actions.append(self.rng.choice(copy.legal(seat)))
            copy.apply(seat, actions[-1])
        return actions

    def _mixed(self, chosen: dict[int, list[int]]) -> list[tuple[int, int]]:
        turns = [seat for seat, actions in chosen.items() for _ in actions]
        self.rng.shuffle(turns)
        left = {seat: iter(actions) for seat, actions in chosen.items()}
        return [(seat, next(left[seat])) for seat in turns]

    def _after(self, position: Position, order: list[tuple[int, int]]) -> tuple[bytes, list[Any]]:
        """Record and public events after some choices."""
        copy = position.clone()
        for seat, action in order:
            copy.apply(seat, action)
        return copy.state_bytes(), copy.events(SPECTATOR, len(order))

    def _nothing_shows(self, position: Position, chosen: dict[int, list[int]]) -> None:
        copy = position.clone()
        seat = self.rng.choice(sorted(chosen))
        others = [viewer for viewer in (SPECTATOR, *self.rng.sample(range(self.players), 2)) if viewer != seat]
        before = [received(copy, viewer, recent(copy)) for viewer in others]
        for action in chosen[seat]:
            copy.apply(seat, action)
        for viewer, was in zip(others, before, strict=True):
            events = recent(copy, RECENT + len(copy._raw_events()) - len(position._raw_events()))
            _demand(received(copy, viewer, events) == was, f"viewer {viewer} sees that seat {seat} has chosen")

    # Hidden information.

    def _secrets(self, position: Position, viewer: int) -> None:
        """Change only what a viewer cannot know: everything that viewer can receive stays as it was."""
        hidden = self.game.secrets(as_record(position._state), position.rules, viewer, self.numpy_rng).view(position._state.dtype)
        other = Position(self.game, position.options, position.rules_array, hidden, None)
        mine = received(position, viewer, recent(position))
        theirs = received(other, viewer, _scrambled(position, viewer, self.numpy_rng))
        for name in mine | theirs:
            _demand(theirs.get(name) == mine.get(name), f"viewer {viewer}: {name} depends on what the viewer cannot know")
        if viewer != SPECTATOR and not position.is_over:
            for action in self._wrong_actions(position, viewer):
                same = _refusal(position, viewer, action) == _refusal(other, viewer, action)
                _demand(same, f"viewer {viewer}: the refusal of {action!r} depends on what the viewer cannot know")

    def _determinize(self, position: Position, seat: int) -> None:
        """A determinization is a position, looks the same to the seat, and has a random key of its own."""
        one, two = (position.determinize(seat, self.numpy_rng) for _ in range(2))
        _demand(len({one.seed, two.seed, position.seed}) == 3, f"seat {seat}: determinizations share a random key")
        known = sum(self.game.read_event(raw, position.rules, seat) is not None for raw in recent(position))
        mine = received(position, seat, recent(position))
        theirs = received(one, seat, recent(one, known))
        for name in mine | theirs:
            _demand(theirs.get(name) == mine.get(name), f"seat {seat}: a determinization has another {name}")
        pieces = self.game.count_cards(as_record(position._state), position.rules)
        _demand(self.game.count_cards(as_record(one._state), one.rules) == pieces, f"seat {seat}: a determinization lost pieces")
        for drawn in (one, two):
            _demand(from_bytes(drawn.to_bytes()) == drawn, f"seat {seat}: a determinization is no position")
        for _ in range(PLAYED_ON):
            if not one.is_over:
                actor = self.rng.choice(sorted(one.to_act))
                one.apply(actor, self.rng.choice(one.legal(actor)))

    # The end, and the way there.

    def _end(self, position: Position) -> None:
        returns = position.returns()
        _demand(len(returns) == self.players, f"{len(returns)} returns")
        _demand(abs(sum(returns) - 1) < 1e-9 and min(returns) >= 0, f"returns {returns} do not share one win")
        _demand(not position.to_act, f"over, but seats {sorted(position.to_act)} are to act")
        encoded(position.view(EVERYTHING))
        for language in LANGUAGES:
            _demand(bool(position.trace(EVERYTHING, language)), f"no trace in {language}")
        self._replay(position)
        _demand(load(save(position), "save").state_bytes() == position.state_bytes(), "a save file leads to another position")

    def _replay(self, position: Position) -> None:
        """The same seed and choices give the same game, whatever the global generators do meanwhile."""
        again = start(self.game, self.players, self.seed, self.options)
        for seat, action in position.choices():
            random.seed(action)
            np.random.seed(action)
            again.apply(seat, action)
        _demand(again == position, "the same seed and choices give another game")


def _refusal(position: Position, seat: Any, action: Any) -> Any:
    """The reason for which an action is refused, which must be."""
    try:
        position.apply(seat, action)
    except IllegalAction as error:
        return error.reason, str(error)
    raise RuleError(f"seat {seat!r}: illegal action {action!r} was taken")


def recent(position: Position, count: int = RECENT) -> np.ndarray[Any, Any]:
    """The latest events of the log, as stored."""
    raw = position._raw_events()
    return raw[len(raw) - min(count, len(raw)) :]


def _scrambled(position: Position, viewer: int, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """The latest events, with whatever the viewer may not know in them replaced."""
    events = recent(position).copy()
    for raw in events:
        knows = int(raw["knows"])
        if knows & EVERYONE == EVERYONE or (viewer != SPECTATOR and knows >> viewer & 1):
            continue
        if knows & SEALED:
            raw["kind"], raw["a"] = CHOSE, rng.integers(0, position.game.actions)
        raw["once"], raw["twice"] = rng.integers(0, 2**16), 0
    return events


def encoded(view: Any) -> bytes:
    """A view as bytes."""
    return msgspec.json.encode(view)


def _see(position: Position, viewer: int, raw: Iterable[Any]) -> tuple[Any, list[Event]]:
    """The view with these events for its history, and the events as the viewer may know them."""
    found = (position.game.read_event(event, position.rules, viewer) for event in raw)
    events = [event for event in found if event is not None]
    return position.game.view(as_record(position.know(viewer)), position.rules, viewer, events), events


def said(position: Position, viewer: int, raw: Iterable[Any], language: str) -> dict[str, str]:
    """Everything that is said to a viewer, under its name."""
    game, rules, speaker, names = position.game, position.rules, words(language), position.seat_names(language)
    view, events = _see(position, viewer, raw)
    texts = {"prompt": game.language.prompt(view, rules, names, speaker), "text": game.language.show(view, rules, names, speaker)}
    texts["trace"] = "\n".join(["Trace:", *(game.language.tell(event, rules, names, viewer, speaker) for event in events)])
    for action in position.legal(viewer) if viewer != SPECTATOR else ():
        texts[f"description of {action}"] = game.language.describe(action, view, rules, names, speaker)
    return texts


def received(position: Position, viewer: int, raw: Iterable[Any]) -> dict[str, Any]:
    """Everything that a viewer can receive of a position with these latest events, under its name."""
    everything: dict[str, Any] = {"knowledge": position.know(viewer).tobytes(), "view": encoded(_see(position, viewer, raw)[0])}
    if viewer != SPECTATOR:
        everything["observation"] = _observation(position, viewer)
        everything["legal actions"] = position.legal(viewer)
    return everything | said(position, viewer, raw, LANGUAGES[0])


def _observation(position: Position, seat: int) -> bytes:
    vector, names = position.observation(seat), position.observation_spec()
    _demand(vector.dtype == np.int8 and vector.shape == (len(names),), f"seat {seat}: observation {vector.dtype} {vector.shape}")
    _demand(len(set(names)) == len(names), f"seat {seat}: two entries of the observation have one name")
    return vector.tobytes()
