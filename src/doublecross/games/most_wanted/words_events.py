"""Every event of Most Wanted in whole sentences, from the point of view of whoever hears it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from doublecross.games.most_wanted.tokens import ranks_in_order
from doublecross.games.most_wanted.words_names import (
    RANK,
    bags,
    capital,
    cards,
    hand_name,
    listed,
    placed_names,
    points,
    space,
    tile_name,
)
from doublecross.kernel.game import Event
from doublecross.kernel.words import Words, mark


@dataclass(frozen=True)
class Telling:
    """An event, who hears it, and in what words."""

    event: Event
    rules: Any
    names: Sequence[str]
    viewer: int
    words: Words

    def __getitem__(self, fact: str) -> Any:
        return self.event.facts[fact]

    @property
    def cards(self) -> str | None:
        """The event's cards, or None if the hearer may not know them."""
        known = self.event.facts.get("cards")
        return None if known is None else listed(known)

    def of_seat(self, you: str, named: str, **places: Any) -> str:
        """The sentence about the event's seat that fits the hearer."""
        seat = self.event.seat
        if seat is None:
            raise ValueError(f"{self.event.kind} concerns no seat")
        return self.words.say(you if seat == self.viewer else named, name=self.names[seat], **places)

    def list(self, fact: str) -> str:
        """The seats, and the Sheriff, of a fact."""
        return placed_names(self[fact], self.names, self.viewer, self.words)


def _chose(t: Telling) -> str:
    """Only answers need telling: what is chosen on a turn, and the cards placed, have events of their own."""
    answers = {
        ("join", "in"): (mark("You join the robbery."), mark("{name} joins the robbery.")),
        ("join", "out"): (mark("You stay out."), mark("{name} stays out.")),
        ("challenge", "in"): (mark("You challenge the claim."), mark("{name} challenges the claim.")),
        ("challenge", "out"): (mark("You let the claim go."), mark("{name} lets the claim go.")),
    }
    answer = answers.get((t["phase"], t["action"]))
    return t.of_seat(*answer) if answer else ""


def _short(t: Telling, sentence: str) -> str:
    """The sentence, and that nothing was left to draw where that is so."""
    if t["count"] == t["wanted"]:
        return sentence
    return f"{sentence} {t.words.say('No more cards are left to draw.')}"


def _deal(t: Telling) -> str:
    what = cards(t["count"], t.words) if t.cards is None else t.cards
    return _short(t, t.of_seat(mark("You are dealt {cards}."), mark("{name} is dealt {cards}."), cards=what))


def _draw(t: Telling) -> str:
    if t["count"] == 0:
        return _short(t, t.of_seat(mark("You draw nothing."), mark("{name} draws nothing.")))
    what = cards(t["count"], t.words) if t.cards is None else t.cards
    return _short(t, t.of_seat(mark("You draw {cards}."), mark("{name} draws {cards}."), cards=what))


def _first(t: Telling) -> str:
    sentences = {
        "named": (mark("You begin."), mark("{name} begins.")),
        "drawn": (mark("By the luck of the draw, you begin."), mark("By the luck of the draw, {name} begins.")),
        "won_duel": (mark("You won the opening duel and begin."), mark("{name} won the opening duel and begins.")),
    }
    return t.of_seat(*sentences[t["why"]])


def _turn(t: Telling) -> str:
    return t.of_seat(mark("Turn {number}: it is your turn."), mark("Turn {number}: {name}."), number=t["number"])


def _pass(t: Telling) -> str:
    if t["why"] == "lost_turn":
        return t.of_seat(mark("You lost this turn and pass."), mark("{name} lost this turn and passes."))
    return t.of_seat(mark("No action is possible for you: you pass."), mark("No action is possible for {name}, who passes."))


