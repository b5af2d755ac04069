"""Collect the sentences from the sources into the message catalogues.

The result depends on the sources only: sorted, without locations and dates, so that two people who add sentences meet in the same order.
Translations are kept; sentences that are gone from the code are dropped from the catalogues.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import jinja2
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "doublecross"
SENTENCES = {"mark": 1, "say": 1, "Phrase": 1, "plural": 2}
"""What marks a sentence, and how many of its first arguments are sentences."""

PLURAL_FORMS = "nplurals=2; plural=(n != 1);"
"""One and many: the forms of English and Spanish for the numbers that occur in a game."""

Sentence = str | tuple[str, str]


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _choices(argument: ast.expr) -> list[ast.expr]:
    """The expressions that an argument may turn out to be: both sides of ``a if b else c``."""
    return _choices(argument.body) + _choices(argument.orelse) if isinstance(argument, ast.IfExp) else [argument]


def sentences_of(source: Path) -> Iterator[Sentence]:
    """The sentences that a source file marks; stops the run at one that is put together while running (it could never be found)."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or _called(node) not in SENTENCES:
            continue
        arguments = node.args[: SENTENCES[_called(node)]]
        for parts in [arguments] if len(arguments) > 1 else [[choice] for choice in _choices(arguments[0])] if arguments else []:
            if any(isinstance(part, (ast.JoinedStr, ast.BinOp)) for part in parts):
                sys.exit(f"{source.relative_to(ROOT)}:{node.lineno}: a sentence must be written whole, with named places")
            texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if len(texts) == SENTENCES[_called(node)]:
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


def _template_choices(argument: nodes.Expr) -> list[nodes.Expr]:
    """As `_choices`, in a template."""
    if not isinstance(argument, nodes.CondExpr):
        return [argument]
    return _template_choices(argument.expr1) + (_template_choices(argument.expr2) if argument.expr2 else [])


def sentences_of_template(source: Path) -> Iterator[Sentence]:
    """The sentences that a template says: those written out in ``say`` and ``plural``."""
    for call in jinja2.Environment().parse(source.read_text(encoding="utf-8")).find_all(nodes.Call):
        count = SENTENCES.get(call.node.name, 0) if isinstance(call.node, nodes.Name) else 0
        for parts in [call.args[:2]] if count > 1 else [[choice] for choice in _template_choices(call.args[0])] if count else []:
            if any(isinstance(part, (nodes.Concat, nodes.BinExpr)) for part in parts):
                sys.exit(f"{source.relative_to(ROOT)}:{call.lineno}: a sentence must be written whole, with named places")
            texts = [part.value for part in parts if isinstance(part, nodes.Const) and isinstance(part.value, str)]
            if len(texts) == count:
                yield texts[0] if count == 1 else (texts[0], texts[1])


def collect() -> list[Sentence]:
    """All sentences of the package, each once."""
    found = {sentence for source in PACKAGE.rglob("*.py") for sentence in sentences_of(source)}
    found |= {sentence for source in PACKAGE.rglob("templates/*.html") for sentence in sentences_of_template(source)}
    return sorted(found, key=lambda sentence: sentence if isinstance(sentence, str) else sentence[0])


def update(path: Path, sentences: list[Sentence]) -> int:
    """Bring one catalogue up to date; returns how many sentences still want a translation."""
    language = path.parent.parent.name
    known = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as text:
            known = read_po(text, locale=language)
    catalogue = Catalog(locale=language, header_comment="# The doublecross authors; MIT licence.", fuzzy=False)
    catalogue.mime_headers = [("Plural-Forms", PLURAL_FORMS)]
    untranslated = 0
    for sentence in sentences:
        old = known.get(sentence if isinstance(sentence, str) else sentence[0])
        fits = old is not None and bool(old.string) and isinstance(old.string, str) == isinstance(sentence, str)
        catalogue.add(sentence, old.string if fits and old else None)
        untranslated += not fits
    with path.open("wb") as text:
        text.write(f'# The doublecross authors; MIT licence.\nmsgid ""\nmsgstr ""\n{_header(catalogue)}\n'.encode())
        write_po(text, catalogue, width=140, no_location=True, omit_header=True, sort_output=True)
    return untranslated


def _header(catalogue: Catalog) -> str:
    """The header entry without dates."""
    lines = {
        "Language": str(catalogue.locale),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS,
    }
    return "".join(f'"{name}: {value}\\n"\n' for name, value in lines.items())


def main() -> None:
    """Update every catalogue and say what is left to translate."""
    sentences = collect()
    for path in sorted(PACKAGE.glob("locales/*/LC_MESSAGES/doublecross.po")):
        left = update(path, sentences)
        wanted = "" if path.parent.parent.name == "en" else f", {left} to translate"
        print(f"{path.relative_to(ROOT)}: {len(sentences)} sentences{wanted}")


if __name__ == "__main__":
    main()
