"""What the judge of a contest says: each hand, who wins, and what decided it."""

from __future__ import annotations

from doublecross.games.most_wanted.cards import RANKS
from doublecross.games.most_wanted.facts import THE_SHERIFF
from doublecross.games.most_wanted.hands import CATEGORIES
from doublecross.games.most_wanted.judge import JudgedHand, Judgement
from doublecross.games.most_wanted.words_events import what_decided
from doublecross.games.most_wanted.words_names import CATEGORY, hand_name
from doublecross.kernel.words import Words


def explain_judgement(found: Judgement, sheriff: str | None, speaker: Words) -> list[str]:
    """The judgement as sentences, one a line: each hand, who wins, and what decided it. `sheriff` is what he drew."""
    lines = [
        speaker.say("Hand {index}: {cards}, {hand}.", index=index, cards=hand.cards, hand=_made(hand, speaker))
        for index, hand in enumerate(found.hands)
    ]
    if found.sheriff is not None:
        plays = {"cards": found.sheriff.cards, "hand": _made(found.sheriff, speaker)}
        lines.append(speaker.say("The Sheriff draws {drawn} and plays {cards}, {hand}.", drawn=sheriff, **plays))
    lines.append(_who_wins(found, speaker))
    lines += _what_decides(found, speaker)
    if len(found.winners) > 1:
        lines.append(speaker.say("Each of them plays one more card face down, and the best one wins."))
        if THE_SHERIFF in found.winners:
            lines.append(speaker.say("The Sheriff plays the top card of the deck."))
    elif THE_SHERIFF in found.winners:
        lines.append(speaker.say("No one scores, and every player in the robbery pays Bail."))
    return lines


def _made(hand: JudgedHand, speaker: Words) -> str:
    name = hand_name(hand.compared, speaker)
    crossed = hand.category == CATEGORIES[-1]
    return speaker.say("{hand}: {category}", hand=name, category=speaker.say(CATEGORY[hand.category])) if crossed else name


def _who_wins(found: Judgement, speaker: Words) -> str:
    if len(found.winners) > 1:
        names = [speaker.say("the Sheriff") if who == THE_SHERIFF else speaker.say("hand {index}", index=who) for who in found.winners]
        return speaker.say("A tie between {names}.", names=speaker.both(names))
    if THE_SHERIFF in found.winners:
        return speaker.say("The Sheriff wins.")
    return speaker.say("Hand {index} wins.", index=found.winners[0])


def _what_decides(found: Judgement, speaker: Words) -> list[str]:
    """Why the winners beat the best of the others, if there are others."""
    contest: dict[int | str, JudgedHand] = dict(enumerate(found.hands))
    if found.sheriff is not None:
        contest[THE_SHERIFF] = found.sheriff
    others = [hand for who, hand in contest.items() if who not in found.winners]
    if not others:
        return []
    strength = {category: place for place, category in enumerate(CATEGORIES)}
    second = max(others, key=lambda hand: (strength[hand.category], [RANKS.index(rank) for rank in hand.compared]))
    return [what_decided(contest[found.winners[0]].compared, second.compared, speaker)]
