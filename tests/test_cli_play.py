"""Playing at the terminal: one person, several, none; plain and with colours; in both languages."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import doublecross
from doublecross import cli
from doublecross.bots.registry import default_bot, usual_opponent
from doublecross.cli.choosing import offered, read_choice
from doublecross.kernel.errors import BadInput, IllegalAction
from doublecross.kernel.registry import load_game
from doublecross.kernel.savefile import read

ESCAPE = "\x1b"
HANDS = re.compile(r"^Your hand: (.*)$", re.MULTILINE)


def play(arguments: Sequence[str], typed: str, home: Path, code: int = 0) -> str:
    """What a game prints; everything it writes goes below `home`."""
    env = os.environ | {"XDG_DATA_HOME": str(home), "LANGUAGE": "en"}
    command = [sys.executable, "-m", "doublecross", "play", *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, env=env, timeout=300)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + (done.stderr if code else "")


def saved(home: Path) -> Path:
    (file,) = home.rglob("*.jsonl")
    return file


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_whole_game(game: str, language: str, tmp_path: Path) -> None:
    """Always the first choice: the game ends, is saved, and what was saved replays to the same end."""
    story = play([game, "--players", "3", "--seed", "4", "--lang", language], "1\n" * 2000, tmp_path)
    assert ESCAPE not in story
    position = read(saved(tmp_path))
    assert position.is_over
    assert position.seed == 4
    assert str(saved(tmp_path)) in story
    assert {"en": "The game is over.", "es": "La partida ha terminado."}[language] in story
    winner = ("Dakota", "Jesse", "Robin")[position.returns().index(1.0)]
    assert f"{winner}." in story.splitlines()[-2]


@pytest.mark.parametrize("game", ["most-wanted", "outlawed"])
def test_the_whole_story_is_told_once(game: str, tmp_path: Path) -> None:
    """Every sentence of the trace from the person's point of view, in order, and none twice."""
    told = iter(play([game, "--players", "3", "--seed", "4", "--names", "Ana,Ben,Cy"], "1\n" * 2000, tmp_path).splitlines())
    trace = read(saved(tmp_path)).trace(0, names=["Ana", "Ben", "Cy"])
    assert len(trace) > 50
    for sentence in trace:
        for line in sentence.splitlines():
            assert line in told  # an iterator: looks on from where the last one was found
    turns = [sentence for sentence in trace if re.match(r"(Turn|Round) \d+", sentence)]
    assert len(turns) > 5


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    env = os.environ | {"XDG_DATA_HOME": str(tmp_path), "LANGUAGE": "en"}
    command = [sys.executable, "-m", "doublecross", "play", "most-wanted", "--seed", "3", "-o", "first_player=0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("pony\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("Choose 2 cards"):
            pass
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert read(saved(tmp_path)).choices()[0][0] == 0


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    stories = [play(["outlawed", "--seed", "9", "--save", str(tmp_path / name)], "1\n" * 2000, tmp_path) for name in ("a", "b")]
    assert stories[0].splitlines()[:-1] == stories[1].splitlines()[:-1]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_bots_alone(tmp_path: Path) -> None:
    story = play(["most-wanted", "--humans", "0", "--bots", "heuristic,random", "--seed", "1", "--names", "Ana,Ben"], "", tmp_path)
    assert "Ana" in story
    assert "Ben" in story
    assert "You" not in story
    assert read(saved(tmp_path)).is_over


def test_end_of_input_saves(tmp_path: Path) -> None:
    story = play(["most-wanted", "--seed", "3", "-o", "first_player=0"], "pony\n", tmp_path)
    assert "The input has ended." in story
    position = read(saved(tmp_path))
    assert not position.is_over
    assert position.choices()[0] == (0, position.action_from_text("pony"))


@pytest.mark.parametrize(("answer", "kept"), [("yes", True), ("", False), ("no", False), ("sí", True)])
def test_quitting_offers_to_save(answer: str, kept: bool, tmp_path: Path) -> None:
    story = play(["most-wanted", "--seed", "3", "-o", "first_player=0"], f"pony\nquit\n{answer}\n", tmp_path)
    assert "Save the game" in story
    assert bool(list(tmp_path.rglob("*.jsonl"))) == kept


def test_nothing_to_save(tmp_path: Path) -> None:
    play(["most-wanted", "--seed", "3", "-o", "first_player=0"], "", tmp_path)
    assert not list(tmp_path.rglob("*.jsonl"))


def test_help_and_mistakes(tmp_path: Path) -> None:
    typed = "?\nHelp\n? RANK\n? nonsense\npony church\nQq\n99\nin\nchurch Zz\n"
    story = play(["most-wanted", "--seed", "3", "-o", "first_player=0"], typed, tmp_path)
    assert story.count("Type the number of a choice") == 3
    assert "Ranks from low to high" in story
    assert "one whole choice at a time" in story
    assert "found 'Qq'" in story
    assert "found '99'" in story
    assert "That is not part of this choice." in story
    assert "found 'Zz'" in story
    assert not list(tmp_path.rglob("*.jsonl"))


def test_choices_are_listed_and_described(tmp_path: Path) -> None:
    story = play(["most-wanted", "--seed", "3", "-o", "first_player=0"], "", tmp_path)
    assert re.search(r"^1\. pony: Pony Express: ", story, re.MULTILINE)
    assert re.search(r"^5\. labor: Honest Labor: ", story, re.MULTILINE)


def test_several_people_do_not_see_each_other_s_hands(tmp_path: Path) -> None:
    """Between two people's turns lies a blank page, and nobody's page holds what only another may know."""
    arguments = ["most-wanted", "--players", "3", "--humans", "3", "--seed", "11", "--names", "Ana,Ben,Cy"]
    story = play(arguments, "\n1\n1\n1\n1\n" * 300, tmp_path)
    pages = re.split(r"\n{50,}", story)
    assert len(pages) > 10
    by_name: dict[str, set[str]] = {}
    for page in pages:
        hands = HANDS.findall(page)
        if not hands:
            continue
        names = {name for name in ("Ana", "Ben", "Cy") if re.search(rf"^{name}$", page, re.MULTILINE)}
        assert len(names) == 1, page
        by_name.setdefault(names.pop(), set()).update(hands)
    assert set(by_name) == {"Ana", "Ben", "Cy"}
    assert "take the keyboard" in story


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["chess"], "most-wanted, outlawed"),
        (["most-wanted", "--players", "9"], "2 to 8"),
        (["most-wanted", "--players", "0"], "whole number"),
        (["outlawed", "--players", "6"], "2 to 5"),
        (["most-wanted", "--humans", "3", "--players", "2"], "at most 2"),
        (["most-wanted", "--bots", "fox"], "heuristic, level-1"),
        (["most-wanted", "--bots", "random,random"], "at most 1"),
        (["most-wanted", "-o", "church=bank"], "church or saloon"),
        (["most-wanted", "-o", "colour=red"], "labor"),
        (["most-wanted", "-o", "goal=5"], "goal"),
        (["most-wanted", "--deck", "house"], "'deck'"),
        (["most-wanted", "--variant", "none.toml"], "none.toml"),
        (["most-wanted", "--names", "A,A"], "different names"),
        (["most-wanted", "--names", "A,B,C"], "at most 2"),
        (["most-wanted", "--save", "/"], "does not exist yet"),
        (["most-wanted", "--save", "/none/x"], "folder that exists"),
    ],
)
def test_wrong_arguments(arguments: list[str], fault: str, tmp_path: Path) -> None:
    assert fault in play(arguments, "", tmp_path, code=2)


