"""What `?` explains at the table: short texts with the numbers of the game that is being played."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from doublecross.games.most_wanted.record import PONY
from doublecross.games.most_wanted.tokens import tile_text
from doublecross.games.most_wanted.words_actions import fight_text, labor_text, rest_text
from doublecross.games.most_wanted.words_names import cards, points, tile_name
from doublecross.kernel.words import Words


def help_topics(rules: Any, words: Words) -> Mapping[str, str]:
    """Topic to text, in the reader's language."""
    topics = {
        words.say("tiles"): _tiles(rules, words),
        words.say("ranks"): _ranks(words),
        words.say("bail"): _bail(rules, words),
        words.say("double cross"): words.say(
            "If a contest has a hand of nothing but aces and one of nothing but sixes, the sixes are a Double Cross and beat everything."
        ),
        words.say("ties"): words.say(
            "Those with equal best hands play one more card each, face down, until one is best; the others lose and pay Bail."
        ),
        words.say("deck"): words.say(
            "When the deck is empty the discard pile is shuffled into a new one; the first three shuffles flip the three robberies."
        ),
        words.say("choices"): _choices(rules, words),
    }
    if rules.players == 2:
        topics[words.say("sheriff")] = words.say(
            "The Sheriff draws twice the cards of a robbery and plays the best hand; if the Sheriff wins, nobody scores and all pay Bail."
        )
    return topics


def _tiles(rules: Any, words: Words) -> str:
    lines = [_robbery(rules, words, robbery) for robbery in range(3)]
    return "\n".join([*lines, rest_text(rules, words), labor_text(rules, words), fight_text(rules, words)])


def _robbery(rules: Any, words: Words, robbery: int) -> str:
    return words.say(
        "{tile}: a robbery with {cards} each; the best hand scores {points} (flipped: {flipped}), the others in it pay Bail.",
        tile=tile_name(tile_text(rules, PONY + robbery), words),
        cards=cards(int(rules.robbery_cards[robbery]), words),
        points=points(int(rules.points[robbery]), words),
        flipped=int(rules.flipped_points[robbery]),
    )


def _ranks(words: Words) -> str:
    lines = [
        words.say("Ranks from low to high: 6 7 8 9 T J Q K A (T is ten). Suits: s star, h horseshoe, c cactus, w wheel."),
        words.say("Hands from low to high: high card, pair, two pair, three of a kind, four of a kind, Double Cross. Suits do not count."),
    ]
    return "\n".join(lines)


def _bail(rules: Any, words: Words) -> str:
    """The Bail of each stretch of the track, and what it is for."""
    bail = [int(rules.bail[space]) for space in range(int(rules.goal))]
    stretches = []
    for amount, spaces in groupby(range(1, int(rules.goal)), key=lambda space: bail[space]):
        stretch = list(spaces)
        span = str(stretch[0]) if len(stretch) == 1 else f"{stretch[0]}-{stretch[-1]}"
        stretches.append(f"{span}: {amount}")
    return words.say(
        "Losing costs the Bail of your space ({spaces}; nothing at the start). For each bag you lack, you go back one space.",
        spaces=", ".join(stretches),
    )


def _choices(rules: Any, words: Words) -> str:
    robberies = ", ".join(tile_text(rules, PONY + robbery) for robbery in range(3))
    return words.say(
        "Cards are written `Qw`, several with a blank between them in ascending order; tiles: {tiles}; sizes `x2`; seats `p3`.",
        tiles=f"{robberies}, {'saloon' if rules.saloon else 'church'}, labor, {'shootout' if rules.shootout else 'duel'}",
    )
