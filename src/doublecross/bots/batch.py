"""Many games between bots: on all cores where all of them are compiled policies, else one after the other."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from doublecross.bots.bot import Decision, bot_seed
from doublecross.bots.policies import policy_of
from doublecross.bots.registry import make_bot, policy_number
from doublecross.kernel.game import Game
from doublecross.kernel.machine import CHUNK, Batch, play_batch, records
from doublecross.kernel.position import start


def play_games(
    game: Game,
    rules: np.ndarray[Any, Any],
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: int,
    threads: int | None = None,
) -> Iterator[Batch]:
    """Play games between bots, one name for each seat, and yield chunks of finished games in order.

    The results depend on the game, bots and seed alone, not on the number of threads.
    """
    numbers = [policy_number(name, game) for name in bots]
    policies = [number for number in numbers if number is not None]
    if len(policies) < len(bots):
        return _play_one_by_one(game, len(bots), options, bots, games, seed)
    return play_batch(game, rules, policies, games, seed, policy_of(game), threads)


def _game_seed(seed: int, number: int) -> int:
    """The seed of one game of a batch that is played in Python."""
    return int.from_bytes(hashlib.blake2b(f"game {seed} {number}".encode(), digest_size=32).digest(), "little")


def _play_one_by_one(game: Game, players: int, options: Mapping[str, Any], bots: Sequence[str], games: int, seed: int) -> Iterator[Batch]:
    """Games in which some bot is a program of its own, which may not be called from several threads."""
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        states, winners = records(game.state_dtype, count), np.zeros(count, dtype=np.uint64)
        counts = np.zeros((count, players, game.actions), dtype=np.int32)
        for number in range(count):
            position = start(game, players, _game_seed(seed, first + number), options)
            seated = [make_bot(name, game, bot_seed(position.seed, seat)) for seat, name in enumerate(bots)]
            while not position.is_over:
                seat = min(position.to_act)
                action = seated[seat].choose(Decision(position, seat))
                counts[number, seat, action] += 1
                position.apply(seat, action)
            states[number] = np.frombuffer(position.state_bytes(), dtype=game.state_dtype)[0]
            winners[number] = sum(1 << seat for seat, share in enumerate(position.returns()) if share)
            for bot in seated:
                getattr(bot, "close", lambda: None)()
        yield Batch(first, states, counts, winners)
