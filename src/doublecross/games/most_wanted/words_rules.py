"""The rules of Most Wanted by number, in our own words, each with where it comes from."""

from __future__ import annotations

from doublecross.kernel.words import Words, mark

BOOK, PUBLIC, HOUSE = "book", "public", "house"
"""Where a rule comes from: the rulebook; what is known about the game elsewhere; a ruling of ours where both are silent."""
_ORIGIN = {PUBLIC: mark("(known from public sources)"), HOUSE: mark("(house ruling)")}

_Rule = tuple[str, str, str]

_SETUP: tuple[_Rule, ...] = (
    (
        "MW-01",
        BOOK,
        mark("72 cards: ranks 6 7 8 9 T J Q K A from low to high, in four suits (stars, horseshoes, cacti, wheels), two copies each."),
    ),
    (
        "MW-02",
        BOOK,
        mark("2 to 8 players. Each seat has 5 cards and a token before the first space of the track. The supply holds 63 bags."),
    ),
    ("MW-02", PUBLIC, mark("Nobody has bags at the start.")),
    ("MW-03", BOOK, mark("Each space of the track shows a Bail; the last one is Most Wanted.")),
    ("MW-03", PUBLIC, mark("Most Wanted is space 13. Bail rises from 1 to 3 along the track.")),
    (
        "MW-03",
        HOUSE,
        mark("Which space shows which Bail is not published: 1 up to space 4, 2 up to space 8, then 3; option `track` changes it."),
    ),
    (
        "MW-04",
        BOOK,
        mark("Six tiles: the robberies Pony Express, Stagecoach and Train, and three more with two sides of which the table uses one."),
    ),
    ("MW-04", BOOK, mark("These are Church or Saloon, Honest Labor or Dishonest Labor, Duel or Shootout.")),
    ("MW-05", HOUSE, mark("Who begins is drawn at random, or chosen, or the winner of an opening duel (option `first_player`).")),
    (
        "MW-05",
        HOUSE,
        mark("In the opening duel each seat plays one card. A tie is played again, nobody scores or pays, and all draw, the winner first."),
    ),
)

_TURNS: tuple[_Rule, ...] = (
    ("MW-06", BOOK, mark("On your turn you take one action, which you must be able to complete. Then the next seat has its turn.")),
    ("MW-07", BOOK, mark("After it, tokens move, the cards played go to the discard pile, and all who took part draw up to 5 cards.")),
    (
        "MW-07",
        BOOK,
        mark("The active seat draws first, then the others in seat order. Whoever stayed out or only challenged does not draw."),
    ),
    ("MW-08", BOOK, mark("No token goes beyond Most Wanted. Reaching it wins at once: nothing more is paid or drawn.")),
    ("MW-09", BOOK, mark("If you lost your next turn, you pass it; until then you may still join, challenge and be challenged.")),
    ("MW-09", HOUSE, mark("Two such losses before that turn cost one turn.")),
)

_ROBBERIES: tuple[_Rule, ...] = (
    (
        "MW-10",
        BOOK,
        mark("A robbery takes 2 cards (Pony Express), 3 (Stagecoach) or 4 (Train) from each hand in it. Whoever declares it stays in it."),
    ),
    ("MW-11", BOOK, mark("Any other seat with enough cards may join with as many, face down. Who is in is public, the cards are not.")),
    ("MW-11", BOOK, mark("Until all are ready, face-down cards may be swapped.")),
    ("MW-12", BOOK, mark("Then all cards are shown. The best hand scores the tile's points; the others in the robbery pay Bail.")),
    (
        "MW-13",
        BOOK,
        mark("With three or more players, a robbery that nobody joins is won; its cards are shown and discarded all the same."),
    ),
    ("MW-14", BOOK, mark("Points: Pony Express 2, Stagecoach 3, Train 4.")),
    ("MW-14", PUBLIC, mark("Once flipped they give 3, 4 and 5; what counts is the side that is up when the points are awarded.")),
    (
        "MW-15",
        HOUSE,
        mark("The steps: the robbery is declared; the others answer in secret and are shown together; so are then the cards of all in it."),
    ),
)

