"""The measures of OutLawed!."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from doublecross.games.outlawed.options import deck_of
from doublecross.kernel.phrases import Phrase
from doublecross.lab.measures import Measure, Setting, Table, Take, column, happened, won_share
from doublecross.lab.statistics import Numbers

GROUPS = ("wins", "length", "truth", "jail", "worth", "blocks", "lead")


def outlaws_of(setting: Setting) -> dict[str, tuple[int, str, int]]:
    """The outlaws in use: number in the deck, name and reward, by id."""
    rules = setting.rules
    return {
        outlaw.id: (number, outlaw.name.said("en"), int(rules["rewards"][number]))
        for number, outlaw in enumerate(deck_of(rules).outlaws)
        if int(rules["used"]) >> number & 1
    }


def measures(setting: Setting) -> list[Measure]:
    """All but wins, decisions and drama."""
    parts = (_length, _truth, _jail, _worth, _blocks, _lead)
    return [measure for part in parts for measure in part(setting)]


def _length(setting: Setting) -> Iterator[Measure]:
    yield Measure("rounds", "length", Phrase("Rounds in a game"), column("rounds"))
    yield Measure("round_limit", "length", Phrase("Games that reach the round limit"), happened("round_limit"), share=True)
    yield Measure("empty_rounds", "length", Phrase("Rounds in which nobody is jailed"), column("empty_rounds"), column("rounds"), True)


def _truth(setting: Setting) -> Iterator[Measure]:
    yield Measure("truth", "truth", Phrase("Claims that are true"), column("true_claims"), column("claims"), True)
    for name, (_, outlaw, _) in outlaws_of(setting).items():
        title = Phrase("Truth about {outlaw}", outlaw=outlaw)
        yield Measure(f"truth_{name}", "truth", title, column(f"true_plays_{name}"), column(f"plays_{name}"), True)


def _jail(setting: Setting) -> Iterator[Measure]:
    """Of the games in which a seat holds an outlaw; jailed once at most, so plays that succeed are jailings."""
    for name, (_, outlaw, _) in outlaws_of(setting).items():
        title = Phrase("{outlaw}: jailed by those who hold it", outlaw=outlaw)
        yield Measure(f"jailed_{name}", "jail", title, column(f"success_{name}"), column(f"held_{name}"), True)
    for name, (_, outlaw, _) in outlaws_of(setting).items():
        title = Phrase("{outlaw}: apprehended when played", outlaw=outlaw)
        yield Measure(f"success_{name}", "jail", title, column(f"success_{name}"), column(f"plays_{name}"), True)


def _worth(setting: Setting) -> Iterator[Measure]:
    """Dollars, and wins: who loses which outlaw at the start is drawn, so wins without it show what it is worth, whatever caused it."""
    for name, (_, outlaw, reward) in outlaws_of(setting).items():
        title = Phrase("{outlaw}: dollars brought to whoever holds it", outlaw=outlaw)
        yield Measure(f"dollars_{name}", "worth", title, _times(f"success_{name}", reward), column(f"held_{name}"))
    for name, (number, outlaw, _) in outlaws_of(setting).items():
        title = Phrase("{outlaw}: wins of whoever lost it at the start", outlaw=outlaw)
        tops = _without(number, setting.players)
        yield Measure(f"without_{name}", "worth", title, tops[0], tops[1], True, fair=1 / setting.players)


def _times(name: str, factor: int) -> Take:
    return lambda table: table[name].astype(np.float64) * factor


def _without(number: int, players: int) -> tuple[Take, Take]:
    """Wins of the seats that lost an outlaw, and how many lost it."""

    def wins(table: Table) -> Numbers:
        shares: Numbers = np.sum([won_share(table, seat) * (table[f"lost_{seat}"] == number) for seat in range(players)], axis=0)
        return shares

    def seats(table: Table) -> Numbers:
        count: Numbers = np.sum([table[f"lost_{seat}"] == number for seat in range(players)], axis=0).astype(np.float64)
        return count

    return wins, seats


def _blocks(setting: Setting) -> Iterator[Measure]:
    yield Measure("sent_back", "blocks", Phrase("Plays that a block sends back"), column("sent_back"), column("claims"), True)
    yield Measure("blocked_rounds", "blocks", Phrase("Rounds in which a block hits"), column("blocked_rounds"), column("rounds"), True)
    blockers = [number for number, blocks in enumerate(setting.rules["blocks"]) if blocks or setting.rules["liars"][number]]
    for name, (number, outlaw, _) in outlaws_of(setting).items():
        if number in blockers:
            yield Measure(
                f"blocks_{name}",
                "blocks",
                Phrase("{outlaw} sends back when played", outlaw=outlaw),
                column(f"blocks_{name}"),
                column(f"plays_{name}"),
            )
    for name, (_, outlaw, _) in outlaws_of(setting).items():
        yield Measure(
            f"back_{name}",
            "blocks",
            Phrase("{outlaw} is sent back when played", outlaw=outlaw),
            column(f"back_{name}"),
            column(f"plays_{name}"),
            True,
        )


def _lead(setting: Setting) -> Iterator[Measure]:
    yield Measure("lead_changes", "lead", Phrase("Lead changes in a game"), column("lead_changes"))
    yield Measure("margin", "lead", Phrase("Dollars between the first and the second"), column("margin"))
    yield Measure("tied", "lead", Phrase("Games with the best score shared"), happened("tied"), share=True)
    yield Measure(
        "winner_inactive",
        "drama",
        Phrase("Wins without an outlaw jailed in the last round"),
        lambda table: 1.0 - table["winner_active"],
        share=True,
    )
