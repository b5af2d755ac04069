"""Advice about OutLawed!: what becomes of the outlaw that is played, and whether a claim can be believed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from doublecross.advice.advisor import NoAdvisor, percent
from doublecross.bots.bot import Decision
from doublecross.games.outlawed.deck_words import condition_words, outlaw_name
from doublecross.games.outlawed.options import deck_of
from doublecross.kernel.game import Event
from doublecross.kernel.position import as_record
from doublecross.kernel.words import Words, mark

_CLAIM = "as:"


class Outlawed(NoAdvisor):
    """See `doublecross.advice.advisor.Advisor`."""

    def name_part(self, event: Event, words: Words) -> str:
        return words.say("Round {round}.", round=event.facts["round"]) if event.kind == "round" else ""

    def name_choice(self, tokens: Sequence[str], asked: str, rules: Any, names: Sequence[str], words: Words) -> str:
        deck = deck_of(rules)
        placed = [outlaw_name(deck, token, words) for token in tokens if not token.startswith(_CLAIM)]
        claimed = [outlaw_name(deck, token.removeprefix(_CLAIM), words) for token in tokens if token.startswith(_CLAIM)]
        if not claimed:
            return words.say("play {outlaw}", outlaw=placed[0])
        if not placed:
            return words.say("claim {claim}", claim=claimed[0])
        if placed == claimed:
            return words.say("play {outlaw} and tell the truth", outlaw=placed[0])
        return words.say("play {outlaw} and claim {claim}", outlaw=placed[0], claim=claimed[0])

    def facts(self, event: Event, seat: int) -> Iterator[tuple[str, float]]:
        if event.kind == "judged" and event.seat == seat:
            yield str(event.facts["outcome"]), 1.0
            yield f"played {event.facts['outlaw']}", 1.0
        elif event.kind == "sent_back" and event.seat == seat:
            yield f"sent back by {event.facts['by']}", 1.0

    def reasons(self, means: Mapping[str, float], rules: Any, words: Words) -> list[str]:
        deck, said = deck_of(rules), list[str]()
        if any(name in means for name in ("apprehended", "missed", "sent_back")):
            shares = {name: percent(means.get(name, 0.0)) for name in ("apprehended", "missed", "sent_back")}
            sentence = mark("It goes to jail in {apprehended} of them, comes to nothing in {missed}, and is sent back in {sent_back}.")
            said.append(words.say(sentence, **shares))
        played = [name.removeprefix("played ") for name, mean in means.items() if name.startswith("played ") and mean > 0.99]
        if played and means.get("apprehended", 0.0) < 0.995:
            outlaw = deck.outlaws[deck.index(played[0])]
            said.append(words.say("It is apprehended if {condition}.", condition=condition_words(outlaw, deck, words)))
        blockers = Counter({name.removeprefix("sent back by "): mean for name, mean in means.items() if name.startswith("sent back by ")})
        for blocker, mean in blockers.most_common(1):
            if mean >= 0.02:
                said.append(words.say("The danger is {outlaw}, in {share}.", outlaw=outlaw_name(deck, blocker, words), share=percent(mean)))
        return said

    def is_claim(self, tokens: Sequence[str], rules: Any) -> bool:
        return tokens[-1].startswith(_CLAIM)

    def is_lie(self, tokens: Sequence[str], rules: Any) -> bool:
        return tokens[-1].removeprefix(_CLAIM) != tokens[0]

    def believable(self, rival: Decision, seat: int, tokens: Sequence[str], seed: int) -> float:
        """Exact: who is in jail is not held, who was shown is, and of the others each may be the one that was lost (OL-05)."""
        claimed = rival.game.action_from_text(as_record(rival.rules), tokens[-1].removeprefix(_CLAIM))
        jailed, shown = (int(rival.seen[field][0, seat]) >> claimed & 1 for field in ("jails", "shown"))
        hidden = int(rival.rules["used"][0]) & ~int(rival.seen["shown"][0, seat])
        return 0.0 if jailed else 1.0 if shown else 1 - 1 / hidden.bit_count()

    def name_claim(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        return outlaw_name(deck_of(rules), tokens[-1].removeprefix(_CLAIM), words)

    def name_truth(self, tokens: Sequence[str], rules: Any, words: Words) -> str:
        return outlaw_name(deck_of(rules), tokens[0], words)


ADVISOR = Outlawed()