_HANDS: tuple[_Rule, ...] = (
    (
        "MW-20",
        BOOK,
        mark("From high to low: Double Cross, four of a kind, three of a kind, two pair, pair, high card. Suits do not count."),
    ),
    (
        "MW-21",
        BOOK,
        mark("In the same category, ranks decide: first those held most often, then the others from the highest down. All equal: a tie."),
    ),
    ("MW-22", BOOK, mark("All hands in a contest have the same number of cards.")),
)

_DOUBLE_CROSS: tuple[_Rule, ...] = (
    (
        "MW-30",
        BOOK,
        mark(
            "With at least one hand of nothing but aces in the contest, each hand of nothing but sixes is a Double Cross, the best of all."
        ),
    ),
    ("MW-31", BOOK, mark("Otherwise sixes are what they are, the lowest of their category. Hands that are both a Double Cross tie.")),
    ("MW-32", BOOK, mark("It applies in every contest and tie-break, with any number of cards, and to what the Sheriff plays.")),
)

_TIES: tuple[_Rule, ...] = (
    ("MW-40", BOOK, mark("In a tie for best, each of those tied plays one card face down; the best card wins, and equals play on.")),
    ("MW-40", BOOK, mark("Earlier cards no longer count. Without a card in hand you play the top card of the deck.")),
    ("MW-41", BOOK, mark("Losing the tie-break is losing: you pay Bail.")),
    ("MW-42", HOUSE, mark("If there is no card to draw either, you drop out of the tie.")),
    (
        "MW-42",
        HOUSE,
        mark(
            "If nobody can play, the tied seat nearest in seat order from the active seat wins, the active seat first, the Sheriff never."
        ),
    ),
)

_BAIL: tuple[_Rule, ...] = (
    (
        "MW-50",
        BOOK,
        mark("Losing costs the Bail of your space, as it was before any token moved. It goes to the supply. At the start it is nothing."),
    ),
    ("MW-51", BOOK, mark("If you cannot pay it all, pay what you have and go back one space for each bag missing.")),
    ("MW-51", HOUSE, mark("That may take you back to the start, but no further.")),
    ("MW-52", BOOK, mark("Bags and spaces are public.")),
    ("MW-53", HOUSE, mark("Public too: how many cards are in each hand and in the deck, and every card that was ever face up.")),
    ("MW-53", HOUSE, mark("Your hand and what you draw are yours alone; of face-down cards only the number shows.")),
)

_DECK: tuple[_Rule, ...] = (
    (
        "MW-55",
        BOOK,
        mark("If the deck is empty when a card is drawn, the discard pile is shuffled into a new deck. Cards on the table stay there."),
    ),
    ("MW-56", BOOK, mark("The first three of these shuffles flip Pony Express, Stagecoach and Train, one each, in this order.")),
    ("MW-57", HOUSE, mark("With deck and discard pile both empty, nothing is drawn.")),
    ("MW-58", HOUSE, mark("You may look up the cards that went into the deck at the last shuffle and that you have not seen since.")),
)

