"""Plots of a study as SVG texts: dots with their 95% intervals, effects by two kinds of players, winning chances turn by turn.

Text stays text, colours are those of the game's paper and ink, and every kind of player has a shape of its own beside its colour.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import matplotlib.lines
import matplotlib.ticker
import numpy as np
from matplotlib.figure import Figure

from doublecross.kernel.words import Words
from doublecross.lab.analysis import Analysis, Repeated
from doublecross.lab.measures import Measure

if TYPE_CHECKING:
    import polars as pl

PAPER, INK, QUIET, RULE = "#fbf3df", "#2b1a10", "#574029", "#d8c49a"
COLOURS = ("#8f2416", "#14356b", "#1d6b52", "#86560c", "#5f4630", "#8c1526")
SHAPES = ("o", "s", "D", "^", "v", "P")
_STYLES = {"none": "full", "left": "left", "full": "full"}
SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "doublecross",
    "font.family": "serif",
    "font.size": 9,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "axes.titlesize": 9,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.grid": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
}
BY_CELL = frozenset({"wins", "tiles", "points", "jail", "truth"})
"""Groups with a panel for each cell: their measures have one unit. The others have a panel for each measure."""
_PROLOG = re.compile(r"^.*?(?=<svg )", re.DOTALL)
_OUTSIDE = re.compile(r'\s*<metadata>.*?</metadata>|\sxmlns(?::\w+)?="[^"]*"', re.DOTALL)


def as_svg(figure: Figure, prefix: str) -> str:
    """A figure as an SVG element that stands in a page: no prolog, nothing outside it is named, ids begin with `prefix`."""
    with mpl.rc_context(SETTINGS):
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = _OUTSIDE.sub("", _PROLOG.sub("", out.getvalue())).replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r'href="#', f'href="#{prefix}-', text)
    text = re.sub(r"url\(#", f"url(#{prefix}-", text)
    text = re.sub(r"(\.\d\d)\d+", r"\1", text)  # a hundredth of a point is finer than any screen
    return re.sub(r"\s*\n\s*", "\n", text).strip() + "\n"


def standing_alone(svg: str) -> str:
    """An SVG element as a file of its own."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _panels(count: int, rows: int, columns: int, shared: bool) -> tuple[Figure, list[Any]]:
    """A figure with `count` panels, each with so many rows of dots; `shared` says that all have one scale."""
    lines = math.ceil(count / columns)
    figure = Figure(figsize=(10.0, lines * (0.75 + 0.24 * rows) + 0.35), layout="constrained")
    axes = figure.subplots(lines, columns, squeeze=False, sharex=shared).flatten().tolist()
    for unused in axes[count:]:
        unused.set_visible(False)
    return figure, axes[:count]