def _declare(t: Telling) -> str:
    count = cards(t["count"], t.words)
    if t["tile"] not in ("duel", "shootout"):
        you, named = mark("You declare a robbery: {tile}, {cards} each."), mark("{name} declares a robbery: {tile}, {cards} each.")
        return t.of_seat(you, named, tile=tile_name(t["tile"], t.words), cards=count)
    if t["tile"] == "duel":
        you = mark("You call a Duel with {cards} each, against: {seats}.")
        named = mark("{name} calls a Duel with {cards} each, against: {seats}.")
    else:
        you = mark("You call a Shootout with {cards} each, against: {seats}.")
        named = mark("{name} calls a Shootout with {cards} each, against: {seats}.")
    return t.of_seat(you, named, cards=count, seats=t.list("targets"))


def _sheriff_draws(t: Telling) -> str:
    return _short(t, t.words.say("The Sheriff draws {cards} face down.", cards=cards(t["count"], t.words)))


def _sheriff_out(t: Telling) -> str:
    return t.words.say("Too few cards are left for the Sheriff, who takes no part.")


def _joined(t: Telling) -> str:
    if not t["asked"]:
        return t.words.say("Nobody else holds enough cards to join.")
    if not t["seats"]:
        return t.words.say("Nobody joins.")
    return t.words.say("Who joins: {seats}.", seats=t.list("seats"))


def _placed(t: Telling) -> str:
    return t.of_seat(mark("You place {cards} face down."), mark("{name} places {cards} face down."), cards=t.cards)


def _crossing(t: Telling, sentence: str) -> str:
    """The sentence, and the hand's part in a Double Cross (MW-30)."""
    if t["double_cross"]:
        return f"{sentence} {t.words.say('It is a Double Cross!')}"
    if t["double_crossed"]:
        return f"{sentence} {t.words.say('All aces: the Double Cross beats this.')}"
    return sentence


def _reveal(t: Telling) -> str:
    you, named = mark("You reveal {cards}: {hand}."), mark("{name} reveals {cards}: {hand}.")
    return _crossing(t, t.of_seat(you, named, cards=t.cards, hand=hand_name(t["ranks"], t.words)))


def _sheriff_reveal(t: Telling) -> str:
    return _crossing(t, t.words.say("The Sheriff plays {cards}: {hand}.", cards=t.cards, hand=hand_name(t["ranks"], t.words)))


def _sheriff_spares(t: Telling) -> str:
    return t.words.say("Cards that the Sheriff drew and does not play: {cards}.", cards=t.cards)


def _tie(t: Telling) -> str:
    return t.words.say("Tie, so round {round} of the tie-break, one card each: {places}.", round=t["round"], places=t.list("places"))


def _tie_draw(t: Telling) -> str:
    if t.event.seat is None:
        return t.words.say("The Sheriff plays the top card of the deck: {cards}.", cards=t.cards)
    you = mark("Without a card in hand, you play the top card of the deck: {cards}.")
    return t.of_seat(you, mark("Without a card in hand, {name} plays the top card of the deck: {cards}."), cards=t.cards)


def _dropped(t: Telling) -> str:
    if t.event.seat is None:
        return t.words.say("The Sheriff has no card to play and drops out of the tie.")
    you = mark("You have no card to play and drop out of the tie.")
    return t.of_seat(you, mark("{name} has no card to play and drops out of the tie."))


def _best(t: Telling) -> str:
    return f"{_who_is_best(t)} {_why_best(t)}"


def _who_is_best(t: Telling) -> str:
    if t["rounds"]:
        if t.event.seat is None:
            return t.words.say("The Sheriff wins round {round} of the tie-break.", round=t["rounds"])
        you, named = mark("You win round {round} of the tie-break."), mark("{name} wins round {round} of the tie-break.")
        return t.of_seat(you, named, round=t["rounds"])
    if t.event.seat is None:
        return t.words.say("The Sheriff wins the contest.")
    return t.of_seat(mark("You win the contest."), mark("{name} wins the contest."))


