"""A bot for OutLawed! that never lies. It shows all that a bot of one's own needs: a class that is called with a game and a seed."""

from __future__ import annotations

import random

from doublecross.bots.bot import Decision
from doublecross.kernel.game import Game
from doublecross.kernel.options import Flag, Option


class Honest:
    """Plays any outlaw of its hand and claims to have played just that; with `timid`, those first that have been played least.

    Args:
        game: what is played.
        seed: all chance of the bot comes from it.
        timid: a parameter, written ``honest:timid=yes``.
    """

    parameters = (Option("timid", Flag(), False, "Prefers outlaws that it has played less often."),)

    def __init__(self, game: Game, seed: int, timid: bool = False) -> None:
        self.rng, self.timid = random.Random(seed), timid

    @staticmethod
    def plays(game: Game) -> bool:
        """Only OutLawed! asks what this bot can answer."""
        return game.name == "outlawed"

    def choose(self, decision: Decision) -> int:
        """One of ``decision.legal``: the View and the history hold all that the seat may know."""
        played = [event.facts["outlaw"] for event in decision.events if event.kind == "revealed" and event.seat == decision.seat]
        own = decision.view.seats[decision.seat].play  # what lies face down before this seat, once it is placed
        if own is not None:
            return next(action for action in decision.legal if decision.text(action) == f"as:{own}")
        choices = list(decision.legal)
        self.rng.shuffle(choices)
        return min(choices, key=lambda action: played.count(decision.text(action)) if self.timid else 0)
