"""``doublecross judge``: who wins what lies on a real table."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import msgspec

from doublecross.kernel.words import words

Found = tuple[msgspec.Struct, Sequence[str]]
"""What a judge finds, and the sentences that say it."""


def run(args: argparse.Namespace) -> int:
    """Judge a contest of Most Wanted or a round of OutLawed!, and say why."""
    found, sentences = _most_wanted(args) if args.game == "most-wanted" else _outlawed(args)
    print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode() if args.json else "\n".join(sentences))
    return 0


def _most_wanted(args: argparse.Namespace) -> Found:
    from doublecross.games.most_wanted.judge import judge_most_wanted
    from doublecross.games.most_wanted.judge_words import explain_judgement

    found = judge_most_wanted(args.hands, args.sheriff)
    return found, explain_judgement(found, args.sheriff, words(args.language))


def _outlawed(args: argparse.Namespace) -> Found:
    from doublecross.games.outlawed.judge import judge_outlawed

    found = judge_outlawed(args.plays, args.deck or None, lang=args.language)
    return found, found.reasons
