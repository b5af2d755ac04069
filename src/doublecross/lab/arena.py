"""Bots against each other, duplicate style: the same deals for all, each bot in each seat.

Games come in blocks. All games of a block have the same seed, so the same deal and the same random stream, and in each the bots have moved
on by one seat. Who sits next to whom changes from block to block. What a block comes to is one observation: its games are not independent,
so all intervals are those of blocks.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import secrets
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from doublecross.bots.bot import Bot, Decision, bot_seed
from doublecross.bots.policies import policy_of
from doublecross.bots.registry import BotSpec, read_bot
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import Game
from doublecross.kernel.machine import play_batch
from doublecross.kernel.options import check_options
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.position import SEEDS, make_rules, start
from doublecross.kernel.registry import load_game
from doublecross.lab.ratings import Rating, rate
from doublecross.lab.statistics import estimate

MOST_NEIGHBOURS = 24
"""So many different orders of the bots around the table take part at most."""
MOST_BOTS = 32


class WinRate(msgspec.Struct, frozen=True):
    """How often a seat of a bot wins; a shared win counts its share.

    Attributes:
        value: wins divided by games.
        low, high: the 95% interval (Wilson's, with as many trials as would have the error found between blocks).
        games: how often the bot sat in a game; twice in a game in which two seats were its.
    """

    value: float
    low: float
    high: float
    games: int


class Arena(msgspec.Struct, frozen=True):
    """What a tournament came to.

    Attributes:
        game, players: what was played.
        bots: the bots in the order given, each once.
        games, blocks: how many games, in how many blocks of the same deal.
        seed: hexadecimal; with it the same bots play the same games, as long as no bot looks at a clock.
        win_rate: by bot; seats with equal bots count together.
        ratings: openskill's (Plackett and Luce's model), by bot; None where openskill is not installed.
        cross: ``cross[a][b]``: a's part of the wins that a and b have in games with both, for each seat of theirs; None if there are none.
        fair: what everyone would win if all were equal.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    games: int
    blocks: int
    seed: str
    win_rate: dict[str, WinRate]
    ratings: dict[str, Rating] | None
    cross: dict[str, dict[str, float | None]]
    fair: float


@dataclass(frozen=True)
class Round:
    """Blocks with the same bots in the same order around the table.

    Attributes:
        seats: the number of the bot at each seat, in the first game of a block.
        seed: of the deals.
        blocks: how many.
    """

    seats: tuple[int, ...]
    seed: int
    blocks: int

    def turns(self) -> list[tuple[int, ...]]:
        """The bots at each seat in each game of a block: moved on seat by seat, equal arrangements once."""
        moved = [self.seats[-turn:] + self.seats[:-turn] for turn in range(len(self.seats))]
        return list(dict.fromkeys(moved))


@dataclass(frozen=True)
class _Match:
    """What all games of a tournament share."""

    game: Game
    rules: np.ndarray[Any, Any]
    options: Mapping[str, Any]
    players: int
    specs: Sequence[BotSpec]
    threads: int


Shares = np.ndarray[Any, np.dtype[np.float64]]
"""What each seat won of each game of some blocks: shape (blocks, games of a block, players)."""


