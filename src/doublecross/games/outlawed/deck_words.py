"""Conditions and blocks said back in words (OL-21), in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from doublecross.games.outlawed.conditions import MY_CLAIM, MY_OUTLAW, Atom, Literally, Reduced, reduced
from doublecross.games.outlawed.decks import Block, Deck, Outlaw
from doublecross.kernel.words import Words, mark

_AMOUNTS: dict[str, dict[str, str]] = {
    "rival": {
        "one": mark("a rival"),
        "none": mark("no rival"),
        "all": mark("every rival"),
        "not all": mark("not all rivals"),
        "half": mark("at least half of the rivals"),
        "not half": mark("fewer than half of the rivals"),
        "many": mark("at least {number} rivals"),
        "not many": mark("fewer than {number} rivals"),
        "exactly one": mark("exactly one rival"),
        "not exactly one": mark("not exactly one rival"),
        "exactly": mark("exactly {number} rivals"),
        "not exactly": mark("not exactly {number} rivals"),
    },
    "player": {
        "one": mark("a player"),
        "none": mark("no player"),
        "all": mark("every player"),
        "not all": mark("not all players"),
        "half": mark("at least half of the players"),
        "not half": mark("fewer than half of the players"),
        "many": mark("at least {number} players"),
        "not many": mark("fewer than {number} players"),
        "exactly one": mark("exactly one player"),
        "not exactly one": mark("not exactly one player"),
        "exactly": mark("exactly {number} players"),
        "not exactly": mark("not exactly {number} players"),
    },
    "claim": {
        "one": mark("a claim"),
        "none": mark("no claim"),
        "all": mark("every claim"),
        "not all": mark("not all claims"),
        "half": mark("at least half of the claims"),
        "not half": mark("fewer than half of the claims"),
        "many": mark("at least {number} claims"),
        "not many": mark("fewer than {number} claims"),
        "exactly one": mark("exactly one claim"),
        "not exactly one": mark("not exactly one claim"),
        "exactly": mark("exactly {number} claims"),
        "not exactly": mark("not exactly {number} claims"),
    },
}
_SINGULAR = ("one", "none", "all", "exactly one", "not exactly one")
_NUMBERS = {2: mark("two"), 3: mark("three"), 4: mark("four"), 5: mark("five")}


def condition_words(outlaw: Outlaw, deck: Deck, words: Words) -> str:
    """An outlaw's condition as said to the player who plays it: "your own claim was true"."""

    def name(id_: str) -> str:
        return outlaw_name(deck, id_, words)

    def said(leaf: Literally) -> str:
        return clause(leaf, outlaw.id, name, words)

    return joined(reduced(outlaw.condition), said, words)


def blocks_words(outlaw: Outlaw, deck: Deck, words: Words) -> list[str]:
    """Whom an outlaw sends back, one text for each block."""
    return [_block_words(block, deck, words) for block in outlaw.blocks]


def outlaw_name(deck: Deck, id_: str, words: Words) -> str:
    """An outlaw's name in the reader's language."""
    return deck.outlaws[deck.index(id_)].name.said(words.language)


def listed(parts: Iterable[str], words: Words) -> str:
    """Parts joined by "or": "A", "A, or B", "A, B, or C"."""
    *first, last = parts
    return words.say("{first}, or {last}", first=", ".join(first), last=last) if first else last


def joined(condition: Reduced, said: Callable[[Literally], str], words: Words, inner: bool = False) -> str:
    """A condition in one sentence: parts of "all" joined by "and", of "any" by "or"."""
    if isinstance(condition, Literally):
        return said(condition)
    how, parts = condition
    texts = [joined(part, said, words, inner=how == "all" or inner) for part in parts]
    if how == "all":
        return words.both(texts)
    return words.say("(either {parts})", parts=listed(texts, words)) if inner else listed(texts, words)


