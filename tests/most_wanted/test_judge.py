"""The judge of a real table: what it says, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from doublecross.games.most_wanted.judge import judge_most_wanted
from doublecross.games.most_wanted.judge_words import explain_judgement
from doublecross.kernel.errors import BadInput
from doublecross.kernel.words import LANGUAGES, words

REFUSED: list[tuple[list[str], str | None, str, str, str]] = [
    # hands, Sheriff, and what the refusal says: where, found, allowed
    ([], None, "hands", "number 0", "2 to 8 hands without the Sheriff"),
    (["AA"], None, "hands", "number 1", "2 to 8 hands without the Sheriff"),
    (["AA"] * 9, None, "hands", "number 9", "2 to 8 hands without the Sheriff"),
    ([], "66QA", "hands", "number 0", "1 or 2 hands with the Sheriff"),
    (["AA", "KK", "QQ"], "66QA", "hands", "number 3", "1 or 2 hands with the Sheriff"),
    (["AA", "KKQ"], None, "hand 1", "'KKQ'", "as many ranks as the first hand has: 2"),
    (["AA", ""], None, "hand 1", "''", "1 to 4 ranks"),
    (["", ""], None, "hand 0", "''", "1 to 4 ranks"),
    (["AKQJT", "98766"], None, "hand 0", "'AKQJT'", "1 to 4 ranks"),
    (["A5", "KK"], None, "hand 0", "'5'", "ranks out of 6789TJQKA (T is ten)"),
    (["AA", "kk"], None, "hand 1", "'k'", "ranks out of 6789TJQKA (T is ten)"),
    (["10", "KK"], None, "hand 0", "'1'", "ranks out of 6789TJQKA (T is ten)"),
    (["AsAh", "KK"], None, "hand 0", "'s'", "ranks out of 6789TJQKA (T is ten)"),
    (["A", "K"], "66", "Sheriff", "'66'", "no Sheriff with hands of one card: no robbery is that small"),
    (["AA"], "66Q", "Sheriff", "'66Q'", "4 ranks, twice the size of a hand"),
    (["AA"], "", "Sheriff", "''", "4 ranks, twice the size of a hand"),
    (["KQJ", "AAT"], "66QAKKKK", "Sheriff", "'66QAKKKK'", "6 ranks, twice the size of a hand"),
    (["AA"], "66Q5", "Sheriff", "'5'", "ranks out of 6789TJQKA (T is ten)"),
    (["777K", "777Q", "777J"], None, "contest", "9 cards of rank 7", "at most 8 of a rank"),
    (["777K"], "777777AA", "contest", "9 cards of rank 7", "at most 8 of a rank"),
]


@pytest.mark.parametrize(("hands", "sheriff", "where", "found", "allowed"), REFUSED)
def test_refused_with_a_reason(hands: list[str], sheriff: str | None, where: str, found: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        judge_most_wanted(hands, sheriff)
    assert (refused.value.where, refused.value.found, refused.value.allowed) == (where, found, allowed)


@pytest.mark.parametrize(("hands", "sheriff"), [("AA", None), ([1, 2], None), ([["A"], ["K"]], None), (["AA"], ["6", "6", "Q", "A"])])
def test_refuses_what_is_no_text(hands: Any, sheriff: Any) -> None:
    with pytest.raises(BadInput):
        judge_most_wanted(hands, sheriff)


def test_eight_of_a_rank_are_in_the_deck_mw_01() -> None:
    assert judge_most_wanted(["7777", "7777"]).winners == [0, 1]
    assert judge_most_wanted(["7777"], "7777AKQJ").winners == [0, "sheriff"]


def test_eight_hands_mw_02() -> None:
    assert judge_most_wanted(["6", "7", "8", "9", "T", "J", "Q", "K"]).winners == [7]


def test_the_order_of_the_ranks_in_a_text_does_not_matter_mw_21() -> None:
    assert judge_most_wanted(["6A6", "A66"]).winners == [0, 1]
    hand = judge_most_wanted(["8A8", "KKQ"]).hands[0]
    assert (hand.cards, hand.compared, hand.category) == ("A88", "88A", "pair")


def test_the_sheriff_comes_last_mw_70() -> None:
    found = judge_most_wanted(["66", "AA"], "6687")
    assert found.winners == [0, "sheriff"]
    assert found.double_cross == [0, "sheriff"]
    assert found.sheriff is not None
    assert (found.sheriff.cards, found.sheriff.category) == ("66", "double_cross")


def explained(hands: list[str], sheriff: str | None = None, language: str = "en") -> list[str]:
    return explain_judgement(judge_most_wanted(hands, sheriff), sheriff, words(language))


def test_says_what_each_hand_is_mw_20() -> None:
    assert explained(["A88K", "6666", "AAAA"], None)[:3] == [
        "Hand 0: AK88, pair of eights, with an ace and a king.",
        "Hand 1: 6666, four sixes: Double Cross.",
        "Hand 2: AAAA, four aces.",
    ]


def test_says_what_decided_mw_21_mw_30() -> None:
    assert explained(["777K", "AAKQ"])[-2:] == ["Hand 0 wins.", "The better category decides."]
    assert explained(["QQ66", "QQ77"])[-2:] == ["Hand 1 wins.", "The higher rank decides: seven against six."]
    assert explained(["9987", "998A", "9986", "88AK"])[-1] == "The higher rank decides: ace against eight."
    assert explained(["AA", "66", "KK"])[-2:] == ["Hand 1 wins.", "Double Cross: all sixes beat all aces."]


def test_says_how_a_tie_goes_on_mw_40_mw_73() -> None:
    tie = explained(["QQ", "AK"], "QQ66")
    assert "A tie between hand 0 and the Sheriff." in tie
    assert tie[-2:] == ["Each of them plays one more card face down, and the best one wins.", "The Sheriff plays the top card of the deck."]


def test_says_what_the_sheriffs_win_means_mw_72() -> None:
    assert explained(["AA", "KK"], "66QA")[-1] == "No one scores, and every player in the robbery pays Bail."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_category_is_said_mw_20(language: str) -> None:
    hands = ["7777", "888K", "99TT", "QQ78", "KJT9", "6666", "AAAA"]
    assert [hand.category for hand in judge_most_wanted(hands).hands] == [
        "four_of_a_kind",
        "three_of_a_kind",
        "two_pair",
        "pair",
        "high_card",
        "double_cross",
        "four_of_a_kind",
    ]
    assert len(explained(hands, language=language)) == len(hands) + 2