def _dots(axes: Any, found: Analysis, pairs: Sequence[tuple[Measure, int] | None], percent: bool) -> None:
    """A row for each pair of measure and cell, in it a dot with its interval for each kind of players."""
    kinds = found.study.kinds
    scale = 100 if percent else 1
    for kind in range(len(kinds)):
        for row, pair in enumerate(pairs):
            estimate = found.estimates.get((pair[0].name, pair[1], kind)) if pair else None
            if estimate is None or math.isnan(estimate.value):
                continue
            place = row + (kind - (len(kinds) - 1) / 2) * 0.28
            value, low, high = (number * scale for number in (estimate.value, estimate.low, estimate.high))
            axes.plot([low, high], [place, place], color=COLOURS[kind], linewidth=1.4, solid_capstyle="round", clip_on=False)
            axes.plot([value], [place], SHAPES[kind], color=COLOURS[kind], markersize=4.5, clip_on=False)
    axes.set_ylim(len(pairs) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.spines[["top", "right"]].set_visible(False)


def _legend(figure: Figure, kinds: Sequence[str], title: str) -> None:
    handles = [
        mpl.lines.Line2D([], [], color=COLOURS[kind], marker=SHAPES[kind], markersize=4.5, linewidth=1.4, label=name)
        for kind, name in enumerate(kinds)
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=len(kinds), frameon=False, title=title, title_fontsize=8, fontsize=8)


def group_figure(found: Analysis, measures: Sequence[Measure], speaker: Words) -> Figure:
    """The measures of one group, with intervals, in all cells by all kinds of players."""
    cells = found.study.cells
    with mpl.rc_context(SETTINGS):
        by_cell = measures[0].group in BY_CELL
        count, rows = (len(cells), len(measures)) if by_cell else (len(measures), len(cells))
        figure, panels = _panels(count, rows, min(count, 2 if by_cell else 3), by_cell)
        for number, axes in enumerate(panels):
            if by_cell:
                own = {measure.name for measure in found.measures[number]}
                pairs = [(measure, number) if measure.name in own else None for measure in measures]
                title, labels = cells[number].name, [found.title(measure.name, speaker) for measure in measures]
            else:
                pairs = [(measures[number], cell) for cell in range(len(cells))]
                title, labels = found.title(measures[number].name, speaker), [cell.name for cell in cells]
            percent = measures[number if not by_cell else 0].share
            _dots(axes, found, pairs, percent)
            _fair_line(axes, measures, number if by_cell else None, found)
            axes.set_title(_wrapped(title, 58 if by_cell else 36))
            leftmost = number % axes.get_gridspec().ncols == 0
            axes.set_yticks(range(rows), [_wrapped(label, 52 if by_cell else 34) if leftmost else "" for label in labels])
            axes.tick_params(labelbottom=True)
            if percent:
                axes.xaxis.set_major_formatter(mpl.ticker.FormatStrFormatter("%g%%"))
        _legend(figure, found.study.kinds, speaker.say("Players"))
    return figure


def _fair_line(axes: Any, measures: Sequence[Measure], cell: int | None, found: Analysis) -> None:
    """Where the fair share is, in a panel of wins."""
    if cell is not None and measures[0].group == "wins":
        axes.axvline(100 / found.study.cells[cell].players, color=QUIET, linewidth=1, linestyle=(0, (4, 3)))


def _wrapped(text: str, width: int) -> str:
    """A label on two lines where it is long."""
    if len(text) <= width:
        return text
    cut = text.rfind(" ", 0, width)
    return text if cut < 0 else text[:cut] + "\n" + text[cut + 1 :]


def disagreement_figure(found: Analysis, speaker: Words) -> Figure | None:
    """Every finding's effect by the first kind of players against that by the others: on the diagonal they agree. None without any."""
    repeated = found.repeated
    if not repeated:
        return None
    kinds = found.study.kinds
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(6.4, 5.2), layout="constrained")
        axes = figure.subplots()
        most = max(max(abs(each.one.difference.effect), abs(each.other.difference.effect)) for each in repeated) * 1.1
        axes.plot([-most, most], [-most, most], color=QUIET, linewidth=1, linestyle=(0, (4, 3)))
        axes.axhline(0, color=QUIET, linewidth=0.8)
        axes.axvline(0, color=QUIET, linewidth=0.8)
        for each in reversed(repeated):  # the farthest apart last, on top
            axes.plot([each.one.difference.effect], [each.other.difference.effect], **_mark(each.other.kind, _fill(each)))
        axes.set_xlim(-most, most)
        axes.set_ylim(-most, most)
        axes.set_xlabel(speaker.say("Effect with {players}", players=kinds[0]))
        axes.set_ylabel(speaker.say("Effect with {players}", players=" / ".join(kinds[1:])))
        axes.spines[["top", "right"]].set_visible(False)
        _effects_legend(figure, found, speaker)
    return figure


def _fill(each: Repeated) -> str:
    """How the mark of a finding is filled: not where players agree, half where they differ no more than by chance."""
    return "none" if each.agrees else "full" if each.sure else "left"


