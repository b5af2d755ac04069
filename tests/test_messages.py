"""The catalogues are complete, their places agree, and both languages keep to the glossary."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).parent.parent
LOCALES = ROOT / "src" / "doublecross" / "locales"
PLACE = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)[srd]|%[srd]")
NAME = re.compile(r"`[^`]*`|OutLawed!")


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages_tool", ROOT / "tools" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = tool
    spec.loader.exec_module(tool)
    return tool


TOOL = load_tool()


def catalogue(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / "doublecross.po").open("rb") as text:
        return read_po(text, locale=language)


def forms(entry: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (entry,) if isinstance(entry, str) else tuple(entry)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


@pytest.mark.parametrize("language", ["en", "es"])
def test_catalogue_has_the_sentences_of_the_code_and_no_others(language: str) -> None:
    held = {message.id if isinstance(message.id, str) else tuple(message.id) for message in messages(language)}
    wanted = set(TOOL.collect())
    assert sorted(map(str, wanted - held)) == [], "missing: run `make messages`"
    assert sorted(map(str, held - wanted)) == [], "no longer in the code: run `make messages`"
    assert list(catalogue(language).obsolete) == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_catalogue_is_as_the_tool_writes_it(language: str, tmp_path: Path) -> None:
    source = LOCALES / language / "LC_MESSAGES" / "doublecross.po"
    copy = tmp_path / language / "LC_MESSAGES" / "doublecross.po"
    copy.parent.mkdir(parents=True)
    copy.write_bytes(source.read_bytes())
    TOOL.update(copy, TOOL.collect())
    assert copy.read_bytes() == source.read_bytes(), "run `make messages`"


def test_every_sentence_is_translated() -> None:
    wanting = [message.id for message in messages("es") if message.fuzzy or not all(forms(message.string))]
    assert wanting == []


def test_english_catalogue_repeats_nothing() -> None:
    assert [message.id for message in messages("en") if any(forms(message.string))] == []


def test_places_agree() -> None:
    wrong = []
    for message in (message for message in messages("es") if all(forms(message.string))):
        allowed = [set(PLACE.findall(form)) for form in forms(message.id)]
        for found in (set(PLACE.findall(form)) for form in forms(message.string)):
            # The singular may say "one" instead of a number.
            if found not in allowed and not (len(allowed) > 1 and found | {"{number}"} in allowed):
                wrong.append((message.id, message.string))
    assert wrong == []


def glossary() -> list[list[str]]:
    lines = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert rows[0] == ["English", "Spanish", "Meaning", "Not in English", "Not in Spanish"]
    return rows[2:]


def pattern(cell: str) -> re.Pattern[str]:
    """Matches any of the words of a cell, whole; ``*`` stands for any ending. An empty cell matches nothing."""
    words = [re.escape(word.strip()).replace(r"\*", r"\w*") for word in cell.split(",") if word.strip()]
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE) if words else re.compile(r"(?!)")


def plain(sentence: str) -> str:
    return NAME.sub(" ", PLACE.sub(" ", sentence))


@pytest.mark.parametrize("row", glossary(), ids=lambda row: row[0])
def test_glossary_is_kept(row: list[str]) -> None:
    english, spanish, not_english, not_spanish = (pattern(row[column]) for column in (0, 1, 3, 4))
    faults = []
    for message in messages("es"):
        said = [plain(form) for form in forms(message.string)]
        meant = [plain(form) for form in forms(message.id)]
        if all(said) and any(english.search(form) for form in meant) and not any(spanish.search(form) for form in said):
            faults.append(f"{message.id!r} holds a term that its translation lacks: {message.string!r}")
        faults += [f"{form!r} uses a word the glossary rules out" for form in meant if not_english.search(form)]
        faults += [f"{form!r} uses a word the glossary rules out" for form in said if not_spanish.search(form)]
    assert faults == []


def test_glossary_terms_stand_in_one_row_only() -> None:
    terms = [term.strip().lower() for row in glossary() for term in row[0].split(",")]
    assert sorted(terms) == sorted(set(terms))


def test_sentence_put_together_while_running_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOOL, "ROOT", tmp_path)
    source = tmp_path / "bad.py"
    source.write_text('words.say(f"{name} wins")\n')
    with pytest.raises(SystemExit, match=r"bad\.py:1"):
        list(TOOL.sentences_of(source))


def test_every_way_to_mark_is_collected(tmp_path: Path) -> None:
    source = tmp_path / "good.py"
    source.write_text(
        'mark("a")\nself.words.say("b" if x else "c", d=1)\nspeaker.plural("one", "many", n)\nPhrase("e {f}", f=Phrase("g"))\nsay(name)\n'
    )
    assert set(TOOL.sentences_of(source)) == {"a", "b", "c", ("one", "many"), "e {f}", "g"}