def _why_best(t: Telling) -> str:
    """Why the contest was won: the hands compared and what decided between them (MW-20, MW-21, MW-30, MW-42)."""
    if t["why"] == "no_contest":
        return t.words.say("Nobody else took part.")
    if t["why"] == "others_cannot":
        return t.words.say("Nobody else in the tie can play a card.")
    if t["why"] == "nearest":
        return t.words.say("Nobody in the tie can play a card, so the nearest in seat order from the active seat wins.")
    best, following = ranks_in_order(card[0] for card in t["cards"]), t["next_best"]
    compared = t.words.say(
        "Best hand: {best}. Next best: {following}.", best=hand_name(best, t.words), following=hand_name(following, t.words)
    )
    return f"{compared} {what_decided(best, following, t.words)}"


def what_decided(best: str, following: str, words: Words) -> str:
    """What decides between two hands of a contest that do not tie, given as ranks in the order in which they compare."""
    if set(best) == {"6"} and set(following) == {"A"}:
        return words.say("Double Cross: all sixes beat all aces.")
    if _pattern(best) != _pattern(following):
        return words.say("The better category decides.")
    mine, other = next((a, b) for a, b in zip(best, following, strict=True) if a != b)
    return words.say("The higher rank decides: {mine} against {other}.", mine=words.say(RANK[mine]), other=words.say(RANK[other]))


def _pattern(ranks: str) -> list[int]:
    return [ranks.count(rank) for rank in dict.fromkeys(ranks)]


def _points(t: Telling) -> str:
    return t.of_seat(mark("You score {points}."), mark("{name} scores {points}."), points=points(t["points"], t.words))


def _move(t: Telling) -> str:
    start, end = space(t["start"], t.words), space(t["end"], t.words)
    you, named = mark("Your token moves from {start} to {end}."), mark("The token of {name} moves from {start} to {end}.")
    return t.of_seat(you, named, start=start, end=end)


def _bail(t: Telling) -> str:
    due, paid = bags(t["due"], t.words), bags(t["paid"], t.words)
    if due == paid:
        return t.of_seat(mark("You pay {paid} of Bail."), mark("{name} pays {paid} of Bail."), paid=paid)
    you, named = mark("You owe {due} of Bail and pay {paid}."), mark("{name} owes {due} of Bail and pays {paid}.")
    return t.of_seat(you, named, due=due, paid=paid)


def _pay(t: Telling) -> str:
    due, paid = bags(t["due"], t.words), bags(t["paid"], t.words)
    if due == paid:
        return t.of_seat(mark("You pay {paid} at the Saloon."), mark("{name} pays {paid} at the Saloon."), paid=paid)
    you, named = mark("You owe {due} at the Saloon and pay {paid}."), mark("{name} owes {due} at the Saloon and pays {paid}.")
    return t.of_seat(you, named, due=due, paid=paid)


def _back(t: Telling) -> str:
    you = mark("Your token goes back from {start} to {end}, for want of {bags}.")
    named = mark("The token of {name} goes back from {start} to {end}, for want of {bags}.")
    start, end = space(t["start"], t.words), space(t["end"], t.words)
    return t.of_seat(you, named, start=start, end=end, bags=bags(t["missing"], t.words))


def _discard(t: Telling) -> str:
    tile = tile_name("saloon" if t.rules["saloon"] else "church", t.words)
    if t["count"] == 0:
        return t.of_seat(mark("{tile}: you discard nothing."), mark("{tile}: {name} discards nothing."), tile=tile)
    return t.of_seat(mark("{tile}: you discard {cards}."), mark("{tile}: {name} discards {cards}."), tile=tile, cards=t.cards)


def _shuffle(t: Telling) -> str:
    sentence = mark("Shuffle {number}: the discard pile becomes a new deck of {cards}.")
    return t.words.say(sentence, number=t["number"], cards=cards(t["count"], t.words))


def _flip(t: Telling) -> str:
    sentence = mark("{tile}: the tile is flipped and now gives {points}.")
    return t.words.say(sentence, tile=tile_name(t["tile"], t.words), points=points(t["points"], t.words))


def _labor(t: Telling) -> str:
    you, named = mark("Honest Labor: you play {cards} and take {bags}."), mark("Honest Labor: {name} plays {cards} and takes {bags}.")
    return t.of_seat(you, named, cards=t.cards, bags=bags(t["bags"], t.words))


