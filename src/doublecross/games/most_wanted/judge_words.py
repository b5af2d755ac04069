"""What the judge of a contest says: each hand, who wins, and what decided it."""

from __future__ import annotations

from doublecross.games.most_wanted.cards import RANKS
from doublecross.games.most_wanted.hands import CATEGORIES
from doublecross.games.most_wanted.judge import Contestant, JudgedHand, Judgement
from doublecross.kernel.phrases import Phrase
from doublecross.kernel.words import Words, mark

CATEGORY_TITLES = {
    "double_cross": mark("Double Cross"),
    "four_of_a_kind": mark("four of a kind"),
    "three_of_a_kind": mark("three of a kind"),
    "two_pair": mark("two pair"),
    "pair": mark("pair"),
    "high_card": mark("high card"),
}
"""The categories from the best to the lowest (MW-20), as people read them."""


def explain_judgement(found: Judgement, sheriff: str | None, speaker: Words) -> list[str]:
    """The judgement as sentences, one a line: each hand, who wins, and what decided it. `sheriff` is what he drew."""
    lines = [
        speaker.say("Hand {index}: {cards}, {category}.", index=index, cards=hand.cards, category=_title(hand))
        for index, hand in enumerate(found.hands)
    ]
    if found.sheriff is not None:
        drawn = {"drawn": sheriff, "cards": found.sheriff.cards, "category": _title(found.sheriff)}
        lines.append(speaker.say("The Sheriff draws {drawn} and plays {cards}, {category}.", **drawn))
    lines.append(_who_wins(found, speaker))
    lines.append(_what_decides(found, speaker))
    if len(found.winners) > 1:
        lines.append(speaker.say("Each of them plays one more card face down, and the best one wins."))
        if "sheriff" in found.winners:
            lines.append(speaker.say("The Sheriff plays the top card of the deck."))
    elif "sheriff" in found.winners:
        lines.append(speaker.say("No one scores, and every player in the robbery pays Bail."))
    return [line for line in lines if line]


def _title(hand: JudgedHand) -> str:
    return Phrase(CATEGORY_TITLES[hand.category])


def _who_wins(found: Judgement, speaker: Words) -> str:
    names = [Phrase("the Sheriff") if who == "sheriff" else Phrase("hand {index}", index=who) for who in found.winners]
    if len(names) > 1:
        return speaker.say("A tie between {names}.", names=speaker.both(speaker.repeat(name) for name in names))
    if "sheriff" in found.winners:
        return speaker.say("The Sheriff wins.")
    return speaker.say("Hand {index} wins.", index=found.winners[0])


def _what_decides(found: Judgement, speaker: Words) -> str:
    """Why the winners beat the best of the others; empty if there are no others."""
    contest: dict[Contestant, JudgedHand] = dict(enumerate(found.hands))
    if found.sheriff is not None:
        contest["sheriff"] = found.sheriff
    best = contest[found.winners[0]]
    others = [hand for who, hand in contest.items() if who not in found.winners]
    if found.double_cross:
        return speaker.say("All sixes beat everything while another hand is all aces.")
    if not others:
        return ""
    strength = {category: place for place, category in enumerate(CATEGORIES)}
    second = max(others, key=lambda hand: (strength[hand.category], [RANKS.index(rank) for rank in hand.compared]))
    if second.category != best.category:
        return speaker.say("The higher category decides: {best} before {second}.", best=_title(best), second=_title(second))
    high, low = next(pair for pair in zip(best.compared, second.compared, strict=True) if pair[0] != pair[1])
    return speaker.say(
        "The category is the same ({category}); the first rank that differs decides: {high} before {low}.",
        category=_title(best),
        high=high,
        low=low,
    )
