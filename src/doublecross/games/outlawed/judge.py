"""The judge of a round on a real table: whose outlaw is apprehended, whose is sent back, and why (OL-11, OL-12, OL-20 to OL-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from doublecross.games.outlawed.deck_read import quoted
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.events import read_event
from doublecross.games.outlawed.judging import judge
from doublecross.games.outlawed.language import OutlawedLanguage
from doublecross.games.outlawed.marks import placed, seats_of
from doublecross.games.outlawed.options import PLAYERS, DeckKind, table_rules
from doublecross.games.outlawed.record import RULES
from doublecross.kernel.bits import NONE
from doublecross.kernel.errors import BadInput
from doublecross.kernel.game import EVERYTHING
from doublecross.kernel.jit import compiled
from doublecross.kernel.log import EVENT
from doublecross.kernel.machine import records, scratch_log
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import words


class Verdict(msgspec.Struct, frozen=True):
    """What `judge_outlawed` finds.

    Attributes:
        apprehended: for each seat, whether its outlaw is apprehended.
        sent_back: the seats whose outlaw was sent back by another (OL-22), ascending.
        reasons: for each seat, in whole sentences, why its outlaw is apprehended or not.
    """

    apprehended: list[bool]
    sent_back: list[int]
    reasons: list[str]


@compiled
def enter_judge(rules: Any, logs: Any, plays: Any, claims: Any) -> Any:
    """Judge a round; its events are in the log then."""
    logs[0].count = 0
    return judge(rules[0], logs[0], plays, claims)


def judge_outlawed(
    plays: Sequence[tuple[str, str]],
    deck: Deck | str | Path | Mapping[str, Any] | None = None,
    *,
    lang: str = "en",
    names: Sequence[str] | None = None,
) -> Verdict:
    """Judge one round of OutLawed!; every outlaw of the deck may be played, whatever its icons.

    Args:
        plays: the ids of the outlaw played and the outlaw claimed, for each seat.
        deck: a deck, the path of a deck file, or a deck's plain dictionary; the house set if None.
        lang: the language of the reasons.
        names: what the reasons call the seats.

    Raises:
        BadInput: for fewer than 2 or more than 5 plays, an id that the deck does not have, or a deck that is not sound.

    >>> judge_outlawed([("lionel", "lionel"), ("duke", "lionel")]).apprehended
    [False, True]
    """
    chosen = DeckKind().read("house" if deck is None else str(deck) if isinstance(deck, Path) else deck, Phrase("deck"))
    lineups = [_lineup(plays, which, chosen) for which in (0, 1)]
    rules = records(RULES)
    rules[:] = table_rules(chosen, len(plays))
    log = scratch_log()
    apprehended = seats_of(enter_judge(rules, log, *lineups))
    raw = log["events"][0].view(np.uint8).reshape(-1)[: int(log["count"][0]) * EVENT.itemsize]
    speaker, language = words(lang), OutlawedLanguage()
    called = names or [speaker.say("Seat {seat}", seat=seat) for seat in range(len(plays))]
    told: list[list[str]] = [[] for _ in plays]
    sent_back = []
    for event in (read_event(each, rules[0], EVERYTHING) for each in np.frombuffer(raw.tobytes(), dtype=EVENT)):
        if event is not None and event.seat is not None:
            told[event.seat].append(language.tell(event, rules[0], called, EVERYTHING, speaker))
            if event.facts.get("outcome") == "sent_back":
                sent_back.append(event.seat)
    return Verdict([seat in apprehended for seat in range(len(plays))], sent_back, [" ".join(sentences) for sentences in told])


def _lineup(plays: Sequence[Any], which: int, deck: Deck) -> Any:
    """What all seats played (0) or claimed (1), checked."""
    ids = ", ".join(outlaw.id for outlaw in deck.outlaws)
    if len(plays) not in PLAYERS:
        allowed = Phrase("{least} to {most} plays", least=PLAYERS[0], most=PLAYERS[-1])
        raise BadInput(Phrase("plays"), Phrase("{count} plays", count=len(plays)), allowed)
    lineup = NONE
    for seat, play in enumerate(plays):
        where = Phrase("play of seat {seat}", seat=seat)
        if isinstance(play, str) or len(play) != 2:
            raise BadInput(where, quoted(play), Phrase("the outlaw played and the outlaw claimed"))
        try:
            lineup |= placed(deck.index(play[which]), seat)
        except (KeyError, TypeError):
            raise BadInput(where, quoted(play[which]), Phrase("the id of an outlaw: {ids}", ids=ids)) from None
    return lineup
