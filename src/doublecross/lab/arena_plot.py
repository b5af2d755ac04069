"""The result of a tournament as a picture."""

from __future__ import annotations

import os
from pathlib import Path

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import Words
from doublecross.lab.arena import Arena
from doublecross.lab.extras import needed

FORMATS = ("png", "svg")
_INCHES_EACH = 0.45


def check_plot(path: str) -> Path:
    """The path, if a picture of its kind can be drawn here; raises `BadInput`. Asked before hours of games."""
    found = Path(path)
    if found.suffix.lower().removeprefix(".") not in FORMATS:
        raise BadInput(Phrase("plot"), repr(path), ", ".join(f"*.{each}" for each in FORMATS))
    folder = found.absolute().parent
    if not folder.is_dir():
        raise BadInput(Phrase("plot"), repr(path), Phrase("a file in a folder that is there"))
    if found.is_dir() or not os.access(found if found.exists() else folder, os.W_OK):
        raise BadInput(Phrase("plot"), repr(path), Phrase("a file that can be written"))
    needed("matplotlib", "lab")
    return found


def plot(result: Arena, path: Path, title: str, speaker: Words) -> None:
    """Write a PNG or SVG file: each bot's share of wins with its 95% interval, best first, and a line at what equals would win."""
    from matplotlib.figure import Figure

    names = sorted(result.bots, key=lambda name: result.win_rate[name].value)
    rates = [result.win_rate[name] for name in names]
    figure = Figure(figsize=(8, 1.6 + _INCHES_EACH * len(names)), layout="constrained")
    axes = figure.add_subplot()
    values = [rate.value for rate in rates]
    errors = [[rate.value - rate.low for rate in rates], [rate.high - rate.value for rate in rates]]
    axes.errorbar(values, range(len(names)), xerr=errors, fmt="o", color="#8a4b1f", ecolor="#c79a6b", elinewidth=3, capsize=4)
    axes.axvline(result.fair, color="#777777", linestyle="--", linewidth=1)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f}%")
    axes.set_xlabel(speaker.say("Wins of a seat, with the 95% interval"))
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
