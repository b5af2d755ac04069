"""The rules of OutLawed! in our own words, by number, and what the help explains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.shown import outlaw_words
from doublecross.kernel.words import Words, mark

_RULES: tuple[tuple[str, str], ...] = (
    (mark("Setup"), ""),
    ("OL-01", mark("2 to 5 players each hold the same set of outlaws; the backs only tell whose they are.")),
    (
        "OL-02",
        mark(
            "An outlaw has a name, a reward in dollars, perhaps a badge icon, perhaps a bullets icon, and a condition that "
            "says when it is apprehended. The reward of Stretch is $150 for each player."
        ),
    ),
    ("OL-03", mark("Beginner game: only outlaws with a badge are used, and 4 outlaws in a jail end the game. It is a good first game.")),
    ("OL-04", mark("Two players use only outlaws with bullets; a beginner game of two needs both icons.")),
    ("OL-05", mark("Each player loses one outlaw at random, face down, and alone knows which. The rest is the hand.")),
    ("OL-06", mark("The first holder of the Deputy Badge is drawn by lot, unless a seat is named.")),
    (mark("A round"), ""),
    (
        "OL-10",
        mark(
            "From the badge on, in seat order, each player places one outlaw of the hand face down and claims that it is some"
            " outlaw in use, held or not. Once both are given they are final, and nothing shows before. Later players hear "
            "the earlier claims."
        ),
    ),
    ("OL-11", mark("A claim is true if it names the outlaw placed; any other claim is a lie.")),
    (
        "OL-12",
        mark(
            "Then all reveal, and every condition is judged at once, on who played what and who claimed what. Whether one "
            "outlaw is apprehended changes nothing for another."
        ),
    ),
    (
        "OL-13",
        mark(
            "An apprehended outlaw goes into the jail of whoever played it; any other goes back to the hand. What was "
            "revealed stays public: the log names the outlaws in jail."
        ),
    ),
    ("OL-14", mark("If no jail holds enough outlaws yet, the badge moves one seat clockwise and a new round begins.")),
    (mark("Conditions"), ""),
    (
        "OL-20",
        mark(
            "A rival is any other player, and a condition on a rival needs at least one. Every claim means your own too. Two "
            "or more of the same means any outlaw, your own included."
        ),
    ),
    (
        "OL-21",
        mark("Conditions come from the deck file: comparisons joined by and, or and not, checked and put into words when it is read."),
    ),
    (
        "OL-22",
        mark(
            "Some outlaws send named outlaws, or the outlaws of liars, back to their hands: these are not apprehended, "
            "whatever their condition says, a true claim included. It works because the outlaw was played, be it apprehended "
            "or sent back itself. Liars means rivals who lied, unless the deck says players."
        ),
    ),
    ("OL-23", mark("After each reveal the game tells for every outlaw why it was apprehended or not, by the facts that decided it.")),
    (mark("The end"), ""),
    (
        "OL-30",
        mark(
            "The game ends after a round in which a jail holds 7 outlaws (4 in a beginner game), or all but one of the "
            "outlaws in use, if these are fewer. At least 3 must be in use. Then all jails and lost outlaws are shown."
        ),
    ),
    (
        "OL-31",
        mark(
            "The rewards in your jail are your score, and the highest score wins. In a tie the player whose lost outlaw is "
            "worth least wins; if that is a tie too, the first of them in seat order from the badge, which does not move "
            "after the last round."
        ),
    ),
    ("OL-32", mark("Casual game: whoever has the most outlaws in jail wins; in a tie, the first of them in seat order from the badge.")),
    ("OL-33", mark("After 60 rounds, or another limit, the game is scored as it stands.")),
    (mark("The deck"), ""),
    (
        "OL-40",
        mark(
            "The deck that comes with this game is complete and playable, but not the published one: many of its names, "
            "rewards and conditions were made up by this project. `doublecross deck show` tells which."
        ),
    ),
    (
        "OL-41",
        mark(
            "Whoever owns the game can write its true outlaws into a deck file and play with it everywhere: `doublecross deck"
            " new` begins one, `doublecross deck check` looks for mistakes."
        ),
    ),
    ("OL-42", mark("A deck has 3 to 16 outlaws (11 in the box), with rewards in whole dollars.")),
)


def rules_text(words: Words) -> Sequence[tuple[str, str]]:
    """The rules in order: a number and its sentences, or a heading and nothing."""
    return [(number, words.say(sentence)) if sentence else (words.say(number), "") for number, sentence in _RULES]


def help_topics(rules: Any, words: Words) -> Mapping[str, str]:
    """Every outlaw in use, and the parts of the rules a player asks for during a round."""
    deck: Deck = deck_of(rules)
    topics = {
        outlaw.id: outlaw_words(outlaw, deck, int(rules["players"]), words)
        for number, outlaw in enumerate(deck.outlaws)
        if int(rules["used"]) >> number & 1
    }
    said = {number: words.say(sentence) for number, sentence in _RULES if sentence}
    topics[words.say("claims")] = " ".join((said["OL-10"], said["OL-11"]))
    topics[words.say("conditions")] = " ".join((said["OL-12"], said["OL-20"], said["OL-22"]))
    topics[words.say("end")] = " ".join((said["OL-30"], said["OL-31"], said["OL-33"]))
    return topics
