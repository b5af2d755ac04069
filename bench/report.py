"""The results: a table with bars for people, and one JSON object for programs."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import ours, peers, searching, studies
from bench.measure import Sample, Samples, median, paired_ratio

BAR = 30
"""Width of the longest bar, in characters."""
RATIOS = (
    ("most-wanted-4p", "open_spiel_cpp_leduc"),
    ("outlawed-4p", "open_spiel_cpp_leduc"),
    ("most-wanted-4p", "open_spiel_cpp_gin_rummy"),
    ("outlawed-4p", "open_spiel_cpp_gin_rummy"),
    ("python_api-most-wanted", "open_spiel_python_leduc"),
    ("python_api-outlawed", "open_spiel_python_leduc"),
    ("python_api-most-wanted", "rlcard_leduc"),
    ("python_api-outlawed", "rlcard_leduc"),
    *((f"aec-{game}", "pettingzoo_leduc") for game in ours.GAMES),
    *((f"vector-{game}", f"pgx_{peer}") for game in ours.GAMES for peer in ("leduc_holdem", "kuhn_poker")),
)
"""What is divided by what, round by round."""
ENVIRONMENTS = tuple(f"{kind}-{game}" for kind in ours.ENVIRONMENTS for game in ours.GAMES)


def _rate(samples: Samples, name: str) -> float | None:
    return median([sample.rate for sample in samples.get(name, ())])


def _worst(values: Mapping[str, float | None], choose: Any) -> float | None:
    """The less flattering of the games' figures; None unless all were measured."""
    known = [value for value in values.values() if value is not None]
    return choose(known) if known and len(known) == len(values) else None


def figures(samples: Samples, start: Mapping[str, Any] | None, method: Mapping[str, Any]) -> dict[str, Any]:
    """The object printed last. A key is always there; what was not measured is null."""
    api = {game: _rate(samples, f"python_api-{game}") for game in ours.GAMES}
    clones = {game: _rate(samples, f"clone-{game}") for game in ours.GAMES}
    clone_ns = {game: 1e9 / rate if rate else None for game, rate in clones.items()}
    two_core = {game: paired_ratio(samples, f"two_threads-{game}", f"one_thread-{game}") for game in ours.GAMES}
    return {
        "decisions_per_s": {name: _rate(samples, name) for name in ours.PLAYOUTS},
        "games_per_s": {name: median([sample.game_rate for sample in samples.get(name, ())]) for name in ours.PLAYOUTS},
        "python_api_steps_per_s": _worst(api, min),
        "clone_ns": _worst(clone_ns, max),
        "two_core_ratio": _worst(two_core, min),
        "studies": _studies(samples),
        "search": _search(samples),
        "environments": {name: _rate(samples, name) for name in ENVIRONMENTS},
        "peers": {name: _rate(samples, name) for name in peers.PACKAGES},
        "ratios": {f"{above}/{below}": paired_ratio(samples, above, below) for above, below in RATIOS},
        "by_game": {"python_api_steps_per_s": api, "clone_ns": clone_ns, "two_core_ratio": two_core},
        "start": start,
        "method": dict(method),
    }


def _search(samples: Samples) -> dict[str, float | None]:
    """Playouts a second, bare and within a search from the same position, and the share of the bare rate that is left."""
    rates = {name: _rate(samples, name) for name in searching.NAMES}
    shares = ((f"{kind}-{game}", f"bare-{game}") for game in searching.GAMES for kind in searching.KINDS[1:])
    return rates | {f"{above}/{below}": paired_ratio(samples, above, below) for above, below in shares}


def _studies(samples: Samples) -> dict[str, float | None]:
    """Games a second that a study notes and stores, and what two workers, and two of a cluster, do beside one and two."""
    rates = {name: median([sample.game_rate for sample in samples.get(name, ())]) for name in studies.WORKERS}
    one, two, ray = studies.WORKERS
    return rates | {"two_workers/one": paired_ratio(samples, two, one), "ray/two_workers": paired_ratio(samples, ray, two)}


