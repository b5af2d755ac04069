"""Advice about Most Wanted: contests, Bail, labor, and the claims of Dishonest Labor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from doublecross.advice.advisor import percent
from doublecross.advice.weighing import imagine
from doublecross.bots.bot import Decision
from doublecross.bots.most_wanted.odds import chance_against
from doublecross.games.most_wanted.cards import RANKS, SUITS
from doublecross.games.most_wanted.facts import card_texts
from doublecross.games.most_wanted.hands import best_hand, hand_key
from doublecross.games.most_wanted.tokens import action_from_text, tile_text
from doublecross.games.most_wanted.words_names import bags, cards, listed, made_hand, tile_name
from doublecross.kernel.game import Event
from doublecross.kernel.position import Position, as_record
from doublecross.kernel.words import Words, mark

ROBBERIES = ("pony", "stage", "train")
_ANSWERS = {
    ("join", "in"): mark("join the robbery"),
    ("join", "out"): mark("stay out"),
    ("challenge", "in"): mark("challenge the claim"),
    ("challenge", "out"): mark("let the claim go"),
    ("turn", "pass"): mark("pass"),
}
_OWN = {
    "reveal": ("reveals", ""),
    "best": ("won", ""),
    "points": ("points", "points"),
    "bags": ("bags", "bags"),
    "labor": ("bags", "bags"),
    "bail": ("bail", "paid"),
    "claim": ("claim", ""),
    "draw": ("draws", "count"),
    "loses_turn": ("loses_turn", ""),
}
"""For kinds of events, what they mean to the seat that they are about: a name, and the fact that holds the amount; else it is 1."""
BELIEFS = 400
"""Worlds in which each rival asks whether a claim could be true, or whether the own hand is worse."""


def _is_card(token: str) -> bool:
    return len(token) == 2 and token[0] in RANKS and token[1] in SUITS


def _cards_of(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if _is_card(token)]


class MostWanted:
    """See `doublecross.advice.advisor.Advisor`."""

    def name_part(self, event: Event, words: Words) -> str:
        return ""

    def name_choice(self, tokens: Sequence[str], asked: str, rules: Any, names: Sequence[str], words: Words) -> str:
        first, held = tokens[0], _cards_of(tokens)
        if (asked, first) in _ANSWERS:
            return words.say(_ANSWERS[asked, first])
        if _is_card(first):
            return words.say("{cards} ({hand})", cards=listed(held), hand=made_hand(held, words)) if len(held) <= 4 else listed(held)
        tile = tile_name(tile_text(rules, action_from_text(rules, first)), words)
        if first in ("duel", "shootout"):
            size = cards(int(next(token for token in tokens if token[0] == "x")[1:]), words)
            against = [names[int(token[1:])] for token in tokens if token[0] == "p" and token[1:].isdigit()]
            return words.say("{tile} with {cards}, against {seats}", tile=tile, cards=size, seats=words.both(against))
        if first == "labor":
            return words.say("{tile}: {cards}", tile=tile, cards=listed(held))
        if "done" in tokens:
            return words.say("{tile}: discard {cards}", tile=tile, cards=listed(held) if held else words.say("nothing"))
        return words.say("rob: {tile}", tile=tile)

    def facts(self, event: Event, seat: int) -> Iterator[tuple[str, float]]:
        facts = event.facts
        if event.seat == seat:
            yield from _own(event.kind, facts)
        elif event.kind == "claim_shown":
            yield "shown", 1.0
            yield "lie", float(not facts["true"])
        if event.kind == "joined":
            yield "joined", float(len(facts["seats"]))
            yield "nobody", float(not facts["seats"])
        elif event.kind == "challenged":
            yield "challenged", float(bool(facts["seats"]))

    def reasons(self, means: Mapping[str, float], rules: Any, words: Words) -> list[str]:
        return [*_of_the_contest(means, words), *_of_the_turn(means, words)]

    def is_claim(self, tokens: Sequence[str], rules: Any) -> bool:
        return tokens[0] == "labor" and bool(rules["dishonest"])

    def is_lie(self, tokens: Sequence[str], rules: Any) -> bool:
        return len({card[1] for card in _cards_of(tokens)}) > 1

    def believable(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float:
        count = len(_cards_of(tokens))
        worlds = (imagine(rival, seed + number) for number in range(BELIEFS))
        return sum(most_of_a_suit(world, seat) >= count for world in worlds) / BELIEFS

    def name_claim(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        count = len(_cards_of(tokens))
        amount = bags(count * int(rules["labor_bags"]), words)
        return words.say("{cards} of one suit, for {bags}", cards=cards(count, words), bags=amount)

    def name_truth(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        return listed(_cards_of(tokens))

    def show(self, decision: Decision, tokens: Sequence[str]) -> tuple[Sequence[str], float] | None:
        """Whoever robs shows strength (MW-10): the best hand for it, against the best one of a rival with a full hand."""
        if tokens[0] not in ROBBERIES:
            return None
        seen, rules = as_record(decision.seen), as_record(decision.rules)
        once, twice = best_of(seen, decision.seat, robbery_size(rules, tokens))
        return card_texts(once, twice), float(chance_against(seen, rules, once, twice, int(rules.hand)))

    def shown_better(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float | None:
        size, seen = robbery_size(rival.rules[0], tokens), as_record(rival.seen)
        if int(seen.held[rival.seat]) < size:
            return None
        mine, better = hand_key(*best_of(seen, rival.seat, size)), 0.0
        for number in range(BELIEFS):
            theirs = hand_key(*best_of(as_record(imagine(rival, seed + number).know(seat)), seat, size))
            better += 1.0 if theirs > mine else 0.5 if theirs == mine else 0.0
        return better / BELIEFS

    def name_hand(self, hand: Sequence[str], words: Words) -> str:
        return words.say("{cards} ({hand})", cards=listed(hand), hand=made_hand(hand, words))


def robbery_size(rules: Any, tokens: Sequence[str]) -> int:
    """How many cards the robbery needs that a choice declares."""
    return int(rules["robbery_cards"][ROBBERIES.index(tokens[0])])


def best_of(seen: Any, seat: int, size: int) -> Any:
    """The masks of a seat's best hand of so many cards."""
    return best_hand(np.uint64(seen.hand1[seat]), np.uint64(seen.hand2[seat]), size)


