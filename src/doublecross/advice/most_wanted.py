"""Advice about Most Wanted: contests, Bail, labor, and the claims of Dishonest Labor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from doublecross.advice.advisor import percent
from doublecross.games.most_wanted.cards import RANKS, SUITS
from doublecross.games.most_wanted.facts import THE_SHERIFF, card_texts
from doublecross.games.most_wanted.tokens import action_from_text, tile_text
from doublecross.games.most_wanted.words_names import bags, cards, listed, made_hand, tile_name
from doublecross.kernel.game import Event
from doublecross.kernel.position import Position, as_record
from doublecross.kernel.words import Words, mark

_ANSWERS = {
    "in": mark("take part"),
    "out": mark("stay out"),
    "pass": mark("pass"),
}


def _is_card(token: str) -> bool:
    return len(token) == 2 and token[0] in RANKS and token[1] in SUITS


def _cards_of(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if _is_card(token)]


class MostWanted:
    """See `doublecross.advice.advisor.Advisor`."""

    def name_choice(self, tokens: Sequence[str], rules: Any, names: Sequence[str], words: Words) -> str:
        first, held = tokens[0], _cards_of(tokens)
        if first in _ANSWERS:
            return words.say(_ANSWERS[first])
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
        mine, facts = event.seat == seat, event.facts
        if event.kind == "joined":
            yield "rivals", float(len([place for place in facts["seats"] if place not in (seat, THE_SHERIFF)]))
        elif event.kind == "reveal" and mine:
            yield "contest", 1.0
            yield "crossed", float(bool(facts["double_crossed"]))
        elif event.kind == "best" and mine:
            yield "won", 1.0
        elif event.kind in ("points", "bags") and mine:
            yield event.kind, float(facts[event.kind])
        elif event.kind == "labor" and mine:
            yield "bags", float(facts["bags"])
        elif event.kind == "bail" and mine:
            yield "bail", float(facts["paid"])
        elif event.kind == "back" and mine:
            yield "back", float(facts["start"] - facts["end"])
        elif event.kind == "claim" and mine:
            yield "claim", 1.0
        elif event.kind == "challenged":
            yield "challenged", float(bool(facts["seats"]))
        elif event.kind == "draw" and mine:
            yield "draws", float(facts["count"])
        elif event.kind == "loses_turn" and mine:
            yield "loses_turn", 1.0

    def reasons(self, means: Mapping[str, float], rules: Any, words: Words) -> list[str]:
        return [*_of_the_contest(means, words), *_of_the_turn(means, words)]

    def is_claim(self, tokens: Sequence[str], rules: Any) -> bool:
        return tokens[0] == "labor" and bool(rules["dishonest"])

    def is_lie(self, tokens: Sequence[str], rules: Any) -> bool:
        return len({card[1] for card in _cards_of(tokens)}) > 1

    def could_be_true(self, world: Position, seat: int, tokens: Sequence[str]) -> bool:
        state = as_record(world.know(seat))
        suits = [card[1] for card in card_texts(state.hand1[seat], state.hand2[seat])]
        return max(suits.count(suit) for suit in SUITS) >= len(_cards_of(tokens))

    def name_claim(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        count = len(_cards_of(tokens))
        amount = bags(count * int(rules["labor_bags"]), words)
        return words.say("{cards} of one suit, for {bags}", cards=cards(count, words), bags=amount)


def _of_the_contest(means: Mapping[str, float], words: Words) -> Iterator[str]:
    contest = means.get("contest", 0.0)
    if contest < 0.05:
        return
    won, crossed = means.get("won", 0.0) / contest, means.get("crossed", 0.0) / contest
    yield words.say("In a contest you hold the best hand in {won} of them.", won=percent(won))
    if crossed >= 0.01:
        yield words.say("Your aces fall to a Double Cross in {crossed} of them.", crossed=percent(crossed))


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
    if means.get("claim", 0.0) >= 0.05:
        yield words.say("Somebody challenges the claim in {share} of them.", share=percent(means.get("challenged", 0.0)))
    if means.get("loses_turn", 0.0) >= 0.01:
        yield words.say("You lose your next turn in {share} of them.", share=percent(means["loses_turn"]))


ADVISOR = MostWanted()