def _mark(kind: int, fill: str) -> dict[str, Any]:
    colour = COLOURS[kind]
    inside = {"markerfacecolor": PAPER if fill == "none" else colour, "markerfacecoloralt": PAPER}
    return inside | {"marker": SHAPES[kind], "markeredgecolor": colour, "markersize": 6, "linestyle": "none", "fillstyle": _STYLES[fill]}


def _effects_legend(figure: Figure, found: Analysis, speaker: Words) -> None:
    """What the filling of a mark says and, where there are several, what its shape does."""
    says = {
        "full": speaker.say("they disagree"),
        "left": speaker.say("one finds it, perhaps by chance"),
        "none": speaker.say("both find it"),
    }
    first = found.repeated[0].other.kind
    handles = [mpl.lines.Line2D([], [], label=text, **_mark(first, fill)) for fill, text in says.items()]
    handles.append(mpl.lines.Line2D([], [], label=speaker.say("the same effect"), color=QUIET, linewidth=1, linestyle=(0, (4, 3))))
    if len(found.study.kinds) > 2:
        others = enumerate(found.study.kinds[1:], 1)
        handles += [mpl.lines.Line2D([], [], label=name, **_mark(kind, "none")) for kind, name in others]
    figure.legend(handles=handles, loc="outside upper left", ncols=2, frameon=False, fontsize=8)


def lengths_figure(found: Analysis, games: pl.DataFrame, column: str, speaker: Words) -> Figure:
    """How games spread over their lengths, a line for each of the first cells, by the first kind of players."""
    import polars as pl

    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10, 3), layout="constrained")
        axes = figure.subplots()
        for number, cell in enumerate(found.study.cells[: len(COLOURS)]):
            values = games.filter((pl.col("cell") == number) & (pl.col("kind") == 0))[column].to_numpy()
            shares = np.bincount(values) / len(values) * 100
            (line,) = axes.plot(np.arange(len(shares)), shares, color=COLOURS[number], linewidth=1.5, label=cell.name)
            line.set_linestyle(("solid", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1, 1, 1)), (0, (8, 2)), (0, (2, 2)))[number])
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(mpl.ticker.FormatStrFormatter("%g%%"))
        axes.set_xlabel({"turns": speaker.say("Turns in a game"), "rounds": speaker.say("Rounds in a game")}.get(column, column))
        axes.legend(frameon=False, fontsize=8)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def drama_figure(found: Analysis, drama: pl.DataFrame, speaker: Words, shown: int = 6) -> Figure:
    """The winning chances of some games of the first cell, turn by turn, a line for each seat; that of the winner is thick."""
    import polars as pl

    own = drama.filter((pl.col("cell") == 0) & (pl.col("kind") == 0))
    numbers = own["game"].unique().sort().to_list()[:shown]
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10, 2.1 * math.ceil(len(numbers) / 3)), layout="constrained")
        panels = figure.subplots(math.ceil(len(numbers) / 3), min(3, len(numbers)), squeeze=False, sharey=True).flatten().tolist()
        for axes in panels[len(numbers) :]:
            axes.set_visible(False)
        for axes, number in zip(panels, numbers, strict=False):
            game = own.filter(pl.col("game") == number).sort("turn")
            for seat in range(found.study.cells[0].players):
                winner = game["won"][0] >> seat & 1
                colour = COLOURS[seat % len(COLOURS)]
                axes.plot(game["turn"], game[f"chance_{seat}"] * 100, color=colour, linewidth=2.4 if winner else 1)
            axes.set_ylim(0, 100)
            axes.set_title(speaker.say("Game {number}", number=number))
            axes.yaxis.set_major_formatter(mpl.ticker.FormatStrFormatter("%g%%"))
            axes.spines[["top", "right"]].set_visible(False)
        figure.supxlabel(speaker.say("Turn"), fontsize=9)
    return figure
