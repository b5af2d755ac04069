"""What a table has to know of a game beyond the kernel's contract: robberies, where people may change their mind, and neutral choices."""

from __future__ import annotations

import random
from typing import Any

from doublecross.games.most_wanted.record import CARDS, JOIN, TURN
from doublecross.kernel.errors import RuleError
from doublecross.kernel.position import Position
from doublecross.tables.choices import END_OF_SET, take, unfinished


class Adapter:
    """Any game: no robberies, and every legal action as good as another."""

    def declarer(self, position: Position) -> int | None:
        """Who has declared a robbery that others may now join; None if there is none."""
        return None

    def face_down(self, position: Position) -> int:
        """How many cards each seat that takes part lays face down in this step."""
        return 0

    def placing(self, position: Position, seat: int) -> Position:
        """A trial position in which a seat that takes part in the robbery places its cards."""
        raise RuleError(f"{position.game.name} has no robberies")

    def neutral(self, position: Position, seat: int, rng: random.Random) -> str:
        """A whole choice that proves nothing: uniformly random legal actions, one after the other."""
        trial, found = position.clone(), list[str]()
        while not found or unfinished(trial, seat):
            action = rng.choice(trial.legal(seat))
            found.append(trial.action_text(action))
            trial.apply(seat, action)
        return " ".join(found)


class MostWanted(Adapter):
    """Most Wanted: robberies as written (MW-10 to MW-12)."""

    def declarer(self, position: Position) -> int | None:
        seen = self._public(position)
        return int(seen["active"]) if seen["phase"] == JOIN else None

    def face_down(self, position: Position) -> int:
        seen = self._public(position)
        return int(seen["hand_size"]) if seen["phase"] in (JOIN, CARDS) else 0

    def placing(self, position: Position, seat: int) -> Position:
        trial = position.clone()
        for other in sorted(position.to_act):
            take(trial, other, "in" if other == seat else "out")
        return trial

    def neutral(self, position: Position, seat: int, rng: random.Random) -> str:
        """Stays out, does not challenge, plays random cards where it must play, and labours with one random card on its own turn."""
        seen = self._public(position)
        hand = [str(card) for card in position.view(seat).hand]
        if seen["phase"] == CARDS:
            return " ".join(sorted(rng.sample(hand, int(seen["hand_size"])), key=position.action_from_text))
        if seen["phase"] != TURN:
            return "out"
        if not hand:
            return super().neutral(position, seat, rng)
        return f"labor {rng.choice(hand)} {END_OF_SET}"

    def _public(self, position: Position) -> Any:
        """What a spectator knows, as a record."""
        return position.know(-1)[0]


_ADAPTERS: dict[str, Adapter] = {"most-wanted": MostWanted()}
_PLAIN = Adapter()


def adapter(position: Position) -> Adapter:
    """The adapter of a position's game."""
    return _ADAPTERS.get(position.game.name, _PLAIN)