def most_of_a_suit(world: Position, seat: int) -> int:
    """How many cards of one suit a seat holds at most."""
    state = as_record(world.know(seat))
    suits = [card[1] for card in card_texts(state.hand1[seat], state.hand2[seat])]
    return max(suits.count(suit) for suit in SUITS)


def _own(kind: str, facts: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """What an event means to the seat that it is about."""
    if kind in _OWN:
        fact, amount = _OWN[kind]
        yield fact, float(facts[amount]) if amount else 1.0
    if kind == "declare" and facts["tile"] in ROBBERIES:
        yield "robs", 1.0
    elif kind == "reveal":
        yield "crossed", float(bool(facts["double_crossed"]))
    elif kind == "back":
        yield "back", float(facts["start"] - facts["end"])


def _of_the_contest(means: Mapping[str, float], words: Words) -> Iterator[str]:
    """Whether a contest is won, and against how many; there is one in every world or in none, tie-breaks not counted."""
    if means.get("reveals", 0.0) < 1.0:
        return
    yield words.say("You win the contest in {won} of them.", won=percent(means.get("won", 0.0)))
    if means.get("crossed", 0.0) >= 0.01:
        yield words.say("Your aces fall to a Double Cross in {crossed} of them.", crossed=percent(means["crossed"]))
    if means.get("robs", 0.0) == 1.0:
        yield words.say("{number} others join, on average.", number=f"{means.get('joined', 0.0):.1f}")
        if means.get("nobody", 0.0) >= 0.01:
            yield words.say("Nobody joins in {share} of them.", share=percent(means["nobody"]))


def _of_the_turn(means: Mapping[str, float], words: Words) -> Iterator[str]:
    """What the rest of the turn brings on average."""
    averages = {
        "points": mark("You score {amount} points this turn, on average."),
        "bags": mark("You take {amount} bags, on average."),
        "bail": mark("You pay {amount} bags of Bail, on average."),
        "back": mark("You go back {amount} spaces, on average."),
        "draws": mark("You draw {amount} new cards, on average."),
    }
    for fact, sentence in averages.items():
        if means.get(fact, 0.0) >= 0.05:
            yield words.say(sentence, amount=f"{means[fact]:.1f}")
    if means.get("shown", 0.0) >= 0.05:
        yield words.say("The claim is a lie in {share} of them.", share=percent(means["lie"] / means["shown"]))
    if means.get("claim", 0.0) >= 0.05:
        yield words.say("Somebody challenges the claim in {share} of them.", share=percent(means.get("challenged", 0.0)))
    if means.get("loses_turn", 0.0) >= 0.01:
        yield words.say("You lose your next turn in {share} of them.", share=percent(means["loses_turn"]))


ADVISOR = MostWanted()
