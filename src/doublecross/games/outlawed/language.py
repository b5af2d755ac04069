"""All sentences of OutLawed! (OL-23), each from the point of view of whoever reads it; `deck_words` says the conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from doublecross.games.outlawed import rulebook
from doublecross.games.outlawed.conditions import Atom, Literally, atoms, named
from doublecross.games.outlawed.deck_words import blocks_words, clause, condition_words, outlaw_name
from doublecross.games.outlawed.decks import Deck
from doublecross.games.outlawed.options import deck_of
from doublecross.games.outlawed.record import CLAIM_0
from doublecross.games.outlawed.shown import show
from doublecross.games.outlawed.views import View
from doublecross.kernel.game import Event
from doublecross.kernel.words import Words


class OutlawedLanguage:
    """The words of OutLawed!."""

    def tell(self, event: Event, rules: Any, names: Sequence[str], viewer: int, words: Words) -> str:
        """The event as a sentence; empty for what another event tells."""
        return _TELLERS[event.kind](_Teller(event, deck_of(rules), names, viewer, words))

    def describe(self, action: int, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        """What playing or claiming an outlaw means to the one who looks at this view."""
        deck = deck_of(rules)
        outlaw = deck.outlaws[action % CLAIM_0]
        name = outlaw.name.said(words.language)
        if action < CLAIM_0:
            places = {"outlaw": name, "dollars": view.deck[action].dollars, "condition": condition_words(outlaw, deck, words)}
            blocks = blocks_words(outlaw, deck, words)
            if not blocks:
                return words.say("Place {outlaw} face down: ${dollars}, apprehended if {condition}.", **places)
            sent = words.both(blocks)
            return words.say("Place {outlaw} face down: ${dollars}, apprehended if {condition}; {blocks}.", blocks=sent, **places)
        if view.viewer >= 0 and view.seats[view.viewer].play == outlaw.id:
            return words.say("Claim that it is {outlaw}: the truth.", outlaw=name)
        return words.say("Claim that it is {outlaw}: a lie.", outlaw=name)

    def prompt(self, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        """What the viewer has to decide, or for whom the table waits."""
        if view.phase == "over":
            return _over(view, names, words)
        if view.turn != view.viewer:
            return words.say("Waiting for {name} to place an outlaw and claim.", name=names[view.turn])
        play = view.seats[view.viewer].play
        if play is None:
            return words.say("Which outlaw do you place face down?")
        return words.say("You placed {outlaw}. Which outlaw do you claim that it is?", outlaw=outlaw_name(deck_of(rules), play, words))

    def show(self, view: View, rules: Any, names: Sequence[str], words: Words) -> str:
        """The whole view as plain text."""
        return show(view, deck_of(rules), names, words)

    def rules_text(self, words: Words) -> Sequence[tuple[str, str]]:
        """The rules in our own words."""
        return rulebook.rules_text(words)

    def help_topics(self, rules: Any, words: Words) -> Mapping[str, str]:
        """Every outlaw of the deck, and how a round goes."""
        return rulebook.help_topics(rules, words)


def _over(view: View, names: Sequence[str], words: Words) -> str:
    winner = view.winners[0]
    if winner == view.viewer:
        return words.say("The game is over. You win.")
    return words.say("The game is over. {name} wins.", name=names[winner])


class _Teller:
    """One event and whoever reads of it."""

    def __init__(self, event: Event, deck: Deck, names: Sequence[str], viewer: int, words: Words) -> None:
        self.facts, self.deck, self.names, self.viewer, self.words = event.facts, deck, names, viewer, words
        self.seat = -1 if event.seat is None else event.seat
        self.mine = self.seat == viewer and event.seat is not None

    @property
    def name(self) -> str:
        """The name of the seat that the event concerns."""
        return self.names[self.seat]

    def outlaw(self, fact: str = "outlaw") -> str:
        """The name of an outlaw among the facts."""
        return outlaw_name(self.deck, self.facts[fact], self.words)

    def label(self, seat: int) -> str:
        """A seat in brackets or in a list."""
        return self.words.say("you") if seat == self.viewer else self.names[seat]

    def labels(self, seats: Sequence[int]) -> str:
        """Several seats."""
        return self.words.both(self.label(seat) for seat in seats)

    def outlaws(self, ids: Sequence[str]) -> str:
        """Several outlaws."""
        return self.words.both(outlaw_name(self.deck, each, self.words) for each in ids)


def _chose(t: _Teller) -> str:
    action = t.facts["action"]
    if action >= CLAIM_0:
        return ""
    outlaw = t.deck.outlaws[action].name.said(t.words.language)
    if t.mine:
        return t.words.say("You place {outlaw} face down.", outlaw=outlaw)
    return t.words.say("{name} places {outlaw} face down.", name=t.name, outlaw=outlaw)


def _removed(t: _Teller) -> str:
    if "outlaw" not in t.facts:
        return t.words.say("{name} loses one outlaw for this game, face down.", name=t.name)
    if t.mine:
        return t.words.say("You lose {outlaw} for this game, face down: only you know it.", outlaw=t.outlaw())
    return t.words.say("{name} loses {outlaw} for this game.", name=t.name, outlaw=t.outlaw())


def _first(t: _Teller) -> str:
    if t.facts["how"] == "named":
        return t.words.say("You hold the badge first.") if t.mine else t.words.say("{name} holds the badge first.", name=t.name)
    if t.mine:
        return t.words.say("By lot, you hold the badge first.")
    return t.words.say("By lot, {name} holds the badge first.", name=t.name)


def _round(t: _Teller) -> str:
    number = t.facts["round"]
    if t.mine:
        return t.words.say("Round {round}. You hold the badge and claim first.", round=number)
    return t.words.say("Round {round}. {name} holds the badge and claims first.", round=number, name=t.name)


def _claimed(t: _Teller) -> str:
    if t.mine:
        return t.words.say("You claim that it is {outlaw}.", outlaw=t.outlaw("claim"))
    return t.words.say("{name} places an outlaw face down and claims that it is {outlaw}.", name=t.name, outlaw=t.outlaw("claim"))


def _revealed(t: _Teller) -> str:
    if t.facts["true"]:
        if t.mine:
            return t.words.say("You reveal {outlaw}: your claim was true.", outlaw=t.outlaw())
        return t.words.say("{name} reveals {outlaw}: the claim was true.", name=t.name, outlaw=t.outlaw())
    if t.mine:
        return t.words.say("You reveal {outlaw}: your claim, {claim}, was a lie.", outlaw=t.outlaw(), claim=t.outlaw("claim"))
    return t.words.say("{name} reveals {outlaw}: the claim, {claim}, was a lie.", name=t.name, outlaw=t.outlaw(), claim=t.outlaw("claim"))


def _sent_back(t: _Teller) -> str:
    places = {"outlaw": t.outlaw(), "owner": t.label(t.seat), "by": t.outlaw("by"), "players": t.labels(t.facts["seats"])}
    if t.facts["as_liar"]:
        return t.words.say("{by} ({players}) sends back {outlaw} ({owner}), because the claim was a lie.", **places)
    return t.words.say("{by} ({players}) sends back {outlaw} ({owner}).", **places)


def _judged(t: _Teller) -> str:
    outcome, places = t.facts["outcome"], {"outlaw": t.outlaw(), "owner": t.label(t.seat)}
    if outcome == "sent_back":
        return t.words.say("{outlaw} ({owner}) was sent back and is not apprehended, whatever its condition says.", **places)
    reason = t.words.both(_reason(t, why) for why in t.facts["why"])
    if outcome == "apprehended":
        return t.words.say("{outlaw} ({owner}) is apprehended: {reason}.", reason=reason, **places)
    return t.words.say("{outlaw} ({owner}) is not apprehended: {reason}.", reason=reason, **places)


def _reason(t: _Teller, why: Mapping[str, Any]) -> str:
    """One fact that decided, with the seats that it is about."""
    outlaw, claim, holds = t.facts["outlaw"], t.facts["claim"], why["true"]
    atom = named(list(atoms(t.deck.outlaws[t.deck.index(outlaw)].condition))[why["atom"]], outlaw, claim)
    if atom.who == "me":
        return _about_the_owner(t, atom, holds)
    text = clause(Literally(atom, holds), outlaw, lambda id_: outlaw_name(t.deck, id_, t.words), t.words)
    return t.words.say("{fact} ({players})", fact=text, players=t.labels(why["seats"])) if why["seats"] else text


def _about_the_owner(t: _Teller, atom: Atom, holds: bool) -> str:
    if atom.what == "claimed":
        outlaw = outlaw_name(t.deck, atom.subject, t.words)
        return t.words.say("the claim was {outlaw}", outlaw=outlaw) if holds else t.words.say("the claim was not {outlaw}", outlaw=outlaw)
    true = (atom.subject == "true") == holds
    return t.words.say("the claim was true") if true else t.words.say("the claim was a lie")


def _jailed(t: _Teller) -> str:
    count = t.facts["count"]
    if t.mine:
        return t.words.plural("You have {number} outlaw in jail.", "You have {number} outlaws in jail.", count)
    return t.words.plural("{name} has {number} outlaw in jail.", "{name} has {number} outlaws in jail.", count, name=t.name)


def _end(t: _Teller) -> str:
    if t.facts["why"] == "limit":
        return t.words.say("Round {round} was the last one: the game is scored as it stands.", round=t.facts["round"])
    return t.words.say("A jail is full: the game ends after round {round}.", round=t.facts["round"])


def _score(t: _Teller) -> str:
    if not t.facts["jail"]:
        return t.words.say("Your jail is empty.") if t.mine else t.words.say("The jail of {name} is empty.", name=t.name)
    places = {"outlaws": t.outlaws(t.facts["jail"]), "dollars": t.facts["dollars"]}
    if t.mine:
        return t.words.say("Your jail is worth ${dollars}: {outlaws}.", **places)
    return t.words.say("The jail of {name} is worth ${dollars}: {outlaws}.", name=t.name, **places)


def _removed_shown(t: _Teller) -> str:
    places = {"outlaw": t.outlaw(), "dollars": t.facts["dollars"]}
    if t.mine:
        return t.words.say("The outlaw you lost at the start was {outlaw}, worth ${dollars}.", **places)
    return t.words.say("The outlaw that {name} lost at the start was {outlaw}, worth ${dollars}.", name=t.name, **places)


def _tie(t: _Teller) -> str:
    players, at = t.labels(t.facts["seats"]), t.facts["at"]
    if t.facts["by"] == "outlaws":
        return t.words.plural("A tie at {number} outlaw: {players}.", "A tie at {number} outlaws: {players}.", at, players=players)
    if t.facts["by"] == "dollars":
        return t.words.say("A tie at ${dollars}: {players}.", dollars=at, players=players)
    return t.words.say(
        "A tie again, as the outlaws lost at the start are worth the same, ${dollars}: {players}.", dollars=at, players=players
    )


def _won(t: _Teller) -> str:
    if t.facts["how"] == "least_lost":
        if t.mine:
            return t.words.say("You win: among those tied, the outlaw you lost at the start is worth least.")
        return t.words.say("{name} wins: among those tied, with the outlaw of least worth lost at the start.", name=t.name)
    if t.facts["how"] == "first_in_order":
        if t.mine:
            return t.words.say("You win: first among those tied, in order from the badge.")
        return t.words.say("{name} wins: first among those tied, in order from the badge.", name=t.name)
    score = t.facts["score"]
    if t.facts["by"] == "dollars":
        return (
            t.words.say("You win with ${dollars}.", dollars=score)
            if t.mine
            else t.words.say("{name} wins with ${dollars}.", name=t.name, dollars=score)
        )
    if t.mine:
        return t.words.plural("You win with {number} outlaw in jail.", "You win with {number} outlaws in jail.", score)
    return t.words.plural("{name} wins with {number} outlaw in jail.", "{name} wins with {number} outlaws in jail.", score, name=t.name)


_TELLERS: dict[str, Callable[[_Teller], str]] = {
    "chose": _chose,
    "removed": _removed,
    "first": _first,
    "round": _round,
    "claimed": _claimed,
    "revealed": _revealed,
    "sent_back": _sent_back,
    "judged": _judged,
    "jailed": _jailed,
    "end": _end,
    "score": _score,
    "removed_shown": _removed_shown,
    "tie": _tie,
    "won": _won,
}
