"""Names of cards, hands, tiles and amounts, as phrases that other sentences take in."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence

from doublecross.games.most_wanted.facts import THE_SHERIFF, Place
from doublecross.games.most_wanted.tokens import ranks_in_order
from doublecross.kernel.words import Words, mark

RANK = {
    "6": mark("six"),
    "7": mark("seven"),
    "8": mark("eight"),
    "9": mark("nine"),
    "T": mark("ten"),
    "J": mark("jack"),
    "Q": mark("queen"),
    "K": mark("king"),
    "A": mark("ace"),
}
_RANKS = {
    "6": mark("sixes"),
    "7": mark("sevens"),
    "8": mark("eights"),
    "9": mark("nines"),
    "T": mark("tens"),
    "J": mark("jacks"),
    "Q": mark("queens"),
    "K": mark("kings"),
    "A": mark("aces"),
}
_ONE_OF_RANK = {
    "6": mark("a six"),
    "7": mark("a seven"),
    "8": mark("an eight"),
    "9": mark("a nine"),
    "T": mark("a ten"),
    "J": mark("a jack"),
    "Q": mark("a queen"),
    "K": mark("a king"),
    "A": mark("an ace"),
}
_SUIT = {"s": mark("stars"), "h": mark("horseshoes"), "c": mark("cacti"), "w": mark("wheels")}

TILE = {
    "opening": mark("Opening duel"),
    "pony": mark("Pony Express"),
    "stage": mark("Stagecoach"),
    "train": mark("Train"),
    "church": mark("Church"),
    "saloon": mark("Saloon"),
    "honest_labor": mark("Honest Labor"),
    "dishonest_labor": mark("Dishonest Labor"),
    "duel": mark("Duel"),
    "shootout": mark("Shootout"),
}
MOST_REMEMBERED = 4096
"""Phrases of one kind that are remembered: a page of a live table names some fifty cards, hands and amounts."""
CATEGORY = {
    "high_card": mark("high card"),
    "pair": mark("pair"),
    "two_pair": mark("two pair"),
    "three_of_a_kind": mark("three of a kind"),
    "four_of_a_kind": mark("four of a kind"),
    "double_cross": mark("Double Cross"),
}


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


@functools.lru_cache(MOST_REMEMBERED)
def card_name(card: str, words: Words) -> str:
    """A card in words: "queen of wheels"."""
    return words.say("{rank} of {suit}", rank=words.say(RANK[card[0]]), suit=words.say(_SUIT[card[1]]))


@functools.lru_cache(MOST_REMEMBERED)
def tile_name(tile: str, words: Words) -> str:
    """A tile's name."""
    return words.say(TILE[tile])


def listed(cards: Iterable[str]) -> str:
    """Several cards, as their letters."""
    return " ".join(cards)


@functools.lru_cache(MOST_REMEMBERED)
def bags(number: int, words: Words) -> str:
    """An amount of money."""
    return words.plural("{number} bag", "{number} bags", number)


@functools.lru_cache(MOST_REMEMBERED)
def cards(number: int, words: Words) -> str:
    """A number of cards."""
    return words.plural("{number} card", "{number} cards", number)


@functools.lru_cache(MOST_REMEMBERED)
def points(number: int, words: Words) -> str:
    """A number of points."""
    return words.plural("{number} point", "{number} points", number)


def space(number: int, words: Words) -> str:
    """Where a token stands."""
    return words.say("space {number}", number=number) if number else words.say("the start")


def placed_names(places: Sequence[Place], names: Sequence[str], viewer: int, words: Words) -> str:
    """Those who take part, as a list that follows a colon."""
    return words.both(_place_name(place, names, viewer, words) for place in places)


def _place_name(place: Place, names: Sequence[str], viewer: int, words: Words) -> str:
    if place == THE_SHERIFF:
        return words.say("the Sheriff")
    return words.say("you") if place == viewer else names[int(place)]


@functools.lru_cache(MOST_REMEMBERED)
def hand_name(ranks: str, words: Words) -> str:
    """A hand in words, by its ranks in the order in which they compare: "pair of queens, with a nine"."""
    groups = [(rank, ranks.count(rank)) for rank in dict.fromkeys(ranks)]
    rank, count = groups[0]
    if len(ranks) == 1:
        return words.say(_ONE_OF_RANK[rank])
    used = 2 if count == 2 and len(groups) > 1 and groups[1][1] == 2 else 1
    if used == 2:
        name = words.say("two pair, {high} and {low}", high=words.say(_RANKS[rank]), low=words.say(_RANKS[groups[1][0]]))
    else:
        name = _same_ranks(rank, count, words)
    rest = [words.say(_ONE_OF_RANK[kicker]) for kicker, _ in groups[used:]]
    return words.say("{hand}, with {rest}", hand=name, rest=words.both(rest)) if rest else name


def _same_ranks(rank: str, count: int, words: Words) -> str:
    one, many = words.say(RANK[rank]), words.say(_RANKS[rank])
    if count == 1:
        return words.say("high card {rank}", rank=one)
    if count == 2:
        return words.say("pair of {ranks}", ranks=many)
    return words.say("three {ranks}" if count == 3 else "four {ranks}", ranks=many)


def made_hand(chosen: Sequence[str], words: Words) -> str:
    """What one to four cards make: "pair of queens, with a nine"."""
    return hand_name(ranks_in_order(card[0] for card in chosen), words)