def processor() -> str:
    """The processor's name as the system gives it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _short(rate: float) -> str:
    """A rate with three or four digits and its unit."""
    for scale, unit in ((1e6, "M"), (1e3, "k")):
        if rate >= scale:
            return f"{rate / scale:.2f} {unit}"
    return f"{rate:.0f}"


def _row(name: str, samples: Sequence[Sample], longest: float) -> tuple[str, ...]:
    rates = sorted(sample.rate for sample in samples)
    middle = median(rates) or 0.0
    eighths = max(1, round(middle / longest * BAR * 8))
    bar = "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]
    games = _short(median([sample.game_rate for sample in samples]) or 0.0) if samples[0].games else ""
    return name, _short(middle), f"{_short(rates[0])} to {_short(rates[-1])}", games, bar


def show(samples: Samples, result: Mapping[str, Any], console: Console) -> None:
    """Print the table of rates with bars, then the ratios and the other figures."""
    shown = [name for name in (*ours.PLAYOUTS, *ours.API, *ENVIRONMENTS, *peers.PACKAGES) if samples.get(name)]
    longest = max((_rate(samples, name) or 0.0 for name in shown), default=0.0)
    table = Table(title=f"Decisions a second, one core: {result['method']['processor']}")
    for heading in ("", "median", "range", "games/s"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    table.add_column("", no_wrap=True)
    for name in shown:
        table.add_row(*_row(name, samples[name], longest), style="dim" if name in peers.PACKAGES else "bold")
    if table.rows:
        console.print(table)
    other = Table(title="Ratios and other figures", show_header=False, min_width=60)
    other.add_column(no_wrap=True)
    other.add_column(justify="right", no_wrap=True)
    for name, value in _others(result):
        other.add_row(name, value)
    if other.rows:
        console.print(other)


def _others(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Name and value of everything beside the rates."""
    rows = [(name.replace("/", " / "), f"{ratio:.2f}") for name, ratio in result["ratios"].items() if ratio]
    for game, ratio in result["by_game"]["two_core_ratio"].items():
        rows += [(f"{game}: two threads / one", f"{ratio:.2f}")] if ratio else []
    for game, nanoseconds in result["by_game"]["clone_ns"].items():
        rows += [(f"{game}: clone", f"{nanoseconds:.0f} ns")] if nanoseconds else []
    for name, figure in result["search"].items():
        rows += [(name.replace("/", " / "), f"{figure:.2f}" if "/" in name else f"{_short(figure)} playouts/s")] if figure else []
    for name, figure in result["studies"].items():
        rows += (
            [(f"studies: {name.removeprefix('study-')}", f"{figure:.2f}" if "/" in name else f"{figure:,.0f} games/s")] if figure else []
        )
    for kind, cost in (result["start"] or {}).items():
        rows.append((f"{kind} start, both games", f"{cost['seconds']:.1f} s, {cost['peak_mib']:.0f} MiB"))
    live = result["server"]
    for name, figures in (("live tables", live), ("boardgame.io", live and live["boardgame.io"])):
        rows += _served(name, figures) if figures else []
    for figures in result["bots"] or ():
        times = ", ".join(f"{part} {ms} ms" for part, ms in figures["ms_of_a_post"].items())
        rows.append((f"{figures['tables']} tables with {figures['bot']}, a person's choice", times))
        within = f"{figures['bot_answers_per_s']:g}/s, {figures['bot_answers_within_5_s']:.2%}"
        rows.append((f"{figures['bot']}: answers, within 5 s, replaced", f"{within}, {sum(figures['bots_replaced'].values()):g}"))
    return rows


def _served(name: str, figures: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A server's figures."""
    steady, fastest = figures["steady"], figures["fastest"]
    times = ", ".join(f"{part} {ms} ms" for part, ms in steady["ms_to_the_others"].items())
    return [
        (f"{name}: {figures['tables']} tables at {figures['rate']:g}/s, to the others", times),
        (f"{name}: of a core, per choice", f"{steady['cpu_share']:.0%}, {steady['cpu_ms_per_action']} ms"),
        (f"{name}: at most", f"{fastest['actions_per_s']:g} choices/s"),
        (f"{name}: a push, a connection", f"{steady['bytes_per_push']} bytes, {figures['kib_per_socket']} KiB"),
    ]
