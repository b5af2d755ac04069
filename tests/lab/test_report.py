"""The report is one file that needs nothing else, opens with disagreements, and says what the numbers say."""

from __future__ import annotations

import html.parser
import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from doublecross.kernel.words import words
from doublecross.lab import report
from doublecross.lab.analysis import FAIR, Analysis
from doublecross.lab.drama import by_game
from doublecross.lab.folder import Folder
from doublecross.lab.measures import GROUPS, groups_of, measures_of
from doublecross.lab.playing import DRAMA, GAMES
from doublecross.lab.report import number_text, signed_text, write_report
from doublecross.lab.run import local, run_study
from doublecross.lab.summary import print_summary
from tests.lab.building import study

MADE = study("most-wanted", [(3, {}), (3, {"church": "saloon"})], games=1500)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return run_study(MADE, tmp_path_factory.mktemp("report"), local(2))


@pytest.fixture(scope="module")
def found(folder: Folder) -> Analysis:
    return Analysis(MADE, folder.frame(GAMES), folder.frame(DRAMA))


@pytest.fixture(scope="module")
def page(folder: Folder, found: Analysis) -> str:
    return write_report(found, folder, words("en"))


class Reader(html.parser.HTMLParser):
    """Notes what a page holds."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if dict(attrs).get("id"):
            self.ids.append(str(dict(attrs)["id"]))


@pytest.mark.parametrize("language", ["en", "es"])
def test_one_file_that_needs_nothing(folder: Folder, found: Analysis, page: str, language: str) -> None:
    if language != "en":
        page = write_report(found, folder, words(language))
    reader = Reader()
    reader.feed(page)
    assert not re.search(r"https?:|//[a-z]|@import|@font-face|url\((?!#)", page)
    names = {tag for tag, _ in reader.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "base"}
    assert not [name for tag, attributes in reader.tags for name in attributes if name.startswith("on")]
    targets = [str(value)[1:] for _, attributes in reader.tags for name, value in attributes.items() if name in ("href", "xlink:href")]
    assert set(targets) <= set(reader.ids)
    assert len(reader.ids) == len(set(reader.ids))
    assert ("html", {"lang": language}) in reader.tags
    figures = [attributes for tag, attributes in reader.tags if tag == "figure"]
    assert figures
    assert all(figure.get("role") == "img" and figure.get("aria-label") for figure in figures)
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    speaker = words(language)
    assert headings[0] == speaker.say("Where the players disagree")
    assert set(map(speaker.say, (GROUPS[group] for group in groups_of(MADE.game) if group != "drama"))) <= set(headings)


def test_numbers_of_the_page_are_those_of_the_games(folder: Folder, found: Analysis, page: str) -> None:
    games = folder.frame(GAMES)
    for cell in (0, 1):
        own = games.filter((pl.col("cell") == cell) & (pl.col("kind") == 0))
        assert number_text(own["turns"].mean(), False) in page  # type: ignore[arg-type]
        assert number_text(own["bail_paid"].sum() / own["bail_owed"].sum(), True) in page
    first = (games["won"].cast(pl.Int64) == 2 ** games["first"].cast(pl.Int64)).to_numpy()
    mask = ((games["cell"] == 1) & (games["kind"] == 1)).to_numpy()
    assert found.estimates["win_place_1", 1, 1].value == pytest.approx(first[mask].mean())


def test_comparisons_are_pairs_of_games(folder: Folder, found: Analysis) -> None:
    games = folder.frame(GAMES).sort("game")
    one, other = (games.filter((pl.col("cell") == cell) & (pl.col("kind") == 0))["decisions"].to_numpy() for cell in (1, 0))
    (comparison,) = [
        each for each in found.comparisons if (each.measure.name, each.cell, each.baseline, each.kind) == ("decisions", 1, 0, 0)
    ]
    differences = (one - other).astype(float)
    assert comparison.difference.value == pytest.approx(differences.mean())
    assert comparison.difference.error == pytest.approx(differences.std(ddof=1) / np.sqrt(len(differences)))
    assert comparison.difference.low < comparison.difference.value < comparison.difference.high
    assert comparison.p >= comparison.difference.p


def test_the_same_measures_are_compared_for_all_kinds(found: Analysis) -> None:
    keys = [{each.key for each in found.comparisons if each.kind == kind} for kind in (0, 1)]
    assert keys[0] == keys[1]
    assert {each.baseline for each in found.comparisons} == {0, FAIR}


def test_kinds_that_play_alike_agree(folder: Folder) -> None:
    """With the same bots twice everything is found twice, or not at all."""
    twins = replace(MADE, bots={"one": ("heuristic",), "other": ("heuristic",)})
    games = folder.frame(GAMES).filter(pl.col("kind") == 0)
    both = pl.concat([games, games.with_columns(pl.lit(1, pl.Int32).alias("kind"))])
    found = Analysis(twins, both, pl.DataFrame())
    assert found.repeated
    assert not found.disagreements
    assert all(each.agrees and not each.sure for each in found.repeated)


def test_disagreements_are_told(found: Analysis, capsys: pytest.CaptureFixture[str]) -> None:
    """The Saloon costs random players, who cannot pay it, bankruptcies; heuristic players have fewer."""
    names = {each.one.measure.name for each in found.disagreements if each.sure}
    assert "bankruptcies" in names
    assert all(each.one.notable or each.other.notable for each in found.repeated)
    print_summary(found, words("en"), plain=True)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "Where the players disagree"
    assert any("Bankruptcies in a game" in line for line in lines[2:])
    print_summary(found, words("es"), plain=False)
    assert "●" in capsys.readouterr().out


def test_a_measure_that_cells_call_differently_has_both_names(found: Analysis, page: str) -> None:
    assert found.title("use_rest", words("en"), 0) == "Actions at the tile Church"
    assert found.title("use_rest", words("en")) == "Actions at the tile Church / Saloon"
    assert "Acciones en la ficha Iglesia / Salón" in found.title("use_rest", words("es"))
    (compared,) = [each for each in found.comparisons if (each.key, each.kind) == (("use_rest", 1, 0), 0)]
    assert found.title_of(compared, words("en")) == "Actions at the tile Saloon / Church"
    assert "Actions at the tile Church / Saloon" in page
    titles = found.estimates_frame().filter(pl.col("measure") == "use_rest").select("church", "title").unique()
    assert dict(titles.iter_rows()) == {None: "Actions at the tile Church", "saloon": "Actions at the tile Saloon"}


def test_measures_stand_in_the_order_of_the_cell_that_has_most() -> None:
    made = study("most-wanted", [(2, {}), (3, {})], 1)
    names = [measure.name for measure in Analysis(made, pl.DataFrame(), pl.DataFrame()).groups()["wins"]]
    assert names == [f"win_{what}" for what in ("place_1", "place_2", "place_3", "seat_0", "seat_1", "seat_2")]


def test_the_marks_of_the_effects_are_explained(page: str) -> None:
    effects = page.partition('class="square"')[2].partition("</figure>")[0]
    for text in ("they disagree", "one finds it, perhaps by chance", "both find it", "the same effect"):
        assert f">{text}<" in effects


def test_what_is_left_out_is_said(folder: Folder, found: Analysis, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "are in comparisons.parquet.</p>" not in page
    assert "Drawn are the first" not in page
    monkeypatch.setattr(report, "MOST_ROWS", 1)
    monkeypatch.setattr(report, "COLOURS", report.COLOURS[:1])
    shorter = write_report(found, folder, words("en"))
    sure = sum(each.sure for each in found.disagreements)
    assert sure > 2
    assert f"{sure - 1} more are in comparisons.parquet." in shorter
    assert "Drawn are the first 1 of 2 cells." in shorter


def test_where_nobody_finds_anything_nobody_is_said_to_agree(folder: Folder) -> None:
    few = folder.frame(GAMES).filter(pl.col("game") < 9)
    page = write_report(Analysis(replace(MADE, measures=("length",)), few, pl.DataFrame()), folder, words("en"))
    assert "They do not: whatever" not in page
    assert "there is nothing to disagree on" in page


def test_one_cell_is_one(folder: Folder) -> None:
    alone = replace(MADE, cells=MADE.cells[:1], baselines=(0,), measures=("wins",))
    page = write_report(Analysis(alone, folder.frame(GAMES), folder.frame(DRAMA)), folder, words("en"))
    assert "1,500 games in one cell by each kind of players" in page


def test_drama_by_hand() -> None:
    """Two games of three turns: chances, leads and winners written down here."""
    turns = {
        "game": np.array([0, 0, 0, 1, 1, 1]),
        "won": np.array([1, 1, 1, 2, 2, 2]),
        "best": np.array([5, -1, 3, 2, 2, 2]),
        "lead": np.array([0.10, 0.0, 0.05, 0.3, -0.1, 0.2], dtype=np.float32),
        "chance_0": np.array([0.5, 0.03, 0.75, 0.5, 0.96, 0.96]),
        "chance_1": np.array([0.5, 0.97, 0.25, 0.5, 0.04, 0.04]),
    }
    found = by_game(turns, 2)
    assert {name: list(values) for name, values in found.items() if name != "swing"} == {
        "game": [0, 1],
        "won": [1, 2],
        "low": [1, 2],
        "seat_turns": [6, 6],
        "clear": [1, 2],
        "choices": [2, 3],
        "comeback": [1, 1],
        "steps": [2, 2],
    }
    assert found["swing"] == pytest.approx([0.47 + 0.72, 0.46])


@pytest.mark.parametrize(
    ("value", "share", "text"), [(0.1234, True, "12.3%"), (1234.5, False, "1,234"), (2.5, False, "2.50"), (float("nan"), True, "–")]
)
def test_numbers_as_people_read_them(value: float, share: bool, text: str) -> None:
    assert number_text(value, share) == text


def test_signs_are_always_shown() -> None:
    assert (signed_text(-0.051, True), signed_text(3.0, False)) == ("−5.1", "+3.00")


@pytest.mark.parametrize("name", ["most-wanted", "outlawed"])
def test_every_measure_has_a_title_of_its_own_in_both_languages(name: str) -> None:
    made = study(name, [(players, {}) for players in (2, 4)], 1)
    for cell in range(2):
        from doublecross.lab.measures import Setting

        measures = measures_of(made.game, Setting(made.cells[cell].players, made.rules(cell)[0]))
        for language in ("en", "es"):
            titles = [words(language).repeat(measure.title) for measure in measures]
            assert len(titles) == len(set(titles))
        assert len({measure.name for measure in measures}) == len(measures)
