"""Study files are read strictly: a mistake is named with file, line, what was found and what is allowed, before anything is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from doublecross.cli import main
from doublecross.games.outlawed.shipped import shipped_deck
from doublecross.kernel.errors import BadInput
from doublecross.lab.places import Places
from doublecross.lab.study import digest_of, from_plain, shipped_studies
from doublecross.lab.study_file import read_study

GOOD = """\
format = 1
name = "try"
game = "most-wanted"
players = [2, 4]
games = 100
seed = 1

[options]
labor = "dishonest"

[vary]
church = ["church", "saloon"]
split = ["challengers", "everyone"]

[bots]
strong = "heuristic"
weak = ["random", "random"]
"""


def read(folder: Path, text: str) -> object:
    (folder / "try.toml").write_text(text)
    return read_study(folder / "try.toml")


def test_a_grid_is_every_combination_at_every_number_of_players(tmp_path: Path) -> None:
    (tmp_path / "try.toml").write_text(GOOD)
    study = read_study(tmp_path / "try.toml")
    assert len(study.cells) == 8
    assert study.cells[0].name == "church=church, split=challengers, players=2"
    assert all(cell.options["labor"] == "dishonest" for cell in study.cells)
    assert study.baselines == (0, 1) * 4
    assert study.seated(1, "weak") == ["random"] * 4
    assert from_plain(study.plain) == study
    assert digest_of(from_plain(study.plain).plain) == digest_of(study.plain)


def test_a_list_of_cells(tmp_path: Path) -> None:
    cells = (
        '[[cell]]\nname = "short"\noptions = { track = "123", goal = 4 }\n[[cell]]\nname = "usual"\nplayers = 3\n[baseline]\ngoal = 13\n'
    )
    (tmp_path / "try.toml").write_text(
        GOOD.split("[vary]", maxsplit=1)[0].replace("players = [2, 4]", "players = 3") + cells + '[bots]\na="heuristic"\nb="random"'
    )
    study = read_study(tmp_path / "try.toml")
    assert [cell.name for cell in study.cells] == ["short", "usual"]
    assert study.cells[1].varied == {"track": "111122223333", "goal": "13"}, "what differs is said of every cell"
    assert study.baselines == (1, 1)


def test_with_one_cell_for_each_number_of_players_it_is_the_players_that_are_compared() -> None:
    players = read_study("players")
    assert sorted(cell.players for cell in players.cells) == [2, 3, 4, 5, 6, 7, 8]
    assert players.baselines == (0,) * 7


WRONG: list[tuple[str, str, int, str, str]] = [
    ('name = "try"', 'nmae = "try"', 2, "key 'nmae'", "name"),
    ("games = 100", "games = 100\nthreads = 4", 6, "key 'threads'", "measures"),
    ("games = 100", "games = 0", 5, "0", "a whole number from 1"),
    ("games = 100", "games = true", 5, "True", "a whole number from 1"),
    ("games = 100", 'games = "100"', 5, "'100'", "a whole number from 1"),
    ("seed = 1", "seed = -1", 6, "-1", "a whole number from 0"),
    ("format = 1", "format = 2", 1, "2", "a whole number from 1 to 1"),
    ("games = 100\n", "", 1, "nothing", "a value for games"),
    ("most-wanted", "poker", 3, "'poker'", "most-wanted, outlawed"),
    ("[2, 4]", "[2, 9]", 4, "[2, 9]", "a whole number from 2 to 8"),
    ("[2, 4]", "[2, 2]", 4, "[2, 2]", "different"),
    ("[2, 4]", "[]", 4, "[]", "a whole number from 2 to 8"),
    ('name = "try"', 'name = "A try"', 2, "'A try'", "a-z"),
    ('labor = "dishonest"', 'labour = "dishonest"', 9, "option 'labour'", "labor"),
    ('labor = "dishonest"', 'labor = "lazy"', 9, "'lazy'", "honest or dishonest"),
    ('labor = "dishonest"', "goal = 5", 11, "5", "13, because the track has 12 spaces"),
    ('["church", "saloon"]', '["church", "bar"]', 12, "'bar'", "church or saloon"),
    ('["church", "saloon"]', '["church", "church"]', 12, "['church', 'church']", "different values"),
    ('["church", "saloon"]', '"church"', 12, "'church'", "a list"),
    ('strong = "heuristic"', 'strong = "genius"', 16, "'genius'", "heuristic"),
    ('strong = "heuristic"', "strong = 3", 16, "3", "a bot's name"),
    ('weak = ["random", "random"]', 'weak = ["random", "random", "random"]', 17, "3 names", "at most 2"),
    ('weak = ["random", "random"]\n', "", 15, "1 kinds of players", "2 to 6 kinds"),
    ('strong = "heuristic"', 'strong = "random"', 17, "the players of strong", "other players"),
    ("seed = 1", 'seed = 1\nmeasures = ["wins", "luck"]', 7, "'luck'", "wins, length"),
    ("games = 100", "games = 1000\ndrama = 201", 6, "201", "a whole number from 0 to 200"),
    ("seed = 1", "seed = 1\ndrama = 101", 7, "101", "a whole number from 0 to 100"),
    ('weak = ["random", "random"]', 'weak = ["random"', 17, "no TOML", "a study file in TOML"),
    (
        "[bots]",
        '[baseline]\nchurch = "saloon"\nlabor = "honest"\n[bots]',
        15,
        "{'church': 'saloon', 'labor': 'honest'}",
        "one of the cells",
    ),
    ("[bots]", '[[cell]]\nname = "x"\n[bots]', 15, "both vary and cell", "one of them"),
    ("seed = 1", "seed = ", 6, "no TOML", "a study file in TOML"),
    ("[vary]\n", f"[vary]\nturn_limit = {[*range(100, 200)]}\nsupply = {[*range(100)]}\n", 11, "80000 cells", "at most 200"),
]


@pytest.mark.parametrize(("old", "new", "line", "found", "allowed"), WRONG, ids=[new.strip()[:30] for _, new, *_ in WRONG])
def test_mistakes_are_named(old: str, new: str, line: int, found: str, allowed: str, tmp_path: Path) -> None:
    assert old in GOOD
    with pytest.raises(BadInput) as raised:
        read(tmp_path, GOOD.replace(old, new, 1))
    error = raised.value
    assert f"{tmp_path / 'try.toml'}, line {line}" in error.where
    assert found in error.found
    assert allowed in error.allowed


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", r"try\.toml, line 1: found nothing; allowed: a value for format; this key is needed"),
        (b"\xff\x00\x80", r"try\.toml: found bytes that are no UTF-8; allowed: text in UTF-8"),
        (b"#" * 70_000, r"try\.toml: found .*; allowed: "),
    ],
    ids=["empty", "binary", "large"],
)
def test_what_is_no_study_at_all(content: bytes, error: str, tmp_path: Path) -> None:
    (tmp_path / "try.toml").write_bytes(content)
    with pytest.raises(BadInput, match=error):
        read_study(tmp_path / "try.toml")


def test_a_folder_is_no_study_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="found a folder; allowed: a study file"):
        read_study(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--address", "10.0.0.5:6379"], "--address: found '10.0.0.5:6379'; allowed: an address with --backend ray only"),
        (["--backend", "ray", "--workers", "2"], "--workers: found 2; allowed: a number of workers with --backend local"),
    ],
)
def test_arguments_that_would_be_ignored(arguments: list[str], error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "try.toml").write_text(GOOD)
    assert main(["lab", "run", str(tmp_path / "try.toml"), "--out", str(tmp_path / "out"), *arguments, "--lang", "en"]) == 2
    assert error in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_is_refused_before_anything_is_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doublecross.cli.lab.compile_game", lambda *_: pytest.fail("compiled"))
    (tmp_path / "try.toml").write_text(GOOD)
    assert main(["lab", "run", str(tmp_path / "try.toml"), "--out", str(tmp_path), "--lang", "en"]) == 2
    assert "found a folder with other things in it" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["no-such-study", "no/such/file.toml"])
def test_a_file_that_is_not_there(name: str) -> None:
    with pytest.raises(BadInput, match="study"):
        read_study(name)


def test_a_deck_is_sought_beside_the_study(tmp_path: Path) -> None:
    house = Path("src/doublecross/games/outlawed/house.toml")
    (tmp_path / "own.toml").write_bytes((Path(__file__).parents[2] / house).read_bytes())
    head = 'format = 1\nname = "d"\ngame = "outlawed"\nplayers = 3\ngames = 1\nseed = 1\n'
    text = head + '[options]\ndeck = "own.toml"\n[bots]\na="heuristic"\nb="random"\n'
    (tmp_path / "study.toml").write_text(text)
    study = read_study(tmp_path / "study.toml")
    assert len(study.cells[0].options["deck"].outlaws) == 11
    assert from_plain(study.plain) == study
    (tmp_path / "study.toml").write_text(text.replace("own.toml", "tuned"))
    assert read_study(tmp_path / "study.toml").cells[0].options["deck"] == shipped_deck("tuned")


def test_a_folder_of_that_name_is_no_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results often lie in a folder called like the study."""
    (tmp_path / "track").mkdir()
    monkeypatch.chdir(tmp_path)
    assert read_study("track").name == "track"


def test_lines_of_keys() -> None:
    places = Places('a = """\nb = 1\n"""\n[t]\nc.d = 1\n[[l]]\nx = 1\n[[l]]\n"x" = 2\n')
    found = [places.line(*path) for path in (("a",), ("b",), ("t", "c", "d"), ("l", 0, "x"), ("l", 1, "x"), ("l", 1, "y"))]
    assert found == [1, 1, 5, 7, 9, 8]


@pytest.mark.parametrize("path", shipped_studies(), ids=lambda path: path.stem)
def test_shipped_studies_are_read_by_their_name(path: Path) -> None:
    study = read_study(path.stem)
    assert study.name == path.stem
    assert len(study.kinds) >= 2
    assert study.question
