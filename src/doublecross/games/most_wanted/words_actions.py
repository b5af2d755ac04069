"""What each choice means, and what is asked of whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from doublecross.games.most_wanted.cards import KINDS, card_text
from doublecross.games.most_wanted.record import DONE, IN, LABOR, OUT, PASS, PONY, REST, SEAT_0, SIZE_0, TRAIN
from doublecross.games.most_wanted.tokens import SIZES, TARGETS
from doublecross.games.most_wanted.view import SeatView, TileView, View
from doublecross.games.most_wanted.words_names import bags, capital, card_name, cards, listed, made_hand, placed_names, points, tile_name
from doublecross.kernel.words import Words


@dataclass(frozen=True)
class Choice:
    """The choice a person faces: what they see, and in what words they are told."""

    view: View
    rules: Any
    names: Sequence[str]
    words: Words

    @property
    def own(self) -> SeatView:
        """The seat that chooses."""
        return self.view.seats[self.view.viewer]

    @property
    def tile(self) -> TileView:
        """The tile that is being played."""
        return next(tile for tile in self.view.tiles if tile.name == self.view.tile)

    def seats(self, seats: Sequence[int]) -> str:
        """Seats as a list that follows a colon."""
        return placed_names(seats, self.names, self.view.viewer, self.words)

    def able(self, size: int) -> list[int]:
        """The other seats that hold at least so many cards."""
        return [seat.seat for seat in self.view.seats if seat.seat != self.view.viewer and seat.hand_size >= size]

    def bail(self) -> str:
        """What losing costs the seat."""
        if self.own.bail == 0:
            return self.words.say("If you lose, you pay no Bail.")
        return self.words.say("If you lose, you pay {bags} of Bail.", bags=bags(self.own.bail, self.words))


def describe(action: int, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
    """What choosing this action means to the seat that looks at this view, and what happens next."""
    choice = Choice(view, rules, names, words)
    if action < KINDS:
        return _card(choice, card_text(action))
    if action in SIZES:
        return _size(choice, action - SIZE_0)
    if action in TARGETS:
        return _target(choice, action - SEAT_0)
    if PONY <= action <= TRAIN:
        return _robbery(choice, view.tiles[action - PONY])
    if action == IN:
        return _join(choice) if view.phase == "join" else _challenge(choice)
    if action == OUT:
        return words.say("Stay out: you play no card and pay nothing." if view.phase == "join" else "Let the claim go: you risk nothing.")
    if action == DONE:
        return _done(choice)
    if action == PASS:
        return words.say("Pass, as no action is possible.")
    return _rest(choice) if action == REST else labor_text(rules, words) if action == LABOR else fight_text(rules, words)


def _robbery(choice: Choice, tile: TileView) -> str:
    words, size = choice.words, tile.sizes[0]
    say = [
        words.say(
            "{tile}: rob with {cards}, the best hand scores {points}.",
            tile=tile_name(tile.name, words),
            cards=cards(size, words),
            points=points(tile.points or 0, words),
        )
    ]
    if choice.view.players == 2:
        say.append(words.say("The Sheriff draws {cards}.", cards=cards(int(choice.rules.sheriff_cards[tile.action - PONY]), words)))
    able = choice.able(size)
    say.append(
        words.say("Who can join: {seats}.", seats=choice.seats(able)) if able else words.say("Nobody else holds enough cards to join.")
    )
    return " ".join([*say, choice.bail()])


def _rest(choice: Choice) -> str:
    words, missing = choice.words, int(choice.rules.saloon_price) - choice.own.bags
    if not choice.rules.saloon or missing <= 0:
        return rest_text(choice.rules, words)
    back = words.plural("Your token goes back {number} space.", "Your token goes back {number} spaces.", missing)
    return f"{rest_text(choice.rules, words)} {back}"


def rest_text(rules: Any, words: Words) -> str:
    """What the Church, or the Saloon, does."""
    goal = int(rules.rest_draw)
    if not rules.saloon:
        return words.say("Church: discard any number of your cards, then draw until you hold {number}.", number=goal)
    price = bags(int(rules.saloon_price), words)
    return words.say("Saloon: pay {bags}, discard any number of your cards, then draw until you hold {number}.", bags=price, number=goal)


def labor_text(rules: Any, words: Words) -> str:
    """What Honest Labor, or Dishonest Labor, does."""
    each = bags(int(rules.labor_bags), words)
    if not rules.dishonest:
        return words.say("Honest Labor: play cards of one suit face up and take {bags} for each.", bags=each)
    return words.say(
        "Dishonest Labor: put cards face down with {bags} on each and the claim that they are of one suit; the others may challenge it.",
        bags=each,
    )


def fight_text(rules: Any, words: Words) -> str:
    """What a Duel, or a Shootout, is."""
    if not rules.shootout:
        return words.say("Duel: challenge one seat; the best hand scores the Bail of the other seat, which pays it.")
    worth = points(int(rules.shootout_points), words)
    return words.say("Shootout: challenge one or more seats; the best hand scores {points}, the others pay Bail.", points=worth)


def _size(choice: Choice, size: int) -> str:
    seats = choice.seats(choice.able(size))
    return choice.words.say("Play with {cards} each, possible against: {seats}.", cards=cards(size, choice.words), seats=seats)


def _target(choice: Choice, target: int) -> str:
    words, name = choice.words, choice.names[target]
    if choice.rules.shootout:
        return words.say("Challenge {name}.", name=name)
    return words.say(
        "Challenge {name}: if you win, you score {won}; if you lose, you pay {bags} of Bail and {name} scores {lost}.",
        name=name,
        won=points(choice.view.seats[target].bail, words),
        lost=points(choice.own.bail, words),
        bags=bags(choice.own.bail, words),
    )


def _join(choice: Choice) -> str:
    words = choice.words
    worth = points(choice.tile.points or 0, words)
    say = words.say("Join with {cards}: the best hand scores {points}.", cards=cards(choice.view.size, words), points=worth)
    return f"{say} {choice.bail()}"


def _challenge(choice: Choice) -> str:
    stake = bags(choice.view.stake, choice.words)
    return choice.words.say("Challenge: if the claim is a lie, you share in {bags}; if it is true, you lose your next turn.", bags=stake)


def _one_suit(chosen: Sequence[str]) -> bool:
    return len({card[1] for card in chosen}) <= 1


def _earned(choice: Choice, count: int) -> str:
    return bags(min(choice.view.supply, int(choice.rules.labor_bags) * count), choice.words)


def _card(choice: Choice, card: str) -> str:
    """What the card adds to those already chosen."""
    words, chosen = choice.words, [*choice.view.placed, card]
    name = capital(card_name(card, words))
    if choice.view.phase == "cards" and len(chosen) == 1:
        return f"{name}."
    if choice.view.phase == "cards":
        return words.say("{card}. So far: {hand}.", card=name, hand=made_hand(chosen, words))
    if choice.view.tile in ("church", "saloon"):
        return words.say("{card}: discard it.", card=name)
    so_far = _earned(choice, len(chosen))
    if choice.view.tile == "honest_labor":
        return words.say("{card}: {bags} so far.", card=name, bags=so_far)
    if _one_suit(chosen):
        return words.say("{card}: {bags} so far, the claim is true.", card=name, bags=so_far)
    return words.say("{card}: {bags} so far, the claim is a lie.", card=name, bags=so_far)


def _done(choice: Choice) -> str:
    words, chosen = choice.words, choice.view.placed
    if choice.view.tile in ("church", "saloon"):
        drawn = cards(max(int(choice.rules.rest_draw) - choice.own.hand_size, 0), words)
        if not chosen:
            return words.say("Discard nothing and draw {cards}.", cards=drawn)
        return words.say("Discard {chosen} and draw {cards}.", chosen=listed(chosen), cards=drawn)
    if choice.view.tile == "shootout":
        return words.say("Begin the Shootout against: {seats}.", seats=choice.seats(choice.view.targets))
    amount = _earned(choice, len(chosen))
    if choice.view.tile == "honest_labor":
        return words.say("Play {chosen} and take {bags}.", chosen=listed(chosen), bags=amount)
    if _one_suit(chosen):
        return words.say("Claim one suit with {chosen} under {bags}: it is true.", chosen=listed(chosen), bags=amount)
    return words.say("Claim one suit with {chosen} under {bags}: it is a lie.", chosen=listed(chosen), bags=amount)


def prompt(view: View, rules: Any, names: Sequence[str], words: Words) -> str:
    """What the viewer has to decide, or for whom the table waits."""
    choice = Choice(view, rules, names, words)
    if view.phase == "over":
        return words.say("The game is over.")
    if view.viewer not in view.to_act:
        return words.say("Waiting for: {seats}.", seats=choice.seats(view.to_act or view.deciders))
    return _PROMPTS[view.phase](choice)


def _ask_turn(choice: Choice) -> str:
    words, view = choice.words, choice.view
    if not view.tile:
        return words.say("It is your turn: choose an action.")
    if view.tile in ("church", "saloon"):
        return words.say("Which cards do you discard? End with `done`.")
    if view.tile in ("honest_labor", "dishonest_labor"):
        return words.say("Which cards do you work with? End with `done`.")
    if view.size == 0:
        return words.say("With how many cards each?")
    return words.say("Whom do you challenge? End with `done`." if view.tile == "shootout" else "Whom do you challenge?")


def _ask_join(choice: Choice) -> str:
    words, tile = choice.words, choice.tile
    return words.say(
        "{tile}, for {points}: {name} robs with {cards}. Do you join?",
        tile=tile_name(tile.name, words),
        points=points(tile.points or 0, words),
        name=choice.names[choice.view.active],
        cards=cards(choice.view.size, words),
    )


def _ask_cards(choice: Choice) -> str:
    words, missing = choice.words, choice.view.size - len(choice.view.placed)
    if choice.view.tie_round:
        return words.say("Round {round} of the tie-break: which card do you play face down?", round=choice.view.tie_round)
    return words.plural("Choose {number} card to play face down.", "Choose {number} cards to play face down.", missing)


def _ask_challenge(choice: Choice) -> str:
    words, view = choice.words, choice.view
    return words.say(
        "{name} put down {cards} under {bags} and claims that all are of one suit. Do you challenge the claim?",
        name=choice.names[view.active],
        cards=cards(view.size, words),
        bags=bags(view.stake, words),
    )


_PROMPTS: dict[str, Callable[[Choice], str]] = {"turn": _ask_turn, "join": _ask_join, "cards": _ask_cards, "challenge": _ask_challenge}
