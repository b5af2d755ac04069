"""The chart of a review as SVG: every seat's chance to win over the game, each line with a colour, a dash and a mark of its own."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from doublecross.advice.said import SaidPoint

WIDTH, HEIGHT = 480, 260
"""Narrow, so that the words on it can be read on a phone."""
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 28
IN_A_ROW, ROW = 2, 24
"""Of the legend."""
COLOURS = ("#c4472b", "#2a80b4", "#9a7412", "#9d5bc0", "#3b8a55", "#c75a86", "#6f78c4", "#8b7263")
"""Each three times as bright, or as dark, as the paper by day and by night."""
DASHES = ("none", "8 3", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "6 2 2 2 2 2")
MARKS = ("circle", "square", "diamond", "triangle", "circle", "square", "diamond", "triangle")
EVERY = 6
"""A mark stands at every so-manyth point."""


def draw(points: Sequence[SaidPoint], names: Sequence[str], title: str, about: str) -> str:
    """The chart, without styles or scripts, so that the strictest page may hold it.

    Args:
        points: the chances at each step, in order; at least one.
        names: what the seats are called.
        title, about: what is seen, for those who do not see it.
    """
    last = max(points[-1].step, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + ROW * -(-len(names) // IN_A_ROW)}" role="img" '
        f'aria-labelledby="chart-title chart-about" font-family="serif" font-size="15">',
        f'<title id="chart-title">{escape(title)}</title><desc id="chart-about">{escape(about)}</desc>',
        *_grid(),
    ]
    for seat in range(len(names)):
        spots = [(_x(point.step, last), _y(point.chances[seat])) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2.5" stroke-dasharray="{DASHES[seat]}" '
            'stroke-linejoin="round"/>'
        )
        parts += [_mark(seat, x, y) for x, y in [*spots[seat % EVERY :: EVERY], spots[-1]]]
        parts += _legend(seat, names[seat])
    return "".join([*parts, "</svg>"])


def _x(step: int, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * step / last


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def _grid() -> list[str]:
    lines = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" stroke-opacity="0.2"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 5:.1f}" text-anchor="end" fill="currentColor">{percent}%</text>')
    return lines


def _mark(seat: int, x: float, y: float) -> str:
    colour, kind = COLOURS[seat], MARKS[seat]
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    if kind == "square":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"/>'
    corners = ((0, -5), (5, 0), (0, 5), (-5, 0)) if kind == "diamond" else ((0, -5), (5, 4), (-5, 4))
    return f'<polygon points="{" ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)}" fill="{colour}"/>'


def _legend(seat: int, name: str) -> list[str]:
    x, y = LEFT + seat % IN_A_ROW * (WIDTH - LEFT) // IN_A_ROW, HEIGHT + ROW * (seat // IN_A_ROW)
    line = f'<line x1="{x}" x2="{x + 30}" y1="{y}" y2="{y}" stroke="{COLOURS[seat]}" stroke-width="2.5" stroke-dasharray="{DASHES[seat]}"/>'
    return [line, _mark(seat, x + 15, y), f'<text x="{x + 36}" y="{y + 5}" fill="currentColor">{escape(name[:18])}</text>']
