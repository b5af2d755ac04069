"""The characters of OutLawed! as data: one row of numbers for each, and what the numbers do.

"At stake" is the difference that the own outlaw makes for the chance to win: in jail, or back in the hand.
"""

from __future__ import annotations

from doublecross.bots.rows import Column, with_beginners

COLUMNS = (
    Column("heat", 0.0, 0.3, "how freely it chooses: the better is e times likelier for each such part of what is at stake"),
    Column("tempo", 0.0, 300.0, "what one more outlaw in jail counts beside its reward, in dollars: the game ends the sooner"),
    Column("scale", 50.0, 2000.0, "how many dollars of lead make a game look half decided, for one outlaw that is still missing"),
    Column("greed", -1.0, 1.5, "how much rewards above $150 are overrated, and those below it underrated; 0: not at all"),
    Column("spite", 0.0, 2.5, "what the leading rival's gain counts against its own; 1: as much as it hurts"),
    Column("honesty", -0.4, 0.4, "what it would give for telling the truth, or for a lie if negative, as a part of what is at stake"),
    Column("caution", -0.5, 1.5, "what it would give for being sure, as a part of what is at stake"),
    Column("trust", 0.05, 0.95, "how often it expects a stranger to tell the truth"),
    Column("doubt", 0.5, 30.0, "how many claims of a rival it takes to believe as much in what they showed as in that"),
    Column("guile", 0.0, 1.0, "what it would give to mislead a single rival that claims later, as a part of what is at stake"),
    Column("cunning", 0.0, 1.0, "how much it expects rivals to play what pays, rather than anything"),
)
HEAT, TEMPO, SCALE, GREED, SPITE, HONESTY, CAUTION, TRUST, DOUBT, GUILE, CUNNING = range(len(COLUMNS))

# fmt: off
CHARACTERS = {
    #             heat  tempo  scale  greed  spite  honesty  caution  trust  doubt  guile  cunning
    "heuristic": (0.05,  40.0, 500.0,   0.25,  1.0,    0.00,     0.0,  0.50,   4.0,   0.15,    0.6),
    "clem":      (0.06,  60.0, 400.0,  -0.2,   0.7,    0.00,     0.8,  0.50,   3.0,   0.1,     0.4),
    "gus":       (0.06,  30.0, 400.0,   1.0,   0.5,    0.00,    -0.2,  0.50,   3.0,   0.1,     0.4),
    "silas":     (0.06,  50.0, 500.0,   0.0,   0.8,   -0.20,     0.0,  0.35,   3.0,   0.1,     0.6),
    "abigail":   (0.06,  50.0, 500.0,   0.0,   0.8,    0.20,     0.0,  0.65,   6.0,   0.0,     0.4),
    "rosa":      (0.08,  40.0, 500.0,   0.0,   2.0,    0.00,    -0.1,  0.50,   2.0,   0.1,     0.6),
}
# fmt: on
HEURISTIC = 1
"""The policy number of the heuristic."""
BEGINNERS = {"level-1": 0.8, "level-2": 0.5, "level-3": 0.2}
"""They play like the heuristic, but so often choose without a thought: any outlaw of the hand, any claim or the truth."""
ROWS, CARELESS = with_beginners(COLUMNS, CHARACTERS, BEGINNERS, "heuristic")
