"""The main plots of a study, in the style of a notebook: open it in an editor that knows ``# %%`` cells, or run it as a program.

Usage: ``python examples/lab_plots.py FOLDER``, the folder being one that ``doublecross lab run`` wrote. It needs the extra ``lab``.
"""

# %%
from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl
import polars as pl

from doublecross import lab

if "ipykernel" not in sys.modules:
    mpl.use("Agg")
import matplotlib.pyplot as plt

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("track-results")

# %% All results in one line: games, drama, estimates and comparisons as Polars frames
results = lab.load(FOLDER)
first_kind = results.study.kinds[0]

# %% Who wins: by place in turn order, with 95% intervals, a panel for each number of players
wins = results.estimates.filter(pl.col("measure").str.starts_with("win_place_")).with_columns(
    place=pl.col("measure").str.extract(r"(\d+)$").cast(pl.Int32)
)
counts = sorted(wins["players"].unique())
figure, panels = plt.subplots(1, len(counts), figsize=(4 * len(counts), 3), squeeze=False, sharey=True)
for axes, players in zip(panels[0], counts, strict=True):
    for (cell, bots), rows in wins.filter(players=players).sort("place").group_by(["cell", "bots"], maintain_order=True):
        errors = [rows["value"] - rows["low"], rows["high"] - rows["value"]]
        axes.errorbar(rows["place"], rows["value"], yerr=errors, marker="o", capsize=3, label=f"{cell}, {bots}")
    axes.axhline(1 / players, linestyle="--", color="grey")
    axes.set_title(f"{players} players")
    axes.set_xlabel("place in turn order")
panels[0][0].set_ylabel("share of wins")
panels[0][0].legend(fontsize=6)
figure.savefig(FOLDER / "wins.svg")

# %% How long games are, cell by cell
length = "turns" if "turns" in results.games.columns else "rounds"
figure, axes = plt.subplots(figsize=(8, 3))
for (cell,), rows in results.games.filter(bots=first_kind).group_by(["cell"], maintain_order=True):
    counted = rows[length].value_counts().sort(length)
    axes.plot(counted[length], counted["count"] / len(rows), label=cell)
axes.set_xlabel(f"{length} in a game")
axes.set_ylabel("share of games")
axes.legend(fontsize=7)
figure.savefig(FOLDER / "length.svg")

# %% The findings with the greatest effects, and their intervals
top = results.comparisons.filter(pl.col("finding") & (pl.col("bots") == first_kind)).sort(pl.col("effect").abs(), descending=True).head(15)
figure, axes = plt.subplots(figsize=(8, 0.3 * max(1, len(top)) + 1), layout="constrained")
labels = [f"{row['measure']}: {row['cell']}" for row in top.iter_rows(named=True)]
axes.barh(labels, top["effect"])
axes.invert_yaxis()
axes.set_xlabel("effect size (Cohen's h or d) against the baseline")
figure.savefig(FOLDER / "findings.svg")

# %% Drama: the winning chances of one game, turn by turn
if not results.drama.is_empty():
    game = results.drama.filter(bots=first_kind).filter(pl.col("game") == 0)
    game = game.filter(pl.col("cell") == game["cell"][0]).sort("turn")
    figure, axes = plt.subplots(figsize=(8, 3))
    for seat in range(game["players"][0]):
        axes.plot(game["turn"], game[f"chance_{seat}"], label=f"seat {seat}")
    axes.set_xlabel("turn")
    axes.set_ylabel("winning chance")
    axes.legend(fontsize=7)
    figure.savefig(FOLDER / "drama.svg")

print(f"plots of {results.study.title!r} are in {FOLDER}")
