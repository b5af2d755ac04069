"""Cards in sentences are drawn, and read out by their names."""

from __future__ import annotations

import re

import pytest
from markupsafe import Markup

from doublecross.kernel.words import words
from doublecross.web.carded import carding
from tests.web.states import SHORT, Play


def heard(html: str) -> str:
    """What is read out: the text alone."""
    return str(Markup(html).striptags())


@pytest.mark.parametrize(
    ("language", "names"), [("en", "nine of horseshoes, ten of wheels"), ("es", "nueve de herraduras, diez de ruedas")]
)
def test_cards_are_drawn_and_named(language: str, names: str) -> None:
    html = carding("/art.svg", words(language))("Bo <b> & 9h Tw: 9h.")
    assert heard(html).replace(" ,", ",").startswith(f"Bo <b> & {names}: ")
    assert re.findall(r'class="named (\w+)" data-card="(\w+)" data-rank="(\w+)"', html) == [
        ("shoe", "9h", "9"),
        ("wheel", "Tw", "10"),
        ("shoe", "9h", "9"),
    ]
    assert "<b>" not in html


@pytest.mark.parametrize("text", ["Asa and Kc's turn", "10s", "9x", "O'As, As-if", "Th1"])
def test_what_only_looks_like_a_card_stays_as_it_is(text: str) -> None:
    assert heard(carding("", words("en"))(text)) == text


def test_no_letters_of_cards_are_left_in_a_log() -> None:
    play = Play(**SHORT, seed=3)
    play.start()
    for _ in range(12):
        for _ in play.step():
            pass
    draw = carding("", words("en"))
    lines = [line.text for line in play.view("p-ada").log if "cards" in line.facts]
    assert len(lines) > 5
    assert [text for text in lines if re.search(r"[6-9TJQKA][shcw]\b", heard(draw(text)))] == []