def clause(leaf: Literally, outlaw: str, name: Callable[[str], str], words: Words) -> str:
    """One comparison in words, as said to the player who plays `outlaw`; `name` gives an outlaw's name for its id."""
    atom, holds = leaf.atom, leaf.holds
    if atom.who == "me":
        return _about_me(atom, holds, name, words)
    if atom.who == "same":
        return _about_the_same(atom, holds, words)
    if atom.subject == MY_OUTLAW and atom.what == "played" and _amount(atom, holds) == "none":
        return words.say("no one else played the same outlaw")
    noun = "claim" if atom.who == "players" and atom.what == "claim" else atom.who.removesuffix("s")
    amount = _amount(atom, holds)
    number = atom.number if isinstance(atom.number, int) else 0
    who = words.say(_AMOUNTS[noun][amount], number=number_word(number, words))
    return _verb(atom, who, 1 if amount in _SINGULAR else 2, name, outlaw if holds else "", words)


def number_word(number: int, words: Words) -> str:
    """A small number in letters, others in digits."""
    return words.say(_NUMBERS[number]) if number in _NUMBERS else str(number)


def _amount(atom: Atom, holds: bool) -> str:
    """Which of the amounts in `_AMOUNTS` a bound, or its opposite, is."""
    if atom.number in (0, 1) and atom.exactly == (atom.number == 0):
        return "one" if holds == (atom.number == 1) else "none"
    if isinstance(atom.number, str):
        word: str = atom.number
    elif atom.exactly:
        word = "exactly one" if atom.number == 1 else "exactly"
    else:
        word = "many"
    return word if holds else f"not {word}"


def _about_me(atom: Atom, holds: bool, name: Callable[[str], str], words: Words) -> str:
    if atom.what == "claim":
        true = (atom.subject == "true") == holds
        return words.say("your own claim was true") if true else words.say("your own claim was a lie")
    if holds:
        return words.say("you claimed {outlaw}", outlaw=name(atom.subject))
    return words.say("you did not claim {outlaw}", outlaw=name(atom.subject))


def _about_the_same(atom: Atom, holds: bool, words: Words) -> str:
    number = number_word(int(atom.number), words)
    if atom.what == "played":
        if holds:
            return words.say("{number} or more of the same outlaw were played", number=number)
        return words.say("fewer than {number} of the same outlaw were played", number=number)
    if holds:
        return words.say("{number} or more players made the same claim", number=number)
    return words.say("fewer than {number} players made the same claim", number=number)


def _verb(atom: Atom, who: str, count: int, name: Callable[[str], str], outlaw: str, words: Words) -> str:
    """What a group did; `count` decides between singular and plural where the language has both."""
    if atom.what == "claim":
        return _verb_of_claim(atom, who, count, words)
    if atom.what == "claimed":
        if atom.subject == MY_OUTLAW:
            return words.plural("{who} claimed the outlaw you played", "{who} claimed the outlaw you played", count, who=who)
        if atom.subject == MY_CLAIM:
            return words.plural("{who} made the same claim as you", "{who} made the same claim as you", count, who=who)
        return words.plural("{who} claimed {outlaw}", "{who} claimed {outlaw}", count, who=who, outlaw=name(atom.subject))
    if atom.subject == MY_OUTLAW:
        return words.plural("{who} played the same outlaw", "{who} played the same outlaw", count, who=who)
    if atom.subject == MY_CLAIM:
        return words.plural("{who} played the outlaw you claimed", "{who} played the outlaw you claimed", count, who=who)
    shown = name(atom.subject)
    if atom.subject == outlaw and atom.who == "rivals":
        return words.plural("{who} played {outlaw} too", "{who} played {outlaw} too", count, who=who, outlaw=shown)
    return words.plural("{who} played {outlaw}", "{who} played {outlaw}", count, who=who, outlaw=shown)


def _verb_of_claim(atom: Atom, who: str, count: int, words: Words) -> str:
    if atom.who == "players":
        if atom.subject == "true":
            return words.plural("{who} was true", "{who} were true", count, who=who)
        return words.plural("{who} was a lie", "{who} were lies", count, who=who)
    if atom.subject == "true":
        return words.plural("{who} told the truth", "{who} told the truth", count, who=who)
    return words.plural("{who} lied", "{who} lied", count, who=who)


def _block_words(block: Block, deck: Deck, words: Words) -> str:
    if block.liars == "rivals":
        return words.say("sends back the outlaw of every lying rival")
    if block.liars:
        return words.say("sends back the outlaw of every liar, its own player's too")
    return words.say("sends back {outlaws}", outlaws=words.both(outlaw_name(deck, each, words) for each in block.outlaws))