def test_variant_file_and_options(tmp_path: Path) -> None:
    """`-o` counts more than the file."""
    (tmp_path / "v.toml").write_text('church = "saloon"\nlabor = "dishonest"\nfirst_player = 0\n')
    arguments = ["most-wanted", "--variant", str(tmp_path / "v.toml"), "-o", "church=church", "--seed", "1"]
    story = play(arguments, "", tmp_path)
    assert "Dishonest Labor" in story
    assert "Church" in story
    assert "Saloon" not in story


def test_a_set_in_any_order_and_spelling() -> None:
    position = doublecross.new("most-wanted", players=2, seed=3, first_player=0)
    hand = position.view(0).hand
    listed = position.legal(0)
    actions = read_choice(position, 0, f"church {hand[3]}, {hand[1].upper()} {hand[2].lower()} done", listed)
    assert [position.action_text(action) for action in actions] == ["church", *hand[1:4], "done"]
    assert read_choice(position, 0, "1", listed) == [listed[0]]
    with pytest.raises(IllegalAction):
        read_choice(position, 0, "done", listed)
    with pytest.raises(BadInput, match="one whole choice"):
        read_choice(position, 0, "pony in", listed)


def test_all_cards_of_a_set_are_listed_and_can_be_named_in_any_order(tmp_path: Path) -> None:
    """The highest card too, although the game takes cards in ascending order."""
    typed = "pony\n5\n5 1\n"
    story = play(["most-wanted", "--players", "3", "--seed", "5", "--save", str(tmp_path / "a")], typed, tmp_path)
    hand = HANDS.findall(story)[0].split()
    asked = story[story.index("Choose 2 cards") :]
    assert re.findall(r"^\d\. (\w\w): ", asked, re.MULTILINE)[:5] == hand
    assert "Name them on one line" in asked
    assert "too few higher ones" in asked
    assert f"{hand[0]} {hand[4]}" in asked
    assert doublecross.new("most-wanted", players=2, seed=1).legal(0) == offered(doublecross.new("most-wanted", players=2, seed=1), 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "outlawed", "--players", "6"], "se permite: de 2 a 5"),
        (["play", "outlawed", "--variant", "{folder}/none"], "se encontró ningún archivo"),
        (["play", "outlawed", "--variant", "{folder}"], "se encontró una carpeta"),
        (["replay", "{folder}/none"], "se encontró ningún archivo"),
        (["replay", "{folder}"], "se encontró una carpeta"),
        (["replay", "{folder}/empty"], "línea 1: se encontró una línea vacía"),
        (["deck", "show", "{folder}/none"], "se encontró ningún archivo"),
        (["deck", "new", "{folder}/none/deck.toml"], "se encontró ninguna carpeta así"),
    ],
)
def test_errors_are_in_the_language_throughout(arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").touch()
    assert cli.main(["--lang", "es", *(word.format(folder=tmp_path) for word in arguments)]) == 2
    assert said in capsys.readouterr().err


def on_a_terminal(arguments: Sequence[str], typed: Sequence[str], home: Path) -> str:
    """What a game shows on a terminal; each line is typed when the prompt stands there."""
    env = os.environ | {"XDG_DATA_HOME": str(home), "LANGUAGE": "en", "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "50"}
    process, terminal = pty.fork()
    if process == 0:
        os.execve(sys.executable, [sys.executable, "-m", "doublecross", "play", *arguments], env)  # pragma: no cover
    shown, waiting, deadline = b"", list(typed), time.monotonic() + 300
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break
        elif waiting and re.search(rb"(> |\? |Enter\. )$", shown):
            os.write(terminal, waiting.pop(0).encode() + b"\n")
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, shown
    return shown.decode()


def test_colours_and_boxes_on_a_terminal(tmp_path: Path) -> None:
    shown = on_a_terminal(["most-wanted", "--seed", "3", "-o", "first_player=0"], ["? ranks", "zz", "pony", "q", "no"], tmp_path)
    assert ESCAPE in shown
    assert "╭" in shown
    assert "Ranks from low to high" in shown
    assert "found 'zz'" in shown


def test_plain_on_a_terminal(tmp_path: Path) -> None:
    shown = on_a_terminal(["most-wanted", "--plain", "--seed", "3", "-o", "first_player=0"], ["pony", "q", "no"], tmp_path)
    assert ESCAPE not in shown
    assert "╭" not in shown


def test_hands_are_cleared_from_a_terminal(tmp_path: Path) -> None:
    """The screen and what can be scrolled back to."""
    shown = on_a_terminal(["outlawed", "--humans", "2", "--seed", "3"], ["", "1", "1", "", "q", "no"], tmp_path)
    assert "\x1b[2J" in shown
    assert "\x1b[3J" in shown


@pytest.mark.parametrize(("command", "usual"), [("play", usual_opponent), ("simulate", default_bot)])
def test_help_names_the_bots_that_play_when_nobody_says_which(command: str, usual: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--help", "--lang", "en"]) == 0
    assert f"(default: `{usual(load_game('outlawed'))}`)" in " ".join(capsys.readouterr().out.split())
