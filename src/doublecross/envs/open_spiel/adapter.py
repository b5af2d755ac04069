"""The classes that OpenSpiel calls: games, states and observers."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import pyspiel

from doublecross.envs.open_spiel.moment import Moment, first_moment
from doublecross.envs.open_spiel.parameters import parameters, read_parameters, short_name, specification
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import SPECTATOR, Game
from doublecross.kernel.log import EVENT
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.registry import load_game

REGISTERED = ("python_most_wanted", "python_most_wanted_seq", "python_outlawed", "python_outlawed_seq")
"""The names under which the games are registered."""

_SIMULTANEOUS = frozenset({"most-wanted"})
"""Games in which several seats choose at once."""
_MOST_OUTCOMES = 64
_ROW = [*range(2), *range(4, EVENT.itemsize)]
"""The bytes of a raw event that a row of an information-state tensor holds: all but the mask of the seats that know it."""
ROW = len(_ROW) + 1
"""Numbers in a row: those bytes, 0 to 1, and whether there is an event."""


def _longest(game: Game, players: int, options: Mapping[str, Any]) -> int:
    """More choices than a game can have.

    In a turn of Most Wanted every seat answers once at most; what else it does places, discards or names something, and no card twice.
    """
    if game.name == "outlawed":
        rounds: int = options["round_limit"]
        return rounds * players * 2
    cards: int = len(options["ranks"]) * options["suits"] * options["copies"]
    turns: int = options["turn_limit"] + 1
    return turns * (2 * cards + 2 * players + 4)


def _game_type(game: Game, sequential: bool, tensor: bool) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    simultaneous = game.name in _SIMULTANEOUS and not sequential
    return kinds(
        short_name=short_name(game) + ("_seq" if sequential else ""),
        long_name=f"{game.title}{' (face-down choices in turn)' if sequential else ''}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of ours with its options; returns are shares of the win, which sum to 1.

    Attributes:
        name: the name of the game.
        sequential: whether every choice is a turn of its own.
        game, players, options, recall: what is played, and how many events an information-state tensor holds.
    """

    name: ClassVar[str]
    sequential: ClassVar[bool]

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        self.game = load_game(self.name)
        self.players, self.recall, self.options = read_parameters(self.game, given or {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=_longest(self.game, self.players, self.options),
        )
        self._first = first_moment(self.game, self.players, self.options)
        kind = _game_type(self.game, self.sequential, self.recall > 0)
        super().__init__(kind, info, parameters(self.game, self.players, self.recall, self.options))

    def new_initial_state(self) -> SpielState:
        """The root: chance deals."""
        return SpielState(self, self._first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees: of the present position, or with perfect recall everything it was told. Raises `BadInput`."""
        if params:
            raise BadInput(Phrase("observer"), repr(dict(params)), Phrase("no parameters"))
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state: one `Moment`, which is never changed, so that copies are free."""

    def __init__(self, game: SpielGame, now: Moment) -> None:
        super().__init__(game)
        self.now, self._sequential = now, game.sequential

    def current_player(self) -> int:
        """The seat that chooses, or OpenSpiel's number for chance, several at once, or the end."""
        if self.now.need is not None:
            return int(pyspiel.PlayerId.CHANCE)
        seats = self.now.to_act()
        if not seats:
            return int(pyspiel.PlayerId.TERMINAL)
        return seats[0] if len(seats) == 1 or self._sequential else int(pyspiel.PlayerId.SIMULTANEOUS)

    def _legal_actions(self, player: int) -> list[int]:
        """What a seat may do; what any seat may do if none is named, as at a simultaneous node."""
        seats = [player] if player >= 0 else self.now.to_act()
        position = self.now.position
        return [] if position is None else sorted({action for seat in seats for action in position.legal(seat)})

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome with its probability."""
        return self.now.chance()

    def _apply_action(self, action: int) -> None:
        if self.now.need is not None:
            self.now = self.now.with_outcome(action)
        else:
            self.now = self.now.with_actions([(self.current_player(), action)])

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.now = self.now.with_actions([(seat, actions[seat]) for seat in self.now.to_act()])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.now.position is None:
            return f"chance {action}"
        return self.now.position.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.now.is_over

    def returns(self) -> list[float]:
        """Each seat's share of the win; 0 while the game goes on."""
        return [0.0] * self.now.players if self.now.position is None else self.now.position.returns()

    def __str__(self) -> str:
        """All choices so far; secret, for debugging."""
        position = self.now.position
        choices = [] if position is None else [f"{seat}:{position.action_text(action)}" for seat, action in position.choices()]
        return " ".join([*choices, *(f"outcome:{outcome}" for outcome in self.now.outcomes)])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one; `sampler` draws from [0, 1)."""
        return self.resampled(player, np.random.default_rng(int(sampler() * 2**53)))

    def resampled(self, player: int, rng: np.random.Generator) -> SpielState:
        """`resample_from_infostate` with NumPy's generator. Cards that the player may not know are dealt anew; its history is empty."""
        return SpielState(self.get_game(), self.now.resampled(player, rng))


def resampler(seed: int) -> Callable[[SpielState, int], SpielState]:
    """A function for ``ISMCTSBot.set_resampler``; the same seed draws the same states."""
    rng = np.random.default_rng(seed)

    def resample(state: SpielState, player: int) -> SpielState:
        return state.resampled(player, rng)

    return resample


class Observer:
    """What one player sees, in OpenSpiel's form: `tensor`, named parts of it in `dict`, and a string.

    Without perfect recall it is the observation vector of the game. With it, the string has a line for each event that the player was told
    of, and the tensor, where the game has one, a row for each of them. Without private information it is a spectator's.
    """

    def __init__(self, game: SpielGame, kind: Any) -> None:
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or kind.private_info not in {single, pyspiel.PrivateInfoType.NONE}:
            allowed = Phrase("public information, with that of a single player or none")
            raise BadInput(Phrase("observer"), str(kind), allowed)
        self._recall, self._spectator = kind.perfect_recall, kind.private_info != single
        self._rows = game.recall if self._recall and not self._spectator else 0
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        self._names: Sequence[str] = ()
        if self._rows:
            self.tensor = np.zeros(self._rows * ROW, np.float32)
            self.dict = {"events": self.tensor.reshape(self._rows, ROW)}
        elif not self._recall:
            self._names = _names(game.game, game.players, tuple(game.options.items()))
            self.tensor = np.zeros(len(self._names), np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if self._recall:
            self._write_events(state.now, player)
        elif state.now.position is not None:
            self.tensor[:] = state.now.position.observation(self._viewer(player))

    def _write_events(self, now: Moment, player: int) -> None:
        events = now.known_events(player)
        if len(events) > self._rows:
            raise BadInput(Phrase("option {name}", name="recall"), str(self._rows), Phrase("at least {count}", count=len(events)))
        rows = self.dict["events"]
        rows[: len(events), :-1] = np.frombuffer(events.tobytes(), np.uint8).reshape(len(events), EVENT.itemsize)[:, _ROW] / 255
        rows[: len(events), -1] = 1

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as text."""
        viewer = self._viewer(player)
        if self._recall:
            return f"seat {player}\n{state.now.information_state(viewer)}"
        position = state.now.position
        seen = [] if position is None else position.observation(viewer).tolist()
        return f"seat {player}\n" + "\n".join(f"{name}: {value}" for name, value in zip(self._names, seen, strict=False) if value)

    def _viewer(self, player: int) -> int:
        return SPECTATOR if self._spectator else player


@functools.lru_cache(maxsize=16)
def _names(game: Game, players: int, options: tuple[tuple[str, Any], ...]) -> Sequence[str]:
    """What each entry of the observation is."""
    return game.observation_names(game.make_rules(players, dict(options))[0])


class MostWanted(SpielGame):
    """``python_most_wanted``: several seats choose face down at simultaneous nodes."""

    name, sequential = "most-wanted", False


class MostWantedSeq(SpielGame):
    """``python_most_wanted_seq``: choices face down are hidden turns in seat order."""

    name, sequential = "most-wanted", True


class Outlawed(SpielGame):
    """``python_outlawed``: the seats choose one after the other by the rules."""

    name, sequential = "outlawed", False


class OutlawedSeq(SpielGame):
    """``python_outlawed_seq``: the same game under the name of a twin."""

    name, sequential = "outlawed", True


def register() -> None:
    """Register the games with OpenSpiel."""
    # OpenSpiel keeps what it is given until after the interpreter has ended: a class outlives that, a function or partial does not.
    for kind in (MostWanted, MostWantedSeq, Outlawed, OutlawedSeq):
        pyspiel.register_game(_game_type(load_game(kind.name), kind.sequential, tensor=False), kind)
