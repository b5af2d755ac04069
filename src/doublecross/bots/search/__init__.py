"""Search: a bot that plays the game out from what it knows, many times, and learns from it which choice wins most."""

from __future__ import annotations

from doublecross.bots.search.bot import SEARCH_BOT, SearchBot
from doublecross.bots.search.evaluation import Choice, Evaluation
from doublecross.bots.search.search import Search

__all__ = ["SEARCH_BOT", "Choice", "Evaluation", "Search", "SearchBot"]