def _claim(t: Telling) -> str:
    you = mark("Dishonest Labor: you put down {cards} under {bags}, with the claim that all are of one suit.")
    named = mark("Dishonest Labor: {name} puts down {cards} under {bags}, with the claim that all are of one suit.")
    return t.of_seat(you, named, cards=cards(t["count"], t.words), bags=bags(t["bags"], t.words))


def _claim_shown(t: Telling) -> str:
    if t["true"]:
        return t.of_seat(mark("You show {cards}: the claim is true."), mark("{name} shows {cards}: the claim is true."), cards=t.cards)
    return t.of_seat(mark("You show {cards}: the claim is a lie."), mark("{name} shows {cards}: the claim is a lie."), cards=t.cards)


def _challenged(t: Telling) -> str:
    return t.words.say("Who challenges: {seats}.", seats=t.list("seats")) if t["seats"] else t.words.say("Nobody challenges the claim.")


def _bags(t: Telling) -> str:
    amount = bags(t["bags"], t.words)
    if t["why"] == "kept":
        return t.of_seat(mark("You keep {bags}."), mark("{name} keeps {bags}."), bags=amount)
    return t.of_seat(mark("Your share is {bags}."), mark("The share of {name} is {bags}."), bags=amount)


def _remainder(t: Telling) -> str:
    return t.words.say("Back to the supply: {bags}.", bags=bags(t["bags"], t.words))


def _loses_turn(t: Telling) -> str:
    return t.of_seat(mark("You lose your next turn."), mark("{name} loses the next turn."))


def _sheriff_stops(t: Telling) -> str:
    return t.words.say("{tile}: the Sheriff stops the robbery and nobody scores.", tile=tile_name(t["tile"], t.words))


def _opening(t: Telling) -> str:
    return t.words.say("Opening duel: each seat plays one card for the first turn.")


def _hand(t: Telling) -> str:
    if t["count"] == 0:
        return t.of_seat(mark("You hold no card at the end."), mark("{name} holds no card at the end."))
    return t.of_seat(mark("You still hold {cards}."), mark("{name} still holds {cards}."), cards=t.cards)


def _over(t: Telling) -> str:
    won = t.words.say("Winner: {seats}." if len(t["winners"]) == 1 else "The win is shared: {seats}.", seats=t.list("winners"))
    if t["why"] == "goal":
        return f"{t.words.say('Most Wanted is reached.')} {won}"
    limit = t.words.say("The turn limit is reached: the farthest token wins, then the most bags.")
    return f"{limit} {won}"


_TELL: dict[str, Callable[[Telling], str]] = {
    "chose": _chose,
    "deal": _deal,
    "first": _first,
    "turn": _turn,
    "pass": _pass,
    "declare": _declare,
    "sheriff_draws": _sheriff_draws,
    "joined": _joined,
    "placed": _placed,
    "reveal": _reveal,
    "sheriff_reveal": _sheriff_reveal,
    "sheriff_spares": _sheriff_spares,
    "tie": _tie,
    "tie_draw": _tie_draw,
    "dropped": _dropped,
    "best": _best,
    "points": _points,
    "move": _move,
    "bail": _bail,
    "back": _back,
    "pay": _pay,
    "discard": _discard,
    "draw": _draw,
    "shuffle": _shuffle,
    "flip": _flip,
    "labor": _labor,
    "claim": _claim,
    "claim_shown": _claim_shown,
    "challenged": _challenged,
    "bags": _bags,
    "remainder": _remainder,
    "loses_turn": _loses_turn,
    "over": _over,
    "sheriff_stops": _sheriff_stops,
    "sheriff_out": _sheriff_out,
    "opening": _opening,
    "hand": _hand,
}


def tell(event: Event, rules: Any, names: Sequence[str], viewer: int, words: Words) -> str:
    """The event as one or more whole sentences; empty if there is nothing to say."""
    return capital(_TELL[event.kind](Telling(event, rules, names, viewer, words)))
