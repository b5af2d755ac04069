"""The characters of Most Wanted as data: one row of numbers for each, and what the numbers do. Values are in spaces of the track."""

from __future__ import annotations

from doublecross.bots.rows import Column, with_beginners

COLUMNS = (
    Column("heat", 0.0, 1.0, "how freely it chooses: the better of two choices is e times likelier for each so much between; 0: always"),
    Column("fold", 0.0, 0.95, "how often it expects a rival to stay out of a robbery, weak hands first"),
    Column("keen", 0.0, 3.0, "whoever robs has a good hand: as good, it expects, as one drawn from so many more cards"),
    Column("win", 0.0, 20.0, "what reaching Most Wanted is worth beside the spaces to it"),
    Column("bags", 0.0, 4.0, "what all the bags in the world are worth, for each bag of Bail that threatens"),
    Column("few", 0.5, 10.0, "so many bags are worth half of that: the first ones are worth most"),
    Column("fresh", 0.0, 6.0, "what a hand of new cards is worth to whoever holds the worst"),
    Column("spite", 0.0, 3.0, "what the spaces of others count against its own; 1: as much as they hurt"),
    Column("caution", 0.0, 3.0, "what paying Bail counts; 1: as much as it costs"),
    Column("greed", -0.3, 1.0, "how much every point above 2 is overrated; 0: not at all"),
    Column("bold", -2.0, 2.0, "what it likes to be in a robbery for its own sake"),
    Column("toil", -1.0, 2.0, "what it likes to labor for its own sake"),
    Column("lies", 0.0, 3.0, "how often it lays a card of another suit down, as a part of what would make challenging as good as not"),
    Column("suspicion", 0.0, 1.0, "how often it expects a rival to lie who cannot claim the truth"),
    Column("lost_turn", 0.0, 4.0, "what losing a turn costs"),
)
(HEAT, FOLD, KEEN, WIN, BAGS, FEW, FRESH, SPITE, CAUTION, GREED, BOLD, TOIL, LIES, SUSPICION, LOST_TURN) = range(len(COLUMNS))

# fmt: off
CHARACTERS = {
    #            heat  fold  keen  win  bags few fresh spite caution greed bold toil lies suspicion lost_turn
    "heuristic": (0.00, 0.50, 1.0, 6.0, 1.1, 3.0, 2.2, 1.0, 1.0,  0.0,  0.0, 0.0, 0.3, 0.30, 1.6),
    "clem":      (0.10, 0.35, 1.5, 6.0, 1.3, 3.0, 2.2, 1.0, 1.8,  0.0, -0.6, 0.0, 0.1, 0.20, 2.4),
    "gus":       (0.10, 0.50, 1.0, 6.0, 1.1, 3.0, 2.2, 0.5, 1.0,  0.6,  0.0, 0.0, 0.3, 0.30, 1.6),
    "silas":     (0.10, 0.60, 1.0, 6.0, 1.1, 3.0, 2.2, 1.0, 1.0,  0.0,  0.0, 0.3, 1.0, 0.60, 1.2),
    "abigail":   (0.10, 0.50, 1.0, 6.0, 1.4, 4.0, 2.2, 1.0, 1.2,  0.0,  0.0, 0.5, 0.0, 0.10, 1.6),
    "rosa":      (0.15, 0.60, 0.5, 6.0, 1.0, 3.0, 2.0, 1.5, 0.5,  0.1,  0.7, 0.0, 0.6, 0.40, 1.0),
}
# fmt: on
HEURISTIC = 1
"""The policy number of the heuristic."""
BEGINNERS = {"level-1": 0.8, "level-2": 0.4, "level-3": 0.0}
"""They play like the heuristic, but so often choose without a thought: any action, in or out, challenge or not."""
ROWS, CARELESS = with_beginners(COLUMNS, CHARACTERS, BEGINNERS, "heuristic")
