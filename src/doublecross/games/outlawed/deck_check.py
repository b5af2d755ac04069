"""What a deck's conditions come to at each table: every outlaw must be possible to apprehend, and possible to miss.

A condition depends on counts of seats only, so rounds are not tried one by one: the rivals' plays fall into few kinds (which facts of
the condition they match), and the counts that so many rivals can reach are built up rival by rival. With two players that is every round.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from doublecross.games.outlawed.conditions import MY_CLAIM, MY_OUTLAW, AllOf, Atom, Condition, Not, atoms, mentioned
from doublecross.games.outlawed.deck_read import where as place
from doublecross.games.outlawed.decks import FEWEST, Deck, Outlaw, target
from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase

PLAYERS = range(2, 6)
MAX_SUMS = 10_000
"""Sums tried for one rival more; only contrived conditions need more, and those pass untried."""
MOST_SUMS = 60_000
"""Sums tried for a whole deck, well under a second; a deck comes from afar, so nothing in it may keep a server busy for longer."""

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameSet:
    """The outlaws in use in one kind of game, and what OL-30 makes of them.

    Attributes:
        players: how many play.
        beginner: whether only badge outlaws are used.
        ids: the outlaws in use.
        target: how many in one jail end the game; 0 if there are too few outlaws for a game.
        asked: the target before OL-30 lowered it.
        never, always: the outlaws whose condition no round, or every round, makes true.
    """

    players: int
    beginner: bool
    ids: tuple[str, ...]
    target: int
    asked: int
    never: tuple[str, ...]
    always: tuple[str, ...]


class Effort:
    """How much is still tried; once it is used up, conditions pass untried."""

    def __init__(self, sums: int = MOST_SUMS) -> None:
        self.sums = sums

    def allows(self, sums: int) -> bool:
        """Whether so many sums are tried; they count."""
        self.sums -= sums
        return self.sums >= 0


@functools.lru_cache(maxsize=256)
def _standard_games(deck: Deck) -> tuple[GameSet, ...]:
    """The standard games; a deck is checked at every table that uses it, and in the same way each time."""
    return tuple(game_sets(deck, beginners=(False,)))


def check_deck(deck: Deck, where: str) -> None:
    """Raise `BadInput` for an outlaw whose condition some standard game can never, or only ever, make true."""
    playable = [game for game in _standard_games(deck) if game.target]
    if not playable:
        found = Phrase("fewer than {fewest} outlaws in use, whatever the number of players", fewest=FEWEST)
        raise BadInput(place(where, "", "bullets"), found, Phrase("at least {fewest} outlaws in use", fewest=FEWEST))
    allowed = Phrase("a condition that some rounds make true and some false")
    for game in playable:
        for outlaw in game.never:
            found = Phrase("one that no round makes true with {players} players", players=game.players)
            raise BadInput(place(where, outlaw, "condition"), found, allowed)
        for outlaw in game.always:
            found = Phrase("one that every round makes true with {players} players", players=game.players)
            raise BadInput(place(where, outlaw, "condition"), found, allowed)


def game_sets(deck: Deck, beginners: Iterable[bool] = (False, True)) -> Iterator[GameSet]:
    """Every kind of game a deck can be used for, beginner games after standard ones."""
    effort = Effort()
    for beginner in beginners:
        for players in PLAYERS:
            outlaws = [deck.outlaws[number] for number in deck.in_use(players, beginner)]
            ids = tuple(outlaw.id for outlaw in outlaws)
            enough = len(ids) >= FEWEST
            found = {outlaw.id: possible(outlaw, ids, players, effort) for outlaw in outlaws} if enough else {}
            yield GameSet(
                players=players,
                beginner=beginner,
                ids=ids,
                target=target(len(ids), beginner) if enough else 0,
                asked=target(len(deck.outlaws) + 7, beginner),
                never=tuple(name for name, truths in found.items() if True not in truths),
                always=tuple(name for name, truths in found.items() if False not in truths),
            )


def possible(outlaw: Outlaw, ids: tuple[str, ...], players: int, effort: Effort | None = None) -> set[bool]:
    """The truths that the rounds with these outlaws can give the outlaw's condition."""
    effort = effort or Effort()
    truths: set[bool] = set()
    named = mentioned(outlaw.condition) | {outlaw.id}
    strangers = [name for name in ids if name not in named]
    # Outlaws that the condition does not name are alike: one to claim, and as many others as there are players.
    claims = [name for name in ids if name in named] + strangers[:1]
    alike = strangers[: players + 1]
    universe = [name for name in ids if name in named or name in alike]
    for claim in claims:
        truths |= _truths(outlaw, claim, universe, players, effort)
        if len(truths) == 2:
            break
    return truths


def _truths(outlaw: Outlaw, claim: str, universe: list[str], players: int, effort: Effort) -> set[bool]:
    if not effort.allows(len(universe) ** 2):
        return {True, False}
    facts = _Facts(outlaw.condition, outlaw.id, claim, universe)
    mine = facts.row(outlaw.id, claim, me=True)
    rows = {facts.row(played, claimed, me=False) for played in universe for claimed in universe}
    reached, truths = {mine}, set[bool]()
    for rival in range(players - 1):
        sums = len(reached) * len(rows)
        if sums > MAX_SUMS or not effort.allows(sums):
            return {True, False}
        last = rival == players - 2
        following: set[Counts] = set()
        for counts in reached:
            for row in rows:
                total = tuple(map(int.__add__, counts, row))
                if last:
                    truths.add(facts.holds(total, players))
                    if len(truths) == 2:
                        return truths
                following.add(total)
        reached = following
    return truths


class _Facts:
    """The counts that decide a condition, for a player who plays one outlaw and claims another.

    A row has one count for each atom, and for atoms on "the same" one for each outlaw that could be the same.
    """

    def __init__(self, condition: Condition, outlaw: str, claim: str, universe: list[str]) -> None:
        self.condition, self.universe = condition, universe
        self.stands_for = {MY_OUTLAW: outlaw, MY_CLAIM: claim}
        self.atoms = list(atoms(condition))
        self.starts: list[int] = []
        width = 0
        for atom in self.atoms:
            self.starts.append(width)
            width += len(universe) if atom.who == "same" else 1

    def row(self, played: str, claimed: str, me: bool) -> Counts:
        """What one seat adds to the counts."""
        counts: list[int] = []
        for atom in self.atoms:
            if atom.who == "same":
                counts += [name == (played if atom.what == "played" else claimed) for name in self.universe]
            else:
                counted = atom.who == "players" or (atom.who == "me") == me
                counts.append(counted and self._matches(atom, played, claimed))
        return tuple(map(int, counts))

    def _matches(self, atom: Atom, played: str, claimed: str) -> bool:
        if atom.what == "claim":
            return (played == claimed) == (atom.subject == "true")
        return self.stands_for.get(atom.subject, atom.subject) == (played if atom.what == "played" else claimed)

    def holds(self, counts: Counts, players: int) -> bool:
        """Whether the condition is true with these counts."""
        values = []
        for atom, start in zip(self.atoms, self.starts, strict=True):
            width = len(self.universe) if atom.who == "same" else 1
            least, most = atom.bounds(players)
            values.append(least <= max(counts[start : start + width]) <= most)
        return _value(self.condition, iter(values))


def _value(condition: Condition, values: Iterator[bool]) -> bool:
    """The condition's truth, given its atoms' in order."""
    if isinstance(condition, Atom):
        return next(values)
    if isinstance(condition, Not):
        return not _value(condition.part, values)
    parts = [_value(part, values) for part in condition.parts]
    return all(parts) if isinstance(condition, AllOf) else any(parts)
