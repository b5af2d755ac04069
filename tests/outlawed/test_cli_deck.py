"""OL-40, OL-41: ``doublecross deck new``, ``check`` and ``show``."""

from __future__ import annotations

from pathlib import Path

import pytest

from doublecross.cli import main
from doublecross.games.outlawed.deck_files import deck_from_plain, deck_text, house_deck, load_deck
from tests.outlawed.build import TRUE_CLAIM, deck, outlaw


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main([*arguments, "--lang", "en", "--plain"])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_a_new_file_passes_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    code, out, _ = run(capsys, "deck", "new", str(path))
    assert code == 0
    assert f"doublecross deck check {path}" in out
    assert load_deck(path) == house_deck()
    code, out, _ = run(capsys, "deck", "check", str(path))
    assert code == 0
    assert out.splitlines()[0] == f"{path}: 11 outlaws, no mistakes."
    assert "Standard game, 2 players: 10 outlaws in use, 7 in a jail end the game." in out
    assert "Beginner game, 5 players: 8 outlaws in use, 4 in a jail end the game." in out


def test_an_existing_file_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    path.write_text("mine", encoding="utf-8")
    code, _, err = run(capsys, "deck", "new", str(path))
    assert code == 2
    assert "the name of a new file" in err
    assert path.read_text(encoding="utf-8") == "mine"
    assert run(capsys, "deck", "new", str(tmp_path / "missing" / "own.toml"))[0] == 2


def test_a_mistake_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.toml"
    run(capsys, "deck", "new", str(path))
    path.write_text(path.read_text(encoding="utf-8").replace("reward = 300", 'reward = "300"'), encoding="utf-8")
    code, out, err = run(capsys, "deck", "check", str(path))
    assert (code, out) == (2, "")
    assert f"{path}, outlaw parson, field reward: found '300'; allowed: whole dollars from 0 to 100000" in err


def test_the_check_says_what_is_lowered_and_what_never_happens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = deck(
        *(outlaw(name, TRUE_CLAIM) for name in "abc"),
        outlaw("d", {"who": "rivals", "claimed": "e"}),
        outlaw("e", TRUE_CLAIM, badge=False, bullets=False),
    )
    path = tmp_path / "small.toml"
    path.write_text(deck_text(deck_from_plain(plain | {"outlaw": plain["outlaw"][:3]}, "f")), encoding="utf-8")
    out = run(capsys, "deck", "check", str(path))[1]
    assert "3 outlaws in use, 2 in a jail end the game.\n  The target is lower than 7" in out
    plain["outlaw"][3]["bullets"] = False
    path.write_text(deck_text(deck_from_plain(plain, "f")), encoding="utf-8")
    out = run(capsys, "deck", "check", str(path))[1]
    assert "D can never be apprehended here." in out
    for each in plain["outlaw"]:
        each["badge"] = each["id"] in "ab"
    path.write_text(deck_text(deck_from_plain(plain, "f")), encoding="utf-8")
    assert "Beginner game, 3 players: 2 outlaws in use, too few for a game." in run(capsys, "deck", "check", str(path))[1]


def test_show_tells_house_fields_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "deck", "show")
    assert code == 0
    assert "not the published cards" in out
    assert out.count("made up by this project:") == 11
    path = tmp_path / "own.toml"
    path.write_text(deck_text(deck_from_plain(deck(*(outlaw(name, TRUE_CLAIM) for name in "abc")), "f")), encoding="utf-8")
    out = run(capsys, "deck", "show", str(path))[1]
    assert "a: A, $100, apprehended if your own claim was true." in out
    assert out.count("said by whoever made this deck: name, animal, reward, badge, bullets, condition") == 3
    assert "made up by this project" not in out