_ACTIONS: tuple[_Rule, ...] = (
    ("MW-60", BOOK, mark("Church: discard as many cards as you like, even none, and draw until you hold 7.")),
    ("MW-61", BOOK, mark("Saloon: pay 1 bag, discard as many cards as you like, and draw until you hold 8.")),
    ("MW-61", HOUSE, mark("Each bag you lack costs a space, as with Bail; with no bag and no space to go back, you cannot choose it.")),
    ("MW-62", BOOK, mark("Honest Labor: play cards of one suit face up, at least one, and take 2 bags for each.")),
    ("MW-62", HOUSE, mark("With an empty supply it is allowed as well.")),
    (
        "MW-63",
        BOOK,
        mark("Dishonest Labor: put cards face down with 2 bags on each and claim one suit. The others may challenge; then all is shown."),
    ),
    ("MW-63", BOOK, mark("If the claim is true or nobody challenged, the bags are yours, and those who challenged lose their next turn.")),
    (
        "MW-63",
        BOOK,
        mark("If it is a lie that was challenged, they share the bags evenly (option `split`: you too). The rest returns to the supply."),
    ),
    ("MW-63", HOUSE, mark("All decide before any answer is shown.")),
    (
        "MW-64",
        BOOK,
        mark("Duel: challenge one seat with 1 or 2 cards each. The winner scores the loser's Bail in full, and the loser pays it."),
    ),
    ("MW-64", HOUSE, mark("The loser may be at the start, so that nothing is to be won.")),
    (
        "MW-65",
        BOOK,
        mark("Shootout: challenge one or more seats with 1, 2 or 3 cards each. The winner scores 2 points, all others pay Bail."),
    ),
    ("MW-66", HOUSE, mark("If the supply runs short, you take what is left.")),
    ("MW-67", BOOK, mark("You cannot choose an action that you cannot complete.")),
    ("MW-67", HOUSE, mark("If there is none, you pass.")),
    (
        "MW-68",
        HOUSE,
        mark("After 2000 turns (option `turn_limit`) the farthest token wins, then the most bags; if all is equal, the win is shared."),
    ),
)

_TWO_PLAYERS: tuple[_Rule, ...] = (
    (
        "MW-70",
        BOOK,
        mark("With two players the Sheriff is in every robbery, with twice its cards from the deck, and plays the best hand in them."),
    ),
    ("MW-70", HOUSE, mark("The Sheriff draws right after the declaration, and never chooses sixes because of aces.")),
    ("MW-71", BOOK, mark("If this best hand is all sixes it can be a Double Cross; if it is all aces it can fall to one.")),
    (
        "MW-72",
        BOOK,
        mark(
            "If the Sheriff wins, nobody scores and each seat in the robbery pays Bail. All cards of the Sheriff are shown and discarded."
        ),
    ),
    ("MW-73", HOUSE, mark("In a tie the Sheriff plays the top card of the deck.")),
    ("MW-73", BOOK, mark("Other actions do not concern the Sheriff, who neither pays nor scores.")),
    (
        "MW-74",
        HOUSE,
        mark(
            "If the deck runs short the Sheriff chooses from fewer cards; with fewer than the robbery takes, the Sheriff stays out of it."
        ),
    ),
)

_VARIANTS: tuple[_Rule, ...] = (
    (
        "MW-80",
        HOUSE,
        mark("Smaller games for research: options `ranks`, `suits`, `copies`, `hand`, `track`, `goal`. Every other number is one too."),
    ),
)

_CHAPTERS: tuple[tuple[str, tuple[_Rule, ...]], ...] = (
    (mark("Setup"), _SETUP),
    (mark("Turns"), _TURNS),
    (mark("Robberies"), _ROBBERIES),
    (mark("Hands"), _HANDS),
    (mark("Double Cross"), _DOUBLE_CROSS),
    (mark("Ties"), _TIES),
    (mark("Bail"), _BAIL),
    (mark("Deck"), _DECK),
    (mark("Other actions"), _ACTIONS),
    (mark("Two players: the Sheriff"), _TWO_PLAYERS),
    (mark("Variants"), _VARIANTS),
)


def rules_text(words: Words) -> list[tuple[str, str]]:
    """The rules in order: (heading, "") before each chapter, then (number, sentences)."""
    lines: list[tuple[str, str]] = []
    for heading, rules in _CHAPTERS:
        lines.append((words.say(heading), ""))
        numbers = dict.fromkeys(number for number, _, _ in rules)
        lines += [(number, " ".join(_said(rule, words) for rule in rules if rule[0] == number)) for number in numbers]
    return lines


def _said(rule: _Rule, words: Words) -> str:
    _, origin, sentence = rule
    said = words.say(sentence)
    return said if origin == BOOK else f"{said} {words.say(_ORIGIN[origin])}"
