"""Hints: what the choices of one decision are worth, and what will come of them, in words. Made from the asker's `Decision` only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from doublecross.advice.advisor import ENDS, Advisor, advisor, percent, phase_of
from doublecross.advice.weighing import Choice, Worth, best_policy, likely, weigh_all
from doublecross.bots.bot import Decision
from doublecross.bots.policies import policy_of
from doublecross.kernel.machine import machine, policy_rng
from doublecross.kernel.position import as_record
from doublecross.kernel.words import words

WORLDS = 24
"""Worlds in which each candidate is tried at first."""
LOOKS = 120
"""Worlds in which it is looked at what comes next."""
STEPS = 400
"""Actions after which a look ahead ends in any case."""
SHOWN = 3
"""Choices that a hint shows."""


class Hint(msgspec.Struct, frozen=True):
    """One choice of a hint.

    Attributes:
        choice: its actions, as tokens.
        text: the choice in words.
        value: the asker's chance to win the game after it, 0 to 1 (a shared win counts as its share).
        error: standard error of `value`.
        odds: the chance as a sentence.
        reasons: what comes of the choice next, as sentences.
    """

    choice: tuple[str, ...]
    text: str
    value: float
    error: float
    odds: str
    reasons: tuple[str, ...]


def hints(decision: Decision, seed: int, language: str, names: Sequence[str], worlds: int = WORLDS) -> list[Hint]:
    """The best few choices of a decision, best first.

    Args:
        decision: what the asker knows.
        seed: decides the estimate.
        language: "en" or "es".
        names: what the seats are called.
        worlds: see `doublecross.advice.weighing.weigh_all`.
    """
    found = advisor(decision.game)
    return [_hint(decision, worth, found, seed, language, names) for worth in weigh_all(decision, seed, worlds)[:SHOWN]]


def _hint(decision: Decision, worth: Worth, found: Advisor, seed: int, language: str, names: Sequence[str]) -> Hint:
    speaker, rules = words(language), as_record(decision.rules)
    tokens = tuple(map(decision.text, worth.choice))
    odds = speaker.say(
        "You win the game in about {value} of the worlds you can imagine (give or take {error}).",
        value=percent(worth.value),
        error=percent(2 * worth.error),
    )
    means = outcomes(decision, worth.choice, found, seed)
    reasons = tuple(found.reasons(means, rules, speaker))
    text = found.name_choice(tokens, phase_of(decision), rules, names, speaker)
    return Hint(tokens, text, worth.value, worth.error, odds, reasons)


def outcomes(decision: Decision, choice: Choice, found: Advisor, seed: int, looks: int = LOOKS) -> Mapping[str, float]:
    """What comes of a choice until the turn or round ends, as means over imagined worlds in which everyone plays like the best policy."""
    total: Counter[str] = Counter()
    for look in range(looks):
        total.update(dict(_look_ahead(decision, choice, found, seed * looks + look)))
    return {fact: amount / looks for fact, amount in total.items()}


def _look_ahead(decision: Decision, choice: Choice, found: Advisor, seed: int) -> Counter[str]:
    game, seat = decision.game, decision.seat
    position, rng = likely(decision, seed), policy_rng(seed)
    policy, number = machine(game, policy_of(game)), best_policy(game)
    facts: Counter[str] = Counter()
    waiting = list(choice)
    for _ in range(STEPS):
        if position.is_over:
            break
        mover = seat if waiting else min(position.to_act)
        action = waiting.pop(0) if waiting else int(policy.enter_policy(number, position.know(mover), decision.rules, mover, rng))
        events = list(position.apply(mover, action))
        for event in events:
            for fact, amount in found.facts(event, seat):
                facts[fact] += amount  # type: ignore[assignment]  # a counter of numbers that need not be whole
        if any(event.kind in ENDS for event in events):
            break
    return facts
