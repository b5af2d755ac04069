"""Solve the mini variants and write what docs/equilibrium.md shows: numbers (JSON), tables and pictures. Some minutes of one core.

``python tools/equilibrium.py`` does all, with names of variants only those; with ``--draw`` it draws from the numbers that are there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot

from doublecross.games.minis import MINIS, mini
from doublecross.lab.solve.bots import numbers_of, strategy_of
from doublecross.lab.solve.habits import habits
from doublecross.lab.solve.solver import METHODS, nash_conv, solve
from doublecross.lab.solve.tree import Tree, build

FOLDER = Path(__file__).parent.parent / "docs" / "equilibrium"
NUMBERS, PAGE = FOLDER / "results.json", FOLDER.with_suffix(".md")
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {name: (name, {}) for name in MINIS} | {
    "mw-labor, split=everyone": ("mw-labor", {"split": "everyone"})
}
"""What is solved: a mini variant, and options that differ from its own."""
ITERATIONS, TARGET = 1024, 1e-4
LARGE = 1_000_000
"""A tree of more nodes gets half as many iterations."""
RACES = ("mw-robbery", "ol-three")
"""Where the methods are compared."""
MEASURED = ("mw-tiny", "mw-robbery", "mw-labor", "ol-tiny", "ol-three", "ol-four")
"""Where the bots are measured."""
COLOURS = ("#8c2d04", "#2b6777", "#b8860b", "#5c4033", "#6b8e23", "#7a3b69", "#444444")


def grown(name: str) -> Tree:
    """The tree of a variant."""
    base, changed = VARIANTS[name]
    small = mini(base)
    return build(small.game, small.players, {**small.options, **changed})


def rounded(value: float) -> float:
    """Four significant digits: what the page shows, and no noise of the last bits."""
    return float(f"{value:.4g}")


def measure(name: str) -> dict[str, Any]:
    """Solve one variant, race the methods on it, measure the bots."""
    tree = grown(name)
    solution = solve(tree, ITERATIONS // 2 if len(tree.parent) > LARGE else ITERATIONS, target=TARGET)
    last = solution.curve[-1]
    sys.stdout.write(f"{name}: {len(tree.parent)} nodes, {last.iteration} iterations in {last.seconds:.1f} s\n")
    found: dict[str, Any] = {
        "nodes": len(tree.parent),
        "sets": len(tree.ways),
        "iterations": last.iteration,
        "nash_conv": rounded(solution.nash_conv),
        "values": [rounded(value) for value in solution.values],
        "habits": {what: [rounded(often), rounded(share)] for what, (often, share) in habits(tree, solution.strategy).items()},
    }
    if name in RACES:
        runs = {method: solve(tree, 512, method).curve for method in METHODS}
        found["methods"] = {method: [[point.iteration, rounded(point.nash_conv)] for point in curve] for method, curve in runs.items()}
    if name in MEASURED:
        found["bots"] = {bot: rounded(nash_conv(tree, strategy_of(tree, number))) for bot, number in numbers_of(tree).items()}
    return found


def draw_methods(found: dict[str, Any]) -> None:
    """NashConv by iteration."""
    figure, axes = pyplot.subplots(1, len(RACES), figsize=(8, 3), sharey=True, layout="constrained")
    for panel, name in zip(axes, RACES, strict=True):
        for colour, (method, curve) in zip(COLOURS, found[name]["methods"].items(), strict=False):
            panel.loglog(*zip(*curve, strict=True), color=colour, marker=".", label=method.upper())
        panel.set(title=name, xlabel="iterations")
        panel.grid(alpha=0.3)
    axes[0].set_ylabel("NashConv (share of a win)")
    axes[0].legend(frameon=False)
    _save(figure, "convergence")


HABITS = (
    (
        "When outlaws lie",
        [("lie with lionel", "Lionel"), ("lie with duke", "Duke"), ("lie with stretch", "Stretch"), ("lie with croc", "Croc")],
    ),
    (
        "Who joins a robbery",
        [("join holding 6s", "a six"), ("join holding Qs", "a queen"), ("join holding Ks", "a king"), ("join holding As", "an ace")],
    ),
    ("Two cards of labor", [("false claim of 2 cards", "false"), ("challenge a claim of 2 cards", "challenged")]),
)
SHOWN = (("ol-tiny", "ol-three", "ol-four"), ("mw-robbery", "mw-three"), ("mw-labor", "mw-labor, split=everyone"))


def draw_habits(found: dict[str, Any]) -> None:
    """Shares of lies, joins and challenges."""
    figure, axes = pyplot.subplots(1, len(HABITS), figsize=(9, 3.2), sharey=True, layout="constrained", width_ratios=(4, 4, 2.6))
    for panel, (title, bars), names in zip(axes, HABITS, SHOWN, strict=True):
        for index, (name, colour) in enumerate(zip(names, COLOURS, strict=False)):
            shares = [found[name]["habits"].get(what, [0, None])[1] for what, _ in bars]
            places = [at + (index - (len(names) - 1) / 2) * 0.8 / len(names) for at, share in enumerate(shares) if share is not None]
            panel.bar(places, [share for share in shares if share is not None], 0.75 / len(names), color=colour, label=name)
        panel.set(title=title, ylim=(0, 1.25), yticks=[0, 0.25, 0.5, 0.75, 1])
        panel.set_xticks(range(len(bars)), [label for _, label in bars])
        panel.legend(frameon=False, fontsize=7, loc="upper left")
    axes[0].set_ylabel("share in equilibrium")
    _save(figure, "habits")


def draw_bots(found: dict[str, Any]) -> None:
    """NashConv of every bot."""
    figure, axes = pyplot.subplots(1, 2, figsize=(8.5, 3), sharex=True, layout="constrained")
    for panel, start in zip(axes, ("mw", "ol"), strict=True):
        names = [name for name in MEASURED if name.startswith(start)]
        bots = list(found[names[0]]["bots"])
        for colour, marker, name in zip(COLOURS, "os^", names, strict=False):
            panel.plot([found[name]["bots"][bot] for bot in bots], range(len(bots)), marker, color=colour, label=name)
        panel.set_yticks(range(len(bots)), bots)
        panel.invert_yaxis()
        panel.set(xlabel="NashConv: 0 is an equilibrium", xlim=(0, 1))
        panel.grid(axis="x", alpha=0.3)
        panel.legend(frameon=False, fontsize=7)
    _save(figure, "bots")


def minis_table(found: dict[str, Any]) -> list[str]:
    """Sizes and values."""
    rows = ["| Variant | Nodes | Information sets | Shares of the win | NashConv | Iterations |", "|---|---|---|---|---|---|"]
    for name, each in found.items():
        shares = ", ".join(f"{value:.3f}" for value in each["values"])
        rows.append(f"| `{name}` | {each['nodes']:,} | {each['sets']:,} | {shares} | {each['nash_conv']:.1g} | {each['iterations']} |")
    return rows


def labor_table(found: dict[str, Any]) -> list[str]:
    """Dishonest Labor under both splits."""
    rows = ["| Of all | English rule (`split=challengers`) | Spanish rule (`split=everyone`) |", "|---|---|---|"]
    for what, deed in (
        ("false claim of 2 cards", "claims of two cards: false"),
        ("challenge a claim of 2 cards", "claims of two cards: challenged"),
        ("challenge a claim of 1 card", "claims of one card: challenged"),
    ):
        rows.append(f"| {deed} | " + " | ".join(f"{found[name]['habits'].get(what, [0, 0])[1]:.1%}" for name in SHOWN[2]) + " |")
    claims = [found[name]["habits"].get("false claim of 2 cards", [0, 0])[0] for name in SHOWN[2]]
    rows.append("| claims of two cards in a game | " + " | ".join(f"{often:.2f}" for often in claims) + " |")
    rows.append("| share of seat 0 | " + " | ".join(f"{found[name]['values'][0]:.3f}" for name in SHOWN[2]) + " |")
    return rows


def bots_table(found: dict[str, Any]) -> list[str]:
    """NashConv of every bot; the characters differ from game to game."""
    rows = []
    for start in ("mw", "ol"):
        names = [name for name in MEASURED if name.startswith(start)]
        rows += ["", "| Bot | " + " | ".join(f"`{name}`" for name in names) + " |", "|---" * (len(names) + 1) + "|"]
        rows += [f"| {bot} | " + " | ".join(f"{found[name]['bots'][bot]:.2f}" for name in names) + " |" for bot in found[names[0]]["bots"]]
    return rows[1:]


def write_tables(found: dict[str, Any]) -> None:
    """Put the tables into the page, between their marks."""
    text = PAGE.read_text(encoding="utf-8")
    for mark, table in (("minis", minis_table), ("labor", labor_table), ("bots", bots_table)):
        start, end = f"<!-- {mark} -->\n", "<!-- end -->"
        before, after = text.split(start)
        text = before + start + "\n" + "\n".join(table(found)) + "\n\n" + end + after.split(end, 1)[1]
    PAGE.write_text(text, encoding="utf-8")


def _save(figure: Any, name: str) -> None:
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
    pyplot.close(figure)


def numbers() -> dict[str, Any]:
    """What has been measured so far."""
    found: dict[str, Any] = json.loads(NUMBERS.read_text()) if NUMBERS.exists() else {}
    return found


def keep(name: str, measured: dict[str, Any]) -> None:
    """Add what was measured, in the order of the variants."""
    found = numbers() | {name: measured}
    NUMBERS.write_text(json.dumps({each: found[each] for each in VARIANTS if each in found}, indent=1) + "\n")


def main() -> None:
    """Measure, then draw if there are numbers for all."""
    mpl.rcParams.update(
        {"svg.fonttype": "none", "svg.hashsalt": "doublecross", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
    )
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or VARIANTS:
        if name != "--draw":
            keep(name, measure(name))
    found = numbers()
    if set(found) >= set(VARIANTS):
        for draw in (draw_methods, draw_habits, draw_bots, write_tables):
            draw(found)


if __name__ == "__main__":
    main()
