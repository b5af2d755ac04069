"""A view, and a deck, as plain text of several lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doublecross.games.outlawed.deck_check import GameSet, game_sets
from doublecross.games.outlawed.deck_words import blocks_words, condition_words, outlaw_name
from doublecross.games.outlawed.decks import FIELDS, Deck, Outlaw
from doublecross.games.outlawed.views import Seat, View
from doublecross.kernel.words import Words, mark

SOURCE_WORDS = {
    "seed": mark("said by the rulebook"),
    "public": mark("said by public descriptions"),
    "house": mark("made up by this project"),
    "": mark("said by whoever made this deck"),
}
"""What is said of each source a field can have (OL-40)."""
FIELD_WORDS = {
    "name": mark("name"),
    "animal": mark("animal"),
    "reward": mark("reward"),
    "badge": mark("badge"),
    "bullets": mark("bullets"),
    "condition": mark("condition"),
    "blocks": mark("outlaws sent back"),
    "art": mark("picture"),
}
"""What people call the fields of an outlaw."""


def show(view: View, deck: Deck, names: Sequence[str], words: Words) -> str:
    """The whole view: the round, every seat, and the viewer's own hand with its conditions."""
    lines = [_heading(view, words)]
    lines += [_seat_line(seat, view, deck, names, words) for seat in view.seats]
    if view.viewer >= 0:
        lines += _own_lines(view, deck, words)
    return "\n".join(lines)


def _heading(view: View, words: Words) -> str:
    places = {"round": view.round, "limit": view.round_limit, "target": view.target}
    return words.say("Round {round} of at most {limit}. The game ends when a jail holds {target} outlaws.", **places)


def _seat_line(seat: Seat, view: View, deck: Deck, names: Sequence[str], words: Words) -> str:
    parts = [words.plural("{number} outlaw in hand", "{number} outlaws in hand", seat.in_hand)]
    if seat.jail:
        jail = ", ".join(outlaw_name(deck, each, words) for each in seat.jail)
        parts.append(words.say("in jail {outlaws}, worth ${dollars}", outlaws=jail, dollars=seat.dollars))
    else:
        parts.append(words.say("jail empty"))
    parts.append(words.plural("{number} true claim", "{number} true claims", seat.truths))
    parts.append(words.plural("{number} lie", "{number} lies", seat.lies))
    if seat.seat == view.badge:
        parts.append(words.say("holds the badge"))
    if seat.claim is not None:
        parts.append(words.say("claims {outlaw} in this round", outlaw=outlaw_name(deck, seat.claim, words)))
    name = words.say("{name} (you)", name=names[seat.seat]) if seat.seat == view.viewer else names[seat.seat]
    return f"{name}: {', '.join(parts)}"


def _own_lines(view: View, deck: Deck, words: Words) -> Iterator[str]:
    mine = view.seats[view.viewer]
    if mine.play is not None:
        yield words.say("You placed face down: {outlaw}.", outlaw=outlaw_name(deck, mine.play, words))
    if mine.removed is not None:
        yield words.say("You lost at the start: {outlaw}.", outlaw=outlaw_name(deck, mine.removed, words))
    if view.turn == view.viewer and mine.play is None and view.phase != "over":
        return  # the choices that follow say all of the hand
    if mine.hand:
        yield words.say("Your hand:")
        yield from (f"  {each}: {outlaw_words(deck.outlaws[deck.index(each)], deck, view.players, words)}" for each in mine.hand)


def outlaw_words(outlaw: Outlaw, deck: Deck, players: int | None, words: Words) -> str:
    """An outlaw in one sentence: name, reward, condition, whom it sends back. Without a number of players the reward stays a formula."""
    reward = reward_words(outlaw, players, words)
    places = {"outlaw": outlaw.name.said(words.language), "reward": reward, "condition": condition_words(outlaw, deck, words)}
    blocks = blocks_words(outlaw, deck, words)
    if not blocks:
        return words.say("{outlaw}, {reward}, apprehended if {condition}.", **places)
    return words.say("{outlaw}, {reward}, apprehended if {condition}; {blocks}.", blocks=words.both(blocks), **places)


def reward_words(outlaw: Outlaw, players: int | None, words: Words) -> str:
    """The reward in dollars, or as a formula."""
    if outlaw.reward.per_player and players is None:
        return words.say("${dollars} for each player", dollars=outlaw.reward.dollars)
    return words.say("${dollars}", dollars=outlaw.reward.worth(players or 1))


def deck_lines(deck: Deck, words: Words) -> Iterator[str]:
    """The deck as text: every outlaw, its icons, and where each field comes from (OL-40)."""
    yield deck.name.said(words.language)
    if deck.note is not None:
        yield deck.note.said(words.language)
    for outlaw in deck.outlaws:
        yield ""
        yield f"{outlaw.id}: {outlaw_words(outlaw, deck, None, words)}"
        yield "  " + words.say("animal: {animal}", animal=outlaw.animal.said(words.language))
        yield "  " + _icons(outlaw, words)
        yield from (f"  {line}" for line in _source_lines(outlaw, words))


def _icons(outlaw: Outlaw, words: Words) -> str:
    if outlaw.badge and outlaw.bullets:
        return words.say("with badge and bullets")
    if outlaw.badge:
        return words.say("with a badge, without bullets")
    return words.say("with bullets, without a badge") if outlaw.bullets else words.say("without badge and bullets")


def _source_lines(outlaw: Outlaw, words: Words) -> Iterator[str]:
    for source, about in SOURCE_WORDS.items():
        fields = [words.say(FIELD_WORDS[field]) for field in FIELDS if outlaw.source(field) == source and _has(outlaw, field)]
        if fields:
            yield words.say("{source}: {fields}", source=words.say(about), fields=", ".join(fields))


def _has(outlaw: Outlaw, field: str) -> bool:
    """Whether there is anything to say about a field that may be left out."""
    return {"blocks": bool(outlaw.blocks), "art": bool(outlaw.source("art"))}.get(field, True)


def games_words(deck: Deck, words: Words) -> Iterator[tuple[str, list[str]]]:
    """What each kind of game makes of a deck: a sentence, and notes about it."""
    for game in game_sets(deck):
        yield _game_line(game, words), list(_game_notes(game, deck, words))


def _game_line(game: GameSet, words: Words) -> str:
    places = {"players": game.players, "count": len(game.ids), "target": game.target}
    if not game.target:
        if game.beginner:
            return words.say("Beginner game, {players} players: {count} outlaws in use, too few for a game.", **places)
        return words.say("Standard game, {players} players: {count} outlaws in use, too few for a game.", **places)
    if game.beginner:
        return words.say("Beginner game, {players} players: {count} outlaws in use, {target} in a jail end the game.", **places)
    return words.say("Standard game, {players} players: {count} outlaws in use, {target} in a jail end the game.", **places)


def _game_notes(game: GameSet, deck: Deck, words: Words) -> Iterator[str]:
    """What OL-30 lowered, and conditions that are always or never true among the outlaws of this game."""

    def name(outlaw: str) -> str:
        return deck.outlaws[deck.index(outlaw)].name.said(words.language)

    if 0 < game.target < game.asked:
        yield words.say("The target is lower than {asked}: no more outlaws than that fit into a first hand.", asked=game.asked)
    for outlaw in game.never:
        yield words.say("{outlaw} can never be apprehended here.", outlaw=name(outlaw))
    for outlaw in game.always:
        yield words.say("{outlaw} is apprehended here unless it is sent back.", outlaw=name(outlaw))