def arena(
    game: str | Game,
    bots: Sequence[str],
    games: int,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Arena:
    """Let bots play against each other.

    Args:
        game: its name, or the game.
        bots: texts such as "heuristic" or "search:playouts=2000" (see `doublecross.bots.registry`). If they are fewer than the seats, they
            are repeated; if they are more, every choice of as many as there are seats plays.
        games: how many, for each choice of bots; rounded up to whole blocks.
        players: seats; by default as many as there are bots, or as many of them as the game takes.
        options: of the game.
        seed: below 2^256; drawn by default.
        seconds, playouts: the budget for a whole choice of every bot that has such a parameter and none in its text.
        threads: how many games at once; by default one for each core.
        progress: called with the number of games that are over and of all games.

    Raises:
        BadInput: what was found and what is allowed.
    """
    known = load_game(game) if isinstance(game, str) else game
    specs = _specs(bots, known, seconds, playouts)
    number = _players(known, len(specs), players)
    checked = check_options(known.options, options or {}, known.name)
    rules = make_rules(known, number, checked)
    if games < 1:
        raise BadInput(Phrase("games"), str(games), Phrase("1 or more"))
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    if not 0 <= seed < SEEDS:
        raise BadInput("seed", str(seed), Phrase("a whole number below 2^256"))
    distinct = {spec.text: spec for spec in specs}
    names = list(distinct)
    rounds = plan([names.index(spec.text) for spec in specs], number, games, seed)
    match = _Match(known, rules, checked, number, list(distinct.values()), threads or os.cpu_count() or 1)
    return _results(match, rounds, seed, _played(match, rounds, progress or (lambda done, total: None)))


def _specs(bots: Sequence[str], game: Game, seconds: float | None, playouts: int | None) -> list[BotSpec]:
    """The bots, each with the budget if it takes one and its text gives none."""
    if not 1 <= len(bots) <= MOST_BOTS:
        raise BadInput(Phrase("bots"), str(len(bots)), Phrase("{least} to {most}", least=1, most=MOST_BOTS))
    budget = {name: value for name, value in (("seconds", seconds), ("playouts", playouts)) if value is not None}
    if len(budget) > 1:
        raise BadInput(Phrase("budget"), Phrase("seconds and playouts"), Phrase("one of them"))
    specs = []
    for text in bots:
        spec = read_bot(text, game)
        if spec.given.keys().isdisjoint(("seconds", "playouts")):
            for name, value in budget.items():
                if (option := spec.parameter(name)) is not None:
                    spec = spec.set(**{name: option.kind.read(value, name)})
        # One core for each game: so many games at once use all of them, and no search waits for another's threads.
        if spec.parameter("threads") is not None and "threads" not in spec.given:
            spec = spec.set(threads=1)
        specs.append(spec)
    if budget and not any(name in spec.given for spec in specs for name in budget):
        raise BadInput(Phrase("budget"), ", ".join(budget), Phrase("a bot that takes it"))
    return specs


def _players(game: Game, bots: int, players: int | None) -> int:
    if players is None:
        return min(max(bots, game.players[0]), game.players[-1])
    if players not in game.players:
        raise BadInput(Phrase("players"), str(players), Phrase("{fewest} to {longest}", fewest=game.players[0], longest=game.players[-1]))
    return players


def plan(bots: Sequence[int], players: int, games: int, seed: int) -> list[Round]:
    """Who plays whom, in which order around the table, with which deals."""
    tables = (
        [tuple(itertools.islice(itertools.cycle(bots), players))]
        if len(bots) <= players
        else list(dict.fromkeys(itertools.combinations(bots, players)))
    )
    rounds = []
    for number, table in enumerate(tables):
        orders = _orders(table, random.Random(_number(seed, "orders", number)))
        block = len(Round(table, 0, 0).turns())
        blocks = -(-games // block)
        for index, order in enumerate(orders[:blocks]):
            share = blocks // len(orders) + (index < blocks % len(orders))
            rounds.append(Round(order, _number(seed, "deals", number, index), share))
    return rounds


def _orders(table: tuple[int, ...], rng: random.Random) -> list[tuple[int, ...]]:
    """Different orders of the bots around the table, those that are turns of each other once: all of them where they are few."""
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    if len(table) <= 5:
        candidates = [tuple(order) for order in itertools.permutations(table)]
    else:
        candidates = [table, *(tuple(rng.sample(table, len(table))) for _ in range(4 * MOST_NEIGHBOURS))]
    for order in candidates:
        found.setdefault(min(order[turn:] + order[:turn] for turn in range(len(order))), order)
    # As many turns as the table itself has: an order with fewer would make another block.
    turns = len(Round(table, 0, 0).turns())
    orders = [order for order in found.values() if len(Round(order, 0, 0).turns()) == turns]
    return orders[:MOST_NEIGHBOURS]


def _number(*parts: object) -> int:
    """A number below 2^256 that depends on all parts."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=32).digest(), "little")


def _played(match: _Match, rounds: Sequence[Round], progress: Callable[[int, int], None]) -> list[Shares]:
    """Play all rounds; what each seat won."""
    total = sum(each.blocks * len(each.turns()) for each in rounds)
    policies = [spec.policy_number(match.game) for spec in match.specs]
    done, found = 0, []
    for each in rounds:
        shares = np.zeros((each.blocks, len(each.turns()), match.players))
        compiled = [policies[bot] for bot in each.seats]
        numbers = [number for number in compiled if number is not None]
        games = _compiled(match, each, policies) if len(numbers) == len(compiled) else _in_python(match, each)
        for block, turn, winners in games:
            shares[block, turn] = [winners >> seat & 1 for seat in range(match.players)]
            shares[block, turn] /= max(1, winners.bit_count())
            done += 1
            progress(done, total)
        found.append(shares)
    return found


def _compiled(match: _Match, each: Round, policies: Sequence[int | None]) -> Iterator[tuple[int, int, int]]:
    """(block, game of the block, mask of winners) of every game of a round whose bots are all compiled policies."""
    for turn, seats in enumerate(each.turns()):
        numbers = [number for bot in seats if (number := policies[bot]) is not None]
        for batch in play_batch(match.game, match.rules, numbers, each.blocks, each.seed, policy_of(match.game), match.threads):
            for index, winners in enumerate(batch.winners):
                yield batch.first + index, turn, int(winners)


def _in_python(match: _Match, each: Round) -> Iterator[tuple[int, int, int]]:
    """The same with any bots: as many games at once as there are threads, which compiled search and programs use fully."""
    turns = each.turns()
    with ThreadPoolExecutor(match.threads, thread_name_prefix="arena") as pool:
        ahead: deque[tuple[int, int, Future[int]]] = deque()
        try:
            for block, turn in itertools.product(range(each.blocks), range(len(turns))):
                ahead.append((block, turn, pool.submit(_play, match, turns[turn], _number(each.seed, block))))
                if len(ahead) > 2 * match.threads:
                    block, turn, game = ahead.popleft()
                    yield block, turn, game.result()
            while ahead:
                block, turn, game = ahead.popleft()
                yield block, turn, game.result()
        finally:
            for _, _, game in ahead:
                game.cancel()


def _play(match: _Match, seats: Sequence[int], seed: int) -> int:
    """Play one game; the mask of winners."""
    position = start(match.game, match.players, seed, match.options)
    bots: list[Bot] = [match.specs[bot].bot(match.game, bot_seed(seed, seat)) for seat, bot in enumerate(seats)]
    try:
        while not position.is_over:
            seat = min(position.to_act)
            position.apply(seat, bots[seat].choose(Decision(position, seat)))
    finally:
        for bot in bots:
            getattr(bot, "close", lambda: None)()
    return sum(1 << seat for seat, share in enumerate(position.returns()) if share)


def _results(match: _Match, rounds: Sequence[Round], seed: int, shares: Sequence[Shares]) -> Arena:
    names = tuple(spec.text for spec in match.specs)
    wins, seated = _by_block(len(names), rounds, shares)
    rates = {}
    for bot, name in enumerate(names):
        took_part = seated[:, bot] > 0
        found = estimate(wins[took_part, bot], seated[took_part, bot], share=True)
        rates[name] = WinRate(found.value, min(found.low, found.value), max(found.high, found.value), int(seated[:, bot].sum()))
    games = sum(each.shape[0] * each.shape[1] for each in shares)
    return Arena(
        game=match.game.name,
        players=match.players,
        bots=names,
        games=games,
        blocks=len(wins),
        seed=f"{seed:064x}",
        win_rate=rates,
        ratings=rate(names, list(_lineups(rounds, shares))),
        cross=_cross(names, rounds, shares),
        fair=1 / match.players,
    )


def _by_block(bots: int, rounds: Sequence[Round], shares: Sequence[Shares]) -> tuple[Shares, Shares]:
    """What each bot won in each block, and how often it sat in its games: shape (blocks, bots)."""
    wins, seated = [], []
    for each, won in zip(rounds, shares, strict=True):
        who = np.array(each.turns())
        is_bot = (who[:, :, None] == np.arange(bots)).astype(float)
        wins.append(np.einsum("bts,tsn->bn", won, is_bot))
        seated.append(np.broadcast_to(is_bot.sum(axis=(0, 1)), (each.blocks, bots)))
    return np.concatenate(wins), np.concatenate(seated)


def _lineups(rounds: Sequence[Round], shares: Sequence[Shares]) -> Iterator[tuple[tuple[int, ...], Shares]]:
    """Every game: the bot at each seat, and what each seat won."""
    for each, won in zip(rounds, shares, strict=True):
        turns = each.turns()
        for block, turn in np.ndindex(won.shape[:2]):
            yield turns[turn], won[block, turn]


def _cross(names: Sequence[str], rounds: Sequence[Round], shares: Sequence[Shares]) -> dict[str, dict[str, float | None]]:
    """Each bot's part of what it and another won in games with both; seats of one bot count as their mean."""
    won = np.zeros((len(names), len(names)))
    for each, found in zip(rounds, shares, strict=True):
        for turn, seats in enumerate(each.turns()):
            total = found[:, turn].sum(axis=0)
            mean = {bot: sum(total[s] for s, b in enumerate(seats) if b == bot) / seats.count(bot) for bot in set(seats)}
            for a, b in itertools.permutations(mean, 2):
                won[a, b] += mean[a]
    both = won + won.T
    return {
        a: {b: float(won[i, j] / both[i, j]) if both[i, j] else None for j, b in enumerate(names) if i != j} for i, a in enumerate(names)
    }
